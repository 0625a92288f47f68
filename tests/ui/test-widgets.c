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
#include "ui/koma-text-scale.h"
#include "ui/koma-tooltip.h"
#include "ui/models/koma-checkup.h"
#include "ui/models/koma-model-button.h"
#include "ui/models/koma-model-page.h"
#include "ui/models/koma-recipe-rows.h"
#include "ui/models/koma-seen-view.h"
#include "ui/picture/koma-picture-page.h"
#include "ui/picture/koma-picture-view.h"
#include "ui/picture/koma-score-list.h"
#include "ui/picture/koma-time-line.h"
#include "ui/picture/koma-why-panel.h"
#include "ui/preferences/koma-backend-group.h"
#include "ui/results/koma-filter-popover.h"
#include "ui/results/koma-find-bar.h"
#include "ui/results/koma-results-view.h"
#include "ui/results/koma-selection-bar.h"
#include "ui/window/koma-activity-bar.h"
#include "ui/window/koma-suggestion.h"
#include "ui/window/koma-toast.h"
#include "tests/test-main.h"

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

/* A step that took hardly any time is not told to have taken none. */
static void
test_time_line (void)
{
  GtkWidget             *line = g_object_ref_sink (g_object_new (KOMA_TYPE_TIME_LINE, NULL));
  const KomaResultTiming timing = { .queue_ms = 0.02, .decode_ms = 12.34, .inference_ms = 0.3 };

  koma_time_line_set_timing (KOMA_TIME_LINE (line), &timing);
  g_assert_nonnull (find_visible_label (line, "<0.1 ms"));
  g_assert_nonnull (find_visible_label (line, "12.3 ms"));
  g_assert_nonnull (find_visible_label (line, "0.3 ms"));
  g_assert_null (find_visible_label (line, "0.0 ms"));
  koma_time_line_set_timing (KOMA_TIME_LINE (line), NULL);
  g_assert_nonnull (find_visible_label (line, "–"));
  g_assert_finalize_object (line);
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

static GtkWidget *
create_button (const char *words)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_button_set_child (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "text-button");
  return button;
}

/* A dialog of this width, with text so large. Returns: what its buttons show, “…” behind words that
 * may be cut */
static char *
keep_buttons (double scale,
              int    width)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GtkWidget   *dialog = adw_window_new ();
  GtkWidget   *bar = adw_header_bar_new ();
  GtkWidget   *buttons[] = { create_button ("Cancel"), create_button ("Write") };
  g_autoptr (GString) shown = g_string_new (NULL);

  g_object_set (settings, "gtk-xft-dpi", (int) (96 * 1024 * scale), NULL);
  gtk_window_set_title (GTK_WINDOW (dialog), "Write the Labels");
  gtk_window_set_default_size (GTK_WINDOW (dialog), width, 300);
  gtk_widget_add_css_class (buttons[1], "suggested-action");
  adw_header_bar_set_show_end_title_buttons (ADW_HEADER_BAR (bar), FALSE);
  adw_header_bar_pack_start (ADW_HEADER_BAR (bar), buttons[0]);
  adw_header_bar_pack_end (ADW_HEADER_BAR (bar), buttons[1]);
  adw_window_set_content (ADW_WINDOW (dialog), bar);

  koma_text_scale_keep_buttons (GTK_WINDOW (dialog));
  gtk_window_present (GTK_WINDOW (dialog));
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++) {
    GtkWidget *label = gtk_button_get_child (GTK_BUTTON (buttons[i]));

    if (!GTK_IS_LABEL (label))
      g_string_append_printf (shown, "[%s]", gtk_widget_get_tooltip_text (buttons[i]));
    else
      g_string_append_printf (shown, "[%s%s]", gtk_label_get_text (GTK_LABEL (label)),
                              gtk_label_get_ellipsize (GTK_LABEL (label)) ? "…" : "");
    g_string_append (shown, GTK_IS_LABEL (label) ? "" : "x");
  }
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_settings_reset_property (settings, "gtk-xft-dpi");
  return g_string_free (g_steal_pointer (&shown), FALSE);
}

static void
assert_buttons (double      scale,
                int         width,
                const char *expected)
{
  g_autofree char *shown = keep_buttons (scale, width);

  g_assert_cmpstr (shown, ==, expected);
}

static void
test_keep_buttons (void)
{
  assert_buttons (1.0, 360, "[Cancel][Write]");
  assert_buttons (1.25, 360, "[Cancel][Write]");
  assert_buttons (2.0, 1000, "[Cancel…][Write…]");
  assert_buttons (2.0, 360, "[Cancel]x[Write]");
  assert_buttons (6.0, 360, "[Cancel]x[Write…]");
}

static gboolean
has_own_tooltip (GtkWidget *widget)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean is_shown = FALSE;

  g_signal_emit_by_name (widget, "query-tooltip", 1, 1, FALSE, tooltip, &is_shown);
  return is_shown;
}

/* Not over the menu that the button has opened. */
static void
test_tooltip_of_open_menu (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();

  koma_tooltip_hide_while_open ();
  gtk_popover_set_child (GTK_POPOVER (popover), gtk_label_new ("Choice"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_set_tooltip_text (button, "Main Menu");
  gtk_window_set_child (GTK_WINDOW (window), button);
  gtk_window_present (GTK_WINDOW (window));
  g_assert_true (has_own_tooltip (button));
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  while (!gtk_widget_get_mapped (popover))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (has_own_tooltip (button));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  while (gtk_widget_get_mapped (popover))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (has_own_tooltip (button));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_tooltip (void)
{
  GtkWidget *label = g_object_ref_sink (gtk_label_new ("Cat"));

  g_assert_false (has_tooltip (label));
  koma_tooltip_set_text (label, "Cat");
  g_assert_true (has_tooltip (label));
  koma_tooltip_set_text (label, "Lynx");
  g_assert_true (has_tooltip (label));
  g_assert_finalize_object (label);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

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
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_REVIEW_BAR);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_PICTURE_VIEW);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_RECIPE_ROWS);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_RESULTS_VIEW);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_SCORE_LIST);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_SEEN_VIEW);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_SELECTION_BAR);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_SUGGESTION);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_TIME_LINE);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_TOAST);
  widget_tests_add_life ("/ui/widgets/life/", KOMA_TYPE_WHY_PANEL);
  g_test_add_func ("/ui/widgets/recipe-rows", test_recipe_rows);
  g_test_add_func ("/ui/widgets/activity-bar", test_activity_bar);
  g_test_add_func ("/ui/widgets/time-line", test_time_line);
  g_test_add_func ("/ui/widgets/checkup", test_checkup);
  g_test_add_func ("/ui/widgets/keep-buttons", test_keep_buttons);
  g_test_add_func ("/ui/widgets/tooltip", test_tooltip);
  g_test_add_func ("/ui/widgets/tooltip-of-open-menu", test_tooltip_of_open_menu);
  return g_test_run ();
}
