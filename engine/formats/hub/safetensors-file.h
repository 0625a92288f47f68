/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "weights.h"

G_BEGIN_DECLS

/* All tensors of a file are added to @weights. */
gboolean koma_safetensors_file_read (const char      *path,
                                     KomaContentHash *checksum, /* (nullable) is fed its bytes */
                                     KomaHubWeights  *weights,
                                     GError         **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
