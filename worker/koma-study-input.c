/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-study-input.h"

#include "koma-input.h"

/**
 * koma_study_make_input:
 * @ret_picture: (out) (transfer full) (nullable): the picture's input,
 *   [serving->input_size]; %NULL where there is none
 *
 * Errors: those of koma_input_decode().
 */
gboolean
koma_study_make_input (KomaStudy         *study,
                       const KomaServing *serving,
                       float            **ret_picture,
                       GError           **error)
{
  KomaRequest *request = koma_study_get_options (study)->request;
  g_autoptr (KomaPicture) picture = NULL;

  *ret_picture = NULL;
  if (request == NULL)
    return TRUE;
  picture = koma_input_decode (request, serving, NULL, error);
  if (picture != NULL)
    *ret_picture = koma_input_make (request, serving, picture, error);
  return *ret_picture != NULL;
}

/**
 * koma_study_choose_n_threads:
 *
 * Returns: those asked for, or those of the model in use
 */
guint
koma_study_choose_n_threads (const KomaStudyOptions *options,
                             const KomaServing      *serving)
{
  return options->n_threads > 0 ? options->n_threads
                                : koma_model_info_get_n_threads (serving->info);
}
