/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "kernel.h"

G_BEGIN_DECLS

/* The node's bias, or zeros where it has none: [out_c]. */
gboolean koma_gles_bias_bind (KomaGlesPlan    *plan,
                              const KomaNode  *node,
                              guint            index,
                              gsize            out_c,
                              gboolean         is_exact,
                              KomaGlesBinding *ret_binding,
                              GError         **error);

G_END_DECLS
