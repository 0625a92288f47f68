/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* koma inspect --try: which range makes a model surest of pictures. */
#include "koma-cli-inspect-try.h"
#include "koma-cli-range.h"
#include "koma-cli-source.h"

static void
ready_cb (gpointer user_data)
{
}

/* What koma classify would make of it. */
static gboolean
take_found_range (KomaInspection *self,
                  GError        **error)
{
  const KomaRecipe *recipe = koma_model_get_recipe (self->model, NULL);
  KomaModel        *model = NULL;

  if (recipe->sources[KOMA_PART_RANGE] != KOMA_SOURCE_GUESS ||
      self->trial.verdict == KOMA_RANGE_UNTOLD)
    return TRUE;
  model = koma_model_new_with_range (self->model, self->trial.candidates[0].range,
                                     self->trial.n_pictures, error);
  if (model == NULL)
    return FALSE;
  koma_model_unref (self->model);
  self->model = model;
  return TRUE;
}

/**
 * koma_inspection_try:
 * @arguments: (array zero-terminated=1): pictures and folders of them
 *
 * Compares the ranges that a network may have been trained with on up to
 * %KOMA_MAX_RANGE_PICTURES pictures. One that can not be decoded is told and left out. What they
 * find takes the place of a guess.
 *
 * Errors: that there is no session; those of koma_cli_range_try().
 */
gboolean
koma_inspection_try (KomaInspection *self,
                     char          **arguments,
                     GError        **error)
{
  g_autoptr (KomaCliSource) source = koma_cli_source_new (arguments, FALSE, ready_cb, NULL);
  g_autoptr (GPtrArray) paths = NULL;

  if (koma_model_get_recipe (self->model, error) == NULL)
    return FALSE;
  if (self->session == NULL) {
    g_propagate_error (error, g_error_copy (self->session_error));
    return FALSE;
  }
  paths = koma_cli_source_look_ahead (source, KOMA_MAX_RANGE_PICTURES);
  return koma_cli_range_try (self->model, self->session, paths, FALSE, &self->trial, error) &&
         take_found_range (self, error);
}
