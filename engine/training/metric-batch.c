/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Metrics of a whole batch: scalars. Formulas: metrics.js of TensorFlow.js layers 4.22, where a
 * prediction counts if it is 0 or 1 exactly. */
#include "arithmetic.h"
#include "last-axis.h"
#include "metric.h"

/* How often t is @target and p is @prediction. */
static KomaValueId
emit_count (KomaEmit   *emit,
            KomaValueId y_true,
            double      target,
            KomaValueId y_pred,
            double      prediction)
{
  KomaValueId y = koma_emit_binary (
    emit, KOMA_OP_LOGICAL_AND, koma_emit_with_number (emit, KOMA_OP_EQUAL, y_true, target),
    koma_emit_with_number (emit, KOMA_OP_EQUAL, y_pred, prediction));

  return koma_emit_reduce_all (emit, KOMA_OP_SUM, koma_emit_cast (emit, y, KOMA_DTYPE_FLOAT32));
}

/* a / (a + b); 0 where both are: they are counts. */
static KomaValueId
emit_share (KomaEmit   *emit,
            KomaValueId a,
            KomaValueId b)
{
  const KomaValueId sum = emit_add (emit, a, b);

  return emit_div (emit, a,
                   koma_emit_with_number (emit, KOMA_OP_MAXIMUM, sum, 1));
}

/* true positives / (true positives + false positives) */
KomaValueId
koma_metric_precision (KomaEmit   *emit,
                       KomaValueId y_true,
                       KomaValueId y_pred)
{
  return emit_share (emit, emit_count (emit, y_true, 1, y_pred, 1),
                     emit_count (emit, y_true, 0, y_pred, 1));
}

/* true positives / (true positives + false negatives) */
KomaValueId
koma_metric_recall (KomaEmit   *emit,
                    KomaValueId y_true,
                    KomaValueId y_pred)
{
  return emit_share (emit, emit_count (emit, y_true, 1, y_pred, 1),
                     emit_count (emit, y_true, 1, y_pred, 0));
}

static KomaValueId
emit_sum_of_squared_differences (KomaEmit   *emit,
                                 KomaValueId a,
                                 KomaValueId b)
{
  return koma_emit_reduce_all (emit, KOMA_OP_SUM,
                               koma_emit_binary (emit, KOMA_OP_SQUARED_DIFFERENCE, a, b));
}

/* 1 - sum ((t - p)²) / sum ((t - mean (t))²) */
KomaValueId
koma_metric_r2_score (KomaEmit   *emit,
                      KomaValueId y_true,
                      KomaValueId y_pred)
{
  const KomaValueId mean = koma_emit_reduce_all (emit, KOMA_OP_MEAN, y_true);
  const KomaValueId share =
    emit_div (emit, emit_sum_of_squared_differences (emit, y_true, y_pred),
              emit_sum_of_squared_differences (emit, y_true, mean));

  return emit_sub (emit, koma_emit_number (emit, 1, share), share);
}
