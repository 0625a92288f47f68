/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "benchmark.h"

#include "quantile.h"
#include "sample-input.h"

/* What zeros in the options stand for. */
#define MIN_RUNS 3
#define MAX_RUNS 250
#define RUNS_MS  250

typedef gboolean (*Step) (KomaBenchmark *benchmark,
                          GError       **error);

struct _KomaBenchmark
{
  /* Immutable after construction. */
  const KomaGraph     *graph;   /* (unowned) */
  KomaBenchmarkOptions options; /* what it points to is not ours */

  KomaSession        *session; /* (nullable) */
  Step                step;    /* (nullable): done */
  KomaBenchmarkResult result;
  gsize               bytes_before; /* in the whole process */
  GArray             *times_ms;     /* (element-type double) of steady runs */
  double              sum_ms;
};

static double
ms_since (gint64 start_us)
{
  return (g_get_monotonic_time () - start_us) / 1000.0;
}

static void
end (KomaBenchmark     *benchmark,
     KomaBenchmarkState state)
{
  benchmark->result.state = state;
  benchmark->step = NULL;
}

static gboolean
run_once (KomaBenchmark *benchmark,
          double        *ret_ms,
          GError       **error)
{
  gint64 start_us = g_get_monotonic_time ();

  if (!koma_session_run (benchmark->session, error))
    return FALSE;
  *ret_ms = ms_since (start_us);
  return TRUE;
}

static gboolean
wants_more_runs (const KomaBenchmark *benchmark)
{
  const guint n_runs = benchmark->times_ms->len;

  return n_runs < benchmark->options.min_runs ||
         (n_runs < benchmark->options.max_runs && benchmark->sum_ms < benchmark->options.runs_ms);
}

static void
sum_up (KomaBenchmark *benchmark)
{
  KomaBenchmarkResult *result = &benchmark->result;
  double              *times_ms = (double *) benchmark->times_ms->data;

  result->n_runs = benchmark->times_ms->len;
  result->min_ms = koma_quantile (times_ms, result->n_runs, 0);
  result->low_ms = koma_quantile (times_ms, result->n_runs, 0.05);
  result->median_ms = koma_quantile (times_ms, result->n_runs, 0.5);
  result->high_ms = koma_quantile (times_ms, result->n_runs, 0.95);
}

static gboolean
measure (KomaBenchmark *benchmark,
         GError       **error)
{
  double ms = 0;

  if (!run_once (benchmark, &ms, error))
    return FALSE;
  g_array_append_val (benchmark->times_ms, ms);
  benchmark->sum_ms += ms;
  if (wants_more_runs (benchmark))
    return TRUE;

  sum_up (benchmark);
  end (benchmark, KOMA_BENCHMARK_MEASURED);
  return TRUE;
}

static gboolean
agree (KomaBenchmark *benchmark,
       GError       **error)
{
  const double tolerance = koma_agreement_get_tolerance (benchmark->session);

  if (!koma_agreement_check (benchmark->session, &benchmark->options.session, tolerance,
                             &benchmark->result.agreement, error))
    return FALSE;
  if (benchmark->result.agreement.is_agreeing || benchmark->options.is_measured_anyway)
    benchmark->step = measure;
  else
    end (benchmark, KOMA_BENCHMARK_DIFFERS);
  return TRUE;
}

static gboolean
run_first (KomaBenchmark *benchmark,
           GError       **error)
{
  gsize bytes = 0;

  koma_sample_input_fill_like (benchmark->session, benchmark->options.picture);
  benchmark->step = benchmark->options.is_uncompared ? measure : agree;
  if (!run_once (benchmark, &benchmark->result.first_ms, error))
    return FALSE;
  bytes = koma_backends_get_memory_bytes ();
  benchmark->result.memory_bytes = bytes - MIN (bytes, benchmark->bytes_before);
  return TRUE;
}

static gboolean
prepare (KomaBenchmark *benchmark,
         GError       **error)
{
  gint64 start_us = g_get_monotonic_time ();

  benchmark->bytes_before = koma_backends_get_memory_bytes ();
  benchmark->session = koma_session_new (benchmark->graph, &benchmark->options.session, error);
  benchmark->result.prepare_ms = ms_since (start_us);
  benchmark->step = run_first;
  return benchmark->session != NULL;
}

/**
 * koma_benchmark_new:
 * @graph: must live as long as the benchmark
 * @options: copied; what it points to must live as long
 *
 * Returns: (transfer full): a benchmark that has not begun
 */
KomaBenchmark *
koma_benchmark_new (const KomaGraph            *graph,
                    const KomaBenchmarkOptions *options)
{
  KomaBenchmark *benchmark = g_new0 (KomaBenchmark, 1);

  benchmark->graph = graph;
  benchmark->options = *options;
  benchmark->options.min_runs = options->min_runs > 0 ? options->min_runs : MIN_RUNS;
  benchmark->options.max_runs = options->max_runs > 0 ? options->max_runs : MAX_RUNS;
  benchmark->options.runs_ms = options->runs_ms > 0 ? options->runs_ms : RUNS_MS;
  benchmark->times_ms = g_array_new (FALSE, FALSE, sizeof (double));
  benchmark->step = prepare;
  return benchmark;
}

/**
 * koma_benchmark_free:
 * @benchmark: (nullable) (transfer full): done or not
 */
void
koma_benchmark_free (KomaBenchmark *benchmark)
{
  if (benchmark == NULL)
    return;
  koma_session_free (benchmark->session);
  g_array_unref (benchmark->times_ms);
  koma_agreement_clear (&benchmark->result.agreement);
  g_clear_error (&benchmark->result.error);
  g_free (benchmark);
}

/**
 * koma_benchmark_step:
 *
 * Does the next piece: compiles, runs once, compares with plain C, or runs
 * once more. A failure ends the benchmark and is its result.
 *
 * Returns: whether there is more to do
 */
gboolean
koma_benchmark_step (KomaBenchmark *benchmark)
{
  if (benchmark->step != NULL && !benchmark->step (benchmark, &benchmark->result.error))
    end (benchmark, KOMA_BENCHMARK_FAILED);
  return benchmark->step != NULL;
}

/**
 * koma_benchmark_run:
 *
 * Does all that is left.
 *
 * Errors: those of koma_session_new() and koma_session_run(), a copy of the
 * result's; %G_IO_ERROR_CANCELLED if the progress of its session stops it.
 *
 * Returns: whether the backend was measured, or differs from plain C
 */
gboolean
koma_benchmark_run (KomaBenchmark *benchmark,
                    GError       **error)
{
  while (koma_benchmark_step (benchmark))
    if (!koma_progress_report (benchmark->options.session.progress, 0, error))
      return FALSE;
  if (benchmark->result.error == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (benchmark->result.error));
  return FALSE;
}

/**
 * koma_benchmark_get_result:
 *
 * Returns: (transfer none): what is known so far
 */
const KomaBenchmarkResult *
koma_benchmark_get_result (const KomaBenchmark *benchmark)
{
  return &benchmark->result;
}

/**
 * koma_benchmark_get_session:
 *
 * Returns: (transfer none) (nullable): the session that was tried, with the
 *   outputs of its last run; %NULL before it was prepared, and where that failed
 */
KomaSession *
koma_benchmark_get_session (KomaBenchmark *benchmark)
{
  return benchmark->session;
}
