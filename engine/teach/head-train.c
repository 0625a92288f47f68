/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Logistic regression of standard scores of the features (of few examples they are scaled less,
 * see standard-score.c), or a network with one hidden layer, with a penalty for large weights: the
 * usual recipe for features of a network, with the usual strength (of C = 1 in scikit-learn's
 * words). */
#include "head-train.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "dot.h"
#include "engine/koma/koma-error.h"
#include "engine/training/random.h"
#include "head-loss.h"
#include "head-private.h"
#include "lbfgs.h"
#include "standard-score.h"

typedef struct
{
  KomaHeadTrainOptions options; /* zeros replaced */
  const KomaExamples  *examples;
  KomaHeadProgress     progress; /* (nullable) */
  gpointer             user_data;

  GArray           *learned; /* guint, indices of examples */
  GArray           *watched; /* guint, for validation */
  KomaStandardScore standard;
  KomaHeadLoss     *loss;
  KomaHeadLoss     *validation; /* (nullable) */
  KomaDenseLayers  *layers;
  float            *params; /* [n_params] as KomaHeadLoss has them */
  guint             n_params;
  KomaHeadEpoch     epoch;
} Training;

static void
training_clear (Training *self)
{
  g_clear_pointer (&self->learned, g_array_unref);
  g_clear_pointer (&self->watched, g_array_unref);
  koma_standard_score_clear (&self->standard);
  g_clear_pointer (&self->loss, koma_head_loss_free);
  g_clear_pointer (&self->validation, koma_head_loss_free);
  g_clear_pointer (&self->layers, koma_dense_layers_unref);
  g_clear_pointer (&self->params, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Training, training_clear)

static gboolean
check (const Training *self,
       GError        **error)
{
  const KomaExamples *examples = self->examples;

  if (!koma_examples_check (examples, error))
    return FALSE;
  if (self->options.n_hidden > KOMA_HEAD_MAX_HIDDEN)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%u hidden units, at most %d",
                      self->options.n_hidden, KOMA_HEAD_MAX_HIDDEN);
  for (guint i = 1; i < examples->n; i++)
    if (examples->classes[i] != examples->classes[0])
      return TRUE;
  return koma_fail (error, KOMA_ERROR_ARGUMENT,
                    "All examples are of one class; there must be two at least");
}

static KomaHeadLoss *
make_loss (const Training *self,
           const GArray   *indices,
           GError        **error)
{
  g_autofree float *x = koma_standard_score_apply (&self->standard, self->examples, indices);
  g_autofree guint *classes = g_new (guint, indices->len);

  for (guint i = 0; i < indices->len; i++)
    classes[i] = self->examples->classes[g_array_index (indices, guint, i)];
  return koma_head_loss_new (x, classes, indices->len, self->standard.n, self->options.n_hidden,
                             self->examples->n_classes, error);
}

/* Zeros, from which one layer has one way down. Two need numbers by chance (He and others 2015,
 * arXiv:1502.01852). */
static void
init_params (Training *self)
{
  KomaRandom random = { self->options.seed };
  float     *param = self->params;

  for (guint i = 0; self->layers->n_layers > 1 && i < 2; i++) {
    const KomaDenseLayer *layer = &self->layers->layers[i];
    const double          deviation = sqrt (2.0 / layer->n_in);

    for (gsize k = 0; k < (gsize) layer->n_in * layer->n_out; k++)
      *param++ = (float) (deviation * koma_random_normal (&random));
    param += layer->n_out;
  }
}

static gboolean
prepare (Training *self,
         GError  **error)
{
  self->learned = g_array_new (FALSE, FALSE, sizeof (guint));
  self->watched = g_array_new (FALSE, FALSE, sizeof (guint));
  koma_examples_split (self->examples, self->options.validation_share, self->options.seed,
                       self->learned, self->watched);
  koma_standard_score_init (&self->standard, self->examples, self->learned);
  self->layers = koma_dense_layers_new (self->standard.n, self->options.n_hidden,
                                        self->examples->n_classes);
  self->loss = make_loss (self, self->learned, error);
  if (self->loss == NULL)
    return FALSE;
  if (self->watched->len > 0) {
    self->validation = make_loss (self, self->watched, error);
    if (self->validation == NULL)
      return FALSE;
  }
  self->n_params = koma_head_loss_get_n_params (self->loss);
  self->params = g_new0 (float, self->n_params);
  init_params (self);
  return TRUE;
}

/* Adds the penalty to loss and gradient; biases have none. */
static double
penalise (const Training *self,
          const float    *params,
          float          *gradient)
{
  const double strength = self->options.l2 / self->learned->len;
  double       sum = 0;

  for (guint i = 0; i < self->layers->n_layers; i++) {
    const KomaDenseLayer *layer = &self->layers->layers[i];
    const gsize           n = (gsize) layer->n_in * layer->n_out;

    sum += dot (params, params, n);
    for (gsize k = 0; k < n; k++)
      gradient[k] += (float) (2 * strength * params[k]);
    params += n + layer->n_out;
    gradient += n + layer->n_out;
  }
  return strength * sum;
}

static gboolean
compute (const float *params,
         float       *ret_gradient,
         double      *ret_value,
         gpointer     user_data,
         GError     **error)
{
  Training *self = user_data;

  if (!koma_head_loss_compute (self->loss, params, ret_gradient, &self->epoch.loss,
                               &self->epoch.accuracy, error))
    return FALSE;
  *ret_value = self->epoch.loss + penalise (self, params, ret_gradient);
  return TRUE;
}

static gboolean
tell (guint    step,
      gpointer user_data,
      GError **error)
{
  Training *self = user_data;

  self->epoch.epoch = step;
  if (self->progress == NULL)
    return TRUE;
  if (self->validation != NULL &&
      !koma_head_loss_compute (self->validation, self->params, NULL, &self->epoch.validation_loss,
                               &self->epoch.validation_accuracy, error))
    return FALSE;
  if (self->progress (&self->epoch, self->user_data))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Training was stopped");
  return FALSE;
}

static void
fill_layers (Training *self)
{
  const float *param = self->params;

  for (guint i = 0; i < self->layers->n_layers; i++) {
    KomaDenseLayer *layer = &self->layers->layers[i];
    const gsize     n = (gsize) layer->n_in * layer->n_out;

    memcpy (layer->weights, param, n * sizeof *param);
    memcpy (layer->bias, param + n, layer->n_out * sizeof *param);
    param += n + layer->n_out;
  }
  koma_standard_score_bake (&self->standard, &self->layers->layers[0]);
}

/**
 * koma_head_train:
 * @examples: of two classes at least
 * @options: (nullable): zeros mean the usual
 * @progress: (nullable): is told of each epoch
 *
 * Learns a dense head from all examples but those for validation. Thread: any; it computes on no
 * other.
 *
 * Errors: those of koma_head_new_nearest(); %KOMA_ERROR_ARGUMENT if there are fewer than two
 * classes, or too many hidden units; %KOMA_ERROR_MEMORY, %KOMA_ERROR_SHAPE if there are too many
 * examples; %G_IO_ERROR_CANCELLED if @progress stopped it.
 *
 * Returns: (transfer full): the head
 */
KomaHead *
koma_head_train (const KomaExamples         *examples,
                 const KomaHeadTrainOptions *options,
                 KomaHeadProgress            progress,
                 gpointer                    user_data,
                 GError                    **error)
{
  g_auto (Training) self = {
    .options = options != NULL ? *options : (KomaHeadTrainOptions){ 0 },
    .examples = examples,
    .progress = progress,
    .user_data = user_data,
    .epoch = { .validation_loss = NAN, .validation_accuracy = NAN },
  };
  KomaObjective objective = { .compute = compute, .tell = tell, .user_data = &self };

  if (self.options.n_epochs == 0)
    self.options.n_epochs = KOMA_HEAD_EPOCHS;
  if (self.options.l2 == 0)
    self.options.l2 = KOMA_HEAD_L2;
  self.epoch.n_epochs = self.options.n_epochs;
  if (!check (&self, error) || !prepare (&self, error))
    return NULL;
  objective.n = self.n_params;
  if (!koma_lbfgs_minimise (&objective, self.options.n_epochs, self.params, error))
    return NULL;
  fill_layers (&self);
  return koma_head_new_dense (examples, g_steal_pointer (&self.layers), error);
}
