/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-correction.h"

#include "koma-said.h"

/**
 * koma_correction_new:
 * @label: what the picture shows; bytes that are not UTF-8 become U+FFFD
 * @author: who says so; likewise
 * @corrected_us: when, in µs since 1970, UTC
 *
 * Thread: any.
 *
 * Returns: (transfer full): what was said
 */
KomaCorrection *
koma_correction_new (const char *label,
                     const char *author,
                     gint64      corrected_us)
{
  KomaCorrection *self = g_new0 (KomaCorrection, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->label = g_utf8_make_valid (label, -1);
  self->author = g_utf8_make_valid (author, -1);
  self->corrected_us = corrected_us;
  return self;
}

KomaCorrection *
koma_correction_new_now (const char *label)
{
  return koma_correction_new (label, koma_said_get_user (), g_get_real_time ());
}

KomaCorrection *
koma_correction_ref (KomaCorrection *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
koma_correction_unref (KomaCorrection *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->label);
  g_free (self->author);
  g_free (self);
}

/**
 * koma_correction_find_class:
 * @self: a correction
 * @result: an answer; of classes that have one label, the likelier one is meant
 *
 * Thread: any.
 *
 * Returns: the index of the class in the model; -1: the label is none of the model's
 */
int
koma_correction_find_class (const KomaCorrection *self,
                            const KomaResult     *result)
{
  for (guint i = 0; i < result->n_classes; i++)
    if (g_str_equal (koma_result_get_class (result, i).label, self->label))
      return result->classes[i].index;
  for (guint i = 0; i < koma_labels_get_n (result->labels); i++)
    if (g_str_equal (koma_labels_get (result->labels, i), self->label))
      return i;
  return -1;
}

/**
 * koma_correction_get_name:
 * @self: a correction
 * @result: (nullable): an answer, whose model knows names of classes
 *
 * Thread: any.
 *
 * Returns: (transfer none): UTF-8
 */
const char *
koma_correction_get_name (const KomaCorrection *self,
                          const KomaResult     *result)
{
  const int index = result != NULL ? koma_correction_find_class (self, result) : -1;

  return index >= 0 ? koma_labels_get_name (result->labels, index) : self->label;
}

const char *
koma_correction_get_kind (const KomaCorrection *self,
                          const KomaResult     *result)
{
  const int index = result != NULL ? koma_correction_find_class (self, result) : -1;

  return index >= 0 ? koma_labels_get_kind (result->labels, index) : NULL;
}

gboolean
koma_correction_confirms (const KomaCorrection *self,
                          const KomaResult     *result)
{
  return result != NULL && result->n_classes > 0 &&
         g_str_equal (koma_result_get_class (result, 0).label, self->label);
}
