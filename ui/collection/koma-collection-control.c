/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-control.h"

#include <glib/gi18n-lib.h>

#include "koma-collection-reading.h"
#include "koma-collection-watch.h"
#include "worker/collection/koma-collection-hasher.h"
#include "worker/koma-thread.h"

struct _KomaCollectionControl
{
  GObject parent_instance;

  /* Owned. */
  KomaResultFeed       *feed;
  KomaModelControl     *models;
  KomaCollectionKeeper *keeper;  /* (nullable) none is open */
  GCancellable         *opening; /* (nullable) */
  GCancellable         *reading; /* (nullable) its pictures come, or their files are looked at */
  GPtrArray            *folders; /* (element-type filename) added to the list since it was empty */
  KomaCollectionWatch  *watch;   /* (nullable) of its folders */
  KomaCollectionHasher *hasher;  /* (nullable) of what is in it */
  GPowerProfileMonitor *power;   /* says whether it is to be saved */
  GHashTable           *named;   /* filename: that the user chose since one is open */
  GHashTable           *gone;    /* filename (of the item) → KomaResultItem: no longer there */

  gboolean is_for_list; /* the one that is being opened gets the list */
  gboolean is_checked;  /* all of its file was read when it was opened */
  gboolean is_unread;   /* its pictures are to come */
};

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

static void
say (KomaCollectionControl *self,
     const char            *text)
{
  g_signal_emit (self, signals[SIGNAL_MESSAGE], 0, text);
}

/* Pictures get the hash of their content while nothing else is to do. */
static void
update_hasher (KomaCollectionControl *self)
{
  const gboolean is_busy = koma_result_feed_get_progress (self->feed)->n_open > 0 ||
                           koma_collection_control_is_reading (self) ||
                           koma_model_control_is_loading (self->models) ||
                           g_power_profile_monitor_get_power_saver_enabled (self->power);

  if (self->hasher != NULL)
    koma_collection_hasher_set_paused (self->hasher, is_busy);
}

/* After new answers. */
static void
hash_more (KomaCollectionControl *self)
{
  update_hasher (self);
  if (self->hasher != NULL)
    koma_collection_hasher_look_again (self->hasher);
}

static void
changed (KomaCollectionControl *self)
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
static void
close_keeper (KomaCollectionControl *self,
              GAsyncReadyCallback    callback,
              gpointer               user_data)
{
  forget_keeper (self);
  koma_result_feed_set_keeper (self->feed, NULL);
  koma_collection_keeper_close_async (self->keeper, callback, user_data);
  g_signal_handlers_disconnect_by_data (self->keeper, self);
  g_clear_object (&self->keeper);
  changed (self);
}

/* ---- Its pictures ---- */

static void
tell_gone (KomaCollectionControl *self)
{
  g_signal_emit (self, signals[SIGNAL_GONE], 0, koma_collection_control_get_n_gone (self));
  changed (self);
}

static void
note_gone (KomaCollectionControl *self,
           KomaResultItem        *item)
{
  /* Such as those that were found elsewhere meanwhile. */
  if (!koma_result_item_is_removed (item))
    g_hash_table_replace (self->gone, (char *) koma_result_item_get_path (item),
                          g_object_ref (item));
}

static void
forget_gone (KomaCollectionControl *self,
             const char            *path)
{
  if (g_hash_table_remove (self->gone, path))
    tell_gone (self);
}

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaCollectionControl) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) gone = koma_collection_look_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  for (guint i = 0; gone != NULL && i < gone->len; i++)
    note_gone (self, gone->pdata[i]);
  tell_gone (self);
}

/* A file that the keeper knows by another path is that picture, whose row shows the new one. */
static void
moved_cb (KomaCollectionControl *self,
          const char            *before)
{
  KomaResultItem *item = koma_result_feed_find (self->feed, before);

  if (item != NULL)
    koma_result_feed_drop (self->feed, item);
  forget_gone (self, before);
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
  forget_gone (self, path);
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

/* ---- Its folders ---- */

static void
say_of_folder (KomaCollectionControl *self,
               const char            *path,
               gboolean               is_there)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = NULL;

  if (is_there)
    /* Translators: the name of a folder */
    text = g_strdup_printf (_ ("“%s” is there again"), name);
  else
    /* Translators: the name of a folder */
    text = g_strdup_printf (_ ("“%s” is not there; Koma looks for it"), name);
  say (self, text);
}

static void
watch_cb (const KomaWatchEvent *event,
          gpointer              user_data)
{
  KomaCollectionControl *self = user_data;
  KomaResultItem        *item = NULL;

  switch (event->kind) {
  case KOMA_WATCH_PICTURE:
    forget_gone (self, event->path);
    break;
  case KOMA_WATCH_VANISHED:
    item = koma_result_feed_find (self->feed, event->path);
    if (item == NULL)
      break;
    note_gone (self, item);
    tell_gone (self);
    break;
  case KOMA_WATCH_LOST:
    say_of_folder (self, event->path, FALSE);
    break;
  case KOMA_WATCH_BACK:
    say_of_folder (self, event->path, TRUE);
    break;
  default:
    break;
  }
}

static void
watch_folders (KomaCollectionControl *self)
{
  const KomaCollectionOpened *opened = koma_collection_keeper_get_opened (self->keeper);

  self->watch = koma_collection_watch_new (self->feed, watch_cb, self);
  for (guint i = 0; i < opened->folders->len; i++)
    koma_collection_watch_add (self->watch, opened->folders->pdata[i], FALSE);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (KomaCollectionControl) self = user_data;
  g_autoptr (GError) error = NULL;

  koma_collection_read_finish (result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL) {
    g_clear_object (&self->reading);
    say (self, error->message);
    changed (self);
    return;
  }
  watch_folders (self);
  koma_collection_look_async (self->keeper, self->feed, self->reading, looked_cb,
                              g_object_ref (self));
}

static void
read_pictures (KomaCollectionControl *self)
{
  self->is_unread = FALSE;
  self->reading = g_cancellable_new ();
  koma_collection_read_async (self->keeper, self->feed, self->reading, read_cb,
                              g_object_ref (self));
}

/* ---- The list is put into it ---- */

typedef struct
{
  KomaCollectionControl *control;
  KomaCollectionKeeper  *keeper;
  GPtrArray             *items; /* (element-type KomaResultItem) */
  GPtrArray             *paths; /* (element-type filename) */
} Keeping;

static void
keeping_free (Keeping *keeping)
{
  g_object_unref (keeping->control);
  g_object_unref (keeping->keeper);
  g_ptr_array_unref (keeping->items);
  g_ptr_array_unref (keeping->paths);
  g_free (keeping);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Keeping, keeping_free)

/* What it knows already stays as it is. */
static void
asked_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Keeping) keeping = user_data;
  g_autoptr (GArray) known = koma_collection_keeper_find_finish (result, NULL);

  for (guint i = 0; known != NULL && i < keeping->items->len; i++) {
    KomaResult     *answer = koma_result_item_get_result (keeping->items->pdata[i]);
    KomaCorrection *correction = koma_result_item_get_correction (keeping->items->pdata[i]);
    KomaRating     *rating = koma_result_item_get_rating (keeping->items->pdata[i]);

    if (correction != NULL)
      koma_collection_keeper_correct (keeping->keeper, keeping->paths->pdata[i], correction);
    if (rating != NULL)
      koma_collection_keeper_rate (keeping->keeper, keeping->paths->pdata[i], rating);
    /* It is in the list that the user wants to keep. */
    if (g_array_index (known, KomaCollectionKnown, i).is_left_out)
      koma_collection_keeper_leave_out (keeping->keeper, keeping->paths->pdata[i], FALSE);
    if (answer != NULL && g_array_index (known, KomaCollectionKnown, i).result == NULL)
      koma_collection_keeper_add (keeping->keeper, keeping->paths->pdata[i], answer, NULL);
  }
  if (keeping->control->keeper == keeping->keeper)
    hash_more (keeping->control);
}

static void
collect (Keeping    *keeping,
         GListModel *list)
{
  for (guint i = 0; i < g_list_model_get_n_items (list); i++) {
    g_autoptr (KomaResultItem) item = g_list_model_get_item (list, i);
    const char *path = koma_result_item_get_path (item);

    if (path == NULL || koma_result_item_get_result (item) == NULL)
      continue;
    g_ptr_array_add (keeping->paths, g_strdup (path));
    g_ptr_array_add (keeping->items, g_steal_pointer (&item));
  }
}

static void
keep_list (KomaCollectionControl *self)
{
  Keeping *keeping = g_new (Keeping, 1);

  *keeping = (Keeping){
    .control = g_object_ref (self),
    .keeper = g_object_ref (self->keeper),
    .items = g_ptr_array_new_with_free_func (g_object_unref),
    .paths = g_ptr_array_new_with_free_func (g_free),
  };
  collect (keeping, koma_result_feed_get_items (self->feed));
  koma_collection_keeper_find_async (self->keeper, keeping->paths, 1, asked_cb, keeping);
  self->watch = koma_collection_watch_new (self->feed, watch_cb, self);
  for (guint i = 0; i < self->folders->len; i++) {
    koma_collection_keeper_add_folder (self->keeper, self->folders->pdata[i]);
    koma_collection_watch_add (self->watch, self->folders->pdata[i], TRUE);
  }
}

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

/* ---- Opening ---- */

static void damaged_cb (KomaCollectionControl *self);

static void
failed_cb (KomaCollectionControl *self,
           const GError          *error)
{
  /* Translators: a sentence that names a file and says what is wrong with it */
  g_autofree char *text = g_strdup_printf (_ ("%s; answers are no longer kept"), error->message);

  if (!self->is_checked && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA)) {
    damaged_cb (self);
    return;
  }
  say (self, text);
  koma_collection_control_close (self);
}

void
koma_collection_control_take_model (KomaCollectionControl *self)
{
  KomaModelInfo *info = koma_model_control_get_info (self->models);

  KOMA_ASSERT_MAIN_THREAD ();

  if (self->keeper == NULL || info == NULL || koma_model_control_is_loading (self->models))
    return;
  koma_collection_keeper_choose_model (self->keeper, info);
  koma_result_feed_set_keeper (self->feed, self->keeper);
  if (self->is_unread)
    read_pictures (self);
}

/* Answers are those of the model that was used last, where it can be had. */
static void
choose_model (KomaCollectionControl         *self,
              const KomaCollectionLastModel *last)
{
  KomaModelInfo *info = koma_model_control_get_info (self->models);
  const gboolean is_other = info == NULL || g_strcmp0 (info->hash, last->hash) != 0;

  if (!self->is_for_list && last->source != NULL && is_other &&
      g_file_test (last->source, G_FILE_TEST_EXISTS))
    koma_model_control_load (self->models, last->source);
  else
    koma_collection_control_take_model (self);
}

static void
take_keeper (KomaCollectionControl *self,
             KomaCollectionKeeper  *keeper) /* (transfer full) */
{
  const KomaCollectionOpened *opened = koma_collection_keeper_get_opened (keeper);

  koma_collection_control_close (self);
  self->keeper = keeper;
  self->hasher = koma_collection_hasher_new (keeper);
  self->is_unread = TRUE;
  g_signal_connect_object (keeper, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (keeper, "damaged", G_CALLBACK (damaged_cb), self, G_CONNECT_SWAPPED);
  if (!self->is_for_list) {
    koma_result_feed_clear (self->feed);
    g_ptr_array_set_size (self->folders, 0);
    g_signal_emit (self, signals[SIGNAL_ADDING], 0);
  }
  g_signal_emit (self, signals[SIGNAL_OPENED], 0);
  if (opened->notice != NULL)
    say (self, opened->notice);
  self->is_unread = !self->is_for_list;
  choose_model (self, &opened->last);
  if (self->is_for_list)
    keep_list (self);
  changed (self);
}

static void open_file (KomaCollectionControl *self, const char *path, gboolean is_checked);

typedef struct
{
  KomaCollectionControl *control;
  char                  *path;
} Reopening;

/* The file may be opened again. */
static void
to_reopen_cb (GObject      *keeper,
              GAsyncResult *result,
              gpointer      user_data)
{
  Reopening *reopening = user_data;

  if (reopening->control->keeper == NULL && reopening->control->opening == NULL)
    open_file (reopening->control, reopening->path, TRUE);
  g_object_unref (reopening->control);
  g_free (reopening->path);
  g_free (reopening);
}

/* What can be read of it, and a sentence about that, take the place of the list. */
static void
damaged_cb (KomaCollectionControl *self)
{
  Reopening *reopening = g_new (Reopening, 1);

  *reopening = (Reopening){ g_object_ref (self),
                            g_strdup (koma_collection_control_get_path (self)) };
  self->is_for_list = FALSE;
  close_keeper (self, to_reopen_cb, reopening);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (KomaCollectionControl) self = user_data;
  g_autoptr (GError) error = NULL;
  KomaCollectionKeeper *keeper = koma_collection_keeper_open_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->opening);
  if (keeper != NULL)
    take_keeper (self, keeper);
  else
    say (self, error->message);
}

static void
open_file (KomaCollectionControl *self,
           const char            *path,
           gboolean               is_checked)
{
  cancel (&self->opening);
  self->opening = g_cancellable_new ();
  self->is_checked = is_checked;
  koma_collection_keeper_open_async (path, is_checked, self->opening, opened_cb,
                                     g_object_ref (self));
}

/* What the list has is written into a sound file alone. */
static void
open_other (KomaCollectionControl *self,
            const char            *path,
            gboolean               is_for_list)
{
  g_autofree char *full = g_canonicalize_filename (path, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  if (g_strcmp0 (full, koma_collection_control_get_path (self)) == 0)
    return;
  self->is_for_list = is_for_list;
  open_file (self, path, is_for_list);
}

void
koma_collection_control_open (KomaCollectionControl *self,
                              const char            *path)
{
  open_other (self, path, FALSE);
}

void
koma_collection_control_keep (KomaCollectionControl *self,
                              const char            *path)
{
  open_other (self, path, TRUE);
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
    g_application_hold (application);
  close_keeper (self, closed_cb, application != NULL ? g_object_ref (application) : NULL);
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

gboolean
koma_collection_control_is_reading (KomaCollectionControl *self)
{
  return self->opening != NULL || self->reading != NULL;
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
  tell_gone (self);
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
  g_signal_connect_object (feed, "finished", G_CALLBACK (hash_more), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "moved", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "corrected", G_CALLBACK (corrected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "rated", G_CALLBACK (rated_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "taken-out", G_CALLBACK (taken_out_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (feed, "left-out", G_CALLBACK (left_out_cb), self, G_CONNECT_SWAPPED);
  return self;
}
