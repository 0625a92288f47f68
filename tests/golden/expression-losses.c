/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attributes.h"
#include "expression-ops.h"

/* Weights of 1, and the mean. */
#define REST NULL, KOMA_REDUCTION_SUM_BY_NONZERO_WEIGHTS, error

static void
absolute_difference (ExpressionCall *call,
                     GError        **error)
{
  call->y[0] = koma_tensor_absolute_difference (call->x[0], call->x[1], REST);
}

static void
cosine_distance (ExpressionCall *call,
                 GError        **error)
{
  call->y[0] =
    koma_tensor_cosine_distance (call->x[0], call->x[1], attribute_int (call->a, "axis", 0), REST);
}

static void
hinge_loss (ExpressionCall *call,
            GError        **error)
{
  call->y[0] = koma_tensor_hinge_loss (call->x[0], call->x[1], REST);
}

static void
huber_loss (ExpressionCall *call,
            GError        **error)
{
  call->y[0] =
    koma_tensor_huber_loss (call->x[0], call->x[1], attribute_double (call->a, "delta", 1), REST);
}

static void
log_loss (ExpressionCall *call,
          GError        **error)
{
  call->y[0] = koma_tensor_log_loss (call->x[0], call->x[1], 1e-7, REST);
}

static void
mean_squared_error (ExpressionCall *call,
                    GError        **error)
{
  call->y[0] = koma_tensor_mean_squared_error (call->x[0], call->x[1], REST);
}

static void
sigmoid_cross_entropy (ExpressionCall *call,
                       GError        **error)
{
  call->y[0] = koma_tensor_sigmoid_cross_entropy (call->x[0], call->x[1], 0, REST);
}

static void
softmax_cross_entropy (ExpressionCall *call,
                       GError        **error)
{
  call->y[0] = koma_tensor_softmax_cross_entropy (call->x[0], call->x[1], 0, REST);
}

const ExpressionOp expression_losses[] = {
  { "absoluteDifference", 2, absolute_difference },
  { "cosineDistance", 2, cosine_distance },
  { "hingeLoss", 2, hinge_loss },
  { "huberLoss", 2, huber_loss },
  { "logLoss", 2, log_loss },
  { "meanSquaredError", 2, mean_squared_error },
  { "sigmoidCrossEntropy", 2, sigmoid_cross_entropy },
  { "softmaxCrossEntropy", 2, softmax_cross_entropy },
  { NULL, 0, NULL },
};
