/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/widget-tests.h"
#include "ui/compat/koma-scroll-start.h"

#define WIDTH 900

/* A window that is narrower than what it shows. */
static GtkWidget *
create_window (GtkTextDirection direction,
               GtkWidget      **ret_child,
               GtkAdjustment  **ret_adjustment)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *child = gtk_label_new ("wide");

  gtk_widget_set_direction (scrolled, direction);
  gtk_widget_set_size_request (child, WIDTH, 100);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), child);
  koma_scroll_start_keep (child);
  gtk_window_set_default_size (GTK_WINDOW (window), 300, 200);
  gtk_window_set_child (GTK_WINDOW (window), scrolled);
  gtk_window_present (GTK_WINDOW (window));
  *ret_child = child;
  *ret_adjustment = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));
  return window;
}

static void
wait_for_width (GtkAdjustment *adjustment,
                double         width)
{
  while (gtk_adjustment_get_upper (adjustment) < width)
    g_main_context_iteration (NULL, TRUE);
}

static double
get_rest (GtkAdjustment *adjustment)
{
  return gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment) -
         gtk_adjustment_get_value (adjustment);
}

static void
test_from_left (void)
{
  GtkAdjustment *adjustment = NULL;
  GtkWidget     *child = NULL;
  GtkWidget     *window = create_window (GTK_TEXT_DIR_LTR, &child, &adjustment);

  wait_for_width (adjustment, WIDTH);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0.0);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Also when it becomes wider; but who has scrolled stays there. */
static void
test_from_right (void)
{
  GtkAdjustment *adjustment = NULL;
  GtkWidget     *child = NULL;
  GtkWidget     *window = create_window (GTK_TEXT_DIR_RTL, &child, &adjustment);

  wait_for_width (adjustment, WIDTH);
  g_assert_cmpfloat (get_rest (adjustment), ==, 0.0);
  gtk_widget_set_size_request (child, WIDTH + 200, 100);
  wait_for_width (adjustment, WIDTH + 200);
  g_assert_cmpfloat (get_rest (adjustment), ==, 0.0);

  gtk_adjustment_set_value (adjustment, 50.0);
  gtk_widget_set_size_request (child, WIDTH + 400, 100);
  wait_for_width (adjustment, WIDTH + 400);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 50.0);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int    argc,
      char **argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  g_test_add_func ("/ui/scroll-start/from-left", test_from_left);
  g_test_add_func ("/ui/scroll-start/from-right", test_from_right);
  return g_test_run ();
}
