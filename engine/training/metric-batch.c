/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Metrics of a whole batch: scalars. Formulas: metrics.js of TensorFlow.js layers 4.22, where a
 * prediction counts if it is 0 or 1 exactly. */
#include "arithmetic.h"
#include "last-axis.h"
#include "metric.h"

/* How often t is @target and p is @prediction. */
static KomaValueId
build_count (KomaBuilder *builder,
             KomaValueId  y_true,
             double       target,
             KomaValueId  y_pred,
             double       prediction)
{
  KomaValueId y = koma_builder_binary (
    builder, KOMA_OP_LOGICAL_AND, koma_builder_with_number (builder, KOMA_OP_EQUAL, y_true, target),
    koma_builder_with_number (builder, KOMA_OP_EQUAL, y_pred, prediction));

  return koma_builder_reduce_all (builder, KOMA_OP_SUM,
                                  koma_builder_cast (builder, y, KOMA_DTYPE_FLOAT32));
}

/* a / (a + b); 0 where both are: they are counts. */
static KomaValueId
build_share (KomaBuilder *builder,
             KomaValueId  a,
             KomaValueId  b)
{
  const KomaValueId sum = build_add (builder, a, b);

  return build_div (builder, a,
                    koma_builder_with_number (builder, KOMA_OP_MAXIMUM, sum, 1));
}

/* true positives / (true positives + false positives) */
KomaValueId
koma_metric_precision (KomaBuilder *builder,
                       KomaValueId  y_true,
                       KomaValueId  y_pred)
{
  return build_share (builder, build_count (builder, y_true, 1, y_pred, 1),
                      build_count (builder, y_true, 0, y_pred, 1));
}

/* true positives / (true positives + false negatives) */
KomaValueId
koma_metric_recall (KomaBuilder *builder,
                    KomaValueId  y_true,
                    KomaValueId  y_pred)
{
  return build_share (builder, build_count (builder, y_true, 1, y_pred, 1),
                      build_count (builder, y_true, 1, y_pred, 0));
}

static KomaValueId
build_sum_of_squared_differences (KomaBuilder *builder,
                                  KomaValueId  a,
                                  KomaValueId  b)
{
  return koma_builder_reduce_all (builder, KOMA_OP_SUM,
                                  koma_builder_binary (builder, KOMA_OP_SQUARED_DIFFERENCE, a, b));
}

/* 1 - sum ((t - p)²) / sum ((t - mean (t))²) */
KomaValueId
koma_metric_r2_score (KomaBuilder *builder,
                      KomaValueId  y_true,
                      KomaValueId  y_pred)
{
  const KomaValueId mean = koma_builder_reduce_all (builder, KOMA_OP_MEAN, y_true);
  const KomaValueId share =
    build_div (builder, build_sum_of_squared_differences (builder, y_true, y_pred),
               build_sum_of_squared_differences (builder, y_true, mean));

  return build_sub (builder, koma_builder_number (builder, 1, share), share);
}
