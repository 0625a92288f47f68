/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From an address to a folder of the store:
 *
 *     address ──► in the store? ──► its path; no network
 *        │ no
 *        ▼ koma-staging: a folder of its own, locked
 *     the model's file ──► its shards ──► files beside it, where the server has them
 *        │ is the model's file still the same? does the model open?
 *        ▼ koma.json, koma-record.ini
 *     koma-staging: one rename into the store */
#include "koma-fetch.h"

#include <errno.h>

#include <glib/gstdio.h>

#include "engine/formats/file.h"
#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "koma-shard-list.h"
#include "koma-staging.h"
#include "koma-stored-model.h"
#include "worker/model/koma-known-models.h"
#include "worker/net/koma-address.h"
#include "worker/net/koma-download.h"
#include "worker/net/koma-net-error.h"

#define KOMA_JSON     "koma.json"
#define METADATA_JSON "metadata.json"
/* The address in place of that of the catalogue, for mirrors and tests. */
#define MIRROR "KOMA_MIRROR"

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
} Fetch;

static void
fetch_clear (Fetch *self)
{
  g_clear_pointer (&self->download, koma_download_free);
  g_clear_pointer (&self->staging, koma_staging_free);
  g_clear_pointer (&self->record, g_key_file_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->stored, koma_stored_model_free);
  g_clear_pointer (&self->catalogue, g_ptr_array_unref);
  g_clear_pointer (&self->address, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fetch, fetch_clear)

static void
progress_cb (guint64  done_bytes,
             guint64  total_bytes,
             gpointer user_data)
{
  Fetch *self = user_data;

  if (self->progress != NULL)
    self->progress (self->done_bytes + done_bytes,
                    MAX (self->total_bytes, self->done_bytes + total_bytes), self->progress_data);
}

static char *
get_path (Fetch      *self,
          const char *name)
{
  return g_build_filename (koma_staging_get_folder (self->staging), name, NULL);
}

static gboolean
note_file (Fetch                  *self,
           const KomaDownloadFile *file,
           GError                **error)
{
  g_autofree char *path = get_path (self, file->name);
  g_autofree char *name = g_uri_escape_string (file->name, "/", FALSE);
  g_autofree char *group = g_strconcat ("File ", name, NULL);
  guint64          size_bytes = 0;
  g_autofree char *sha256 = koma_download_hash (path, &size_bytes, error);

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
get_file (Fetch                  *self,
          const KomaDownloadFile *file,
          GError                **error)
{
  g_autofree char *path = get_path (self, file->name);
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

static gboolean
get_catalogued (Fetch                    *self,
                const KomaCatalogueEntry *entry,
                GError                  **error)
{
  const char *mirror = g_getenv (MIRROR);
  const char *base = mirror != NULL && *mirror != '\0' ? mirror : entry->base;

  self->total_bytes = entry->size_bytes;
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

static gboolean
fail_to_open (Fetch   *self,
              GError  *cause, /* (transfer full) */
              GError **error)
{
  g_autofree char *what = g_strdup_printf ("%s: %s", self->address, cause->message);

  g_error_free (cause);
  return koma_net_fail (error, KOMA_NET_ERROR_MODEL, what);
}

static gboolean
get_shards (Fetch      *self,
            const char *manifest, /* name of the file that names them */
            guint      *ret_n_shards,
            GError    **error)
{
  g_autofree char *path = get_path (self, manifest);
  GError          *cause = NULL;
  g_autoptr (GPtrArray) shards = koma_shard_list_read (path, &cause);

  if (shards == NULL)
    return fail_to_open (self, cause, error);
  self->total_bytes = self->done_bytes;
  for (guint i = 0; i < shards->len; i++)
    self->total_bytes += ((const KomaShard *) shards->pdata[i])->size_bytes;
  for (guint i = 0; i < shards->len; i++) {
    const KomaShard *shard = shards->pdata[i];
    g_autofree char *address = koma_address_get_beside (self->address, shard->path);

    if (!get_file (self,
                   &(KomaDownloadFile){
                     .address = address,
                     .name = shard->path,
                     .max_bytes = KOMA_MAX_WEIGHT_BYTES,
                   },
                   error))
      return FALSE;
  }
  *ret_n_shards = shards->len;
  return TRUE;
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

/* Labels, names and a recipe, where somebody put them there. */
static gboolean
get_beside (Fetch   *self,
            GError **error)
{
  static const char *const names[] = { KOMA_JSON, METADATA_JSON, "label-names.json", "labels.txt",
                                       "dict.txt" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *address = koma_address_get_beside (self->address, names[i]);
    g_autofree char *path = get_path (self, names[i]);
    g_autofree char *part = g_strconcat (path, KOMA_DOWNLOAD_PART, NULL);
    g_autoptr (GError) reason = NULL;
    const KomaDownloadFile file = {
      .address = address,
      .name = names[i],
      .max_bytes = KOMA_MAX_SIDE_BYTES,
    };

    if (g_hash_table_contains (self->names, names[i]) || get_file (self, &file, &reason))
      continue;
    if (!is_absent (reason)) {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
    g_unlink (path);
    g_unlink (part);
  }
  return TRUE;
}

static JsonObject *
load_object (Fetch      *self,
             const char *name,
             JsonNode  **ret_root) /* (transfer full), which owns the object */
{
  g_autofree char *path = get_path (self, name);

  *ret_root = koma_json_load (path, KOMA_MAX_SIDE_BYTES, NULL, NULL);
  return koma_json_node_object (*ret_root);
}

/* The list of labels that koma.json names. */
static gboolean
get_named_labels (Fetch   *self,
                  GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  const char      *labels = koma_json_get_string (load_object (self, KOMA_JSON, &root), "labels");
  g_autofree char *address = koma_address_get_beside (self->address, labels != NULL ? labels : "");

  if (labels == NULL || g_hash_table_contains (self->names, labels) ||
      !koma_file_is_inside (labels) || *labels == '.' || strstr (labels, "/.") != NULL)
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
static gboolean
get_main (Fetch                  *self,
          const KomaDownloadFile *file,
          GError                **error)
{
  g_autofree char *path = get_path (self, file->name);
  guint64          size_bytes = 0;
  g_autofree char *before = koma_download_hash (path, &size_bytes, NULL);
  g_autofree char *after = NULL;

  if (!get_file (self, file, error))
    return FALSE;
  after = koma_download_hash (path, &size_bytes, error);
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
get_all_shards (Fetch      *self,
                const char *name,
                guint      *ret_n_shards,
                GError    **error)
{
  static const char manifest[] = "weights_manifest.json";
  g_autofree char  *path = get_path (self, name);
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
name_json (Fetch            *self,
           KomaDownloadFile *file,
           GError          **error)
{
  static const char name[] = "model.json";
  g_autofree char  *path = get_path (self, file->name);
  g_autofree char  *renamed = get_path (self, name);

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

static gboolean
get_addressed (Fetch   *self,
               GError **error)
{
  g_autofree char *name = g_strdup (self->stored->file);
  KomaDownloadFile file = {
    .address = self->address,
    .name = name,
    .max_bytes = KOMA_MAX_WEIGHT_BYTES,
  };
  guint n_shards = 0;

  return get_main (self, &file, error) && name_json (self, &file, error) &&
         get_all_shards (self, file.name, &n_shards, error) &&
         get_beside (self, error) && get_named_labels (self, error) &&
         (n_shards == 0 || koma_download_check (self->download, &file, error));
}

static gboolean
write_durably (const char *path,
               const char *text,
               GError    **error)
{
  g_autoptr (GError) cause = NULL;

  if (g_file_set_contents_full (path, text, -1,
                                G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600,
                                &cause))
    return TRUE;
  return koma_net_fail_errno (error,
                              g_error_matches (cause, G_FILE_ERROR, G_FILE_ERROR_NOSPC) ? ENOSPC
                                                                                        : EIO,
                              path);
}

/* Without a name from its makers, a model is called after its address. */
static gboolean
write_name (Fetch   *self,
            GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (JsonNode) metadata = NULL;
  g_autoptr (JsonNode) made = json_node_new (JSON_NODE_OBJECT);
  JsonObject *given = load_object (self, KOMA_JSON, &root);
  const char *title =
    koma_json_get_string (load_object (self, METADATA_JSON, &metadata), "modelName");
  g_autofree char *path = get_path (self, KOMA_JSON);
  g_autofree char *name = koma_address_make_name (self->address);
  g_autofree char *text = NULL;

  if (koma_json_get (given, "name") != NULL ||
      (given == NULL && g_hash_table_contains (self->names, KOMA_JSON)))
    return TRUE;
  json_node_take_object (made, given != NULL ? json_object_ref (given) : json_object_new ());
  json_object_set_string_member (json_node_get_object (made), "name", title != NULL ? title : name);
  text = json_to_string (made, TRUE);
  return write_durably (path, text, error);
}

/* What does not open is not stored. */
static gboolean
check_model (Fetch   *self,
             GError **error)
{
  g_autofree char *path = get_path (self, self->stored->file);
  g_auto (KomaKnownModel) known = { 0 };
  GError *cause = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &cause);

  if (model == NULL)
    return fail_to_open (self, cause, error);
  koma_known_model_learn (model, &known);
  self->stored->format = g_steal_pointer (&known.format);
  self->stored->hash = g_steal_pointer (&known.hash);
  if (self->stored->kind == KOMA_MODEL_KIND_UNKNOWN && known.is_classifier)
    self->stored->kind = KOMA_MODEL_KIND_CLASSIFIER;
  if (self->stored->n_classes == 0)
    self->stored->n_classes = known.n_classes;
  self->stored->size_bytes = self->done_bytes;
  self->stored->name = g_strdup (koma_model_get_name (model));
  return TRUE;
}

static gboolean
write_record (Fetch   *self,
              GError **error)
{
  g_autofree char *path = get_path (self, KOMA_STORED_MODEL_RECORD);
  g_autofree char *text = NULL;

  koma_stored_model_write (self->stored, self->record);
  text = g_key_file_to_data (self->record, NULL, NULL);
  return write_durably (path, text, error);
}

/* Returns: (transfer full): the record of what will be there */
static KomaStoredModel *
plan (const Fetch              *self,
      const KomaCatalogueEntry *entry) /* (nullable) */
{
  KomaStoredModel *stored = g_new0 (KomaStoredModel, 1);
  g_autofree char *name = NULL;
  g_autofree char *hash = NULL;

  stored->address = g_strdup (self->address);
  if (entry != NULL) {
    const KomaCatalogueFile *file = entry->files->pdata[0];

    stored->folder = g_strdup (entry->id);
    stored->file = g_strdup (file->name);
    stored->catalogue_id = g_strdup (entry->id);
    stored->licence = g_strdup (entry->licence);
    stored->source = g_strdup (entry->source);
    stored->kind = entry->kind;
    stored->n_classes = entry->n_classes;
    return stored;
  }
  name = koma_address_make_name (self->address);
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, self->address, -1);
  hash[8] = '\0';
  /* The same name at two addresses is two models. */
  stored->folder = g_strdup_printf ("%s-%s", name, hash);
  stored->file = koma_address_make_file_name (self->address);
  return stored;
}

static gboolean
get_all (Fetch                    *self,
         const KomaCatalogueEntry *entry, /* (nullable) */
         GError                  **error)
{
  const KomaTransport *transport = koma_transport_find (error);
  g_autofree char     *koma_json = NULL;

  if (transport == NULL)
    return FALSE;
  self->download = koma_download_new (transport, koma_staging_get_folder (self->staging),
                                      self->cancellable, progress_cb, self);
  koma_json = get_path (self, KOMA_JSON);
  if (entry != NULL)
    return get_catalogued (self, entry, error) &&
           write_durably (koma_json, entry->koma_json, error);
  return get_addressed (self, error) && write_name (self, error);
}

static char *
fetch (Fetch                    *self,
       const KomaCatalogueEntry *entry, /* (nullable) */
       GError                  **error)
{
  self->stored = plan (self, entry);
  self->staging = koma_staging_open (self->stored->folder, error);
  if (self->staging == NULL)
    return NULL;
  self->record = g_key_file_new ();
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!get_all (self, entry, error))
    return NULL;
  if (!check_model (self, error)) {
    koma_staging_discard (self->staging);
    return NULL;
  }
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error) ||
      !write_record (self, error) || !koma_staging_commit (self->staging, error))
    return NULL;
  return koma_stored_model_get_path (self->stored);
}

static gboolean
find_entry (Fetch                     *self,
            const KomaCatalogueEntry **ret_entry, /* NULL: it is no model of the catalogue */
            GError                   **error)
{
  if (!g_str_has_prefix (self->address, KOMA_ADDRESS_CATALOGUE))
    return TRUE;
  self->catalogue = koma_catalogue_load (error);
  if (self->catalogue == NULL)
    return FALSE;
  *ret_entry =
    koma_catalogue_find (self->catalogue, self->address + strlen (KOMA_ADDRESS_CATALOGUE));
  return *ret_entry != NULL || koma_net_fail (error, KOMA_NET_ERROR_CATALOGUE, self->address);
}

/* Returns: (transfer full) (nullable): the path of what came from there; what has lost its file is
 * removed, to be downloaded again */
static char *
find_stored (const char *address)
{
  g_autoptr (KomaStoredModel) stored = koma_stored_model_find (address);
  g_autofree char *path = stored != NULL ? koma_stored_model_get_path (stored) : NULL;

  if (path == NULL || g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&path);
  koma_stored_model_remove (stored->folder, NULL);
  return NULL;
}

/**
 * koma_fetch_model:
 * @address: `https://…`, `http://…` or `catalogue:ID`, as koma_address_normalise() takes it
 * @cancellable: (nullable): ends it; what has arrived stays for the next time
 * @progress: (nullable): told how far it is, on this thread
 * @progress_data: for @progress
 * @error: return location
 *
 * Finds a model in the store, or downloads it into the store: whole, or not at all.
 *
 * Thread: any but main. Errors: #KomaNetError; %G_IO_ERROR_CANCELLED; those of
 * koma_catalogue_load().
 *
 * Returns: (transfer full): path of the model's file
 */
char *
koma_fetch_model (const char       *address,
                  GCancellable     *cancellable,
                  KomaFetchProgress progress,
                  gpointer          progress_data,
                  GError          **error)
{
  const KomaCatalogueEntry *entry = NULL;
  g_autofree char          *path = NULL;
  g_auto (Fetch) self = {
    .address = koma_address_normalise (address, error),
    .cancellable = cancellable,
    .progress = progress,
    .progress_data = progress_data,
  };

  if (self.address == NULL)
    return NULL;
  path = find_stored (self.address);
  if (path != NULL)
    return g_steal_pointer (&path);
  return find_entry (&self, &entry, error) ? fetch (&self, entry, error) : NULL;
}
