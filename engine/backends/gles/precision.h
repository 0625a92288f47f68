/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/runtime/precision.h"

G_BEGIN_DECLS

gboolean koma_gles_choose_precision (KomaPrecision  asked,
                                     KomaPrecision *ret_precision,
                                     GError       **error);

G_END_DECLS
