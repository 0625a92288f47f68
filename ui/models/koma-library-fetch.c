/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-library-private.h"

#include "worker/koma-thread.h"
#include "worker/net/koma-address.h"
#include "worker/net/koma-net-error.h"

void
koma_library_fetch_free (KomaLibraryFetch *fetch)
{
  g_clear_object (&fetch->cancellable);
  g_free (fetch->key);
  g_free (fetch->fetch.error);
  g_free (fetch);
}

static void
show_fetch (KomaLibraryFetch *fetch)
{
  KomaLibraryItem *item = koma_library_find (fetch->library, fetch->key);

  if (item != NULL)
    koma_library_item_set_fetch (item, &fetch->fetch);
  g_signal_emit_by_name (fetch->library, "changed");
}

static void
progress_cb (guint64  done_bytes,
             guint64  total_bytes,
             gpointer user_data)
{
  KomaLibraryFetch *fetch = user_data;

  if (koma_library_is_closed (fetch->library) || g_cancellable_is_cancelled (fetch->cancellable))
    return;
  fetch->fetch.done_bytes = done_bytes;
  fetch->fetch.total_bytes = total_bytes;
  show_fetch (fetch);
}

static void
fail (KomaLibraryFetch *fetch,
      GError           *error)
{
  KomaLibrary     *self = fetch->library;
  KomaLibraryItem *item = koma_library_find (self, fetch->key);

  fetch->fetch.state = KOMA_FETCH_FAILED;
  fetch->fetch.error = g_strdup (koma_net_error_get_sentence (error));
  g_clear_object (&fetch->cancellable);
  show_fetch (fetch);
  if (item != NULL)
    g_signal_emit_by_name (self, "failed", item, error);
}

/* The path is known; the list is being read anew. */
static void
finish (KomaLibrary *self,
        const char  *key,
        const char  *path)
{
  const gboolean   is_wanted = g_strcmp0 (self->wanted, key) == 0;
  KomaLibraryItem *item = koma_library_find (self, key);
  g_autofree char *name = g_strdup (item != NULL ? item->name : key);

  g_hash_table_remove (self->fetches, key);
  g_signal_emit_by_name (self, "changed");
  g_signal_emit_by_name (self, "fetched", name);
  if (is_wanted) {
    g_clear_pointer (&self->wanted, g_free);
    koma_model_control_load (self->control, path);
  }
}

static void
fetched_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  KomaLibraryFetch *fetch = user_data;
  g_autoptr (KomaLibrary) self = fetch->library;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = koma_model_library_add_finish (KOMA_MODEL_LIBRARY (source), result,
                                                         &error);
  g_autofree char *key = g_strdup (fetch->key);

  if (g_hash_table_lookup (self->fetches, fetch->key) != fetch) { /* cancelled */
    koma_library_fetch_free (fetch);
    return;
  }
  if (path != NULL)
    finish (self, key, path);
  else
    fail (fetch, error);
}

static void
start_fetch (KomaLibrary *self,
             const char  *key)
{
  KomaLibraryFetch *fetch = g_hash_table_lookup (self->fetches, key);

  if (fetch != NULL && fetch->fetch.state == KOMA_FETCH_RUNNING)
    return;

  fetch = g_new0 (KomaLibraryFetch, 1);
  fetch->library = g_object_ref (self);
  fetch->cancellable = g_cancellable_new ();
  fetch->key = g_strdup (key);
  fetch->fetch.state = KOMA_FETCH_RUNNING;
  g_hash_table_replace (self->fetches, fetch->key, fetch);
  koma_model_library_add_async (self->models, key, progress_cb, fetch, fetch->cancellable,
                                fetched_cb, fetch);
  koma_library_rebuild (self);
}

/**
 * koma_library_open:
 * @self: a library
 * @key: of an item, the path of a model, or an address
 *
 * Loads the model. What is not on this computer is downloaded before; a model that is opened
 * meanwhile stays in use.
 */
void
koma_library_open (KomaLibrary *self,
                   const char  *key)
{
  KomaLibraryItem *item = koma_library_find (self, key);

  KOMA_ASSERT_MAIN_THREAD ();

  g_clear_pointer (&self->wanted, g_free);
  if (item != NULL && item->model != NULL) {
    koma_model_control_load (self->control, item->model->path);
  } else if (koma_address_is (key)) {
    self->wanted = g_strdup (key);
    start_fetch (self, key);
  } else {
    koma_model_control_load (self->control, key);
  }
}

void
koma_library_download (KomaLibrary *self,
                       const char  *key)
{
  KOMA_ASSERT_MAIN_THREAD ();

  start_fetch (self, key);
}

/**
 * koma_library_cancel:
 * @self: a library
 * @key: of what is downloaded, or could not be
 *
 * What has arrived is kept for the next time.
 */
void
koma_library_cancel (KomaLibrary *self,
                     const char  *key)
{
  gpointer fetch = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (!g_hash_table_steal_extended (self->fetches, key, NULL, &fetch))
    return;
  if (((KomaLibraryFetch *) fetch)->cancellable != NULL)
    g_cancellable_cancel (((KomaLibraryFetch *) fetch)->cancellable); /* its callback frees it */
  else
    koma_library_fetch_free (fetch);
  koma_library_rebuild (self);
}

/* Cancelled ones free themselves when their answer comes. */
void
koma_library_end_fetches (KomaLibrary *self)
{
  GHashTableIter    iter;
  KomaLibraryFetch *fetch = NULL;

  g_hash_table_iter_init (&iter, self->fetches);
  while (g_hash_table_iter_next (&iter, NULL, (gpointer *) &fetch)) {
    g_hash_table_iter_steal (&iter);
    if (fetch->cancellable != NULL)
      g_cancellable_cancel (fetch->cancellable);
    else
      koma_library_fetch_free (fetch);
  }
}

/* ---- Removal ---- */

typedef struct
{
  KomaLibrary     *library;
  KomaLibraryItem *item;
} Removal;

static void
removed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  Removal *removal = user_data;
  g_autoptr (KomaLibrary) self = removal->library;
  g_autoptr (KomaLibraryItem) item = removal->item;
  g_autoptr (GError) error = NULL;

  g_free (removal);
  if (!koma_model_library_remove_finish (KOMA_MODEL_LIBRARY (source), result, &error) &&
      !koma_library_is_closed (self))
    g_signal_emit_by_name (self, "failed", item, error);
}

/**
 * koma_library_remove:
 * @self: a library
 * @item: one whose model koma_model_item_is_removable()
 *
 * Deletes what Koma has downloaded; forgets what the user has opened.
 */
void
koma_library_remove (KomaLibrary     *self,
                     KomaLibraryItem *item)
{
  Removal *removal = NULL;

  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (item->model != NULL);

  removal = g_new (Removal, 1);
  removal->library = g_object_ref (self);
  removal->item = g_object_ref (item);
  koma_model_library_remove_async (self->models, item->model, NULL, removed_cb, removal);
}
