/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reshape (x, shape): the same elements in another shape; any element type.
 * shape must be known ahead; one of it may be -1: what is left. */
#include "infer.h"

static gboolean
complete (KomaShape *shape,
          gint64     count,
          GError   **error)
{
  gint64 product = 1;
  int    open = -1;

  for (guint i = 0; i < shape->rank; i++) {
    if (shape->dims[i] == KOMA_DIM_UNKNOWN && open < 0)
      open = i;
    else if (shape->dims[i] < 0)
      return koma_infer_fail_shape (error, "shape", shape, "sizes and at most one -1");
    /* Two numbers below 2^32 each time. */
    else if ((product *= shape->dims[i]) > G_MAXUINT32)
      return koma_infer_fail_shape (error, "shape", shape, "fewer elements");
  }
  if (open >= 0 && product == 0)
    return koma_infer_fail_shape (error, "shape", shape, "no 0 beside -1");
  if (open >= 0)
    shape->dims[open] = count / product;
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = { 0 };
  KomaInts         dims = { 0 };
  gsize            count = 0;
  gsize            new_count = 0;

  if (!koma_infer_ints (graph, node, 1, "shape", &dims, error) ||
      !koma_shape_check (&input->shape, koma_dtype_size (input->dtype), &count, error))
    return FALSE;
  if (dims.n > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "shape has %u elements, expected at most %d", dims.n, KOMA_MAX_RANK);
  shape = koma_shape_make (dims.n, dims.at);
  if (!complete (&shape, count, error) ||
      !koma_shape_check (&shape, koma_dtype_size (input->dtype), &new_count, error))
    return FALSE;
  if (count != new_count) {
    KomaShape        wanted = koma_shape_make (dims.n, dims.at);
    g_autofree char *text = koma_shape_to_string (&wanted);
    g_autofree char *expected = g_strdup_printf ("one that fits %s", text);
    return koma_infer_fail_shape (error, "input", &input->shape, expected);
  }
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_reshape = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
