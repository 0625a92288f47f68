/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-profiling.h"

#include <string.h>

#include "koma-study-input.h"
#include "koma-thread.h"

#include "engine/sample-input.h"

#define N_RUNS 20

static KomaSession *
open_session (KomaStudy         *study,
              const KomaServing *serving,
              GError           **error)
{
  const KomaStudyOptions *options = koma_study_get_options (study);
  const char             *backend = options->backend != NULL
                                      ? options->backend
                                      : koma_model_info_get_backend (serving->info);

  return koma_session_new (koma_model_get_graph (serving->model),
                           &(KomaSessionOptions){
                             .backend = backend,
                             .batch = 1,
                             .n_threads = koma_study_choose_n_threads (options, serving),
                             .precision = koma_study_choose_precision (options, backend),
                             .recipe = &serving->recipe,
                             .progress = koma_study_get_progress (study),
                           },
                           error);
}

static gboolean
fill_input (KomaStudy         *study,
            const KomaServing *serving,
            KomaSession       *session,
            GError           **error)
{
  g_autofree float *picture = NULL;

  if (!koma_study_make_input (study, serving, &picture, error))
    return FALSE;
  if (picture == NULL)
    koma_sample_input_fill (session);
  else
    memcpy (koma_session_get_input_data (session, 0), picture,
            serving->input_size * sizeof (float));
  return TRUE;
}

static gboolean
time_runs (KomaStudy   *study,
           KomaSession *session,
           GError     **error)
{
  const guint n_runs = koma_study_get_options (study)->n_runs;

  if (!koma_session_warm (session, koma_study_get_progress (study), error))
    return FALSE;
  koma_session_set_profiling (session, TRUE);
  for (guint i = 0; i < (n_runs > 0 ? n_runs : N_RUNS); i++)
    if (!koma_study_check (study, error) || !koma_session_run (session, error))
      return FALSE;
  return TRUE;
}

/**
 * koma_profiling:
 *
 * Times each step of the model. Errors: those of koma_session_new() and
 * koma_session_run(), that the picture can not be read, %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full): a #KomaProfileReport
 */
gpointer
koma_profiling (KomaStudy   *study,
                KomaServing *serving,
                GError     **error)
{
  g_autoptr (KomaSession) session = NULL;

  KOMA_ASSERT_THREAD (KOMA_THREAD_STUDY);

  session = open_session (study, serving, error);
  if (session == NULL || !fill_input (study, serving, session, error) ||
      !time_runs (study, session, error))
    return NULL;
  return koma_profile_report_new (session, serving->model);
}
