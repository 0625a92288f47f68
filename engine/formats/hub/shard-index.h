/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/model-file.h"
#include "weights.h"

G_BEGIN_DECLS

/* (transfer full) char *: paths of the files that an index of shards names ("model.safetensors.
 * index.json", "pytorch_model.bin.index.json"), each once, in the order of their names. */
GPtrArray *koma_hub_shard_index_read (const char      *path,
                                      KomaContentHash *checksum,
                                      GError         **error) G_GNUC_WARN_UNUSED_RESULT;
/* Of one file; (nullable) @checksum: is fed its bytes. */
typedef gboolean (*KomaHubReadFile) (const char      *path,
                                     KomaContentHash *checksum,
                                     KomaHubWeights  *weights,
                                     GError         **error);
/* All of a model: @file, or where that is an index, which ends so, the files that it names. */
gboolean koma_hub_shard_index_read_weights (const KomaModelFile *file,
                                            const char          *index_ending, /* lower case */
                                            KomaHubReadFile      read_file,
                                            KomaHubWeights      *weights,
                                            GError             **error);

G_END_DECLS
