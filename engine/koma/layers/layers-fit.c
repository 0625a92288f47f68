/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-fit.h"

#include <math.h>
#include <string.h>

#include "engine/graph/nan.h"
#include "engine/training/random.h"
#include "fit-options-private.h"
#include "history-private.h"
#include "interrupt.h"
#include "engine/koma/koma-error.h"
#include "layers-signals.h"

struct _KomaLayersFit
{
  KomaLayersModel *model;   /* (owned) */
  KomaFitOptions  *options; /* (owned) */
  KomaHistory     *history; /* (owned) */
  KomaLayersData   data;
  KomaLayersData   validation; /* of no samples: none */
  KomaRandom       random;
  guint32         *order;    /* (owned) (nullable) of the samples in this epoch */
  gconstpointer   *pointers; /* (owned) to a batch: [x.., y.., shares..] */

  gboolean has_begun;
  guint    epoch;
  guint    batch;        /* in this epoch */
  gsize    n_done;       /* samples of this epoch */
  float   *results;      /* (owned) [n_results] of a batch */
  double  *sums;         /* (owned) [n_results] of this epoch */
  double   best;         /* of what is monitored */
  int      n_worse;      /* epochs since then */
  guint    n_interrupts; /* before it began */
};

static guint
count_results (const KomaLayersModel *model)
{
  return koma_trainer_get_n_results (model->trainer);
}

static gboolean
take_validation (KomaLayersFit *self,
                 GError       **error)
{
  const KomaFitOptions *options = self->options;
  const gsize           first = (gsize) (self->data.n * (1 - options->validation_split));

  if (options->validation_x->len > 0)
    return koma_layers_data_init (&self->validation, self->model,
                                  (KomaTensor **) options->validation_x->pdata,
                                  options->validation_x->len,
                                  (KomaTensor **) options->validation_y->pdata,
                                  options->validation_y->len, error);
  if (first == self->data.n)
    return TRUE;
  if (first == 0)
    return koma_fail (error, KOMA_ERROR_SHAPE, "Validation leaves no samples to train with");
  return koma_layers_data_split (&self->data, first, &self->validation, error);
}

/* Nothing is learnt where a batch, or one of the samples to validate with, is of another size than
 * the model has fixed. */
static gboolean
check_batches (const KomaLayersFit *self,
               GError             **error)
{
  const KomaFitOptions *options = self->options;
  gsize                 n = self->data.n;

  if (options->steps_per_epoch > 0)
    n = MIN (n, (gsize) options->steps_per_epoch * options->batch_size);
  return koma_layers_data_check_batches (self->model, n, options->batch_size, error) &&
         koma_layers_data_check_batches (self->model, self->validation.n, options->batch_size,
                                         error);
}

static void
make_order (KomaLayersFit *self)
{
  if (!self->options->shuffles)
    return;
  self->order = g_new (guint32, self->data.n);
  for (gsize i = 0; i < self->data.n; i++)
    self->order[i] = (guint32) i;
}

/* Fisher and Yates */
static void
shuffle (KomaLayersFit *self)
{
  for (gsize i = self->data.n; self->order != NULL && i > 1; i--) {
    const gsize   other = (gsize) (koma_random_uniform (&self->random) * i);
    const guint32 swapped = self->order[i - 1];

    self->order[i - 1] = self->order[other];
    self->order[other] = swapped;
  }
}

/**
 * koma_layers_fit_new: (skip)
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the model is not compiled, or is being trained; those of
 * koma_layers_data_init().
 */
KomaLayersFit *
koma_layers_fit_new (KomaLayersModel *model,
                     KomaTensor     **x,
                     guint            n_x,
                     KomaTensor     **y,
                     guint            n_y,
                     KomaFitOptions  *options,
                     GError         **error)
{
  g_autoptr (KomaLayersFit) self = g_new0 (KomaLayersFit, 1);

  if (model->losses == NULL) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "The model has to be compiled before it is trained");
    return NULL;
  }
  if (model->is_trained) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "The model is being trained already");
    return NULL;
  }
  self->model = g_object_ref (model);
  model->is_trained = TRUE;
  self->options = options != NULL ? g_object_ref (options) : koma_fit_options_new (1, 32);
  self->history = koma_history_new ();
  self->random.state = model->seed;
  model->is_stopped = FALSE;
  self->n_interrupts = koma_interrupt_count ();
  if (!koma_layers_data_init (&self->data, model, x, n_x, y, n_y, error) ||
      !koma_layers_data_weigh (&self->data, self->options, error) ||
      !take_validation (self, error) || !check_batches (self, error))
    return NULL;
  self->epoch = self->options->initial_epoch;
  make_order (self);
  /* As if the epochs before had been trained now. */
  for (guint epoch = 0; epoch <= self->epoch; epoch++)
    shuffle (self);
  g_clear_pointer (&model->batch_results, g_array_unref);
  self->pointers = g_new0 (gconstpointer, n_x + 2 * n_y);
  self->results = g_new0 (float, count_results (model));
  self->sums = g_new0 (double, count_results (model));
  return g_steal_pointer (&self);
}

/**
 * koma_layers_fit_free: (skip)
 */
void
koma_layers_fit_free (KomaLayersFit *self)
{
  if (self == NULL)
    return;
  koma_layers_data_clear (&self->data);
  koma_layers_data_clear (&self->validation);
  if (self->model != NULL)
    self->model->is_trained = FALSE;
  g_clear_object (&self->model);
  g_clear_object (&self->options);
  g_clear_object (&self->history);
  g_free (self->order);
  g_free (self->pointers);
  g_free (self->results);
  g_free (self->sums);
  g_free (self);
}

/**
 * koma_layers_fit_is_done: (skip)
 */
gboolean
koma_layers_fit_is_done (const KomaLayersFit *self)
{
  return self->epoch >= self->options->epochs || self->model->is_stopped ||
         koma_interrupt_count () != self->n_interrupts;
}

/**
 * koma_layers_fit_get_history: (skip)
 *
 * Returns: (transfer none): what has been noted until now
 */
KomaHistory *
koma_layers_fit_get_history (KomaLayersFit *self)
{
  return self->history;
}

/**
 * koma_layers_evaluate: (skip)
 *
 * Errors: those of koma_trainer_evaluate().
 */
gboolean
koma_layers_evaluate (KomaLayersModel *model,
                      KomaLayersData  *data,
                      guint            batch_size,
                      double          *ret_results,
                      GError         **error)
{
  const guint               n_results = count_results (model);
  g_autofree float         *results = g_new0 (float, n_results);
  g_autofree gconstpointer *pointers = g_new0 (gconstpointer, data->x->len + data->y->len);

  if (!koma_layers_data_prepare (data, model, error) ||
      !koma_layers_data_check_batches (model, data->n, batch_size, error))
    return FALSE;
  memset (ret_results, 0, n_results * sizeof *ret_results);
  for (gsize first = 0; first < data->n; first += batch_size) {
    const guint n = (guint) MIN (data->n - first, batch_size);

    koma_layers_data_get_batch (data, first, n, NULL, pointers);
    if (!koma_trainer_evaluate (model->trainer, n, pointers,
                                (const float *const *) pointers + data->x->len, results, error))
      return FALSE;
    for (guint i = 0; i < n_results; i++)
      ret_results[i] += (double) results[i] * n / data->n;
  }
  for (guint i = 0; i < n_results; i++)
    ret_results[i] = koma_nan_make_plain_double (ret_results[i]);
  return TRUE;
}

static gboolean
validate (KomaLayersFit *self,
          GError       **error)
{
  const guint        n_results = count_results (self->model);
  g_autofree double *results = g_new0 (double, n_results);

  if (self->validation.n == 0)
    return TRUE;
  if (!koma_layers_evaluate (self->model, &self->validation, self->options->batch_size, results,
                             error))
    return FALSE;
  for (guint i = 0; i < n_results; i++) {
    g_autofree char *name =
      g_strconcat ("val_", koma_trainer_get_result_name (self->model->trainer, i), NULL);

    koma_history_add (self->history, name, results[i]);
  }
  return TRUE;
}

/* Stops where the number that is monitored does not get better. */
static gboolean
monitor (KomaLayersFit *self,
         GError       **error)
{
  const char   *name = self->options->monitor;
  gsize         n = 0;
  const double *values = NULL;
  double        value = 0;

  if (self->options->patience < 0)
    return TRUE;
  if (name == NULL)
    name = self->validation.n > 0 ? "val_loss" : "loss";
  values = koma_history_get_values (self->history, name, &n);
  if (values == NULL)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "There is no “%s” to be monitored", name);
  /* Of an accuracy more is better. */
  value = strstr (name, "acc") != NULL ? -values[n - 1] : values[n - 1];
  if (n == 1 || value < self->best - self->options->min_delta) {
    self->best = value;
    self->n_worse = 0;
  } else if (++self->n_worse >= self->options->patience) {
    self->model->is_stopped = TRUE;
  }
  return TRUE;
}

static gboolean
end_epoch (KomaLayersFit *self,
           GError       **error)
{
  const guint n_results = count_results (self->model);

  for (guint i = 0; i < n_results; i++)
    koma_history_add (self->history, koma_trainer_get_result_name (self->model->trainer, i),
                      self->sums[i] / self->n_done);
  memset (self->sums, 0, n_results * sizeof *self->sums);
  if (!validate (self, error) || !monitor (self, error))
    return FALSE;
  koma_layers_signals_emit_epoch (self->model, self->epoch, self->history);
  self->n_done = 0;
  self->batch = 0;
  self->epoch++;
  shuffle (self);
  return TRUE;
}

static gboolean
train (KomaLayersFit *self,
       guint          n,
       GError       **error)
{
  KomaTrainer        *trainer = self->model->trainer;
  const float *const *y = (const float *const *) self->pointers + self->data.x->len;

  koma_layers_data_get_batch (&self->data, self->n_done, n, self->order, self->pointers);
  if (self->data.shares->len == 0)
    return koma_trainer_step (trainer, n, self->pointers, y, self->results, error);
  return koma_trainer_step_weighted (trainer, n, self->pointers, y, y + self->data.y->len,
                                     self->results, error);
}

/* An interruption is not for a handler to swallow. */
static gboolean
is_ended (const KomaLayersFit *self)
{
  return self->model->is_stopped || koma_interrupt_count () != self->n_interrupts;
}

static void
begin (KomaLayersFit *self)
{
  if (!self->has_begun)
    koma_layers_signals_emit_train_begin (self->model);
  self->has_begun = TRUE;
}

/* Whether the batch is to be trained with. */
static gboolean
begin_batch (KomaLayersFit *self,
             guint          n)
{
  begin (self);
  if (self->batch == 0 && !is_ended (self))
    koma_layers_signals_emit_epoch_begin (self->model, self->epoch);
  if (!is_ended (self))
    koma_layers_signals_emit_batch_begin (self->model, self->epoch, self->batch, n);
  return !is_ended (self);
}

static void
note_results (KomaLayersFit *self,
              guint          n)
{
  const guint n_results = count_results (self->model);

  if (self->model->batch_results == NULL)
    self->model->batch_results = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_set_size (self->model->batch_results, n_results);
  for (guint i = 0; i < n_results; i++) {
    self->sums[i] += (double) self->results[i] * n;
    g_array_index (self->model->batch_results, double, i) = koma_nan_make_plain (self->results[i]);
  }
}

/**
 * koma_layers_fit_step: (skip)
 *
 * Trains with a batch.
 *
 * Errors: those of koma_trainer_step() and koma_trainer_evaluate(); %KOMA_ERROR_ARGUMENT if what is
 * monitored is not there.
 */
gboolean
koma_layers_fit_step (KomaLayersFit *self,
                      GError       **error)
{
  const guint n = (guint) MIN (self->data.n - self->n_done, self->options->batch_size);

  if (!begin_batch (self, n))
    return TRUE;
  if (!koma_layers_data_prepare (&self->data, self->model, error) || !train (self, n, error))
    return FALSE;
  note_results (self, n);
  self->n_done += n;
  if (koma_interrupt_count () != self->n_interrupts)
    return TRUE;
  koma_layers_signals_emit_batch (self->model, self->epoch, self->batch++, self->results[0]);
  return (self->n_done < self->data.n && self->batch != self->options->steps_per_epoch) ||
         end_epoch (self, error);
}

/**
 * koma_layers_fit_end: (skip)
 *
 * Tells that it is done.
 */
void
koma_layers_fit_end (KomaLayersFit *self)
{
  begin (self);
  koma_layers_signals_emit_train_end (self->model, self->history);
}
