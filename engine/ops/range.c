/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Range (start, limit, delta): start, start + delta, … before limit; int32 or
 * float32, all three single numbers that must be known ahead. */
#include <math.h>

#include "infer.h"

static gboolean
count_int (const KomaGraph *graph,
           const KomaNode  *node,
           gint64          *ret_count,
           GError         **error)
{
  gint64 start = 0;
  gint64 limit = 0;
  gint64 delta = 0;

  if (!koma_infer_int (graph, node, 0, "start", &start, error) ||
      !koma_infer_int (graph, node, 1, "limit", &limit, error) ||
      !koma_infer_int (graph, node, 2, "delta", &delta, error))
    return FALSE;
  if (delta == 0 || (delta > 0 && limit < start) || (delta < 0 && limit > start))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "delta is %" G_GINT64_FORMAT
                      ", expected one that leads from %" G_GINT64_FORMAT
                      " to %" G_GINT64_FORMAT,
                      delta, start, limit);
  /* All three were int32. */
  *ret_count = (ABS (limit - start) + ABS (delta) - 1) / ABS (delta);
  return TRUE;
}

static gboolean
count_float (const KomaGraph *graph,
             const KomaNode  *node,
             gint64          *ret_count,
             GError         **error)
{
  float start = 0;
  float limit = 0;
  float delta = 0;
  float count = 0;

  if (!koma_infer_float (graph, node, 0, "start", &start, error) ||
      !koma_infer_float (graph, node, 1, "limit", &limit, error) ||
      !koma_infer_float (graph, node, 2, "delta", &delta, error))
    return FALSE;
  count = ceilf ((limit - start) / delta);
  if (!(count >= 0 && count <= (float) G_MAXINT32))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "delta is %g, expected one that leads from %g to %g",
                      delta, start, limit);
  *ret_count = count;
  return TRUE;
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  KomaDType dtype = koma_node_input (graph, node, 0)->dtype;
  KomaShape shape = { .rank = 1 };

  if (!koma_infer_check_same_dtype (graph, node, 3, KOMA_DTYPES_NUMBER, error) ||
      !(dtype == KOMA_DTYPE_INT32 ? count_int : count_float) (graph, node, &shape.dims[0], error))
    return FALSE;
  return koma_infer_set_output (graph, node, 0, dtype, &shape, error);
}

const KomaOpClass koma_op_range = {
  .min_inputs = 3,
  .max_inputs = 3,
  .infer = infer,
};
