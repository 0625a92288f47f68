/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-stored-model.h"

#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "koma-staging.h"
#include "worker/koma-kept-file.h"
#include "worker/net/koma-address.h"
#include "worker/net/koma-net-error.h"

#define GROUP "Model"

void
koma_stored_model_free (KomaStoredModel *self)
{
  g_free (self->folder);
  g_free (self->file);
  g_free (self->name);
  g_free (self->address);
  g_free (self->catalogue_id);
  g_free (self->licence);
  g_free (self->source);
  g_free (self->format);
  g_free (self->hash);
  g_free (self);
}

/* Its name is that of one folder, not a path, and not hidden. */
static gboolean
is_name (const char *folder)
{
  return *folder != '\0' && *folder != '.' && strchr (folder, '/') == NULL;
}

static char *
get_string (GKeyFile   *record,
            const char *key)
{
  return g_key_file_get_string (record, GROUP, key, NULL);
}

/**
 * koma_stored_model_read:
 * @folder: name of a folder of the store
 *
 * Returns: (transfer full) (nullable): %NULL where it is a link, or has no record
 */
KomaStoredModel *
koma_stored_model_read (const char *folder)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autofree char *whole = g_build_filename (store, folder, NULL);
  g_autofree char *path = g_build_filename (whole, KOMA_STORED_MODEL_RECORD, NULL);
  g_autoptr (GKeyFile) record = NULL;
  g_autofree char *kind = NULL;
  g_autofree char *address = NULL;
  KomaStoredModel *self = NULL;

  if (!is_name (folder) || g_file_test (whole, G_FILE_TEST_IS_SYMLINK) ||
      g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return NULL;
  record = koma_kept_file_read (path);
  address = get_string (record, "address");
  if (address == NULL)
    return NULL;
  self = g_new0 (KomaStoredModel, 1);
  self->folder = g_strdup (folder);
  self->address = g_steal_pointer (&address);
  self->file = get_string (record, "file");
  if (self->file != NULL && !koma_file_is_inside (self->file))
    g_clear_pointer (&self->file, g_free);
  self->name = g_key_file_get_locale_string (record, GROUP, "name", NULL, NULL);
  self->catalogue_id = get_string (record, "catalogue");
  self->licence = get_string (record, "licence");
  self->source = get_string (record, "source");
  self->format = get_string (record, "format");
  self->hash = get_string (record, "hash");
  kind = get_string (record, "kind");
  self->kind = koma_model_kind_parse (kind);
  self->n_classes = (guint) MAX (g_key_file_get_integer (record, GROUP, "classes", NULL), 0);
  self->size_bytes = g_key_file_get_uint64 (record, GROUP, "bytes", NULL);
  self->date = g_key_file_get_int64 (record, GROUP, KOMA_KEPT_TIME, NULL);
  return self;
}

static void
set_string (GKeyFile   *record,
            const char *key,
            const char *value) /* (nullable) */
{
  if (value != NULL)
    g_key_file_set_string (record, GROUP, key, value);
}

void
koma_stored_model_write (const KomaStoredModel *self,
                         GKeyFile              *record)
{
  set_string (record, "file", self->file);
  set_string (record, "name", self->name);
  set_string (record, "address", self->address);
  set_string (record, "catalogue", self->catalogue_id);
  set_string (record, "licence", self->licence);
  set_string (record, "source", self->source);
  set_string (record, "format", self->format);
  set_string (record, "hash", self->hash);
  set_string (record, "kind", koma_model_kind_get_name (self->kind));
  g_key_file_set_integer (record, GROUP, "classes", (int) self->n_classes);
  g_key_file_set_uint64 (record, GROUP, "bytes", self->size_bytes);
  koma_kept_file_touch (record, GROUP);
}

char *
koma_stored_model_get_path (const KomaStoredModel *self)
{
  g_autofree char *store = koma_staging_get_store ();

  return g_build_filename (store, self->folder, self->file, NULL);
}

static int
compare_folders (gconstpointer a,
                 gconstpointer b)
{
  return strcmp ((*(KomaStoredModel *const *) a)->folder, (*(KomaStoredModel *const *) b)->folder);
}

GPtrArray *
koma_stored_model_list (void)
{
  g_autofree char *store = koma_staging_get_store ();
  g_autoptr (GDir) dir = g_dir_open (store, 0, NULL);
  GPtrArray  *models = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_stored_model_free);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    KomaStoredModel *model = koma_stored_model_read (name);

    if (model != NULL)
      g_ptr_array_add (models, model);
  }
  g_ptr_array_sort (models, compare_folders);
  return models;
}

KomaStoredModel *
koma_stored_model_find (const char *address_or_folder)
{
  g_autoptr (GPtrArray) models = koma_stored_model_list ();

  for (guint i = 0; i < models->len; i++) {
    KomaStoredModel *model = models->pdata[i];

    if (g_str_equal (model->address, address_or_folder) ||
        g_str_equal (model->folder, address_or_folder))
      return g_ptr_array_steal_index (models, i);
  }
  return NULL;
}

/**
 * koma_stored_model_remove:
 * @folder: name of a folder of the store
 * @error: return location
 *
 * Removes a model that was downloaded, with all in its folder, and nothing else: a path, a link
 * and a folder without a record are refused.
 *
 * Thread: any but main. Errors: %KOMA_NET_ERROR_NOT_STORED, %KOMA_NET_ERROR_STORE.
 */
gboolean
koma_stored_model_remove (const char *folder,
                          GError    **error)
{
  g_autoptr (KomaStoredModel) model = koma_stored_model_read (folder);

  if (model == NULL)
    return koma_net_fail (error, KOMA_NET_ERROR_NOT_STORED, folder);
  return koma_staging_remove_stored (folder, error);
}
