/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/widget-tests.h"
#include "ui/picture/koma-why-panel.h"
#include "tests/test-main.h"

static void
count_cb (guint *count)
{
  (*count)++;
}

static KomaWhyPanel *
create (void)
{
  return g_object_ref_sink (g_object_new (KOMA_TYPE_WHY_PANEL, NULL));
}

static GtkToggleButton *
find_toggle (KomaWhyPanel *panel,
             const char   *text)
{
  GtkWidget *label = find_visible_label (GTK_WIDGET (panel), text);

  return GTK_TOGGLE_BUTTON (gtk_widget_get_ancestor (label, GTK_TYPE_TOGGLE_BUTTON));
}

/* Tells of each change once; what the colours mean is said where there are some. */
static void
test_look (void)
{
  KomaWhyPanel    *panel = create ();
  GtkToggleButton *colors = find_toggle (panel, "Colors");
  guint            n_told = 0;

  g_signal_connect_swapped (panel, "notify::look", G_CALLBACK (count_cb), &n_told);
  g_assert_cmpint (koma_why_panel_get_look (panel), ==, KOMA_HEAT_MAP_SPOTLIGHT);
  g_assert_null (find_visible_label (GTK_WIDGET (panel), "Against"));
  g_object_set (panel, "look", "colors", NULL);
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_true (gtk_toggle_button_get_active (colors));
  g_assert_cmpint (koma_why_panel_get_look (panel), ==, KOMA_HEAT_MAP_COLOURS);
  g_assert_nonnull (find_visible_label (GTK_WIDGET (panel), "Against"));

  gtk_toggle_button_set_active (find_toggle (panel, "Spotlight"), TRUE);
  g_assert_cmpuint (n_told, ==, 2);
  g_assert_false (gtk_toggle_button_get_active (colors));
  g_assert_cmpint (koma_why_panel_get_look (panel), ==, KOMA_HEAT_MAP_SPOTLIGHT);
  g_assert_finalize_object (panel);
}

static void
test_strength (void)
{
  KomaWhyPanel *panel = create ();
  GtkWidget    *scale = find_of_type (GTK_WIDGET (panel), GTK_TYPE_SCALE);
  guint         n_told = 0;

  g_signal_connect_swapped (panel, "notify::strength", G_CALLBACK (count_cb), &n_told);
  g_assert_nonnull (find_visible_label (GTK_WIDGET (panel), "Strength"));
  g_assert_cmpfloat (koma_why_panel_get_strength (panel), ==, 0.7);
  gtk_range_set_value (GTK_RANGE (scale), 0.25);
  g_assert_cmpfloat (koma_why_panel_get_strength (panel), ==, 0.25);
  g_assert_cmpuint (n_told, ==, 1);
  g_assert_finalize_object (panel);
}

/* Technical words are not seen until one asks for them, and can be chosen then. */
static void
test_method (void)
{
  KomaWhyPanel *panel = create ();
  GtkWidget    *window = gtk_window_new ();
  GtkWidget    *method = NULL;
  GtkWidget    *expander = find_of_type (GTK_WIDGET (panel), GTK_TYPE_EXPANDER);
  guint         n_told = 0;

  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (panel));
  gtk_window_present (GTK_WINDOW (window));
  koma_why_panel_set_method_note (panel, "Where covering helps");
  widget_tests_settle (GTK_WIDGET (panel));
  method = find_of_type (GTK_WIDGET (panel), GTK_TYPE_DROP_DOWN);
  g_assert_true (method == NULL || !gtk_widget_get_mapped (method));
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  widget_tests_settle (GTK_WIDGET (panel));
  method = find_of_type (GTK_WIDGET (panel), GTK_TYPE_DROP_DOWN);
  g_assert_true (gtk_widget_get_mapped (method));
  g_assert_nonnull (find_visible_label (GTK_WIDGET (panel), "Where covering helps"));

  g_signal_connect_swapped (panel, "notify::method", G_CALLBACK (count_cb), &n_told);
  g_assert_cmpint (koma_why_panel_get_method (panel), ==, KOMA_EXPLAIN_OCCLUSION);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (method), 1);
  g_assert_cmpint (koma_why_panel_get_method (panel), ==, KOMA_EXPLAIN_ACTIVATION);
  g_assert_cmpuint (n_told, ==, 1);
  gtk_window_set_child (GTK_WINDOW (window), NULL);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (panel);
}

/* What is not there takes no room. */
static void
test_words (void)
{
  KomaWhyPanel *panel = create ();
  GtkWidget    *bar = find_of_type (GTK_WIDGET (panel), GTK_TYPE_PROGRESS_BAR);

  koma_why_panel_set_class (panel, "cat");
  g_assert_nonnull (find_visible_label (GTK_WIDGET (panel), "What speaks for “cat”"));
  koma_why_panel_set_sentence (panel, "Mostly the middle");
  g_assert_nonnull (find_visible_label (GTK_WIDGET (panel), "Mostly the middle"));
  koma_why_panel_set_sentence (panel, "");
  g_assert_null (find_visible_label (GTK_WIDGET (panel), ""));
  koma_why_panel_set_note (panel, "No such file");
  g_assert_nonnull (find_visible_label (GTK_WIDGET (panel), "No such file"));
  g_assert_false (gtk_widget_get_visible (bar));
  koma_why_panel_set_progress (panel, 0.5);
  g_assert_true (gtk_widget_get_visible (bar));
  g_assert_cmpfloat (gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (bar)), ==, 0.5);
  koma_why_panel_set_progress (panel, 1);
  g_assert_false (gtk_widget_get_visible (bar));
  g_assert_finalize_object (panel);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;

  g_test_add_func ("/ui/why-panel/look", test_look);
  g_test_add_func ("/ui/why-panel/strength", test_strength);
  g_test_add_func ("/ui/why-panel/method", test_method);
  g_test_add_func ("/ui/why-panel/words", test_words);
  return g_test_run ();
}
