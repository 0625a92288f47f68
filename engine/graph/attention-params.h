/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "shape.h"

G_BEGIN_DECLS

/* Where [n, heads, rows, columns] lies within a tensor, in elements. */
typedef struct
{
  gsize offset;
  gsize strides[4];
} KomaHeadsView;

/* attention: see ops/attention.c */
typedef struct
{
  gint64        n;
  gint64        heads;
  gint64        rows; /* of q */
  gint64        keys; /* rows of k and v */
  gint64        width;
  gint64        value_width;
  KomaHeadsView views[3];       /* q, k, v */
  KomaShape     bias_shapes[2]; /* what each bias is broadcast to */
  float         scale;
  gboolean      is_rows_first; /* of the result: before heads */
  gboolean      zeroes_nan;
} KomaAttentionParams;

G_END_DECLS
