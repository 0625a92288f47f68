/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures and scores are float32 in all of Koma. A model of bytes takes and gives them so with a
 * Quantize behind each input and a Dequantize before each output; the other passes fuse them with
 * what stands there. A picture of int32, as some graphs of TensorFlow take it, is rounded and
 * cast. */

#include "passes.h"

#include "engine/graph/quantization.h"

/* A node of @op that reads @value. Integers of no known meaning stand for themselves. */
static KomaNode *
add (KomaGraph  *graph,
     KomaOp      op,
     KomaValueId value,
     KomaDType   dtype,
     GError    **error)
{
  const char *name = koma_graph_get_value (graph, value)->name;
  g_autoptr (KomaQuantization) quantization = koma_graph_find_quantization (graph, value);
  g_autoptr (KomaArray) scale = NULL;
  g_autoptr (KomaArray) zero_point = NULL;
  KomaValueId inputs[3] = { value };

  if (quantization == NULL)
    quantization = koma_quantization_new_single (dtype, 0, 1);
  scale = koma_array_new_scalar (KOMA_DTYPE_FLOAT32, quantization->scales[0], error);
  zero_point =
    scale != NULL ? koma_array_new_scalar (dtype, quantization->zero_point, error) : NULL;
  if (zero_point == NULL)
    return NULL;
  inputs[1] = koma_graph_add_constant (graph, name, scale);
  inputs[2] = koma_graph_add_constant (graph, name, zero_point);
  return koma_graph_add_node (graph, op, name, inputs, G_N_ELEMENTS (inputs), NULL, error);
}

static gboolean
float_bytes (KomaGraph  *graph,
             KomaValueId id,
             GError    **error)
{
  KomaNode *quantize =
    add (graph, KOMA_OP_QUANTIZE, id, koma_graph_get_value (graph, id)->dtype, error);

  if (quantize == NULL)
    return FALSE;
  koma_graph_get_value (graph, id)->dtype = KOMA_DTYPE_FLOAT32;
  koma_graph_put_behind_input (graph, id, quantize, quantize);
  return TRUE;
}

/* Whole numbers in one or two dimensions are words, or the like. */
static gboolean
is_whole_picture (const KomaValue *input)
{
  return input->dtype == KOMA_DTYPE_INT32 &&
         (input->shape.rank == KOMA_RANK_UNKNOWN || input->shape.rank == 3 ||
          input->shape.rank == 4);
}

static gboolean
float_whole (KomaGraph  *graph,
             KomaValueId id,
             GError    **error)
{
  const char *name = koma_graph_get_value (graph, id)->name;
  KomaNode   *round = koma_graph_add_node (graph, KOMA_OP_ROUND, name, &id, 1, NULL, error);
  KomaNode   *cast = NULL;
  KomaAttrs  *attrs = koma_attrs_new ();

  koma_attrs_set_string (attrs, "DstT", "int32");
  if (round == NULL) {
    koma_attrs_free (attrs);
    return FALSE;
  }
  cast = koma_graph_add_node (graph, KOMA_OP_CAST, name, round->outputs, 1, attrs, error);
  if (cast == NULL)
    return FALSE;
  koma_graph_get_value (graph, id)->dtype = KOMA_DTYPE_FLOAT32;
  koma_graph_put_behind_input (graph, id, round, cast);
  return TRUE;
}

static const KomaValue *
get_input (const KomaGraph *graph,
           guint            index)
{
  return koma_graph_get_value (graph, koma_graph_get_input (graph, index));
}

/* No op but Quantize makes integers that stand for other numbers. */
static gboolean
float_output (KomaGraph *graph,
              guint      index,
              GError   **error)
{
  const KomaValueId id = koma_graph_get_output (graph, index);
  g_autoptr (KomaQuantization) quantization = koma_graph_find_quantization (graph, id);
  const KomaNode *dequantize = NULL;

  if (quantization == NULL || !koma_dtype_is_8_bit (quantization->dtype))
    return TRUE;
  dequantize = add (graph, KOMA_OP_DEQUANTIZE, id, quantization->dtype, error);
  if (dequantize != NULL)
    koma_graph_set_output (graph, index, dequantize->outputs[0]);
  return dequantize != NULL;
}

/**
 * koma_pass_float_ends:
 * @graph: as a reader made it
 *
 * Inputs of uint8 and int8 become float32: the numbers that the integers stand for, or the
 * integers themselves where the graph does not say; what is between them is rounded. Outputs of
 * a Quantize become float32 likewise. The new nodes are the last; see koma_graph_sort().
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_pass_float_ends (KomaGraph *graph,
                      GError   **error)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    if (koma_dtype_is_8_bit (get_input (graph, i)->dtype) &&
        !float_bytes (graph, koma_graph_get_input (graph, i), error))
      return FALSE;
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    if (!float_output (graph, i, error))
      return FALSE;
  return TRUE;
}

/**
 * koma_pass_float_pictures:
 * @graph: as a reader made it
 *
 * Inputs of int32 that are pictures by their dimensions, or whose dimensions are not known, become
 * float32. For classifiers: others give such inputs whole numbers.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_pass_float_pictures (KomaGraph *graph,
                          GError   **error)
{
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    if (is_whole_picture (get_input (graph, i)) &&
        !float_whole (graph, koma_graph_get_input (graph, i), error))
      return FALSE;
  return TRUE;
}
