/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "cosine-attention.h"

#include <math.h>

#define MAX_SCALE 100.0

static const char *
name (KomaHub                    *self,
      const KomaHubCosineWindows *how,
      const char                 *layer)
{
  return koma_hub_name (self, "%s.%s", how->attention, layer);
}

/* [heads,1,1]: exp (min (scale, log (100))) */
static KomaValueId
add_scale (KomaHub                    *self,
           const KomaHubCosineWindows *how)
{
  const char *weight = name (self, how, "logit_scale");
  g_autoptr (KomaArray) stored = koma_hub_take (self, weight, 3);
  g_autoptr (KomaArray) scale =
    stored != NULL ? koma_array_new (KOMA_DTYPE_FLOAT32, &stored->shape, &self->nodes.error) : NULL;

  for (gsize i = 0; scale != NULL && i < scale->count; i++)
    ((float *) scale->data)[i] =
      (float) MIN (exp (((const float *) stored->data)[i]), MAX_SCALE);
  return scale != NULL ? koma_builder_constant (&self->nodes, weight, scale) : KOMA_VALUE_NONE;
}

/* ---- The bias ---- */

/* Of one distance, in tokens: in parts of a window, and smaller the larger it is. */
static double
shrink (gint64 distance,
        gint64 side)
{
  const double part = 8.0 * (double) distance / (double) MAX (side - 1, 1);

  return copysign (log2 (fabs (part) + 1) / log2 (8), part);
}

/* Through both layers: 16 sigmoid (second · relu (first · (down, right) + bias)). */
static void
fill_row (const KomaArray *first,  /* [n,2] */
          const KomaArray *bias,   /* [n] */
          const KomaArray *second, /* [heads,n] */
          double           down,
          double           right,
          float           *ret_row) /* [heads] */
{
  const gint64 n_heads = second->shape.dims[0];
  const gint64 n = second->shape.dims[1];
  const float *weights = first->data;

  for (gint64 head = 0; head < n_heads; head++) {
    const float *row = (const float *) second->data + head * n;
    double       sum = 0;

    for (gint64 i = 0; i < n; i++)
      sum += row[i] * MAX (weights[2 * i] * down + weights[2 * i + 1] * right +
                             ((const float *) bias->data)[i],
                           0);
    ret_row[head] = (float) (16 / (1 + exp (-sum)));
  }
}

/* (transfer full) (nullable) [(2 side - 1)²,heads] */
static KomaArray *
make_table (KomaHub                    *self,
            const KomaHubCosineWindows *how,
            gint64                      side)
{
  g_autoptr (KomaArray) first =
    koma_hub_take (self, name (self, how, "continuous_position_bias_mlp.0.weight"), 2);
  g_autoptr (KomaArray) bias =
    koma_hub_take (self, name (self, how, "continuous_position_bias_mlp.0.bias"), 1);
  g_autoptr (KomaArray) second =
    koma_hub_take (self, name (self, how, "continuous_position_bias_mlp.2.weight"), 2);
  const gint64 trained = how->trained_side > 0 ? how->trained_side : side;
  const gint64 across = 2 * side - 1;
  KomaShape    shape = { 0 };
  KomaArray   *table = NULL;

  if (first == NULL || bias == NULL || second == NULL)
    return NULL;
  if (first->shape.dims[1] != 2 || first->shape.dims[0] != bias->shape.dims[0] ||
      first->shape.dims[0] != second->shape.dims[1]) {
    koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE, "%s: its two layers do not fit together",
                       name (self, how, "continuous_position_bias_mlp"));
    return NULL;
  }
  shape = KOMA_SHAPE (across * across, second->shape.dims[0]);
  table = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &self->nodes.error);
  for (gint64 i = 0; table != NULL && i < across * across; i++)
    fill_row (first, bias, second, shrink (i / across - side + 1, trained),
              shrink (i % across - side + 1, trained),
              (float *) table->data + i * shape.dims[1]);
  return table;
}

KomaValueId
koma_hub_cosine_attention (KomaHub                    *self,
                           KomaValueId                 x,
                           const KomaHubWindows       *windows,
                           const KomaHubCosineWindows *how)
{
  KomaBuilder      *nodes = &self->nodes;
  const gint64      n_heads = koma_hub_look_shape (self, name (self, how, "logit_scale")).dims[0];
  const KomaValueId bias = koma_hub_windows_bias (
    self, windows, name (self, how, "continuous_position_bias_mlp"),
    make_table (self, how, windows->side));
  KomaValueId q = koma_hub_linear (self, x, name (self, how, "query"));
  KomaValueId k = koma_hub_linear (self, x, name (self, how, "key"));
  KomaValueId v = koma_hub_linear (self, x, name (self, how, "value"));

  q = koma_hub_make_unit (self, koma_hub_split_heads (self, q, n_heads));
  k = koma_hub_make_unit (self, koma_hub_split_heads (self, k, n_heads));
  v = koma_hub_split_heads (self, v, n_heads);
  x = koma_builder_mat_mul (nodes, q, k, FALSE, TRUE);
  x = koma_builder_binary (nodes, KOMA_OP_MUL, x, add_scale (self, how));
  return koma_hub_linear (self, koma_hub_attend_by (self, x, v, bias), how->output);
}
