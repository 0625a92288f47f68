/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Short forms of koma_builder_binary () and koma_builder_unary (), for formulas. */
#pragma once

#include "engine/graph/builder.h"

G_BEGIN_DECLS

static inline KomaValueId
build_add (KomaBuilder *builder,
           KomaValueId  a,
           KomaValueId  b)
{
  return koma_builder_binary (builder, KOMA_OP_ADD, a, b);
}

static inline KomaValueId
build_sub (KomaBuilder *builder,
           KomaValueId  a,
           KomaValueId  b)
{
  return koma_builder_binary (builder, KOMA_OP_SUB, a, b);
}

static inline KomaValueId
build_mul (KomaBuilder *builder,
           KomaValueId  a,
           KomaValueId  b)
{
  return koma_builder_binary (builder, KOMA_OP_MUL, a, b);
}

static inline KomaValueId
build_div (KomaBuilder *builder,
           KomaValueId  a,
           KomaValueId  b)
{
  return koma_builder_binary (builder, KOMA_OP_DIV, a, b);
}

static inline KomaValueId
build_square (KomaBuilder *builder,
              KomaValueId  x)
{
  return koma_builder_unary (builder, KOMA_OP_SQUARE, x);
}

static inline KomaValueId
build_sqrt (KomaBuilder *builder,
            KomaValueId  x)
{
  return koma_builder_unary (builder, KOMA_OP_SQRT, x);
}

/* mean · keep + x · rest: a mean that forgets, keep + rest being 1. */
static inline KomaValueId
build_moving_mean (KomaBuilder *builder,
                   KomaValueId  mean,
                   KomaValueId  keep,
                   KomaValueId  x,
                   KomaValueId  rest)
{
  return build_add (builder, build_mul (builder, mean, keep), build_mul (builder, x, rest));
}

G_END_DECLS
