/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files put in order and back by a program that is killed: nothing is lost. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "tests/test-main.h"
#include "tree-fixture.h"
#include "worker/take/koma-arrange-journal.h"

#define N_KILLS 40

static const char *program;

/* Counted from when it begins: to start a program takes a second where memory is watched. */
static void
kill_child (Tree       *tree,
            const char *what,
            guint       after_us)
{
  char mark = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) child =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, "--child", tree->folder,
                      what, NULL);

  g_assert_no_error (error);
  g_assert_cmpint (
    g_input_stream_read (g_subprocess_get_stdout_pipe (child), &mark, 1, NULL, &error), ==, 1);
  g_usleep (after_us);
  g_subprocess_force_exit (child);
  g_assert_true (g_subprocess_wait (child, NULL, NULL));
}

/* "0" to "3": a kind; "undo" */
static G_NORETURN void
run_child (const char *folder,
           const char *what)
{
  g_autoptr (Tree) tree = tree_open (folder);
  g_autoptr (KomaArrangeReport) report = NULL;
  gboolean is_whole = FALSE;

  g_assert_cmpint (write (STDOUT_FILENO, ".", 1), ==, 1);
  if (g_str_equal (what, "undo")) {
    g_autofree char *path = koma_arrange_journal_find (&is_whole);

    report = koma_arrange_undo (path, NULL, NULL);
  } else {
    g_autoptr (KomaArrangePlan) plan = tree_plan (tree, (KomaArrangeKind) atoi (what), NULL);

    report = koma_arrange_run (plan, NULL, NULL, NULL);
  }
  _exit (report != NULL ? 0 : 1);
}

/* Whenever it is killed, while it works or while it undoes, all is as it was in the end. */
static void
test_killed (Tree         *tree,
             gconstpointer data)
{
  g_autoptr (GHashTable) before = tree_list (tree);
  guint n_half = 0;

  for (guint i = 0; i < N_KILLS; i++) {
    g_autofree char *what = g_strdup_printf ("%u", i % (guint) G_N_ELEMENTS (tree_kinds));
    g_autoptr (GHashTable) after = NULL;
    gboolean         is_whole = TRUE;
    g_autofree char *path = NULL;

    kill_child (tree, what, (guint) g_test_rand_int_range (0, 4000) << i % 5);
    path = koma_arrange_journal_find (&is_whole);
    n_half += path != NULL && !is_whole;
    if (path != NULL && i % 3 == 0)
      kill_child (tree, "undo", (guint) g_test_rand_int_range (0, 4000) << i % 5);
    tree_undo_all (tree);
    after = tree_list (tree);
    tree_assert_equal (before, after);
  }
  g_test_message ("%u of %u were killed in the middle", n_half, N_KILLS);
  g_assert_cmpuint (n_half, >, 0);
}

/* A journal that was damaged is undone as far as it can be read. */
static void
test_damaged (Tree         *tree,
              gconstpointer data)
{
  static const char *const lines[] = { "{\"do\":\"mo", "{}\n", "[]\n", "null\n", "\n",
                                       "{\"do\":\"place\",\"to\":\"file:///x\"}\n",
                                       "{\"do\":\"move\",\"from\":\"x\",\"to\":3}\n" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++) {
    g_autoptr (GHashTable) before = tree_list (tree);
    g_autoptr (KomaArrangePlan) plan = tree_plan (tree, KOMA_ARRANGE_MOVE, NULL);
    g_autoptr (KomaArrangeReport) report G_GNUC_UNUSED = tree_run (plan, NULL);
    gboolean                             is_whole = FALSE;
    g_autofree char                     *path = koma_arrange_journal_find (&is_whole);
    FILE                                *file = fopen (path, "ae");
    g_autoptr (GHashTable) after = NULL;

    g_assert_cmpint (fputs (lines[i], file), >=, 0);
    g_assert_cmpint (fclose (file), ==, 0);
    /* The line that can not be read is told, and there is a journal with it still. */
    tree_undo (tree, 1);
    after = tree_list (tree);
    tree_assert_equal (before, after);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *state = NULL;
  int              status = 0;

  program = argv[0];
  if (argc == 4 && g_str_equal (argv[1], "--child"))
    run_child (argv[2], argv[3]);
  state = tree_make_state ();
  g_test_init (&argc, &argv, NULL);
  TREE_ADD ("killed", test_killed, NULL);
  TREE_ADD ("damaged", test_damaged, NULL);
  status = g_test_run ();
  tree_remove (state);
  return status;
}
