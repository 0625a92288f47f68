/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-measurement-words.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"

/* Differences below are of the order in which numbers are added up. */
#define NOTEWORTHY 5e-6

/**
 * koma_measurement_words_for_ms:
 * @ms: milliseconds
 *
 * Returns: (transfer full): “1.24 ms”, “35.1 ms”, “412 ms”, “5.81 s”: three digits, which is as
 *   many as can be trusted
 */
char *
koma_measurement_words_for_ms (double ms)
{
  if (ms < 1.0)
    return g_strdup_printf (_ ("%.3f ms"), ms);
  if (ms < 10.0)
    return g_strdup_printf (_ ("%.2f ms"), ms);
  if (ms < 100.0)
    return g_strdup_printf (_ ("%.1f ms"), ms);
  if (ms < 1000.0)
    return g_strdup_printf (_ ("%.0f ms"), ms);
  return g_strdup_printf (_ ("%.2f s"), ms / 1000.0);
}

/**
 * koma_measurement_words_for_spread:
 * @batch: one that was measured
 *
 * Returns: (transfer full): the times that 9 runs in 10 are between: “9.5 – 10.5 ms”
 */
char *
koma_measurement_words_for_spread (const KomaComparedBatch *batch)
{
  const int        n_digits = batch->high_ms < 1.0 ? 3 : batch->high_ms < 10.0 ? 2
                                                                               : 1;
  g_autofree char *low = NULL;
  g_autofree char *high = NULL;

  if (batch->high_ms < 1000.0)
    /* Translators: from one time to another, each with that many digits: “1.21 – 1.40 ms” */
    return g_strdup_printf (_ ("%.*f – %.*f ms"), n_digits, batch->low_ms, n_digits,
                            batch->high_ms);
  low = koma_measurement_words_for_ms (batch->low_ms);
  high = koma_measurement_words_for_ms (batch->high_ms);
  /* Translators: from one time to another, where they have different units: “812 ms – 1.40 s” */
  return g_strdup_printf (C_ ("spread", "%s – %s"), low, high);
}

/**
 * koma_measurement_words_for_agreement:
 * @backend: of a comparison
 *
 * Returns: (transfer full): whether it agrees with plain C, else where it differs
 */
char *
koma_measurement_words_for_agreement (const KomaComparedBackend *backend)
{
  if (!backend->is_compared)
    return g_strdup ("–");
  if (g_strcmp0 (backend->name, "cpu") == 0)
    /* Translators: of plain C, which the others are compared with */
    return g_strdup (C_ ("agreement", "Reference"));
  if (!backend->is_agreeing && backend->op != NULL)
    /* Translators: the kind and the name of the first operation that computes something else */
    return g_strdup_printf (_ ("Differs in %s “%s”"), backend->op,
                            backend->node != NULL ? backend->node : "–");
  if (!backend->is_agreeing)
    return g_strdup_printf (_ ("Differs by %.2g%%"), 100.0 * backend->difference);
  if (backend->difference < NOTEWORTHY)
    return g_strdup (_ ("Agrees"));
  /* Translators: the greatest difference, in percent */
  return g_strdup_printf (_ ("Agrees, ±%.3f%%"), 100.0 * backend->difference);
}

char *
koma_measurement_words_for_answer (const KomaComparedBackend *backend)
{
  g_autofree char *score = NULL;

  if (backend->answer == NULL)
    return g_strdup ("–");
  score = koma_words_for_score (backend->score);
  /* Translators: a class and its score: “Egyptian cat 80%” */
  return g_strdup_printf (C_ ("class and score", "%s %s"), backend->answer, score);
}

static char *
describe_reason (const KomaComparedBatch *batch)
{
  if (batch->expected_ms > 0)
    return g_strdup_printf (_ ("one run would take about %.0f s"), batch->expected_ms / 1000);
  return g_strdup (_ (batch->reason));
}

char *
koma_measurement_words_for_gaps (const KomaComparedBackend *backend)
{
  for (guint i = 1; i < backend->n_batches; i++) {
    const KomaComparedBatch *batch = &backend->batches[i];
    g_autofree char         *reason = NULL;

    if ((batch->state != KOMA_COMPARED_FAILED && batch->state != KOMA_COMPARED_LEFT_OUT) ||
        batch->reason == NULL)
      continue;
    reason = describe_reason (batch);
    /* Translators: how many pictures at once, and why that was not measured */
    return g_strdup_printf (_ ("%u at once: %s"), batch->batch, reason);
  }
  return NULL;
}

static char *
describe_threads (guint n_threads)
{
  return g_strdup_printf (ngettext ("%u thread", "%u threads", n_threads), n_threads);
}

char *
koma_measurement_words_for_comparison (const KomaComparison *comparison)
{
  const char      *picture = comparison->picture;
  g_autofree char *threads = describe_threads (comparison->n_threads);

  /* Translators: a model, a picture, and how many threads */
  return g_strdup_printf (C_ ("model and picture", "%s · %s · %s"),
                          comparison->model,
                          picture != NULL ? picture : _ ("Made numbers"), threads);
}

static guint
count_steps (const KomaProfileReport *report)
{
  guint n_steps = 0;

  for (guint i = 0; i < report->n_rows; i++)
    n_steps += report->rows[i].n_steps;
  return n_steps;
}

/**
 * koma_measurement_words_for_profile:
 * @report: the times of steps
 *
 * Returns: (transfer full): all of it in a line, and how it was measured where that matters
 */
char *
koma_measurement_words_for_profile (const KomaProfileReport *report)
{
  guint            n_steps = count_steps (report);
  guint            n_runs = report->n_runs;
  g_autofree char *sum = koma_measurement_words_for_ms (report->sum_ms);
  g_autofree char *steps = g_strdup_printf (ngettext ("%u step", "%u steps", n_steps), n_steps);
  g_autofree char *runs = g_strdup_printf (ngettext ("%u run", "%u runs", n_runs), n_runs);
  g_autofree char *threads = describe_threads (report->n_threads);
  g_autofree char *line = NULL;
  g_autofree char *whole =
    koma_measurement_words_for_ms (report->whole_ms);

  /* Translators: a model, a backend; then time, and numbers of steps, runs and threads */
  line = g_strdup_printf (C_ ("profile", "%s on %s: %s in %s · %s · %s"),
                          report->model,
                          koma_words_for_technical_name (report->backend, report->is_software),
                          sum, steps, runs, threads);
  if (report->whole_ms <= 0)
    return g_steal_pointer (&line);
  /* Translators: a line, and below it how long all steps take together */
  return g_strdup_printf (_ ("%s\nEach step by itself, to be timed; in one piece: %s"), line,
                          whole);
}
