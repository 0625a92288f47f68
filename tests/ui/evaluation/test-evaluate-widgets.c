/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <adwaita.h>

#include "tests/remove-tree.h"
#include "tests/ui/widget-tests.h"
#include "ui/evaluation/koma-class-figures.h"
#include "ui/evaluation/koma-class-table.h"
#include "ui/evaluation/koma-compare-dialog.h"
#include "ui/evaluation/koma-compare-words.h"
#include "ui/evaluation/koma-reliability-diagram.h"
#include "tests/test-main.h"

static void
write_picture (const char *folder,
               const char *class,
               const char *name,
               const char *rgb)
{
  g_autofree char *in = g_build_filename (folder, class, NULL);
  g_autofree char *path = g_build_filename (in, name, NULL);
  g_autofree char *text = g_strdup_printf ("P3\n1 1\n255\n%s\n", rgb);

  g_assert_no_errno (g_mkdir_with_parents (in, 0777));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* Of red, one of two is taken for blue; there is no green. */
static KomaEvaluated *
evaluate (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", NULL);
  g_autofree char *folder = g_dir_make_tmp ("koma-evaluate-XXXXXX", NULL);
  g_autoptr (KomaGroundTruth) truth = koma_ground_truth_new (folder, FALSE);
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, NULL);
  const KomaSessionOptions options = { .backend = "cpu" };
  const KomaEvaluatedParts parts = { .model = model, .options = &options };
  g_autoptr (GError) error = NULL;
  KomaEvaluated *evaluated = NULL;

  write_picture (folder, "red", "1.ppm", "200 20 30");
  write_picture (folder, "red", "2.ppm", "30 20 220");
  write_picture (folder, "blue", "1.ppm", "30 20 220");
  evaluated = koma_evaluated_new (&parts, truth, &error);
  g_assert_no_error (error);
  remove_tree (folder);
  return evaluated;
}

static const char *
get_first (GtkColumnView *view)
{
  g_autoptr (KomaClassFigures) first =
    g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (view)), 0);

  return koma_class_figures_get_name (first);
}

/* A row for each class that there is; sorted by what is found, best first and worst first. */
static void
test_table (void)
{
  g_autoptr (KomaEvaluated) evaluated = evaluate ();
  GtkColumnView *view = g_object_ref_sink (GTK_COLUMN_VIEW (gtk_column_view_new (NULL)));
  g_autoptr (GtkColumnViewColumn) found = NULL;

  koma_class_table_show (view, evaluated);
  koma_class_table_show (view, evaluated);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_column_view_get_columns (view)), ==, 5);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view))), ==,
                    2);
  found = g_list_model_get_item (gtk_column_view_get_columns (view), 2);
  gtk_column_view_sort_by_column (view, found, GTK_SORT_DESCENDING);
  g_assert_cmpstr (get_first (view), ==, "blue");
  gtk_column_view_sort_by_column (view, found, GTK_SORT_ASCENDING);
  g_assert_cmpstr (get_first (view), ==, "red");
  g_object_unref (view);
}

/* It can be drawn with and without a result, in the narrowest window. */
static void
test_diagram (void)
{
  g_autoptr (KomaEvaluated) evaluated = evaluate ();
  GtkWidget *diagram = g_object_ref_sink (g_object_new (KOMA_TYPE_RELIABILITY_DIAGRAM, NULL));
  int        width = 0;

  gtk_widget_measure (diagram, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 320);
  koma_reliability_diagram_show (KOMA_RELIABILITY_DIAGRAM (diagram), evaluated);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (diagram);
    GtkSnapshot *snapshot = gtk_snapshot_new ();

    gtk_widget_allocate (diagram, 320, 280, -1, NULL);
    gdk_paintable_snapshot (paintable, snapshot, 320, 280);
    g_clear_pointer (&snapshot, g_object_unref);
  }
  g_assert_finalize_object (diagram);
}

/* Beside a model that always gets red wrong. */
static KomaEvaluatedPair *
evaluate_pair (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "tests", "data", "colours", NULL);
  g_autofree char *folder = g_dir_make_tmp ("koma-evaluate-XXXXXX", NULL);
  g_autoptr (KomaGroundTruth) truth = koma_ground_truth_new (folder, FALSE);
  const KomaModelOptions options = { .parts[KOMA_PART_CHANNELS] = "bgr" };
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, NULL);
  g_autoptr (KomaModel) other = koma_model_load (path, &options, NULL, NULL, NULL);
  const KomaSessionOptions session = { .backend = "cpu" };
  KomaEvaluatedPair       *pair = NULL;
  g_autoptr (GError) error = NULL;

  write_picture (folder, "green", "1.ppm", "10 180 40");
  write_picture (folder, "red", "1.ppm", "200 20 30");
  pair = koma_evaluated_pair_new ((KomaEvaluatedParts[]){ { model, &session },
                                                          { other, &session } },
                                  truth, NULL, &error);
  g_assert_no_error (error);
  remove_tree (folder);
  return pair;
}

/* The greatest change comes first. */
static void
test_pair_table (void)
{
  g_autoptr (KomaEvaluatedPair) pair = evaluate_pair ();
  GtkColumnView *view = g_object_ref_sink (GTK_COLUMN_VIEW (gtk_column_view_new (NULL)));
  g_autoptr (KomaClassFigures) red = NULL;

  koma_class_table_show_pair (view, pair);
  koma_class_table_show_pair (view, pair);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_column_view_get_columns (view)), ==, 5);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view))), ==,
                    2);
  g_assert_cmpstr (get_first (view), ==, "red");
  red = g_list_model_get_item (G_LIST_MODEL (gtk_column_view_get_model (view)), 0);
  g_assert_true (koma_class_figures_is_pair (red));
  g_assert_cmpfloat (koma_class_figures_get (red, KOMA_CLASS_FIRST), ==, 1);
  g_assert_cmpfloat (koma_class_figures_get (red, KOMA_CLASS_SECOND), ==, 0);
  g_assert_cmpfloat (koma_class_figures_get (red, KOMA_CLASS_CHANGE), ==, -1);
  g_object_unref (view);
}

static void
chosen_cb (KomaCompareDialog     *dialog,
           const KomaWorkerModel *other,
           gpointer               user_data)
{
  char **words = user_data;

  g_assert_null (*words);
  *words = koma_compare_words (other, NULL);
}

static AdwComboRow *
find_row (GtkWidget  *above,
          const char *title)
{
  if (ADW_IS_COMBO_ROW (above) &&
      g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (above)), title))
    return ADW_COMBO_ROW (above);
  for (GtkWidget *child = gtk_widget_get_first_child (above); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    AdwComboRow *row = find_row (child, title);

    if (row != NULL)
      return row;
  }
  return NULL;
}

/* A model is not compared with itself as it is. */
static void
test_dialog (void)
{
  GtkWidget       *dialog = g_object_new (KOMA_TYPE_COMPARE_DIALOG, NULL);
  AdwComboRow     *fit = find_row (dialog, "Part of the Picture");
  AdwComboRow     *resize = find_row (dialog, "Scaling");
  g_autofree char *words = NULL;

  g_signal_connect (dialog, "chosen", G_CALLBACK (chosen_cb), &words);
  gtk_widget_activate_action (dialog, "compare.choose", NULL);
  g_assert_null (words);
  adw_combo_row_set_selected (fit, 2);
  adw_combo_row_set_selected (fit, 0);
  gtk_widget_activate_action (dialog, "compare.choose", NULL);
  g_assert_null (words);
  adw_combo_row_set_selected (fit, 2);
  adw_combo_row_set_selected (resize, 3);
  gtk_widget_activate_action (dialog, "compare.choose", NULL);
  g_assert_cmpstr (words, ==,
                   "The Same Model · Part of the Picture: All of It, Stretched · "
                   "Scaling: Nearest Pixel");
  g_object_ref (dialog);
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_assert_finalize_object (dialog);
}

/* Beside the name of another model stands where it is. */
static void
test_words (void)
{
  const KomaWorkerModel other = { .path = "/models/Copy/model.json",
                                  .parts[KOMA_PART_RESIZE] = "nearest" };
  g_autofree char      *words = koma_compare_words (&other, "Copy");
  g_autofree char      *with_path = koma_compare_words_with_path (&other);

  g_assert_cmpstr (words, ==, "Copy · Scaling: Nearest Pixel");
  g_assert_cmpstr (with_path, ==, "/models/Copy/model.json · Scaling: Nearest Pixel");
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  g_test_add_func ("/ui/evaluation/table", test_table);
  g_test_add_func ("/ui/evaluation/pair-table", test_pair_table);
  g_test_add_func ("/ui/evaluation/diagram", test_diagram);
  g_test_add_func ("/ui/evaluation/dialog", test_dialog);
  g_test_add_func ("/ui/evaluation/words", test_words);
  return g_test_run ();
}
