/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How a picture is resized, read from the attributes of a node. Private to engine/ops/. */
#pragma once

#include "infer.h"

G_BEGIN_DECLS

gboolean koma_resize_infer (const KomaNode   *node,
                            const KomaShape  *in,  /* [n,h,w,c] */
                            const KomaShape  *out, /* likewise */
                            KomaResizeParams *ret_params,
                            GError          **error);

G_END_DECLS
