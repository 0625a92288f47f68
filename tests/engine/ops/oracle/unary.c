/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

#define SELU_ALPHA 1.6732632423543772848170429916717
#define SELU_SCALE 1.0507009873554804934193349852946

static double
compute (KomaOp op,
         double x,
         double alpha)
{
  switch ((int) op) {
  case KOMA_OP_ABS:
    return fabs (x);
  case KOMA_OP_ACOS:
    return acos (x);
  case KOMA_OP_ACOSH:
    return acosh (x);
  case KOMA_OP_ASIN:
    return asin (x);
  case KOMA_OP_ASINH:
    return asinh (x);
  case KOMA_OP_ATAN:
    return atan (x);
  case KOMA_OP_ATANH:
    return atanh (x);
  case KOMA_OP_CEIL:
    return ceil (x);
  case KOMA_OP_COS:
    return cos (x);
  case KOMA_OP_COSH:
    return cosh (x);
  case KOMA_OP_ELU:
    return x >= 0 ? x : alpha * expm1 (x);
  case KOMA_OP_ERF:
    return erf (x);
  case KOMA_OP_EXP:
    return exp (x);
  case KOMA_OP_EXPM1:
    return expm1 (x);
  case KOMA_OP_FLOOR:
    return floor (x);
  case KOMA_OP_LEAKY_RELU:
    return x >= 0 ? x : alpha * x;
  case KOMA_OP_LOG:
    return log (x);
  case KOMA_OP_LOG1P:
    return log1p (x);
  case KOMA_OP_NEG:
    return -x;
  case KOMA_OP_RECIPROCAL:
    return 1 / x;
  case KOMA_OP_RELU:
    return x < 0 ? 0 : x;
  case KOMA_OP_RELU6:
    return x < 0 ? 0 : x > 6 ? 6
                             : x;
  case KOMA_OP_ROUND:
    return nearbyint (x);
  case KOMA_OP_RSQRT:
    return 1 / sqrt (x);
  case KOMA_OP_SELU:
    return SELU_SCALE * (x >= 0 ? x : SELU_ALPHA * expm1 (x));
  case KOMA_OP_SIGMOID:
    return 1 / (1 + exp (-x));
  case KOMA_OP_SIGN:
    return isnan (x) ? x : (x > 0) - (x < 0);
  case KOMA_OP_SIN:
    return sin (x);
  case KOMA_OP_SINH:
    return sinh (x);
  case KOMA_OP_SOFTPLUS:
    return x > 0 ? x + log1p (exp (-x)) : log1p (exp (x));
  case KOMA_OP_SOFTSIGN:
    return x / (1 + fabs (x));
  case KOMA_OP_SQRT:
    return sqrt (x);
  case KOMA_OP_SQUARE:
    return x * x;
  case KOMA_OP_TAN:
    return tan (x);
  case KOMA_OP_TANH:
    return tanh (x);
  default:
    g_assert_not_reached ();
  }
}

void
oracle_unary (const OracleCall *call)
{
  double fallback = call->op == KOMA_OP_LEAKY_RELU ? 0.2 : 1;
  double alpha = koma_attrs_get_float (call->attrs, "alpha", fallback);

  for (gsize i = 0; i < oracle_count (call->out); i++) {
    double y = compute (call->op, call->in[0].data[i], alpha);

    call->out->data[i] = call->out->dtype == KOMA_DTYPE_INT32 ? oracle_wrap (y) : y;
  }
}
