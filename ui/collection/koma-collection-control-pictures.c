/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures of the collection come into the list, from its file and from its folders. */
#include "koma-collection-control-private.h"

#include <glib/gi18n-lib.h>

#include "koma-collection-reading.h"

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
  koma_collection_control_say (self, text);
}

static void
watch_cb (const KomaWatchEvent *event,
          gpointer              user_data)
{
  KomaCollectionControl *self = user_data;
  KomaResultItem        *item = NULL;

  switch (event->kind) {
  case KOMA_WATCH_PICTURE:
    koma_collection_control_forget_path (self, event->path);
    break;
  case KOMA_WATCH_VANISHED:
    item = koma_result_feed_find (self->feed, event->path);
    if (item == NULL)
      break;
    koma_collection_control_note_gone (self, item);
    koma_collection_control_tell_gone (self);
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

void
koma_collection_control_make_watch (KomaCollectionControl *self)
{
  self->watch = koma_collection_watch_new (self->feed, watch_cb, self);
}

static void
watch_folders (KomaCollectionControl *self)
{
  const KomaCollectionOpened *opened = koma_collection_keeper_get_opened (self->keeper);

  koma_collection_control_make_watch (self);
  for (guint i = 0; i < opened->folders->len; i++)
    koma_collection_watch_add (self->watch, opened->folders->pdata[i], FALSE);
}

/* ---- Its pictures ---- */

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
    koma_collection_control_note_gone (self, gone->pdata[i]);
  koma_collection_control_tell_gone (self);
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
    koma_collection_control_say (self, error->message);
    koma_collection_control_changed (self);
    return;
  }
  watch_folders (self);
  koma_collection_look_async (self->keeper, self->feed, self->reading, looked_cb,
                              g_object_ref (self));
}

void
koma_collection_control_read_pictures (KomaCollectionControl *self)
{
  self->is_unread = FALSE;
  self->reading = g_cancellable_new ();
  koma_collection_read_async (self->keeper, self->feed, self->reading, read_cb,
                              g_object_ref (self));
}
