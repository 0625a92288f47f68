/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "plan.h"

G_BEGIN_DECLS

#define KOMA_GLES_MAX_LOOPS 12

/* Nested loops over two operands, merged where their strides allow; one or
 * more. Each loop is four params: size, stride, stride, table. */
typedef struct
{
  guint  n_loops;
  gint32 loops[KOMA_GLES_MAX_LOOPS][4]; /* outermost first */
} KomaGlesLoops;

#define KOMA_GLES_NO_TABLE (-1)

void  koma_gles_loops_init (KomaGlesLoops *loops);
void  koma_gles_loops_add (KomaGlesLoops *loops, gsize size, gssize stride_0, gssize stride_1);
void  koma_gles_loops_add_table (KomaGlesLoops *loops, gsize size, guint first_row);
gsize koma_gles_loops_count (const KomaGlesLoops *loops);
/* Four elements at a time, of operand 0 or 1. */
gboolean koma_gles_loops_can_be_fours (const KomaGlesLoops *loops, guint operand);
gboolean koma_gles_loops_are_repeated (const KomaGlesLoops *loops, guint operand);
void     koma_gles_loops_make_fours (KomaGlesLoops *loops);
void     koma_gles_loops_set (const KomaGlesLoops *loops, KomaGlesDispatch *dispatch, guint index);

G_END_DECLS
