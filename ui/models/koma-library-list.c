/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-library-private.h"

gboolean
koma_library_is_closed (KomaLibrary *self)
{
  return self->models == NULL;
}

static KomaLibraryItem *
get_item (GListModel *items,
          guint       position)
{
  g_autoptr (KomaLibraryItem) item = g_list_model_get_item (items, position);

  return item; /* the list has it */
}

/**
 * koma_library_find:
 * @self: a library
 * @key: of an item, or the path of its model
 *
 * Returns: (transfer none) (nullable): the item
 */
KomaLibraryItem *
koma_library_find (KomaLibrary *self,
                   const char  *key)
{
  GListModel *items = G_LIST_MODEL (self->items);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    KomaLibraryItem *item = get_item (items, i);

    if (g_str_equal (item->key, key) ||
        (item->model != NULL && g_str_equal (item->model->path, key)))
      return item;
  }
  return NULL;
}

static const KomaCatalogueEntry *
find_entry (KomaLibrary *self,
            const char  *catalogue_id) /* (nullable) */
{
  for (guint i = 0; self->catalogue != NULL && i < self->catalogue->len; i++) {
    const KomaCatalogueEntry *entry = g_ptr_array_index (self->catalogue, i);

    if (g_strcmp0 (entry->id, catalogue_id) == 0)
      return entry;
  }
  return NULL;
}

static gboolean
has_key (GPtrArray  *items,
         const char *key)
{
  for (guint i = 0; i < items->len; i++) {
    KomaLibraryItem *item = g_ptr_array_index (items, i);

    if (g_str_equal (item->key, key))
      return TRUE;
  }
  return FALSE;
}

static void
add_models (KomaLibrary *self,
            GPtrArray   *items)
{
  GListModel *models = G_LIST_MODEL (self->models);

  for (guint i = 0; i < g_list_model_get_n_items (models); i++) {
    g_autoptr (KomaModelItem) model = g_list_model_get_item (models, i);

    g_ptr_array_add (items, koma_library_item_new (model, find_entry (self, model->catalogue_id)));
  }
}

/* The window has no use for features. */
static void
add_catalogue (KomaLibrary *self,
               GPtrArray   *items)
{
  for (guint i = 0; self->catalogue != NULL && i < self->catalogue->len; i++) {
    const KomaCatalogueEntry *entry = g_ptr_array_index (self->catalogue, i);
    g_autofree char          *key = koma_library_item_dup_key_of (entry->id);

    if (entry->kind == KOMA_MODEL_KIND_CLASSIFIER && !has_key (items, key))
      g_ptr_array_add (items, koma_library_item_new (NULL, entry));
  }
}

static void
add_fetches (KomaLibrary *self,
             GPtrArray   *items)
{
  GHashTableIter iter;
  const char    *key = NULL;

  g_hash_table_iter_init (&iter, self->fetches);
  while (g_hash_table_iter_next (&iter, (gpointer *) &key, NULL)) {
    if (!has_key (items, key))
      g_ptr_array_add (items, koma_library_item_new_for_address (key));
  }
}

static int
compare_sections (gconstpointer a,
                  gconstpointer b)
{
  KomaLibraryItem *const *one = a;
  KomaLibraryItem *const *other = b;

  return (int) (*one)->section - (int) (*other)->section;
}

static GPtrArray *
list_items (KomaLibrary *self)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);

  add_models (self, items);
  add_catalogue (self, items);
  add_fetches (self, items);
  g_ptr_array_sort (items, compare_sections); /* a stable sort */
  return items;
}

static void
update_item (KomaLibrary     *self,
             KomaLibraryItem *item)
{
  const KomaModelInfo    *info = koma_model_control_get_info (self->control);
  const KomaLibraryFetch *fetch = g_hash_table_lookup (self->fetches, item->key);

  koma_library_item_set_in_use (item, info != NULL && item->model != NULL &&
                                        g_strcmp0 (info->path, item->model->path) == 0);
  if (fetch != NULL || item->fetch.state != KOMA_FETCH_NONE)
    koma_library_item_set_fetch (item, fetch != NULL ? &fetch->fetch : NULL);
}

static void
update_items (KomaLibrary *self)
{
  GListModel *items = G_LIST_MODEL (self->items);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    update_item (self, get_item (items, i));
  g_signal_emit_by_name (self, "changed");
}

/* Items that are the same at the start and at the end stay: focus and selection stay with them. */
void
koma_library_rebuild (KomaLibrary *self)
{
  g_autoptr (GPtrArray) now = list_items (self);
  GListModel *before = G_LIST_MODEL (self->items);
  const guint n_before = g_list_model_get_n_items (before);
  const guint n_least = MIN (n_before, now->len);
  guint       n_first = 0, n_last = 0;

  while (n_first < n_least &&
         koma_library_item_is_same (get_item (before, n_first), g_ptr_array_index (now, n_first)))
    n_first++;
  while (n_last < n_least - n_first &&
         koma_library_item_is_same (get_item (before, n_before - 1 - n_last),
                                    g_ptr_array_index (now, now->len - 1 - n_last)))
    n_last++;
  for (guint i = n_first; i < now->len - n_last; i++)
    update_item (self, g_ptr_array_index (now, i));
  g_list_store_splice (self->items, n_first, n_before - n_first - n_last, now->pdata + n_first,
                       now->len - n_first - n_last);
  update_items (self);
}

/**
 * koma_library_get_offer:
 * @self: a library
 * @position: among the classifiers of the catalogue
 *
 * Returns: (transfer none) (nullable): that classifier, here or not
 */
KomaLibraryItem *
koma_library_get_offer (KomaLibrary *self,
                        guint        position)
{
  for (guint i = 0; self->catalogue != NULL && i < self->catalogue->len; i++) {
    const KomaCatalogueEntry *entry = g_ptr_array_index (self->catalogue, i);

    if (entry->kind == KOMA_MODEL_KIND_CLASSIFIER && position-- == 0) {
      g_autofree char *key = koma_library_item_dup_key_of (entry->id);

      return koma_library_find (self, key);
    }
  }
  return NULL;
}

/**
 * koma_library_get_suggested:
 * @self: a library
 *
 * Returns: (transfer none) (nullable): the classifier that the catalogue has first, here or not
 */
KomaLibraryItem *
koma_library_get_suggested (KomaLibrary *self)
{
  return koma_library_get_offer (self, 0);
}

KomaLibraryItem *
koma_library_get_bundled (KomaLibrary *self)
{
  const char *path = koma_model_control_get_bundled (self->control);

  return path != NULL ? koma_library_find (self, path) : NULL;
}

/**
 * koma_library_get_running:
 * @self: a library
 *
 * Returns: (transfer none) (nullable): what is being downloaded; of several the first in the list
 */
KomaLibraryItem *
koma_library_get_running (KomaLibrary *self)
{
  GListModel *items = G_LIST_MODEL (self->items);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++) {
    KomaLibraryItem *item = get_item (items, i);

    if (item->fetch.state == KOMA_FETCH_RUNNING)
      return item;
  }
  return NULL;
}
