/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/backends/gles/kernel.h"

G_BEGIN_DECLS

/* Concat and Pack: lines of the inputs side by side. */
gboolean koma_gles_fragment_concat (KomaGlesPlan   *plan,
                                    const KomaNode *node,
                                    guint           n_inputs,
                                    gsize           n_lines,
                                    GError        **error);

G_END_DECLS
