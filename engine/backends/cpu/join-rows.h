/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

void koma_cpu_join_rows_prepare (KomaCpuStep *step,
                                 guint        n_parts,
                                 guint        axis);
void koma_cpu_split_rows_prepare (KomaCpuStep *step,
                                  guint        axis);

G_END_DECLS
