/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph-model-private.h"

#include <string.h>

#include "engine/koma/data-folder.h"

/* Names of ImageNet's classes, for models that have none of their own. */
static char *
find_imagenet (void)
{
  const char *given = g_getenv ("KOMA_DATA_DIR");

  return g_build_filename (given != NULL && *given != '\0' ? given : KOMA_DATA_FOLDER, "labels",
                           "imagenet", NULL);
}

static KomaGraphModel *
load (const char *path,
      GError    **error)
{
  g_autofree char       *imagenet_folder = find_imagenet ();
  const KomaModelOptions options = { .imagenet_folder = imagenet_folder };
  g_autoptr (KomaModel) model = koma_model_load (path, &options, NULL, NULL, error);

  if (model == NULL)
    return NULL;
  if (g_hash_table_size (koma_model_get_unsupported (model)) > 0) {
    (void) koma_model_get_recipe (model, error);
    return NULL;
  }
  return koma_graph_model_new (model, error);
}

/* "/models/a.onnx: damaged" for "a.onnx: damaged" */
static void
fail (const char   *path,
      const GError *reason,
      GError      **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *prefix = g_strconcat (name, ": ", NULL);
  const char      *words = reason->message;

  if (g_str_has_prefix (words, prefix))
    words += strlen (prefix);
  g_set_error_literal (error, reason->domain, reason->code, words);
  if (!g_str_has_prefix (words, path))
    g_prefix_error (error, "%s: ", path);
}

/**
 * koma_graph_model_load:
 * @path: (type filename): a model file, a folder that holds one, or a zip or tar archive with one
 *   in it
 *
 * Loads a model of any format that Koma reads. Labels, and how pictures become its input, are found
 * in it and beside it, as the program does. A model that is no classifier of pictures is loaded,
 * too.
 * Thread: any; blocks on the disk.
 *
 * Errors: %KOMA_ERROR_MODEL if the file is damaged; %KOMA_ERROR_UNSUPPORTED if it is of no format
 * that Koma reads, or has ops that Koma does not compute, which are named; %KOMA_ERROR_SHAPE,
 * %KOMA_ERROR_MEMORY; #GFileError. All begin with the path.
 *
 * Returns: (transfer full) (nullable): the model
 */
KomaGraphModel *
koma_graph_model_load (const char *path,
                       GError    **error)
{
  g_autoptr (GError) reason = NULL;
  KomaGraphModel *self = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  self = load (path, &reason);
  if (self == NULL)
    fail (path, reason, error);
  return self;
}

static void
load_in_thread (GTask        *task,
                gpointer      source,
                gpointer      path,
                GCancellable *cancellable)
{
  GError         *error = NULL;
  KomaGraphModel *self = koma_graph_model_load (path, &error);

  if (self != NULL)
    g_task_return_pointer (task, self, g_object_unref);
  else
    g_task_return_error (task, error);
}

/**
 * koma_graph_model_load_async:
 * @path: (type filename): as for koma_graph_model_load()
 * @cancellable: (nullable): ends the waiting at once
 * @callback: (scope async) (closure user_data): called in the main context of the calling thread
 * @user_data: for @callback
 *
 * koma_graph_model_load() on another thread. Thread: any with a main context.
 */
void
koma_graph_model_load_async (const char         *path,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (path != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, koma_graph_model_load_async);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_set_return_on_cancel (task, TRUE);
  /* Told at once: GLib 2.84 loses the error of a task that begins cancelled. */
  if (!g_task_return_error_if_cancelled (task))
    g_task_run_in_thread (task, load_in_thread);
}

/**
 * koma_graph_model_load_finish:
 * @result: what the callback was given
 *
 * Ends koma_graph_model_load_async(). Thread: that of the callback.
 *
 * Errors: those of koma_graph_model_load(); %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): the model
 */
KomaGraphModel *
koma_graph_model_load_finish (GAsyncResult *result,
                              GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
