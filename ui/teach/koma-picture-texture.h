/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gdk/gdk.h>

#include "worker/queue/koma-request.h"

G_BEGIN_DECLS

/* The texture uses the memory of the picture, and holds a reference to it. */
GdkTexture *koma_picture_texture_new (KomaPicture *picture);

G_END_DECLS
