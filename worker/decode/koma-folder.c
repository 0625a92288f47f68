/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One folder, as a search for pictures sees it. */

#include "koma-folder.h"

#include <string.h>

#include "engine/koma-app.h"

static const char attributes[] =
  G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE
                                 "," G_FILE_ATTRIBUTE_STANDARD_IS_HIDDEN
                                 "," KOMA_FILE_ID_ATTRIBUTES;

/**
 * koma_folder_id_hash:
 * @id: a #KomaFolderId
 *
 * Returns: a hash value, for hash tables with these as keys
 */
guint
koma_folder_id_hash (gconstpointer id)
{
  const KomaFolderId *self = id;

  return g_int64_hash (&self->inode) ^ g_int64_hash (&self->device);
}

/**
 * koma_folder_id_equal:
 * @a: a #KomaFolderId
 * @b: another
 *
 * Returns: whether they are one folder
 */
gboolean
koma_folder_id_equal (gconstpointer a,
                      gconstpointer b)
{
  return memcmp (a, b, sizeof (KomaFolderId)) == 0;
}

static void
entry_free (gpointer data)
{
  KomaFolderEntry *entry = data;

  g_object_unref (entry->file);
  g_free (entry->sort_key);
  g_free (entry);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const KomaFolderEntry *const *first = a;
  const KomaFolderEntry *const *second = b;

  return strcmp ((*first)->sort_key, (*second)->sort_key);
}

/* NULL for what is not to be looked at. */
static KomaFolderEntry *
make_entry (GFile     *folder,
            GFileInfo *info)
{
  const char      *name = g_file_info_get_name (info);
  const GFileType  type = g_file_info_get_file_type (info);
  g_autofree char *display_name = NULL;
  KomaFolderEntry *entry = NULL;

  if (g_file_info_get_is_hidden (info))
    return NULL;
  if (type != G_FILE_TYPE_DIRECTORY &&
      (type != G_FILE_TYPE_REGULAR || !koma_picture_name_is_picture (name)))
    return NULL;

  entry = g_new0 (KomaFolderEntry, 1);
  display_name = g_filename_display_name (name);
  entry->file = g_file_get_child (folder, name);
  entry->sort_key = g_utf8_collate_key_for_filename (display_name, -1);
  entry->is_folder = type == G_FILE_TYPE_DIRECTORY;
  entry->id = koma_file_id_from_info (info);
  return entry;
}

/**
 * koma_folder_identify:
 * @file: any file
 * @cancellable: (nullable): for the call
 * @ret_id: (out): which file it is; zeros where there is none
 *
 * Thread: any but main.
 *
 * Returns: whether @file is a folder, or a link to one
 */
gboolean
koma_folder_identify (GFile        *file,
                      GCancellable *cancellable,
                      KomaFileId   *ret_id)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, attributes, G_FILE_QUERY_INFO_NONE,
                                                  cancellable, NULL);

  *ret_id = info != NULL ? koma_file_id_from_info (info) : (KomaFileId){ 0 };
  return info != NULL && g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY;
}

/**
 * koma_folder_list:
 * @folder: a folder
 * @cancellable: (nullable): stops the reading
 * @ret_is_whole: (out): whether all of it could be read
 *
 * Reads which folders and pictures, by their names, are in a folder; hidden
 * ones are left out; sorted by name as people count (2 before 10).
 * Links count as what they lead to.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full) (element-type KomaFolderEntry): what could be read
 */
GPtrArray *
koma_folder_list (GFile        *folder,
                  GCancellable *cancellable,
                  gboolean     *ret_is_whole)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (entry_free);
  g_autoptr (GFileEnumerator) enumerator = NULL;
  g_autoptr (GError) error = NULL;
  GFileInfo *info = NULL;

  enumerator = g_file_enumerate_children (folder, attributes, G_FILE_QUERY_INFO_NONE,
                                          cancellable, &error);
  while (enumerator != NULL &&
         g_file_enumerator_iterate (enumerator, &info, NULL, cancellable, &error) && info != NULL) {
    KomaFolderEntry *entry = make_entry (folder, info);

    if (entry != NULL)
      g_ptr_array_add (entries, entry);
  }
  g_ptr_array_sort (entries, compare_entries);
  *ret_is_whole = error == NULL;
  return g_steal_pointer (&entries);
}
