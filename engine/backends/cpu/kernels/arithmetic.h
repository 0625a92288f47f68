/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The numbers of element-wise kernels. */
#pragma once

#include "engine/backends/cpu/elements.h"

G_BEGIN_DECLS

/* Of arithmetic.inc, those of two operands and those of one. */
#define KOMA_CPU_BINARY_ROW(ID, symbol, expression) KOMA_CPU_BINARY_##ID,
#define KOMA_CPU_UNARY_ROW(ID, symbol, expression)
typedef enum {
#include "arithmetic.inc"
  KOMA_CPU_N_BINARIES
} KomaCpuBinaryId;
#undef KOMA_CPU_BINARY_ROW
#undef KOMA_CPU_UNARY_ROW

#define KOMA_CPU_BINARY_ROW(ID, symbol, expression)
#define KOMA_CPU_UNARY_ROW(ID, symbol, expression) KOMA_CPU_UNARY_##ID,
typedef enum {
#include "arithmetic.inc"
  KOMA_CPU_N_UNARIES
} KomaCpuUnaryId;
#undef KOMA_CPU_BINARY_ROW
#undef KOMA_CPU_UNARY_ROW

typedef enum {
  KOMA_CPU_ERF,
  KOMA_CPU_EXP,
  KOMA_CPU_GELU,
  KOMA_CPU_GELU_TANH, /* its approximation */
  KOMA_CPU_SIGMOID,
  KOMA_CPU_TANH,
  KOMA_CPU_N_FUNCTIONS
} KomaCpuFunctionId;

G_END_DECLS
