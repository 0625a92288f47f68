/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-watch-tree.h"

#include <string.h>

#include "worker/koma-file-id.h"

static void
folder_free (gpointer data)
{
  KomaWatchFolder *folder = data;

  g_hash_table_unref (folder->pictures);
  g_free (folder->path);
  g_free (folder);
}

void
koma_watch_tree_init (KomaWatchTree *self)
{
  self->by_path = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, folder_free);
  self->by_id = g_hash_table_new (koma_folder_id_hash, koma_folder_id_equal);
  self->by_wd = g_hash_table_new (NULL, NULL);
}

void
koma_watch_tree_clear (KomaWatchTree *self)
{
  g_clear_pointer (&self->by_wd, g_hash_table_unref);
  g_clear_pointer (&self->by_id, g_hash_table_unref);
  g_clear_pointer (&self->by_path, g_hash_table_unref);
}

KomaWatchFolder *
koma_watch_tree_find (const KomaWatchTree *self,
                      const char          *path)
{
  return g_hash_table_lookup (self->by_path, path);
}

/* Without numbers of inodes, none is like another. */
KomaWatchFolder *
koma_watch_tree_find_by_id (const KomaWatchTree *self,
                            const KomaFolderId  *id)
{
  return id->inode != 0 ? g_hash_table_lookup (self->by_id, id) : NULL;
}

KomaWatchFolder *
koma_watch_tree_find_by_wd (const KomaWatchTree *self,
                            int                  wd)
{
  return g_hash_table_lookup (self->by_wd, GINT_TO_POINTER (wd));
}

KomaWatchFolder *
koma_watch_tree_add (KomaWatchTree *self,
                     const char    *path)
{
  KomaWatchFolder *folder = g_new0 (KomaWatchFolder, 1);

  folder->path = g_strdup (path);
  folder->wd = -1;
  folder->pictures = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_hash_table_insert (self->by_path, folder->path, folder);
  return folder;
}

static void
forget_id (KomaWatchTree   *self,
           KomaWatchFolder *folder)
{
  if (koma_watch_tree_find_by_id (self, &folder->id) == folder)
    g_hash_table_remove (self->by_id, &folder->id);
}

void
koma_watch_tree_set_id (KomaWatchTree      *self,
                        KomaWatchFolder    *folder,
                        const KomaFolderId *id)
{
  forget_id (self, folder);
  folder->id = *id;
  if (id->inode != 0)
    g_hash_table_replace (self->by_id, &folder->id, folder);
}

void
koma_watch_tree_set_wd (KomaWatchTree   *self,
                        KomaWatchFolder *folder,
                        int              wd)
{
  if (folder->wd >= 0 && koma_watch_tree_find_by_wd (self, folder->wd) == folder)
    g_hash_table_remove (self->by_wd, GINT_TO_POINTER (folder->wd));
  folder->wd = wd;
  if (wd >= 0)
    g_hash_table_insert (self->by_wd, GINT_TO_POINTER (wd), folder);
}

void
koma_watch_tree_remove (KomaWatchTree   *self,
                        KomaWatchFolder *folder)
{
  koma_watch_tree_set_wd (self, folder, -1);
  forget_id (self, folder);
  g_hash_table_remove (self->by_path, folder->path);
}

void
koma_watch_tree_forget_watches (KomaWatchTree *self)
{
  GHashTableIter iter;
  gpointer       folder = NULL;

  g_hash_table_iter_init (&iter, self->by_path);
  while (g_hash_table_iter_next (&iter, NULL, &folder))
    ((KomaWatchFolder *) folder)->wd = -1;
  g_hash_table_remove_all (self->by_wd);
}

static gboolean
is_at_or_below (const char *path,
                const char *folder)
{
  const gsize length = strlen (folder);

  return strncmp (path, folder, length) == 0 &&
         (path[length] == G_DIR_SEPARATOR || path[length] == '\0');
}

GPtrArray *
koma_watch_tree_list (const KomaWatchTree *self,
                      const char          *path)
{
  GPtrArray     *found = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer       folder = NULL;

  g_hash_table_iter_init (&iter, self->by_path);
  while (g_hash_table_iter_next (&iter, NULL, &folder))
    if (path == NULL || is_at_or_below (((KomaWatchFolder *) folder)->path, path))
      g_ptr_array_add (found, folder);
  return found;
}

GPtrArray *
koma_watch_folder_list (const KomaWatchFolder *folder)
{
  GPtrArray     *found = g_ptr_array_sized_new (g_hash_table_size (folder->pictures));
  GHashTableIter iter;
  gpointer       picture = NULL;

  g_hash_table_iter_init (&iter, folder->pictures);
  while (g_hash_table_iter_next (&iter, NULL, &picture))
    g_ptr_array_add (found, picture);
  return found;
}

gboolean
koma_watch_folder_knows (const KomaWatchFolder *folder,
                         const char            *name,
                         const struct stat     *info)
{
  const KomaWatchPicture *picture = g_hash_table_lookup (folder->pictures, name);
  const KomaFileId        id = koma_file_id_from_stat (info);

  return picture != NULL && picture->size_bytes == id.size_bytes &&
         picture->mtime_ns == id.mtime_ns;
}

gboolean
koma_watch_folder_set_picture (KomaWatchFolder   *folder,
                               const char        *name,
                               const struct stat *info,
                               guint              walk)
{
  KomaWatchPicture *picture = g_hash_table_lookup (folder->pictures, name);
  const KomaFileId  id = koma_file_id_from_stat (info);
  const gboolean    is_known = koma_watch_folder_knows (folder, name, info);

  if (picture == NULL) {
    picture = g_malloc0 (sizeof *picture + strlen (name) + 1);
    strcpy (picture->name, name);
    g_hash_table_insert (folder->pictures, picture->name, picture);
  }
  picture->size_bytes = id.size_bytes;
  picture->mtime_ns = id.mtime_ns;
  picture->walk = walk;
  return !is_known;
}
