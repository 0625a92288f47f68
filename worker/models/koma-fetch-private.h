/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

#include "engine/koma-app.h"
#include "koma-catalogue.h"
#include "koma-fetch.h"
#include "koma-staging.h"
#include "koma-stored-model.h"
#include "worker/net/koma-download.h"

G_BEGIN_DECLS

#define KOMA_JSON     "koma.json"
#define METADATA_JSON "metadata.json"

typedef struct
{
  /* Immutable. */
  char             *address; /* normalised */
  GPtrArray        *catalogue;
  GCancellable     *cancellable;
  KomaFetchProgress progress; /* (nullable) */
  gpointer          progress_data;

  KomaStaging  *staging;
  KomaDownload *download;
  GKeyFile     *record;
  GHashTable   *names;       /* char * of files that are there */
  guint64       done_bytes;  /* of files that are there */
  guint64       total_bytes; /* of all files, where that is known */

  KomaStoredModel *stored;
} KomaFetch;

/* The files of a model, into the folder of the staging. Errors: #KomaNetError. */
gboolean koma_fetch_get_catalogued (KomaFetch                *self,
                                    const KomaCatalogueEntry *entry,
                                    GError                  **error);
gboolean koma_fetch_get_addressed (KomaFetch *self, GError **error);

char *koma_fetch_get_path (KomaFetch *self, const char *name);
/* (nullable) What a file of JSON has; @ret_root owns it. */
JsonObject *koma_fetch_load_object (KomaFetch  *self,
                                    const char *name,
                                    JsonNode  **ret_root); /* (transfer full) */
gboolean    koma_fetch_fail_to_open (KomaFetch *self,
                                     GError    *cause, /* (transfer full) */
                                     GError   **error);

G_END_DECLS
