/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "call.h"

#include "quantize.h"

#define MAX_INPUTS 4

/**
 * koma_tflite_read_ints:
 *
 * Returns: (transfer full): attributes of the fields' names; 0 where there is no field
 */
KomaAttrs *
koma_tflite_read_ints (const KomaTfliteCall *call,
                       guint                 n_bytes,
                       const KomaFlatField  *fields,
                       guint                 n_fields)
{
  KomaAttrs *attrs = koma_attrs_new ();

  for (guint i = 0; i < n_fields; i++)
    koma_attrs_set_int (attrs, fields[i].name,
                        koma_flat_get_int (&call->options, fields[i], n_bytes, 0));
  return attrs;
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

/* The tensor's index; FALSE and an error if the operator has no such input. */
static gboolean
find_input (const KomaTfliteCall *call,
            guint                 index,
            guint                *ret_tensor)
{
  KomaBuilder *b = &call->tflite->nodes;

  if (!koma_tflite_has_input (call, index)) {
    koma_builder_fail (b, KOMA_ERROR_MODEL, "%s “%s” has no input %u", call->name, b->name, index);
    return FALSE;
  }
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
 * koma_tflite_get_output:
 * @index: of an output that is there
 *
 * Returns: (transfer none): what the file says of it, and its value
 */
KomaTfliteTensor *
koma_tflite_get_output (const KomaTfliteCall *call,
                        guint                 index)
{
  return &call->tflite->tensors[koma_flat_vector_get_int32 (&call->outputs, index)];
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
                  guint                 index)
{
  guint tensor = 0;

  return find_input (call, index, &tensor) ? koma_tflite_get_real (call->tflite, tensor)
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
                   guint                 index)
{
  guint tensor = 0;

  return find_input (call, index, &tensor) ? koma_tflite_get_value (call->tflite, tensor)
                                           : KOMA_VALUE_NONE;
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
                 const guint          *perm)
{
  KomaTflite             *tflite = call->tflite;
  KomaBuilder            *b = &tflite->nodes;
  const KomaTfliteTensor *tensor = &tflite->tensors[index];
  g_autoptr (KomaArray) constant = NULL;
  g_autoptr (KomaArray) permuted = NULL;
  KomaValueId value = KOMA_VALUE_NONE;
  gint64      axis = tensor->axis;

  if (b->error != NULL ||
      (constant = koma_tflite_get_constant (tflite, index, &b->error)) == NULL ||
      !koma_tflite_charge (tflite, koma_array_get_size_bytes (constant), &b->error) ||
      (permuted = permute (constant, perm, &b->error)) == NULL)
    return KOMA_VALUE_NONE;
  value = koma_builder_constant (b, tensor->name, permuted);
  for (guint i = 0; i < 4; i++)
    if (perm[i] == tensor->axis)
      axis = i;
  return koma_tflite_is_quantized (tensor)
           ? koma_tflite_convert (tflite, tensor, KOMA_OP_DEQUANTIZE, value, axis)
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
                    const guint          *perm)
{
  KomaBuilder *b = &call->tflite->nodes;
  const gint32 order[4] = { perm[0], perm[1], perm[2], perm[3] };
  guint        tensor = 0;

  if (!find_input (call, index, &tensor))
    return KOMA_VALUE_NONE;
  if (call->tflite->tensors[tensor].shape.rank != 4)
    return koma_builder_fail (b, KOMA_ERROR_MODEL, "%s “%s”: its filter has not 4 dimensions",
                              call->name, b->name);
  if (koma_tflite_has_data (call->tflite, tensor))
    return filter_constant (call, tensor, perm);
  return KOMA_BUILDER_NODE (b, KOMA_OP_TRANSPOSE, NULL, koma_tflite_real (call, index),
                            koma_builder_ints (b, order, 4));
}

/**
 * koma_tflite_apply:
 * @inputs_are: at most four letters
 *
 * Errors: those of koma_tflite_real() and koma_tflite_value(); %KOMA_ERROR_MEMORY.
 *
 * Returns: the first output of a node of the operator's op
 */
KomaValueId
koma_tflite_apply (KomaBuilder          *b,
                   const KomaTfliteCall *call,
                   const char           *inputs_are,
                   KomaAttrs            *attrs)
{
  const guint n_inputs = strlen (inputs_are);
  KomaValueId inputs[MAX_INPUTS] = { 0 };

  g_assert (n_inputs <= MAX_INPUTS);
  for (guint i = 0; i < n_inputs; i++)
    inputs[i] =
      inputs_are[i] == 'r' ? koma_tflite_real (call, i) : koma_tflite_value (call, i);
  return koma_builder_node (b, call->op, inputs, n_inputs, attrs);
}

/**
 * koma_tflite_apply_biased:
 * @n_inputs: at most three
 *
 * Errors: those of koma_tflite_real() and koma_tflite_activate(); %KOMA_ERROR_MEMORY.
 *
 * Returns: what the operator's op makes of @inputs and a bias, after its activation
 */
KomaValueId
koma_tflite_apply_biased (KomaBuilder          *b,
                          const KomaTfliteCall *call,
                          const KomaValueId    *inputs,
                          guint                 n_inputs,
                          KomaAttrs            *attrs,
                          KomaFlatField         activation)
{
  const gboolean has_bias = koma_tflite_has_input (call, n_inputs);
  KomaValueId    all[MAX_INPUTS] = { 0 };

  g_assert (n_inputs < MAX_INPUTS);
  memcpy (all, inputs, n_inputs * sizeof *all);
  if (has_bias)
    all[n_inputs] = koma_tflite_real (call, n_inputs);
  return koma_tflite_activate (b, call, activation,
                               koma_builder_node (b, call->op, all, n_inputs + has_bias, attrs));
}

/**
 * koma_tflite_refuse:
 * @what: is missing
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, always.
 *
 * Returns: %KOMA_VALUE_NONE
 */
KomaValueId
koma_tflite_refuse (KomaBuilder          *b,
                    const KomaTfliteCall *call,
                    const char           *what)
{
  return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "%s (%s)", call->name, what);
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
koma_tflite_activate (KomaBuilder          *b,
                      const KomaTfliteCall *call,
                      KomaFlatField         field,
                      KomaValueId           value)
{
  switch (koma_flat_get_int (&call->options, field, 1, 0)) {
  case 0:
    return value;
  case 1:
    return koma_builder_unary (b, KOMA_OP_RELU, value);
  case 2:
    return KOMA_BUILDER_NODE (b, KOMA_OP_CLIP, NULL, value, koma_builder_float (b, -1),
                              koma_builder_float (b, 1));
  case 3:
    return koma_builder_unary (b, KOMA_OP_RELU6, value);
  case 4:
    return koma_builder_unary (b, KOMA_OP_TANH, value);
  default:
    return koma_tflite_refuse (b, call, "its activation");
  }
}

/**
 * koma_tflite_set_output:
 * @index: of an output that is there
 * @value: floats, if the output is quantised; nothing is set after an error
 *
 * Errors: those of koma_tflite_convert().
 */
void
koma_tflite_set_output (const KomaTfliteCall *call,
                        guint                 index,
                        KomaValueId           value)
{
  KomaTfliteTensor *tensor = koma_tflite_get_output (call, index);

  if (koma_tflite_is_quantized (tensor) && tensor->type != KOMA_TFLITE_INT32)
    value = koma_tflite_convert (call->tflite, tensor, KOMA_OP_QUANTIZE, value, tensor->axis);
  if (call->tflite->nodes.error == NULL)
    tensor->value = value;
}
