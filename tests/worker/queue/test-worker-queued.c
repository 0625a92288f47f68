/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* 20 000 files queued: what they cost in memory while they wait and while they
 * are worked on, and how soon all are cancelled. */
#include "tests/test-main.h"
#include "tests/worker/worker-fixture.h"

#define N_FILES 20000
/* Of one waiting request: the task, the request, the file, the job and their
 * places in lists. */
#define MAX_BYTES_EACH 2500
/* Of all that is decoded at a time, and what sanitizers add. */
#define MAX_WORKING_MB 64

static double
get_resident_mb (void)
{
  g_autofree char *status = NULL;
  const char      *line = NULL;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "VmRSS:");
  return line != NULL ? g_ascii_strtod (line + strlen ("VmRSS:"), NULL) / 1024 : 0;
}

static gboolean
is_sanitized (void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return TRUE;
#else
  return FALSE;
#endif
}

static void
send_all (Fixture    *fixture,
          Tally      *tally,
          const char *path)
{
  for (guint i = 0; i < N_FILES; i++) {
    g_autoptr (GFile) file = g_file_new_for_path (path);
    g_autoptr (KomaRequest) request =
      koma_request_new (&(KomaRequest){ .key = i, .priority = KOMA_PRIORITY_BULK, .file = file });

    tally_send (tally, fixture->worker, request, NULL);
  }
}

/* Nothing can be decoded before there is a model: all wait. */
static void
test_stop_all (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autofree char *path = fixture_write_png (fixture, "one.png", 0xff0000);
  KomaWorkerModel  model = fixture_model (fixture);
  double           before_mb = get_resident_mb ();
  double           waiting_mb = 0;
  gint64           start_us = 0;
  gint64           cancelled_us = 0;

  koma_worker_load_model_async (fixture->worker, &model, NULL, NULL, NULL, NULL, NULL);
  start_us = g_get_monotonic_time ();
  send_all (fixture, tally, path);
  waiting_mb = get_resident_mb () - before_mb;
  g_test_message ("%d requests sent in %.1f ms; waiting, they take %.1f MB", N_FILES,
                  (g_get_monotonic_time () - start_us) / 1000.0, waiting_mb);

  start_us = g_get_monotonic_time ();
  koma_worker_stop (fixture->worker);
  cancelled_us = g_get_monotonic_time () - start_us;
  g_assert_cmpuint (tally->n_ended, ==, 0);
  tally_wait (tally);
  tally_check (tally);
  g_test_message ("stop: the call %.1f ms, the last callback after %.1f ms; %u had results",
                  cancelled_us / 1000.0, (g_get_monotonic_time () - start_us) / 1000.0,
                  tally->n_results);
  g_assert_cmpuint (tally->n_cancelled, >, 0);
  g_assert_cmpuint (tally->n_cancelled + tally->n_results, ==, N_FILES);
  if (!is_sanitized ())
    g_assert_cmpfloat (waiting_mb * 1e6 / N_FILES, <, MAX_BYTES_EACH);
}

static void
test_peak (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autofree char *path = fixture_write_png (fixture, "one.png", 0xff0000);
  double           sent_mb = 0;
  double           peak_mb = 0;
  gint64           start_us = g_get_monotonic_time ();

  fixture_load_colours (fixture);
  send_all (fixture, tally, path);
  sent_mb = get_resident_mb ();
  while (tally->n_ended < N_FILES) {
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (500);
    if (tally->n_ended % 256 == 0)
      peak_mb = MAX (peak_mb, get_resident_mb ());
  }
  g_test_message ("%d files in %.2f s, batch %u; %.1f MB resident when sent, %.1f MB at the peak",
                  N_FILES, (g_get_monotonic_time () - start_us) / 1e6,
                  koma_worker_get_bulk_batch (fixture->worker), sent_mb, peak_mb);
  g_assert_cmpuint (tally->n_results, ==, N_FILES);
  if (!is_sanitized ())
    g_assert_cmpfloat (peak_mb - sent_mb, <, MAX_WORKING_MB);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/worker-queued/stop-all", Fixture, NULL,
              fixture_set_up, test_stop_all, fixture_tear_down);
  g_test_add ("/worker-queued/peak", Fixture, NULL,
              fixture_set_up, test_peak, fixture_tear_down);
  return g_test_run ();
}
