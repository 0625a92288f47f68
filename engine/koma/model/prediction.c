/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "prediction.h"

G_DEFINE_BOXED_TYPE (KomaPrediction, koma_prediction, koma_prediction_copy, koma_prediction_free)

/**
 * koma_prediction_copy:
 * @self: a prediction
 *
 * Thread: any.
 *
 * Returns: (transfer full): the same, with strings of its own
 */
KomaPrediction *
koma_prediction_copy (const KomaPrediction *self)
{
  KomaPrediction *copy = g_new (KomaPrediction, 1);

  *copy = (KomaPrediction){
    .label = g_strdup (self->label),
    .name = g_strdup (self->name),
    .index = self->index,
    .score = self->score,
  };
  return copy;
}

/**
 * koma_prediction_free:
 * @self: (nullable) (transfer full): a prediction
 *
 * Thread: any.
 */
void
koma_prediction_free (KomaPrediction *self)
{
  if (self == NULL)
    return;
  g_free (self->label);
  g_free (self->name);
  g_free (self);
}
