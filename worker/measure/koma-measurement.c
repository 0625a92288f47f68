/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-measurement.h"

#include "worker/koma-thread.h"

#include "engine/koma-app.h"

static void
report (KomaCompletion *self,
        gpointer        so_far)
{
  const KomaMeasurement *measurement = (const KomaMeasurement *) self;

  measurement->report (so_far, measurement->report_data);
}

static void
finalize (KomaCompletion *self)
{
  KomaMeasurement *measurement = (KomaMeasurement *) self;

  g_clear_pointer (&measurement->options.request, koma_request_unref);
  if (measurement->data != NULL)
    measurement->free_data (measurement->data);
  g_free ((char *) measurement->options.name);
  g_free ((char *) measurement->options.backend);
  g_free (measurement);
}

static gboolean
progress_cb (double   fraction,
             gpointer user_data)
{
  return !koma_completion_is_ended (user_data);
}

static KomaMeasurementOptions
copy_options (const KomaMeasurementOptions *options)
{
  KomaMeasurementOptions copy = *options;

  copy.request = options->request != NULL ? koma_request_ref (options->request) : NULL;
  copy.name = g_strdup (options->name);
  copy.backend = g_strdup (options->backend);
  return copy;
}

/**
 * koma_measurement_new:
 * @parts: what is to be done; copied
 * @task: (transfer full): that of the call; reports come in its context
 *
 * Thread: the one that sends it, of the window's priority.
 *
 * Returns: (transfer full): a measurement; it has ended already where @task is
 *   cancelled
 */
KomaMeasurement *
koma_measurement_new (const KomaMeasurementParts *parts,
                      GTask                      *task)
{
  KomaMeasurement *measurement = g_new0 (KomaMeasurement, 1);

  measurement->klass = (KomaCompletionClass){
    .free_value = parts->free_value,
    .report = parts->report != NULL ? report : NULL,
    .free_report = parts->free_report,
    .finalize = finalize,
  };
  measurement->run = parts->run;
  measurement->options = copy_options (parts->options);
  measurement->report = parts->report;
  measurement->report_data = parts->report_data;
  measurement->data = parts->data;
  measurement->free_data = parts->free_data;
  measurement->queue = parts->queue;
  measurement->progress = (KomaProgress){ .report = progress_cb, .user_data = measurement };
  koma_completion_init (&measurement->completion, &measurement->klass, task);
  return measurement;
}

/**
 * koma_measurement_run:
 * @measurement: a measurement
 *
 * Does it, with the model in use, and ends it. Errors: %KOMA_ERROR_NO_MODEL,
 * %G_IO_ERROR_CANCELLED, and its own.
 *
 * Thread: measurement.
 */
void
koma_measurement_run (KomaMeasurement *measurement)
{
  g_autoptr (KomaActiveModel) active_model =
    koma_worker_queue_ref_active_model (measurement->queue);
  GError  *error = NULL;
  gpointer value = NULL;

  if (active_model == NULL)
    g_set_error_literal (&error, KOMA_ERROR, KOMA_ERROR_NO_MODEL, "No model has been loaded");
  else if (koma_measurement_check (measurement, &error))
    value = measurement->run (measurement, active_model, &error);
  koma_backends_leave_thread ();
  koma_completion_end (&measurement->completion, value, error);
}

/**
 * koma_measurement_check:
 * @measurement: a measurement
 *
 * Between two pieces of work. Errors: %G_IO_ERROR_CANCELLED.
 *
 * Thread: measurement.
 *
 * Returns: whether somebody still waits for the result
 */
gboolean
koma_measurement_check (KomaMeasurement *measurement,
                        GError         **error)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  return koma_progress_report (&measurement->progress, 0, error);
}

/**
 * koma_measurement_is_disturbed:
 * @measurement: a measurement
 *
 * Thread: measurement.
 *
 * Returns: whether the worker has pictures to classify at this moment
 */
gboolean
koma_measurement_is_disturbed (const KomaMeasurement *measurement)
{
  KOMA_ASSERT_THREAD (KOMA_THREAD_MEASUREMENT);

  return koma_worker_queue_get_n_unanswered (measurement->queue) > 0;
}
