/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "hub.h"

G_BEGIN_DECLS

/* A model of a hub, whatever files it was read from. */
typedef struct
{
  KomaHubSource source;
  const char   *architecture;
  JsonObject   *settings; /* (nullable) as KomaHub has them */
  guint         height;   /* of pictures */
  guint         width;
} KomaHubModel;

/* Fills @raw but for the picture and the names of the classes; takes the weights that it uses. */
gboolean koma_hub_model_build (const KomaHubModel *self,
                               KomaHubWeights     *weights,
                               KomaRawModel       *raw,
                               GError            **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
