/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files put in order and back, where others change them, a disk is full, or strangers made them. */
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "tests/test-main.h"
#include "tree-fixture.h"
#include "worker/take/koma-arrange-journal.h"
#include "worker/take/koma-sheet.h"
#include "worker/take/koma-xmp.h"

/* Files that change or go between plan and run are named; the others are done. */
static void
test_meanwhile (Tree         *tree,
                gconstpointer data)
{
  g_autoptr (KomaArrangePlan) plan = tree_plan (tree, KOMA_ARRANGE_MOVE, NULL);
  const KomaArrangeStep *changed = plan->steps->pdata[3], *gone = plan->steps->pdata[5],
                        *taken = plan->steps->pdata[7];
  g_autofree char *folder = g_path_get_dirname (taken->to);
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autofree char *kept = NULL;

  g_assert_true (g_file_set_contents (changed->from, "longer than it was", -1, NULL));
  g_assert_cmpint (g_unlink (gone->from), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (taken->to, "another's", -1, NULL));
  report = tree_run (plan, NULL);
  g_assert_cmpuint (report->problems->len, ==, 3);
  g_assert_cmpuint (report->n_done, ==, plan->steps->len - 3);
  g_assert_nonnull (strstr (report->problems->pdata[0], changed->from));
  g_assert_nonnull (strstr (report->problems->pdata[1], gone->from));
  g_assert_nonnull (strstr (report->problems->pdata[2], taken->to));
  g_assert_true (g_file_get_contents (taken->to, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "another's");
  g_assert_true (g_file_test (taken->from, G_FILE_TEST_EXISTS));
  tree_undo (tree, 0);
  g_assert_true (g_file_test (taken->to, G_FILE_TEST_EXISTS));
}

/* What was changed since stays, and is named. */
static void
test_changed_since (Tree         *tree,
                    gconstpointer data)
{
  const KomaArrangeKind kind = *(const KomaArrangeKind *) data;
  g_autoptr (KomaArrangePlan) plan = tree_plan (tree, kind, NULL);
  g_autoptr (KomaArrangeReport) report G_GNUC_UNUSED = tree_run (plan, NULL);
  const KomaArrangeStep               *step = plan->steps->pdata[2];
  g_autofree char                     *text = NULL;

  g_assert_cmpint (g_unlink (step->to), ==, 0);
  g_assert_true (g_file_set_contents (step->to, "mine now", -1, NULL));
  tree_undo (tree, 1);
  g_assert_true (g_file_get_contents (step->to, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mine now");
}

/* Its old place is somebody else's: both stay. */
static void
test_place_taken (Tree         *tree,
                  gconstpointer data)
{
  g_autoptr (KomaArrangePlan) plan = tree_plan (tree, KOMA_ARRANGE_MOVE, NULL);
  g_autoptr (KomaArrangeReport) report G_GNUC_UNUSED = tree_run (plan, NULL);
  const KomaArrangeStep               *step = plan->steps->pdata[2];
  g_autofree char                     *text = NULL;

  g_assert_true (g_file_set_contents (step->from, "new", -1, NULL));
  tree_undo (tree, 1);
  g_assert_true (g_file_get_contents (step->from, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "new");
  g_assert_true (g_file_test (step->to, G_FILE_TEST_EXISTS));
}

static void
test_cancelled (Tree         *tree,
                gconstpointer data)
{
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autoptr (KomaArrangePlan) plan = tree_plan (tree, KOMA_ARRANGE_COPY, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autoptr (GHashTable) after = NULL;
  gboolean is_whole = FALSE;

  g_cancellable_cancel (cancellable);
  report = tree_run (plan, cancellable);
  g_assert_true (report->is_stopped);
  g_assert_cmpuint (report->problems->len, ==, 0);
  g_assert_cmpuint (report->n_done, ==, 0);
  /* A journal of nothing is none. */
  g_assert_null (koma_arrange_journal_find (&is_whole));
  after = tree_list (tree);
  tree_assert_equal (before, after);
}

/* ---- No space, no rights ---- */

/* A limit of a file's size ends a write as a full disk does: after a part of it. */
static void
test_full (Tree         *tree,
           gconstpointer data)
{
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autoptr (KomaArrangePlan) plan = tree_plan (tree, KOMA_ARRANGE_COPY, NULL);
  struct rlimit was, limit;
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autoptr (GHashTable) after = NULL;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &was), ==, 0);
  limit = (struct rlimit){ .rlim_cur = 3000, .rlim_max = was.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  report = tree_run (plan, NULL);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &was), ==, 0);
  g_assert_cmpuint (report->problems->len, >, 0);
  g_assert_cmpuint (report->problems->len + report->n_done, ==, plan->steps->len);
  tree_undo (tree, 0);
  after = tree_list (tree);
  tree_assert_equal (before, after);
}

/* Whoever runs the test may write its journals. */
static void
open_state (void)
{
  g_autofree char *koma = g_build_filename (g_get_user_state_dir (), "koma", NULL);
  g_autofree char *sorted = g_build_filename (koma, "sorted", NULL);

  g_assert_cmpint (g_mkdir_with_parents (sorted, 0777), ==, 0);
  g_assert_cmpint (g_chmod (koma, 0777), ==, 0);
  g_assert_cmpint (g_chmod (sorted, 0777), ==, 0);
}

static void
become_other (gboolean is_other)
{
  if (getuid () == 0)
    g_assert_cmpint (seteuid (is_other ? 65534 : 0), ==, 0);
}

/* A folder that nobody may write: each picture is named and where it was. */
static void
test_read_only (Tree         *tree,
                gconstpointer data)
{
  const KomaArrangeKind kind = *(const KomaArrangeKind *) data;
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autoptr (KomaArrangePlan) plan = NULL;
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autoptr (GHashTable) after = NULL;

  open_state ();
  tree_set_writable (tree, FALSE);
  become_other (TRUE);
  plan = tree_plan (tree, kind, NULL);
  report = tree_run (plan, NULL);
  g_assert_cmpuint (report->n_done, ==, 0);
  g_assert_cmpuint (report->problems->len, ==, plan->steps->len);
  tree_undo (tree, 0);
  become_other (FALSE);
  tree_set_writable (tree, TRUE);
  after = tree_list (tree);
  tree_assert_equal (before, after);
}

/* What can not be undone now can be later. */
static void
test_undo_again (Tree         *tree,
                 gconstpointer data)
{
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autoptr (KomaArrangePlan) plan = NULL;
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autoptr (GHashTable) after = NULL;

  open_state ();
  become_other (TRUE);
  plan = tree_plan (tree, KOMA_ARRANGE_MOVE, NULL);
  report = tree_run (plan, NULL);
  g_assert_cmpuint (report->n_done, ==, plan->steps->len);
  become_other (FALSE);
  tree_set_writable (tree, FALSE);
  become_other (TRUE);
  tree_undo (tree, plan->steps->len);
  become_other (FALSE);
  tree_set_writable (tree, TRUE);
  become_other (TRUE);
  tree_undo (tree, 0);
  become_other (FALSE);
  after = tree_list (tree);
  tree_assert_equal (before, after);
}

/* ---- What strangers made ---- */

static KomaArrangeReport *
sort_first (Tree           *tree,
            KomaArrangeKind kind,
            guint          *ret_n_sidecars_left)
{
  g_autoptr (GPtrArray) rows = tree_rows (tree);
  KomaArrangeOptions options = { .kind = kind, .sure_from = KOMA_SURE_BY_MODEL };
  g_autoptr (KomaArrangePlan) plan = NULL;

  options.into = kind != KOMA_ARRANGE_LABEL ? tree->into : NULL;
  g_ptr_array_set_size (rows, 1);
  plan = koma_arrange_plan_new (rows, &options, NULL);
  *ret_n_sidecars_left = plan->n_skipped[KOMA_SKIP_SIDECAR];
  return tree_run (plan, NULL);
}

static guint
get_mode (const char *path)
{
  GStatBuf info;

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  return info.st_mode & 07777;
}

/* Whoever made a picture does not decide as whom its copies run. */
static void
test_set_id (Tree         *tree,
             gconstpointer data)
{
  static const guint modes[] = { 04755, 02755, 01755, 07777, 0640 };
  g_autofree char   *picture = g_build_filename (tree->pictures, "000.jpg", NULL);
  g_autofree char   *copy = g_build_filename (tree->into, "cat", "000.jpg", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++) {
    g_autoptr (KomaArrangeReport) report = NULL;
    guint n_left = 0;

    g_assert_cmpint (g_chmod (picture, (int) modes[i]), ==, 0);
    report = sort_first (tree, KOMA_ARRANGE_COPY, &n_left);
    g_assert_cmpuint (report->n_done, ==, 1);
    g_assert_cmpuint (get_mode (copy), ==, modes[i] & 0777);
    tree_undo (tree, 0);
  }
}

/* A sidecar that leads elsewhere is not taken along, and not written through or over. */
static void
test_sidecar_link (Tree         *tree,
                   gconstpointer data)
{
  const KomaArrangeKind kind = *(const KomaArrangeKind *) data;
  g_autofree char      *secret = g_build_filename (tree->folder, "secret", NULL);
  g_autofree char      *link = g_build_filename (tree->pictures, "000.jpg.xmp", NULL);
  g_autofree char      *taken = g_build_filename (tree->into, "cat", "000.jpg.xmp", NULL);
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autofree char *target = NULL;
  guint            n_left = 0;

  g_assert_true (g_file_set_contents (secret, "", -1, NULL));
  g_assert_cmpint (symlink (secret, link), ==, 0);
  report = sort_first (tree, kind, &n_left);
  g_assert_false (g_file_test (taken, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (report->n_done, ==, kind == KOMA_ARRANGE_LABEL ? 0 : 1);
  if (kind == KOMA_ARRANGE_LABEL)
    g_assert_nonnull (strstr (report->problems->pdata[0], "000.jpg.xmp: no regular file"));
  else
    g_assert_cmpuint (n_left, ==, 1);
  target = g_file_read_link (link, NULL);
  g_assert_cmpstr (target, ==, secret);
}

static void
test_folder_link (Tree         *tree,
                  gconstpointer data)
{
  g_autofree char *cat = g_build_filename (tree->into, "cat", NULL);
  g_autofree char *words = g_strconcat (cat, ": a link that leads to no folder", NULL);
  g_autoptr (KomaArrangeReport) report = NULL;
  guint n_left = 0;

  g_assert_cmpint (g_mkdir_with_parents (tree->into, 0700), ==, 0);
  g_assert_cmpint (symlink ("nowhere", cat), ==, 0);
  report = sort_first (tree, KOMA_ARRANGE_COPY, &n_left);
  g_assert_cmpuint (report->n_done, ==, 0);
  g_assert_cmpstr (report->problems->pdata[0], ==, words);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *state = NULL;
  int              status = 0;

  signal (SIGXFSZ, SIG_IGN);
  state = tree_make_state ();
  g_test_init (&argc, &argv, NULL);
  TREE_ADD ("meanwhile", test_meanwhile, NULL);
  TREE_ADD ("changed-since/copy", test_changed_since, &tree_kinds[0]);
  TREE_ADD ("changed-since/move", test_changed_since, &tree_kinds[1]);
  TREE_ADD ("changed-since/link", test_changed_since, &tree_kinds[2]);
  TREE_ADD ("changed-since/label", test_changed_since, &tree_kinds[3]);
  TREE_ADD ("place-taken", test_place_taken, NULL);
  TREE_ADD ("cancelled", test_cancelled, NULL);
  TREE_ADD ("full", test_full, NULL);
  TREE_ADD ("read-only/copy", test_read_only, &tree_kinds[0]);
  TREE_ADD ("read-only/move", test_read_only, &tree_kinds[1]);
  TREE_ADD ("read-only/label", test_read_only, &tree_kinds[3]);
  TREE_ADD ("undo-again", test_undo_again, NULL);
  TREE_ADD ("set-id", test_set_id, NULL);
  TREE_ADD ("sidecar-link/copy", test_sidecar_link, &tree_kinds[0]);
  TREE_ADD ("sidecar-link/move", test_sidecar_link, &tree_kinds[1]);
  TREE_ADD ("sidecar-link/label", test_sidecar_link, &tree_kinds[3]);
  TREE_ADD ("folder-link", test_folder_link, NULL);
  status = g_test_run ();
  tree_remove (state);
  return status;
}
