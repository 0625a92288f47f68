/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* UnsortedSegmentSum (x, segment_ids, num_segments): row i of the result is the sum of the
 * rows of x whose segment id is i. x [i.., row..], float32 or int32; segment_ids [i..],
 * int32; num_segments, one number, must be known ahead; the result is [num_segments, row..].
 * An id that names no row is left out. The gradient of GatherV2 along the first axis. */
#include "infer-shape.h"

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *x = koma_node_input (graph, node, 0);
  const KomaValue *ids = koma_node_input (graph, node, 1);
  KomaShape        prefix = { 0 };
  KomaShape        shape = { .rank = 1 };

  if (!koma_infer_check_dtype (x, "input", KOMA_DTYPES_NUMBER, error) ||
      !koma_infer_check_dtype (ids, "segment_ids", KOMA_DTYPES_INT32, error) ||
      !koma_infer_int (graph, node, 2, "num_segments", &shape.dims[0], error))
    return FALSE;
  prefix = koma_shape_make (MIN (ids->shape.rank, x->shape.rank), x->shape.dims);
  if (!koma_infer_check_shape (ids, "segment_ids", &prefix, error))
    return FALSE;
  if (x->shape.rank - prefix.rank >= KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "the result has %u dimensions, expected at most %d",
                      x->shape.rank - prefix.rank + 1, KOMA_MAX_RANK);
  for (guint d = prefix.rank; d < x->shape.rank; d++)
    shape.dims[shape.rank++] = x->shape.dims[d];
  return koma_infer_set_output (graph, node, 0, x->dtype, &shape, error);
}

const KomaOpClass koma_op_unsorted_segment_sum = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
