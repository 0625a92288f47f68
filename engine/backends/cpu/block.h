/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

/* Conv2D → DepthwiseConv2dNative → 1×1 Conv2D, or the last two of them, computed together. */
typedef struct _KomaCpuBlock KomaCpuBlock;

#define KOMA_CPU_BLOCK_MAX_STEPS 3

guint koma_cpu_block_count_steps (const KomaSegmentSpec *rest);

KomaCpuBlock *koma_cpu_block_new (KomaCpuStep *steps, /* [n_steps] prepared, borrowed */
                                  guint        n_steps,
                                  GError     **error);
void          koma_cpu_block_free (KomaCpuBlock *block);
guint         koma_cpu_block_run (KomaCpuBlock *block,
                                  double       *ret_ms); /* (nullable) [n_steps] */

G_END_DECLS
