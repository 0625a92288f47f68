/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "loop-nest.h"
#include "step.h"

G_BEGIN_DECLS

void koma_cpu_strided_copy_prepare (KomaCpuStep           *step,
                                    const KomaCpuLoopNest *nest,
                                    gssize                 in_offset);

G_END_DECLS
