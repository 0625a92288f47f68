/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-watch.h"

#include "worker/koma-thread.h"
#include "worker/watch/koma-folder-watch.h"

struct _KomaCollectionWatch
{
  KomaResultFeed *feed;
  KomaWatchFunc   func;
  gpointer        data;
  GPtrArray      *folders; /* (element-type Folder) */
};

typedef struct
{
  KomaCollectionWatch *all; /* borrowed */
  char                *path;
  KomaFolderWatch     *watch;
  gboolean             is_walked; /* what was there at the start was told */
} Folder;

static void
folder_free (gpointer data)
{
  Folder *folder = data;

  koma_folder_watch_free (folder->watch);
  g_free (folder->path);
  g_free (folder);
}

/* @func: is given @data */
KomaCollectionWatch *
koma_collection_watch_new (KomaResultFeed *feed,
                           KomaWatchFunc   func,
                           gpointer        data)
{
  KomaCollectionWatch *self = g_new (KomaCollectionWatch, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  *self = (KomaCollectionWatch){
    .feed = g_object_ref (feed),
    .func = func,
    .data = data,
    .folders = g_ptr_array_new_with_free_func (folder_free),
  };
  return self;
}

void
koma_collection_watch_free (KomaCollectionWatch *self)
{
  g_ptr_array_unref (self->folders);
  g_object_unref (self->feed);
  g_free (self);
}

/* Those that the collection knows were looked at when it was opened. */
static void
take_picture (Folder     *folder,
              const char *path)
{
  KomaResultFeed *feed = folder->all->feed;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GFile) file = NULL;

  if (!folder->is_walked && koma_result_feed_find (feed, path) != NULL)
    return;
  file = g_file_new_for_path (path);
  items = g_ptr_array_new_with_free_func (g_object_unref);
  g_ptr_array_add (items, koma_result_item_new_for_file (file));
  koma_result_feed_open (feed, items);
}

static void
event_cb (const KomaWatchEvent *event,
          gpointer              user_data)
{
  Folder              *folder = user_data;
  KomaCollectionWatch *self = folder->all;

  if (event->kind == KOMA_WATCH_PICTURE)
    take_picture (folder, event->path);
  else if (event->kind == KOMA_WATCH_WALKED)
    folder->is_walked = TRUE;
  self->func (event, self->data);
}

static gboolean
has_path (gconstpointer folder,
          gconstpointer path)
{
  return g_str_equal (((const Folder *) folder)->path, path);
}

void
koma_collection_watch_add (KomaCollectionWatch *self,
                           const char          *path,
                           gboolean             is_new_only)
{
  const KomaFolderWatchSettings settings = { .is_new_only = is_new_only };
  Folder                       *folder = NULL;

  KOMA_ASSERT_MAIN_THREAD ();

  if (g_ptr_array_find_with_equal_func (self->folders, path, has_path, NULL))
    return;
  folder = g_new0 (Folder, 1);
  folder->all = self;
  folder->path = g_strdup (path);
  folder->watch = koma_folder_watch_new (path, &settings, event_cb, folder);
  g_ptr_array_add (self->folders, folder);
}
