/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers.h"

#include <math.h>

static const guint heads_first[] = { 0, 2, 1, 3 };

KomaValueId
koma_hub_split_heads (KomaHub    *self,
                      KomaValueId x,
                      gint64      n_heads)
{
  const KomaShape shape = koma_builder_get_shape (&self->nodes, x);

  if (x == KOMA_VALUE_NONE)
    return x;
  if (shape.rank != 3 || n_heads < 1 || shape.dims[2] % n_heads != 0)
    return koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE,
                              "%s: can not divide %" G_GINT64_FORMAT
                              " columns into %" G_GINT64_FORMAT " heads",
                              self->nodes.name, shape.dims[2], n_heads);
  x = koma_builder_reshape (&self->nodes, x,
                            KOMA_SHAPE (-1, shape.dims[1], n_heads, shape.dims[2] / n_heads));
  return koma_builder_transpose (&self->nodes, x, heads_first);
}

static KomaValueId
join_heads (KomaHub    *self,
            KomaValueId x)
{
  const KomaShape shape = koma_builder_get_shape (&self->nodes, x);

  x = koma_builder_transpose (&self->nodes, x, heads_first);
  return koma_builder_reshape (&self->nodes, x,
                               KOMA_SHAPE (-1, shape.dims[2], shape.dims[1] * shape.dims[3]));
}

/* Windows that see different parts of a picture have a bias of their own: [windows * heads, rows,
 * columns] where the batch is [n * windows]. */
static KomaValueId
add_bias (KomaHub    *self,
          KomaValueId scores,
          KomaValueId bias)
{
  const KomaShape shape = koma_builder_get_shape (&self->nodes, scores);
  const gint64    n = koma_builder_get_dim (&self->nodes, bias, 0);

  if (bias == KOMA_VALUE_NONE || scores == KOMA_VALUE_NONE)
    return scores;
  if (n == shape.dims[1] || koma_builder_get_rank (&self->nodes, bias) < 3)
    return koma_builder_binary (&self->nodes, KOMA_OP_ADD, scores, bias);
  scores = koma_builder_reshape (&self->nodes, scores,
                                 KOMA_SHAPE (-1, n, shape.dims[2], shape.dims[3]));
  scores = koma_builder_binary (&self->nodes, KOMA_OP_ADD, scores, bias);
  return koma_builder_reshape (&self->nodes, scores,
                               KOMA_SHAPE (-1, shape.dims[1], shape.dims[2], shape.dims[3]));
}

KomaValueId
koma_hub_attend_by (KomaHub    *self,
                    KomaValueId scores,
                    KomaValueId v,
                    KomaValueId bias)
{
  scores = add_bias (self, scores, bias);
  scores =
    KOMA_BUILDER_NODE (&self->nodes, KOMA_OP_SOFTMAX, koma_attrs_new_int ("axis", -1), scores);
  return join_heads (self, koma_builder_binary (&self->nodes, KOMA_OP_MAT_MUL, scores, v));
}

/* softmax (q kᵀ / √(width of a head) + bias) v */
KomaValueId
koma_hub_attend (KomaHub    *self,
                 KomaValueId q,
                 KomaValueId k,
                 KomaValueId v,
                 KomaValueId bias)
{
  const gint64 width = MAX (koma_builder_get_dim (&self->nodes, q, 3), 1);

  q = koma_builder_with_number (&self->nodes, KOMA_OP_MUL, q, 1 / sqrt ((double) width));
  return koma_hub_attend_by (self, koma_builder_mat_mul (&self->nodes, q, k, FALSE, TRUE), v, bias);
}

static void
build_parts (KomaHub                *self,
             KomaValueId             x,
             const KomaHubAttention *how,
             KomaValueId            *ret_parts) /* [3] */
{
  if (how->fused != NULL) {
    koma_builder_split (&self->nodes, koma_hub_linear (self, x, how->fused), 3, ret_parts);
    return;
  }
  ret_parts[0] = koma_hub_linear (self, x, how->query);
  ret_parts[1] = koma_hub_linear (self, x, how->key);
  ret_parts[2] = koma_hub_linear (self, x, how->value);
}

KomaValueId
koma_hub_norm_heads (KomaHub    *self,
                     KomaValueId x,
                     const char *name,
                     double      epsilon)
{
  if (name == NULL || !koma_hub_has (self, koma_hub_name (self, "%s.weight", name)))
    return x;
  return koma_hub_layer_norm (self, x, name, epsilon);
}

/**
 * koma_hub_attention:
 * @x: [n,rows,c]
 *
 * Errors: %KOMA_ERROR_SHAPE, those of koma_hub_take().
 *
 * Returns: softmax (q kᵀ / √(width of a head) + bias) v, through the last layer
 */
KomaValueId
koma_hub_attention (KomaHub                *self,
                    KomaValueId             x,
                    const KomaHubAttention *how)
{
  KomaValueId parts[3] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  build_parts (self, x, how, parts);
  for (guint i = 0; i < 3; i++)
    parts[i] = koma_hub_split_heads (self, parts[i], how->n_heads);
  parts[0] = koma_hub_norm_heads (self, parts[0], how->query_norm, how->epsilon);
  parts[1] = koma_hub_norm_heads (self, parts[1], how->key_norm, how->epsilon);
  x = koma_hub_attend (self, parts[0], parts[1], parts[2], how->bias);
  return how->output != NULL ? koma_hub_linear (self, x, how->output) : x;
}
