/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "weights.h"

G_BEGIN_DECLS

/* Whether a file lies beside @file that says what its weights are: that of Hugging Face or of timm,
 * which is config.json, or that of open_clip; or their names say it. */
gboolean koma_hub_folder_knows (const KomaModelFile *file, const KomaHubWeights *weights);
/* A model of which that is known. */
gboolean koma_hub_folder_read (const KomaModelFile *file,
                               KomaHubWeights      *weights,
                               KomaRawModel        *raw,
                               GError             **error) G_GNUC_WARN_UNUSED_RESULT;

/* safetensors files beside their config.json. */
extern const KomaFormat koma_format_hub;

G_END_DECLS
