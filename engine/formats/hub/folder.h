/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/format.h"
#include "weights.h"

G_BEGIN_DECLS

#define KOMA_HUB_CONFIG "config.json"

/* A model whose weights have been read from a file beside which its config.json lies: that of
 * Hugging Face or of timm. */
gboolean koma_hub_folder_read (const KomaModelFile *file,
                               KomaHubWeights      *weights,
                               KomaRawModel        *raw,
                               GError             **error) G_GNUC_WARN_UNUSED_RESULT;

/* safetensors files beside their config.json. */
extern const KomaFormat koma_format_hub;

G_END_DECLS
