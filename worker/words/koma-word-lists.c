/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-word-lists.h"

#include "worker/koma-kept-file.h"

/* More than anybody saves; the oldest go first. */
#define MAX_LISTS 1000

#define KEY_NAME    "name"
#define KEY_CLASSES "classes"

static void
list_free (gpointer data)
{
  KomaWordList *list = data;

  g_free (list->name);
  g_free (list->classes);
  g_free (list);
}

static char *
get_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "koma", "word-lists.ini", NULL);
}

static int
compare_cb (gconstpointer a,
            gconstpointer b)
{
  const KomaWordList *const *one = a, *const *other = b;

  return g_utf8_collate ((*one)->name, (*other)->name);
}

/* A group that somebody has damaged is none. */
static GPtrArray *
list_all (GKeyFile *file)
{
  GPtrArray *lists = g_ptr_array_new_with_free_func (list_free);
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);

  for (guint i = 0; groups[i] != NULL; i++) {
    KomaWordList *list = g_new0 (KomaWordList, 1);

    list->name = g_key_file_get_string (file, groups[i], KEY_NAME, NULL);
    list->classes = g_key_file_get_string (file, groups[i], KEY_CLASSES, NULL);
    if (list->name != NULL && list->classes != NULL)
      g_ptr_array_add (lists, list);
    else
      list_free (list);
  }
  g_ptr_array_sort (lists, compare_cb);
  return lists;
}

static void
return_all (GTask    *task,
            GKeyFile *file)
{
  g_task_return_pointer (task, list_all (file), (GDestroyNotify) g_ptr_array_unref);
}

static void
read_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  g_autofree char *path = get_path ();
  g_autoptr (GKeyFile) file = koma_kept_file_read (path);

  return_all (task, file);
}

/* One change after the other: each reads what the one before has written. */
G_LOCK_DEFINE_STATIC (file);

static void
keep_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const KomaWordList *list = task_data;
  g_autofree char    *path = get_path ();
  g_autofree char    *group = g_compute_checksum_for_string (G_CHECKSUM_SHA256, list->name, -1);
  g_autoptr (GKeyFile) file = NULL;
  GError *error = NULL;

  G_LOCK (file);
  file = koma_kept_file_read (path);
  g_key_file_remove_group (file, group, NULL);
  if (list->classes != NULL) {
    g_key_file_set_string (file, group, KEY_NAME, list->name);
    g_key_file_set_string (file, group, KEY_CLASSES, list->classes);
    koma_kept_file_touch (file, group);
  }
  if (koma_kept_file_write (file, path, MAX_LISTS, &error))
    return_all (task, file);
  else
    g_task_return_error (task, error);
  G_UNLOCK (file);
}

/**
 * koma_word_lists_read_async:
 *
 * Thread: any with a main context; @callback runs in it.
 */
void
koma_word_lists_read_async (GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  g_task_set_source_tag (task, koma_word_lists_read_async);
  g_task_run_in_thread (task, read_thread);
}

/**
 * koma_word_lists_keep_async:
 * @name: what it is called
 * @classes: (nullable): %NULL: the list of this name is forgotten
 *
 * Thread: any with a main context; @callback runs in it.
 */
void
koma_word_lists_keep_async (const char         *name,
                            const char         *classes,
                            GAsyncReadyCallback callback,
                            gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  KomaWordList *list = g_new (KomaWordList, 1);

  list->name = g_strdup (name);
  list->classes = g_strdup (classes);
  g_task_set_source_tag (task, koma_word_lists_keep_async);
  g_task_set_task_data (task, list, list_free);
  g_task_run_in_thread (task, keep_thread);
}

/**
 * koma_word_lists_finish:
 *
 * Errors: #GFileError, where the lists could not be written; what is shown then is what there was.
 *
 * Returns: (transfer full) (element-type KomaWordList) (nullable): all that are saved
 */
GPtrArray *
koma_word_lists_finish (GAsyncResult *result,
                        GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
