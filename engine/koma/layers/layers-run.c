/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One step of training, evaluating, predicting. */
#include "engine/graph/nan.h"
#include "engine/koma/koma-error.h"
#include "layers-fit.h"
#include "layers-train.h"
#include "engine/koma/tensor/tensor-private.h"

static gboolean
check_compiled (KomaLayersModel *self,
                GError         **error)
{
  return self->losses != NULL ||
         koma_fail (error, KOMA_ERROR_ARGUMENT, "The model is not compiled yet");
}

static gboolean
check_batch_size (guint    batch_size,
                  GError **error)
{
  return batch_size > 0 || koma_fail (error, KOMA_ERROR_ARGUMENT, "A batch has one sample or more");
}

/**
 * koma_layers_model_train_on_batch:
 * @self: a model
 * @x: (array length=n_x): float32, of the shapes that koma_layers_model_fit() wants
 * @n_x: number of inputs, as many as the model has
 * @y: (array length=n_y): float32, of the shapes that koma_layers_model_fit() wants
 * @n_y: number of targets, as many as the model has outputs
 * @ret_n_results: (out): how many numbers
 *
 * Trains with all samples in one step. Thread: the owner's.
 *
 * Errors: those of koma_layers_model_fit().
 *
 * Returns: (transfer full) (array length=ret_n_results) (nullable): loss and metrics of the batch
 *   before the step, as koma_layers_model_get_result_names() calls them
 */
double *
koma_layers_model_train_on_batch (KomaLayersModel *self,
                                  KomaTensor     **x,
                                  guint            n_x,
                                  KomaTensor     **y,
                                  guint            n_y,
                                  gsize           *ret_n_results,
                                  GError         **error)
{
  g_auto (KomaLayersData) data = { 0 };
  g_autofree gconstpointer *pointers = g_new0 (gconstpointer, n_x + n_y);
  g_autofree float         *results = NULL;
  double                   *numbers = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  if (!check_compiled (self, error) ||
      !koma_layers_data_init (&data, self, x, n_x, y, n_y, error) ||
      !koma_layers_data_check_batches (self, data.n, (guint) data.n, error))
    return NULL;
  *ret_n_results = koma_trainer_get_n_results (self->trainer);
  results = g_new0 (float, *ret_n_results);
  koma_layers_data_get_batch (&data, 0, (guint) data.n, NULL, pointers);
  if (!koma_trainer_step (self->trainer, (guint) data.n, pointers,
                          (const float *const *) pointers + n_x, results, error))
    return NULL;
  numbers = g_new (double, *ret_n_results);
  for (gsize i = 0; i < *ret_n_results; i++)
    numbers[i] = koma_nan_make_plain (results[i]);
  return numbers;
}

/**
 * koma_layers_model_evaluate:
 * @self: a model
 * @x: (array length=n_x): float32, of the shapes that koma_layers_model_fit() wants
 * @n_x: number of inputs, as many as the model has
 * @y: (array length=n_y): float32, of the shapes that koma_layers_model_fit() wants
 * @n_y: number of targets, as many as the model has outputs
 * @batch_size: samples that are computed at once, at least 1
 * @ret_n_results: (out): how many numbers
 *
 * Thread: the owner's.
 *
 * Errors: those of koma_layers_model_fit().
 *
 * Returns: (transfer full) (array length=ret_n_results) (nullable): means of loss and metrics, as
 *   koma_layers_model_get_result_names() calls them; regularizers do not count
 */
double *
koma_layers_model_evaluate (KomaLayersModel *self,
                            KomaTensor     **x,
                            guint            n_x,
                            KomaTensor     **y,
                            guint            n_y,
                            guint            batch_size,
                            gsize           *ret_n_results,
                            GError         **error)
{
  g_auto (KomaLayersData) data = { 0 };
  g_autofree double *results = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  if (!check_compiled (self, error) || !check_batch_size (batch_size, error) ||
      !koma_layers_data_init (&data, self, x, n_x, y, n_y, error))
    return NULL;
  *ret_n_results = koma_trainer_get_n_results (self->trainer);
  results = g_new0 (double, *ret_n_results);
  if (!koma_layers_evaluate (self, &data, batch_size, results, error))
    return NULL;
  return g_steal_pointer (&results);
}

/**
 * koma_layers_model_get_result_names:
 * @self: a model
 *
 * Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the model has not been trained or evaluated yet.
 *
 * Returns: (transfer full) (nullable): "loss", then metrics; of several outputs the loss of each
 *   between them, with the output's name before
 */
char **
koma_layers_model_get_result_names (KomaLayersModel *self,
                                    GError         **error)
{
  char **names = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  if (self->trainer == NULL) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "The model has not been trained or evaluated yet");
    return NULL;
  }
  names = g_new0 (char *, koma_trainer_get_n_results (self->trainer) + 1);
  for (guint i = 0; i < koma_trainer_get_n_results (self->trainer); i++)
    names[i] = g_strdup (koma_trainer_get_result_name (self->trainer, i));
  return names;
}

/* (element-type KomaArray) of the outputs, for all samples */
static GPtrArray *
make_outputs (KomaLayersModel *self,
              gsize            n,
              GError         **error)
{
  g_autoptr (GPtrArray) arrays =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);

  for (guint i = 0; i < self->n_outputs; i++) {
    KomaShape  shape = g_array_index (self->output_shapes, KomaShape, i);
    KomaArray *array = NULL;

    shape.dims[0] = n;
    array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);
    if (array == NULL)
      return NULL;
    g_ptr_array_add (arrays, array);
  }
  return g_steal_pointer (&arrays);
}

static gboolean
predict_batch (KomaLayersModel *self,
               KomaLayersData  *data,
               gsize            first,
               guint            n,
               GPtrArray       *outputs,
               GError         **error)
{
  g_autofree gconstpointer *pointers = g_new0 (gconstpointer, data->x->len + 1);
  g_autofree const float  **found = g_new0 (const float *, outputs->len + 1);

  koma_layers_data_get_batch (data, first, n, NULL, pointers);
  if (!koma_trainer_predict (self->trainer, n, pointers, found, error))
    return FALSE;
  for (guint i = 0; i < outputs->len; i++) {
    KomaArray  *array = g_ptr_array_index (outputs, i);
    const gsize row = array->count / array->shape.dims[0];

    memcpy ((float *) array->data + first * row, found[i], n * row * sizeof (float));
  }
  return TRUE;
}

static GPtrArray *
predict (KomaLayersModel *self,
         KomaTensor     **x,
         guint            n_x,
         guint            batch_size,
         GError         **error)
{
  g_auto (KomaLayersData) data = { 0 };
  g_autoptr (GPtrArray) outputs = NULL;

  if (!check_batch_size (batch_size, error) ||
      !koma_layers_data_init (&data, self, x, n_x, NULL, 0, error) ||
      !koma_layers_data_check_batches (self, data.n, batch_size, error))
    return NULL;
  outputs = make_outputs (self, data.n, error);
  for (gsize first = 0; outputs != NULL && first < data.n; first += batch_size)
    if (!predict_batch (self, &data, first, (guint) MIN (data.n - first, batch_size), outputs,
                        error))
      return NULL;
  return g_steal_pointer (&outputs);
}

/**
 * koma_layers_model_predict:
 * @self: a model
 * @x: (array length=n_x): the samples for each input, `[samples, …]`
 * @n_x: how many inputs the model has
 * @batch_size: samples that are computed at once, at least 1
 *
 * What the model makes of samples. A model that is not compiled predicts, too. Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_SHAPE if samples do not fit; %KOMA_ERROR_ARGUMENT if the batch is empty;
 * %KOMA_ERROR_UNSUPPORTED, %KOMA_ERROR_MODEL, %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): the first output, float32 `[samples, …]`; floating, or its
 *   scope's
 */
KomaTensor *
koma_layers_model_predict (KomaLayersModel *self,
                           KomaTensor     **x,
                           guint            n_x,
                           guint            batch_size,
                           GError         **error)
{
  g_autoptr (GPtrArray) outputs = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  outputs = predict (self, x, n_x, batch_size, error);
  return outputs != NULL ? koma_tensor_new_from_array (g_ptr_array_index (outputs, 0)) : NULL;
}

/**
 * koma_layers_model_predict_all:
 * @self: a model
 * @x: (array length=n_x): float32, of the shapes that koma_layers_model_predict() wants
 * @n_x: number of inputs, as many as the model has
 * @batch_size: samples that are computed at once, at least 1
 *
 * koma_layers_model_predict() with all outputs of the model. Thread: the owner's.
 *
 * Errors: those of koma_layers_model_predict().
 *
 * Returns: (transfer container) (element-type KomaTensor) (nullable): one for each output
 */
GPtrArray *
koma_layers_model_predict_all (KomaLayersModel *self,
                               KomaTensor     **x,
                               guint            n_x,
                               guint            batch_size,
                               GError         **error)
{
  g_autoptr (GPtrArray) outputs = NULL;
  GPtrArray *tensors = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  outputs = predict (self, x, n_x, batch_size, error);
  if (outputs == NULL)
    return NULL;
  tensors = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < outputs->len; i++)
    g_ptr_array_add (tensors, g_object_ref_sink (koma_tensor_new_from_array (
                                g_ptr_array_index (outputs, i))));
  return tensors;
}
