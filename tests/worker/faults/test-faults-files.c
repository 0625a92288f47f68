/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each call that changes a file fails in turn, while answers are exported and while Koma keeps
 * something for itself: a file is as before or as it is to be, and nothing is left beside it. */
#include <string.h>

#include <glib/gstdio.h>

#include "../../remove-tree.h"
#include "tests/worker/take/answer-fixture.h"
#include "failing-calls.h"
#include "worker/take/koma-export.h"
#include "worker/koma-kept-file.h"
#include "worker/models/koma-recent-models.h"
#include "tests/test-main.h"

#define MAX_CALLS 100

/* Writes @path once more. FALSE: it says that it did not. */
typedef gboolean (*Write) (const char *path,
                           GError    **error);

typedef struct
{
  const char *name;
  const char *file;
  const char *before;
  Write       write;
  gboolean    is_silent; /* what can not be kept is forgotten */
} Case;

static void
keep_result_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
write_export (const char *path,
              GError    **error)
{
  const KomaSheetOptions options = {
    .kind = KOMA_SHEET_CSV, .top_k = 2, .sure_from = KOMA_SURE_BY_MODEL
  };
  g_autoptr (GPtrArray) rows =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_export_row_free);
  g_autoptr (KomaExportQueue) queue = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;

  /* More than is written at a time. */
  for (guint i = 0; i < 6000; i++) {
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

static gboolean
write_kept (const char *path,
            GError    **error)
{
  g_autoptr (GKeyFile) file = koma_kept_file_read (path);
  g_autofree char *text = g_strnfill (9000, 'x');

  g_key_file_set_string (file, "model", "text", text);
  return koma_kept_file_write (file, path, 10, error);
}

static gboolean
write_recent (const char *path,
              GError    **error)
{
  KomaRecentModels *recents = koma_recent_models_new (path);

  koma_recent_models_add (recents, "/models/new.tflite");
  g_strfreev (koma_recent_models_list (recents));
  koma_recent_models_free (recents);
  return TRUE;
}

static const Case cases[] = {
  { "export", "answers.csv", "before\n", write_export, FALSE },
  { "kept-file", "kept.ini", "[old]\ntime=1\n", write_kept, FALSE },
  { "recent-models", "models", "file:///models/old.tflite\n", write_recent, TRUE },
};

static char *
read_text (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* FALSE: there are fewer calls than that. */
static gboolean
write_with_fault (const Case *which,
                  const char *path,
                  const char *wanted,
                  guint       at,
                  FailWay     way)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;
  g_autofree char *now = NULL;
  const char      *what = NULL;
  gboolean         is_written = FALSE;
  guint            n_files = 0;

  g_assert_true (g_file_set_contents (path, which->before, -1, NULL));
  failing_calls_begin (at, way);
  is_written = which->write (path, &error);
  what = failing_calls_end ();
  now = read_text (path);
  if (!g_str_equal (now, which->before) && !g_str_equal (now, wanted))
    g_error ("“%s” made it %s", what, now);
  if (is_written && !which->is_silent)
    g_assert_cmpstr (now, ==, wanted);
  if (!is_written && strstr (error->message, which->file) == NULL)
    g_error ("“%s” names no file: %s", what, error->message);
  {
    g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

    while (g_dir_read_name (dir) != NULL)
      n_files++;
  }
  /* One whose removal fails, too, may stay. */
  if (way == FAIL_ONCE && (what == NULL || strstr (what, "unlink") == NULL))
    g_assert_cmpuint (n_files, ==, 1);
  return what != NULL;
}

static void
test_case (gconstpointer data)
{
  const Case      *which = data;
  g_autofree char *wanted = NULL;

  for (FailWay way = FAIL_ONCE; way < N_FAIL_WAYS; way++) {
    g_autofree char *folder = g_dir_make_tmp ("koma-faults-XXXXXX", NULL);
    g_autofree char *path = g_build_filename (folder, which->file, NULL);
    guint            at = 1;

    if (wanted == NULL) {
      g_assert_true (g_file_set_contents (path, which->before, -1, NULL));
      g_assert_true (which->write (path, NULL));
      wanted = read_text (path);
    }
    while (at < MAX_CALLS && write_with_fault (which, path, wanted, at, way))
      at++;
    g_assert_cmpuint (at, >, 3);
    remove_tree (folder);
  }
}

static gboolean
has_text (const char *path,
          const char *wanted)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL) && g_str_equal (text, wanted);
}

/* What could not be read is there afterwards, under one name or the other. */
static void
test_damaged (gconstpointer data)
{
  static const char damaged[] = "\xff\xff\n";
  const Case       *which = data;
  const char       *what = "";

  for (guint at = 1; at < MAX_CALLS && what != NULL; at++) {
    g_autofree char *folder = g_dir_make_tmp ("koma-faults-XXXXXX", NULL);
    g_autofree char *path = g_build_filename (folder, which->file, NULL);
    g_autofree char *aside = g_strconcat (path, ".damaged", NULL);

    g_assert_true (g_file_set_contents (path, damaged, -1, NULL));
    failing_calls_begin (at, FAIL_ONCE);
    which->write (path, NULL);
    what = failing_calls_end ();
    if (!has_text (path, damaged) && !has_text (aside, damaged))
      g_error ("“%s” lost it", what);
    remove_tree (folder);
  }
  g_assert_null (what);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/faults/files/", cases[i].name, NULL);

    g_test_add_data_func (path, &cases[i], test_case);
    if (cases[i].write != write_export) {
      g_autofree char *damaged = g_strconcat (path, "/damaged", NULL);

      g_test_add_data_func (damaged, &cases[i], test_damaged);
    }
  }
  return g_test_run ();
}
