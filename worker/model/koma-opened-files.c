/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-opened-files.h"

#include "engine/model/model-find.h"
#include "worker/decode/koma-picture-finder.h"

void
koma_opened_files_free (KomaOpenedFiles *self)
{
  g_free (self->model);
  g_ptr_array_unref (self->pictures);
  g_free (self->labels_path);
  g_clear_pointer (&self->labels, koma_labels_unref);
  g_free (self->refused_name);
  g_free (self);
}

/* Writers call a model model.json, and other files beside it end in .json too. */
static void
add_model (KomaOpenedFiles *self,
           const char      *path)
{
  g_autofree char *name = g_path_get_basename (path);

  if (self->model != NULL && !g_str_equal (name, "model.json"))
    return;
  g_free (self->model);
  self->model = g_strdup (path);
}

static void
refuse (KomaOpenedFiles   *self,
        const char        *path,
        const KomaForeign *foreign)
{
  if (self->refused != NULL)
    return;
  self->refused = foreign;
  self->refused_name = g_filename_display_basename (path);
}

static void
add_folder (KomaOpenedFiles *self,
            GFile           *folder)
{
  const char      *path = g_file_peek_path (folder);
  g_autofree char *model = koma_model_find_usual (path);

  if (model != NULL && self->model == NULL)
    self->model = g_strdup (path);
  g_ptr_array_add (self->pictures, g_object_ref (folder));
}

static void
add_labels (KomaOpenedFiles *self,
            const char      *path)
{
  if (self->labels_path != NULL)
    return;
  self->labels_path = g_strdup (path);
  self->labels = koma_labels_new_from_file (path, NULL);
}

/* A .json file that is no model is tried as one: then the user learns what is wrong with it. */
static void
add_other (KomaOpenedFiles *self,
           GFile           *file)
{
  const char        *path = g_file_peek_path (file);
  g_autofree char   *lower = g_ascii_strdown (path, -1);
  const KomaForeign *foreign = NULL;

  if (g_str_has_suffix (lower, ".json") || koma_model_is_path (path)) {
    add_model (self, path);
    return;
  }
  if (g_str_has_suffix (lower, ".txt") || g_str_has_suffix (lower, ".csv")) {
    add_labels (self, path);
    return;
  }
  foreign = koma_foreign_find_file (path);
  if (foreign != NULL)
    refuse (self, path, foreign);
  else
    g_ptr_array_add (self->pictures, g_object_ref (file));
}

static void
add_file (KomaOpenedFiles *self,
          GFile           *file)
{
  const char *path = g_file_peek_path (file);

  if (path == NULL || koma_picture_finder_is_picture_name (path))
    g_ptr_array_add (self->pictures, g_object_ref (file));
  else if (g_file_test (path, G_FILE_TEST_IS_DIR))
    add_folder (self, file);
  else
    add_other (self, file);
}

typedef struct
{
  GPtrArray *files; /* (element-type GFile) */
  gboolean   are_labels;
} Files;

static void
files_free (gpointer data)
{
  g_ptr_array_unref (((Files *) data)->files);
  g_free (data);
}

static void
sort_thread (GTask        *task,
             gpointer      source_object,
             gpointer      task_data,
             GCancellable *cancellable)
{
  const Files     *files = task_data;
  KomaOpenedFiles *self = g_new0 (KomaOpenedFiles, 1);

  self->pictures = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < files->files->len && !g_cancellable_is_cancelled (cancellable); i++) {
    GFile *file = g_ptr_array_index (files->files, i);

    if (files->are_labels && g_file_peek_path (file) != NULL)
      add_labels (self, g_file_peek_path (file));
    else
      add_file (self, file);
  }
  /* Weights and labels that were opened together with their model. */
  if (self->model != NULL) {
    self->refused = NULL;
    g_clear_pointer (&self->labels_path, g_free);
    g_clear_pointer (&self->labels, koma_labels_unref);
  }
  g_task_return_pointer (task, self, (GDestroyNotify) koma_opened_files_free);
}

/**
 * koma_opened_files_sort_async:
 * @files: (element-type GFile): files and folders
 * @are_labels: the user says that they are lists of labels, whatever their names
 * @cancellable: (nullable): for the call
 * @callback: called in the caller's main context
 * @user_data: for @callback
 *
 * Tells models from pictures, by what is in the files, and beside the main
 * loop. Folders count as pictures, those with a model in them too; a
 * folder that is a model of another kind is refused.
 *
 * Thread: one whose default main context runs.
 */
void
koma_opened_files_sort_async (GPtrArray          *files,
                              gboolean            are_labels,
                              GCancellable       *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Files *copy = g_new (Files, 1);

  copy->files = g_ptr_array_copy (files, (GCopyFunc) g_object_ref, NULL);
  copy->are_labels = are_labels;
  g_ptr_array_set_free_func (copy->files, g_object_unref);
  g_task_set_source_tag (task, koma_opened_files_sort_async);
  g_task_set_name (task, "[koma] sort opened files");
  g_task_set_task_data (task, copy, files_free);
  g_task_run_in_thread (task, sort_thread);
}

/**
 * koma_opened_files_sort_finish:
 * @result: what the callback got
 * @error: return location
 *
 * Thread: that of the callback.
 *
 * Returns: (transfer full): the files, sorted
 *
 * Errors: %G_IO_ERROR_CANCELLED.
 */
KomaOpenedFiles *
koma_opened_files_sort_finish (GAsyncResult *result,
                               GError      **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, koma_opened_files_sort_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
