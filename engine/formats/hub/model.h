/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "hub.h"

G_BEGIN_DECLS

#define KOMA_HUB_CONFIG "config.json"

/* A model of a hub, whatever files it was read from. */
typedef struct
{
  KomaHubSource source;
  const char   *architecture;
  JsonObject   *settings; /* (nullable) as KomaHub has them */
  guint         height;   /* of pictures */
  guint         width;
} KomaHubModel;

/* Of which architecture it is; see config.c. */
gboolean  koma_hub_model_identify (KomaHubModel *self, JsonObject *config, GError **error);
JsonNode *koma_hub_config_read (const char *path, KomaContentHash *checksum, GError **error);
/* Whether Koma has it; else those that it has are named. */
gboolean koma_hub_model_check_architecture (const KomaHubModel *self, GError **error);

/* Fills @raw but for the picture and the names of the classes; takes the weights that it uses. */
gboolean koma_hub_model_build (const KomaHubModel *self,
                               KomaHubWeights     *weights,
                               KomaRawModel       *raw,
                               GError            **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
