/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "fit-options.h"

#include "fit-options-private.h"

enum {
  PROP_0,
  PROP_BATCH_SIZE,
  PROP_EPOCHS,
  PROP_SHUFFLE,
  PROP_VALIDATION_SPLIT,
  PROP_MONITOR,
  PROP_PATIENCE,
  PROP_MIN_DELTA,
  PROP_INITIAL_EPOCH,
  PROP_STEPS_PER_EPOCH,
  N_PROPS,
};

G_DEFINE_FINAL_TYPE (KomaFitOptions, koma_fit_options, G_TYPE_OBJECT)

static void
koma_fit_options_finalize (GObject *object)
{
  KomaFitOptions *self = KOMA_FIT_OPTIONS (object);

  g_clear_pointer (&self->monitor, g_free);
  g_ptr_array_unref (self->validation_x);
  g_ptr_array_unref (self->validation_y);
  g_ptr_array_unref (self->sample_weights);
  g_ptr_array_unref (self->class_weights);
  G_OBJECT_CLASS (koma_fit_options_parent_class)->finalize (object);
}

static void
koma_fit_options_set_property (GObject      *object,
                               guint         property,
                               const GValue *value,
                               GParamSpec   *spec)
{
  KomaFitOptions *self = KOMA_FIT_OPTIONS (object);

  switch (property) {
  case PROP_BATCH_SIZE:
    self->batch_size = g_value_get_uint (value);
    break;
  case PROP_EPOCHS:
    self->epochs = g_value_get_uint (value);
    break;
  case PROP_SHUFFLE:
    self->shuffles = g_value_get_boolean (value);
    break;
  case PROP_VALIDATION_SPLIT:
    self->validation_split = g_value_get_double (value);
    break;
  case PROP_MONITOR:
    g_free (self->monitor);
    self->monitor = g_value_dup_string (value);
    break;
  case PROP_PATIENCE:
    self->patience = g_value_get_int (value);
    break;
  case PROP_MIN_DELTA:
    self->min_delta = g_value_get_double (value);
    break;
  case PROP_INITIAL_EPOCH:
    self->initial_epoch = g_value_get_uint (value);
    break;
  case PROP_STEPS_PER_EPOCH:
    self->steps_per_epoch = g_value_get_uint (value);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, spec);
  }
}

static void
koma_fit_options_get_property (GObject    *object,
                               guint       property,
                               GValue     *value,
                               GParamSpec *spec)
{
  KomaFitOptions *self = KOMA_FIT_OPTIONS (object);

  switch (property) {
  case PROP_BATCH_SIZE:
    g_value_set_uint (value, self->batch_size);
    break;
  case PROP_EPOCHS:
    g_value_set_uint (value, self->epochs);
    break;
  case PROP_SHUFFLE:
    g_value_set_boolean (value, self->shuffles);
    break;
  case PROP_VALIDATION_SPLIT:
    g_value_set_double (value, self->validation_split);
    break;
  case PROP_MONITOR:
    g_value_set_string (value, self->monitor);
    break;
  case PROP_PATIENCE:
    g_value_set_int (value, self->patience);
    break;
  case PROP_MIN_DELTA:
    g_value_set_double (value, self->min_delta);
    break;
  case PROP_INITIAL_EPOCH:
    g_value_set_uint (value, self->initial_epoch);
    break;
  case PROP_STEPS_PER_EPOCH:
    g_value_set_uint (value, self->steps_per_epoch);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, spec);
  }
}

#define FLAGS (G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_STATIC_STRINGS)

static void
koma_fit_options_class_init (KomaFitOptionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamSpec   *specs[N_PROPS] = {
      /**
     * KomaFitOptions:batch-size:
     *
     * Samples of a step. The last batch of an epoch is smaller where they do not go up.
     */
    [PROP_BATCH_SIZE] =
      g_param_spec_uint ("batch-size", NULL, NULL, 1, G_MAXINT32, 32, FLAGS),
    /**
     * KomaFitOptions:epochs:
     *
     * How many times all samples are taken.
     */
    [PROP_EPOCHS] = g_param_spec_uint ("epochs", NULL, NULL, 0, G_MAXINT32, 1, FLAGS),
    /**
     * KomaFitOptions:shuffle:
     *
     * Whether samples are taken in another order in each epoch.
     */
    [PROP_SHUFFLE] = g_param_spec_boolean ("shuffle", NULL, NULL, TRUE, FLAGS),
    /**
     * KomaFitOptions:validation-split:
     *
     * Which part of the samples, the last ones, is not trained with, but validated with.
     */
    [PROP_VALIDATION_SPLIT] =
      g_param_spec_double ("validation-split", NULL, NULL, 0, 0.999, 0, FLAGS),
    /**
     * KomaFitOptions:monitor:
     *
     * The number that has to become less, or more for an accuracy: training stops where it does
     * not. %NULL: "val_loss" where there is a validation, else "loss".
     */
    [PROP_MONITOR] = g_param_spec_string ("monitor", NULL, NULL, NULL, FLAGS),
    /**
     * KomaFitOptions:patience:
     *
     * After how many epochs without a better number training stops; -1: never.
     */
    [PROP_PATIENCE] = g_param_spec_int ("patience", NULL, NULL, -1, G_MAXINT, -1, FLAGS),
    /**
     * KomaFitOptions:min-delta:
     *
     * By how much a number has to be better to count.
     */
    [PROP_MIN_DELTA] =
      g_param_spec_double ("min-delta", NULL, NULL, 0, G_MAXDOUBLE, 0, FLAGS),
    /**
     * KomaFitOptions:initial-epoch:
     *
     * The number of the first epoch, for a training that goes on; the last is that before
     * KomaFitOptions:epochs. Samples are shuffled as in a training that began with epoch 0.
     */
    [PROP_INITIAL_EPOCH] =
      g_param_spec_uint ("initial-epoch", NULL, NULL, 0, G_MAXINT32, 0, FLAGS),
    /**
     * KomaFitOptions:steps-per-epoch:
     *
     * How many batches an epoch has at most; 0: as many as there are samples for.
     */
    [PROP_STEPS_PER_EPOCH] =
      g_param_spec_uint ("steps-per-epoch", NULL, NULL, 0, G_MAXINT32, 0, FLAGS),
  };

  object_class->finalize = koma_fit_options_finalize;
  object_class->set_property = koma_fit_options_set_property;
  object_class->get_property = koma_fit_options_get_property;
  g_object_class_install_properties (object_class, N_PROPS, specs);
}

static void
clear_array (gpointer array)
{
  g_clear_pointer ((GArray **) &array, g_array_unref);
}

static void
koma_fit_options_init (KomaFitOptions *self)
{
  self->sample_weights = g_ptr_array_new_with_free_func (g_object_unref);
  self->class_weights = g_ptr_array_new_with_free_func (clear_array);
  self->validation_x = g_ptr_array_new_with_free_func (g_object_unref);
  self->validation_y = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * koma_fit_options_new:
 * @epochs: how many times all samples are taken
 * @batch_size: samples of a step, at least 1
 *
 * Thread: the one that trains.
 *
 * Returns: (transfer full): options; samples are shuffled, and there is no validation
 */
KomaFitOptions *
koma_fit_options_new (guint epochs,
                      guint batch_size)
{
  return g_object_new (KOMA_TYPE_FIT_OPTIONS, "epochs", epochs, "batch-size", batch_size, NULL);
}

static void
set_tensors (GPtrArray   *list,
             KomaTensor **tensors,
             guint        n_tensors)
{
  g_ptr_array_set_size (list, 0);
  for (guint i = 0; i < n_tensors; i++)
    g_ptr_array_add (list, g_object_ref_sink (tensors[i]));
}

/**
 * koma_fit_options_set_validation:
 * @self: options of a training
 * @x: (array length=n_x): inputs, as koma_layers_model_fit() takes them
 * @n_x: number of inputs, as many as the model has
 * @y: (array length=n_y): targets
 * @n_y: number of targets, as many as the model has outputs
 *
 * What the model is evaluated with at the end of each epoch. Thread: the one that trains.
 */
void
koma_fit_options_set_validation (KomaFitOptions *self,
                                 KomaTensor    **x,
                                 guint           n_x,
                                 KomaTensor    **y,
                                 guint           n_y)
{
  g_return_if_fail (KOMA_IS_FIT_OPTIONS (self));

  set_tensors (self->validation_x, x, n_x);
  set_tensors (self->validation_y, y, n_y);
}

/**
 * koma_fit_options_set_sample_weights:
 * @self: options of a training
 * @weights: (array length=n_weights): for each output of the model, or one for all: float32,
 *   `[samples]`
 * @n_weights: number of tensors; 0: all samples count alike
 *
 * The loss of each sample is multiplied by its weight; the mean is that of all samples, as in
 * Keras. Metrics and validation are as without. Thread: the one that trains.
 */
void
koma_fit_options_set_sample_weights (KomaFitOptions *self,
                                     KomaTensor    **weights,
                                     guint           n_weights)
{
  g_return_if_fail (KOMA_IS_FIT_OPTIONS (self));

  set_tensors (self->sample_weights, weights, n_weights);
}

/**
 * koma_fit_options_set_class_weights:
 * @self: options of a training
 * @output: of the model, 0 to 255; the first is 0
 * @weights: (array length=n_weights): the weight of each class, from class 0 on
 * @n_weights: as many as there are classes; 0: all classes count alike
 *
 * Each sample has the weight of its class: the largest of a row of targets, or the number in a
 * target of one column. Where samples have weights too they are multiplied. Thread: the one that
 * trains.
 */
void
koma_fit_options_set_class_weights (KomaFitOptions *self,
                                    guint           output,
                                    const double   *weights,
                                    gsize           n_weights)
{
  GArray *copy = NULL;

  g_return_if_fail (KOMA_IS_FIT_OPTIONS (self) && output < 256);

  if (n_weights > 0)
    copy = g_array_append_vals (g_array_new (FALSE, FALSE, sizeof (double)), weights,
                                (guint) n_weights);
  if (self->class_weights->len <= output)
    g_ptr_array_set_size (self->class_weights, (int) output + 1);
  clear_array (g_steal_pointer (&self->class_weights->pdata[output]));
  self->class_weights->pdata[output] = copy;
}
