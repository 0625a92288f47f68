/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Private to fuse-attention: where the matrices of heads lie. */
#pragma once

#include "search.h"

G_BEGIN_DECLS

typedef struct
{
  KomaValueId   base;
  gint64        sizes[4]; /* n, heads, rows, columns */
  KomaHeadsView view;     /* of @base */
  double        scale;    /* of its elements */
} KomaHeads;

typedef enum {
  KOMA_HEADS_Q, /* the elements of a row lie beside each other */
  KOMA_HEADS_K,
  KOMA_HEADS_V, /* is not scaled */
} KomaHeadsRole;

KomaHeads koma_heads_of (KomaValueId   value,
                         const gint64 *sizes,
                         gboolean      is_turned); /* columns before rows */
KomaHeads koma_heads_go_back (const KomaSearch *search, const KomaHeads *heads, KomaHeadsRole role);

G_END_DECLS
