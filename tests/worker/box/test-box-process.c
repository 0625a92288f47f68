/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A helper as the kernel sees it: it ends when Koma ends, however that is, and not before; it has
 * no right that Koma has. */
#include "box-fixture.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/koma-limits.h"
#include "tests/list-children.h"
#include "tests/test-main.h"

#define HANG "--hang"

/* 0: none, and the test is skipped */
static pid_t
find_child (pid_t process)
{
  g_autoptr (GArray) children = list_children (process);

  if (children == NULL)
    g_test_skip ("the kernel lists no children");
  return children != NULL && children->len > 0 ? g_array_index (children, pid_t, 0) : 0;
}

/* (nullable) what follows @key in a file about a process */
static char *
read_value (pid_t       process,
            const char *file,
            const char *key)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/%s", (int) process, file);
  g_autofree char *text = NULL;
  const char      *found = NULL;

  if (g_file_get_contents (path, &text, NULL, NULL))
    found = strstr (text, key);
  if (found == NULL)
    return NULL;
  found += strlen (key);
  return g_strstrip (g_strndup (found, strcspn (found, "\n")));
}

/* Ended, waited for or not: who that is depends on the machine. */
static gboolean
is_running (pid_t process)
{
  g_autofree char *state = read_value (process, "status", "State:");

  return state != NULL && *state != 'Z' && *state != 'X';
}

static gboolean
wait_for_end (pid_t process)
{
  for (guint i = 0; i < 200 && is_running (process); i++)
    g_usleep (G_USEC_PER_SEC / 20);
  return !is_running (process);
}

/* A process whose helper does what @attack says, for ever. */
static GSubprocess *
start_hanging (const char *attack,
               pid_t      *ret_helper)
{
  GSubprocess *process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, NULL, "/proc/self/exe", HANG,
                                           attack, NULL);
  const pid_t  pid = (pid_t) g_ascii_strtoll (g_subprocess_get_identifier (process), NULL, 10);

  *ret_helper = 0;
  for (guint i = 0; i < 200 && *ret_helper == 0; i++) {
    g_usleep (G_USEC_PER_SEC / 20);
    *ret_helper = find_child (pid);
  }
  /* It has the picture by now. */
  g_usleep (G_USEC_PER_SEC / 2);
  return process;
}

static void
hang (const char *attack)
{
  box_set_mode ("");
  g_assert_null (box_decode_text (attack, NULL, NULL));
}

/* Neither a loop without end nor a helper that was taken over is left behind: not by a crash, not
 * by Ctrl+C, for which this stands. */
static void
test_ends_with_koma (void)
{
  static const char *const attacks[] = { "ATTACK spin", "ATTACK sleep", "ATTACK stop" };

  for (guint i = 0; i < G_N_ELEMENTS (attacks); i++) {
    pid_t helper = 0;
    g_autoptr (GSubprocess) koma = start_hanging (attacks[i], &helper);

    if (helper == 0) {
      g_subprocess_force_exit (koma);
      g_assert_true (g_subprocess_wait (koma, NULL, NULL));
      g_test_skip ("the kernel lists no children");
      return;
    }
    g_assert_true (is_running (helper));
    g_subprocess_force_exit (koma);
    g_assert_true (g_subprocess_wait (koma, NULL, NULL));
    g_assert_true (wait_for_end (helper));
  }
}

static gpointer
decode_one (gpointer user_data)
{
  box_assert_still_decodes ();
  return NULL;
}

/* Threads that decode come and go; the helper that one of them started is for all. */
static void
test_outlives_threads (void)
{
  pid_t first = 0;

  box_set_mode ("");
  g_thread_join (g_thread_new ("decode", decode_one, NULL));
  first = find_child (getpid ());
  if (first == 0)
    return;
  g_usleep (G_USEC_PER_SEC / 5);
  g_assert_true (is_running (first));
  box_assert_still_decodes ();
  g_assert_cmpint (find_child (getpid ()), ==, first);
}

static void
assert_value (pid_t       helper,
              const char *file,
              const char *key,
              const char *expected)
{
  g_autofree char *value = read_value (helper, file, key);

  g_assert_cmpstr (value, ==, expected);
}

/* All that root has is taken from it, too, and where memory runs out it goes first. */
static void
test_rights (void)
{
  pid_t helper = 0;

  box_set_mode ("");
  box_assert_still_decodes ();
  helper = find_child (getpid ());
  if (helper == 0)
    return;
  assert_value (helper, "status", "CapPrm:", "0000000000000000");
  assert_value (helper, "status", "CapEff:", "0000000000000000");
  assert_value (helper, "status", "NoNewPrivs:", "1");
  if (box_has (KOMA_CONFINEMENT_SECCOMP))
    assert_value (helper, "status", "Seccomp:", "2");
  assert_value (helper, "oom_score_adj", "", "1000");
}

static gint64
count_cpu_ms (pid_t process)
{
  struct timespec used = { 0 };
  clockid_t       clock = 0;

  g_assert_cmpint (clock_getcpuclockid (process, &clock), ==, 0);
  g_assert_cmpint (clock_gettime (clock, &used), ==, 0);
  return (gint64) used.tv_sec * 1000 + used.tv_nsec / 1000000;
}

/* Soon after its picture was answered it is at rest, whatever it is at; the next one wakes it. */
static void
test_rests (void)
{
  g_autoptr (KomaPicture) picture = NULL;
  g_autofree char *state = NULL;
  pid_t            helper = 0;
  gint64           used_ms = 0;

  box_set_mode ("");
  picture = box_decode_text ("ATTACK compute behind Koma's back", NULL, NULL);
  g_assert_nonnull (picture);
  helper = find_child (getpid ());
  if (helper == 0)
    return;
  for (guint i = 0; i < 200 && (state == NULL || *state != 'T'); i++) {
    g_usleep (G_USEC_PER_SEC / 20);
    g_free (state);
    state = read_value (helper, "status", "State:");
  }
  g_assert_cmpint (*state, ==, 'T');
  used_ms = count_cpu_ms (helper);
  g_usleep (G_USEC_PER_SEC / 2);
  g_assert_cmpint (count_cpu_ms (helper), ==, used_ms);
  box_assert_still_decodes ();
  g_assert_cmpint (find_child (getpid ()), ==, helper);
}

static void
test_threads (void)
{
  g_autoptr (GError) error = NULL;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  g_test_skip ("a sanitizer's threads have large stacks");
  return;
#endif
  box_set_mode ("");
  g_assert_null (box_decode_text ("ATTACK start threads", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "too many threads"));
  box_assert_still_decodes ();
}

KOMA_TEST_MAIN (argc, argv)
{
  int result = 0;

  koma_box_open ();
  if (argc == 3 && g_str_equal (argv[1], HANG)) {
    hang (argv[2]);
    return 0;
  }
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/box-process/ends-with-koma", test_ends_with_koma);
  g_test_add_func ("/box-process/outlives-threads", test_outlives_threads);
  g_test_add_func ("/box-process/rights", test_rights);
  g_test_add_func ("/box-process/rests", test_rests);
  g_test_add_func ("/box-process/threads", test_threads);
  result = g_test_run ();
  koma_box_close ();
  return result;
}
