/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-profiling.h"

#include "koma-profile-measure.h"
#include "koma-study-input.h"
#include "koma-thread.h"

#define N_RUNS 20

/**
 * koma_profiling:
 *
 * Times each step of the model. Errors: those of koma_profile_measure(), that
 * the picture can not be read, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): a #KomaProfileReport
 */
gpointer
koma_profiling (KomaStudy   *study,
                KomaServing *serving,
                GError     **error)
{
  const KomaStudyOptions  *options = koma_study_get_options (study);
  const char              *backend = options->backend != NULL
                                       ? options->backend
                                       : koma_model_info_get_backend (serving->info);
  const KomaSessionOptions session_options = {
    .backend = backend,
    .batch = 1,
    .n_threads = koma_study_choose_n_threads (options, serving),
    .precision = koma_backends_fit_precision (backend, options->precision),
    .recipe = &serving->recipe,
    .progress = koma_study_get_progress (study),
  };
  g_autofree float *picture = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_STUDY);

  if (!koma_study_make_input (study, serving, &picture, error))
    return NULL;
  return koma_profile_measure (serving->model, &session_options, picture,
                               options->n_runs > 0 ? options->n_runs : N_RUNS, error);
}
