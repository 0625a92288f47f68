/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A disk that is full, or can not be written: nothing is lost. KOMA_SMALL_DISK is one of 1 MiB,
 * with the journals on it, too. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "answer-fixture.h"
#include "tests/list-files.h"
#include "tests/worker/collection/collection-fixture.h"
#include "tree-fixture.h"
#include "worker/collection/koma-collection-writer.h"
#include "worker/take/koma-export.h"
#include "tests/test-main.h"

#define N_ROOMS        9
#define MAX_FILE_BYTES 200000

static const char *disk;

/* Leaves 0, 4, 8, … pages. The caller frees it. */
static char *
fill_disk (guint n_pages)
{
  char              *path = g_build_filename (disk, "filler", NULL);
  const int          file = g_open (path, O_WRONLY | O_CREAT | O_EXCL, 0600);
  struct statvfs     room;
  g_autofree guint8 *page = NULL;

  g_assert_cmpint (file, >=, 0);
  g_assert_cmpint (fstatvfs (file, &room), ==, 0);
  page = g_malloc0 (room.f_bsize);
  for (fsblkcnt_t i = n_pages; i < room.f_bavail; i++)
    g_assert_cmpint (write (file, page, room.f_bsize), ==, (gssize) room.f_bsize);
  close (file);
  return path;
}

static void
empty_disk (char *filler) /* (transfer full) */
{
  g_assert_cmpint (g_unlink (filler), ==, 0);
  g_free (filler);
}

/* Where there is no room for a journal, nothing is done. Returns how many problems there were. */
static guint
try_run (KomaArrangePlan *plan)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaArrangeReport) report = koma_arrange_run (plan, NULL, NULL, &error);

  if (report == NULL) {
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
    return 1;
  }
  for (guint i = 0; i < report->problems->len; i++)
    g_assert_nonnull (strstr (report->problems->pdata[i], "the disk is full"));
  return report->problems->len;
}

/* Each file that there was is there still: moved, perhaps. */
static void
assert_kept (GHashTable *before,
             GHashTable *after)
{
  GHashTableIter iter;
  gpointer       path = NULL, what = NULL;

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &path, &what))
    if (g_strcmp0 (g_hash_table_lookup (after, path), what) != 0)
      g_error ("%s was %s, is %s", (char *) path, (char *) what,
               (char *) g_hash_table_lookup (after, path));
}

static void
check (Tree           *tree,
       KomaArrangeKind kind,
       const char     *into)
{
  guint n_failed = 0;

  for (guint i = 0; i < N_ROOMS; i++) {
    g_autoptr (GHashTable) before = tree_list (tree);
    g_autoptr (KomaArrangePlan) plan = tree_plan (tree, kind, into);
    char *filler = fill_disk (4 * i);
    g_autoptr (GHashTable) between = NULL;
    g_autoptr (GHashTable) after = NULL;

    n_failed += try_run (plan) > 0;
    between = tree_list (tree);
    if (kind == KOMA_ARRANGE_COPY)
      assert_kept (before, between);
    empty_disk (filler);
    tree_undo_all (tree);
    after = tree_list (tree);
    tree_assert_equal (before, after);
  }
  g_assert_cmpuint (n_failed, >, 0);
}

static void
test_full (Tree         *tree,
           gconstpointer data)
{
  check (tree, (KomaArrangeKind) GPOINTER_TO_UINT (data), NULL);
}

/* Pictures of another disk are moved to this one. */
static void
test_full_far (void)
{
  g_autofree char *folder = g_strdup_printf ("/dev/shm/koma-far-%d", (int) getpid ());
  g_autofree char *into = g_build_filename (disk, "sorted", NULL);
  Tree             tree;

  if (g_mkdir (folder, 0700) != 0) {
    g_test_skip ("no second file system");
    return;
  }
  tree_set_up_in (&tree, folder);
  check (&tree, KOMA_ARRANGE_MOVE, into);
  tree_tear_down (&tree, NULL);
}

static void
set_read_only (gboolean is_read_only)
{
  const unsigned long flags = is_read_only ? MS_REMOUNT | MS_RDONLY : MS_REMOUNT;

  g_assert_cmpint (mount (NULL, disk, NULL, flags, "size=1m"), ==, 0);
}

/* Without a journal nothing is begun. */
static void
test_read_only (Tree         *tree,
                gconstpointer data)
{
  g_autoptr (GHashTable) before = tree_list (tree);
  g_autoptr (KomaArrangePlan) plan =
    tree_plan (tree, (KomaArrangeKind) GPOINTER_TO_UINT (data), NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) after = NULL;

  set_read_only (TRUE);
  g_assert_null (koma_arrange_run (plan, NULL, NULL, &error));
  set_read_only (FALSE);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY);
  after = tree_list (tree);
  tree_assert_equal (before, after);
}

/* ---- Answers as a file ---- */

static void
keep_result_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
export_rows (GFile   *file,
             GError **error)
{
  const KomaSheetOptions options = {
    .kind = KOMA_SHEET_CSV, .top_k = 2, .sure_from = KOMA_SURE_BY_MODEL
  };
  g_autoptr (GPtrArray) rows =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_export_row_free);
  g_autoptr (KomaExportQueue) queue = NULL;
  g_autoptr (GAsyncResult) result = NULL;

  for (guint i = 0; i < 20000; i++) {
    KomaExportRow *row = koma_export_row_new_for_bytes (NULL, "pasted");

    row->result = make_answer ("cat,dog", 0.75);
    g_ptr_array_add (rows, row);
  }
  queue = koma_export_queue_new (rows->len);
  koma_export_queue_push (queue, rows);
  koma_export_async (queue, &options, file, NULL, NULL, keep_result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return koma_export_finish (result, error);
}

/* The file that was there stays whole, and nothing is left beside it. */
static void
test_export (void)
{
  g_autofree char *folder = g_build_filename (disk, "answers", NULL);
  g_autofree char *path = g_build_filename (folder, "all.csv", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "before", -1, NULL));
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *text = NULL;
    char            *filler = i == 0 ? fill_disk (20) : NULL;

    if (i == 1)
      set_read_only (TRUE);
    g_assert_false (export_rows (file, &error));
    g_assert_error (error, G_IO_ERROR, (i == 0 ? G_IO_ERROR_NO_SPACE : G_IO_ERROR_READ_ONLY));
    if (i == 1)
      set_read_only (FALSE);
    else
      empty_disk (filler);
    g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
    g_assert_cmpstr (text, ==, "before");
  }
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

#define ADD(name, function, kind)                                                       \
  g_test_add ("/disk-full/" name, Tree, GUINT_TO_POINTER (kind), tree_set_up, function, \
              tree_tear_down)

/* Adds pictures that there are not until the disk is full. Returns how many are in the file. */
static guint
fill_collection (Collection *fixture)
{
  KomaCollectionEntry entry = { .result = fixture->answer };
  g_autoptr (GError) error = NULL;

  for (guint n = 0;; n++) {
    g_autofree char *path = g_strdup_printf ("/nowhere/%u.png", n);

    entry.path = path;
    if (!koma_collection_add (fixture->collection, &entry, 3, &error) ||
        !koma_collection_commit (fixture->collection, &error)) {
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
      g_assert_nonnull (strstr (error->message, "the disk is full"));
      return n;
    }
  }
}

/* Of a full disk is told, what was there before is whole, and with room it goes on. */
static void
test_collection (Collection   *fixture,
                 gconstpointer data)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  char            *filler = NULL;
  guint            n = 0;

  collection_open (fixture);
  filler = fill_disk (8);
  n = fill_collection (fixture);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, n);
  empty_disk (filler);
  collection_add_answer (fixture, path, 3);
  collection_close (fixture);
  collection_open (fixture);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, n + 1);
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM pragma_integrity_check"
                                              " WHERE integrity_check = 'ok';"),
                   ==, 1);
}

static void
set_flag (gpointer flag)
{
  *(gboolean *) flag = TRUE;
}

/* Adds pictures that there are not until the thread that writes has met an error. */
static GError *
add_until_failed (Collection           *fixture,
                  KomaCollectionWriter *writer)
{
  KomaCollectionEntry entry = { .result = fixture->answer };
  GError             *error = NULL;

  for (guint n = 0; error == NULL; n++) {
    g_autofree char *path = g_strdup_printf ("/nowhere/%u.png", n);

    entry.path = path;
    koma_collection_writer_add (writer, &entry, 3, &error);
  }
  return error;
}

/* Every call says what the thread met, and names the file; what was in the
 * file before is there, and nothing of what could not be kept. */
static void
check_writer (Collection *fixture,
              void (*limit) (gboolean is_limited),
              int         code,
              const char *words)
{
  g_autofree char *path = collection_write_picture (fixture, "a.png", "one");
  g_autofree char *file = collection_get_path (fixture);
  gboolean         has_failed = FALSE;
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) again = NULL;
  KomaCollectionWriter *writer = NULL;

  collection_open (fixture);
  collection_add_answer (fixture, path, 3);
  g_assert_true (koma_collection_commit (fixture->collection, NULL));
  writer =
    koma_collection_writer_new (g_steal_pointer (&fixture->collection), set_flag, &has_failed);
  limit (TRUE);
  error = add_until_failed (fixture, writer);
  g_assert_error (error, G_IO_ERROR, code);
  g_assert_nonnull (strstr (error->message, file));
  g_assert_nonnull (strstr (error->message, words));
  while (!has_failed)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (koma_collection_writer_close (writer, &again));
  g_assert_cmpstr (again->message, ==, error->message);
  limit (FALSE);
  collection_open (fixture);
  g_assert_null (koma_collection_get_notice (fixture->collection));
  g_assert_cmpint (collection_count (fixture, "SELECT count(*) FROM answers;"), ==, 1);
  collection_check_parents (fixture);
  collection_add_answer (fixture, path, 3);
}

static void
limit_disk (gboolean is_limited)
{
  static char *filler;

  if (is_limited)
    filler = fill_disk (8);
  else
    empty_disk (g_steal_pointer (&filler));
}

static void
test_writer (Collection   *fixture,
             gconstpointer data)
{
  check_writer (fixture, limit_disk, G_IO_ERROR_NO_SPACE, "the disk is full");
}

/* No file may become longer than those of a collection are. */
static void
limit_files (gboolean is_limited)
{
  struct rlimit limit = { 0 };

  signal (SIGXFSZ, is_limited ? SIG_IGN : SIG_DFL);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  limit.rlim_cur = is_limited ? MAX_FILE_BYTES : limit.rlim_max;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

/* The system refuses to write, with room on the disk. */
static void
test_writer_refused (Collection   *fixture,
                     gconstpointer data)
{
  check_writer (fixture, limit_files, G_IO_ERROR_FAILED, "disk I/O error");
}

/* None is made where there is no room for it, and nothing is left of it. */
static void
test_collection_new (Collection   *fixture,
                     gconstpointer data)
{
  g_autofree char *path = collection_get_path (fixture);
  char            *filler = fill_disk (2);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_collection_open (path, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  files = list_files (fixture->folder);
  g_assert_cmpuint (files->len, ==, 0);
  empty_disk (filler);
}

static void
test_collection_read_only (Collection   *fixture,
                           gconstpointer data)
{
  g_autofree char *path = collection_get_path (fixture);
  g_autoptr (GError) error = NULL;

  collection_open (fixture);
  collection_close (fixture);
  set_read_only (TRUE);
  g_assert_null (koma_collection_open (path, &error));
  set_read_only (FALSE);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_READ_ONLY);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, "can not be written"));
}

KOMA_TEST_MAIN (argc, argv)
{
  disk = g_getenv ("KOMA_SMALL_DISK");
  /* Not earlier: ThreadSanitizer keeps a file open for ever in the TMPDIR that it finds. */
  g_setenv ("TMPDIR", disk, TRUE);
  g_test_init (&argc, &argv, NULL);
  ADD ("copy", test_full, KOMA_ARRANGE_COPY);
  ADD ("label", test_full, KOMA_ARRANGE_LABEL);
  ADD ("link", test_full, KOMA_ARRANGE_LINK);
  ADD ("move", test_full, KOMA_ARRANGE_MOVE);
  g_test_add_func ("/disk-full/move-far", test_full_far);
  ADD ("read-only/copy", test_read_only, KOMA_ARRANGE_COPY);
  ADD ("read-only/label", test_read_only, KOMA_ARRANGE_LABEL);
  g_test_add_func ("/disk-full/export", test_export);
  collection_add_test ("/disk-full/collection", test_collection);
  collection_add_test ("/disk-full/writer", test_writer);
  collection_add_test ("/disk-full/writer-refused", test_writer_refused);
  collection_add_test ("/disk-full/collection-new", test_collection_new);
  collection_add_test ("/disk-full/collection-read-only", test_collection_read_only);
  return g_test_run ();
}
