/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The same model with the range that pictures were found to fit best. */
#include "doctor-private.h"

/* Those that a list for callers has, less its end. */
static GPtrArray *
copy_notes (const GPtrArray *notes)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i + 1 < notes->len; i++)
    g_ptr_array_add (copy, g_strdup (notes->pdata[i]));
  return copy;
}

/**
 * koma_model_new_with_range:
 * @model: whose range is a guess
 * @range: for koma_recipe_set_range()
 * @n_pictures: that it was found with
 *
 * The graph is the same, so that what was compiled of @model computes the other as well: only
 * pictures become other numbers. It shares all else with @model, and keeps it.
 *
 * Errors: those of koma_recipe_set_range(). Thread: any.
 *
 * Returns: (transfer full): a model whose range is of %KOMA_SOURCE_PICTURES
 */
KomaModel *
koma_model_new_with_range (KomaModel  *model,
                           const char *range,
                           guint       n_pictures,
                           GError    **error)
{
  g_autoptr (KomaModel) self = NULL;

  g_return_val_if_fail (model->recipe_error == NULL, NULL);

  self = g_memdup2 (model, sizeof *model);
  g_atomic_ref_count_init (&self->ref_count);
  self->original = koma_model_ref (model);
  self->notes = copy_notes (model->notes);
  self->findings = koma_findings_new ();
  if (!koma_model_apply_found_range (self, range, n_pictures, error))
    return NULL;
  g_ptr_array_add (self->notes, NULL);
  koma_doctor_examine_range_anew (self, model->findings, self->findings);
  return g_steal_pointer (&self);
}
