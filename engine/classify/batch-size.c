/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "batch-size.h"

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

/* One picture of noise, the same for each call, alike in no two places; zeros before it. */
typedef struct
{
  guint  place; /* of the noise in its batch */
  gsize  input_size;
  guint  n_classes;
  float *scores; /* of the noise */
} Probe;

static void
fill_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  const Probe *probe = user_data;

  for (gsize i = 0; i < probe->input_size; i++)
    ret_input[i] =
      index == probe->place ? (float) ((guint32) (i * 2654435761u) >> 8) / (1 << 24) : 0;
}

static void
take_scores (guint        index,
             const float *scores,
             gpointer     user_data)
{
  const Probe *probe = user_data;

  if (index == probe->place)
    memcpy (probe->scores, scores, probe->n_classes * sizeof *scores);
}

/* Runs one batch with the probe as its last picture. */
static gboolean
run_probe (KomaClassifier *classifier,
           float          *ret_scores)
{
  const guint           batch = koma_classifier_get_batch (classifier);
  Probe                 probe = { batch - 1, koma_classifier_get_input_size (classifier),
                                  koma_classifier_get_n_classes (classifier), ret_scores };
  const KomaPictureWork work = { fill_input, take_scores, &probe };

  return koma_classifier_run (classifier, batch, &work, NULL);
}

/* Does the answer to one picture depend on its neighbours? A model whose shapes allow a batch can
 * still mix its pictures. */
static gboolean
keeps_pictures_apart (KomaClassifier *classifier,
                      KomaClassifier *single)
{
  const guint       n_classes = koma_classifier_get_n_classes (single);
  g_autofree float *of_batch = g_new (float, n_classes);
  g_autofree float *alone = g_new (float, n_classes);

  return koma_classifier_get_input_size (classifier) == koma_classifier_get_input_size (single) &&
         koma_classifier_get_n_classes (classifier) == n_classes &&
         run_probe (classifier, of_batch) && run_probe (single, alone) &&
         is_same (of_batch, alone, n_classes);
}

static KomaClassifier *
try_batch (const KomaGraph          *graph,
           guint                     output,
           const KomaSessionOptions *options,
           KomaClassifier           *single,
           gint64                    end_us)
{
  g_autoptr (KomaClassifier) classifier = koma_classifier_new (graph, output, options, NULL);
  g_autofree float *scores = g_new (float, koma_classifier_get_n_classes (single));

  if (classifier == NULL || koma_classifier_get_batch (classifier) != options->batch ||
      !keeps_pictures_apart (classifier, single))
    return NULL;
  for (guint i = 1; i < MAX_RUNS && g_get_monotonic_time () < end_us; i++)
    if (!run_probe (classifier, scores))
      return NULL;
  return g_steal_pointer (&classifier);
}

static double
get_ms_each (const KomaClassifier *classifier)
{
  return koma_classifier_get_run_ms (classifier) / koma_classifier_get_batch (classifier);
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

static gboolean
is_alike (KomaClassifier *a,
          KomaClassifier *b)
{
  return koma_classifier_get_batch (a) == koma_classifier_get_batch (b) &&
         koma_session_get_n_threads (koma_classifier_get_session (a)) ==
           koma_session_get_n_threads (koma_classifier_get_session (b));
}

/* Doubles the batch as long as that is worth it. */
static KomaClassifier *
measure (const KomaGraph          *graph,
         guint                     output,
         const KomaSessionOptions *options,
         KomaClassifier           *single,
         gint64                    end_us)
{
  KomaSessionOptions its_options = *options;
  KomaBatchTime      times[G_N_ELEMENTS (candidates)] = { 0 };
  g_autoptr (KomaClassifier) best = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (candidates); i++) {
    g_autoptr (KomaClassifier) classifier = NULL;

    if (i > 0 && !is_worth_doubling (times, i, end_us - g_get_monotonic_time ()))
      break;
    its_options.batch = candidates[i];
    classifier = try_batch (graph, output, &its_options, single, end_us);
    times[i].batch = candidates[i];
    times[i].run_ms = classifier != NULL ? koma_classifier_get_run_ms (classifier) : INFINITY;
    if (classifier != NULL && koma_batch_size_pick (times, i + 1) == i) {
      koma_classifier_free (best);
      best = g_steal_pointer (&classifier);
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
KomaClassifier *
koma_batch_size_choose (const KomaGraph          *graph,
                        guint                     output,
                        const KomaSessionOptions *options,
                        KomaClassifier           *single,
                        gint64                    budget_us)
{
  gint64 end_us = g_get_monotonic_time () + budget_us;
  g_autoptr (KomaClassifier) best = NULL;

  if (options->batch > 0)
    return try_batch (graph, output, options, single, end_us);
  if (koma_classifier_get_batch (single) > 1)
    return NULL;

  best = measure (graph, output, options, single, end_us);
  if (best == NULL || is_alike (best, single) ||
      get_ms_each (best) * SAME_SPEED >= get_ms_each (single))
    return NULL;
  return g_steal_pointer (&best);
}
