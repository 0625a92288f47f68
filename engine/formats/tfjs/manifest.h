/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/formats/format.h"
#include "engine/graph/array.h"

G_BEGIN_DECLS

/* How numbers lie in the shards; little-endian. */
typedef enum {
  KOMA_STORAGE_FLOAT32,
  KOMA_STORAGE_INT32,
  KOMA_STORAGE_FLOAT16,
  KOMA_STORAGE_UINT8,
  KOMA_STORAGE_UINT16,
} KomaStorage;

/* One entry of a weights manifest, checked. */
typedef struct
{
  const char *name;  /* (borrowed) */
  KomaDType   dtype; /* of the tensor it becomes */
  KomaStorage storage;
  KomaShape   shape;
  gsize       size_bytes; /* as stored */
  /* The number q stands for q * scale + min; 1 and 0 where nothing is
   * quantised. */
  double scale;
  double min;
} KomaManifestEntry;

gboolean koma_manifest_entry_parse (JsonObject        *object, /* (nullable) */
                                    KomaManifestEntry *ret_entry,
                                    GError           **error);
/* Adds to @raw the weights of a "weightsManifest" that are stored in fewer bits than they are
 * computed in. */
void koma_manifest_count_narrow (JsonArray *manifest, KomaRawModel *raw);
/* @tensor has the entry's dtype and shape. */
void koma_manifest_entry_expand (const KomaManifestEntry *entry,
                                 const guint8            *stored, /* [size_bytes] */
                                 KomaArray               *tensor);

G_END_DECLS
