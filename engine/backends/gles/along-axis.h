/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "kernel.h"

G_BEGIN_DECLS

/* Concat, Pack, Split and Unpack: a part is [n_outer, part_elems]; its rows
 * start at @start in rows of @row_elems. */
gboolean koma_gles_join_parts (KomaGlesPlan   *plan,
                               const KomaNode *node,
                               guint           n_inputs,
                               gsize           n_outer,
                               GError        **error);
gboolean koma_gles_take_part (KomaGlesPlan   *plan,
                              const KomaNode *node,
                              guint           output,
                              gsize           n_outer,
                              gsize           start,
                              GError        **error);

G_END_DECLS
