/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-control-private.h"

#include "worker/koma-thread.h"

enum {
  SIGNAL_ADDING,
  SIGNAL_CHANGED,
  SIGNAL_GONE,
  SIGNAL_MESSAGE,
  SIGNAL_OPENED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/**
 * KomaCollectionControl:
 *
 * A collection is opened on its keeper's thread. Once there is a model, its pictures come into the
 * list, and then files that are new, changed or gone are looked for. Whatever else the list gets is
 * asked of the keeper first, see koma_result_feed_set_keeper().
 *
 * Thread: main
 */
G_DEFINE_FINAL_TYPE (KomaCollectionControl, koma_collection_control, G_TYPE_OBJECT)

void
koma_collection_control_say (KomaCollectionControl *self,
                             const char            *text)
{
  g_signal_emit (self, signals[SIGNAL_MESSAGE], 0, text);
}

void
koma_collection_control_emit_opened (KomaCollectionControl *self)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0);
}

void
koma_collection_control_emit_adding (KomaCollectionControl *self)
{
  g_signal_emit (self, signals[SIGNAL_ADDING], 0);
}

static gboolean
is_reading (KomaCollectionControl *self)
{
  return self->opening != NULL || self->reading != NULL;
}

/* Pictures get the hash of their content while nothing else is to do. */
static void
update_hasher (KomaCollectionControl *self)
{
  const gboolean is_busy = koma_result_feed_get_progress (self->feed)->n_open > 0 ||
                           is_reading (self) ||
                           koma_model_control_is_loading (self->models) ||
                           g_power_profile_monitor_get_power_saver_enabled (self->power);

  if (self->hasher != NULL)
    koma_collection_hasher_set_paused (self->hasher, is_busy);
}

/* After new answers. */
void
koma_collection_control_hash_more (KomaCollectionControl *self)
{
  update_hasher (self);
  if (self->hasher != NULL)
    koma_collection_hasher_look_again (self->hasher);
}

void
koma_collection_control_changed (KomaCollectionControl *self)
{
  update_hasher (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
cancel (GCancellable **cancellable)
{
  g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

static void
forget_keeper (KomaCollectionControl *self)
{
  cancel (&self->reading);
  g_clear_pointer (&self->watch, koma_collection_watch_free);
  g_clear_pointer (&self->hasher, koma_collection_hasher_free);
  g_hash_table_remove_all (self->named);
  g_hash_table_remove_all (self->gone);
}

/* There is one. */
void
koma_collection_control_close_keeper (KomaCollectionControl *self,
                                      GAsyncReadyCallback    callback,
                                      gpointer               user_data)
{
  forget_keeper (self);
  koma_result_feed_set_keeper (self->feed, NULL);
  koma_collection_keeper_close_async (self->keeper, callback, user_data);
  g_signal_handlers_disconnect_by_data (self->keeper, self);
  g_clear_object (&self->keeper);
  koma_collection_control_changed (self);
}

/* ---- Its pictures ---- */

static gboolean
tell_gone_cb (gpointer user_data)
{
  KomaCollectionControl *self = user_data;

  self->gone_source = 0;
  g_signal_emit (self, signals[SIGNAL_GONE], 0, koma_collection_control_get_n_gone (self));
  koma_collection_control_changed (self);
  return G_SOURCE_REMOVE;
}

/* Once for all that go at a time, such as a folder of thousands. */
void
koma_collection_control_tell_gone (KomaCollectionControl *self)
{
  if (self->gone_source == 0)
    self->gone_source = g_idle_add (tell_gone_cb, self);
}

void
koma_collection_control_note_gone (KomaCollectionControl *self,
                                   KomaResultItem        *item)
{
  /* Such as those that were found elsewhere meanwhile. */
  if (!koma_result_item_is_removed (item))
    g_hash_table_replace (self->gone, (char *) koma_result_item_get_path (item),
                          g_object_ref (item));
}

void
koma_collection_control_forget_path (KomaCollectionControl *self,
                                     const char            *path)
{
  if (g_hash_table_remove (self->gone, path))
    koma_collection_control_tell_gone (self);
}

/* A file that the keeper knows by another path is that picture, whose row shows the new one. */
static void
moved_cb (KomaCollectionControl *self,
          const char            *before)
{
  KomaResultItem *item = koma_result_feed_find (self->feed, before);

  if (item != NULL)
    koma_result_feed_drop (self->feed, item);
  koma_collection_control_forget_path (self, before);
}

/* ---- What is taken out of it ---- */

static void
taken_out_cb (KomaCollectionControl *self,
              KomaResultItem        *item,
              gboolean               is_out)
{
  const char *path = koma_result_item_get_path (item);

  if (self->keeper == NULL || path == NULL)
    return;
  koma_collection_keeper_leave_out (self->keeper, path, is_out);
  koma_collection_control_forget_path (self, path);
}

/* What the user chose itself is taken back in; what comes by its folder stays out. */
static void
left_out_cb (KomaCollectionControl *self,
             GPtrArray             *items)
{
  g_autoptr (GPtrArray) out = g_ptr_array_new ();

  for (guint i = 0; i < items->len; i++) {
    const char *path = koma_result_item_get_path (items->pdata[i]);

    if (g_hash_table_contains (self->named, path))
      koma_collection_keeper_leave_out (self->keeper, path, FALSE);
    else
      g_ptr_array_add (out, items->pdata[i]);
  }
  if (out->len > 0)
    koma_result_feed_drop_items (self->feed, out);
}

/* ---- What persons say ---- */

static void
corrected_cb (KomaCollectionControl *self,
              KomaResultItem        *item)
{
  const char *path = koma_result_item_get_path (item);

  if (self->keeper != NULL && path != NULL)
    koma_collection_keeper_correct (self->keeper, path, koma_result_item_get_correction (item));
}

static void
rated_cb (KomaCollectionControl *self,
          KomaResultItem        *item)
{
  const char *path = koma_result_item_get_path (item);
  KomaRating *said = koma_result_item_get_rating (item);
  g_autoptr (KomaRating) rating =
    said != NULL ? koma_rating_ref (said) : koma_rating_new_now (KOMA_RATING_NONE);

  if (self->keeper != NULL && path != NULL)
    koma_collection_keeper_rate (self->keeper, path, rating);
}

/* ---- Closing ---- */

static void
closed_cb (GObject      *keeper,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GApplication) application = user_data;

  if (application != NULL)
    g_application_release (application);
}

/* What was removed from the list stays in the collection. The application runs until all is in the
 * file. */
void
koma_collection_control_close (KomaCollectionControl *self)
{
  GApplication *application = g_application_get_default ();

  KOMA_ASSERT_MAIN_THREAD ();

  forget_keeper (self);
  if (self->keeper == NULL)
    return;
  if (application != NULL)
    g_application_hold (g_object_ref (application));
  koma_collection_control_close_keeper (self, closed_cb, application);
}

/* ---- What it is ---- */

const char *
koma_collection_control_get_path (KomaCollectionControl *self)
{
  return self->keeper != NULL ? koma_collection_keeper_get_opened (self->keeper)->path : NULL;
}

char *
koma_collection_control_dup_name (KomaCollectionControl *self)
{
  const char *path = koma_collection_control_get_path (self);

  return path != NULL ? g_filename_display_basename (path) : NULL;
}

void
koma_collection_control_add_folder (KomaCollectionControl *self,
                                    const char            *path)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (koma_result_feed_is_empty (self->feed))
    g_ptr_array_set_size (self->folders, 0);
  g_ptr_array_add (self->folders, g_strdup (path));
  if (self->keeper != NULL)
    koma_collection_keeper_add_folder (self->keeper, path);
  /* Those that are there now come by another way. */
  if (self->watch != NULL)
    koma_collection_watch_add (self->watch, path, TRUE);
}

void
koma_collection_control_add_file (KomaCollectionControl *self,
                                  const char            *path)
{
  KOMA_ASSERT_MAIN_THREAD ();

  if (self->keeper != NULL)
    g_hash_table_add (self->named, g_strdup (path));
}

guint
koma_collection_control_get_n_gone (KomaCollectionControl *self)
{
  return g_hash_table_size (self->gone);
}

void
koma_collection_control_forget_gone (KomaCollectionControl *self)
{
  GHashTableIter iter;
  gpointer       path = NULL, item = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  g_hash_table_iter_init (&iter, self->gone);
  while (g_hash_table_iter_next (&iter, &path, &item)) {
    koma_collection_keeper_forget (self->keeper, path);
    koma_result_feed_drop (self->feed, item);
    g_hash_table_iter_remove (&iter);
  }
  koma_collection_control_tell_gone (self);
}

/* ---- Object ---- */

static void
koma_collection_control_dispose (GObject *object)
{
  KomaCollectionControl *self = KOMA_COLLECTION_CONTROL (object);

  cancel (&self->opening);
  if (self->feed != NULL)
    koma_collection_control_close (self);
  g_clear_object (&self->feed);
  g_clear_object (&self->models);
  g_clear_object (&self->power);
  g_clear_pointer (&self->folders, g_ptr_array_unref);
  g_clear_pointer (&self->named, g_hash_table_unref);
  g_clear_pointer (&self->gone, g_hash_table_unref);
  g_clear_handle_id (&self->gone_source, g_source_remove);

  G_OBJECT_CLASS (koma_collection_control_parent_class)->dispose (object);
}

static void
koma_collection_control_class_init (KomaCollectionControlClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_collection_control_dispose;

  signals[SIGNAL_ADDING] = g_signal_new ("adding", KOMA_TYPE_COLLECTION_CONTROL, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", KOMA_TYPE_COLLECTION_CONTROL,
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_MESSAGE] = g_signal_new ("message", KOMA_TYPE_COLLECTION_CONTROL,
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                          G_TYPE_STRING);
  signals[SIGNAL_OPENED] = g_signal_new ("opened", KOMA_TYPE_COLLECTION_CONTROL, G_SIGNAL_RUN_LAST,
                                         0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_GONE] = g_signal_new ("gone", KOMA_TYPE_COLLECTION_CONTROL, G_SIGNAL_RUN_LAST, 0,
                                       NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
koma_collection_control_init (KomaCollectionControl *self)
{
  self->folders = g_ptr_array_new_with_free_func (g_free);
  self->named = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->gone = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
}

KomaCollectionControl *
koma_collection_control_new (KomaResultFeed   *feed,
                             KomaModelControl *models)
{
  KomaCollectionControl *self = g_object_new (KOMA_TYPE_COLLECTION_CONTROL, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  self->feed = g_object_ref (feed);
  self->models = g_object_ref (models);
  self->power = g_power_profile_monitor_dup_default ();
  g_signal_connect_object (self->power, "notify::power-saver-enabled",
                           G_CALLBACK (update_hasher), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "progress", G_CALLBACK (update_hasher), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "finished", G_CALLBACK (koma_collection_control_hash_more), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "moved", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "corrected", G_CALLBACK (corrected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "rated", G_CALLBACK (rated_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "taken-out", G_CALLBACK (taken_out_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "left-out", G_CALLBACK (left_out_cb), self, G_CONNECT_SWAPPED);
  return self;
}
