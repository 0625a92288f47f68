/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/decode/koma-pixel-pool.h"

G_BEGIN_DECLS

/* How a picture of a camera is seen: where a frame comes in this size, the window need not scale
 * it. A width or height of 0 means that nobody looks. */
typedef struct
{
  guint16  width; /* pixels of the display */
  guint16  height;
  gboolean is_mirrored;
} KomaCameraShown;

/* One thread at a time. (nullable): it would be larger, there is no memory, or nobody looks. */
KomaPicture *koma_camera_shown_make (const KomaCameraShown *shown,
                                     const KomaPicture     *picture,
                                     KomaPixelPool         *pool);

gboolean koma_camera_shown_equals (const KomaCameraShown *a,
                                   const KomaCameraShown *b);

G_END_DECLS
