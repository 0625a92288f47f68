/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"

#include "engine/formats/json.h"

/* TensorFlow.js' backend epsilon: a vector that is shorter is divided by its root. */
#define MIN_SQUARES 1e-7

/* "axes": one for both inputs, or two; counted from the end where negative, never the batch */
static void
read_axes (KomaBuilder         *b,
           const KomaKerasCall *call,
           guint               *ret_axes) /* [2] */
{
  JsonNode  *node = koma_json_get (call->config, "axes");
  JsonArray *array = koma_json_node_array (node);

  for (guint i = 0; i < 2; i++) {
    const guint rank = koma_builder_get_rank (b, call->inputs[i]);
    gint64      axis = 0;

    if (!koma_json_node_int (array != NULL ? koma_json_element (array, i) : node, &axis))
      koma_builder_fail (b, KOMA_ERROR_MODEL, "setting “axes” is not one number or two");
    if (axis < 0)
      axis += rank;
    if (axis < 1 || axis >= rank)
      koma_builder_fail (b, KOMA_ERROR_MODEL,
                         "setting “axes” is outside the %u dimensions of the input", rank);
    ret_axes[i] = (guint) axis;
  }
}

/* x / √(Σ x²), over one axis */
static KomaValueId
add_normalized (KomaBuilder *b,
                KomaValueId  x,
                guint        axis)
{
  KomaValueId length = koma_builder_unary (b, KOMA_OP_SQUARE, x);

  length = koma_builder_reduce (b, KOMA_OP_SUM, length, 1u << axis, TRUE);
  length = koma_builder_binary (b, KOMA_OP_MAXIMUM, length, koma_builder_float (b, MIN_SQUARES));
  return koma_builder_binary (b, KOMA_OP_DIV, x, koma_builder_unary (b, KOMA_OP_SQRT, length));
}

/* A vector is a matrix of one row; the row goes again behind the product, unless both were. */
static KomaValueId
add_product (KomaBuilder       *b,
             const KomaValueId *values, /* [2] */
             const guint       *axes)
{
  const gboolean is_a_vector = koma_builder_get_rank (b, values[0]) == 2;
  const gboolean is_b_vector = koma_builder_get_rank (b, values[1]) == 2;
  KomaValueId    y = values[0];
  KomaValueId    other = values[1];

  if (is_a_vector)
    y = koma_builder_expand_dims (b, y, 1);
  if (is_b_vector)
    other = koma_builder_expand_dims (b, other, 1);
  y = koma_builder_mat_mul (b, y, other, !is_a_vector && axes[0] == 1, is_b_vector || axes[1] == 2);
  if (is_a_vector)
    return koma_builder_squeeze (b, y, 1);
  return is_b_vector ? koma_builder_squeeze (b, y, 2) : y;
}

/* Dot: sums of products over one axis of each input, batch by batch; with normalize: the cosine.
 * [n, .., k, ..] · [n, .., k, ..] → [n, the others of both], [n, 1] of two vectors */
KomaValueId
koma_keras_dot (KomaBuilder         *b,
                const KomaKerasCall *call)
{
  const gboolean is_normalized = koma_keras_config_boolean (call, "normalize", FALSE);
  KomaValueId    values[2] = { 0 };
  guint          axes[2] = { 0 };

  if (call->n_inputs != 2)
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "has %u inputs, expected 2", call->n_inputs);
  read_axes (b, call, axes);
  for (guint i = 0; i < 2; i++) {
    const guint rank = koma_builder_get_rank (b, call->inputs[i]);

    values[i] = call->inputs[i];
    if (rank > 3)
      return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "input of %u dimensions", rank);
    if (is_normalized && b->error == NULL)
      values[i] = add_normalized (b, values[i], axes[i]);
  }
  return add_product (b, values, axes);
}
