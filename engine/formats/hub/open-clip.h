/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "transformer.h"

G_BEGIN_DECLS

/* What open_clip's settings say of its model ("model_cfg"), and of a tower, whose settings are
 * @self's at the moment. What Koma does not know is refused: no setting is passed over that could
 * change the result. */
void koma_hub_open_clip_check (KomaHub *self, const char *place);
/* Sets the activation and the epsilon; the fallbacks are open_clip's. */
void koma_hub_open_clip_set_block (KomaHub      *self,
                                   const char   *tower,
                                   gboolean      is_quick,
                                   KomaHubBlock *block);

G_END_DECLS
