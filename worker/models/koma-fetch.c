/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From an address to a folder of the store:
 *
 *     address ──► in the store? ──► its path; no network
 *        │ no
 *        ▼ koma-staging: a folder of its own, locked
 *     the model's file ──► its shards ──► files beside it, where the server has them;
 *     of a hub its configuration ──► files beside it ──► weights, or their index and shards
 *        │ is the model's file still the same? does the model open?
 *        ▼ koma.json, koma-record.ini
 *     koma-staging: one rename into the store */
#include "koma-fetch-private.h"

#include <errno.h>

#include "engine/koma-app.h"
#include "worker/box/koma-box.h"
#include "koma-known-models.h"
#include "worker/net/koma-address.h"
#include "worker/net/koma-hub-address.h"
#include "worker/net/koma-net-error.h"

static void
fetch_clear (KomaFetch *self)
{
  g_clear_pointer (&self->download, koma_download_free);
  g_clear_pointer (&self->staging, koma_staging_free);
  g_clear_pointer (&self->record, g_key_file_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->stored, koma_stored_model_free);
  g_clear_pointer (&self->catalogue, g_ptr_array_unref);
  g_clear_pointer (&self->address, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaFetch, fetch_clear)

static void
progress_cb (guint64  done_bytes,
             guint64  total_bytes,
             gpointer user_data)
{
  KomaFetch    *self = user_data;
  const guint64 known = MAX (self->total_bytes, self->done_bytes + total_bytes);

  if (self->progress != NULL)
    self->progress (self->done_bytes + done_bytes, self->is_beginning ? 0 : known,
                    self->progress_data);
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
write_name (KomaFetch *self,
            GError   **error)
{
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (JsonNode) metadata = NULL;
  g_autoptr (JsonNode) made = json_node_new (JSON_NODE_OBJECT);
  JsonObject *given = koma_fetch_load_object (self, KOMA_JSON, &root);
  const char *title =
    koma_json_get_string (koma_fetch_load_object (self, METADATA_JSON, &metadata), "modelName");
  g_autofree char *path = koma_fetch_get_path (self, KOMA_JSON);
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
check_model (KomaFetch *self,
             GError   **error)
{
  g_autofree char *path = koma_fetch_get_path (self, self->stored->file);
  g_auto (KomaKnownModel) known = { 0 };
  GError *cause = NULL;
  g_autoptr (KomaModel) model = koma_box_load_model (path, NULL, NULL, NULL, &cause);

  if (model == NULL)
    return koma_fetch_fail_to_open (self, cause, error);
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
write_record (KomaFetch *self,
              GError   **error)
{
  g_autofree char *path = koma_fetch_get_path (self, KOMA_STORED_MODEL_RECORD);
  g_autofree char *text = NULL;

  koma_stored_model_write (self->stored, self->record);
  text = g_key_file_to_data (self->record, NULL, NULL);
  return write_durably (path, text, error);
}

/* Returns: (transfer full): the record of what will be there */
static KomaStoredModel *
plan (const KomaFetch          *self,
      const KomaCatalogueEntry *entry) /* (nullable) */
{
  KomaStoredModel *stored = g_new0 (KomaStoredModel, 1);

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
  stored->folder = koma_address_make_folder_name (self->address);
  if (!koma_hub_address_is (self->address))
    stored->file = koma_address_make_file_name (self->address);
  return stored;
}

static gboolean
get_all (KomaFetch                *self,
         const KomaCatalogueEntry *entry, /* (nullable) */
         GError                  **error)
{
  const KomaTransport *transport = koma_transport_find (error);
  g_autofree char     *koma_json = NULL;

  if (transport == NULL)
    return FALSE;
  self->download = koma_download_new (transport, koma_staging_get_folder (self->staging),
                                      self->cancellable, progress_cb, self);
  koma_json = koma_fetch_get_path (self, KOMA_JSON);
  if (entry != NULL)
    return koma_fetch_get_catalogued (self, entry, error) &&
           write_durably (koma_json, entry->koma_json, error);
  return (koma_hub_address_is (self->address) ? koma_fetch_get_from_hub (self, error)
                                              : koma_fetch_get_addressed (self, error)) &&
         write_name (self, error);
}

/* What it would be of no use to go on with: another try would get the same. */
static gboolean
is_refused (const GError *error)
{
  static const int codes[] = {
    KOMA_NET_ERROR_FORBIDDEN,
    KOMA_NET_ERROR_GATED,
    KOMA_NET_ERROR_MISSING,
    KOMA_NET_ERROR_STATUS,
    KOMA_NET_ERROR_REDIRECTS,
    KOMA_NET_ERROR_INSECURE,
    KOMA_NET_ERROR_TOO_LARGE,
    KOMA_NET_ERROR_CONTENT,
    KOMA_NET_ERROR_PAGE,
    KOMA_NET_ERROR_POINTER,
    KOMA_NET_ERROR_WEIGHTS,
    KOMA_NET_ERROR_MODEL,
  };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, KOMA_NET_ERROR, codes[i]))
      return TRUE;
  return FALSE;
}

static char *
fetch (KomaFetch                *self,
       const KomaCatalogueEntry *entry, /* (nullable) */
       GError                  **error)
{
  g_autoptr (GError) failure = NULL;

  self->stored = plan (self, entry);
  self->staging = koma_staging_open (self->stored->folder, error);
  if (self->staging == NULL)
    return NULL;
  self->record = g_key_file_new ();
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (!get_all (self, entry, &failure)) {
    /* Other files of the catalogue are known by their hashes. */
    if (entry == NULL && is_refused (failure))
      koma_staging_discard (self->staging);
    g_propagate_error (error, g_steal_pointer (&failure));
    return NULL;
  }
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
find_entry (KomaFetch                 *self,
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
 * @address: `https://…`, `http://…`, `hf:OWNER/NAME` or `catalogue:ID`, as
 *   koma_address_normalise() takes it
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
  g_auto (KomaFetch) self = {
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
