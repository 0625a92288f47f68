/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tail-trainer.h"

#include <math.h>
#include <string.h>

#include "tail-private.h"

struct _KomaTailTrainer
{
  const KomaTail        *tail;   /* (borrowed) */
  const KomaDenseLayers *layers; /* (borrowed) what they are at first */
  KomaTrainer           *trainer;
};

static KomaValueId
add_weight (KomaForward *forward,
            KomaShape    shape)
{
  const KomaValueId id =
    koma_graph_add_input (forward->graph, "weight", KOMA_DTYPE_FLOAT32, &shape);

  g_array_append_val (forward->weights, id);
  return id;
}

static KomaValueId
build_head (const KomaTailTrainer *self,
            KomaForward           *forward,
            KomaBuilder           *builder,
            KomaValueId            x)
{
  const KomaDenseLayers *layers = self->layers;

  for (guint i = 0; i < layers->n_layers; i++) {
    const KomaDenseLayer *layer = &layers->layers[i];
    const KomaValueId     weights = add_weight (forward, KOMA_SHAPE (layer->n_out, layer->n_in));
    const KomaValueId     bias = add_weight (forward, KOMA_SHAPE (layer->n_out));

    if (i > 0)
      x = koma_builder_unary (builder, KOMA_OP_RELU, x);
    x = koma_builder_mat_mul (builder, x, weights, FALSE, TRUE);
    x = koma_builder_binary (builder, KOMA_OP_ADD, x, bias);
  }
  return koma_builder_unary (builder, KOMA_OP_SOFTMAX, x);
}

static gboolean
build (KomaForward *forward,
       guint        batch,
       gboolean     is_training,
       gpointer     user_data,
       GError     **error)
{
  const KomaTailTrainer *self = user_data;
  KomaTunedWeights      *weights = koma_tail_get_weights (self->tail);
  const KomaShape        shape = koma_tail_get_shape (self->tail, batch);
  const KomaValueId      x = koma_graph_add_input (forward->graph, "x", KOMA_DTYPE_FLOAT32, &shape);
  KomaValueId            y = KOMA_VALUE_NONE;
  KomaBuilder            builder;

  koma_builder_init (&builder, forward->graph, "fine-tune");
  g_array_append_val (forward->inputs, x);
  for (guint i = 0; i < koma_tuned_weights_get_n (weights); i++)
    add_weight (forward, koma_tuned_weights_get (weights, i)->shape);
  y = koma_tail_emit (self->tail, &builder, x, (const KomaValueId *) forward->weights->data);
  y = build_head (self, forward, &builder, y);
  g_array_append_val (forward->outputs, y);
  return koma_builder_finish (&builder, error);
}

static GArray *
list_weights (const KomaTailTrainer *self)
{
  KomaTunedWeights      *tail = koma_tail_get_weights (self->tail);
  const KomaDenseLayers *layers = self->layers;
  GArray                *list = g_array_new (FALSE, FALSE, sizeof (KomaTrainerWeight));
  KomaTrainerWeight      weight = { .name = "weight", .is_trainable = TRUE };

  for (guint i = 0; i < koma_tuned_weights_get_n (tail); i++) {
    weight.shape = koma_tuned_weights_get (tail, i)->shape;
    g_array_append_val (list, weight);
  }
  for (guint i = 0; i < layers->n_layers; i++) {
    weight.shape = KOMA_SHAPE (layers->layers[i].n_out, layers->layers[i].n_in);
    g_array_append_val (list, weight);
    weight.shape = KOMA_SHAPE (layers->layers[i].n_out);
    g_array_append_val (list, weight);
  }
  return list;
}

static void
fill_weights (KomaTailTrainer *self)
{
  KomaTunedWeights      *tail = koma_tail_get_weights (self->tail);
  const KomaDenseLayers *layers = self->layers;
  guint                  n = koma_tuned_weights_get_n (tail);

  for (guint i = 0; i < n; i++) {
    const KomaArray *array = koma_tuned_weights_get (tail, i);

    memcpy (koma_trainer_get_weight (self->trainer, i), array->data,
            array->count * sizeof (float));
  }
  for (guint i = 0; i < layers->n_layers; i++) {
    const KomaDenseLayer *layer = &layers->layers[i];

    memcpy (koma_trainer_get_weight (self->trainer, n++), layer->weights,
            (gsize) layer->n_out * layer->n_in * sizeof (float));
    memcpy (koma_trainer_get_weight (self->trainer, n++), layer->bias,
            layer->n_out * sizeof (float));
  }
}

/**
 * koma_tail_trainer_new:
 *
 * Errors: those of koma_trainer_new().
 */
KomaTailTrainer *
koma_tail_trainer_new (const KomaTail               *tail,
                       const KomaDenseLayers        *layers,
                       const KomaTailTrainerOptions *options,
                       GError                      **error)
{
  static const char *const metrics[] = { "categorical_accuracy", NULL };
  const KomaTrainerOutput  output = { .name = "y",
                                      .loss = KOMA_LOSS_CATEGORICAL_CROSSENTROPY,
                                      .metrics = metrics };
  g_autoptr (KomaTailTrainer) self = g_new0 (KomaTailTrainer, 1);
  g_autoptr (GArray) weights = NULL;
  KomaTrainerOptions all = { .forward = build,
                             .user_data = self,
                             .outputs = &output,
                             .n_outputs = 1,
                             .n_threads = options->n_threads,
                             .seed = options->seed };

  self->tail = tail;
  self->layers = layers;
  weights = list_weights (self);
  all.weights = (const KomaTrainerWeight *) weights->data;
  all.n_weights = weights->len;
  if (!koma_optimizer_settings_init (&all.optimizer, "Adam", error) ||
      !koma_optimizer_settings_set (&all.optimizer, "learning_rate", options->rate, error))
    return NULL;
  self->trainer = koma_trainer_new (&all, error);
  if (self->trainer == NULL)
    return NULL;
  fill_weights (self);
  return g_steal_pointer (&self);
}

void
koma_tail_trainer_free (KomaTailTrainer *self)
{
  if (self == NULL)
    return;
  koma_trainer_free (self->trainer);
  g_free (self);
}

KomaTrainer *
koma_tail_trainer_get (KomaTailTrainer *self)
{
  return self->trainer;
}

/**
 * koma_tail_trainer_get_weights:
 *
 * Errors: %KOMA_ERROR_ARGUMENT if they grew beyond all bounds; %KOMA_ERROR_MEMORY.
 */
KomaTunedWeights *
koma_tail_trainer_get_weights (const KomaTailTrainer *self,
                               GError               **error)
{
  KomaTunedWeights *before = koma_tail_get_weights (self->tail);
  g_autoptr (GPtrArray) arrays =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);

  for (guint i = 0; i < koma_tuned_weights_get_n (before); i++) {
    const KomaShape *shape = &koma_tuned_weights_get (before, i)->shape;
    const float     *numbers = koma_trainer_get_weight (self->trainer, i);
    KomaArray       *array = koma_array_new_from_data (KOMA_DTYPE_FLOAT32, shape, numbers, error);

    if (array == NULL)
      return NULL;
    g_ptr_array_add (arrays, array);
    for (gsize k = 0; k < array->count; k++)
      if (!isfinite (numbers[k])) {
        koma_fail (error, KOMA_ERROR_ARGUMENT, "Fine-tuning came to no end with these pictures");
        return NULL;
      }
  }
  return koma_tuned_weights_new (g_steal_pointer (&arrays));
}
