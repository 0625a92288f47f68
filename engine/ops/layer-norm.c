/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* LayerNorm (x, scale, offset):
 *
 *   y = (x - mean) / sqrt (variance + epsilon) * scale + offset
 *
 * with mean and variance of each line of the last dimension of x, c; float32. Scale and offset,
 * which may be missing, have c elements, all in their last dimension. Attribute `epsilon`, 0.001
 * where missing. TensorFlow computes it with several ops; the pass fuse-layer-norm makes it of
 * them. */
#include "infer.h"

static gboolean
check_line (const KomaGraph *graph,
            const KomaNode  *node,
            guint            index,
            const char      *what,
            GError         **error)
{
  const KomaShape *x = &koma_node_input (graph, node, 0)->shape;
  const KomaValue *line = koma_node_input (graph, node, index);
  const gint64     c = x->dims[x->rank - 1];
  g_autofree char *text = NULL;

  if (!koma_infer_check_dtype (line, what, KOMA_DTYPES_FLOAT32, error))
    return FALSE;
  if (line->shape.rank > 0 && line->shape.dims[line->shape.rank - 1] == c &&
      koma_shape_count (&line->shape) == (gsize) c)
    return TRUE;
  text = g_strdup_printf ("[%" G_GINT64_FORMAT "]", c);
  return koma_infer_fail_shape (error, what, &line->shape, text);
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  static const char *const names[] = { "input", "scale", "offset" };
  const KomaValue         *input = koma_node_input (graph, node, 0);
  double                   epsilon = koma_attrs_get_float (node->attrs, "epsilon", 0.001);

  if (!koma_infer_check_dtype (input, names[0], KOMA_DTYPES_FLOAT32, error))
    return FALSE;
  if (input->shape.rank < 1)
    return koma_infer_fail_shape (error, names[0], &input->shape, "one dimension or more");
  if (!(epsilon >= 0))
    return koma_fail (error, KOMA_ERROR_MODEL, "epsilon is %g, expected 0 or more", epsilon);
  for (guint i = 1; i < node->n_inputs; i++)
    if (!check_line (graph, node, i, names[i], error))
      return FALSE;
  node->params = (KomaOpParams){ .epsilon = epsilon };
  return koma_infer_set_output (graph, node, 0, input->dtype, &input->shape, error);
}

const KomaOpClass koma_op_layer_norm = {
  .min_inputs = 1,
  .max_inputs = 3,
  .infer = infer,
};
