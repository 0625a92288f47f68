/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gdk/gdk.h>

#include "worker/explain/koma-explanation.h"

G_BEGIN_DECLS

/* A map as a picture to lie over another: orange for the class, blue against it, and nothing where
 * there is no evidence. Orange and blue stay apart for people who see no red or no green. */
GdkTexture *koma_heat_map_new_texture (const KomaExplanationMap *map);

G_END_DECLS
