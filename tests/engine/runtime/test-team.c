/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/runtime/team.h"

#include <float.h>

#include "engine/runtime/threads.h"
#include "tests/test-main.h"

#define N_UNITS_MAX 10007

/* Each thing of its own unit, but for what is counted. */
typedef struct
{
  guint  n_runs[N_UNITS_MAX];
  gint   n_threads; /* atomic */
  gulong slow_us;   /* of a unit that is not the caller's */
  double tiny;
  double tinier[N_UNITS_MAX]; /* half of it */

  GThread *caller;
} Work;

static void
count (gpointer context,
       gsize    unit)
{
  Work *work = context;

  work->n_runs[unit]++;
}

static void
assert_each_once (const Work *work,
                  gsize       n_units,
                  guint       n_runs)
{
  for (gsize i = 0; i < N_UNITS_MAX; i++)
    g_assert_cmpuint (work->n_runs[i], ==, i < n_units ? n_runs : 0);
}

/* Every unit runs once, in whichever team. */
static void
test_each_once (void)
{
  static const gsize n_units[] = { 0, 1, 2, 3, 7, 64, 1000, N_UNITS_MAX };

  for (guint n_threads = 1; n_threads <= 8; n_threads++) {
    g_autoptr (KomaTeam) team = koma_team_new (n_threads);

    for (guint i = 0; i < G_N_ELEMENTS (n_units); i++) {
      g_autofree Work *work = g_new0 (Work, 1);

      koma_team_divide (team, count, work, n_units[i]);
      assert_each_once (work, n_units[i], 1);
    }
  }
}

/* What units wrote is there when the next work begins, also if some threads came late. */
static void
test_again_and_again (void)
{
  g_autoptr (KomaTeam) team = koma_team_new (3);
  g_autofree Work *work = g_new0 (Work, 1);

  for (guint i = 1; i <= 20000; i++) {
    koma_team_divide (team, count, work, 5);
    g_assert_cmpuint (work->n_runs[i % 5], ==, i);
  }
  assert_each_once (work, 5, 20000);
}

static void
work_slowly (gpointer context,
             gsize    unit)
{
  Work *work = context;

  if (g_thread_self () != work->caller)
    g_usleep (work->slow_us);
  work->n_runs[unit]++;
}

/* The caller sleeps until a thread has ended its unit, and threads sleep between two works. */
static void
test_waiting (void)
{
  g_autoptr (KomaTeam) team = koma_team_new (4);
  g_autofree Work *work = g_new0 (Work, 1);

  work->caller = g_thread_self ();
  work->slow_us = 2000;
  for (guint i = 1; i <= 50; i++) {
    koma_team_divide (team, work_slowly, work, 12);
    assert_each_once (work, 12, i);
    g_usleep (i % 2 * 1000);
  }
}

static void
meet (gpointer context,
      gsize    unit)
{
  Work        *work = context;
  const gint64 end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  g_atomic_int_inc (&work->n_threads);
  while (g_atomic_int_get (&work->n_threads) < 3 && g_get_monotonic_time () < end)
    g_thread_yield ();
}

/* All threads take part where there is time: three units end only beside each other. */
static void
test_beside_each_other (void)
{
  g_autoptr (KomaTeam) team = koma_team_new (3);

  for (guint i = 0; i < 20; i++) {
    g_autofree Work *work = g_new0 (Work, 1);
    const gint64     end = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

    g_usleep (i % 2 * 1000);
    koma_team_divide (team, meet, work, 3);
    g_assert_cmpint (g_get_monotonic_time (), <, end);
  }
}

static void
halve (gpointer context,
       gsize    unit)
{
  Work *work = context;

  work->tinier[unit] = *(volatile double *) &work->tiny / 2;
}

/* In units denormal numbers are zero, on all threads; afterwards they are numbers to the caller. */
static void
test_denormals (void)
{
#if defined(__SSE2__) || defined(__aarch64__)
  const gsize n_units = 1000;
  g_autoptr (KomaTeam) team = koma_team_new (3);
  g_autofree Work *work = g_new0 (Work, 1);

  work->tiny = DBL_MIN;
  for (guint i = 0; i < 20; i++) {
    memset (work->tinier, 1, sizeof work->tinier);
    koma_team_divide (i % 2 == 0 ? team : NULL, halve, work, n_units);
    for (gsize unit = 0; unit < n_units; unit++)
      g_assert_true (work->tinier[unit] == 0);
    halve (work, 0);
    g_assert_true (work->tinier[0] > 0);
  }
#else
  g_test_skip ("nothing is known of denormal numbers on this processor");
#endif
}

/* A team that nobody gave work ends, and one in which a thread has just gone to sleep. */
static void
test_ends (void)
{
  for (guint i = 0; i < 200; i++) {
    KomaTeam        *team = koma_team_new (4);
    g_autofree Work *work = g_new0 (Work, 1);

    if (i % 2 == 0)
      koma_team_divide (team, count, work, 9);
    g_usleep (i % 4 * 30);
    koma_team_free (team);
  }
}

/* With a pool for XNNPACK, and without: nothing is divided twice, nothing is left out. */
static void
test_pool (void)
{
  g_autoptr (KomaThreads) threads = koma_threads_new (3);
  g_autofree Work *work = g_new0 (Work, 1);

  koma_threads_divide (NULL, count, work, 100);
  koma_threads_divide (threads, count, work, 100);
  koma_threads_start (threads);
  koma_threads_divide (threads, count, work, 100);
  g_assert_nonnull (koma_threads_start_pool (threads));
  koma_threads_divide (threads, count, work, 100);
  assert_each_once (work, 100, 4);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/team/each-once", test_each_once);
  g_test_add_func ("/team/again-and-again", test_again_and_again);
  g_test_add_func ("/team/waiting", test_waiting);
  g_test_add_func ("/team/beside-each-other", test_beside_each_other);
  g_test_add_func ("/team/denormals", test_denormals);
  g_test_add_func ("/team/ends", test_ends);
  g_test_add_func ("/team/pool", test_pool);
  return g_test_run ();
}
