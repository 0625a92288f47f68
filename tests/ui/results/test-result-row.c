/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of the list, tiles of the grid, and what they are made of. */

#include "engine/koma/koma-error.h"
#include "tests/ui/widget-tests.h"
#include "ui/results/koma-result-row.h"
#include "ui/results/koma-score-bar-private.h"
#include "ui/results/koma-thumbnail-view.h"
#include "tests/test-main.h"

static int
measure_height (GtkWidget *widget)
{
  int height = 0;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  return height;
}

/* For screen readers; the tooltip says the same. */
static void
assert_details (GtkWidget  *row,
                const char *details)
{
  g_assert_true (gtk_widget_get_has_tooltip (row));
  g_assert_null (gtk_test_accessible_check_property (
    GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, details));
}

static gboolean
has_detail (GtkWidget  *row,
            const char *detail)
{
  /* What it is instead of this. */
  g_autofree char *details = gtk_test_accessible_check_property (
    GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");

  return details != NULL && strstr (details, detail) != NULL;
}

static void
test_row_follows (void)
{
  KomaThumbnailCache *cache = koma_thumbnail_cache_new (4);
  g_autoptr (KomaPreferences) preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  GtkWidget *row = g_object_ref_sink (koma_result_row_new (cache, preferences, FALSE));
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/<b>cat.jpg");
  KomaResultItem *item = koma_result_item_new_for_file (file);
  int             height = 0;

  koma_result_row_set_item (KOMA_RESULT_ROW (row), item);
  g_assert_nonnull (find_visible_label (row, "<b>cat.jpg"));
  g_assert_nonnull (find_visible_label (row, "Waiting…"));
  height = measure_height (row);

  koma_result_item_take_error (item, g_error_new_literal (KOMA_ERROR, KOMA_ERROR_DECODE, "detail"));
  g_assert_nonnull (find_visible_label (row, "Not a picture, or a damaged one"));
  assert_details (row, "/tmp/<b>cat.jpg\ndetail");
  g_assert_true (gtk_widget_has_css_class (row, "failed"));
  g_assert_cmpint (measure_height (row), ==, height);

  koma_result_item_set_waiting (item);
  g_assert_false (gtk_widget_has_css_class (row, "failed"));
  assert_details (row, "/tmp/<b>cat.jpg");

  /* A row that shows another picture lets go of this one. */
  koma_result_row_set_item (KOMA_RESULT_ROW (row), NULL);
  g_assert_finalize_object (item);
  g_assert_finalize_object (row);
  g_assert_finalize_object (cache);
}

static void
test_row_height (void)
{
  g_autoptr (KomaThumbnailCache) cache = koma_thumbnail_cache_new (4);
  g_autoptr (KomaPreferences) preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  GtkWidget *row = g_object_ref_sink (koma_result_row_new (cache, preferences, FALSE));
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/cat.jpg");
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);
  int waiting = 0, failed = 0, width = 0;

  koma_result_row_set_item (KOMA_RESULT_ROW (row), item);
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, &waiting, NULL, NULL, NULL);
  koma_result_item_take_error (item, g_error_new_literal (KOMA_ERROR, KOMA_ERROR_DECODE, "detail"));
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, -1, &failed, NULL, NULL, NULL);
  g_assert_cmpint (waiting, ==, failed);

  g_object_set (preferences, "results", 10, NULL);
  g_assert_cmpint (measure_height (row), >, 2 * failed);
  g_object_set (preferences, "results", 3, NULL);
  g_assert_cmpint (measure_height (row), ==, failed);

  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 320);
  g_assert_finalize_object (row);
}

static KomaResult *
new_result (double score,
            double sure_from)
{
  KomaModelInfo *info = g_new0 (KomaModelInfo, 1);
  g_auto (GStrv) names = g_strsplit ("cat,dog", ",", -1);
  g_autoptr (KomaLabels) labels = koma_labels_new (g_steal_pointer (&names), "a list");
  const KomaResult     values = { .info = info, .labels = labels };
  const KomaClassScore top[] = { { .index = 0, .score = score } };
  KomaResult          *result = NULL;

  g_atomic_ref_count_init (&info->ref_count);
  info->backend = "cpu";
  info->name = g_strdup ("Animals");
  info->values.sure_from = sure_from;
  result = koma_result_new (&values, top, G_N_ELEMENTS (top));
  koma_model_info_unref (info);
  return result;
}

static void
assert_headline (GtkWidget  *row,
                 const char *headline)
{
  GtkWidget *bar = find_of_type (row, KOMA_TYPE_SCORE_BAR);

  g_assert_cmpstr (pango_layout_get_text (KOMA_SCORE_BAR (bar)->label), ==,
                   headline);
}

/* Of the model that answered, unless the user says otherwise. Of the best class only. */
static void
test_row_not_sure (void)
{
  g_autoptr (KomaThumbnailCache) cache = koma_thumbnail_cache_new (4);
  g_autoptr (KomaPreferences) preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  GtkWidget *row = g_object_ref_sink (koma_result_row_new (cache, preferences, FALSE));
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/cat.jpg");
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);

  koma_result_row_set_item (KOMA_RESULT_ROW (row), item);
  koma_result_item_take_result (item, new_result (0.5, 0.8));
  assert_headline (row, "Perhaps cat");
  g_object_set (preferences, "not-sure-below", 0.5, NULL);
  assert_headline (row, "cat");
  koma_result_item_take_result (item, new_result (0.4, 0.3));
  assert_headline (row, "Perhaps cat");
  g_object_set (preferences, "not-sure-below", -1.0, NULL);
  assert_headline (row, "cat");
  g_assert_finalize_object (row);
}

static KomaScoreBar *
get_bar (GtkWidget *row,
         guint      index)
{
  GtkWidget *bar = find_of_type (row, KOMA_TYPE_SCORE_BAR);

  for (; index > 0; index--)
    bar = gtk_widget_get_next_sibling (bar);
  return KOMA_SCORE_BAR (bar);
}

/* (nullable) */
static const char *
get_mark (GtkWidget *row)
{
  GtkWidget *mark = find_of_type (GTK_WIDGET (get_bar (row, 0)), GTK_TYPE_IMAGE);

  return mark != NULL && gtk_widget_get_visible (mark)
           ? gtk_image_get_icon_name (GTK_IMAGE (mark))
           : NULL;
}

static void
say (KomaResultItem *item,
     const char     *label)
{
  g_autoptr (KomaCorrection) correction = koma_correction_new (label, "Ada", 0);

  koma_result_item_set_correction (item, correction);
}

/* A person's word is the headline, with a mark, and what the model answers comes after it. */
static void
test_row_corrected (void)
{
  g_autoptr (KomaThumbnailCache) cache = koma_thumbnail_cache_new (4);
  g_autoptr (KomaPreferences) preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  GtkWidget *row = g_object_ref_sink (koma_result_row_new (cache, preferences, FALSE));
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/cat.jpg");
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);
  int height = 0;

  koma_result_row_set_item (KOMA_RESULT_ROW (row), item);
  koma_result_item_take_result (item, new_result (0.5, 0.8));
  height = measure_height (row);
  g_assert_null (get_mark (row));
  say (item, "my neighbour");
  assert_headline (row, "my neighbour");
  g_assert_cmpstr (pango_layout_get_text (get_bar (row, 1)->label), ==, "cat");
  g_assert_cmpstr (get_mark (row), ==, "avatar-default-symbolic");
  g_assert_false (gtk_widget_has_css_class (row, "not-sure"));
  g_assert_cmpint (measure_height (row), ==, height);

  say (item, "cat");
  assert_headline (row, "cat");
  g_assert_cmpstr (get_mark (row), ==, "object-select-symbolic");
  koma_result_item_set_waiting (item);
  g_assert_null (get_mark (row));
  koma_result_item_take_result (item, new_result (0.5, 0.8));
  koma_result_item_set_correction (item, NULL);
  assert_headline (row, "Perhaps cat");
  g_assert_null (get_mark (row));
  g_assert_finalize_object (row);
}

static guint
count_widgets (GtkWidget *widget)
{
  guint n = 1;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_widgets (child);
  return n;
}

/* The list replaces some 200 rows at once, and takes ten microseconds for each widget of them: the
 * row, the thumbnail, the name, and two for each bar. */
static void
test_row_of_few_widgets (void)
{
  g_autoptr (KomaThumbnailCache) cache = koma_thumbnail_cache_new (4);
  g_autoptr (KomaPreferences) preferences = koma_preferences_new ();
  GtkWidget *row = g_object_ref_sink (koma_result_row_new (cache, preferences, FALSE));
  GtkWidget *tile = g_object_ref_sink (koma_result_row_new (cache, preferences, TRUE));
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/cat.jpg");
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);
  KomaResult *result = new_result (0.9, 0.1);

  result->thumbnail = g_bytes_new_static ("no JPEG", 7);
  koma_result_item_take_result (item, result);
  koma_result_row_set_item (KOMA_RESULT_ROW (row), item);
  koma_result_row_set_item (KOMA_RESULT_ROW (tile), item);
  g_assert_cmpuint (count_widgets (row), ==, 3 + 2 * koma_preferences_get_results (preferences));
  g_assert_cmpuint (count_widgets (tile), ==, 3 + 2);
  g_assert_finalize_object (tile);
  g_assert_finalize_object (row);
}

/* What computed is for those who want to know. */
static void
test_row_technical (void)
{
  g_autoptr (KomaThumbnailCache) cache = koma_thumbnail_cache_new (4);
  g_autoptr (KomaPreferences) preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  GtkWidget *row = g_object_ref_sink (koma_result_row_new (cache, preferences, FALSE));
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/cat.jpg");
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);

  koma_result_row_set_item (KOMA_RESULT_ROW (row), item);
  koma_result_item_take_result (item, new_result (0.5, 0.3));
  assert_details (row, "/tmp/cat.jpg\nAnswered by Animals");
  g_object_set (preferences, "technical-details", TRUE, NULL);
  g_assert_true (has_detail (row, "\nPlain C, <0.1 ms\n"));
  g_object_set (preferences, "technical-details", FALSE, NULL);
  assert_details (row, "/tmp/cat.jpg\nAnswered by Animals");
  g_assert_finalize_object (row);
}

/* Each row says which model has answered; to be seen only where it is not the one in use. */
static void
test_row_model (void)
{
  g_autoptr (KomaThumbnailCache) cache = koma_thumbnail_cache_new (4);
  g_autoptr (KomaPreferences) preferences = g_object_new (KOMA_TYPE_PREFERENCES, NULL);
  GtkWidget *row = g_object_ref_sink (koma_result_row_new (cache, preferences, FALSE));
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/cat.jpg");
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);

  koma_result_row_set_item (KOMA_RESULT_ROW (row), item);
  koma_result_item_take_result (item, new_result (0.5, 0.3));
  g_assert_null (find_visible_label (row, "Answered by Animals"));
  g_assert_true (has_detail (row, "\nAnswered by Animals"));
  koma_result_item_keep_earlier (item);
  koma_result_item_set_waiting (item);
  g_assert_false (has_detail (row, "Answered"));
  koma_result_item_show_earlier (item);
  g_assert_nonnull (find_visible_label (row, "Answered by Animals"));
  g_assert_finalize_object (row);
}

static GtkWidget *
find_score_bar (GtkWidget *widget)
{
  GtkWidget *bar = KOMA_IS_SCORE_BAR (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && bar == NULL;
       child = gtk_widget_get_next_sibling (child))
    bar = find_score_bar (child);
  return bar;
}

static int
measure_bar (GtkWidget  *bar,
             const char *name)
{
  int height = 0;

  koma_score_bar_set_score (KOMA_SCORE_BAR (bar), name, 0.5);
  gtk_widget_measure (bar, GTK_ORIENTATION_VERTICAL, 230, &height, NULL, NULL, NULL);
  return height;
}

/* A name that is long wraps. */
static void
test_row_wraps (void)
{
  g_autoptr (KomaThumbnailCache) cache = koma_thumbnail_cache_new (4);
  g_autoptr (KomaPreferences) preferences = koma_preferences_new ();
  GtkWidget *row = g_object_ref_sink (koma_result_row_new (cache, preferences, FALSE));
  GtkWidget *bar = NULL;
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/cat.jpg");
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);

  koma_result_row_set_item (KOMA_RESULT_ROW (row), item);
  bar = find_score_bar (row);
  g_assert_nonnull (bar);
  g_assert_cmpint (measure_bar (bar, "promoted silver general pointing up"), >,
                   measure_bar (bar, "pawn"));
  g_assert_finalize_object (row);
}

#define FILE_NAME "a cat that has a very long name.jpg"

/* The answer is above the file's name, and no wider than the picture of a tile. */
static void
check_order (GtkWidget *row,
             gboolean   is_tile)
{
  graphene_rect_t thumbnail, answer, name;

  g_assert_true (gtk_widget_compute_bounds (find_of_type (row, KOMA_TYPE_THUMBNAIL_VIEW), row,
                                            &thumbnail));
  g_assert_true (gtk_widget_compute_bounds (find_of_type (row, KOMA_TYPE_SCORE_BAR), row, &answer));
  g_assert_true (gtk_widget_compute_bounds (find_visible_label (row, FILE_NAME), row, &name));
  g_assert_cmpfloat (answer.origin.y, <, name.origin.y);
  g_assert_cmpfloat (answer.origin.x, ==, name.origin.x);
  if (!is_tile)
    return;
  g_assert_cmpfloat (answer.origin.x, ==, thumbnail.origin.x);
  g_assert_cmpfloat (answer.size.width, ==, thumbnail.size.width);
}

/* Allocates @row, and looks at where its parts are. */
static void
check_places (GtkWidget *row,
              int        width,
              gboolean   is_first_right)
{
  GdkRectangle    area = { .width = width };
  graphene_rect_t part, thumbnail;

  gtk_widget_measure (row, GTK_ORIENTATION_HORIZONTAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_measure (row, GTK_ORIENTATION_VERTICAL, width, &area.height, NULL, NULL, NULL);
  gtk_widget_size_allocate (row, &area, -1);
  g_assert_true (gtk_widget_compute_bounds (find_of_type (row, KOMA_TYPE_THUMBNAIL_VIEW), row,
                                            &thumbnail));
  g_assert_true ((thumbnail.origin.x > width / 2.0f) == is_first_right);
  for (GtkWidget *child = gtk_widget_get_first_child (row); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    if (!gtk_widget_get_visible (child))
      continue;
    g_assert_true (gtk_widget_compute_bounds (child, row, &part));
    g_assert_cmpfloat (part.origin.x, >=, 0);
    g_assert_cmpfloat (part.origin.y, >=, 0);
    g_assert_cmpfloat (part.origin.x + part.size.width, <=, width);
    g_assert_cmpfloat (part.origin.y + part.size.height, <=, area.height);
  }
}

/* All parts are within the row, on the side where people begin to read. */
static void
test_row_places (void)
{
  g_autoptr (KomaThumbnailCache) cache = koma_thumbnail_cache_new (4);
  g_autoptr (KomaPreferences) preferences = koma_preferences_new ();
  g_autoptr (GFile) file = g_file_new_for_path ("/tmp/" FILE_NAME);
  g_autoptr (KomaResultItem) item = koma_result_item_new_for_file (file);

  koma_result_item_take_result (item, new_result (0.3, 0.8));
  for (guint i = 0; i < 4; i++) {
    const gboolean is_tile = i % 2, is_rtl = i / 2;
    GtkWidget     *row = g_object_ref_sink (koma_result_row_new (cache, preferences, is_tile));

    gtk_widget_set_default_direction (is_rtl ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR);
    koma_result_row_set_item (KOMA_RESULT_ROW (row), item);
    koma_result_row_set_header (KOMA_RESULT_ROW (row), "Cats", 3, TRUE);
    check_places (row, is_tile ? 160 : 400, is_rtl && !is_tile);
    if (!is_rtl)
      check_order (row, is_tile);
    g_assert_finalize_object (row);
  }
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  widget_tests_add_life ("/ui/result-row/life/", KOMA_TYPE_RESULT_ROW);
  widget_tests_add_life ("/ui/result-row/life/", KOMA_TYPE_THUMBNAIL_VIEW);
  g_test_add_func ("/ui/result-row/row-follows", test_row_follows);
  g_test_add_func ("/ui/result-row/row-height", test_row_height);
  g_test_add_func ("/ui/result-row/row-not-sure", test_row_not_sure);
  g_test_add_func ("/ui/result-row/row-corrected", test_row_corrected);
  g_test_add_func ("/ui/result-row/technical", test_row_technical);
  g_test_add_func ("/ui/result-row/row-model", test_row_model);
  g_test_add_func ("/ui/result-row/row-places", test_row_places);
  g_test_add_func ("/ui/result-row/row-of-few-widgets", test_row_of_few_widgets);
  g_test_add_func ("/ui/result-row/row-wraps", test_row_wraps);
  return g_test_run ();
}
