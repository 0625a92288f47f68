/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files put in order and back: nothing is lost, whatever happens in the middle. */
#include "worker/take/koma-arrange-journal.h"
#include "worker/take/koma-arrange-run.h"
#include "worker/take/koma-arrange-undo.h"
#include "worker/take/koma-safe-name.h"
#include "worker/take/koma-xmp.h"
#include "worker/take/koma-sheet.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "answer-fixture.h"
#include "tree-fixture.h"
#include "tests/test-main.h"

#define N_KILLS 40

/* ---- Names ---- */

static void
test_names (void)
{
  static const char *const names[][2] = {
    { "tiger cat", "tiger cat" },
    { "AC/DC: live?", "AC-DC- live-" },
    { "..", "7" },
    { "../../etc", "-..-etc" },
    { ".hidden", "hidden" },
    { "end. ", "end" },
    { "", "7" },
    { "con", "con_" },
    { "COM1.txt", "COM1.txt_" },
    { "香車", "香車" },
    { "a\nb\x7f", "a-b-" },
    { "a\xe2\x80\xae"
      "b",
      "a-b" },
    { "caf\x65\xcc\x81", "café" },
  };
  g_autofree char *thick = g_strnfill (500, 'x');
  g_autofree char *thin = koma_safe_name (thick, "7");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *name = koma_safe_name (names[i][0], "7");

    g_assert_cmpstr (name, ==, names[i][1]);
  }
  g_assert_cmpuint (strlen (thin), <=, 120);
}

/* ---- There and back ---- */

static const KomaArrangeKind kinds[] = { KOMA_ARRANGE_COPY, KOMA_ARRANGE_MOVE, KOMA_ARRANGE_LINK,
                                         KOMA_ARRANGE_LABEL };

/* What a plan has is there; what was there before is there too, or moved. */
static void
check_done (Tree            *tree,
            KomaArrangePlan *plan)
{
  for (guint i = 0; i < plan->steps->len; i++) {
    const KomaArrangeStep *step = plan->steps->pdata[i];

    g_assert_true (g_file_test (step->to, G_FILE_TEST_EXISTS));
    g_assert_true (g_file_test (step->from, G_FILE_TEST_EXISTS) ==
                   (plan->kind != KOMA_ARRANGE_MOVE));
  }
}

/* Who undoes it is told what it was, and of how many files. */
static void
check_told (const KomaArrangePlan *plan)
{
  gboolean         is_whole = FALSE;
  g_autofree char *path = koma_arrange_journal_find (&is_whole);
  KomaArrangeWork  work = { 0 };

  g_assert_true (koma_arrange_journal_check (path, &work, NULL));
  g_assert_cmpuint (work.kind, ==, plan->kind);
  g_assert_cmpuint (work.n_files, ==, plan->steps->len);
}

static void
test_and_back (Tree         *tree,
               gconstpointer data)
{
  const KomaArrangeKind kind = *(const KomaArrangeKind *) data;
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autoptr (KomaArrangePlan) plan = tree_plan (tree, kind, NULL);
  g_autoptr (GHashTable) planned = tree_list (tree);
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autoptr (GHashTable) after = NULL;

  /* A preview does nothing. */
  tree_assert_equal (before, planned);
  report = tree_run (plan, NULL);
  g_assert_cmpuint (report->problems->len, ==, 0);
  g_assert_cmpuint (report->n_done, ==, plan->steps->len);
  g_assert_false (report->is_stopped);
  check_done (tree, plan);
  check_told (plan);
  tree_undo (tree, 0);
  after = tree_list (tree);
  tree_assert_equal (before, after);
}

/* To a file system of its own. */
static void
test_far (Tree         *tree,
          gconstpointer data)
{
  g_autofree char *into = g_strdup_printf ("/dev/shm/koma-test-%d", (int) getpid ());
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autoptr (KomaArrangePlan) plan = NULL;
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autoptr (GHashTable) after = NULL;
  KomaFileId here, there;

  if (!koma_file_id_get (tree->folder, &here) || !koma_file_id_get ("/dev/shm", &there) ||
      here.device == there.device) {
    g_test_skip ("no second file system");
    return;
  }
  plan = tree_plan (tree, KOMA_ARRANGE_MOVE, into);
  report = tree_run (plan, NULL);
  g_assert_cmpuint (report->problems->len, ==, 0);
  check_done (tree, plan);
  tree_undo (tree, 0);
  g_assert_false (g_file_test (into, G_FILE_TEST_EXISTS));
  after = tree_list (tree);
  tree_assert_equal (before, after);
}

/* ---- What a plan leaves alone ---- */

static void
test_plan (Tree         *tree,
           gconstpointer data)
{
  g_autoptr (GPtrArray) rows = tree_rows (tree);
  KomaArrangeOptions options = {
    .kind = KOMA_ARRANGE_COPY, .into = tree->into, .sure_from = KOMA_SURE_BY_MODEL
  };
  g_autoptr (KomaArrangePlan) plan = NULL;
  g_autoptr (KomaArrangePlan) numbered = NULL;
  g_autofree char *cat = g_build_filename (tree->into, "cat", NULL);
  g_autofree char *taken = g_build_filename (cat, "000.jpg", NULL);

  g_assert_cmpint (g_mkdir_with_parents (cat, 0700), ==, 0);
  g_assert_true (g_file_set_contents (taken, "another's", -1, NULL));
  tree_add_odd_rows (tree, rows);
  plan = koma_arrange_plan_new (rows, &options, NULL);
  g_assert_cmpuint (plan->n_skipped[KOMA_SKIP_NOT_SURE], ==, 1);
  g_assert_cmpuint (plan->n_skipped[KOMA_SKIP_NO_ANSWER], ==, 1);
  g_assert_cmpuint (plan->n_skipped[KOMA_SKIP_NO_FILE], ==, 2);
  g_assert_cmpuint (plan->n_skipped[KOMA_SKIP_TWICE], ==, 1);
  g_assert_cmpuint (plan->n_skipped[KOMA_SKIP_VANISHED], ==, 1);
  g_assert_cmpuint (plan->n_skipped[KOMA_SKIP_TAKEN], ==, 1);
  options.is_numbered = TRUE;
  options.not_sure = "Not sure";
  numbered = koma_arrange_plan_new (rows, &options, NULL);
  g_assert_cmpuint (numbered->n_skipped[KOMA_SKIP_TAKEN], ==, 0);
  g_assert_cmpuint (numbered->n_skipped[KOMA_SKIP_NOT_SURE], ==, 0);
  g_assert_true (
    g_str_has_suffix (((KomaArrangeStep *) numbered->steps->pdata[0])->to, "cat/000 (2).jpg"));
  g_assert_cmpint (g_unlink (taken), ==, 0);
}

/* ---- The world goes on ---- */

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

/* ---- Killed ---- */

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
    g_autofree char *what = g_strdup_printf ("%u", i % (guint) G_N_ELEMENTS (kinds));
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

/* ---- Kinds ---- */

static void
set_kinds (const Tree *tree,
           KomaResult *result,
           const char *animals)
{
  g_autofree char *text = g_strdup_printf ("{\"kinds\": {\"a\": {\"en\": \"Animals\"}}, "
                                           "\"classes\": [{\"kinds\": [\"a\"], \"lines\": [%s]}]}",
                                           animals);
  g_autofree char *path = g_build_filename (tree->folder, "kinds.json", NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  koma_labels_take_kinds (
    result->labels, koma_kinds_read (tree->folder, 3, koma_localized_get_languages (), FALSE), 0);
  g_assert_cmpint (g_unlink (path), ==, 0);
}

/* What is sure of the kind need not be sure of a class. */
static void
test_by_kind (Tree         *tree,
              gconstpointer data)
{
  g_autoptr (GPtrArray) rows = tree_rows (tree);
  KomaArrangeOptions options = { .kind = KOMA_ARRANGE_COPY,
                                 .into = tree->into,
                                 .is_by_kind = TRUE };
  KomaExportRow     *row = rows->pdata[0];
  float              score = 0.0f;
  const double       sure_from[] = { 0.7, 0.5 };

  g_ptr_array_set_size (rows, 1);
  koma_result_unref (row->result);
  row->result = make_answer ("chair,cat,dog", 0.4);
  set_kinds (tree, row->result, "[2, 3]");
  g_assert_null (koma_result_get_kind (row->result, &score));
  koma_result_unref (row->result);
  row->result = make_answer ("cat,dog,chair", 0.4);
  set_kinds (tree, row->result, "1, 2");
  g_assert_cmpstr (koma_result_get_kind (row->result, &score), ==, "Animals");
  g_assert_cmpfloat_with_epsilon (score, 0.6, 1e-6);
  for (guint i = 0; i < G_N_ELEMENTS (sure_from); i++) {
    g_autoptr (KomaArrangePlan) plan = NULL;

    options.sure_from = sure_from[i];
    plan = koma_arrange_plan_new (rows, &options, NULL);
    g_assert_cmpuint (plan->n_skipped[KOMA_SKIP_NOT_SURE], ==, i == 0);
    if (i > 0)
      g_assert_cmpstr (((KomaArrangeFolder *) plan->folders->pdata[0])->name, ==, "Animals");
  }
}

static const char *
get_first_folder (const KomaArrangePlan *plan)
{
  return ((KomaArrangeFolder *) plan->folders->pdata[0])->name;
}

/* A person's word names the folder, and is sure; by kind, the kind of the class that it says. */
static void
test_corrected (Tree         *tree,
                gconstpointer data)
{
  g_autoptr (GPtrArray) rows = tree_rows (tree);
  KomaArrangeOptions options = { .kind = KOMA_ARRANGE_COPY, .into = tree->into, .sure_from = 0.9 };
  KomaExportRow     *row = rows->pdata[0];
  const char *const  said[][2] = { { "dog", "Animals" }, { "my/neighbour", "my-neighbour" } };

  g_ptr_array_set_size (rows, 1);
  koma_result_unref (row->result);
  row->result = make_answer ("chair,cat,dog", 0.4);
  set_kinds (tree, row->result, "[2, 3]");
  for (guint i = 0; i < G_N_ELEMENTS (said); i++) {
    g_autoptr (KomaArrangePlan) plan = NULL;
    g_autoptr (KomaArrangePlan) by_kind = NULL;

    g_clear_pointer (&row->correction, koma_correction_unref);
    row->correction = koma_correction_new (said[i][0], "Ada", 0);
    options.is_by_kind = FALSE;
    plan = koma_arrange_plan_new (rows, &options, NULL);
    options.is_by_kind = TRUE;
    by_kind = koma_arrange_plan_new (rows, &options, NULL);
    g_assert_cmpuint (plan->steps->len, ==, 1);
    g_assert_cmpstr (get_first_folder (plan), ==, i == 0 ? "dog" : said[i][1]);
    g_assert_cmpstr (get_first_folder (by_kind), ==, said[i][1]);
  }
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

#define ADD(name, function, data) \
  g_test_add ("/arrange/" name, Tree, data, tree_set_up, function, tree_tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *state = NULL;
  int              status = 0;

  program = argv[0];
  signal (SIGXFSZ, SIG_IGN);
  if (argc == 4 && g_str_equal (argv[1], "--child"))
    run_child (argv[2], argv[3]);
  state = g_dir_make_tmp ("koma-state-XXXXXX", NULL);
  g_assert_cmpint (g_chmod (state, 0777), ==, 0);
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arrange/names", test_names);
  ADD ("copy", test_and_back, &kinds[0]);
  ADD ("move", test_and_back, &kinds[1]);
  ADD ("link", test_and_back, &kinds[2]);
  ADD ("label", test_and_back, &kinds[3]);
  ADD ("far", test_far, NULL);
  ADD ("plan", test_plan, NULL);
  ADD ("by-kind", test_by_kind, NULL);
  ADD ("corrected", test_corrected, NULL);
  ADD ("meanwhile", test_meanwhile, NULL);
  ADD ("changed-since/copy", test_changed_since, &kinds[0]);
  ADD ("changed-since/move", test_changed_since, &kinds[1]);
  ADD ("changed-since/link", test_changed_since, &kinds[2]);
  ADD ("changed-since/label", test_changed_since, &kinds[3]);
  ADD ("place-taken", test_place_taken, NULL);
  ADD ("cancelled", test_cancelled, NULL);
  ADD ("full", test_full, NULL);
  ADD ("read-only/copy", test_read_only, &kinds[0]);
  ADD ("read-only/move", test_read_only, &kinds[1]);
  ADD ("read-only/label", test_read_only, &kinds[3]);
  ADD ("undo-again", test_undo_again, NULL);
  ADD ("killed", test_killed, NULL);
  ADD ("damaged", test_damaged, NULL);
  ADD ("set-id", test_set_id, NULL);
  ADD ("sidecar-link/copy", test_sidecar_link, &kinds[0]);
  ADD ("sidecar-link/move", test_sidecar_link, &kinds[1]);
  ADD ("sidecar-link/label", test_sidecar_link, &kinds[3]);
  ADD ("folder-link", test_folder_link, NULL);
  status = g_test_run ();
  tree_remove (state);
  return status;
}
