/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "step.h"

G_BEGIN_DECLS

gboolean koma_cpu_mat_mul_int_prepare (KomaCpuStep *step, GError **error);

G_END_DECLS
