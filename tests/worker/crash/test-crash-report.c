/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A process that crashes leaves a report, and ends by its signal all the same. Each case crashes in
 * a child of this program. */
#include "worker/crash/koma-crash-report.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "tests/remove-tree.h"
#include "worker/koma-thread.h"
#include "tests/test-main.h"

#define NAME "test-crash.txt"

typedef void (*Crash) (void);

static const char *stderr_path; /* (nullable) of a child; none, it is closed */

static int
run_child (const char *folder,
           Crash       crash)
{
  int         status = 0;
  const pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0) {
    const struct rlimit no_core = { 0, 0 };

    (void) setrlimit (RLIMIT_CORE, &no_core);
    (void) close (STDERR_FILENO);
    if (stderr_path != NULL)
      g_assert_cmpint (open (stderr_path, O_WRONLY | O_CREAT, 0600), ==, STDERR_FILENO);
    g_setenv ("XDG_STATE_HOME", folder, TRUE);
    koma_crash_report_open (NAME, "a report is in");
    koma_crash_report_describe ("Model: oaks\n");
    koma_crash_report_describe ("Model: flowers\n");
    crash ();
    _exit (0);
  }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  return status;
}

/* With the folders that are not there yet. */
static void
check_crash (Crash       crash,
             int         wanted,
             const char *name)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-crash-XXXXXX", NULL);
  g_autofree char *state = g_build_filename (folder, "a", "b", NULL);
  g_autofree char *path = g_build_filename (state, "koma", NAME, NULL);
  g_autofree char *first = g_strdup_printf ("Signal: %s\nKoma ", name);
  g_autofree char *text = NULL;
  const int        status = run_child (state, crash);

  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, wanted);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, first));
  g_assert_nonnull (strstr (text, "\nModel: flowers\n"));
  g_assert_null (strstr (text, "oaks"));
#ifdef __GLIBC__
  g_assert_nonnull (strstr (text, "\nBacktrace:\n"));
  g_assert_nonnull (strstr (strstr (text, "\nBacktrace:\n"), "test-worker"));
#endif
  remove_tree (folder);
}

static void
be_killed (void)
{
  (void) kill (getpid (), SIGSEGV);
}

static void
test_killed (void)
{
  check_crash (be_killed, SIGSEGV, "SIGSEGV");
}

static void
write_nowhere (void)
{
  *(volatile int *) GSIZE_TO_POINTER (getpid () % 2) = 1;
}

static void
test_fault (void)
{
  check_crash (write_nowhere, SIGSEGV, "SIGSEGV");
}

static void
test_abort (void)
{
  check_crash (abort, SIGABRT, "SIGABRT");
}

/* Each call needs its own frame. */
static int
fall (int depth)
{
  volatile char frame[4096];

  frame[0] = (char) depth;
  return depth == G_MAXINT ? 0 : fall (depth + 1) + frame[0];
}

static void
overflow_stack (void)
{
  (void) fall (0);
}

static void
test_stack (void)
{
  check_crash (overflow_stack, SIGSEGV, "SIGSEGV");
}

/* Any thread: of GTK, of GLib's pools, of a driver. It need not know of reports. */
static gpointer
fall_in_thread (gpointer data)
{
  overflow_stack ();
  return data;
}

static void
overflow_stack_of_thread (void)
{
  g_thread_join (g_thread_new ("falls", fall_in_thread, NULL));
}

/* One of Koma's asks for it once more. */
static gpointer
fall_in_own_thread (gpointer data)
{
  koma_thread_enter (KOMA_THREAD_INFERENCE);
  overflow_stack ();
  return data;
}

static void
overflow_stack_of_own_thread (void)
{
  g_thread_join (g_thread_new ("falls", fall_in_own_thread, NULL));
}

static void
test_stack_of_thread (void)
{
  check_crash (overflow_stack_of_own_thread, SIGSEGV, "SIGSEGV");
  check_crash (overflow_stack_of_thread, SIGSEGV, "SIGSEGV");
}

static gpointer
crash_thread (gpointer data)
{
  write_nowhere ();
  return data;
}

/* Both at once: one report, and an end. */
static void
crash_threads (void)
{
  g_autoptr (GThread) first = g_thread_new ("first", crash_thread, NULL);
  GThread *second = g_thread_new ("second", crash_thread, NULL);

  g_thread_join (second);
  g_thread_join (g_steal_pointer (&first));
}

static void
test_threads (void)
{
  check_crash (crash_threads, SIGSEGV, "SIGSEGV");
}

static void
do_nothing (void)
{
}

/* backtrace() goes through memory that a crash may have spoiled. Here it does what the C library's
 * does, unless it is to fall over in its turn. */
static gboolean is_backtrace_spoilt;

int backtrace (void **frames, int n_frames);

int
backtrace (void **frames,
           int    n_frames)
{
  int (*real) (void **, int) = NULL;

  if (is_backtrace_spoilt)
    abort ();
  *(void **) &real = dlsym (RTLD_NEXT, "backtrace");
  return real (frames, n_frames);
}

static void
crash_within_crash (void)
{
  is_backtrace_spoilt = TRUE;
  write_nowhere ();
}

/* It ends, in place of waiting for itself, with what was written until then. */
static void
test_crash_within_crash (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-crash-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "koma", NAME, NULL);
  g_autofree char *text = NULL;
  const int        status = run_child (folder, crash_within_crash);

  g_assert_true (WIFSIGNALED (status));
#ifdef __GLIBC__
  g_assert_cmpint (WTERMSIG (status), ==, SIGABRT);
#endif
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "Signal: SIGSEGV\nKoma "));
  remove_tree (folder);
}

/* Another file is not written to, and a pipe that nobody reads is not waited for. */
static void
test_strange_places (void)
{
  for (guint i = 0; i < 3; i++) {
    g_autofree char *folder = g_dir_make_tmp ("koma-crash-XXXXXX", NULL);
    g_autofree char *inner = g_build_filename (folder, "koma", NULL);
    g_autofree char *path = g_build_filename (inner, NAME, NULL);
    g_autofree char *other = g_build_filename (folder, "other", NULL);
    g_autofree char *text = NULL;
    g_autofree char *kept = NULL;
    int              status = 0;

    g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
    g_assert_true (g_file_set_contents (other, "mine", -1, NULL));
    if (i == 0)
      g_assert_cmpint (symlink (other, path), ==, 0);
    else if (i == 1)
      g_assert_cmpint (link (other, path), ==, 0);
    else
      g_assert_cmpint (mkfifo (path, 0600), ==, 0);
    status = run_child (folder, be_killed);
    g_assert_true (WIFSIGNALED (status));
    g_assert_cmpint (WTERMSIG (status), ==, SIGSEGV);
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_assert_true (g_str_has_prefix (text, "Signal: SIGSEGV\n"));
    g_assert_true (g_file_get_contents (other, &kept, NULL, NULL));
    g_assert_cmpstr (kept, ==, "mine");
    remove_tree (folder);
  }
}

/* No folder can be made: standard error has it. */
static void
test_no_place (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-crash-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "file", NULL);
  g_autofree char *said = g_build_filename (folder, "said", NULL);
  g_autofree char *text = NULL;
  int              status = 0;

  g_assert_true (g_file_set_contents (file, "no folder", -1, NULL));
  stderr_path = said;
  status = run_child (file, be_killed);
  stderr_path = NULL;
  g_assert_true (WIFSIGNALED (status));
  g_assert_cmpint (WTERMSIG (status), ==, SIGSEGV);
  g_assert_true (g_file_get_contents (said, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "koma: Signal: SIGSEGV\n"));
  g_assert_nonnull (strstr (text, "\nModel: flowers\n"));
  remove_tree (folder);
}

/* Nothing is left by a process that ends well. */
static void
test_no_crash (void)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-crash-XXXXXX", NULL);
  g_autofree char *inner = g_build_filename (folder, "koma", NULL);

  g_assert_cmpint (run_child (folder, do_nothing), ==, 0);
  g_assert_false (g_file_test (inner, G_FILE_TEST_EXISTS));
  remove_tree (folder);
}

/* In this process, whose state folder main() has chosen. */
static void
test_read (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "koma", NULL);
  g_autofree char *path = g_build_filename (folder, NAME, NULL);
  g_autofree char *text = NULL;

  g_assert_null (koma_crash_report_read (NAME));
  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, "Signal: SIGBUS\n", -1, NULL));
  text = koma_crash_report_read (NAME);
  g_assert_cmpstr (text, ==, "Signal: SIGBUS\n");
  g_assert_true (g_file_set_contents (path, "a\xff\0b", 4, NULL));
  g_free (text);
  text = koma_crash_report_read (NAME);
  g_assert_true (g_utf8_validate (text, -1, NULL));
  koma_crash_report_put_aside (NAME);
  g_assert_null (koma_crash_report_read (NAME));
  koma_crash_report_end_row (NAME);
}

static void
leave_report (const char *text)
{
  g_autofree char *path = g_build_filename (g_get_user_state_dir (), "koma", NAME, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* In this process, too. */
static void
test_row (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_state_dir (), "koma", NULL);
  g_autofree char *text = NULL;

  g_mkdir_with_parents (folder, 0700);
  g_assert_cmpuint (koma_crash_report_count (NAME), ==, 0);
  leave_report ("first");
  g_assert_cmpuint (koma_crash_report_count (NAME), ==, 1);
  /* A run that says nothing of how it ended is none that crashed. */
  koma_crash_report_put_aside (NAME);
  g_assert_cmpuint (koma_crash_report_count (NAME), ==, 0);
  leave_report ("second");
  g_assert_cmpuint (koma_crash_report_count (NAME), ==, 2);
  koma_crash_report_put_aside (NAME);
  leave_report ("third");
  g_assert_cmpuint (koma_crash_report_count (NAME), ==, 2);
  text = koma_crash_report_read (NAME);
  g_assert_cmpstr (text, ==, "third");

  koma_crash_report_put_aside (NAME);
  koma_crash_report_end_row (NAME);
  leave_report ("much later");
  g_assert_cmpuint (koma_crash_report_count (NAME), ==, 1);
  koma_crash_report_put_aside (NAME);
  koma_crash_report_end_row (NAME);
}

/* Something else has the name of the report before. */
static void
test_row_in_the_way (void)
{
  g_autofree char *before =
    g_build_filename (g_get_user_state_dir (), "koma", "test-crash-before.txt", NULL);

  g_assert_cmpint (g_mkdir_with_parents (before, 0700), ==, 0);
  leave_report ("first");
  g_assert_cmpuint (koma_crash_report_count (NAME), ==, 1);
  koma_crash_report_put_aside (NAME);
  g_assert_cmpuint (koma_crash_report_count (NAME), ==, 0);
  koma_crash_report_end_row (NAME);
  g_assert_cmpint (g_rmdir (before), ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-crash-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_STATE_HOME", folder, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crash-report/killed", test_killed);
  g_test_add_func ("/crash-report/fault", test_fault);
  g_test_add_func ("/crash-report/abort", test_abort);
  g_test_add_func ("/crash-report/stack", test_stack);
  g_test_add_func ("/crash-report/stack-of-thread", test_stack_of_thread);
  g_test_add_func ("/crash-report/threads", test_threads);
  g_test_add_func ("/crash-report/crash-within-crash", test_crash_within_crash);
  g_test_add_func ("/crash-report/strange-places", test_strange_places);
  g_test_add_func ("/crash-report/no-place", test_no_place);
  g_test_add_func ("/crash-report/no-crash", test_no_crash);
  /* The last: g_get_user_state_dir() keeps its answer, and children inherit it. */
  g_test_add_func ("/crash-report/read", test_read);
  g_test_add_func ("/crash-report/row", test_row);
  g_test_add_func ("/crash-report/row-in-the-way", test_row_in_the_way);
  status = g_test_run ();
  remove_tree (folder);
  return status;
}
