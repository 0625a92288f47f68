/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers.h"

G_BEGIN_DECLS

/* Whether the tower of pictures is a ResNet and no vision transformer. */
gboolean koma_hub_has_clip_resnet (const KomaHub *self);
/* The tower under the names that OpenAI gave it: [n,h,w,3] → [n,c]. Errors as layers.h has them. */
KomaValueId koma_hub_clip_resnet (KomaHub *self, KomaValueId pictures);

G_END_DECLS
