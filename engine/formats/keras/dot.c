/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"
#include "layers.h"
#include "parts.h"

#include "engine/formats/json.h"

/* TensorFlow.js' backend epsilon: a vector that is shorter is divided by its root. */
#define MIN_SQUARES 1e-7

/* "axes": one for both inputs, or two; counted from the end where negative, never the batch */
static gboolean
read_axes (const KomaKerasBuilder *builder,
           const KomaKerasCall    *call,
           guint                  *ret_axes, /* [2] */
           GError                **error)
{
  JsonNode  *node = koma_json_get (call->config, "axes");
  JsonArray *array = koma_json_node_array (node);

  for (guint i = 0; i < 2; i++) {
    const guint rank = koma_keras_get_rank (builder, call->inputs[i]);
    gint64      axis = 0;

    if (!koma_json_node_int (array != NULL ? koma_json_element (array, i) : node, &axis))
      return koma_fail (error, KOMA_ERROR_MODEL, "setting “axes” is not one number or two");
    if (axis < 0)
      axis += rank;
    if (axis < 1 || axis >= rank)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "setting “axes” is outside the %u dimensions of the input", rank);
    ret_axes[i] = (guint) axis;
  }
  return TRUE;
}

/* x / √(Σ x²), over one axis */
static gboolean
add_normalized (KomaKerasBuilder *builder,
                const char       *name,
                KomaValueId      *value,
                guint             axis,
                GError          **error)
{
  KomaValueId length = KOMA_VALUE_NONE;

  return koma_keras_add_unary (builder, KOMA_OP_SQUARE, name, *value, &length, error) &&
         koma_keras_add_reduce (builder, KOMA_OP_SUM, name, length, 1u << axis, TRUE, &length,
                                error) &&
         koma_keras_add_binary (builder, KOMA_OP_MAXIMUM, name, length,
                                koma_keras_add_float (builder, MIN_SQUARES, error), &length,
                                error) &&
         koma_keras_add_unary (builder, KOMA_OP_SQRT, name, length, &length, error) &&
         koma_keras_add_binary (builder, KOMA_OP_DIV, name, *value, length, value, error);
}

/* A vector is a matrix of one row; the row goes again behind the product, unless both were. */
static gboolean
add_product (KomaKerasBuilder  *builder,
             const char        *name,
             const KomaValueId *values, /* [2] */
             const guint       *axes,
             KomaValueId       *ret_output,
             GError           **error)
{
  const gboolean is_a_vector = koma_keras_get_rank (builder, values[0]) == 2;
  const gboolean is_b_vector = koma_keras_get_rank (builder, values[1]) == 2;
  KomaValueId    a = values[0];
  KomaValueId    b = values[1];

  if ((is_a_vector && !koma_keras_add_expand_dims (builder, name, a, 1, &a, error)) ||
      (is_b_vector && !koma_keras_add_expand_dims (builder, name, b, 1, &b, error)) ||
      !koma_keras_add_mat_mul (builder, name, a, b, !is_a_vector && axes[0] == 1,
                               is_b_vector || axes[1] == 2, ret_output, error))
    return FALSE;
  if (is_a_vector)
    return koma_keras_add_squeeze (builder, name, *ret_output, 1, ret_output, error);
  return !is_b_vector || koma_keras_add_squeeze (builder, name, *ret_output, 2, ret_output, error);
}

/* Dot: sums of products over one axis of each input, batch by batch; with normalize: the cosine.
 * [n, .., k, ..] · [n, .., k, ..] → [n, the others of both], [n, 1] of two vectors */
gboolean
koma_keras_dot (KomaKerasBuilder    *builder,
                const KomaKerasCall *call,
                KomaValueId         *ret_output,
                GError             **error)
{
  KomaValueId values[2] = { 0 };
  guint       axes[2] = { 0 };
  gboolean    is_normalized = FALSE;

  if (call->n_inputs != 2)
    return koma_fail (error, KOMA_ERROR_MODEL, "has %u inputs, expected 2", call->n_inputs);
  if (!read_axes (builder, call, axes, error) ||
      !koma_keras_config_boolean (call, "normalize", FALSE, &is_normalized, error))
    return FALSE;
  for (guint i = 0; i < 2; i++) {
    const guint rank = koma_keras_get_rank (builder, call->inputs[i]);

    values[i] = call->inputs[i];
    if (rank > 3)
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "input of %u dimensions", rank);
    if (is_normalized && !add_normalized (builder, call->name, &values[i], axes[i], error))
      return FALSE;
  }
  return add_product (builder, call->name, values, axes, ret_output, error);
}
