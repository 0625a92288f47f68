/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/queue/koma-job.h"
#include "tests/test-main.h"

/* Computed once; a second time; and anew after that, on another backend. */
static void
test_runs (void)
{
  static const struct
  {
    KomaClassifierRun run;
    double            inference_ms;
    double            ready_ms;
  } cases[] = {
    { { .start_us = 7000, .each_ms = 5, .n_pictures = 8 }, 5, 4 },
    { { .start_us = 13000, .each_ms = 2.5, .n_pictures = 3, .is_turned = TRUE }, 7.5, 4 },
    { { .start_us = 19000, .each_ms = 40, .n_pictures = 1 }, 40, 16 },
  };
  KomaJob job = { .ready_us = 3000 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    koma_job_count_run (&job, &cases[i].run);
    g_assert_cmpfloat (job.timing.inference_ms, ==, cases[i].inference_ms);
    g_assert_cmpfloat (job.timing.ready_ms, ==, cases[i].ready_ms);
    g_assert_cmpuint (job.batch, ==, cases[i].run.n_pictures);
    g_assert_cmpint (job.is_turned, ==, cases[i].run.is_turned);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/job/runs", test_runs);
  return g_test_run ();
}
