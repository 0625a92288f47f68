/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The inputs of a node as its rule finds them, and what is known of values. */

#include "build.h"

/**
 * koma_onnx_has_input:
 *
 * Returns: whether an input, which may be optional, is there. Thread: any.
 */
gboolean
koma_onnx_has_input (const KomaOnnxCall *call,
                     guint               index)
{
  return index < call->n_inputs && call->inputs[index] != KOMA_VALUE_NONE;
}

/**
 * koma_onnx_input:
 *
 * Returns: the value, or %KOMA_VALUE_NONE. Thread: any.
 */
KomaValueId
koma_onnx_input (const KomaOnnxCall *call,
                 guint               index)
{
  return koma_onnx_has_input (call, index) ? call->inputs[index] : KOMA_VALUE_NONE;
}

/**
 * koma_onnx_need_input:
 *
 * Returns: the value; %KOMA_VALUE_NONE and an error where it is left out. Thread: any.
 */
KomaValueId
koma_onnx_need_input (KomaOnnxCall *call,
                      guint         index)
{
  return koma_onnx_has_input (call, index)
           ? call->inputs[index]
           : koma_builder_fail (call->nodes, KOMA_ERROR_MODEL, "an input is missing");
}

/**
 * koma_onnx_is_8_bit:
 *
 * Returns: whether it holds quantised numbers, which ops move but do not compute with. Thread: any.
 */
gboolean
koma_onnx_is_8_bit (const KomaOnnxCall *call,
                    KomaValueId         value)
{
  const KomaDType dtype = koma_builder_get_dtype (call->nodes, value);

  return dtype != KOMA_DTYPE_BOOL && koma_dtype_size (dtype) == 1;
}

/**
 * koma_onnx_known:
 *
 * Returns: (transfer none) (nullable): the contents of a value that is known ahead. Thread: any.
 */
const KomaArray *
koma_onnx_known (const KomaOnnxCall *call,
                 KomaValueId         value)
{
  return value != KOMA_VALUE_NONE ? koma_graph_get_value (call->nodes->graph, value)->constant
                                  : NULL;
}

/**
 * koma_onnx_list:
 * @input: index of the input that stands for the attribute since some opset
 * @ret_numbers: (out) (transfer full) (nullable): %NULL where the list is left out
 *
 * Reads a list of integers that must be known ahead. Thread: any.
 *
 * Returns: %FALSE where the call has an error
 */
gboolean
koma_onnx_list (KomaOnnxCall *call,
                const char   *attr,
                guint         input,
                gint64      **ret_numbers,
                gsize        *ret_n_numbers)
{
  const gint64    *listed = koma_onnx_attr_ints (call->node, attr, ret_n_numbers);
  const KomaArray *tensor = NULL;

  *ret_numbers = g_memdup2 (listed, *ret_n_numbers * sizeof *listed);
  if (listed != NULL && *ret_numbers == NULL)
    *ret_numbers = g_new0 (gint64, 1); /* an empty list is one */
  if (listed != NULL || !koma_onnx_has_input (call, input))
    return call->nodes->error == NULL;
  tensor = koma_onnx_known (call, koma_onnx_input (call, input));
  if (tensor == NULL) {
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "%s known only when it runs", attr);
    return FALSE;
  }
  *ret_n_numbers = tensor->count;
  *ret_numbers = g_new0 (gint64, tensor->count + 1);
  for (gsize i = 0; i < tensor->count; i++)
    (*ret_numbers)[i] = koma_array_get_int (tensor, i);
  return TRUE;
}

/**
 * koma_onnx_axis:
 *
 * Returns: the axis, counted from the first; 0 and an error where there is none such. Thread: any.
 */
guint
koma_onnx_axis (KomaOnnxCall *call,
                gint64        axis,
                guint         rank)
{
  if (axis >= -(gint64) rank && axis < (gint64) rank)
    return (guint) (axis < 0 ? axis + rank : axis);
  koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                     "axis is %" G_GINT64_FORMAT ", expected one of %u dimensions", axis, rank);
  return 0;
}

/**
 * koma_onnx_attr_axis:
 * @fallback: where the node has no attribute "axis"
 *
 * Returns: that axis of the first input; 0 and an error where there is none such. Thread: any.
 */
guint
koma_onnx_attr_axis (KomaOnnxCall *call,
                     gint64        fallback)
{
  return koma_onnx_axis (call, koma_onnx_attr_int (call->node, "axis", fallback),
                         koma_builder_get_rank (call->nodes, call->inputs[0]));
}

/**
 * koma_onnx_give:
 *
 * Gives the node its next result behind the first. Thread: any.
 */
void
koma_onnx_give (KomaOnnxCall *call,
                KomaValueId   value)
{
  g_array_append_val (call->others, value);
}
