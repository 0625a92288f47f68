/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "loops.h"

G_BEGIN_DECLS

/* The source index of an element that is filled with a constant. */
#define KOMA_GLES_OUTSIDE G_MININT32

/* Copies elements between tensors, by strides or by a table of indices: Concat,
 * Pad, Slice, Transpose and others. */
typedef struct
{
  KomaGlesLoops loops; /* operands: input, output */
  gint32        in_start;
  gint32        out_start;
  float         fill;
  GArray       *table; /* (nullable) (element-type gint32) pairs: input, output */
} KomaGlesMove;

void     koma_gles_move_init (KomaGlesMove *move);
void     koma_gles_move_clear (KomaGlesMove *move);
void     koma_gles_move_add (KomaGlesMove *move,
                             gsize         size,
                             gssize        in_stride,
                             gssize        out_stride);
gint32  *koma_gles_move_add_table (KomaGlesMove *move, /* [size, 2] to be filled */
                                   gsize         size);
gboolean koma_gles_move_record (const KomaGlesMove *move,
                                KomaGlesPlan       *plan,
                                KomaGlesBinding     input,
                                KomaGlesBinding     output,
                                GError            **error);
/* Copies the node's first input to its output, in the same order. */
gboolean koma_gles_move_copy (KomaGlesPlan *plan, const KomaNode *node, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaGlesMove, koma_gles_move_clear)

G_END_DECLS
