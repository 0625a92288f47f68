/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "define.h"

#define KOMA_XNN(ID, symbol) extern const KomaXnnKernel koma_xnn_##symbol;
#include "kernels.inc"
#undef KOMA_XNN

#define KOMA_XNN(ID, symbol) [KOMA_OP_##ID] = &koma_xnn_##symbol,
static const KomaXnnKernel *const kernels[KOMA_N_OPS] = {
#include "kernels.inc"
};
#undef KOMA_XNN

/**
 * koma_xnn_kernels_get:
 *
 * Returns: (nullable): how XNNPACK computes @op; %NULL if it does not
 */
const KomaXnnKernel *
koma_xnn_kernels_get (KomaOp op)
{
  return kernels[op];
}
