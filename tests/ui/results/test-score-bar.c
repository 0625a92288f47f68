/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The bar that an answer's score is, and the name before it. */
#include "ui/results/koma-score-bar-private.h"

#include "tests/ui/widget-tests.h"
#include "tests/test-main.h"

/* "<1%" is not turned about where people read from the right. */
static void
test_score_right_to_left (void)
{
  GtkWidget     *bar = NULL;
  PangoLayout   *percent = NULL;
  const char    *text = NULL;
  PangoRectangle sign, digit;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  bar = g_object_ref_sink (koma_score_bar_new ());
  koma_score_bar_set_score (KOMA_SCORE_BAR (bar), "قط", 0.001);
  percent = KOMA_SCORE_BAR (bar)->percent;
  text = pango_layout_get_text (percent);
  g_assert_nonnull (strstr (text, "<1%"));
  pango_layout_index_to_pos (percent, strchr (text, '<') - text, &sign);
  pango_layout_index_to_pos (percent, strchr (text, '1') - text, &digit);
  g_assert_cmpint (sign.x, <, digit.x);
  g_assert_finalize_object (bar);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
test_score_bar (void)
{
  GtkWidget    *widget = g_object_ref_sink (koma_score_bar_new ());
  KomaScoreBar *bar = KOMA_SCORE_BAR (widget);

  koma_score_bar_set_score (bar, "tiger cat", 0.123);
  g_assert_cmpstr (pango_layout_get_text (bar->label), ==, "tiger cat");
  g_assert_nonnull (strstr (pango_layout_get_text (bar->percent), "12%"));
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_ROLE_METER);
  /* Not the macro of the same purpose: its format string is no literal to -Wformat. */
  g_assert_null (gtk_test_accessible_check_property (GTK_ACCESSIBLE (bar),
                                                     GTK_ACCESSIBLE_PROPERTY_LABEL,
                                                     "tiger cat, 12 percent"));
  g_assert_finalize_object (widget);
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

/* The fill is as much of the trough as the score says, from the side where people begin to read. */
static void
test_score_fill (void)
{
  GtkWidget *bar = g_object_ref_sink (koma_score_bar_new ());
  GtkWidget *fill = gtk_widget_get_first_child (bar);
  int        whole = 0, left = 0;

  for (guint i = 0; i < 3; i++) {
    const double    score[] = { 1.0, 0.25, 0.0 };
    GdkRectangle    area = { 0, 0, 400, measure_height_for (bar, "pawn", 400) };
    graphene_rect_t bounds;

    koma_score_bar_set_score (KOMA_SCORE_BAR (bar), "pawn", score[i]);
    gtk_widget_measure (bar, GTK_ORIENTATION_VERTICAL, 400, NULL, NULL, NULL, NULL);
    gtk_widget_size_allocate (bar, &area, -1);
    g_assert_true (gtk_widget_compute_bounds (fill, bar, &bounds));
    if (i == 0) {
      whole = bounds.size.width;
      left = bounds.origin.x;
    }
    g_assert_cmpint (bounds.origin.x, ==, left);
    g_assert_cmpfloat_with_epsilon (bounds.size.width, MAX (score[i] * whole, 6), 1);
  }
  g_assert_cmpint (whole, >, 100);
  g_assert_finalize_object (bar);
}

static gboolean
has_fill (GtkWidget *bar,
          int        width)
{
  const GdkRectangle area = { 0, 0, width, measure_height_for (bar, "pawn", width) };

  gtk_widget_measure (bar, GTK_ORIENTATION_VERTICAL, width, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (bar, &area, -1);
  return gtk_widget_get_child_visible (gtk_widget_get_first_child (bar));
}

static int
count_lines (GtkWidget *bar)
{
  return pango_layout_get_line_count (KOMA_SCORE_BAR (bar)->label);
}

/* Where the name and the bar are too much for text of this size, the name has the room. */
static void
test_bar_gives_way (void)
{
  const char *name = "promoted lance, pointing up";
  GtkWidget  *bar = g_object_ref_sink (koma_score_bar_new ());
  int         width = 700;

  koma_score_bar_wrap (KOMA_SCORE_BAR (bar));
  g_assert_true (has_fill (bar, width));
  while (has_fill (bar, width) && width > 0)
    width -= 10;
  g_assert_cmpint (width, >, 200);
  koma_score_bar_set_score (KOMA_SCORE_BAR (bar), name, 0.5);
  gtk_widget_measure (bar, GTK_ORIENTATION_VERTICAL, width, NULL, NULL, NULL, NULL);
  g_assert_cmpint (count_lines (bar), ==, 1);
  g_assert_finalize_object (bar);
}

static gboolean
is_shortened (GtkWidget  *bar,
              const char *name,
              int         height)
{
  PangoLayout *label = KOMA_SCORE_BAR (bar)->label;

  gtk_widget_size_allocate (bar, &(GtkAllocation){ .width = 230, .height = height }, -1);
  g_assert_cmpstr (pango_layout_get_text (label), ==, name);
  return pango_layout_is_ellipsized (label);
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

/* GTK complains of a widget that says other heights for other widths, where it does not wrap. */
static void
test_height_of_room (void)
{
  static const char *const names[] = { "pawn", "成銀 · promoted silver general, pointing down",
                                       "Ägypten" };
  GtkWidget               *bar = g_object_ref_sink (koma_score_bar_new ());

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const int any = measure_height_for (bar, names[i], -1);

    g_assert_cmpint (measure_height_for (bar, names[i], 120), ==, any);
    g_assert_cmpint (measure_height_for (bar, names[i], 1048576), ==, any);
  }
  g_assert_finalize_object (bar);
}

/* In a narrow tile a name has all of the width, and the bar a line below it. */
static void
test_stacked (void)
{
  const char *name = "promoted silver general pointing up";
  GtkWidget  *bar = g_object_ref_sink (koma_score_bar_new ());
  int         line = measure_height_for (bar, "pawn", 140);

  koma_score_bar_wrap (KOMA_SCORE_BAR (bar));
  koma_score_bar_stack (KOMA_SCORE_BAR (bar));
  g_assert_cmpint (measure_height_for (bar, "pawn", 140), >=, 2 * line);
  g_assert_cmpint (measure_height_for (bar, name, 140), >, 2 * line);
  g_assert_cmpint (pango_layout_get_width (KOMA_SCORE_BAR (bar)->label), ==,
                   140 * PANGO_SCALE);
  g_assert_finalize_object (bar);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  widget_tests_add_life ("/ui/score-bar/life/", KOMA_TYPE_SCORE_BAR);
  g_test_add_func ("/ui/score-bar/bar-gives-way", test_bar_gives_way);
  g_test_add_func ("/ui/score-bar/score-right-to-left", test_score_right_to_left);
  g_test_add_func ("/ui/score-bar/score-bar", test_score_bar);
  g_test_add_func ("/ui/score-bar/score-fill", test_score_fill);
  g_test_add_func ("/ui/score-bar/long-name", test_long_name);
  g_test_add_func ("/ui/score-bar/height-of-room", test_height_of_room);
  g_test_add_func ("/ui/score-bar/stacked", test_stacked);
  return g_test_run ();
}
