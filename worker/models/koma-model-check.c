/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-model-check.h"

#include "engine/koma-app.h"
#include "koma-data-dir.h"
#include "worker/box/koma-box.h"

/* The model is read once more: a load that fails hands over an error alone. */
static void
check_thread (GTask        *task,
              gpointer      source,
              gpointer      path,
              GCancellable *cancellable)
{
  g_autofree char       *imagenet_folder = koma_data_dir_find (KOMA_DATA_DIR_IMAGENET);
  const KomaModelOptions options = { .imagenet_folder = imagenet_folder };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_box_load_model (path, &options, NULL, NULL, &error);
  GPtrArray *findings = model != NULL ? koma_doctor_examine (model, NULL, NULL)
                                      : koma_doctor_explain (path, error);

  g_task_return_pointer (task, findings, (GDestroyNotify) g_ptr_array_unref);
}

/**
 * koma_model_check_async:
 * @path: of a model that could not be used, or of a folder
 * @cancellable: (nullable): the reading itself goes on to its end
 * @callback: called with what is wrong
 * @user_data: for @callback
 *
 * Reads a model and examines it, on a thread of its own.
 *
 * Thread: any with a main context; the callback runs in it.
 */
void
koma_model_check_async (const char         *path,
                        GCancellable       *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, koma_model_check_async);
  g_task_set_name (task, "[koma] check a model");
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, check_thread);
}

/**
 * koma_model_check_finish:
 * @result: what the callback got
 * @error: return location
 *
 * Errors: %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (element-type KomaFinding): errors first; empty where the model itself
 *   is all right
 */
GPtrArray *
koma_model_check_finish (GAsyncResult *result,
                         GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
