/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "weights.h"

G_BEGIN_DECLS

/* Whether the weights are those of MobileCLIP under the names that Apple gave them, whose files
 * have no configuration beside them. */
gboolean koma_hub_mobileclip_is (const KomaHubWeights *weights);
/* (nullable) Gives them open_clip's names; the configuration as open_clip has it. */
JsonNode *koma_hub_mobileclip_rename (KomaHubWeights *weights, GError **error);

G_END_DECLS
