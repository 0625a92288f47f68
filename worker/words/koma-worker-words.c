/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-worker-words.h"

#include "worker/koma-worker-private.h"

static gpointer
encode (KomaMeasurement *measurement,
        KomaActiveModel *active_model,
        GError         **error)
{
  const KomaWordHead *head = koma_word_head_find (active_model->model);
  const char *const   texts[] = { measurement->data, NULL };
  KomaWordSpace      *space = NULL;
  g_autofree float   *vector = NULL;
  guint               width = 0;

  if (head == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "Model “%s” knows no words",
                 active_model->info->name);
    return NULL;
  }
  space = koma_word_head_get_space (head);
  width = koma_towers_get_width (koma_word_space_get_towers (space));
  vector = g_new (float, width);
  return koma_word_space_encode (space, texts, vector, error)
           ? koma_feature_vector_new (vector, width)
           : NULL;
}

static void
free_vector (gpointer vector)
{
  koma_feature_vector_unref (vector);
}

/**
 * koma_worker_encode_words_async:
 * @self: a worker
 * @text: what pictures may show: “red car at night”
 * @cancellable: (nullable): ends it at once
 * @callback: called exactly once
 * @user_data: for @callback
 *
 * Thread: any with a main context; @callback runs in it.
 */
void
koma_worker_encode_words_async (KomaWorker         *self,
                                const char         *text,
                                GCancellable       *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer            user_data)
{
  const KomaMeasurementOptions options = { 0 };
  KomaMeasurementParts         parts = {
            .run = encode,
            .free_value = free_vector,
            .options = &options,
            .data = g_strdup (text),
            .free_data = g_free,
  };
  GTask *task = NULL;

  g_return_if_fail (KOMA_IS_WORKER (self));
  g_return_if_fail (text != NULL);

  parts.queue = koma_worker_get_queue (self);
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, koma_worker_encode_words_async);
  koma_worker_start (self, KOMA_WORKER_THREAD_WORDS, koma_measurement_new (&parts, task));
}

/**
 * koma_worker_encode_words_finish:
 *
 * Errors: %KOMA_ERROR_NO_MODEL; %KOMA_ERROR_UNSUPPORTED: the model in use knows no words; those of
 * koma_word_space_encode(); %G_IO_ERROR_CANCELLED: cancelled, by a later call too, or the worker
 * was stopped.
 *
 * Returns: (transfer full): a vector of length 1, or %NULL
 */
KomaFeatureVector *
koma_worker_encode_words_finish (KomaWorker   *self,
                                 GAsyncResult *result,
                                 GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
