/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Short forms of koma_emit_binary () and koma_emit_unary (), for formulas. */
#pragma once

#include "engine/graph/emit.h"

G_BEGIN_DECLS

static inline KomaValueId
emit_add (KomaEmit   *emit,
          KomaValueId a,
          KomaValueId b)
{
  return koma_emit_binary (emit, KOMA_OP_ADD, a, b);
}

static inline KomaValueId
emit_sub (KomaEmit   *emit,
          KomaValueId a,
          KomaValueId b)
{
  return koma_emit_binary (emit, KOMA_OP_SUB, a, b);
}

static inline KomaValueId
emit_mul (KomaEmit   *emit,
          KomaValueId a,
          KomaValueId b)
{
  return koma_emit_binary (emit, KOMA_OP_MUL, a, b);
}

static inline KomaValueId
emit_div (KomaEmit   *emit,
          KomaValueId a,
          KomaValueId b)
{
  return koma_emit_binary (emit, KOMA_OP_DIV, a, b);
}

static inline KomaValueId
emit_square (KomaEmit   *emit,
             KomaValueId x)
{
  return koma_emit_unary (emit, KOMA_OP_SQUARE, x);
}

static inline KomaValueId
emit_sqrt (KomaEmit   *emit,
           KomaValueId x)
{
  return koma_emit_unary (emit, KOMA_OP_SQRT, x);
}

/* mean · keep + x · rest: a mean that forgets, keep + rest being 1. */
static inline KomaValueId
emit_moving_mean (KomaEmit   *emit,
                  KomaValueId mean,
                  KomaValueId keep,
                  KomaValueId x,
                  KomaValueId rest)
{
  return emit_add (emit, emit_mul (emit, mean, keep), emit_mul (emit, x, rest));
}

G_END_DECLS
