/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/content-hash.h"

G_BEGIN_DECLS

/* (transfer full) char *: paths of the files that an index of shards names ("model.safetensors.
 * index.json", "pytorch_model.bin.index.json"), each once, in the order of their names. */
GPtrArray *koma_hub_shard_index_read (const char      *path,
                                      KomaContentHash *checksum,
                                      GError         **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
