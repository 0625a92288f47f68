/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-profiling.h"

#include "koma-measurement-input.h"
#include "koma-profile-measure.h"
#include "worker/koma-thread.h"

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
koma_profiling (KomaMeasurement *measurement,
                KomaActiveModel *active_model,
                GError         **error)
{
  const KomaMeasurementOptions *options = &measurement->options;
  const char                   *backend = options->backend != NULL
                                            ? options->backend
                                            : koma_model_info_get_backend (active_model->info);

  const KomaSessionOptions session_options = {
    .backend = backend,
    .batch = 1,
    .n_threads = koma_measurement_choose_n_threads (options, active_model),
    .precision = koma_backends_fit_precision (backend, options->precision),
    .recipe = &active_model->recipe,
    .progress = &measurement->progress,
  };
  g_autofree float *picture = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  if (!koma_measurement_make_input (measurement, active_model, &picture, error))
    return NULL;
  return koma_profile_measure (active_model->model, &session_options, picture,
                               options->n_runs > 0 ? options->n_runs : N_RUNS, error);
}
