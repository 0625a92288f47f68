/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attributes.h"
#include "expression-ops.h"

#define UNARY(name, function)                                        \
  static void call_##function (ExpressionCall *call, GError **error) \
  {                                                                  \
    call->y[0] = koma_tensor_##function (call->x[0], error);         \
  }
#define BINARY(name, function)                                           \
  static void call_##function (ExpressionCall *call, GError **error)     \
  {                                                                      \
    call->y[0] = koma_tensor_##function (call->x[0], call->x[1], error); \
  }
#include "elementwise.inc"
#undef UNARY
#undef BINARY

static void
add_n (ExpressionCall *call,
       GError        **error)
{
  call->y[0] = koma_tensor_add_n (call->x, call->n_x, error);
}

static void
clip_by_value (ExpressionCall *call,
               GError        **error)
{
  call->y[0] = koma_tensor_clip_by_value (call->x[0], attribute_double (call->a, "min", 0),
                                          attribute_double (call->a, "max", 0), error);
}

static void
leaky_relu (ExpressionCall *call,
            GError        **error)
{
  call->y[0] = koma_tensor_leaky_relu (call->x[0], attribute_double (call->a, "alpha", 0.2), error);
}

static void
step (ExpressionCall *call,
      GError        **error)
{
  call->y[0] = koma_tensor_step (call->x[0], attribute_double (call->a, "alpha", 0), error);
}

static void
where (ExpressionCall *call,
       GError        **error)
{
  call->y[0] = koma_tensor_where (call->x[0], call->x[1], call->x[2], error);
}

static void
cast (ExpressionCall *call,
      GError        **error)
{
  KomaDType dtype = KOMA_DTYPE_FLOAT32;

  if (attribute_dtype (call->a, "dtype", &dtype, error))
    call->y[0] = koma_tensor_cast (call->x[0], dtype, error);
}

const ExpressionOp expression_elementwise[] = {
#define UNARY(name, function)  { name, 1, call_##function },
#define BINARY(name, function) { name, 2, call_##function },
#include "elementwise.inc"
#undef UNARY
#undef BINARY
  { "add3", 1, add_n },
  { "addN", 1, add_n },
  { "cast", 1, cast },
  { "clipByValue", 1, clip_by_value },
  { "leakyRelu", 1, leaky_relu },
  { "step", 1, step },
  { "where", 3, where },
  { NULL, 0, NULL },
};
