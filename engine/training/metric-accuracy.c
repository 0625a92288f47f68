/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How often a prediction is right; 0 or 1 for each sample. Formulas: metrics.js of TensorFlow.js
 * layers 4.22; top-k, which it does not have: in_top_k of Keras 2. */
#include "arithmetic.h"
#include "last-axis.h"
#include "metric.h"

static KomaValueId
emit_arg_max (KomaEmit   *emit,
              KomaValueId x)
{
  return KOMA_EMIT (emit, KOMA_OP_ARG_MAX, NULL, x, koma_emit_int (emit, -1));
}

static KomaValueId
emit_equal (KomaEmit   *emit,
            KomaValueId a,
            KomaValueId b)
{
  return koma_emit_cast (emit, koma_emit_binary (emit, KOMA_OP_EQUAL, a, b), KOMA_DTYPE_FLOAT32);
}

/* mean (t = (p > 1/2)) */
KomaValueId
koma_metric_binary_accuracy (KomaEmit   *emit,
                             KomaValueId y_true,
                             KomaValueId y_pred)
{
  const KomaValueId is_over = koma_emit_with_number (emit, KOMA_OP_GREATER, y_pred, 0.5);
  const KomaValueId p = koma_emit_cast (emit, is_over, KOMA_DTYPE_FLOAT32);

  return koma_emit_mean_last (emit, emit_equal (emit, y_true, p));
}

/* argmax (t) = argmax (p) */
KomaValueId
koma_metric_categorical_accuracy (KomaEmit   *emit,
                                  KomaValueId y_true,
                                  KomaValueId y_pred)
{
  return emit_equal (emit, emit_arg_max (emit, y_true), emit_arg_max (emit, y_pred));
}

/* t = argmax (p) */
KomaValueId
koma_metric_sparse_categorical_accuracy (KomaEmit   *emit,
                                         KomaValueId y_true,
                                         KomaValueId y_pred)
{
  const KomaShape   shape = koma_emit_get_shape (emit, y_pred);
  const KomaValueId best =
    koma_emit_cast (emit, emit_arg_max (emit, y_pred), KOMA_DTYPE_FLOAT32);

  y_true = koma_emit_reshape (emit, y_true, koma_emit_get_shape (emit, best));
  y_true = koma_emit_check_labels (emit, y_true, shape.dims[shape.rank - 1]);
  return emit_equal (emit, y_true, best);
}

/* Whether fewer than k predictions are above that of the right class: @is_right is 1 there. */
static KomaValueId
emit_is_in_top_k (KomaEmit   *emit,
                  KomaValueId is_right,
                  KomaValueId y_pred)
{
  KomaValueId y = emit_mul (emit, is_right, y_pred);

  y = koma_emit_reduce_last (emit, KOMA_OP_SUM, y, TRUE);
  y = koma_emit_binary (emit, KOMA_OP_GREATER, y_pred, y);
  y = koma_emit_sum_last (emit, koma_emit_cast (emit, y, KOMA_DTYPE_FLOAT32));
  y = koma_emit_with_number (emit, KOMA_OP_LESS, y, KOMA_METRIC_TOP_K);
  return koma_emit_cast (emit, y, KOMA_DTYPE_FLOAT32);
}

KomaValueId
koma_metric_sparse_top_k_categorical_accuracy (KomaEmit   *emit,
                                               KomaValueId y_true,
                                               KomaValueId y_pred)
{
  return emit_is_in_top_k (emit, koma_emit_one_hot (emit, y_true, y_pred), y_pred);
}

KomaValueId
koma_metric_top_k_categorical_accuracy (KomaEmit   *emit,
                                        KomaValueId y_true,
                                        KomaValueId y_pred)
{
  const KomaValueId right =
    koma_emit_cast (emit, emit_arg_max (emit, y_true), KOMA_DTYPE_FLOAT32);

  return koma_metric_sparse_top_k_categorical_accuracy (emit, right, y_pred);
}
