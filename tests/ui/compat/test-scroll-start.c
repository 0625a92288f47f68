/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "tests/ui/widget-tests.h"
#include "ui/compat/koma-scroll-start.h"
#include "tests/test-main.h"

#define N_COLUMNS    3
#define COLUMN_WIDTH 300

typedef struct
{
  GtkWidget     *window, *view;
  GtkAdjustment *adjustment;
} Fixture;

static void
add_column (GtkColumnView *view)
{
  g_autoptr (GtkColumnViewColumn) column =
    gtk_column_view_column_new ("column", gtk_signal_list_item_factory_new ());

  gtk_column_view_column_set_fixed_width (column, COLUMN_WIDTH);
  gtk_column_view_append_column (view, column);
}

/* A table in a window that is narrower. */
static void
set_up (Fixture         *fixture,
        GtkTextDirection direction)
{
  GtkWidget *scrolled = NULL;

  gtk_widget_set_default_direction (direction);
  scrolled = gtk_scrolled_window_new ();
  fixture->view = gtk_column_view_new (NULL);
  for (guint i = 0; i < N_COLUMNS; i++)
    add_column (GTK_COLUMN_VIEW (fixture->view));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), fixture->view);
  koma_scroll_start_keep (fixture->view);
  fixture->adjustment = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 400, 200);
  gtk_window_set_child (GTK_WINDOW (fixture->window), scrolled);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static double
get_rest (const Fixture *fixture)
{
  return gtk_adjustment_get_upper (fixture->adjustment) -
         gtk_adjustment_get_page_size (fixture->adjustment) -
         gtk_adjustment_get_value (fixture->adjustment);
}

/* From the view's left edge to that of the first title, where that one is seen. */
static double
get_first_x (const Fixture *fixture)
{
  GtkWidget *title =
    gtk_widget_get_first_child (gtk_widget_get_first_child (fixture->view));
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (title, fixture->view, &bounds));
  return (double) bounds.origin.x;
}

static void
wait_for_width (const Fixture *fixture,
                double         width)
{
  while (gtk_adjustment_get_upper (fixture->adjustment) < width)
    g_main_context_iteration (NULL, TRUE);
}

/* What GTK has laid out: what it is scrolled by does not say where it shows its columns. */
static void
wait_for_first_x (const Fixture *fixture,
                  double         x)
{
  while (fabs (get_first_x (fixture) - x) >= 1.0)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_from_left (void)
{
  Fixture fixture;

  set_up (&fixture, GTK_TEXT_DIR_LTR);
  wait_for_width (&fixture, N_COLUMNS * COLUMN_WIDTH);
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture.adjustment), ==, 0.0);
  g_assert_cmpfloat (get_first_x (&fixture), ==, 0.0);
  tear_down (&fixture);
}

/* Also when it becomes wider; but who has scrolled stays there. */
static void
test_from_right (void)
{
  Fixture fixture;
  double  x = 0.0;

  set_up (&fixture, GTK_TEXT_DIR_RTL);
  wait_for_width (&fixture, N_COLUMNS * COLUMN_WIDTH);
  x = gtk_adjustment_get_page_size (fixture.adjustment) - COLUMN_WIDTH;
  g_assert_cmpfloat (get_rest (&fixture), ==, 0.0);
  wait_for_first_x (&fixture, x);

  add_column (GTK_COLUMN_VIEW (fixture.view));
  wait_for_width (&fixture, (N_COLUMNS + 1.0) * COLUMN_WIDTH);
  g_assert_cmpfloat (get_rest (&fixture), ==, 0.0);
  /* GTK 4.18 lays a column that comes later out as if nothing was scrolled. */
  if (gtk_get_minor_version () < 18)
    wait_for_first_x (&fixture, x);

  gtk_adjustment_set_value (fixture.adjustment, 50.0);
  add_column (GTK_COLUMN_VIEW (fixture.view));
  wait_for_width (&fixture, (N_COLUMNS + 2.0) * COLUMN_WIDTH);
  g_assert_cmpfloat (gtk_adjustment_get_value (fixture.adjustment), ==, 50.0);
  tear_down (&fixture);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  g_test_add_func ("/ui/scroll-start/from-left", test_from_left);
  g_test_add_func ("/ui/scroll-start/from-right", test_from_right);
  return g_test_run ();
}
