/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tree-fixture.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "answer-fixture.h"
#include "worker/take/koma-arrange-journal.h"
#include "worker/take/koma-file-place.h"
#include "worker/take/koma-sheet.h"

#define N_PICTURES 40

const KomaArrangeKind tree_kinds[] = { KOMA_ARRANGE_COPY, KOMA_ARRANGE_MOVE, KOMA_ARRANGE_LINK,
                                       KOMA_ARRANGE_LABEL };

static const char of_others[] =
  "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
  "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description rdf:about=\"\" "
  "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"4\"/></rdf:RDF></x:xmpmeta>\n\n";

/* Whoever runs the test may write there. */
char *
tree_make_state (void)
{
  char *state = g_dir_make_tmp ("koma-state-XXXXXX", NULL);

  g_assert_cmpint (g_chmod (state, 0777), ==, 0);
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  return state;
}

static void
fill (Tree       *tree,
      const char *folder)
{
  tree->folder = g_strdup (folder);
  tree->pictures = g_build_filename (folder, "pictures", NULL);
  tree->into = g_build_filename (folder, "sorted", "by class", NULL);
}

/* With a time of long ago, to the nanosecond, and a mode that few files have. */
static void
write_file (const char *path,
            const char *text,
            gsize       length,
            guint       number)
{
  const struct timespec times[] = { { 1000000000, 1 }, { 1000000000 + number, 123456789 } };

  g_assert_true (g_file_set_contents (path, text, (gssize) length, NULL));
  g_assert_cmpint (g_chmod (path, number % 2 == 0 ? 0644 : 0604), ==, 0);
  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

void
tree_set_up (Tree         *tree,
             gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("koma-tree-XXXXXX", NULL);

  tree_set_up_in (tree, folder);
}

void
tree_set_up_in (Tree       *tree,
                const char *folder)
{
  fill (tree, folder);
  g_assert_cmpint (g_mkdir (tree->pictures, 0755), ==, 0);
  for (guint i = 0; i < N_PICTURES; i++) {
    g_autofree char *path = g_strdup_printf ("%s/%03u.jpg", tree->pictures, i);
    g_autofree char *sidecar = g_strconcat (path, ".xmp", NULL);
    g_autofree char *content = g_strnfill (100 * i, (char) ('a' + i % 26));

    write_file (path, content, 100 * i, i);
    if (i % 4 == 1)
      write_file (sidecar, of_others, sizeof of_others - 1, i);
  }
  tree_set_writable (tree, TRUE);
}

void
tree_tear_down (Tree         *tree,
                gconstpointer data)
{
  tree_undo_all (tree);
  tree_remove (tree->folder);
  g_free (tree->folder);
  g_free (tree->pictures);
  g_free (tree->into);
}

Tree *
tree_open (const char *folder)
{
  Tree *tree = g_new0 (Tree, 1);

  fill (tree, folder);
  return tree;
}

void
tree_free (Tree *tree)
{
  g_free (tree->folder);
  g_free (tree->pictures);
  g_free (tree->into);
  g_free (tree);
}

void
tree_remove (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    g_autofree char *path = g_build_filename (folder, name, NULL);

    if (g_file_test (path, G_FILE_TEST_IS_DIR) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
      tree_remove (path);
    else
      g_assert_cmpint (g_unlink (path), ==, 0);
  }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static KomaExportRow *
make_row (Tree       *tree,
          const char *name,
          const char *labels,
          double      score)
{
  g_autofree char *path = g_build_filename (tree->pictures, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  KomaExportRow *row = koma_export_row_new_for_file (file, path);

  row->result = labels != NULL ? make_answer (labels, score) : NULL;
  return row;
}

static KomaExportRow *
make_cell (Tree *tree)
{
  g_autofree char *path = g_build_filename (tree->pictures, "001.jpg", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaGridPicture) grid =
    koma_grid_picture_new (&(KomaGridValues){ .file = file, .n_rows = 2, .n_columns = 2 });
  KomaExportRow *row = koma_export_row_new_for_cell (grid, 0, path);

  row->result = make_answer ("cat", 0.9);
  return row;
}

GPtrArray *
tree_rows (Tree *tree)
{
  static const char *const labels[] = { "cat,dog", "dog,cat", "horse/zebra,cat" };
  GPtrArray               *rows = NULL;

  rows = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_export_row_free);
  for (guint i = 0; i < N_PICTURES; i++) {
    g_autofree char *name = g_strdup_printf ("%03u.jpg", i);

    g_ptr_array_add (rows, make_row (tree, name, labels[i % G_N_ELEMENTS (labels)], 0.9));
  }
  return rows;
}

/* Not sure; no answer; a cell; pasted; twice; not there. */
void
tree_add_odd_rows (Tree      *tree,
                   GPtrArray *rows)
{
  g_autofree char *unsure = g_build_filename (tree->pictures, "unsure.jpg", NULL);
  KomaExportRow   *pasted = koma_export_row_new_for_bytes (NULL, "pasted");

  write_file (unsure, "?", 1, 0);
  pasted->result = make_answer ("cat", 0.9);
  g_ptr_array_add (rows, make_row (tree, "unsure.jpg", "cat,dog", 0.2));
  g_ptr_array_add (rows, make_row (tree, "001.jpg", NULL, 0));
  g_ptr_array_add (rows, make_cell (tree));
  g_ptr_array_add (rows, pasted);
  g_ptr_array_add (rows, make_row (tree, "001.jpg", "cat", 0.9));
  g_ptr_array_add (rows, make_row (tree, "nowhere.jpg", "cat", 0.9));
}

static void
list_folder (GHashTable *files,
             const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL) {
    char            *path = g_build_filename (folder, name, NULL);
    struct stat      info = { 0 };
    g_autofree char *target = g_file_read_link (path, NULL);
    g_autofree char *hash = NULL;

    g_assert_cmpint (lstat (path, &info), ==, 0);
    hash = S_ISREG (info.st_mode) ? koma_file_hash (path, NULL, NULL, NULL) : NULL;
    g_hash_table_insert (
      files, path,
      g_strdup_printf ("%o %" G_GINT64_FORMAT " %s %s", info.st_mode,
                       S_ISDIR (info.st_mode) ? 0 : koma_file_id_from_stat (&info).mtime_ns,
                       hash != NULL ? hash : "", target != NULL ? target : ""));
    if (S_ISDIR (info.st_mode))
      list_folder (files, path);
  }
}

GHashTable *
tree_list (Tree *tree)
{
  GHashTable *files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  list_folder (files, tree->folder);
  return files;
}

void
tree_assert_equal (GHashTable *before,
                   GHashTable *after)
{
  GHashTableIter iter;
  gpointer       path, what;

  g_hash_table_iter_init (&iter, after);
  while (g_hash_table_iter_next (&iter, &path, &what))
    if (!g_hash_table_contains (before, path))
      g_error ("%s is new", (char *) path);
  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &path, &what))
    if (g_strcmp0 (what, g_hash_table_lookup (after, path)) != 0)
      g_error ("%s was %s, is %s", (char *) path, (char *) what,
               (char *) g_hash_table_lookup (after, path));
}

gboolean
tree_has_part (GHashTable *files)
{
  g_autoptr (GList) paths = g_hash_table_get_keys (files);

  for (GList *p = paths; p != NULL; p = p->next)
    if (g_str_has_suffix (p->data, ".part"))
      return TRUE;
  return FALSE;
}

/* For others than root too, which all may read. */
void
tree_set_writable (Tree    *tree,
                   gboolean is_writable)
{
  g_assert_cmpint (g_chmod (tree->folder, is_writable ? 0777 : 0555), ==, 0);
  g_assert_cmpint (g_chmod (tree->pictures, is_writable ? 0777 : 0555), ==, 0);
}

KomaArrangePlan *
tree_plan (Tree           *tree,
           KomaArrangeKind kind,
           const char     *into)
{
  g_autoptr (GPtrArray) rows = tree_rows (tree);
  KomaArrangeOptions options = { .kind = kind, .sure_from = KOMA_SURE_BY_MODEL };

  if (kind != KOMA_ARRANGE_LABEL)
    options.into = into != NULL ? into : tree->into;
  return koma_arrange_plan_new (rows, &options, NULL);
}

KomaArrangeReport *
tree_run (KomaArrangePlan *plan,
          GCancellable    *cancellable)
{
  g_autoptr (GError) error = NULL;
  KomaArrangeReport *report = koma_arrange_run (plan, NULL, cancellable, &error);

  g_assert_no_error (error);
  return report;
}

static gboolean
undo_newest (guint n_problems)
{
  gboolean         is_whole = FALSE;
  g_autofree char *path = koma_arrange_journal_find (&is_whole);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaArrangeReport) report = NULL;

  if (path == NULL)
    return FALSE;
  report = koma_arrange_undo (path, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < report->problems->len; i++)
    g_test_message ("%s", (char *) report->problems->pdata[i]);
  g_assert_cmpuint (report->problems->len, ==, n_problems);
  return TRUE;
}

void
tree_undo (Tree *tree,
           guint n_problems)
{
  g_assert_true (undo_newest (n_problems));
}

void
tree_undo_all (Tree *tree)
{
  while (undo_newest (0))
    ;
}
