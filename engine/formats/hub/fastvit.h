/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers.h"

G_BEGIN_DECLS

/* A block of FastViT, as MobileCLIP-S0 has it for words, too: there is one row of pixels then. */
gboolean    koma_hub_has_fastvit_block (KomaHub *hub, const char *block);
KomaValueId koma_hub_fastvit_block (KomaHub *hub, KomaValueId x /* [n,h,w,c] */, const char *block);

G_END_DECLS
