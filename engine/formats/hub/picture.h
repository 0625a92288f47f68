/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/formats/format.h"

G_BEGIN_DECLS

/* What preprocessor_config.json says, which leaves out what is usual, of how a picture becomes the
 * model's input. */
gboolean koma_hub_picture_read (JsonObject   *preprocessor, /* (nullable) */
                                JsonObject   *config,
                                KomaRawModel *raw,
                                gint64       *ret_size, /* [2] rows, columns */
                                GError      **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same of open_clip's preprocess_cfg. */
gboolean koma_hub_picture_read_open_clip (JsonObject   *preprocess, /* (nullable) */
                                          JsonObject   *tower,      /* (nullable) vision_cfg */
                                          KomaRawModel *raw,
                                          gint64       *ret_size,
                                          GError      **error) G_GNUC_WARN_UNUSED_RESULT;
/* The same of timm's pretrained_cfg. */
gboolean koma_hub_picture_read_timm (JsonObject   *pretrained, /* (nullable) */
                                     KomaRawModel *raw,
                                     gint64       *ret_size,
                                     GError      **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
