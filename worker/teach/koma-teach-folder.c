/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-folder.h"

#include "koma-teach-journal.h"

static char *
get_root (void)
{
  return g_build_filename (g_get_user_data_dir (), "koma", "teach", NULL);
}

/**
 * koma_teach_folder_get:
 * @name: of a project, as koma_teach_folder_list_finish() has it; no slash, no dot in front
 *
 * Thread: any. Returns: (transfer full): its folder, which need not be there
 */
char *
koma_teach_folder_get (const char *name)
{
  g_autofree char *root = get_root ();

  return g_build_filename (root, name, NULL);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
list_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  g_autofree char *root = get_root ();
  g_autoptr (GDir) dir = g_dir_open (root, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *journal = g_build_filename (root, name, KOMA_TEACH_JOURNAL, NULL);

    if (*name != '.' && g_file_test (journal, G_FILE_TEST_IS_REGULAR))
      g_ptr_array_add (names, g_strdup (name));
  }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  g_task_return_pointer (task, g_ptr_array_free (g_steal_pointer (&names), FALSE),
                         (GDestroyNotify) g_strfreev);
}

/**
 * koma_teach_folder_list_async:
 *
 * Thread: main.
 */
void
koma_teach_folder_list_async (GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, koma_teach_folder_list_async);
  g_task_set_name (task, "[koma] list projects");
  g_task_run_in_thread (task, list_thread);
}

/**
 * koma_teach_folder_list_finish:
 *
 * Thread: main. Errors: %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (array zero-terminated=1): names of the projects that there are
 */
char **
koma_teach_folder_list_finish (GAsyncResult *result,
                               GError      **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
