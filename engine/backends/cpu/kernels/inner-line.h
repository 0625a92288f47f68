/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "kernels.h"

G_BEGIN_DECLS

gboolean koma_cpu_inner_line_pays (const KomaCpuPatches *patches,
                                   gsize                 channels);
gboolean koma_cpu_inner_line_find (const KomaCpuPatches *patches,
                                   gsize                 first,
                                   KomaCpuConvLine      *line);

G_END_DECLS
