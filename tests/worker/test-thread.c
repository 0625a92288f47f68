/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/koma-thread.h"

#include "engine/runtime/flags.h"
#include "tests/test-main.h"

#include <sys/resource.h>
#include <unistd.h>

static int
get_niceness (void)
{
  return getpriority (PRIO_PROCESS, (id_t) gettid ());
}

static gpointer
helper_main (gpointer data)
{
  int *ret_niceness = data;

  *ret_niceness = get_niceness ();
  return NULL;
}

/* As XNNPACK's pool does, from the inference thread. */
static gpointer
compute_main (gpointer data)
{
  int *niceness = data; /* [2] of this thread, of its helper */

  koma_thread_enter (KOMA_THREAD_INFERENCE);
  g_assert_cmpint (koma_thread_get_kind (), ==, KOMA_THREAD_INFERENCE);
  g_assert_false (koma_thread_is_main ());
  KOMA_ASSERT_THREAD (KOMA_THREAD_INFERENCE);
  niceness[0] = get_niceness ();
  g_thread_join (g_thread_new ("helper", helper_main, &niceness[1]));
  return NULL;
}

static void
test_enter (void)
{
  int before = get_niceness ();
  int niceness[2] = { 0 };

  g_thread_join (g_thread_new ("compute", compute_main, niceness));
  g_assert_cmpint (niceness[0], ==, MIN (before + 10, 19));
  g_assert_cmpint (niceness[1], ==, niceness[0]);
  g_assert_cmpint (get_niceness (), ==, before);
  g_assert_cmpint (koma_thread_get_kind (), ==, KOMA_THREAD_OTHER);
  g_assert_true (koma_thread_is_main ());
  KOMA_ASSERT_MAIN_THREAD ();
}

/* As the command line has it, beside which no window waits. */
static void
test_foreground (void)
{
  int before = get_niceness ();
  int niceness[2] = { 0 };

  g_assert_true (koma_flags_set (KOMA_FLAG_BACKGROUND, 0, NULL));
  g_thread_join (g_thread_new ("compute", compute_main, niceness));
  koma_flags_reset (KOMA_FLAG_BACKGROUND);
  g_assert_cmpint (niceness[0], ==, before);
  g_assert_cmpint (niceness[1], ==, before);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thread/enter", test_enter);
  g_test_add_func ("/thread/foreground", test_foreground);
  return g_test_run ();
}
