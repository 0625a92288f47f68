/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "moving-average.h"

#include <math.h>

#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/formula.h"
#include "engine/koma/tensor/tensor-new.h"

/* The share is an input, since it changes from step to step. */
static KomaTensor *
mix (KomaTensor *v,
     KomaTensor *value,
     KomaTensor *share,
     GError    **error)
{
  KomaTensor   *tensors[] = { v, value, share };
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaShape     shapes[2] = { 0 };
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, "koma_tensor_moving_average", tensors, 3, error))
    return NULL;
  for (guint i = 0; i < 2; i++) {
    run.x[i] = koma_formula_real (builder, run.x[i]);
    shapes[i] = koma_builder_get_shape (builder, run.x[i]);
  }
  if (!koma_shape_equal (&shapes[0], &shapes[1])) {
    g_autofree char *found = koma_shape_to_string (&shapes[1]);
    g_autofree char *expected = koma_shape_to_string (&shapes[0]);

    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "argument 'value' has shape %s, expected %s",
                       found, expected);
  }
  y = koma_builder_binary (builder, KOMA_OP_SUB, run.x[1], run.x[0]);
  y = koma_builder_binary (builder, KOMA_OP_MUL, y, run.x[2]);
  return koma_execute_end (&run, koma_builder_binary (builder, KOMA_OP_ADD, run.x[0], y), error);
}

/**
 * koma_tensor_moving_average:
 * @self: (nullable): the mean so far, float32, of any shape; int32 and bool are converted to it
 * @value: (nullable): the new numbers, of the same shape
 * @decay: how much of @self stays, 0 to 1; often 0.99
 * @step: which new numbers these are, from 1, where the mean began with zeros and this is to be
 *   made up for; 0: not so
 * @error: return location for an error
 *
 * self + (1 - decay) · (value - self), and with a @step the second summand by 1 - decay^step
 * (Kingma and Ba 2014, the bias of Adam). Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes differ; %KOMA_ERROR_ARGUMENT if @decay is not 0 to 1,
 * @step is negative, or a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_moving_average (KomaTensor *self,
                            KomaTensor *value,
                            double      decay,
                            double      step,
                            GError    **error)
{
  KomaTensor *share = NULL;
  KomaTensor *y = NULL;

  if (!koma_at_once_begin ((KomaTensor *[]){ self, value }, 2, G_STRFUNC, error))
    return NULL;
  if (!(decay >= 0 && decay <= 1) || !(step >= 0)) {
    koma_fail (error, KOMA_ERROR_ARGUMENT,
               "%s: decay is %g and step %g, expected 0 to 1 and 0 or more", G_STRFUNC, decay,
               step);
    return NULL;
  }
  share = koma_tensor_new_scalar (step > 0 ? (1 - decay) / (1 - pow (decay, step)) : 1 - decay,
                                  error);
  if (share == NULL)
    return NULL;
  y = mix (self, value, share, error);
  koma_at_once_drop (share);
  return y;
}
