/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of answers: whole or not at all. */
#include "worker/take/koma-export.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include <glib/gstdio.h>
#include <json-glib/json-glib.h>

#include "answer-fixture.h"
#include "tests/test-main.h"

typedef struct
{
  char *folder;
  char *path; /* of the file of answers */
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("koma-export-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->folder, "answers", NULL);
  g_assert_true (g_file_set_contents (fixture->path, "before", -1, NULL));
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  /* Nothing else is left in it. */
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static GPtrArray *
make_rows (guint n)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_export_row_free);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("abc", 3);

  for (guint i = 0; i < n; i++) {
    KomaExportRow *row = koma_export_row_new_for_bytes (bytes, "pasted");

    row->result = make_answer ("cat,dog", 0.75);
    g_ptr_array_add (rows, row);
  }
  return rows;
}

static void
keep_result_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
export_rows (Fixture      *fixture,
             GPtrArray    *rows,
             KomaSheetKind kind,
             GCancellable *cancellable,
             GError      **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (fixture->path);
  g_autoptr (KomaTakeProgress) progress = koma_take_progress_new ();
  g_autoptr (KomaExportQueue) queue = koma_export_queue_new (rows->len);
  g_autoptr (GAsyncResult) result = NULL;
  const KomaSheetOptions options = {
    .kind = kind, .top_k = 2, .sure_from = KOMA_SURE_BY_MODEL, .has_sha256 = TRUE
  };
  gboolean is_written = FALSE;

  koma_export_queue_push (queue, rows);
  koma_export_async (queue, &options, file, progress, cancellable, keep_result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  is_written = koma_export_finish (result, error);
  if (is_written && rows->len > 0)
    g_assert_cmpfloat (koma_take_progress_get (progress), ==, 1);
  return is_written;
}

static char *
read_back (Fixture *fixture)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  return text;
}

static void
test_json (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GPtrArray) rows = make_rows (3);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray  *array = NULL;
  JsonObject *object = NULL;

  g_assert_true (export_rows (fixture, rows, KOMA_SHEET_JSON, NULL, &error));
  g_assert_true (json_parser_load_from_file (parser, fixture->path, &error));
  g_assert_no_error (error);
  array = json_node_get_array (json_parser_get_root (parser));
  g_assert_cmpuint (json_array_get_length (array), ==, 3);
  object = json_array_get_object_element (array, 2);
  g_assert_cmpstr (json_object_get_string_member (object, "path"), ==, "pasted");
  g_assert_true (json_object_get_null_member (object, "uri"));
  g_assert_true (json_object_get_boolean_member (object, "sure"));
  g_assert_cmpstr (json_object_get_string_member (object, "sha256"), ==,
                   "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  object = json_object_get_object_member (object, "provenance");
  g_assert_cmpstr (json_object_get_string_member (object, "model_hash"), ==,
                   "0123456789abcdef0123456789abcdef");
}

static void
test_empty (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GPtrArray) rows = make_rows (0);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (export_rows (fixture, rows, KOMA_SHEET_JSON, NULL, &error));
  text = read_back (fixture);
  g_assert_cmpstr (text, ==, "[]\n");
}

/* The file that was there is as it was, and nothing lies beside it. */
static void
assert_untouched (Fixture *fixture)
{
  g_autofree char *text = read_back (fixture);

  g_assert_cmpstr (text, ==, "before");
}

static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GPtrArray) rows = make_rows (10);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (export_rows (fixture, rows, KOMA_SHEET_CSV, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_untouched (fixture);
}

/* A limit of a file's size ends a write as a full disk does: after a part of it. */
static void
test_full (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GPtrArray) rows = make_rows (20000);
  g_autoptr (GError) error = NULL;
  struct rlimit before, limit;

  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  limit = (struct rlimit){ .rlim_cur = 300000, .rlim_max = before.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_false (export_rows (fixture, rows, KOMA_SHEET_CSV, NULL, &error));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_nonnull (error);
  assert_untouched (fixture);
}

static void
test_no_folder (Fixture      *fixture,
                gconstpointer data)
{
  Fixture elsewhere = { .path = "/nowhere/at/all.csv" };
  g_autoptr (GPtrArray) rows = make_rows (1);
  g_autoptr (GError) error = NULL;

  g_assert_false (export_rows (&elsewhere, rows, KOMA_SHEET_CSV, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* A file that has gone has no hash, and its answer is there all the same. */
static void
test_vanished (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (GPtrArray) rows = make_rows (0);
  g_autoptr (GFile) gone = g_file_new_for_path ("/nowhere/cat.jpg");
  g_autoptr (KomaGridPicture) grid =
    koma_grid_picture_new (&(KomaGridValues){ .file = gone, .n_rows = 2, .n_columns = 3 });
  KomaExportRow *row = koma_export_row_new_for_cell (grid, 4, "cat.jpg");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  row->result = make_answer ("cat", 0.75);
  g_ptr_array_add (rows, row);
  g_assert_true (export_rows (fixture, rows, KOMA_SHEET_JSONL, NULL, &error));
  text = read_back (fixture);
  g_assert_nonnull (strstr (text, "\"sha256\":null"));
  g_assert_nonnull (strstr (text, "\"uri\":\"file:///nowhere/cat.jpg#2,2\""));
  g_assert_nonnull (strstr (text, "\"cell\":{\"row\":2,\"column\":2}"));
}

static char *
make_sheet (KomaSheetKind kind,
            GPtrArray    *rows,
            gboolean      is_rated) /* with columns for stars */
{
  const KomaSheetOptions options = {
    .kind = kind, .top_k = 1, .sure_from = 0.9, .has_corrections = TRUE, .has_ratings = is_rated
  };
  g_autoptr (KomaSheet) sheet = koma_sheet_new (&options);
  g_autoptr (GString) text = g_string_new (NULL);

  koma_sheet_append_head (sheet, text);
  for (guint i = 0; i < rows->len; i++)
    koma_sheet_append_row (sheet, text, rows->pdata[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What persons say comes last, and the model's answer stays beside it. */
static void
test_corrected (void)
{
  g_autoptr (GPtrArray) rows = make_rows (2);
  KomaExportRow   *row = rows->pdata[0];
  g_autofree char *csv = NULL;
  g_autofree char *json = NULL;
  g_autofree char *html = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) objects = NULL;

  row->correction = koma_correction_new ("a <cat>", "Ada", G_GINT64_CONSTANT (1795975385250000));
  csv = make_sheet (KOMA_SHEET_CSV, rows, FALSE);
  lines = g_strsplit (csv, "\r\n", -1);
  g_assert_true (g_str_has_suffix (lines[0], ",corrected_label,corrected_by,corrected_at"));
  g_assert_true (g_str_has_suffix (lines[1], ",a <cat>,Ada,2026-11-29T18:03:05Z"));
  g_assert_nonnull (strstr (lines[1], ",0,cat,0.750000,cat,"));
  g_assert_true (g_str_has_suffix (lines[2], ",,,"));

  json = make_sheet (KOMA_SHEET_JSONL, rows, FALSE);
  objects = g_strsplit (json, "\n", -1);
  g_assert_true (g_str_has_suffix (objects[0],
                                   ",\"corrected_label\":\"a <cat>\",\"corrected_by\":\"Ada\","
                                   "\"corrected_at\":\"2026-11-29T18:03:05Z\"}"));
  g_assert_null (strstr (objects[1], "corrected"));

  html = make_sheet (KOMA_SHEET_HTML, rows, FALSE);
  g_assert_nonnull (strstr (html, "<bdi>a &lt;cat&gt;</bdi> <small>Ada, 2026-11-29T18:03:05Z"));
  /* The second alone is doubtful. */
  g_assert_true (strstr (html, "Not sure") == g_strrstr (html, "Not sure"));
}

/* With who said so, and when. */
static void
test_rated (void)
{
  g_autoptr (GPtrArray) rows = make_rows (2);
  KomaExportRow   *row = rows->pdata[0];
  g_autofree char *csv = NULL;
  g_autofree char *json = NULL;
  g_autofree char *html = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) objects = NULL;

  row->rating = koma_rating_new (KOMA_RATING_REJECTED, "Ada, \"A\"",
                                 G_GINT64_CONSTANT (1795975385250000));
  csv = make_sheet (KOMA_SHEET_CSV, rows, TRUE);
  lines = g_strsplit (csv, "\r\n", -1);
  g_assert_true (g_str_has_suffix (lines[0], ",rating,rated_by,rated_at"));
  g_assert_true (g_str_has_suffix (lines[1], ",-1,\"Ada, \"\"A\"\"\",2026-11-29T18:03:05Z"));
  g_assert_true (g_str_has_suffix (lines[2], ",,,,,,"));

  json = make_sheet (KOMA_SHEET_JSONL, rows, TRUE);
  objects = g_strsplit (json, "\n", -1);
  g_assert_true (g_str_has_suffix (objects[0],
                                   ",\"rating\":-1,\"rated_by\":\"Ada, \\\"A\\\"\","
                                   "\"rated_at\":\"2026-11-29T18:03:05Z\"}"));
  g_assert_null (strstr (objects[1], "\"rat"));
  html = make_sheet (KOMA_SHEET_HTML, rows, TRUE);
  g_assert_nonnull (strstr (html, ">✗<"));
}

#define ADD(name, function) \
  g_test_add ("/export/" name, Fixture, NULL, set_up, function, tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  signal (SIGXFSZ, SIG_IGN);
  ADD ("json", test_json);
  ADD ("empty", test_empty);
  ADD ("cancelled", test_cancelled);
  ADD ("full", test_full);
  ADD ("no-folder", test_no_folder);
  ADD ("vanished", test_vanished);
  g_test_add_func ("/export/corrected", test_corrected);
  g_test_add_func ("/export/rated", test_rated);
  return g_test_run ();
}
