/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Koma's side of contest.py: one session in one process, run as it is told, as
 * tests/engine/nets/onnxruntime.js is.
 *
 *   bench-nets-koma MODEL BACKEND BATCH THREADS
 *
 * The first line of output says what the first run took; then for each line "COUNT" of input one
 * line of COUNT times, each in ms by the clock, a comma, and in ms of processors. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/model/model.h"
#include "engine/runtime/sample-input.h"
#include "engine/runtime/session.h"

#define MAX_LINE 32

static double
read_clock_ms (clockid_t clock)
{
  struct timespec now = { 0 };

  clock_gettime (clock, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static gboolean
time_run (KomaSession *session,
          GError     **error)
{
  const double processor_ms = read_clock_ms (CLOCK_PROCESS_CPUTIME_ID);
  const double wall_ms = read_clock_ms (CLOCK_MONOTONIC);
  double       elapsed_ms = 0;

  if (!koma_session_run (session, error))
    return FALSE;
  elapsed_ms = read_clock_ms (CLOCK_MONOTONIC) - wall_ms;
  printf ("%.4f,%.4f", elapsed_ms, read_clock_ms (CLOCK_PROCESS_CPUTIME_ID) - processor_ms);
  return TRUE;
}

static gboolean
time_runs (KomaSession *session,
           guint64      count,
           GError     **error)
{
  for (guint64 i = 0; i < count; i++) {
    if (!time_run (session, error))
      return FALSE;
    putchar (i + 1 < count ? ' ' : '\n');
  }
  return fflush (stdout) == 0;
}

static gboolean
run_as_told (const KomaGraph          *graph,
             const KomaSessionOptions *options,
             GError                  **error)
{
  g_autoptr (KomaSession) session = koma_session_new (graph, options, error);
  char line[MAX_LINE];

  if (session == NULL)
    return FALSE;
  koma_sample_input_fill (session);
  if (!time_runs (session, 1, error))
    return FALSE;
  while (fgets (line, sizeof line, stdin) != NULL)
    if (!time_runs (session, g_ascii_strtoull (line, NULL, 10), error))
      return FALSE;
  return TRUE;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;

  if (argc != 5) {
    g_printerr ("usage: bench-nets-koma MODEL BACKEND BATCH THREADS\n");
    return 2;
  }
  model = koma_model_load (argv[1], NULL, NULL, NULL, &error);
  if (model != NULL) {
    const KomaSessionOptions options = {
      .backend = argv[2],
      .batch = (guint) atoi (argv[3]),
      .n_threads = (guint) atoi (argv[4]),
    };

    if (run_as_told (koma_model_get_graph (model), &options, &error))
      return 0;
  }
  g_printerr ("%s: %s\n", argv[1], error->message);
  return 1;
}
