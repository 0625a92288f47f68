/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "integer-ops.h"

void
koma_integers_clear (KomaIntegers *integers)
{
  g_clear_pointer (&integers->quantization, koma_quantization_unref);
}

/**
 * koma_integer_find_producer:
 *
 * Returns: (transfer none) (nullable): the node that makes a value
 */
KomaNode *
koma_integer_find_producer (const KomaIntegerRewrite *rewrite,
                            KomaValueId               value)
{
  const guint producer = rewrite->producers[value];

  return producer != G_MAXUINT ? koma_graph_get_node (rewrite->graph, producer) : NULL;
}

/* The scale and zero point of a Quantize or Dequantize, for its value of integers. FALSE if there
 * is one for each channel, it is negative, or the value already has others. */
static gboolean
read_conversion (const KomaIntegerRewrite *rewrite,
                 const KomaNode           *node,
                 KomaValueId               value,
                 KomaIntegers             *ret_integers)
{
  const KomaArray        *scale = koma_node_input (rewrite->graph, node, 1)->constant;
  const KomaArray        *zero_point = koma_node_input (rewrite->graph, node, 2)->constant;
  const KomaQuantization *known = koma_graph_get_value (rewrite->graph, value)->quantization;
  g_autoptr (KomaQuantization) quantization = NULL;

  if (scale->count != 1 || !(*(const float *) scale->data > 0) ||
      !koma_dtype_is_8_bit (zero_point->dtype))
    return FALSE;
  quantization = koma_quantization_new_single (zero_point->dtype,
                                               (gint32) koma_array_get_int (zero_point, 0),
                                               *(const float *) scale->data);
  if (known != NULL && !koma_quantization_equal (known, quantization))
    return FALSE;
  *ret_integers = (KomaIntegers){ value, g_steal_pointer (&quantization) };
  return TRUE;
}

/**
 * koma_integer_find_output:
 *
 * Returns: whether @quantize makes 8 bits with one scale
 */
gboolean
koma_integer_find_output (const KomaIntegerRewrite *rewrite,
                          const KomaNode           *quantize,
                          KomaIntegers             *ret_integers)
{
  return read_conversion (rewrite, quantize, quantize->outputs[0], ret_integers);
}

/**
 * koma_integer_find_input:
 * @real: a value of float32
 *
 * Returns: whether a Dequantize with one scale made it of 8 bits
 */
gboolean
koma_integer_find_input (const KomaIntegerRewrite *rewrite,
                         KomaValueId               real,
                         KomaIntegers             *ret_integers)
{
  const KomaNode *dequantize = koma_integer_find_producer (rewrite, real);

  return dequantize != NULL && dequantize->op == KOMA_OP_DEQUANTIZE &&
         read_conversion (rewrite, dequantize, dequantize->inputs[0], ret_integers);
}

/**
 * koma_integer_take:
 * @inputs: [node->n_inputs]
 *
 * The node reads other inputs, and makes the integers of a Quantize. Errors: those of the op.
 */
gboolean
koma_integer_take (KomaGraph          *graph,
                   KomaNode           *node,
                   const KomaValueId  *inputs,
                   const KomaIntegers *output,
                   GError            **error)
{
  koma_node_set_inputs (node, inputs, node->n_inputs);
  node->outputs[0] = output->value;
  koma_graph_set_quantization (graph, output->value, output->quantization);
  return koma_node_infer (graph, node, error);
}
