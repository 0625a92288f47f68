/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "transformer.h"

G_BEGIN_DECLS

/* timm's AttentionPoolLatent, called @pool: a learned row looks for what is wanted among all rows.
 * [n,rows,c] → [n,c] */
KomaValueId koma_hub_latent_pool (KomaHub            *self,
                                  KomaValueId         x,
                                  const char         *pool,
                                  const KomaHubBlock *how);

G_END_DECLS
