/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pictures are taken along, what rows they become, and the dialogs that ask. */
#include "ui/take/koma-arrange-dialog.h"
#include "ui/take/koma-arrange-preview.h"
#include "ui/take/koma-export-dialog.h"
#include "ui/take/koma-take-export.h"
#include "ui/take/koma-take-rows.h"
#include "worker/take/koma-sheet.h"

#include <glib/gstdio.h>

#include "../widget-tests.h"
#include "tests/test-main.h"
#include "tests/worker/take/answer-fixture.h"

static GListStore *
make_items (guint n)
{
  GListStore *items = g_list_store_new (KOMA_TYPE_RESULT_ITEM);

  for (guint i = 0; i < n; i++) {
    g_autofree char *path = g_strdup_printf ("/pictures/%u.jpg", i);
    g_autoptr (GFile) file = g_file_new_for_path (path);
    g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);

    g_list_store_append (items, item);
  }
  return items;
}

/* The first @n_selected are selected. */
static KomaTakeSource *
make_source (guint n_all,
             guint n_shown,
             guint n_selected)
{
  g_autoptr (GListStore) all = make_items (n_all);
  g_autoptr (GListStore) shown = make_items (n_shown);
  GPtrArray *selected = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_selected; i++)
    g_ptr_array_add (selected, g_list_model_get_item (G_LIST_MODEL (all), i));
  return koma_take_source_new (G_LIST_MODEL (all), G_LIST_MODEL (shown), selected);
}

static void
check_choice (guint n_all,
              guint n_shown,
              guint n_selected,
              guint n_choices,
              guint n_chosen)
{
  g_autoptr (KomaTakeSource) source = make_source (n_all, n_shown, n_selected);
  AdwComboRow *row = g_object_ref_sink (ADW_COMBO_ROW (adw_combo_row_new ()));

  koma_take_source_fill (source, row);
  g_assert_cmpuint (g_list_model_get_n_items (adw_combo_row_get_model (row)), ==, n_choices);
  g_assert_cmpuint (koma_take_source_get (source, row)->len, ==, n_chosen);
  g_object_unref (row);
}

/* Several that are selected are meant, else those that are shown, else all. */
static void
test_choices (void)
{
  check_choice (5, 5, 0, 1, 5);
  check_choice (5, 5, 1, 2, 5);
  check_choice (5, 5, 2, 2, 2);
  check_choice (5, 3, 0, 2, 3);
  check_choice (5, 3, 1, 3, 3);
  check_choice (5, 3, 2, 3, 2);
  check_choice (5, 0, 0, 1, 5);
}

static void
keep_result_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* More than are taken at a time; each says that it has no answer. */
static void
test_rows (void)
{
  g_autoptr (GListStore) items = make_items (1201);
  g_autoptr (GPtrArray) taken = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) rows = NULL;

  for (guint i = 0; i < 1201; i++)
    g_ptr_array_add (taken, g_list_model_get_item (G_LIST_MODEL (items), i));
  koma_take_rows_async (taken, NULL, keep_result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  rows = koma_take_rows_finish (result, NULL);
  g_assert_cmpuint (rows->len, ==, 1201);
  for (guint i = 0; i < rows->len; i++) {
    const KomaExportRow *row = rows->pdata[i];
    g_autofree char     *uri = g_strdup_printf ("file:///pictures/%u.jpg", i);

    g_assert_cmpstr (row->uri, ==, uri);
    g_assert_null (row->grid);
    g_assert_error (row->error, G_IO_ERROR, G_IO_ERROR_PENDING);
  }
}

static gboolean export(GPtrArray    *items,
                       const char   *path,
                       GCancellable *cancellable,
                       GError      **error)
{
  const KomaSheetOptions options = { .kind = KOMA_SHEET_CSV, .sure_from = 0.5 };
  g_autoptr (KomaTakeProgress) progress = koma_take_progress_new ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;

  koma_take_export_async (items, &options, file, progress, cancellable, keep_result_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return koma_take_export_finish (result, error);
}

/* Rows come in several parts, and the last picture alone says which columns there are. */
static void
test_export (void)
{
  const guint n = 12001;
  g_autoptr (GListStore) items = make_items (n);
  g_autoptr (GPtrArray) taken = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (KomaCorrection) correction = koma_correction_new ("bird", "me", 1);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("koma-export-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "answers.csv", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (taken, g_list_model_get_item (G_LIST_MODEL (items), i));
  koma_result_item_take_result (taken->pdata[n - 1], make_answer ("cat,dog,bird", 0.9));
  koma_result_item_set_correction (taken->pdata[n - 1], correction);
  g_assert_true (export(taken, path, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, n + 2); /* of lines that end, the last is empty */
  g_assert_nonnull (strstr (lines[0], ",label3,"));
  g_assert_null (strstr (lines[0], ",label4,"));
  g_assert_nonnull (strstr (lines[0], "corrected_label"));
  for (guint i = 0; i < n; i++) {
    g_autofree char *start = g_strdup_printf ("/pictures/%u.jpg,", i);

    g_assert_true (g_str_has_prefix (lines[i + 1], start));
  }
  g_assert_cmpint (g_unlink (path), ==, 0);

  g_cancellable_cancel (cancelled);
  g_assert_false (export(taken, path, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_pasted (void)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("abc", 3);
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_bytes (bytes, "Picture 1");
  g_autoptr (KomaExportRow) row = koma_take_row_new (item);

  g_assert_cmpstr (row->path, ==, "Picture 1");
  g_assert_null (row->uri);
  g_assert_true (koma_export_row_hash (row, NULL, NULL));
  g_assert_nonnull (row->sha256);
}

/* Closed while they still plan. */
static void
test_dialogs (void)
{
  gpointer dialogs[] = {
    koma_export_dialog_new (NULL, make_source (3, 2, 1), KOMA_SURE_BY_MODEL),
    koma_arrange_dialog_new (NULL, make_source (3, 2, 1), FALSE, KOMA_SURE_BY_MODEL),
    koma_arrange_dialog_new (NULL, make_source (3, 2, 1), TRUE, KOMA_SURE_BY_MODEL),
  };

  for (guint i = 0; i < G_N_ELEMENTS (dialogs); i++) {
    gpointer weak = dialogs[i];

    g_object_add_weak_pointer (G_OBJECT (weak), &weak);
    gtk_window_destroy (GTK_WINDOW (dialogs[i]));
    while (weak != NULL)
      g_main_context_iteration (NULL, TRUE);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  widget_tests_add_life ("/ui/take/life/", KOMA_TYPE_ARRANGE_PREVIEW);
  g_test_add_func ("/ui/take/choices", test_choices);
  g_test_add_func ("/ui/take/rows", test_rows);
  g_test_add_func ("/ui/take/export", test_export);
  g_test_add_func ("/ui/take/pasted", test_pasted);
  g_test_add_func ("/ui/take/dialogs", test_dialogs);
  return g_test_run ();
}
