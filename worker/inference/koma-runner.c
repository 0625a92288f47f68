/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-runner.h"

#include <math.h>

struct _KomaRunner
{
  /* Immutable after construction. */
  KomaSession *session;
  guint        output; /* index of the one with the scores */
  guint        batch;
  gsize        input_size;
  guint        n_classes;

  double make_ms;
  double run_ms;
};

static gboolean
check_input (KomaRunner *runner,
             GError    **error)
{
  const KomaValue *input = NULL;
  gsize            count = 0;

  if (koma_session_get_n_inputs (runner->session) != 1) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE,
                 "The model has %u inputs, a classifier of pictures has 1",
                 koma_session_get_n_inputs (runner->session));
    return FALSE;
  }
  input = koma_session_get_input (runner->session, 0);
  count = koma_shape_count (&input->shape);
  if (input->dtype != KOMA_DTYPE_FLOAT32 || runner->batch == 0 || count % runner->batch != 0) {
    g_autofree char *shape = koma_shape_to_string (&input->shape);

    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE,
                 "Input “%s” is %s %s, pictures are float32 [%u,height,width,channels]",
                 input->name, koma_dtype_name (input->dtype), shape, runner->batch);
    return FALSE;
  }
  runner->input_size = count / runner->batch;
  return TRUE;
}

static gboolean
check_output (KomaRunner *runner,
              GError    **error)
{
  const KomaValue *output = koma_session_get_output (runner->session, runner->output);
  gsize            count = koma_shape_count (&output->shape);

  if (output->dtype != KOMA_DTYPE_FLOAT32 || count < runner->batch ||
      count % runner->batch != 0 || count / runner->batch > KOMA_MAX_CLASSES) {
    g_autofree char *shape = koma_shape_to_string (&output->shape);

    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE,
                 "Output “%s” is %s %s, scores are float32 [%u,classes]",
                 koma_session_get_output_name (runner->session, runner->output),
                 koma_dtype_name (output->dtype), shape, runner->batch);
    return FALSE;
  }
  runner->n_classes = count / runner->batch;
  return TRUE;
}

/**
 * koma_runner_new:
 * @graph: a classifier of pictures
 * @output: index of the output with the scores
 * @options: backend, batch and threads
 *
 * Compiles @graph. Errors: those of koma_session_new(); %KOMA_ERROR_SHAPE
 * where inputs or scores are not one block for each picture.
 *
 * Thread: the one that is going to run it.
 *
 * Returns: (transfer full): ready to run, its input zero
 */
KomaRunner *
koma_runner_new (const KomaGraph          *graph,
                 guint                     output,
                 const KomaSessionOptions *options,
                 GError                  **error)
{
  const gint64 start_us = g_get_monotonic_time ();
  g_autoptr (KomaRunner) runner = g_new0 (KomaRunner, 1);

  runner->run_ms = INFINITY;
  runner->output = output;
  runner->session = koma_session_new (graph, options, error);
  if (runner->session == NULL)
    return NULL;
  runner->batch = koma_session_get_batch (runner->session);
  if (!check_input (runner, error) || !check_output (runner, error))
    return NULL;
  runner->make_ms = (double) (g_get_monotonic_time () - start_us) / 1000;
  return g_steal_pointer (&runner);
}

/**
 * koma_runner_free:
 * @runner: (nullable) (transfer full): a runner
 */
void
koma_runner_free (KomaRunner *runner)
{
  if (runner == NULL)
    return;

  g_clear_pointer (&runner->session, koma_session_free);
  g_free (runner);
}

/**
 * koma_runner_get_session:
 * @runner: a runner
 *
 * Returns: (transfer none): what it runs
 */
KomaSession *
koma_runner_get_session (KomaRunner *runner)
{
  return runner->session;
}

/**
 * koma_runner_get_batch:
 * @runner: a runner
 *
 * Returns: pictures of one run
 */
guint
koma_runner_get_batch (const KomaRunner *runner)
{
  return runner->batch;
}

/**
 * koma_runner_get_input_size:
 * @runner: a runner
 *
 * Returns: elements of one picture: height × width × channels
 */
gsize
koma_runner_get_input_size (const KomaRunner *runner)
{
  return runner->input_size;
}

/**
 * koma_runner_get_n_classes:
 * @runner: a runner
 *
 * Returns: scores of one picture
 */
guint
koma_runner_get_n_classes (const KomaRunner *runner)
{
  return runner->n_classes;
}

/**
 * koma_runner_get_make_ms:
 * @runner: a runner
 *
 * Returns: milliseconds that compiling it took
 */
double
koma_runner_get_make_ms (const KomaRunner *runner)
{
  return runner->make_ms;
}

/**
 * koma_runner_get_run_ms:
 * @runner: a runner
 *
 * Returns: milliseconds of the fastest run so far; %INFINITY before the first
 */
double
koma_runner_get_run_ms (const KomaRunner *runner)
{
  return runner->run_ms;
}

/**
 * koma_runner_get_input:
 * @runner: a runner
 * @index: which picture of the batch
 *
 * Returns: (array): where its values are to be written, `[height, width,
 *   channels]` in the model's own range
 */
float *
koma_runner_get_input (KomaRunner *runner,
                       guint       index)
{
  float *input = koma_session_get_input_data (runner->session, 0);

  g_assert (index < runner->batch);

  return input + index * runner->input_size;
}

/**
 * koma_runner_get_scores:
 * @runner: a runner
 * @index: which picture of the batch
 *
 * Returns: (array): the model's output for it, `[n_classes]`, valid until the
 *   next run
 */
const float *
koma_runner_get_scores (KomaRunner *runner,
                        guint       index)
{
  const float *scores = koma_session_get_output_data (runner->session, runner->output);

  g_assert (index < runner->batch);

  return scores + (gsize) index * runner->n_classes;
}

/**
 * koma_runner_check_scores:
 * @runner: a runner
 * @n_pictures: how many of the batch are looked at
 *
 * Errors: those of koma_session_check_output().
 *
 * Returns: whether the scores of the last run are finite
 */
gboolean
koma_runner_check_scores (KomaRunner *runner,
                          guint       n_pictures,
                          GError    **error)
{
  return koma_session_check_output (runner->session, runner->output,
                                    (gsize) n_pictures * runner->n_classes, error);
}

static void
take_time (KomaRunner *runner,
           gint64      start_us)
{
  runner->run_ms = MIN (runner->run_ms, (double) (g_get_monotonic_time () - start_us) / 1000);
}

/**
 * koma_runner_warm:
 * @runner: a runner
 * @progress: (nullable): told how far it is
 *
 * Runs once on what stands in the input. It is slow: memory is touched, code
 * and weights are fetched, drivers compile. Takes the time too, which stands
 * until a faster run. Errors: %KOMA_ERROR_BACKEND, if a device was lost;
 * %G_IO_ERROR_CANCELLED.
 */
gboolean
koma_runner_warm (KomaRunner         *runner,
                  const KomaProgress *progress,
                  GError            **error)
{
  gint64 start_us = g_get_monotonic_time ();

  if (!koma_session_warm (runner->session, progress, error))
    return FALSE;
  take_time (runner, start_us);
  return TRUE;
}

/**
 * koma_runner_run:
 * @runner: a runner
 *
 * Computes the scores of every picture of the batch, and takes the time.
 * Errors: %KOMA_ERROR_BACKEND, if a device was lost.
 *
 * Returns: whether the scores are there
 */
gboolean
koma_runner_run (KomaRunner *runner,
                 GError    **error)
{
  gint64 start_us = g_get_monotonic_time ();

  if (!koma_session_run (runner->session, error))
    return FALSE;
  take_time (runner, start_us);
  return TRUE;
}
