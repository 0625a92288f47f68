/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The window of a pool and of its gradient. Private to engine/ops/. */
#pragma once

#include "infer.h"

G_BEGIN_DECLS

gboolean koma_pool_infer (const KomaNode  *node,
                          const KomaShape *in, /* [n,h,w,c] */
                          KomaWindow2D    *ret_window,
                          KomaShape       *ret_out,
                          GError         **error);

G_END_DECLS
