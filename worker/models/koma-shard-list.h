/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The files that a model of TensorFlow.js names in its weights manifest, or one of a hub in the
 * index of its weights. */
typedef struct
{
  char   *path;       /* relative to the model's file */
  guint64 size_bytes; /* of its group's weights together, for the last of a group; else 0 */
} KomaShard;

/* (element-type KomaShard) of model.json or weights_manifest.json; empty: it has no manifest.
 * Any thread but main. */
/* A file in the model's folder, not hidden and not too deep there. @path: (nullable) */
gboolean   koma_shard_list_is_usable (const char *path);
GPtrArray *koma_shard_list_read (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;
/* Of model.safetensors.index.json or pytorch_model.bin.index.json. */
GPtrArray *koma_shard_list_read_index (const char *path, GError **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
