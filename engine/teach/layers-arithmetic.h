/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers-node.h"

G_BEGIN_DECLS

/* Private: sums, products, means and matrices as layers. */
char *koma_layers_write_binary (const KomaLayersNode *self, GError **error);
char *koma_layers_write_mean (const KomaLayersNode *self, GError **error);
char *koma_layers_write_dense (const KomaLayersNode *self, GError **error);

G_END_DECLS
