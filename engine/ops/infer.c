/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "infer.h"

#include "engine/graph/quantization.h"

/**
 * koma_infer_fail_shape:
 * @expected: in words: "[n,h,w,c]"
 *
 * Errors: %KOMA_ERROR_SHAPE, always.
 *
 * Returns: %FALSE: `return koma_infer_fail_shape (…)`
 */
gboolean
koma_infer_fail_shape (GError         **error,
                       const char      *what,
                       const KomaShape *found,
                       const char      *expected)
{
  g_autofree char *text = koma_shape_to_string (found);

  return koma_fail (error, KOMA_ERROR_SHAPE, "%s has shape %s, expected %s",
                    what, text, expected);
}

static char *
dtypes_to_string (guint dtypes)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < KOMA_N_DTYPES; i++)
    if (dtypes & (1u << i)) {
      if (text->len > 0)
        g_string_append (text, " or ");
      g_string_append (text, koma_dtype_name (i));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * koma_infer_check_dtype:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is not.
 */
gboolean
koma_infer_check_dtype (const KomaValue *value,
                        const char      *what,
                        guint            dtypes,
                        GError         **error)
{
  g_autofree char *expected = NULL;

  if (dtypes & (1u << value->dtype))
    return TRUE;
  expected = dtypes_to_string (dtypes);
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s “%s” is %s, expected %s",
                    what, value->name, koma_dtype_name (value->dtype), expected);
}

/**
 * koma_infer_check_same_dtype:
 * @n_inputs: of the node's first so many inputs
 *
 * Whether these inputs are of one element type, and that is in @dtypes.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if one is of another type;
 * %KOMA_ERROR_SHAPE if two differ.
 */
gboolean
koma_infer_check_same_dtype (const KomaGraph *graph,
                             const KomaNode  *node,
                             guint            n_inputs,
                             guint            dtypes,
                             GError         **error)
{
  const KomaValue *first = koma_node_input (graph, node, 0);

  for (guint i = 0; i < n_inputs; i++) {
    const KomaValue *input = koma_node_input (graph, node, i);

    if (!koma_infer_check_dtype (input, "input", dtypes, error))
      return FALSE;
    if (input->dtype != first->dtype)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "input “%s” is %s, but input “%s” is %s",
                        first->name, koma_dtype_name (first->dtype),
                        input->name, koma_dtype_name (input->dtype));
  }
  return TRUE;
}

/**
 * koma_infer_check_rank:
 *
 * Errors: %KOMA_ERROR_SHAPE if it has not.
 */
gboolean
koma_infer_check_rank (const KomaValue *value,
                       const char      *what,
                       guint            rank,
                       GError         **error)
{
  g_autofree char *text = NULL;

  if (value->shape.rank == rank)
    return TRUE;
  text = koma_shape_to_string (&value->shape);
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "%s “%s” has shape %s, expected %u dimensions",
                    what, value->name, text, rank);
}

/**
 * koma_infer_check_nhwc:
 *
 * Whether the node's `data_format`, where it has one, is NHWC.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is another.
 */
gboolean
koma_infer_check_nhwc (const KomaNode *node,
                       GError        **error)
{
  const char *format = koma_attrs_get_string (node->attrs, "data_format", "NHWC");

  if (g_str_equal (format, "NHWC"))
    return TRUE;
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "data_format is “%s”, expected “NHWC”", format);
}

/**
 * koma_infer_check_vector:
 * @count: elements that the vector must have
 *
 * Whether an input is of shape [@count], as a bias is, and float32; int32 if the node computes
 * with integers.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is of another type; %KOMA_ERROR_SHAPE if
 * it has another shape.
 */
gboolean
koma_infer_check_vector (const KomaGraph *graph,
                         const KomaNode  *node,
                         guint            index,
                         const char      *what,
                         gint64           count,
                         GError         **error)
{
  const KomaValue *value = koma_node_input (graph, node, index);
  const KomaShape  expected = KOMA_SHAPE (count);
  g_autofree char *text = NULL;

  if (!koma_infer_check_dtype (value, what,
                               koma_node_is_8_bit (graph, node) ? KOMA_DTYPES_INT32
                                                                : KOMA_DTYPES_FLOAT32,
                               error))
    return FALSE;
  if (koma_shape_equal (&value->shape, &expected))
    return TRUE;
  text = koma_shape_to_string (&expected);
  return koma_infer_fail_shape (error, what, &value->shape, text);
}

/**
 * koma_infer_broadcast:
 *
 * The shape to which all inputs are repeated, by NumPy's rule.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is none.
 */
gboolean
koma_infer_broadcast (const KomaGraph *graph,
                      const KomaNode  *node,
                      KomaShape       *ret_shape,
                      GError         **error)
{
  const KomaValue *first = koma_node_input (graph, node, 0);
  KomaShape        shape = first->shape;

  for (guint i = 1; i < node->n_inputs; i++) {
    const KomaValue *input = koma_node_input (graph, node, i);
    g_autofree char *text_before = koma_shape_to_string (&shape);
    g_autofree char *text = koma_shape_to_string (&input->shape);

    if (!koma_shape_broadcast (&shape, &input->shape, &shape))
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "inputs “%s” %s and “%s” %s can not be broadcast together",
                        koma_node_input (graph, node, i - 1)->name, text_before,
                        input->name, text);
  }
  *ret_shape = shape;
  return TRUE;
}

/**
 * koma_infer_axis:
 * @axis: negative counts from the end
 *
 * An axis of a tensor of @rank dimensions, made not negative.
 *
 * Errors: %KOMA_ERROR_SHAPE if it is outside.
 */
gboolean
koma_infer_axis (gint64   axis,
                 guint    rank,
                 guint   *ret_axis,
                 GError **error)
{
  if (axis < -(gint64) rank || axis >= (gint64) rank)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "axis is %" G_GINT64_FORMAT ", expected %d to %d",
                      axis, -(int) rank, (int) rank - 1);
  *ret_axis = axis < 0 ? axis + rank : axis;
  return TRUE;
}

/**
 * koma_infer_ints:
 * @what: what the input is to the op: "axes"
 *
 * The integers in an input that must be known ahead, in memory order,
 * whatever its shape; a scalar counts as one.
 *
 * Errors: those of koma_node_constant_input(); %KOMA_ERROR_SHAPE if they are
 * not int32, or more than %KOMA_MAX_INTS.
 */
gboolean
koma_infer_ints (const KomaGraph *graph,
                 const KomaNode  *node,
                 guint            index,
                 const char      *what,
                 KomaInts        *ret_ints,
                 GError         **error)
{
  const KomaArray *tensor = koma_node_constant_input (graph, node, index, what, error);
  KomaInts         ints = { 0 };

  if (tensor == NULL)
    return FALSE;
  if (tensor->dtype != KOMA_DTYPE_INT32)
    return koma_fail (error, KOMA_ERROR_SHAPE, "its %s is %s, expected int32",
                      what, koma_dtype_name (tensor->dtype));
  if (tensor->count > KOMA_MAX_INTS)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "its %s has %" G_GSIZE_FORMAT " elements, expected at most %d",
                      what, tensor->count, KOMA_MAX_INTS);
  ints.n = tensor->count;
  for (guint i = 0; i < ints.n; i++)
    ints.at[i] = koma_array_get_int (tensor, i);
  *ret_ints = ints;
  return TRUE;
}

/**
 * koma_infer_int:
 *
 * The one integer in an input that must be known ahead.
 *
 * Errors: those of koma_infer_ints(); %KOMA_ERROR_SHAPE if there is not one.
 */
gboolean
koma_infer_int (const KomaGraph *graph,
                const KomaNode  *node,
                guint            index,
                const char      *what,
                gint64          *ret_int,
                GError         **error)
{
  KomaInts ints = { 0 };

  if (!koma_infer_ints (graph, node, index, what, &ints, error))
    return FALSE;
  if (ints.n != 1)
    return koma_fail (error, KOMA_ERROR_SHAPE, "its %s has %u elements, expected 1",
                      what, ints.n);
  *ret_int = ints.at[0];
  return TRUE;
}

/**
 * koma_infer_float:
 *
 * The one float32 in an input that must be known ahead.
 *
 * Errors: those of koma_node_constant_input(); %KOMA_ERROR_SHAPE if it is not
 * one float32.
 */
gboolean
koma_infer_float (const KomaGraph *graph,
                  const KomaNode  *node,
                  guint            index,
                  const char      *what,
                  float           *ret_float,
                  GError         **error)
{
  const KomaArray *tensor = koma_node_constant_input (graph, node, index, what, error);

  if (tensor == NULL)
    return FALSE;
  if (tensor->dtype != KOMA_DTYPE_FLOAT32)
    return koma_fail (error, KOMA_ERROR_SHAPE, "its %s is %s, expected float32",
                      what, koma_dtype_name (tensor->dtype));
  if (tensor->count != 1)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "its %s has %" G_GSIZE_FORMAT " elements, expected 1",
                      what, tensor->count);
  *ret_float = *(const float *) tensor->data;
  return TRUE;
}

/**
 * koma_infer_set_output:
 *
 * Settles dtype and shape of an output value, after checking that a tensor
 * of this shape may exist. An output with a quantisation is of the type of that.
 *
 * Errors: those of koma_shape_check().
 */
gboolean
koma_infer_set_output (const KomaGraph *graph,
                       const KomaNode  *node,
                       guint            index,
                       KomaDType        dtype,
                       const KomaShape *shape,
                       GError         **error)
{
  KomaValue *output = koma_node_output (graph, node, index);

  if (output->quantization != NULL)
    dtype = output->quantization->dtype;
  if (!koma_shape_check (shape, koma_dtype_size (dtype), NULL, error)) {
    g_prefix_error (error, "output “%s”: ", output->name);
    return FALSE;
  }
  output->dtype = dtype;
  output->shape = *shape;
  return TRUE;
}
