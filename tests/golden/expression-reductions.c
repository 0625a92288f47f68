/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "attributes.h"
#include "expression-ops.h"

#define REDUCTION(function)                                                               \
  static void call_##function (ExpressionCall *call, GError **error)                      \
  {                                                                                       \
    g_auto (Ints) axes = attribute_ints (call->a, "axis");                                \
                                                                                          \
    call->y[0] = koma_tensor_##function (call->x[0], axes.at, axes.n,                     \
                                         attribute_boolean (call->a, "keepDims"), error); \
  }
REDUCTION (all)
REDUCTION (any)
REDUCTION (log_sum_exp)
REDUCTION (max)
REDUCTION (mean)
REDUCTION (min)
REDUCTION (prod)
REDUCTION (sum)

static void
arg_max (ExpressionCall *call,
         GError        **error)
{
  call->y[0] = koma_tensor_arg_max (call->x[0], attribute_int (call->a, "axis", 0), error);
}

static void
arg_min (ExpressionCall *call,
         GError        **error)
{
  call->y[0] = koma_tensor_arg_min (call->x[0], attribute_int (call->a, "axis", 0), error);
}

static void
cumprod (ExpressionCall *call,
         GError        **error)
{
  call->y[0] = koma_tensor_cumprod (call->x[0], attribute_int (call->a, "axis", 0),
                                    attribute_boolean (call->a, "exclusive"),
                                    attribute_boolean (call->a, "reverse"), error);
}

static void
cumsum (ExpressionCall *call,
        GError        **error)
{
  call->y[0] = koma_tensor_cumsum (call->x[0], attribute_int (call->a, "axis", 0),
                                   attribute_boolean (call->a, "exclusive"),
                                   attribute_boolean (call->a, "reverse"), error);
}

static void
softmax (ExpressionCall *call,
         GError        **error)
{
  call->y[0] = koma_tensor_softmax (call->x[0], attribute_int (call->a, "axis", -1), error);
}

static void
log_softmax (ExpressionCall *call,
             GError        **error)
{
  call->y[0] = koma_tensor_log_softmax (call->x[0], attribute_int (call->a, "axis", -1), error);
}

/* 1, 2 or a name. */
static KomaNorm
read_norm (JsonObject *attributes)
{
  const double ord = attribute_double (attributes, "ord", 0);

  if (ord == 2)
    return KOMA_NORM_2;
  if (ord == 1)
    return KOMA_NORM_1;
  if (isinf (ord))
    return ord > 0 ? KOMA_NORM_INFINITY : KOMA_NORM_MINUS_INFINITY;
  return KOMA_NORM_EUCLIDEAN;
}

static void
norm (ExpressionCall *call,
      GError        **error)
{
  g_auto (Ints) axes = attribute_ints (call->a, "axis");

  call->y[0] = koma_tensor_norm (call->x[0], read_norm (call->a), axes.at, axes.n,
                                 attribute_boolean (call->a, "keepDims"), error);
}

static void
moments (ExpressionCall *call,
         GError        **error)
{
  g_auto (Ints) axes = attribute_ints (call->a, "axis");

  if (!koma_tensor_moments (call->x[0], axes.at, axes.n, attribute_boolean (call->a, "keepDims"),
                            &call->y[0], &call->y[1], error))
    call->y[0] = NULL;
}

static void
batch_norm (ExpressionCall *call,
            GError        **error)
{
  call->y[0] = koma_tensor_batch_norm (
    call->x[0], call->x[1], call->x[2], call->n_x > 3 ? call->x[3] : NULL,
    call->n_x > 4 ? call->x[4] : NULL, attribute_double (call->a, "varianceEpsilon", 0.001), error);
}

static void
top_k (ExpressionCall *call,
       GError        **error)
{
  if (!koma_tensor_top_k (call->x[0], attribute_int (call->a, "k", 1), &call->y[0], &call->y[1],
                          error))
    call->y[0] = NULL;
}

static void
unique (ExpressionCall *call,
        GError        **error)
{
  if (!koma_tensor_unique (call->x[0], attribute_int (call->a, "axis", 0), &call->y[0], &call->y[1],
                           error))
    call->y[0] = NULL;
}

static void
mat_mul (ExpressionCall *call,
         GError        **error)
{
  call->y[0] =
    koma_tensor_mat_mul (call->x[0], call->x[1], attribute_boolean (call->a, "transposeA"),
                         attribute_boolean (call->a, "transposeB"), error);
}

const ExpressionOp expression_reductions[] = {
  { "all", 1, call_all },
  { "any", 1, call_any },
  { "argMax", 1, arg_max },
  { "argMin", 1, arg_min },
  { "batchNorm", 3, batch_norm },
  { "cumprod", 1, cumprod },
  { "cumsum", 1, cumsum },
  { "logSoftmax", 1, log_softmax },
  { "logSumExp", 1, call_log_sum_exp },
  { "matMul", 2, mat_mul },
  { "max", 1, call_max },
  { "mean", 1, call_mean },
  { "min", 1, call_min },
  { "moments", 1, moments },
  { "norm", 1, norm },
  { "prod", 1, call_prod },
  { "softmax", 1, softmax },
  { "sum", 1, call_sum },
  { "topk", 1, top_k },
  { "unique", 1, unique },
  { NULL, 0, NULL },
};
