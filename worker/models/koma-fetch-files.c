/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which files a model has, and their way into its folder. */
#include "koma-fetch-private.h"

#include <errno.h>

#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "koma-shard-list.h"
#include "worker/net/koma-address.h"
#include "worker/net/koma-net-error.h"
#include "worker/take/koma-file-place.h"

/* The address in place of that of the catalogue, for mirrors and tests. */
#define MIRROR "KOMA_MIRROR"

char *
koma_fetch_get_path (KomaFetch  *self,
                     const char *name)
{
  return g_build_filename (koma_staging_get_folder (self->staging), name, NULL);
}

static gboolean
note_file (KomaFetch              *self,
           const KomaDownloadFile *file,
           GError                **error)
{
  g_autofree char *path = koma_fetch_get_path (self, file->name);
  g_autofree char *name = g_uri_escape_string (file->name, "/", FALSE);
  g_autofree char *group = g_strconcat ("File ", name, NULL);
  guint64          size_bytes = 0;
  g_autofree char *sha256 = koma_file_hash (path, &size_bytes, NULL, error);

  if (sha256 == NULL)
    return FALSE;
  g_key_file_set_string (self->record, group, "address", file->address);
  g_key_file_set_string (self->record, group, "sha256", sha256);
  g_key_file_set_uint64 (self->record, group, "bytes", size_bytes);
  self->done_bytes += size_bytes;
  return TRUE;
}

/* A manifest may name a file twice, or one of Koma's own. */
static gboolean
get_file (KomaFetch              *self,
          const KomaDownloadFile *file,
          GError                **error)
{
  g_autofree char *path = koma_fetch_get_path (self, file->name);
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_str_equal (file->name, KOMA_STORED_MODEL_RECORD) ||
      g_hash_table_contains (self->names, file->name))
    return koma_net_fail (error, KOMA_NET_ERROR_CONTENT, file->address);
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return koma_net_fail_errno (error, errno, folder);
  if (self->done_bytes > KOMA_MAX_WEIGHT_BYTES)
    return koma_net_fail (error, KOMA_NET_ERROR_TOO_LARGE, file->address);
  if (!koma_download_get (self->download, file, error) || !note_file (self, file, error))
    return FALSE;
  g_hash_table_add (self->names, g_strdup (file->name));
  return TRUE;
}

gboolean
koma_fetch_get_catalogued (KomaFetch                *self,
                           const KomaCatalogueEntry *entry,
                           GError                  **error)
{
  const char *mirror = g_getenv (MIRROR);
  const char *base = mirror != NULL && *mirror != '\0' ? mirror : entry->base;

  self->total_bytes = entry->size_bytes;
  if (!koma_download_check_space (self->download, entry->size_bytes, error))
    return FALSE;
  for (guint i = 0; i < entry->files->len; i++) {
    const KomaCatalogueFile *wanted = entry->files->pdata[i];
    g_autofree char         *address =
      g_strconcat (base, g_str_has_suffix (base, "/") ? "" : "/", wanted->path, NULL);
    const KomaDownloadFile file = {
      .address = address,
      .name = wanted->name,
      .size_bytes = wanted->size_bytes,
      .sha256 = wanted->sha256,
    };

    if (!get_file (self, &file, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
koma_fetch_fail_to_open (KomaFetch *self,
                         GError    *cause, /* (transfer full) */
                         GError   **error)
{
  g_autofree char *what = g_strdup_printf ("%s: %s", self->address, cause->message);

  g_error_free (cause);
  return koma_net_fail (error, KOMA_NET_ERROR_MODEL, what);
}

gboolean
koma_fetch_get_shards (KomaFetch       *self,
                       const GPtrArray *shards,
                       KomaFetchLocate  locate,
                       GError         **error)
{
  self->total_bytes = self->done_bytes;
  for (guint i = 0; i < shards->len; i++)
    self->total_bytes += ((const KomaShard *) shards->pdata[i])->size_bytes;
  if (!koma_download_check_space (self->download, self->total_bytes - self->done_bytes, error))
    return FALSE;
  for (guint i = 0; i < shards->len; i++) {
    const KomaShard *shard = shards->pdata[i];
    g_autofree char *address = locate (self, shard->path, error);

    if (address == NULL || !get_file (self,
                                      &(KomaDownloadFile){
                                        .address = address,
                                        .name = shard->path,
                                        .max_bytes = KOMA_MAX_WEIGHT_BYTES,
                                      },
                                      error))
      return FALSE;
  }
  return TRUE;
}

static char *
locate_beside (KomaFetch  *self,
               const char *name,
               GError    **error)
{
  return koma_address_get_beside (self->address, name);
}

static gboolean
get_shards (KomaFetch  *self,
            const char *manifest, /* name of the file that names them */
            guint      *ret_n_shards,
            GError    **error)
{
  g_autofree char *path = koma_fetch_get_path (self, manifest);
  GError          *cause = NULL;
  g_autoptr (GPtrArray) shards = koma_shard_list_read (path, &cause);

  if (shards == NULL)
    return koma_fetch_fail_to_open (self, cause, error);
  *ret_n_shards = shards->len;
  return koma_fetch_get_shards (self, shards, locate_beside, error);
}

/* Servers tell in many ways that there is no such file. */
static gboolean
is_absent (const GError *error)
{
  static const int codes[] = {
    KOMA_NET_ERROR_FORBIDDEN,
    KOMA_NET_ERROR_INSECURE,
    KOMA_NET_ERROR_MISSING,
    KOMA_NET_ERROR_PAGE,
    KOMA_NET_ERROR_REDIRECTS,
    KOMA_NET_ERROR_TOO_LARGE,
    KOMA_NET_ERROR_STATUS,
  };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, KOMA_NET_ERROR, codes[i]))
      return TRUE;
  return FALSE;
}

gboolean
koma_fetch_get_optional (KomaFetch              *self,
                         const KomaDownloadFile *file,
                         gboolean (*means_absent) (const GError *error),
                         gboolean *ret_is_there,
                         GError  **error)
{
  g_autofree char *path = koma_fetch_get_path (self, file->name);
  g_autofree char *part = g_strconcat (path, KOMA_DOWNLOAD_PART, NULL);
  g_autoptr (GError) reason = NULL;

  *ret_is_there = get_file (self, file, &reason);
  if (*ret_is_there)
    return TRUE;
  if (!means_absent (reason)) {
    g_propagate_error (error, g_steal_pointer (&reason));
    return FALSE;
  }
  g_unlink (path);
  g_unlink (part);
  return TRUE;
}

/* Labels, names and a recipe, where somebody put them there. */
static gboolean
get_beside (KomaFetch *self,
            GError   **error)
{
  static const char *const names[] = { KOMA_JSON, METADATA_JSON, "label-names.json", "labels.txt",
                                       "dict.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char       *address = koma_address_get_beside (self->address, names[i]);
    gboolean               is_there = FALSE;
    const KomaDownloadFile file = {
      .address = address,
      .name = names[i],
      .max_bytes = KOMA_MAX_SIDE_BYTES,
    };

    if (!g_hash_table_contains (self->names, names[i]) &&
        !koma_fetch_get_optional (self, &file, is_absent, &is_there, error))
      return FALSE;
  }
  return TRUE;
}

JsonObject *
koma_fetch_load_object (KomaFetch  *self,
                        const char *name,
                        JsonNode  **ret_root) /* (transfer full), which owns the object */
{
  g_autofree char *path = koma_fetch_get_path (self, name);

  *ret_root = koma_json_load (path, KOMA_MAX_SIDE_BYTES, NULL, NULL);
  return koma_json_node_object (*ret_root);
}

/* The list of labels that koma.json names. */
static gboolean
get_named_labels (KomaFetch *self,
                  GError   **error)
{
  g_autoptr (JsonNode) root = NULL;
  const char *labels =
    koma_json_get_string (koma_fetch_load_object (self, KOMA_JSON, &root), "labels");
  g_autofree char *address = koma_address_get_beside (self->address, labels != NULL ? labels : "");

  if (labels == NULL || g_hash_table_contains (self->names, labels) ||
      !koma_shard_list_is_usable (labels))
    return TRUE;
  return get_file (self,
                   &(KomaDownloadFile){
                     .address = address,
                     .name = labels,
                     .max_bytes = KOMA_MAX_SIDE_BYTES,
                   },
                   error);
}

/* A file of another version, with parts of that one around it, is begun anew. */
gboolean
koma_fetch_get_main (KomaFetch              *self,
                     const KomaDownloadFile *file,
                     GError                **error)
{
  g_autofree char *path = koma_fetch_get_path (self, file->name);
  g_autofree char *before = koma_file_hash (path, NULL, NULL, NULL);
  g_autofree char *after = NULL;

  if (!get_file (self, file, error))
    return FALSE;
  after = koma_file_hash (path, NULL, NULL, error);
  if (after == NULL || before == NULL || g_str_equal (before, after))
    return after != NULL;
  if (!koma_staging_empty (self->staging, error))
    return FALSE;
  g_hash_table_remove_all (self->names);
  self->done_bytes = 0;
  return get_file (self, file, error);
}

static gboolean
begins_with_brace (const char *path)
{
  guint8 head[KOMA_FILE_HEAD_BYTES];
  gsize  length = 0;
  gsize  i = 0;

  if (!koma_file_read_head (path, head, &length, NULL))
    return FALSE;
  while (i < length && g_ascii_isspace (head[i]))
    i++;
  return i < length && head[i] == '{';
}

static gboolean
get_all_shards (KomaFetch  *self,
                const char *name,
                guint      *ret_n_shards,
                GError    **error)
{
  static const char manifest[] = "weights_manifest.json";
  g_autofree char  *path = koma_fetch_get_path (self, name);
  g_autofree char  *address = koma_address_get_beside (self->address, manifest);

  if (g_str_equal (name, "tensorflowjs_model.pb"))
    return get_file (self,
                     &(KomaDownloadFile){
                       .address = address,
                       .name = manifest,
                       .max_bytes = KOMA_MAX_TOPOLOGY_BYTES,
                     },
                     error) &&
           get_shards (self, manifest, ret_n_shards, error);
  return !begins_with_brace (path) || get_shards (self, name, ret_n_shards, error);
}

/* TensorFlow.js knows its models by what is in them, Koma by their names. */
static gboolean
name_json (KomaFetch        *self,
           KomaDownloadFile *file,
           GError          **error)
{
  static const char name[] = "model.json";
  g_autofree char  *path = koma_fetch_get_path (self, file->name);
  g_autofree char  *renamed = koma_fetch_get_path (self, name);

  if (g_str_has_suffix (file->name, ".json") || !begins_with_brace (path))
    return TRUE;
  if (g_rename (path, renamed) != 0)
    return koma_net_fail_errno (error, errno, renamed);
  g_hash_table_add (self->names, g_strdup (name));
  file->name = name;
  g_free (self->stored->file);
  self->stored->file = g_strdup (name);
  return TRUE;
}

gboolean
koma_fetch_get_addressed (KomaFetch *self,
                          GError   **error)
{
  g_autofree char *name = g_strdup (self->stored->file);
  KomaDownloadFile file = {
    .address = self->address,
    .name = name,
    .max_bytes = KOMA_MAX_WEIGHT_BYTES,
  };
  guint n_shards = 0;

  return koma_fetch_get_main (self, &file, error) && name_json (self, &file, error) &&
         get_all_shards (self, file.name, &n_shards, error) &&
         get_beside (self, error) && get_named_labels (self, error) &&
         (n_shards == 0 || koma_download_check (self->download, &file, error));
}
