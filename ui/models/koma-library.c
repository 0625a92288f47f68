/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-library-private.h"

#include "engine/koma-values.h"
#include "worker/koma-thread.h"

enum {
  SIGNAL_CHANGED,
  SIGNAL_DAMAGED,
  SIGNAL_FAILED,
  SIGNAL_FETCHED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (KomaLibrary, koma_library, G_TYPE_OBJECT)

/**
 * koma_library_refresh:
 * @self: a library
 *
 * Looks what is there. The list changes when that is known.
 */
void
koma_library_refresh (KomaLibrary *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_model_library_refresh_async (self->models, NULL, NULL, NULL);
}

GListModel *
koma_library_get_items (KomaLibrary *self)
{
  return G_LIST_MODEL (self->items);
}

static void
read_catalogue (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  GError    *error = NULL;
  GPtrArray *entries = koma_catalogue_load (&error);

  if (entries != NULL)
    g_task_return_pointer (task, entries, (GDestroyNotify) g_ptr_array_unref);
  else
    g_task_return_error (task, error);
}

static void
catalogue_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  KomaLibrary *self = KOMA_LIBRARY (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) entries = g_task_propagate_pointer (G_TASK (result), &error);

  if (koma_library_is_closed (self))
    return;
  if (entries == NULL && !g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_signal_emit (self, signals[SIGNAL_DAMAGED], 0, error->message);
  if (entries == NULL)
    return;
  self->catalogue = g_steal_pointer (&entries);
  koma_library_rebuild (self);
}

/**
 * koma_library_close:
 * @self: a library
 *
 * Cancels what is under way.
 */
void
koma_library_close (KomaLibrary *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  koma_library_end_fetches (self);
  if (koma_library_is_closed (self))
    return;
  g_signal_handlers_disconnect_by_data (self->control, self);
  g_signal_handlers_disconnect_by_data (self->models, self);
  g_clear_object (&self->models);
  g_clear_object (&self->control);
}

static void
koma_library_dispose (GObject *object)
{
  koma_library_close (KOMA_LIBRARY (object));

  G_OBJECT_CLASS (koma_library_parent_class)->dispose (object);
}

static void
koma_library_finalize (GObject *object)
{
  KomaLibrary *self = KOMA_LIBRARY (object);

  g_object_unref (self->items);
  g_clear_pointer (&self->catalogue, g_ptr_array_unref);
  g_hash_table_unref (self->fetches);
  g_free (self->wanted);

  G_OBJECT_CLASS (koma_library_parent_class)->finalize (object);
}

static void
koma_library_class_init (KomaLibraryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_library_dispose;
  G_OBJECT_CLASS (klass)->finalize = koma_library_finalize;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", KOMA_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FAILED] = g_signal_new ("failed", KOMA_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL,
                                         G_TYPE_NONE, 2, KOMA_TYPE_LIBRARY_ITEM, G_TYPE_ERROR);
  signals[SIGNAL_DAMAGED] = g_signal_new ("damaged", KOMA_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SIGNAL_FETCHED] = g_signal_new ("fetched", KOMA_TYPE_LIBRARY, G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
koma_library_init (KomaLibrary *self)
{
  self->items = g_list_store_new (KOMA_TYPE_LIBRARY_ITEM);
  self->fetches = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                         (GDestroyNotify) koma_library_fetch_free);
}

/**
 * koma_library_new:
 * @choices: the models on this computer
 * @control: opens them
 *
 * Returns: (transfer full): a library; its list is empty until it has been read
 */
KomaLibrary *
koma_library_new (KomaModelChoices *choices,
                  KomaModelControl *control)
{
  KomaLibrary *self = g_object_new (KOMA_TYPE_LIBRARY, NULL);
  g_autoptr (GTask) task = g_task_new (self, NULL, catalogue_cb, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->control = g_object_ref (control);
  self->models = koma_model_library_new (choices);
  g_signal_connect_object (self->models, "items-changed", G_CALLBACK (koma_library_rebuild), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (control, "loaded", G_CALLBACK (koma_library_refresh), self,
                           G_CONNECT_SWAPPED);
  koma_task_run_in_thread (task, read_catalogue);
  koma_library_refresh (self);
  return self;
}
