/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Another collection is opened: for its pictures, or for those of the list. */
#include "koma-collection-control-private.h"

#include <glib/gi18n-lib.h>

#include "koma-collection-keeping.h"
#include "worker/koma-thread.h"

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
  koma_collection_control_say (self, text);
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
    koma_collection_control_read_pictures (self);
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
kept_cb (GObject      *keeper,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (KomaCollectionControl) self = user_data;

  koma_collection_keep_finish (result);
  if (self->keeper == KOMA_COLLECTION_KEEPER (keeper))
    koma_collection_control_hash_more (self);
}

static void
keep_list (KomaCollectionControl *self)
{
  koma_collection_keep_async (self->keeper, self->feed, kept_cb, g_object_ref (self));
  koma_collection_control_make_watch (self);
  for (guint i = 0; i < self->folders->len; i++) {
    koma_collection_keeper_add_folder (self->keeper, self->folders->pdata[i]);
    koma_collection_watch_add (self->watch, self->folders->pdata[i], TRUE);
  }
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
    koma_collection_control_emit_adding (self);
  }
  koma_collection_control_emit_opened (self);
  if (opened->notice != NULL)
    koma_collection_control_say (self, opened->notice);
  self->is_unread = !self->is_for_list;
  choose_model (self, &opened->last);
  if (self->is_for_list)
    keep_list (self);
  koma_collection_control_changed (self);
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
  koma_collection_control_close_keeper (self, to_reopen_cb, reopening);
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
    koma_collection_control_say (self, error->message);
}

static void
open_file (KomaCollectionControl *self,
           const char            *path,
           gboolean               is_checked)
{
  g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
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
