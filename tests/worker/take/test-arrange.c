/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files put in order and back: what is planned, and what is there afterwards. */
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "answer-fixture.h"
#include "tests/test-main.h"
#include "tree-fixture.h"
#include "worker/take/koma-arrange-journal.h"
#include "worker/take/koma-safe-name.h"
#include "worker/take/koma-sheet.h"

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

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *state = NULL;
  int              status = 0;

  state = tree_make_state ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arrange/names", test_names);
  TREE_ADD ("copy", test_and_back, &tree_kinds[0]);
  TREE_ADD ("move", test_and_back, &tree_kinds[1]);
  TREE_ADD ("link", test_and_back, &tree_kinds[2]);
  TREE_ADD ("label", test_and_back, &tree_kinds[3]);
  TREE_ADD ("far", test_far, NULL);
  TREE_ADD ("plan", test_plan, NULL);
  TREE_ADD ("by-kind", test_by_kind, NULL);
  TREE_ADD ("corrected", test_corrected, NULL);
  status = g_test_run ();
  tree_remove (state);
  return status;
}
