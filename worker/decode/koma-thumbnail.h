/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* Small pictures as JPEG: a list of 20 000 rows keeps 3 kB of each, not 48.
 * Thread: any. */
GBytes *koma_thumbnail_encode (const KomaPicture *picture,
                               guint              side, /* pixels, of the longer side */
                               GError           **error);

G_END_DECLS
