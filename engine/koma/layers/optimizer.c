/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The settings and how they are reached; the steps are in optimizer-step.c. */
#include "optimizer-private.h"

#include "engine/koma/koma-error.h"
#include "layer-config.h"
#include "layers-settings.h"
#include "engine/koma/tensor/tensor-new.h"

/**
 * KomaOptimizer:
 *
 * Changes variables so that a loss becomes smaller: `koma_optimizer_minimize()` is a step of a loop
 * that trains. Loss, gradients and new values are one run of a program that is planned in the first
 * step. What is noted of each variable (a moving mean) stays until koma_optimizer_dispose_data(),
 * or the last reference.
 *
 * |[<!-- language="C" -->
 * g_autoptr (KomaOptimizer) optimizer = koma_optimizer_new_adam (0.001, &error);
 *
 * for (guint i = 0; i < 100; i++) {
 *   g_autoptr (KomaScope) scope = koma_scope_begin ();
 *
 *   if (koma_optimizer_minimize (optimizer, compute_loss, data, NULL, 0, &error) == NULL)
 *     break;
 * }
 * ]|
 */
G_DEFINE_FINAL_TYPE (KomaOptimizer, koma_optimizer, G_TYPE_OBJECT)

static void
koma_optimizer_dispose (GObject *object)
{
  koma_optimizer_dispose_data (KOMA_OPTIMIZER (object));
  G_OBJECT_CLASS (koma_optimizer_parent_class)->dispose (object);
}

static void
koma_optimizer_class_init (KomaOptimizerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = koma_optimizer_dispose;
}

static void
koma_optimizer_init (KomaOptimizer *self)
{
}

static KomaOptimizer *
new_with_settings (const KomaOptimizerSettings *settings,
                   GError                     **error)
{
  g_autoptr (KomaOptimizer) self = g_object_new (KOMA_TYPE_OPTIMIZER, NULL);

  self->settings = *settings;
  return koma_optimizer_set_up (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_optimizer_new:
 * @name: "sgd", "momentum", "nesterov", "adagrad", "adadelta", "rmsprop", "adam", "adamax"
 * @settings: (nullable): a JSON object, `{"learningRate": 0.01, "beta1": 0.8}`; single quotes may
 *   be used instead of double ones; names are those of TensorFlow.js or of Keras,
 *   "learning_rate". What is not given is as in TensorFlow.js.
 * @error: return location for an error
 *
 * An optimizer of any kind. Thread: any; the optimizer is the calling thread's.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is no such optimizer, or it has no such setting;
 * %KOMA_ERROR_MODEL if @settings is no JSON object of numbers; %KOMA_ERROR_SHAPE if a number is not
 * finite.
 *
 * Returns: (transfer full) (nullable): a new optimizer
 */
KomaOptimizer *
koma_optimizer_new (const char *name,
                    const char *settings,
                    GError    **error)
{
  KomaOptimizerSettings chosen = { 0 };
  g_autoptr (JsonObject) config = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  if (!koma_optimizer_settings_init (&chosen, name, error))
    return NULL;
  config = koma_layer_config_parse (settings, error);
  if (config == NULL || !koma_layers_read_optimizer (config, TRUE, &chosen, error)) {
    g_prefix_error (error, "%s: ", name);
    return NULL;
  }
  return new_with_settings (&chosen, error);
}

static KomaOptimizer *
new_with_rate (const char *name,
               double      learning_rate,
               GError    **error)
{
  KomaOptimizerSettings settings = { 0 };

  if (!koma_optimizer_settings_init (&settings, name, error) ||
      !koma_optimizer_settings_set (&settings, "learning_rate", learning_rate, error))
    return NULL;
  return new_with_settings (&settings, error);
}

/**
 * koma_optimizer_new_sgd:
 * @learning_rate: the part of the gradient that is subtracted: a finite number
 * @error: return location for an error
 *
 * Stochastic gradient descent. Thread: any; the optimizer is the calling thread's.
 *
 * Errors: %KOMA_ERROR_SHAPE if @learning_rate is not finite.
 *
 * Returns: (transfer full) (nullable): a new optimizer
 */
KomaOptimizer *
koma_optimizer_new_sgd (double   learning_rate,
                        GError **error)
{
  return new_with_rate ("sgd", learning_rate, error);
}

/**
 * koma_optimizer_new_momentum:
 * @learning_rate: the part of the sum of gradients that is subtracted: a finite number
 * @momentum: the part of the sum that stays from step to step: a finite number
 * @is_nesterov: whether the gradient counts ahead, as Nesterov has it
 * @error: return location for an error
 *
 * Gradient descent with momentum. Thread: any; the optimizer is the calling thread's.
 *
 * Errors: %KOMA_ERROR_SHAPE if a number is not finite.
 *
 * Returns: (transfer full) (nullable): a new optimizer
 */
KomaOptimizer *
koma_optimizer_new_momentum (double   learning_rate,
                             double   momentum,
                             gboolean is_nesterov,
                             GError **error)
{
  KomaOptimizerSettings settings = { 0 };

  if (!koma_optimizer_settings_init (&settings, is_nesterov ? "nesterov" : "momentum", error) ||
      !koma_optimizer_settings_set (&settings, "learning_rate", learning_rate, error) ||
      !koma_optimizer_settings_set (&settings, "momentum", momentum, error))
    return NULL;
  return new_with_settings (&settings, error);
}

/**
 * koma_optimizer_new_adagrad:
 * @learning_rate: a finite number, often 0.01
 * @error: return location for an error
 *
 * Adagrad: steps become shorter where gradients were large. Thread: any; the optimizer is the
 * calling thread's.
 *
 * Errors: %KOMA_ERROR_SHAPE if @learning_rate is not finite.
 *
 * Returns: (transfer full) (nullable): a new optimizer
 */
KomaOptimizer *
koma_optimizer_new_adagrad (double   learning_rate,
                            GError **error)
{
  return new_with_rate ("adagrad", learning_rate, error);
}

/**
 * koma_optimizer_new_adadelta:
 * @learning_rate: a finite number, often 1
 * @error: return location for an error
 *
 * Adadelta: steps are as long as steps before. Thread: any; the optimizer is the calling thread's.
 *
 * Errors: %KOMA_ERROR_SHAPE if @learning_rate is not finite.
 *
 * Returns: (transfer full) (nullable): a new optimizer
 */
KomaOptimizer *
koma_optimizer_new_adadelta (double   learning_rate,
                             GError **error)
{
  return new_with_rate ("adadelta", learning_rate, error);
}

/**
 * koma_optimizer_new_rmsprop:
 * @learning_rate: a finite number, often 0.001
 * @error: return location for an error
 *
 * RMSProp: gradients are divided by a moving mean of their size. Thread: any; the optimizer is the
 * calling thread's.
 *
 * Errors: %KOMA_ERROR_SHAPE if @learning_rate is not finite.
 *
 * Returns: (transfer full) (nullable): a new optimizer
 */
KomaOptimizer *
koma_optimizer_new_rmsprop (double   learning_rate,
                            GError **error)
{
  return new_with_rate ("rmsprop", learning_rate, error);
}

/**
 * koma_optimizer_new_adam:
 * @learning_rate: a finite number, often 0.001
 * @error: return location for an error
 *
 * Adam: moving means of gradients and of their squares. Thread: any; the optimizer is the calling
 * thread's.
 *
 * Errors: %KOMA_ERROR_SHAPE if @learning_rate is not finite.
 *
 * Returns: (transfer full) (nullable): a new optimizer
 */
KomaOptimizer *
koma_optimizer_new_adam (double   learning_rate,
                         GError **error)
{
  return new_with_rate ("adam", learning_rate, error);
}

/**
 * koma_optimizer_new_adamax:
 * @learning_rate: a finite number, often 0.002
 * @error: return location for an error
 *
 * Adamax: Adam with the largest of the gradients in place of their squares. Thread: any; the
 * optimizer is the calling thread's.
 *
 * Errors: %KOMA_ERROR_SHAPE if @learning_rate is not finite.
 *
 * Returns: (transfer full) (nullable): a new optimizer
 */
KomaOptimizer *
koma_optimizer_new_adamax (double   learning_rate,
                           GError **error)
{
  return new_with_rate ("adamax", learning_rate, error);
}

/**
 * koma_optimizer_get_name:
 * @self: an optimizer
 *
 * Thread: any.
 *
 * Returns: (transfer none): its class in TensorFlow.js: "Adam", "SGD", "Momentum"
 */
const char *
koma_optimizer_get_name (KomaOptimizer *self)
{
  g_return_val_if_fail (KOMA_IS_OPTIMIZER (self), NULL);

  return self->settings.name;
}

/**
 * koma_optimizer_get_learning_rate:
 * @self: an optimizer
 *
 * Thread: its own.
 *
 * Returns: its learning rate
 */
double
koma_optimizer_get_learning_rate (KomaOptimizer *self)
{
  return koma_optimizer_get_option (self, "learning_rate");
}

/**
 * koma_optimizer_set_learning_rate:
 * @self: an optimizer
 * @learning_rate: a finite number
 * @error: return location for an error
 *
 * From the next step on; nothing is planned anew. Thread: its own.
 *
 * Errors: %KOMA_ERROR_SHAPE if @learning_rate is not finite.
 *
 * Returns: whether it is set
 */
gboolean
koma_optimizer_set_learning_rate (KomaOptimizer *self,
                                  double         learning_rate,
                                  GError       **error)
{
  return koma_optimizer_set_option (self, "learning_rate", learning_rate, error);
}

/**
 * koma_optimizer_get_option:
 * @self: an optimizer
 * @name: as in koma_optimizer_new(): "beta1"
 *
 * Thread: its own.
 *
 * Returns: the value of a setting; not a number if the optimizer has none of that name
 */
double
koma_optimizer_get_option (KomaOptimizer *self,
                           const char    *name)
{
  g_return_val_if_fail (KOMA_IS_OPTIMIZER (self) && name != NULL, NAN);

  return koma_optimizer_settings_get (&self->settings, name);
}

/**
 * koma_optimizer_set_option:
 * @self: an optimizer
 * @name: as in koma_optimizer_new(): "beta1"
 * @value: a finite number; 0 and 1 for what is true or false
 * @error: return location for an error
 *
 * Changes a setting, from the next step on. Thread: its own.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the optimizer has no such setting, or it chooses the formula
 * ("centered", "useNesterov") and steps were made with it; %KOMA_ERROR_SHAPE if @value is not
 * finite.
 *
 * Returns: whether it is set
 */
gboolean
koma_optimizer_set_option (KomaOptimizer *self,
                           const char    *name,
                           double         value,
                           GError       **error)
{
  g_return_val_if_fail (KOMA_IS_OPTIMIZER (self) && name != NULL, FALSE);

  if (self->iterations > 0 && koma_optimizer_settings_is_fixed (&self->settings, name))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s: “%s” can not change any more",
                      self->settings.name, name);
  return koma_optimizer_settings_set (&self->settings, name, value, error);
}

/**
 * koma_optimizer_get_iterations:
 * @self: an optimizer
 *
 * Thread: its own.
 *
 * Returns: how many steps it has made
 */
guint64
koma_optimizer_get_iterations (KomaOptimizer *self)
{
  g_return_val_if_fail (KOMA_IS_OPTIMIZER (self), 0);

  return self->iterations;
}
