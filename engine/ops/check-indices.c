/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* CheckIndices (x): x, unless an element is out of its range: then the run fails, with an error
 * that names the element. Koma's own, for indices that come with the data; TensorFlow has such a
 * check in each op on a processor, and none on a graphics card.
 *
 * x is int32 or float32. Attributes: `sizes` [n]: element i of a line of n along the last
 * dimension is 0 to sizes[i] - 1, and not NaN; of one size x has any shape. A size of -1 is open:
 * 0 or more. `is_label`: the error says “label”. */
#include "infer.h"

static gboolean
read_sizes (const KomaShape *x,
            const KomaAttrs *attrs,
            KomaIndexRanges *ret_params,
            GError         **error)
{
  gsize         n = 0;
  const gint64 *sizes = koma_attrs_get_ints (attrs, "sizes", &n);

  if (n < 1 || n > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "there are %" G_GSIZE_FORMAT " sizes, expected 1 to %d", n, KOMA_MAX_RANK);
  if (n > 1 && (x->rank == 0 || x->dims[x->rank - 1] != (gint64) n))
    return koma_infer_fail_shape (error, "x", x, "a last dimension of an index for each size");
  for (gsize i = 0; i < n; i++) {
    if (sizes[i] < KOMA_DIM_UNKNOWN)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "a size is %" G_GINT64_FORMAT ", expected 0 or more, or -1 for any",
                        sizes[i]);
    ret_params->sizes[i] = sizes[i];
  }
  ret_params->n_sizes = (guint) n;
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *x = koma_node_input (graph, node, 0);
  KomaIndexRanges  params = {
     .is_label = koma_attrs_get_int (node->attrs, "is_label", FALSE) != FALSE,
  };

  if (!koma_infer_check_dtype (x, "x", KOMA_DTYPES_NUMBER, error) ||
      !read_sizes (&x->shape, node->attrs, &params, error))
    return FALSE;
  node->params = (KomaOpParams){ .indices = params };
  return koma_infer_set_output (graph, node, 0, x->dtype, &x->shape, error);
}

const KomaOpClass koma_op_check_indices = {
  .min_inputs = 1,
  .max_inputs = 1,
  .infer = infer,
};
