/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph-model-private.h"

#include <string.h>

#include "engine/koma/data-folder.h"

/* Elements of an input that may decide shapes. */
#define MAX_TRIED ((gsize) 1 << 20)

/* Names of ImageNet's classes, for models that have none of their own. */
static char *
find_imagenet (void)
{
  const char *given = g_getenv ("KOMA_DATA_DIR");

  return g_build_filename (given != NULL && *given != '\0' ? given : KOMA_DATA_FOLDER, "labels",
                           "imagenet", NULL);
}

static KomaModel *
read_file (const char    *path,
           GBytes *const *inputs, /* (nullable) */
           guint          n_inputs,
           GError       **error)
{
  g_autofree char       *imagenet_folder = find_imagenet ();
  const KomaModelOptions options = {
    .imagenet_folder = imagenet_folder, .inputs = inputs, .n_inputs = n_inputs
  };

  return koma_model_load (path, &options, NULL, NULL, error);
}

static guint
count_unsupported (const KomaModel *model)
{
  return g_hash_table_size (koma_model_get_unsupported (model));
}

/* Ones for each input, open sizes being 1; NULL for one that is too large to decide anything. */
static GPtrArray *
make_ones (const KomaGraph *graph)
{
  GPtrArray *list = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++) {
    const KomaValue *input = koma_graph_get_value (graph, koma_graph_get_input (graph, i));
    KomaShape        shape = input->shape;
    g_autoptr (KomaArray) one = koma_array_new_scalar (input->dtype, 1, NULL);
    g_autoptr (KomaArray) ones = NULL;

    for (guint d = 0; shape.rank != KOMA_RANK_UNKNOWN && d < shape.rank; d++)
      shape.dims[d] = MAX (shape.dims[d], 1);
    if (shape.rank != KOMA_RANK_UNKNOWN && one != NULL && koma_shape_count (&shape) <= MAX_TRIED)
      ones = koma_array_new (input->dtype, &shape, NULL);
    for (gsize k = 0; ones != NULL && k < ones->count; k++)
      memcpy ((char *) ones->data + k * koma_dtype_size (input->dtype), one->data,
              koma_dtype_size (input->dtype));
    g_ptr_array_add (list, ones != NULL
                             ? g_bytes_new (ones->data, koma_array_get_size_bytes (ones))
                             : NULL);
  }
  return list;
}

/* Whether some of what @model can not do would be another thing if numbers of inputs were known. */
static gboolean
depends_on_numbers (const KomaModel *model,
                    const char      *path)
{
  g_autoptr (GPtrArray) ones = make_ones (koma_model_get_file_graph (model));
  g_autoptr (KomaModel) trial =
    read_file (path, (GBytes *const *) ones->pdata, ones->len, NULL);

  return trial == NULL || count_unsupported (trial) < count_unsupported (model);
}

static KomaGraphModel *
load_known (const char    *path,
            GBytes *const *inputs,
            guint          n_inputs,
            GError       **error)
{
  g_autoptr (KomaModel) model = read_file (path, inputs, n_inputs, error);

  if (model == NULL)
    return NULL;
  if (count_unsupported (model) > 0) {
    (void) koma_model_get_recipe (model, error);
    return NULL;
  }
  return koma_graph_model_new (model, error);
}

static KomaGraphModel *
load (const char *path,
      GError    **error)
{
  g_autoptr (KomaModel) model = read_file (path, NULL, 0, error);
  KomaGraphModel *self = NULL;
  gboolean        needs_numbers = FALSE;

  if (model == NULL)
    return NULL;
  needs_numbers = count_unsupported (model) > 0;
  if (needs_numbers && !depends_on_numbers (model, path)) {
    (void) koma_model_get_recipe (model, error);
    return NULL;
  }
  self = koma_graph_model_new (model, error);
  if (self != NULL)
    self->needs_numbers = needs_numbers;
  return self;
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
 * koma_graph_model_load_known: (skip)
 * @inputs: numbers of the inputs: the model is for these alone
 *
 * Errors: those of koma_graph_model_load(). Thread: any; blocks on the disk.
 */
KomaGraphModel *
koma_graph_model_load_known (const char    *path,
                             GBytes *const *inputs,
                             guint          n_inputs,
                             GError       **error)
{
  g_autoptr (GError) reason = NULL;
  KomaGraphModel *self = load_known (path, inputs, n_inputs, &reason);

  if (self == NULL)
    fail (path, reason, error);
  return self;
}

/**
 * koma_graph_model_load:
 * @path: (type filename): a model file, a folder that holds one, or a zip or tar archive with one
 *   in it
 *
 * Loads a model of any format that Koma reads. Labels, and how pictures become its input, are found
 * in it and beside it, as the program does. A model that is no classifier of pictures is loaded,
 * too. So is one whose nodes can not be read without the numbers of inputs, such as those that
 * decide a shape in ONNX: it is read again by the first call with these numbers.
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
