/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/koma/koma-error.h"
#include "engine/model/finding.h"
#include "tests/ui/widget-tests.h"
#include "ui/board/koma-board-diagram.h"
#include "ui/board/koma-board-hands.h"
#include "ui/board/koma-board-page.h"
#include "ui/board/koma-board-piece.h"
#include "ui/board/koma-board-view.h"
#include "ui/models/koma-checkup.h"
#include "ui/models/koma-model-button.h"
#include "ui/models/koma-model-page.h"
#include "ui/models/koma-recipe-rows.h"
#include "ui/models/koma-seen-view.h"
#include "ui/picture/koma-picture-page.h"
#include "ui/picture/koma-picture-view.h"
#include "ui/picture/koma-score-list.h"
#include "ui/picture/koma-time-line.h"
#include "ui/preferences/koma-backend-group.h"
#include "ui/results/koma-filter-popover.h"
#include "ui/results/koma-find-bar.h"
#include "ui/results/koma-result-row.h"
#include "ui/results/koma-results-view.h"
#include "ui/results/koma-score-bar.h"
#include "ui/results/koma-thumbnail-view.h"
#include "ui/window/koma-activity-bar.h"
#include "ui/window/koma-toast.h"

/* ---- Rows ---- */

static int
measure_height (GtkWidget *widget)
{
  int height = 0;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
  return height;
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
  g_assert_cmpstr (gtk_widget_get_tooltip_text (row), ==, "/tmp/<b>cat.jpg\ndetail");
  g_assert_true (gtk_widget_has_css_class (row, "failed"));
  g_assert_cmpint (measure_height (row), ==, height);

  koma_result_item_set_waiting (item);
  g_assert_false (gtk_widget_has_css_class (row, "failed"));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (row), ==, "/tmp/<b>cat.jpg");

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

/* ---- What a model expects ---- */

static void
chosen_cb (GString    *told,
           guint       part,
           const char *word)
{
  g_string_append_printf (told, "%s=%s;", koma_recipe_part_get_name (part), word);
}

static GtkWidget *
find_row (GtkWidget  *widget,
          GType       type,
          const char *title) /* (nullable) of a row */
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) &&
      (title == NULL || g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)),
                                     title)))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_row (child, type, title);

    if (found != NULL)
      return found;
  }
  return NULL;
}

static KomaModelInfo *
new_info (void)
{
  KomaModelInfo *info = g_new0 (KomaModelInfo, 1);
  g_auto (GStrv) names = g_strsplit ("cat,dog", ",", -1);

  g_atomic_ref_count_init (&info->ref_count);
  info->labels = koma_labels_new (g_steal_pointer (&names), "/some/folder/names.txt");
  info->values = (KomaRecipe){ .width = 28, .height = 28, .sure_from = 0.3 };
  info->values.sources[KOMA_PART_SIZE] = KOMA_SOURCE_GRAPH;
  g_assert_true (koma_recipe_set_range (&info->values, "-1,1", NULL));
  return info;
}

/* To show a recipe chooses nothing; what the user changes is told, with its word. */
static void
test_recipe_rows (void)
{
  GtkWidget *rows = g_object_ref_sink (g_object_new (KOMA_TYPE_RECIPE_ROWS, NULL));
  g_autoptr (GString) told = g_string_new (NULL);
  g_autoptr (KomaModelInfo) info = new_info ();
  GtkWidget *range = NULL;
  GtkWidget *entry = NULL;

  g_signal_connect_swapped (rows, "chosen", G_CALLBACK (chosen_cb), told);
  koma_recipe_rows_show (KOMA_RECIPE_ROWS (rows), info);
  info->values.fit = KOMA_FIT_PAD;
  koma_recipe_rows_show (KOMA_RECIPE_ROWS (rows), info);
  g_assert_cmpstr (told->str, ==, "");
  g_assert_nonnull (find_visible_label (rows, "28 × 28"));
  g_assert_nonnull (find_visible_label (rows, "From the graph"));
  g_assert_nonnull (find_visible_label (rows, "names.txt"));

  range = find_row (rows, ADW_TYPE_COMBO_ROW, "Range of Values");
  adw_combo_row_set_selected (ADW_COMBO_ROW (range), 1);
  gtk_switch_set_active (GTK_SWITCH (find_row (
                           find_row (rows, ADW_TYPE_ACTION_ROW, "Light and Dark Swapped"),
                           GTK_TYPE_SWITCH, NULL)),
                         TRUE);
  g_assert_cmpstr (told->str, ==, "range=0,1;invert=true;");

  /* A word that is none is refused, and the next one taken. */
  adw_combo_row_set_selected (ADW_COMBO_ROW (range), 6);
  entry = find_row (rows, ADW_TYPE_ENTRY_ROW, "Numbers for Dark and Light, Such as −1,1");
  g_assert_true (gtk_widget_get_visible (entry));
  gtk_editable_set_text (GTK_EDITABLE (entry), "warm");
  g_signal_emit_by_name (entry, "apply");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "-2,2");
  g_signal_emit_by_name (entry, "apply");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_assert_cmpstr (told->str, ==, "range=0,1;invert=true;range=-2,2;");
  g_assert_finalize_object (rows);
}

/* ---- Answers that are not sure ---- */

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

/* Of the model that answered, unless the user says otherwise. */
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
  g_assert_nonnull (find_visible_label (row, "Not sure"));
  g_object_set (preferences, "not-sure-below", 0.5, NULL);
  g_assert_null (find_visible_label (row, "Not sure"));
  koma_result_item_take_result (item, new_result (0.4, 0.3));
  g_assert_nonnull (find_visible_label (row, "Not sure"));
  g_object_set (preferences, "not-sure-below", -1.0, NULL);
  g_assert_null (find_visible_label (row, "Not sure"));
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
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (row), "\nAnswered by Animals"));
  koma_result_item_keep_earlier (item);
  koma_result_item_set_waiting (item);
  g_assert_null (strstr (gtk_widget_get_tooltip_text (row), "Answered"));
  koma_result_item_show_earlier (item);
  g_assert_nonnull (find_visible_label (row, "Answered by Animals"));
  g_assert_finalize_object (row);
}

/* "<1%" is not turned about where people read from the right. */
static void
test_score_right_to_left (void)
{
  GtkWidget     *bar = NULL;
  GtkLabel      *label = NULL;
  PangoRectangle sign, digit;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  bar = g_object_ref_sink (koma_score_bar_new ());
  koma_score_bar_set_score (KOMA_SCORE_BAR (bar), "قط", 0.001);
  label = GTK_LABEL (find_visible_label (bar, "<1%"));
  g_assert_nonnull (label);
  pango_layout_index_to_pos (gtk_label_get_layout (label), 0, &sign);
  pango_layout_index_to_pos (gtk_label_get_layout (label), 1, &digit);
  g_assert_cmpint (sign.x, <, digit.x);
  g_assert_cmpfloat (gtk_label_get_xalign (label), ==, 0);
  g_assert_finalize_object (bar);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
test_score_bar (void)
{
  GtkWidget *bar = g_object_ref_sink (koma_score_bar_new ());

  koma_score_bar_set_score (KOMA_SCORE_BAR (bar), "tiger cat", 0.123);
  g_assert_nonnull (find_visible_label (bar, "tiger cat"));
  g_assert_nonnull (find_visible_label (bar, "12%"));
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_ROLE_METER);
  /* Not the macro of the same purpose: its format string is no literal to -Wformat. */
  g_assert_null (gtk_test_accessible_check_property (GTK_ACCESSIBLE (bar),
                                                     GTK_ACCESSIBLE_PROPERTY_LABEL,
                                                     "tiger cat 12%"));
  g_assert_finalize_object (bar);
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
measure_height_for (GtkWidget  *bar,
                    const char *name,
                    int         width)
{
  int height = 0;

  koma_score_bar_set_score (KOMA_SCORE_BAR (bar), name, 0.5);
  gtk_widget_measure (bar, GTK_ORIENTATION_VERTICAL, width, &height, NULL, NULL, NULL);
  return height;
}

static gboolean
is_shortened (GtkWidget  *bar,
              const char *name,
              int         height)
{
  GtkLabel *label = GTK_LABEL (find_visible_label (bar, name));

  gtk_widget_size_allocate (bar, &(GtkAllocation){ .width = 230, .height = height }, -1);
  g_assert_nonnull (label);
  return pango_layout_is_ellipsized (gtk_label_get_layout (label));
}

/* The last words may be what matters: the name wraps where it may. */
static void
test_long_name (void)
{
  const char *name = "promoted silver general pointing up";
  GtkWidget  *bar = g_object_ref_sink (koma_score_bar_new ());
  int         line = measure_height_for (bar, "pawn", 230);

  g_assert_cmpint (measure_height_for (bar, name, 230), ==, line);
  g_assert_true (is_shortened (bar, name, line));

  koma_score_bar_wrap (KOMA_SCORE_BAR (bar));
  g_assert_cmpint (measure_height_for (bar, "pawn", 230), ==, line);
  g_assert_cmpint (measure_height_for (bar, name, 900), ==, line);
  g_assert_cmpint (measure_height_for (bar, name, 230), >, line + line / 2);
  g_assert_false (is_shortened (bar, name, measure_height_for (bar, name, 230)));
  g_assert_finalize_object (bar);
}

/* In the list, too. */
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
  g_assert_cmpint (measure_height_for (bar, "promoted silver general pointing up", 230), >,
                   measure_height_for (bar, "pawn", 230));
  g_assert_finalize_object (row);
}

static void
test_activity_bar (void)
{
  GtkWidget   *bar = g_object_ref_sink (g_object_new (KOMA_TYPE_ACTIVITY_BAR, NULL));
  KomaActivity activity = { "3 of 5 pictures", "9 per second", 0.6, "Cancel", "win.cancel" };

  koma_activity_bar_show (KOMA_ACTIVITY_BAR (bar), &activity);
  g_assert_nonnull (find_visible_label (bar, "3 of 5 pictures"));
  g_assert_nonnull (find_visible_label (bar, "9 per second"));
  koma_activity_bar_set_narrow (KOMA_ACTIVITY_BAR (bar), TRUE);
  koma_activity_bar_set_narrow (KOMA_ACTIVITY_BAR (bar), FALSE);
  koma_activity_bar_hide (KOMA_ACTIVITY_BAR (bar));
  g_assert_finalize_object (bar);
}

/* ---- Check-up ---- */

static GtkButton *
find_button (GtkWidget  *widget,
             const char *label)
{
  GtkButton *button = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return GTK_BUTTON (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && button == NULL;
       child = gtk_widget_get_next_sibling (child))
    button = find_button (child, label);
  return button;
}

static void
remedy_cb (KomaCheckup *checkup,
           const char  *action,
           GString     *actions)
{
  g_string_append_printf (actions, "%s;", action);
}

/* A row for each finding, with what can be done about it; later ones take their place. */
static void
test_checkup (void)
{
  GtkWidget *checkup = g_object_ref_sink (g_object_new (KOMA_TYPE_CHECKUP, NULL));
  g_autoptr (GPtrArray) findings = koma_findings_new ();
  g_autoptr (GPtrArray) none = koma_findings_new ();
  g_autoptr (GString) actions = g_string_new (NULL);

  koma_findings_add (findings, "a", KOMA_FINDING_ERROR, KOMA_REMEDY_LABELS, g_strdup ("No <names>"),
                     "Choose some");
  koma_findings_add (findings, "b", KOMA_FINDING_DOUBT, KOMA_REMEDY_RANGE, g_strdup ("No range"),
                     NULL);
  g_signal_connect (checkup, "remedy", G_CALLBACK (remedy_cb), actions);
  koma_checkup_set_findings (KOMA_CHECKUP (checkup), findings);
  g_assert_nonnull (find_visible_label (checkup, "No <names>"));
  g_assert_nonnull (find_visible_label (checkup, "Choose some"));
  g_signal_emit_by_name (find_button (checkup, "Labels File…"), "clicked");
  g_signal_emit_by_name (find_button (checkup, "ImageNet"), "clicked");
  g_assert_cmpstr (actions->str, ==, "win.open-labels;win.range::imagenet;");
  g_assert_null (find_button (checkup, "Open Model…"));

  koma_checkup_set_findings (KOMA_CHECKUP (checkup), none);
  g_assert_null (find_visible_label (checkup, "No <names>"));
  g_assert_nonnull (find_visible_label (checkup, "Nothing doubtful was found about this model."));
  g_assert_finalize_object (checkup);
}

int
main (int    argc,
      char **argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 77;

  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_ACTIVITY_BAR);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_BACKEND_GROUP);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_BOARD_DIAGRAM);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_BOARD_HANDS);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_BOARD_PAGE);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_BOARD_PIECE);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_BOARD_VIEW);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_CHECKUP);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_FILTER_POPOVER);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_FIND_BAR);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_MODEL_BUTTON);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_MODEL_PAGE);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_PICTURE_PAGE);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_PICTURE_VIEW);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_RECIPE_ROWS);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_RESULT_ROW);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_RESULTS_VIEW);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_SCORE_BAR);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_SCORE_LIST);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_SEEN_VIEW);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_THUMBNAIL_VIEW);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_TIME_LINE);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_TOAST);
  g_test_add_func ("/ui/widgets/recipe-rows", test_recipe_rows);
  g_test_add_func ("/ui/widgets/row-follows", test_row_follows);
  g_test_add_func ("/ui/widgets/row-height", test_row_height);
  g_test_add_func ("/ui/widgets/row-not-sure", test_row_not_sure);
  g_test_add_func ("/ui/widgets/row-model", test_row_model);
  g_test_add_func ("/ui/widgets/score-right-to-left", test_score_right_to_left);
  g_test_add_func ("/ui/widgets/score-bar", test_score_bar);
  g_test_add_func ("/ui/widgets/long-name", test_long_name);
  g_test_add_func ("/ui/widgets/row-wraps", test_row_wraps);
  g_test_add_func ("/ui/widgets/activity-bar", test_activity_bar);
  g_test_add_func ("/ui/widgets/checkup", test_checkup);
  return g_test_run ();
}
