/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A graphics context that is lost while a whole worker is at work: once, and
 * it is made anew, unseen; for good, and another backend takes over. */
#include "failover-fixture.h"

#include "engine/backends/backends.h"
#include "engine/backends/gles/device.h"

#include "engine/koma-limits.h"
#include "tests/test-main.h"

#include <sys/resource.h>
#include <unistd.h>

#define N_PICTURES 40
#define FOR_GOOD   1000000

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  koma_gles_lose_after (0, 0);
  fixture_tear_down (fixture, data);
}

static KomaModelInfo *
load_gles (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  KomaModelInfo *info = failover_load (fixture, "gles", &error);

  g_assert_no_error (error);
  g_assert_cmpstr (info->backend, ==, "gles");
  return info;
}

/* Loses it at the n-th look at it; a run takes two, the last at reading back. */
static guint
classify_and_lose (Fixture *fixture,
                   guint    n_checks,
                   guint    n_times,
                   Tally   *tally)
{
  failover_send (fixture, tally, N_PICTURES / 2);
  koma_gles_lose_after (n_checks, n_times);
  failover_send (fixture, tally, N_PICTURES / 2);
  return failover_check (tally, "gles");
}

static void
test_once (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (KomaModelInfo) info G_GNUC_UNUSED = load_gles (fixture);

  for (guint n_checks = 1; n_checks <= 9; n_checks++) {
    g_autoptr (Tally) tally = tally_new ();

    g_assert_cmpuint (classify_and_lose (fixture, n_checks, 1, tally), ==, N_PICTURES);
  }
}

static void
test_for_good (Fixture      *fixture,
               gconstpointer data)
{
  for (guint n_checks = 1; n_checks <= 9; n_checks++) {
    g_autoptr (Tally) tally = tally_new ();
    g_autoptr (KomaModelInfo) info = load_gles (fixture);
    guint n_gles = classify_and_lose (fixture, n_checks, FOR_GOOD, tally);

    koma_gles_lose_after (0, 0);
    g_test_message ("%u of %u on OpenGL ES", n_gles, N_PICTURES);
    g_assert_cmpuint (n_gles, <, N_PICTURES);
    failover_check_told (tally, info, "lost");
  }
}

/* One picture that somebody waits for: lost while it computes, then while its
 * results are read. */
static void
test_single (Fixture      *fixture,
             gconstpointer data)
{
  for (guint n_checks = 1; n_checks <= 2; n_checks++)
    for (guint n_times = 1; n_times <= 2; n_times++) {
      g_autoptr (Tally) tally = tally_new ();
      g_autoptr (KomaModelInfo) info G_GNUC_UNUSED = load_gles (fixture);

      koma_gles_lose_after (n_checks, n_times);
      failover_send (fixture, tally, 1);
      g_assert_cmpuint (failover_check (tally, "gles"), ==, n_times == 1 ? 1 : 0);
      koma_gles_lose_after (0, 0);
    }
}

/* Whoever named it hears why. The model before goes on. */
static void
test_compile (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (Tally) tally = tally_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModelInfo) info = NULL;

  fixture_load_colours (fixture);
  koma_gles_lose_after (1, FOR_GOOD);
  info = failover_load (fixture, "gles", &error);
  koma_gles_lose_after (0, 0);
  g_assert_null (info);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_BACKEND);
  g_assert_nonnull (strstr (error->message, "lost"));
  failover_send (fixture, tally, N_PICTURES);
  g_assert_cmpuint (failover_check (tally, "cpu"), ==, N_PICTURES);
}

/* Those of a driver that computes on the processor too. */
static void
test_priority (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (KomaModelInfo) info G_GNUC_UNUSED = load_gles (fixture);
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  int         lowest = getpriority (PRIO_PROCESS, getpid ()) + KOMA_COMPUTE_NICENESS;
  const char *task = NULL;
  guint       n_threads = 0;

  while ((task = g_dir_read_name (tasks)) != NULL) {
    g_autofree char *path = g_build_filename ("/proc/self/task", task, "comm", NULL);
    g_autofree char *name = NULL;

    if (!g_file_get_contents (path, &name, NULL, NULL) || !g_str_has_prefix (name, "llvmpipe"))
      continue;
    n_threads++;
    g_assert_cmpint (getpriority (PRIO_PROCESS, atoi (task)), >=, MIN (lowest, 19));
  }
  g_test_message ("%u threads of llvmpipe", n_threads);
}

typedef void (*Test) (Fixture *fixture, gconstpointer data);

/* On a thread that is not the main one, as a window does. */
static gpointer
probe_gles (gpointer data)
{
  g_autofree char *device = NULL;
  GError          *error = NULL;

  (void) koma_backends_find ("gles", NULL)->probe (&device, &error);
  return error;
}

/* With the reason, where there is no OpenGL ES. */
static void
run_if_here (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GError) error = g_thread_join (g_thread_new ("probe", probe_gles, NULL));

  if (error == NULL)
    (*(const Test *) data) (fixture, NULL);
  else
    g_test_skip (error->message);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const struct
  {
    const char *name;
    Test        test;
  } tests[] = {
    { "/worker-lost/compile", test_compile },
    { "/worker-lost/for-good", test_for_good },
    { "/worker-lost/once", test_once },
    { "/worker-lost/priority", test_priority },
    { "/worker-lost/single", test_single },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].name, Fixture, &tests[i].test, fixture_set_up, run_if_here, tear_down);
  return g_test_run ();
}
