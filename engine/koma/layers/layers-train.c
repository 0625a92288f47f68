/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-train.h"

#include "engine/training/metric.h"
#include "interrupt.h"
#include "engine/koma/koma-error.h"
#include "layers-fit.h"
#include "layers-state.h"
#include "optimizer-private.h"

static gboolean
check_metrics (const char *const *metrics,
               GError           **error)
{
  for (guint i = 0; metrics != NULL && metrics[i] != NULL; i++)
    if (!koma_metric_check (metrics[i], error))
      return FALSE;
  return TRUE;
}

/**
 * koma_layers_model_set_losses:
 * @self: a model
 * @losses: (array zero-terminated=1): a loss for each output of the model, or one for all
 *
 * In place of the loss that koma_layers_model_compile() was told. Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is no such loss; %KOMA_ERROR_ARGUMENT if they are not as
 * many as the outputs, or while the model is trained; those of koma_layers_model_get_n_weights().
 *
 * Returns: whether they were set
 */
gboolean
koma_layers_model_set_losses (KomaLayersModel   *self,
                              const char *const *losses,
                              GError           **error)
{
  const guint n = g_strv_length ((char **) losses);
  g_autoptr (GPtrArray) list = g_ptr_array_new ();

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  if (self->is_trained)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "The model is being trained");
  if (!koma_layers_model_ensure_weights (self, error))
    return FALSE;
  if (n != 1 && n != self->n_outputs)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "There are %u losses for %u outputs", n,
                      self->n_outputs);
  for (guint i = 0; i < self->n_outputs; i++) {
    KomaLoss loss = 0;

    if (!koma_loss_from_name (losses[n == 1 ? 0 : i], &loss, error))
      return FALSE;
    g_ptr_array_add (list, GUINT_TO_POINTER (loss));
  }
  if (!koma_layers_model_drop_trainer (self, error))
    return FALSE;
  g_clear_pointer (&self->stored_slots, g_ptr_array_unref);
  self->n_stored_steps = 0;
  g_clear_pointer (&self->losses, g_ptr_array_unref);
  self->losses = g_steal_pointer (&list);
  g_ptr_array_set_size (self->own_losses, 0);
  g_ptr_array_set_size (self->own_losses, (int) self->n_outputs);
  return TRUE;
}

static gboolean
compile (KomaLayersModel             *self,
         const KomaOptimizerSettings *settings,
         const char                  *loss,
         const char *const           *metrics,
         GError                     **error)
{
  const char *const losses[] = { loss, NULL };

  if (!check_metrics (metrics, error) || !koma_layers_model_set_losses (self, losses, error) ||
      !koma_layers_model_read_frozen (self, error))
    return FALSE;
  for (guint i = 0; i < self->weights->len; i++) {
    KomaLayersWeight *weight = &g_array_index (self->weights, KomaLayersWeight, i);

    weight->is_learning = weight->is_trainable;
  }
  self->optimizer = *settings;
  g_ptr_array_set_size (self->own_metrics, 0);
  g_strfreev (self->metrics);
  self->metrics = g_strdupv ((char **) metrics);
  return TRUE;
}

/**
 * koma_layers_model_compile:
 * @self: a model
 * @optimizer: "sgd", "momentum", "nesterov", "adagrad", "adadelta", "rmsprop", "adam", "adamax";
 *   koma_layers_model_set_option() changes its learning rate and other options
 * @loss: "meanSquaredError" or "mse", "categoricalCrossentropy", …, of each output
 * @metrics: (nullable) (array zero-terminated=1): "accuracy", "precision", "mse", …: what fit() and
 *   evaluate() tell besides the loss
 *
 * Says how the model learns. Weights are kept; what the optimizer has noted is forgotten, and
 * layers that were frozen or thawed are so from now on. Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is no such optimizer, loss or metric;
 * %KOMA_ERROR_ARGUMENT while the model is trained; those of
 * koma_layers_model_get_n_weights().
 *
 * Returns: whether there is all that was asked for
 */
gboolean
koma_layers_model_compile (KomaLayersModel   *self,
                           const char        *optimizer,
                           const char        *loss,
                           const char *const *metrics,
                           GError           **error)
{
  KomaOptimizerSettings settings = { 0 };

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  return koma_optimizer_settings_init (&settings, optimizer, error) &&
         compile (self, &settings, loss, metrics, error);
}

/**
 * koma_layers_model_compile_with:
 * @self: a model
 * @optimizer: its kind and settings as they are now; koma_layers_model_set_option() changes the
 *   model's from then on. What it has noted of variables has nothing to do with the model, whose
 *   notes are koma_layers_model_get_optimizer_weights().
 * @loss: as for koma_layers_model_compile()
 * @metrics: (nullable) (array zero-terminated=1): as for koma_layers_model_compile()
 *
 * koma_layers_model_compile() with settings of one's own. Thread: the owner's.
 *
 * Errors: those of koma_layers_model_compile().
 *
 * Returns: whether there is all that was asked for
 */
gboolean
koma_layers_model_compile_with (KomaLayersModel   *self,
                                KomaOptimizer     *optimizer,
                                const char        *loss,
                                const char *const *metrics,
                                GError           **error)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);
  g_return_val_if_fail (KOMA_IS_OPTIMIZER (optimizer), FALSE);

  return compile (self, &optimizer->settings, loss, metrics, error);
}

/**
 * koma_layers_model_set_option:
 * @self: a model
 * @name: of the optimizer: "learningRate", "momentum", "beta1", "epsilon", "centered"
 * @value: its new value
 *
 * Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the optimizer has no such option, or it can not change any
 * more; %KOMA_ERROR_SHAPE if the value is no number.
 *
 * Returns: whether it was set
 */
gboolean
koma_layers_model_set_option (KomaLayersModel *self,
                              const char      *name,
                              double           value,
                              GError         **error)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  return (self->trainer == NULL || koma_trainer_set_option (self->trainer, name, value, error)) &&
         koma_optimizer_settings_set (&self->optimizer, name, value, error);
}

/**
 * koma_layers_model_stop:
 * @self: a model
 *
 * Ends the training that koma_layers_model_fit() is at after this batch. Thread: the owner's, in a
 * signal handler.
 */
void
koma_layers_model_stop (KomaLayersModel *self)
{
  g_return_if_fail (KOMA_IS_LAYERS_MODEL (self));

  self->is_stopped = TRUE;
}

/**
 * koma_layers_model_get_batch_results:
 * @self: a model
 * @ret_n_results: (out): how many numbers
 *
 * Loss and metrics of the last batch that koma_layers_model_fit() trained with, as
 * koma_layers_model_get_result_names() calls them; for handlers of KomaLayersModel::batch-end.
 * Thread: the owner's.
 *
 * Returns: (transfer none) (array length=ret_n_results) (nullable): the numbers; none before a
 *   batch
 */
const double *
koma_layers_model_get_batch_results (KomaLayersModel *self,
                                     gsize           *ret_n_results)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  *ret_n_results = self->batch_results != NULL ? self->batch_results->len : 0;
  return self->batch_results != NULL ? (const double *) self->batch_results->data : NULL;
}

static gboolean
run (KomaLayersFit *fit,
     GCancellable  *cancellable,
     GError       **error)
{
  while (!koma_layers_fit_is_done (fit))
    if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
        !koma_layers_fit_step (fit, error))
      return FALSE;
  return TRUE;
}

/**
 * koma_layers_model_fit:
 * @self: a model
 * @x: (array length=n_x): the samples for each input, `[samples, …]`
 * @n_x: how many inputs the model has
 * @y: (array length=n_y): the targets for each output, of the shape of the output; classes as
 *   numbers, `[samples, 1]` or `[samples]`, for a sparse loss
 * @n_y: how many outputs the model has
 * @options: (nullable): %NULL: one epoch in batches of 32
 * @cancellable: (nullable): looked at before each batch
 *
 * Trains the model. #KomaLayersModel::batch-end, #KomaLayersModel::epoch-end and the other signals
 * tell of its progress. Tensors are of any dtype, and become float32. Ctrl+C (SIGINT) ends it after
 * a batch, as
 * koma_layers_model_stop() does, in a program that has a handler for that: Python raises
 * KeyboardInterrupt then. Thread: the owner's, which is busy until the end.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the model is not compiled, what is monitored is not there, a
 * label is no number of a class, or a number is none of an Embedding's; %KOMA_ERROR_SHAPE if
 * samples or targets do not fit; %KOMA_ERROR_UNSUPPORTED if a layer can not be trained;
 * %KOMA_ERROR_MEMORY; %G_IO_ERROR_CANCELLED: the weights are as the batches before have made them.
 *
 * Returns: (transfer full) (nullable): the numbers of each epoch
 */
KomaHistory *
koma_layers_model_fit (KomaLayersModel *self,
                       KomaTensor     **x,
                       guint            n_x,
                       KomaTensor     **y,
                       guint            n_y,
                       KomaFitOptions  *options,
                       GCancellable    *cancellable,
                       GError         **error)
{
  g_autoptr (KomaLayersFit) fit = NULL;
  gboolean is_done = FALSE;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  fit = koma_layers_fit_new (self, x, n_x, y, n_y, options, error);
  if (fit == NULL)
    return NULL;
  koma_interrupt_watch ();
  is_done = run (fit, cancellable, error);
  koma_interrupt_unwatch ();
  if (is_done)
    koma_layers_fit_end (fit);
  return is_done ? g_object_ref (koma_layers_fit_get_history (fit)) : NULL;
}

/* The training has ended before the callback runs, whoever holds the task. */
static gboolean
end_async (GTask       *task,
           KomaHistory *history, /* (transfer full) (nullable): NULL: error is set */
           GError      *error)        /* (transfer full) (nullable) */
{
  g_task_set_task_data (task, NULL, NULL);
  if (history != NULL)
    g_task_return_pointer (task, history, g_object_unref);
  else
    g_task_return_error (task, error);
  return G_SOURCE_REMOVE;
}

static gboolean
step_async (gpointer data)
{
  GTask         *task = data;
  KomaLayersFit *fit = g_task_get_task_data (task);
  GError        *error = NULL;

  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    return end_async (task, NULL, error);
  if (koma_layers_fit_is_done (fit)) {
    koma_layers_fit_end (fit);
    return end_async (task, g_object_ref (koma_layers_fit_get_history (fit)), NULL);
  }
  if (koma_layers_fit_step (fit, &error))
    return G_SOURCE_CONTINUE;
  return end_async (task, NULL, error);
}

/**
 * koma_layers_model_fit_async:
 * @self: a model
 * @x: (array length=n_x): float32, of the shapes that koma_layers_model_fit() wants
 * @n_x: number of inputs, as many as the model has
 * @y: (array length=n_y): float32, of the shapes that koma_layers_model_fit() wants
 * @n_y: number of targets, as many as the model has outputs
 * @options: (nullable): as in koma_layers_model_fit()
 * @cancellable: (nullable): looked at before each batch
 * @callback: (scope async): called when it has ended
 * @user_data: for @callback
 *
 * koma_layers_model_fit() that goes on by a batch whenever the main context of the thread is idle.
 * The model must not be used otherwise until it has ended. Thread: the owner's.
 */
void
koma_layers_model_fit_async (KomaLayersModel    *self,
                             KomaTensor        **x,
                             guint               n_x,
                             KomaTensor        **y,
                             guint               n_y,
                             KomaFitOptions     *options,
                             GCancellable       *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer            user_data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, user_data);
  g_autoptr (GSource) source = g_idle_source_new ();
  KomaLayersFit *fit = NULL;
  GError        *error = NULL;

  g_return_if_fail (KOMA_IS_LAYERS_MODEL (self));

  g_task_set_source_tag (task, koma_layers_model_fit_async);
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  fit = koma_layers_fit_new (self, x, n_x, y, n_y, options, &error);
  if (fit == NULL) {
    g_task_return_error (task, error);
    return;
  }
  g_task_set_task_data (task, fit, (GDestroyNotify) koma_layers_fit_free);
  g_task_attach_source (task, source, step_async);
}

/**
 * koma_layers_model_fit_finish:
 * @self: a model
 * @result: what the callback was given
 *
 * Thread: the owner's.
 *
 * Errors: those of koma_layers_model_fit().
 *
 * Returns: (transfer full) (nullable): the numbers of each epoch
 */
KomaHistory *
koma_layers_model_fit_finish (KomaLayersModel *self,
                              GAsyncResult    *result,
                              GError         **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
