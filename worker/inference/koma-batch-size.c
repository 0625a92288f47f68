/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-batch-size.h"

#include <math.h>

/* Times within this ratio are the same: the smaller batch answers sooner. */
#define SAME_SPEED 1.03
/* An interactive picture waits for the batch before it: no longer than this. */
#define MAX_RUN_MS 60
#define MAX_RUNS   3
/* Sums of another order differ in their last bits, pictures that were
 * mixed up in everything. */
#define TOLERANCE 1e-3f

static const guint candidates[] = { 1, 2, 4, 8, 16 };

/**
 * koma_batch_size_pick:
 * @times: (array length=n_times): what was measured, smallest batch first
 * @n_times: 1 or more
 *
 * Thread: any.
 *
 * Returns: the index of the smallest batch whose pictures a second are
 *   within 3 % of the most
 */
guint
koma_batch_size_pick (const KomaBatchTime *times,
                      guint                n_times)
{
  double best = INFINITY;
  guint  picked = 0;

  for (guint i = 0; i < n_times; i++)
    best = MIN (best, times[i].run_ms / times[i].batch);
  while (picked + 1 < n_times && times[picked].run_ms / times[picked].batch > best * SAME_SPEED)
    picked++;
  return picked;
}

static gboolean
is_same (const float *a,
         const float *b,
         guint        n)
{
  float largest = 1;

  for (guint i = 0; i < n; i++)
    largest = MAX (largest, fabsf (b[i]));
  for (guint i = 0; i < n; i++)
    if (!(fabsf (a[i] - b[i]) <= TOLERANCE * largest))
      return FALSE;
  return TRUE;
}

/* Noise, the same for each call, alike in no two places. */
static void
fill_with_probe (float *input,
                 gsize  n)
{
  for (gsize i = 0; i < n; i++)
    input[i] = (float) ((guint32) (i * 2654435761u) >> 8) / (1 << 24);
}

/* Runs @runner with the probe as its last picture, zeros before it: does the
 * answer to one picture depend on its neighbours? A model whose shapes allow
 * a batch can still mix its pictures. */
static gboolean
keeps_pictures_apart (KomaRunner *runner,
                      KomaRunner *single)
{
  guint last = koma_runner_get_batch (runner) - 1;

  if (koma_runner_get_input_size (runner) != koma_runner_get_input_size (single) ||
      koma_runner_get_n_classes (runner) != koma_runner_get_n_classes (single))
    return FALSE;
  fill_with_probe (koma_runner_get_input (runner, last), koma_runner_get_input_size (runner));
  fill_with_probe (koma_runner_get_input (single, 0), koma_runner_get_input_size (single));
  return koma_runner_run (runner, NULL) &&
         koma_runner_run (single, NULL) &&
         is_same (koma_runner_get_scores (runner, last),
                  koma_runner_get_scores (single, 0),
                  koma_runner_get_n_classes (single));
}

static KomaRunner *
try_batch (const KomaGraph          *graph,
           guint                     output,
           const KomaSessionOptions *options,
           KomaRunner               *single,
           gint64                    end_us)
{
  g_autoptr (KomaRunner) runner = koma_runner_new (graph, output, options, NULL);

  if (runner == NULL || koma_runner_get_batch (runner) != options->batch ||
      !keeps_pictures_apart (runner, single))
    return NULL;
  for (guint i = 1; i < MAX_RUNS && g_get_monotonic_time () < end_us; i++)
    if (!koma_runner_run (runner, NULL))
      return NULL;
  return g_steal_pointer (&runner);
}

static double
get_ms_each (const KomaRunner *runner)
{
  return koma_runner_get_run_ms (runner) / koma_runner_get_batch (runner);
}

/* Is it likely that a batch of twice the size is worth its time? */
static gboolean
is_worth_doubling (const KomaBatchTime *times,
                   guint                n_times,
                   gint64               left_us)
{
  const KomaBatchTime *last = &times[n_times - 1];

  return isfinite (last->run_ms) &&
         2 * last->run_ms <= MAX_RUN_MS &&
         2 * last->run_ms * MAX_RUNS * 1000 <= left_us &&
         koma_batch_size_pick (times, n_times) == n_times - 1;
}

/**
 * koma_batch_size_choose_for_rest:
 * @single: a model for one picture
 * @bulk: (nullable): the same for a batch, or more
 * @n_pictures: how many there are
 *
 * A rest of a batch: padded, or picture by picture?
 *
 * Returns: (transfer none): whichever was faster
 */
KomaRunner *
koma_batch_size_choose_for_rest (KomaRunner *single,
                                 KomaRunner *bulk,
                                 guint       n_pictures)
{
  if (bulk == NULL)
    return single;
  if (n_pictures >= koma_runner_get_batch (bulk))
    return bulk;
  return n_pictures * koma_runner_get_run_ms (single) < koma_runner_get_run_ms (bulk) ? single
                                                                                      : bulk;
}

static gboolean
is_alike (KomaRunner *a,
          KomaRunner *b)
{
  return koma_runner_get_batch (a) == koma_runner_get_batch (b) &&
         koma_session_get_n_threads (koma_runner_get_session (a)) ==
           koma_session_get_n_threads (koma_runner_get_session (b));
}

/* Doubles the batch as long as that is worth it. */
static KomaRunner *
measure (const KomaGraph          *graph,
         guint                     output,
         const KomaSessionOptions *options,
         KomaRunner               *single,
         gint64                    end_us)
{
  KomaSessionOptions its_options = *options;
  KomaBatchTime      times[G_N_ELEMENTS (candidates)] = { 0 };
  g_autoptr (KomaRunner) best = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++) {
    g_autoptr (KomaRunner) runner = NULL;

    if (i > 0 && !is_worth_doubling (times, i, end_us - g_get_monotonic_time ()))
      break;
    its_options.batch = candidates[i];
    runner = try_batch (graph, output, &its_options, single, end_us);
    times[i].batch = candidates[i];
    times[i].run_ms = runner != NULL ? koma_runner_get_run_ms (runner) : INFINITY;
    if (runner != NULL && koma_batch_size_pick (times, i + 1) == i) {
      koma_runner_free (best);
      best = g_steal_pointer (&runner);
    }
  }
  return g_steal_pointer (&best);
}

/**
 * koma_batch_size_choose:
 * @graph: a classifier of pictures
 * @output: index of the output with the scores
 * @options: backend and threads; the batch, or 0 to measure it
 * @single: @graph for one picture, warm, perhaps with other threads
 * @budget_us: about how long measuring may take
 *
 * Doubles the batch as long as that gives more pictures a second, and stops
 * at what a model, the time or the patience of an interactive request allow. A
 * batch that the model can not do, or gets wrong, is left out silently.
 *
 * What is measured holds for now: where something else keeps the processors
 * busy, several threads can be ten times slower than the one of @single.
 *
 * Thread: inference. The input of @single is overwritten.
 *
 * Returns: (transfer full) (nullable): the chosen one, warm; %NULL where
 *   none is faster than @single, or the batch asked for can not be done
 */
KomaRunner *
koma_batch_size_choose (const KomaGraph          *graph,
                        guint                     output,
                        const KomaSessionOptions *options,
                        KomaRunner               *single,
                        gint64                    budget_us)
{
  gint64 end_us = g_get_monotonic_time () + budget_us;
  g_autoptr (KomaRunner) best = NULL;

  if (options->batch > 0)
    return try_batch (graph, output, options, single, end_us);
  if (koma_runner_get_batch (single) > 1)
    return NULL;

  best = measure (graph, output, options, single, end_us);
  if (best == NULL || is_alike (best, single) ||
      get_ms_each (best) * SAME_SPEED >= get_ms_each (single))
    return NULL;
  return g_steal_pointer (&best);
}
