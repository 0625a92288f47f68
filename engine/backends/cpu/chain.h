/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

/* Element-wise steps behind each other, computed together: x · y + z, an optimizer's update. */
typedef struct _KomaCpuChain KomaCpuChain;

#define KOMA_CPU_CHAIN_MAX_STEPS 32

guint koma_cpu_chain_count_steps (const KomaSegmentSpec *rest);

KomaCpuChain *koma_cpu_chain_new (const KomaCpuStep *steps, /* [n_steps] prepared, borrowed */
                                  guint              n_steps,
                                  GError           **error);
void          koma_cpu_chain_free (KomaCpuChain *chain);
guint         koma_cpu_chain_run (KomaCpuChain *chain,
                                  double       *ret_ms); /* (nullable) [n_steps] */

G_END_DECLS
