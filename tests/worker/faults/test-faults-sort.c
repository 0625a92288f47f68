/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each call that changes a file fails in turn, while files are sorted and while that is undone: no
 * picture is lost, all that went wrong is said with a name, and in the end all is as it was. */
#include <string.h>
#include <unistd.h>

#include "tests/worker/take/tree-fixture.h"
#include "failing-calls.h"
#include "worker/take/koma-arrange-journal.h"
#include "worker/take/koma-sheet.h"
#include "tests/test-main.h"

/* One of them has a sidecar. */
#define N_PICTURES 2
#define MAX_CALLS  400

typedef struct
{
  const char     *name;
  KomaArrangeKind kind;
  gboolean        is_far; /* to another file system */
} Case;

static const Case cases[] = {
  { "copy", KOMA_ARRANGE_COPY, FALSE },
  { "move", KOMA_ARRANGE_MOVE, FALSE },
  { "far", KOMA_ARRANGE_MOVE, TRUE },
  { "link", KOMA_ARRANGE_LINK, FALSE },
  { "label", KOMA_ARRANGE_LABEL, FALSE },
};

static KomaArrangePlan *
plan_some (Tree       *tree,
           const Case *which,
           const char *far)
{
  g_autoptr (GPtrArray) rows = tree_rows (tree);
  KomaArrangeOptions options = { .kind = which->kind, .sure_from = KOMA_SURE_BY_MODEL };

  if (which->kind != KOMA_ARRANGE_LABEL)
    options.into = which->is_far ? far : tree->into;
  g_ptr_array_set_size (rows, N_PICTURES);
  return koma_arrange_plan_new (rows, &options, NULL);
}

static void
check_named (const char *problem)
{
  if (strchr (problem, '/') == NULL || strstr (problem, ": ") == NULL)
    g_error ("no file is named in: %s", problem);
}

/* Whatever failed. */
static void
check_told (const KomaArrangeReport *report, /* (nullable) */
            const GError            *error,  /* (nullable) */
            const char              *what)
{
  if (report == NULL) {
    check_named (error->message);
    return;
  }
  /* GLib makes a folder in two ways. */
  if (report->problems->len == 0 && strstr (what, "mkdir") == NULL)
    g_error ("nothing was said of “%s”", what);
  if (report->problems->len == 0)
    g_assert_cmpuint (report->n_done, ==, report->n_all);
  for (guint i = 0; i < report->problems->len; i++)
    check_named (report->problems->pdata[i]);
}

/* Each content of before is there still, in a file of a name that is no unfinished one. */
static void
check_not_lost (GHashTable *before,
                GHashTable *after,
                const char *what)
{
  GHashTableIter iter, other;
  gpointer       path, description, place, now;

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &path, &description)) {
    g_auto (GStrv) words = g_strsplit (description, " ", -1);
    gboolean is_there = *words[2] == '\0' || g_str_has_suffix (path, ".xmp");

    g_hash_table_iter_init (&other, after);
    while (!is_there && g_hash_table_iter_next (&other, &place, &now))
      is_there = strstr (now, words[2]) != NULL && !g_str_has_suffix (place, ".part");
    if (!is_there)
      g_error ("%s was lost by “%s”", (char *) path, what);
  }
}

static void
add_all (GHashTable *files,
         const char *folder)
{
  const Tree tree = { .folder = (char *) folder };
  g_autoptr (GHashTable) more = tree_list ((Tree *) &tree);
  GHashTableIter iter;
  gpointer       path, what;

  g_hash_table_iter_init (&iter, more);
  while (g_hash_table_iter_next (&iter, &path, &what))
    g_hash_table_insert (files, g_strdup (path), g_strdup (what));
}

/* FALSE: there are fewer calls than that. */
static gboolean
sort_with_fault (Tree       *tree,
                 const Case *which,
                 const char *far,
                 guint       at,
                 FailWay     way)
{
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autoptr (KomaArrangePlan) plan = plan_some (tree, which, far);
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) middle = NULL;
  g_autoptr (GHashTable) after = NULL;
  const char *what = NULL;

  failing_calls_begin (at, way);
  report = koma_arrange_run (plan, NULL, NULL, &error);
  what = failing_calls_end ();
  if (what != NULL)
    check_told (report, error, what);
  middle = tree_list (tree);
  add_all (middle, far);
  check_not_lost (before, middle, what);
  tree_undo_all (tree);
  after = tree_list (tree);
  tree_assert_equal (before, after);
  return what != NULL;
}

static gboolean
undo_with_fault (Tree       *tree,
                 const Case *which,
                 const char *far,
                 guint       at,
                 FailWay     way)
{
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autoptr (KomaArrangePlan) plan = plan_some (tree, which, far);
  g_autoptr (KomaArrangeReport) done G_GNUC_UNUSED = tree_run (plan, NULL);
  gboolean                           is_whole = FALSE;
  g_autofree char                   *path = koma_arrange_journal_find (&is_whole);
  g_autoptr (KomaArrangeReport) report = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) middle = NULL;
  g_autoptr (GHashTable) after = NULL;
  const char *what = NULL;

  failing_calls_begin (at, way);
  report = koma_arrange_undo (path, NULL, &error);
  what = failing_calls_end ();
  for (guint i = 0; report != NULL && i < report->problems->len; i++)
    check_named (report->problems->pdata[i]);
  middle = tree_list (tree);
  add_all (middle, far);
  check_not_lost (before, middle, what);
  tree_undo_all (tree);
  after = tree_list (tree);
  tree_assert_equal (before, after);
  return what != NULL;
}

static gboolean
is_second_disk (const Tree *tree)
{
  KomaFileId here, there;

  return koma_file_id_get (tree->folder, &here) && koma_file_id_get ("/dev/shm", &there) &&
         here.device != there.device;
}

static void
test_case (Tree         *tree,
           gconstpointer data)
{
  const Case      *which = data;
  const char      *disk = which->is_far ? "/dev/shm" : tree->folder;
  g_autofree char *far = g_strdup_printf ("%s/koma-faults-%d", disk, (int) getpid ());
  guint            n_faults = 0;

  if (which->is_far && !is_second_disk (tree)) {
    g_test_skip ("no second file system");
    return;
  }
  for (FailWay way = FAIL_ONCE; way < N_FAIL_WAYS; way++) {
    guint at = 1;

    while (at < MAX_CALLS && sort_with_fault (tree, which, far, at, way))
      at++;
    n_faults += at - 1;
    g_assert_cmpuint (at, >, 5);
    for (at = 1; at < MAX_CALLS && undo_with_fault (tree, which, far, at, way);)
      at++;
    n_faults += at - 1;
  }
  g_test_message ("%u faults", n_faults);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *state = g_dir_make_tmp ("koma-state-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/faults/sort/", cases[i].name, NULL);

    g_test_add (path, Tree, &cases[i], tree_set_up, test_case, tree_tear_down);
  }
  status = g_test_run ();
  tree_remove (state);
  return status;
}
