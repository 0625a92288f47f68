/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "call.h"

#include <stdarg.h>

#include "quantize.h"

#define MAX_INPUTS 4

static KomaGraph *
get_graph (const KomaTfliteCall *call)
{
  return call->tflite->raw->graph;
}

/* What nodes of the operator are called: its first result. */
static const char *
get_name (const KomaTfliteCall *call)
{
  const gint32 index = koma_flat_vector_get_int32 (&call->outputs, 0);

  return call->tflite->tensors[index].name;
}

/**
 * koma_tflite_has_input:
 *
 * Returns: whether the operator has that input
 */
gboolean
koma_tflite_has_input (const KomaTfliteCall *call,
                       guint                 index)
{
  return index < call->inputs.n && koma_flat_vector_get_int32 (&call->inputs, index) >= 0;
}

/* Rules make several values before they look at one: the first error stays. */
static gboolean
has_failed (GError **error)
{
  return error != NULL && *error != NULL;
}

/* The tensor's index; FALSE and an error if the operator has no such input. */
static gboolean
find_input (const KomaTfliteCall *call,
            guint                 index,
            guint                *ret_tensor,
            GError              **error)
{
  if (has_failed (error))
    return FALSE;
  if (!koma_tflite_has_input (call, index))
    return koma_fail (error, KOMA_ERROR_MODEL, "%s “%s” has no input %u", call->name,
                      get_name (call), index);
  *ret_tensor = koma_flat_vector_get_int32 (&call->inputs, index);
  return TRUE;
}

/**
 * koma_tflite_get_input:
 * @index: of an input that is there
 *
 * Returns: (transfer none): what the file says of it
 */
const KomaTfliteTensor *
koma_tflite_get_input (const KomaTfliteCall *call,
                       guint                 index)
{
  return &call->tflite->tensors[koma_flat_vector_get_int32 (&call->inputs, index)];
}

/**
 * koma_tflite_real:
 *
 * Errors: %KOMA_ERROR_MODEL if it is missing; those of koma_tflite_get_real().
 *
 * Returns: an input, dequantised
 */
KomaValueId
koma_tflite_real (const KomaTfliteCall *call,
                  guint                 index,
                  GError              **error)
{
  guint tensor = 0;

  return find_input (call, index, &tensor, error)
           ? koma_tflite_get_real (call->tflite, tensor, error)
           : KOMA_VALUE_NONE;
}

/**
 * koma_tflite_value:
 *
 * Errors: %KOMA_ERROR_MODEL if it is missing; those of koma_tflite_get_value().
 *
 * Returns: an input
 */
KomaValueId
koma_tflite_value (const KomaTfliteCall *call,
                   guint                 index,
                   GError              **error)
{
  guint tensor = 0;

  return find_input (call, index, &tensor, error)
           ? koma_tflite_get_value (call->tflite, tensor, error)
           : KOMA_VALUE_NONE;
}

static KomaValueId
add_constant (const KomaTfliteCall *call,
              KomaArray            *tensor) /* (transfer full) (nullable) */
{
  g_autoptr (KomaArray) owned = tensor;

  return owned != NULL ? koma_graph_add_constant (get_graph (call), get_name (call), owned)
                       : KOMA_VALUE_NONE;
}

/**
 * koma_tflite_float:
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: a constant, a float
 */
KomaValueId
koma_tflite_float (const KomaTfliteCall *call,
                   double                value,
                   GError              **error)
{
  if (has_failed (error))
    return KOMA_VALUE_NONE;
  return add_constant (call, koma_array_new_scalar (KOMA_DTYPE_FLOAT32, value, error));
}

/**
 * koma_tflite_ints:
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: a constant, a list of int32
 */
KomaValueId
koma_tflite_ints (const KomaTfliteCall *call,
                  const gint32         *values,
                  guint                 n_values,
                  GError              **error)
{
  const KomaShape shape = KOMA_SHAPE (n_values);

  if (has_failed (error))
    return KOMA_VALUE_NONE;
  return add_constant (call, koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, values, error));
}

/**
 * koma_tflite_int:
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: a constant, an int32
 */
KomaValueId
koma_tflite_int (const KomaTfliteCall *call,
                 gint32                value,
                 GError              **error)
{
  if (has_failed (error))
    return KOMA_VALUE_NONE;
  return add_constant (call, koma_array_new_scalar (KOMA_DTYPE_INT32, value, error));
}

/**
 * koma_tflite_add:
 *
 * Errors: those of koma_graph_add_node().
 *
 * Returns: (transfer none) (nullable): a node; %NULL too if one of @inputs is %KOMA_VALUE_NONE,
 *   whose error is set already
 */
KomaNode *
koma_tflite_add (const KomaTfliteCall *call,
                 KomaOp                op,
                 KomaAttrs            *attrs,
                 const KomaValueId    *inputs,
                 guint                 n_inputs,
                 GError              **error)
{
  g_autoptr (KomaAttrs) owned = attrs;

  for (guint i = 0; i < n_inputs; i++)
    if (inputs[i] == KOMA_VALUE_NONE)
      return NULL;
  return koma_graph_add_node (get_graph (call), op, get_name (call), inputs, n_inputs,
                              g_steal_pointer (&owned), error);
}

/**
 * koma_tflite_apply:
 * @n_inputs: how many values follow
 *
 * Errors: those of koma_tflite_add().
 *
 * Returns: the first output of a node, or %KOMA_VALUE_NONE
 */
KomaValueId
koma_tflite_apply (const KomaTfliteCall *call,
                   KomaOp                op,
                   KomaAttrs            *attrs,
                   GError              **error,
                   guint                 n_inputs,
                   ...)
{
  KomaValueId     inputs[MAX_INPUTS] = { 0 };
  const KomaNode *node = NULL;
  va_list         values;

  g_assert (n_inputs <= MAX_INPUTS);
  va_start (values, n_inputs);
  for (guint i = 0; i < n_inputs; i++)
    inputs[i] = va_arg (values, KomaValueId);
  va_end (values);
  node = koma_tflite_add (call, op, attrs, inputs, n_inputs, error);
  return node != NULL ? node->outputs[0] : KOMA_VALUE_NONE;
}

/* The constant itself in another order, so that no copy of the first order stays. */
static KomaArray *
permute (const KomaArray *from,
         const guint     *perm,
         GError         **error)
{
  const gsize size = koma_dtype_size (from->dtype);
  KomaShape   shape = from->shape;
  gsize       strides[KOMA_MAX_RANK] = { 0 };
  KomaArray  *to = NULL;
  guint8     *out = NULL;

  koma_shape_strides (&from->shape, strides);
  for (guint i = 0; i < 4; i++)
    shape.dims[i] = from->shape.dims[perm[i]];
  to = koma_array_new (from->dtype, &shape, error);
  if (to == NULL)
    return NULL;
  out = to->data;
  for (gint64 a = 0; a < shape.dims[0]; a++)
    for (gint64 b = 0; b < shape.dims[1]; b++)
      for (gint64 c = 0; c < shape.dims[2]; c++)
        for (gint64 d = 0; d < shape.dims[3]; d++, out += size)
          memcpy (out,
                  (const guint8 *) from->data +
                    size * (a * strides[perm[0]] + b * strides[perm[1]] + c * strides[perm[2]] +
                            d * strides[perm[3]]),
                  size);
  return to;
}

static KomaValueId
filter_constant (const KomaTfliteCall *call,
                 guint                 index,
                 const guint          *perm,
                 GError              **error)
{
  KomaTflite             *tflite = call->tflite;
  const KomaTfliteTensor *tensor = &tflite->tensors[index];
  g_autoptr (KomaArray) constant = koma_tflite_get_constant (tflite, index, error);
  g_autoptr (KomaArray) permuted = NULL;
  KomaValueId value = KOMA_VALUE_NONE;
  gint64      axis = tensor->axis;

  if (constant == NULL ||
      !koma_tflite_charge (tflite, koma_array_get_size_bytes (constant), error) ||
      (permuted = permute (constant, perm, error)) == NULL)
    return KOMA_VALUE_NONE;
  value = koma_graph_add_constant (get_graph (call), tensor->name, permuted);
  for (guint i = 0; i < 4; i++)
    if (perm[i] == tensor->axis)
      axis = i;
  return koma_tflite_is_quantized (tensor)
           ? koma_tflite_convert (tflite, tensor, KOMA_OP_DEQUANTIZE, value, axis, error)
           : value;
}

/**
 * koma_tflite_filter:
 * @perm: (array fixed-size=4): dimension i of the result is dimension perm[i] of the file's
 *
 * Errors: %KOMA_ERROR_MODEL if it is missing or has not four dimensions; those of
 * koma_tflite_real().
 *
 * Returns: an input in another order, dequantised
 */
KomaValueId
koma_tflite_filter (const KomaTfliteCall *call,
                    guint                 index,
                    const guint          *perm,
                    GError              **error)
{
  const gint32 order[4] = { perm[0], perm[1], perm[2], perm[3] };
  guint        tensor = 0;

  if (!find_input (call, index, &tensor, error))
    return KOMA_VALUE_NONE;
  if (call->tflite->tensors[tensor].shape.rank != 4) {
    koma_fail (error, KOMA_ERROR_MODEL, "%s “%s”: its filter has not 4 dimensions", call->name,
               get_name (call));
    return KOMA_VALUE_NONE;
  }
  if (koma_tflite_has_data (call->tflite, tensor))
    return filter_constant (call, tensor, perm, error);
  return koma_tflite_apply (call, KOMA_OP_TRANSPOSE, NULL, error, 2,
                            koma_tflite_real (call, index, error),
                            koma_tflite_ints (call, order, 4, error));
}

/**
 * koma_tflite_refuse:
 * @what: is missing
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, always.
 *
 * Returns: %FALSE
 */
gboolean
koma_tflite_refuse (const KomaTfliteCall *call,
                    const char           *what,
                    GError              **error)
{
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s (%s)", call->name, what);
}

/**
 * koma_tflite_activate:
 * @field: of the options
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED for an activation that Koma does not have; %KOMA_ERROR_MEMORY.
 *
 * Returns: @value after the operator's fused activation
 */
KomaValueId
koma_tflite_activate (const KomaTfliteCall *call,
                      KomaFlatField         field,
                      KomaValueId           value,
                      GError              **error)
{
  switch (koma_flat_get_int (&call->options, field, 1, 0)) {
  case 0:
    return value;
  case 1:
    return koma_tflite_apply (call, KOMA_OP_RELU, NULL, error, 1, value);
  case 2:
    return koma_tflite_apply (call, KOMA_OP_CLIP, NULL, error, 3, value,
                              koma_tflite_float (call, -1, error),
                              koma_tflite_float (call, 1, error));
  case 3:
    return koma_tflite_apply (call, KOMA_OP_RELU6, NULL, error, 1, value);
  case 4:
    return koma_tflite_apply (call, KOMA_OP_TANH, NULL, error, 1, value);
  default:
    if (!has_failed (error))
      koma_tflite_refuse (call, "its activation", error);
    return KOMA_VALUE_NONE;
  }
}

/**
 * koma_tflite_set_output:
 * @value: floats, if the output is quantised; or %KOMA_VALUE_NONE, whose error is set already
 *
 * Errors: %KOMA_ERROR_MODEL if there is no such output; those of koma_tflite_convert().
 *
 * Returns: whether the output is there
 */
gboolean
koma_tflite_set_output (const KomaTfliteCall *call,
                        guint                 index,
                        KomaValueId           value,
                        GError              **error)
{
  KomaTfliteTensor *tensor = NULL;

  if (value == KOMA_VALUE_NONE)
    return FALSE;
  if (index >= call->outputs.n)
    return koma_fail (error, KOMA_ERROR_MODEL, "%s “%s” has no output %u", call->name,
                      get_name (call), index);
  tensor = &call->tflite->tensors[koma_flat_vector_get_int32 (&call->outputs, index)];
  if (koma_tflite_is_quantized (tensor) && tensor->type != KOMA_TFLITE_INT32)
    value =
      koma_tflite_convert (call->tflite, tensor, KOMA_OP_QUANTIZE, value, tensor->axis, error);
  tensor->value = value;
  return value != KOMA_VALUE_NONE;
}
