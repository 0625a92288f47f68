/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

gboolean koma_cpu_mat_mul_is_outer (const KomaCpuStep *step);
gboolean koma_cpu_mat_mul_outer_prepare (KomaCpuStep *step, GError **error);

G_END_DECLS
