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
  GHashTable   *names;        /* char * of files that are there */
  guint64       done_bytes;   /* of files that are there */
  guint64       total_bytes;  /* of all files, where that is known */
  gboolean      is_beginning; /* nothing tells yet how large the weights are */

  KomaStoredModel *stored;
} KomaFetch;

/* The files of a model, into the folder of the staging. Errors: #KomaNetError. That of a hub sets
 * the record's file and page. */
gboolean koma_fetch_get_catalogued (KomaFetch                *self,
                                    const KomaCatalogueEntry *entry,
                                    GError                  **error);
gboolean koma_fetch_get_addressed (KomaFetch *self, GError **error);
gboolean koma_fetch_get_from_hub (KomaFetch *self, GError **error);

/* For these three. The first file of a model: of another version than those around it, these are
 * removed. */
gboolean koma_fetch_get_main (KomaFetch *self, const KomaDownloadFile *file, GError **error);
/* TRUE and not there: an error that @means_absent takes for that. */
gboolean koma_fetch_get_optional (KomaFetch              *self,
                                  const KomaDownloadFile *file,
                                  gboolean (*means_absent) (const GError *error),
                                  gboolean *ret_is_there,
                                  GError  **error);
typedef char *(*KomaFetchLocate) (KomaFetch *self, const char *name, GError **error);
gboolean koma_fetch_get_shards (KomaFetch       *self,
                                const GPtrArray *shards, /* (element-type KomaShard) */
                                KomaFetchLocate  locate, /* the address of each */
                                GError         **error);

char *koma_fetch_get_path (KomaFetch *self, const char *name);
/* (nullable) What a file of JSON has; @ret_root owns it. */
JsonObject *koma_fetch_load_object (KomaFetch  *self,
                                    const char *name,
                                    JsonNode  **ret_root); /* (transfer full) */
gboolean    koma_fetch_fail_to_open (KomaFetch *self,
                                     GError    *cause, /* (transfer full) */
                                     GError   **error);

G_END_DECLS
