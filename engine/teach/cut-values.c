/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "cut-values.h"

#include "engine/graph/half.h"
#include "engine/koma/koma-error.h"

#define MAX_HALF 65504.0f

struct _KomaCutValues
{
  gsize    n_values;
  guint16 *halves; /* [n, n_values] */
};

/**
 * koma_cut_values_new:
 * @n: pictures
 *
 * Errors: %KOMA_ERROR_MEMORY if they need more than %KOMA_CUT_VALUES_MAX_BYTES, in a sentence for
 * people, or more than there is. Thread: any.
 *
 * Returns: (transfer full): zeros
 */
KomaCutValues *
koma_cut_values_new (guint    n,
                     gsize    n_values,
                     GError **error)
{
  KomaCutValues *self = NULL;
  const gsize    most = KOMA_CUT_VALUES_MAX_BYTES / sizeof (guint16) / MAX (n_values, 1);
  guint16       *halves = NULL;

  if (n > most) {
    koma_fail (error, KOMA_ERROR_MEMORY,
               "Fine-tuning keeps something of each picture in memory: with this model there is "
               "room for %u pictures, and there are %u",
               (guint) most, n);
    return NULL;
  }
  halves = g_try_new0 (guint16, n * n_values);
  if (halves == NULL) {
    koma_fail (error, KOMA_ERROR_MEMORY, "There is not enough memory to fine-tune with %u pictures",
               n);
    return NULL;
  }
  self = g_new0 (KomaCutValues, 1);
  self->n_values = n_values;
  self->halves = halves;
  return self;
}

/**
 * koma_cut_values_free:
 * @self: (nullable) (transfer full)
 */
void
koma_cut_values_free (KomaCutValues *self)
{
  if (self == NULL)
    return;
  g_free (self->halves);
  g_free (self);
}

/**
 * koma_cut_values_set:
 *
 * Rounds them; those beyond float16 become its largest.
 */
void
koma_cut_values_set (KomaCutValues *self,
                     guint          index,
                     const float   *values)
{
  guint16 *halves = self->halves + index * self->n_values;

  for (gsize i = 0; i < self->n_values; i++)
    halves[i] = koma_half_from_float (CLAMP (values[i], -MAX_HALF, MAX_HALF));
}

void
koma_cut_values_get (const KomaCutValues *self,
                     guint                index,
                     float               *ret_values)
{
  koma_half_to_floats (self->halves + index * self->n_values, self->n_values, ret_values);
}
