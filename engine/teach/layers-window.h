/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers-node.h"

G_BEGIN_DECLS

/* Private: convolutions, pools and padding as layers. */
char *koma_layers_write_conv (const KomaLayersNode *self, GError **error);
char *koma_layers_write_pool (const KomaLayersNode *self, GError **error);
char *koma_layers_write_pad (const KomaLayersNode *self, GError **error);

G_END_DECLS
