/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-list.h"

#include "koma-staging.h"
#include "koma-stored-model.h"
#include "worker/measure/koma-autotune-store.h"
#include "koma-known-models.h"
#include "worker/net/koma-net-error.h"

/* Small files, each read once for all models. */
typedef struct
{
  const char *bundled; /* (nullable) */
  char       *store_folder;
  GKeyFile   *known;
  GKeyFile   *measured;
} Records;

static void
records_clear (Records *records)
{
  g_free (records->store_folder);
  g_key_file_unref (records->known);
  g_key_file_unref (records->measured);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Records, records_clear)

/* The name of the model's folder in the store; (nullable) it lies elsewhere. */
static char *
find_folder (const char *path,
             const char *store_folder)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *above = g_path_get_dirname (folder);

  return g_str_equal (above, store_folder) ? g_path_get_basename (folder) : NULL;
}

static void
add_stored (KomaModelItem *item,
            const Records *records)
{
  g_autofree char *folder = find_folder (item->path, records->store_folder);
  g_autoptr (KomaStoredModel) stored = folder != NULL ? koma_stored_model_read (folder) : NULL;

  if (stored == NULL)
    return;
  item->place = KOMA_MODEL_STORED;
  item->format = g_steal_pointer (&stored->format);
  item->hash = g_steal_pointer (&stored->hash);
  item->address = g_steal_pointer (&stored->address);
  item->catalogue_id = g_steal_pointer (&stored->catalogue_id);
  item->licence = g_steal_pointer (&stored->licence);
  item->source = g_steal_pointer (&stored->source);
  item->kind = stored->kind;
  item->n_classes = stored->n_classes;
  item->size_bytes = stored->size_bytes;
  item->last_used = stored->date;
}

static void
add_known (KomaModelItem *item,
           const Records *records)
{
  g_auto (KomaKnownModel) known = { 0 };

  if (!koma_known_models_get (records->known, item->path, &known))
    return;
  item->last_used = MAX (item->last_used, known.last_used);
  item->purpose = known.purpose;
  if (item->place == KOMA_MODEL_STORED)
    return;
  item->format = g_steal_pointer (&known.format);
  item->hash = g_steal_pointer (&known.hash);
  item->kind = known.is_classifier ? KOMA_MODEL_KIND_CLASSIFIER : KOMA_MODEL_KIND_UNKNOWN;
  item->n_classes = known.n_classes;
  item->size_bytes = known.size_bytes;
}

static KomaModelItem *
make_item (const KomaModelEntry *entry,
           const Records        *records)
{
  KomaModelItem *item = g_object_new (KOMA_TYPE_MODEL_ITEM, NULL);

  item->path = g_strdup (entry->path);
  item->name = g_strdup (entry->name);
  item->is_gone = entry->is_gone;
  item->place = entry->is_recent ? KOMA_MODEL_OPENED : KOMA_MODEL_INSTALLED;
  if (g_strcmp0 (entry->path, records->bundled) == 0)
    item->place = KOMA_MODEL_BUNDLED;
  add_stored (item, records);
  add_known (item, records);
  if (item->hash != NULL)
    item->backend = koma_autotune_store_get_best (records->measured, item->hash, &item->run_ms);
  return item;
}

static gboolean
is_own (const KomaModelItem *item)
{
  return item->place == KOMA_MODEL_STORED || item->place == KOMA_MODEL_OPENED;
}

/* Otherwise they stay in the order of the choices; g_ptr_array_sort() keeps that of equals. */
static int
compare_items (gconstpointer a,
               gconstpointer b)
{
  const KomaModelItem *first = *(KomaModelItem *const *) a;
  const KomaModelItem *second = *(KomaModelItem *const *) b;

  if (is_own (first) != is_own (second))
    return is_own (first) ? -1 : 1;
  if (!is_own (first) || first->last_used == second->last_used)
    return 0;
  return first->last_used > second->last_used ? -1 : 1;
}

/**
 * koma_model_list_read:
 * @choices: where models lie
 * @has_gone: with those opened before that are not there now
 *
 * Returns: (transfer full) (element-type KomaModelItem): all models
 */
GPtrArray *
koma_model_list_read (KomaModelChoices *choices,
                      gboolean          has_gone)
{
  g_autoptr (GPtrArray) entries = koma_model_choices_list (choices, has_gone);
  GPtrArray *items = g_ptr_array_new_full (entries->len, g_object_unref);
  g_auto (Records) records = {
    .bundled = koma_model_choices_get_bundled (choices),
    .store_folder = koma_staging_get_store (),
    .known = koma_known_models_read (),
    .measured = koma_autotune_store_read (),
  };

  for (guint i = 0; i < entries->len; i++)
    g_ptr_array_add (items, make_item (entries->pdata[i], &records));
  g_ptr_array_sort (items, compare_items);
  return items;
}

/**
 * koma_model_list_remove:
 * @choices: that listed it
 * @item: that koma_model_item_is_removable()
 * @error: return location
 *
 * Removes the files of a stored model; forgets an opened one, whose files stay.
 *
 * Errors: %KOMA_NET_ERROR_NOT_STORED, %KOMA_NET_ERROR_STORE.
 */
gboolean
koma_model_list_remove (KomaModelChoices *choices,
                        KomaModelItem    *item,
                        GError          **error)
{
  g_autofree char *store_folder = koma_staging_get_store ();
  g_autofree char *folder = find_folder (item->path, store_folder);

  if (!koma_model_item_is_removable (item) || (item->place == KOMA_MODEL_STORED && folder == NULL))
    return koma_net_fail (error, KOMA_NET_ERROR_NOT_STORED, item->path);
  if (item->place == KOMA_MODEL_STORED && !koma_stored_model_remove (folder, error))
    return FALSE;
  koma_model_choices_remove_recent (choices, item->path);
  return TRUE;
}
