/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How often a prediction is right; 0 or 1 for each sample. Formulas: metrics.js of TensorFlow.js
 * layers 4.22; top-k, which it does not have: in_top_k of Keras 2. */
#include "arithmetic.h"
#include "last-axis.h"
#include "metric.h"

static KomaValueId
build_arg_max (KomaBuilder *builder,
               KomaValueId  x)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_ARG_MAX, NULL, x, koma_builder_int (builder, -1));
}

static KomaValueId
build_equal (KomaBuilder *builder,
             KomaValueId  a,
             KomaValueId  b)
{
  return koma_builder_cast (builder, koma_builder_binary (builder, KOMA_OP_EQUAL, a, b),
                            KOMA_DTYPE_FLOAT32);
}

/* mean (t = (p > 1/2)) */
KomaValueId
koma_metric_binary_accuracy (KomaBuilder *builder,
                             KomaValueId  y_true,
                             KomaValueId  y_pred)
{
  const KomaValueId is_over = koma_builder_with_number (builder, KOMA_OP_GREATER, y_pred, 0.5);
  const KomaValueId p = koma_builder_cast (builder, is_over, KOMA_DTYPE_FLOAT32);

  return koma_builder_mean_last (builder, build_equal (builder, y_true, p));
}

/* argmax (t) = argmax (p) */
KomaValueId
koma_metric_categorical_accuracy (KomaBuilder *builder,
                                  KomaValueId  y_true,
                                  KomaValueId  y_pred)
{
  return build_equal (builder, build_arg_max (builder, y_true), build_arg_max (builder, y_pred));
}

/* t = argmax (p) */
KomaValueId
koma_metric_sparse_categorical_accuracy (KomaBuilder *builder,
                                         KomaValueId  y_true,
                                         KomaValueId  y_pred)
{
  const KomaShape   shape = koma_builder_get_shape (builder, y_pred);
  const KomaValueId best =
    koma_builder_cast (builder, build_arg_max (builder, y_pred), KOMA_DTYPE_FLOAT32);

  y_true = koma_builder_reshape (builder, y_true, koma_builder_get_shape (builder, best));
  y_true = koma_builder_check_labels (builder, y_true, shape.dims[shape.rank - 1]);
  return build_equal (builder, y_true, best);
}

/* Whether fewer than k predictions are above that of the right class: @is_right is 1 there. */
static KomaValueId
build_is_in_top_k (KomaBuilder *builder,
                   KomaValueId  is_right,
                   KomaValueId  y_pred)
{
  KomaValueId y = build_mul (builder, is_right, y_pred);

  y = koma_builder_reduce_last (builder, KOMA_OP_SUM, y, TRUE);
  y = koma_builder_binary (builder, KOMA_OP_GREATER, y_pred, y);
  y = koma_builder_sum_last (builder, koma_builder_cast (builder, y, KOMA_DTYPE_FLOAT32));
  y = koma_builder_with_number (builder, KOMA_OP_LESS, y, KOMA_METRIC_TOP_K);
  return koma_builder_cast (builder, y, KOMA_DTYPE_FLOAT32);
}

KomaValueId
koma_metric_sparse_top_k_categorical_accuracy (KomaBuilder *builder,
                                               KomaValueId  y_true,
                                               KomaValueId  y_pred)
{
  return build_is_in_top_k (builder, koma_builder_one_hot (builder, y_true, y_pred), y_pred);
}

KomaValueId
koma_metric_top_k_categorical_accuracy (KomaBuilder *builder,
                                        KomaValueId  y_true,
                                        KomaValueId  y_pred)
{
  const KomaValueId right =
    koma_builder_cast (builder, build_arg_max (builder, y_true), KOMA_DTYPE_FLOAT32);

  return koma_metric_sparse_top_k_categorical_accuracy (builder, right, y_pred);
}
