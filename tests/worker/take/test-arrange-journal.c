/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Journals that something happened to: what they still say is undone, the rest is counted, and
 * nothing goes that was not undone. */
#include "worker/take/koma-arrange-journal.h"

#include <string.h>

#include <glib/gstdio.h>

#include "tree-fixture.h"
#include "worker/take/koma-sheet.h"
#include "tests/test-main.h"

#define N_ROWS 3

/* ---- Lines ---- */

static char *
make_text (void)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *first = koma_arrange_lines_dup_first ();
  g_autoptr (GBytes) before = g_bytes_new_static ("old", 3);
  const KomaArrangeRecord records[] = {
    { .kind = KOMA_RECORD_FOLDER, .to = "/a" },
    { .kind = KOMA_RECORD_COPY, .from = "/x", .to = "/a/x", .part = "/a/.p" },
    { .kind = KOMA_RECORD_PLACE, .to = "/a/x", .part = "/a/.p", .sha256 = "00" },
    { .kind = KOMA_RECORD_MOVE, .from = "/y\xff", .to = "/a/y" },
    { .kind = KOMA_RECORD_LABEL, .to = "/x.xmp", .part = "/.q", .sha256 = "1", .before = before },
    { .kind = KOMA_RECORD_LINK, .from = "/z", .to = "/a/z" },
    { .kind = KOMA_RECORD_END },
  };

  g_string_append (text, first);
  for (guint i = 0; i < G_N_ELEMENTS (records); i++) {
    KomaArrangeRecord record = records[i];
    g_autofree char  *object = NULL;
    g_autofree char  *line = NULL;

    record.number = i + 1;
    object = koma_arrange_record_to_json (&record);
    line = koma_arrange_lines_seal (object);
    g_string_append (text, line);
  }
  return g_string_free (text, FALSE);
}

/* It is told, and no record says anything that was not written. */
static void
check_told (const char *text,
            gsize       length,
            const char *whole)
{
  g_auto (KomaArrangeLines) lines = { 0 };
  g_autoptr (GError) error = NULL;

  if (!koma_arrange_lines_parse (text, length, "journal", &lines, &error)) {
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
    return;
  }
  g_assert_false (koma_arrange_lines_are_whole (&lines) && koma_arrange_lines_have_end (&lines));
  g_assert_true (koma_arrange_lines_say_something (&lines));
  for (guint i = 0; i < lines.records->len; i++) {
    g_autofree char *object = koma_arrange_record_to_json (lines.records->pdata[i]);
    g_autofree char *line = koma_arrange_lines_seal (object);

    g_assert_nonnull (strstr (whole, line));
  }
}

static void
test_bytes (void)
{
  static const char masks[] = { 1, 2, 0x10, 0x20, (char) 0x80 };
  g_autofree char  *whole = make_text ();
  const gsize       length = strlen (whole);

  for (gsize i = 0; i < length; i++) {
    g_autofree char *text = g_strdup (whole);

    for (guint m = 0; m < G_N_ELEMENTS (masks); m++) {
      text[i] = (char) (whole[i] ^ masks[m]);
      check_told (text, length, whole);
    }
    text[i] = whole[i] == '\n' ? ' ' : '\n';
    check_told (text, length, whole);
    text[i] = '\0';
    check_told (text, length, whole);
  }
}

static void
test_cut_off (void)
{
  g_autofree char *whole = make_text ();
  const gsize      first = (gsize) (strchr (whole, '\n') + 1 - whole);

  /* A journal of nothing but its first line says that nothing was done. The last line's end is
   * not missed. */
  for (gsize length = 0; length < strlen (whole) - 1; length++)
    if (length != first && length != first - 1)
      check_told (whole, length, whole);
}

static void
test_lines_missing (void)
{
  g_autofree char *whole = make_text ();
  g_auto (GStrv) split = g_strsplit (whole, "\n", -1);

  for (guint missing = 1; split[missing + 2] != NULL; missing++) {
    g_autoptr (GString) text = g_string_new (NULL);
    g_auto (KomaArrangeLines) lines = { 0 };

    for (guint i = 0; split[i + 1] != NULL; i++)
      if (i != missing)
        g_string_append_printf (text, "%s\n", split[i]);
    g_assert_true (koma_arrange_lines_parse (text->str, text->len, "journal", &lines, NULL));
    g_assert_cmpuint (lines.n_damaged, ==, 1);
    g_assert_true (koma_arrange_lines_have_end (&lines));
  }
}

static void
test_first_ones (void)
{
  static const char text[] =
    "{\"do\":\"folder\",\"to\":\"file:///a\",\"device\":1,\"inode\":2,\"size\":3,\"changed\":4}\n"
    "{\"do\":\"move\",\"from\":\"file:///x\",\"to\":\"file:///a/x\"}\n"
    "{\"do\":\"mo\n"
    "{\"do\":\"shrink\",\"to\":\"file:///a/x\"}\n"
    "{\"do\":\"end\"}\n";
  g_auto (KomaArrangeLines) lines = { 0 };

  g_assert_true (koma_arrange_lines_parse (text, sizeof text - 1, "journal", &lines, NULL));
  g_assert_cmpuint (lines.records->len, ==, 3);
  g_assert_cmpuint (lines.n_damaged, ==, 1);
  g_assert_cmpuint (lines.n_unknown, ==, 1);
  g_assert_true (koma_arrange_lines_have_end (&lines));
}

/* JSON-GLib would parse it by recursion. */
static void
test_deep (void)
{
  g_autoptr (GString) text = g_string_new ("{\"do\":");
  g_auto (KomaArrangeLines) lines = { 0 };

  for (guint i = 0; i < 150000; i++)
    g_string_append_c (text, '[');
  for (guint i = 0; i < 150000; i++)
    g_string_append_c (text, ']');
  g_string_append (text, "}\n{\"do\":\"end\"}\n");
  g_assert_true (koma_arrange_lines_parse (text->str, text->len, "journal", &lines, NULL));
  g_assert_cmpuint (lines.n_damaged, ==, 1);
  g_assert_cmpuint (lines.records->len, ==, 1);
}

/* ---- Files ---- */

static KomaArrangePlan *
plan_some (Tree           *tree,
           KomaArrangeKind kind,
           guint           n_rows)
{
  g_autoptr (GPtrArray) rows = tree_rows (tree);
  KomaArrangeOptions options = { .kind = kind, .sure_from = KOMA_SURE_BY_MODEL };

  options.into = kind != KOMA_ARRANGE_LABEL ? tree->into : NULL;
  g_ptr_array_set_size (rows, (gint) n_rows);
  return koma_arrange_plan_new (rows, &options, NULL);
}

/* (transfer full) its path */
static char *
run_some (Tree           *tree,
          KomaArrangeKind kind,
          guint           n_rows)
{
  g_autoptr (KomaArrangePlan) plan = plan_some (tree, kind, n_rows);
  g_autoptr (KomaArrangeReport) report = tree_run (plan, NULL);
  gboolean is_whole = FALSE;

  g_assert_cmpuint (report->problems->len, ==, 0);
  return koma_arrange_journal_find (&is_whole);
}

static char *
read_text (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* Undone as far as it goes, kept and told; whoever mends it can undo the rest. */
static void
check_undone_by_halves (const char *path,
                        const char *text,
                        const char *whole)
{
  g_autofree char *aside = g_strconcat (path, ".damaged", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *kept = NULL;
  g_autoptr (KomaArrangeReport) report = NULL;
  KomaArrangeWork work;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_false (koma_arrange_journal_check (path, &work, NULL));
  report = koma_arrange_undo (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->problems->len, ==, 1);
  g_assert_nonnull (strstr (report->problems->pdata[0], aside));
  kept = read_text (aside);
  g_assert_cmpstr (kept, ==, text);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (aside), ==, 0);
  g_assert_true (g_file_set_contents (path, whole, -1, NULL));
}

static const KomaArrangeKind kinds[] = { KOMA_ARRANGE_COPY, KOMA_ARRANGE_MOVE, KOMA_ARRANGE_LINK,
                                         KOMA_ARRANGE_LABEL };

static void
test_each_line (Tree         *tree,
                gconstpointer data)
{
  const KomaArrangeKind kind = *(const KomaArrangeKind *) data;
  g_autoptr (GHashTable) before = tree_list (tree);
  guint n_lines = 1;

  for (guint line = 0; line < n_lines; line++) {
    g_autofree char *path = run_some (tree, kind, N_ROWS);
    g_autofree char *whole = read_text (path);
    g_auto (GStrv) split = g_strsplit (whole, "\n", -1);
    g_autofree char *text = NULL;
    g_autoptr (GHashTable) after = NULL;

    n_lines = g_strv_length (split) - 1;
    split[line][strlen (split[line]) / 2] ^= 1;
    text = g_strjoinv ("\n", split);
    check_undone_by_halves (path, text, whole);
    tree_undo (tree, 0);
    after = tree_list (tree);
    tree_assert_equal (before, after);
  }
  g_assert_cmpuint (n_lines, >, N_ROWS + 1);
}

static void
test_emptied (Tree         *tree,
              gconstpointer data)
{
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autofree char *path = run_some (tree, KOMA_ARRANGE_MOVE, N_ROWS);
  g_autofree char *whole = read_text (path);
  g_autoptr (GHashTable) after = NULL;

  check_undone_by_halves (path, "", whole);
  check_undone_by_halves (path, "\n\n", whole);
  tree_undo (tree, 0);
  after = tree_list (tree);
  tree_assert_equal (before, after);
}

static void
test_other_version (Tree         *tree,
                    gconstpointer data)
{
  g_autofree char *path = run_some (tree, KOMA_ARRANGE_MOVE, N_ROWS);
  g_autofree char *whole = read_text (path);
  g_autofree char *later = g_strconcat ("{\"koma-sorted\":7,\"by\":\"9.9\"}\n", whole, NULL);
  g_autofree char *found = NULL;
  g_autofree char *kept = NULL;
  g_autoptr (GError) error = NULL;
  gboolean        is_whole = FALSE;
  KomaArrangeWork work;

  g_assert_true (g_file_set_contents (path, later, -1, NULL));
  found = koma_arrange_journal_find (&is_whole);
  g_assert_cmpstr (found, ==, path);
  g_assert_false (koma_arrange_journal_check (path, &work, NULL));
  g_assert_null (koma_arrange_undo (path, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_assert_nonnull (strstr (error->message, path));
  kept = read_text (path);
  g_assert_cmpstr (kept, ==, later);
  g_assert_true (g_file_set_contents (path, whole, -1, NULL));
}

/* However many there are, and whatever the clock said of the first ones. */
static void
test_order (Tree         *tree,
            gconstpointer data)
{
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autofree char *first = run_some (tree, KOMA_ARRANGE_MOVE, 1);
  g_autofree char *folder = g_path_get_dirname (first);
  /* Of the year 2100. */
  g_autofree char *old = g_build_filename (folder, "00004102444800000000-0badcafe.jsonl", NULL);
  g_autofree char *newest = NULL;
  g_autoptr (GHashTable) after = NULL;

  g_assert_cmpint (g_rename (first, old), ==, 0);
  for (guint i = 2; i <= 25; i++) {
    g_free (newest);
    newest = run_some (tree, KOMA_ARRANGE_MOVE, i);
    g_assert_true (g_str_has_suffix (newest, ".jsonl"));
    g_assert_cmpstr (newest, >, old);
  }
  g_assert_true (g_file_test (old, G_FILE_TEST_EXISTS));
  tree_undo_all (tree);
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));
  after = tree_list (tree);
  tree_assert_equal (before, after);
}

#define ADD(name, function, data) \
  g_test_add ("/arrange-journal/" name, Tree, data, tree_set_up, function, tree_tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *state = g_dir_make_tmp ("koma-state-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/arrange-journal/bytes", test_bytes);
  g_test_add_func ("/arrange-journal/cut-off", test_cut_off);
  g_test_add_func ("/arrange-journal/lines-missing", test_lines_missing);
  g_test_add_func ("/arrange-journal/first-ones", test_first_ones);
  g_test_add_func ("/arrange-journal/deep", test_deep);
  ADD ("each-line/copy", test_each_line, &kinds[0]);
  ADD ("each-line/move", test_each_line, &kinds[1]);
  ADD ("each-line/link", test_each_line, &kinds[2]);
  ADD ("each-line/label", test_each_line, &kinds[3]);
  ADD ("emptied", test_emptied, NULL);
  ADD ("other-version", test_other_version, NULL);
  ADD ("order", test_order, NULL);
  status = g_test_run ();
  tree_remove (state);
  return status;
}
