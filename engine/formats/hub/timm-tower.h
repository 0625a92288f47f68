/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers.h"

G_BEGIN_DECLS

/* An argument that timm does not have: the windows of a stem begin before the picture, by half of
 * what they reach, as in MobileCLIP-B of Apple. */
#define KOMA_HUB_PADDED_STEM "padded_stem"

/* Whether the settings of open_clip's tower of pictures, which are @self's at the moment, name a
 * model of timm. */
gboolean koma_hub_has_timm_tower (const KomaHub *self);
/* That tower: [n,h,w,3] → [n,c]. Errors as layers.h has them; %KOMA_ERROR_UNSUPPORTED names a
 * setting that Koma does not have. */
KomaValueId koma_hub_timm_tower (KomaHub *self, KomaValueId pictures);

G_END_DECLS
