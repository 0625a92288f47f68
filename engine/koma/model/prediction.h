/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * KomaPrediction:
 * @label: the class, as the model's makers call it; its number, if they do not
 * @name: as people call it; the label, where there is no other
 * @index: of the class, from 0
 * @score: 0 to 1, the model's probability
 *
 * A class that a picture may be of.
 */
typedef struct
{
  char *label;
  char *name;
  guint index;
  float score;
} KomaPrediction;

#define KOMA_TYPE_PREDICTION (koma_prediction_get_type ())
GType koma_prediction_get_type (void) G_GNUC_CONST;

KomaPrediction *koma_prediction_copy (const KomaPrediction *self);
void            koma_prediction_free (KomaPrediction *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaPrediction, koma_prediction_free)

G_END_DECLS
