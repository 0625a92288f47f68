/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shared by PadV2 and MirrorPad. Private to engine/ops/. */
#pragma once

#include "infer.h"

G_BEGIN_DECLS

gboolean koma_pad_infer (const KomaGraph *graph,
                         const KomaNode  *node,
                         KomaOpParams    *ret_params,
                         KomaShape       *ret_shape,
                         GError         **error);

G_END_DECLS
