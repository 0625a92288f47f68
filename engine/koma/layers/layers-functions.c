/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-functions.h"

#include "engine/koma/koma-error.h"
#include "layers-formula.h"
#include "layers-state.h"

static KomaLayersFunction *
function_new (const char    *name,
              KomaFunction   f,
              gpointer       user_data,
              GDestroyNotify destroy)
{
  KomaLayersFunction *self = g_new0 (KomaLayersFunction, 1);

  self->name = g_strdup (name);
  self->f = f;
  self->user_data = user_data;
  self->destroy = destroy;
  return self;
}

/* What the optimizer has noted stays. */
static gboolean
prepare (KomaLayersModel *self,
         GError         **error)
{
  if (self->losses == NULL)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "The model is not compiled yet");
  if (self->is_trained)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "The model is being trained");
  return koma_layers_model_ensure_weights (self, error) &&
         koma_layers_model_drop_trainer (self, error);
}

/**
 * koma_layers_model_set_loss_function:
 * @self: a model that is compiled
 * @output: which output of the model, from 0
 * @f: (scope notified) (closure user_data) (destroy destroy): its arguments are the targets and
 *   what the model gives, float32, of one shape `[batch, …]`; its value is a loss for each sample,
 *   or one for all, made of ops on them
 * @user_data: for @f
 * @destroy: (nullable): for @user_data
 * @error: return location for an error
 *
 * A loss of one's own, in place of the one that koma_layers_model_compile() was told, until that is
 * called again. The function is called once for each size of batch, with numbers that mean
 * nothing: what it does becomes a formula. The loss is the mean of its value. Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the model is not compiled, is being trained, or has no such
 * output. Training fails with the error of @f, %KOMA_ERROR_ARGUMENT if its value does not depend on
 * the arguments, and %KOMA_ERROR_UNSUPPORTED if koma_custom_grad() is called in it.
 *
 * Returns: whether it was set
 */
gboolean
koma_layers_model_set_loss_function (KomaLayersModel *self,
                                     guint            output,
                                     KomaFunction     f,
                                     gpointer         user_data,
                                     GDestroyNotify   destroy,
                                     GError         **error)
{
  g_autoptr (KomaLayersFunction) function = function_new ("loss", f, user_data, destroy);

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  if (!prepare (self, error))
    return FALSE;
  if (output >= self->n_outputs)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "The model has %u outputs, and none of number %u",
                      self->n_outputs, output);
  koma_layers_function_free (self->own_losses->pdata[output]);
  self->own_losses->pdata[output] = g_steal_pointer (&function);
  /* Targets are as the output. */
  self->losses->pdata[output] = GUINT_TO_POINTER (KOMA_LOSS_MEAN_SQUARED_ERROR);
  return TRUE;
}

/**
 * koma_layers_model_add_metric_function:
 * @self: a model that is compiled
 * @name: of what fit() and evaluate() tell
 * @f: (scope notified) (closure user_data) (destroy destroy): as for
 *   koma_layers_model_set_loss_function()
 * @user_data: for @f
 * @destroy: (nullable): for @user_data
 * @error: return location for an error
 *
 * A metric of one's own, of each output, beside those that koma_layers_model_compile() was told,
 * until that is called again. Thread: the owner's.
 *
 * Errors: those of koma_layers_model_set_loss_function().
 *
 * Returns: whether it was added
 */
gboolean
koma_layers_model_add_metric_function (KomaLayersModel *self,
                                       const char      *name,
                                       KomaFunction     f,
                                       gpointer         user_data,
                                       GDestroyNotify   destroy,
                                       GError         **error)
{
  g_autoptr (KomaLayersFunction) function = function_new (name, f, user_data, destroy);

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self) && name != NULL, FALSE);

  if (!prepare (self, error))
    return FALSE;
  g_ptr_array_add (self->own_metrics, g_steal_pointer (&function));
  return TRUE;
}
