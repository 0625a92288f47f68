/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Charts have colours of style.css in them, which GTK does not know when it draws them again. */
#include "tests/ui/widget-tests.h"
#include "ui/diagnostics/koma-throughput-chart.h"
#include "ui/evaluation/koma-reliability-diagram.h"
#include "ui/teach/koma-learning-curve.h"
#include "tests/test-main.h"

static GtkCssProvider *
add_style (guint priority)
{
  GtkCssProvider *provider = gtk_css_provider_new ();

  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider), priority);
  g_object_unref (provider); /* the display has it */
  return provider;
}

static void
remove_style (GtkCssProvider *provider)
{
  gtk_style_context_remove_provider_for_display (gdk_display_get_default (),
                                                 GTK_STYLE_PROVIDER (provider));
}

static void
invalidated_cb (GdkPaintable *paintable,
                guint        *n_times)
{
  (*n_times)++;
}

static void
test_drawn_again (gconstpointer type)
{
  GtkWidget      *window = gtk_window_new ();
  GtkWidget      *chart = g_object_new (GPOINTER_TO_SIZE (type), NULL);
  GtkCssProvider *koma = add_style (GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  GtkCssProvider *chosen = add_style (GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (chart);
  guint n_times = 0;

  gtk_css_provider_load_from_resource (koma, "/app/koma/Koma/style.css");
  gtk_window_set_child (GTK_WINDOW (window), chart);
  gtk_window_present (GTK_WINDOW (window));
  widget_tests_settle (chart);
  g_signal_connect (paintable, "invalidate-contents", G_CALLBACK (invalidated_cb), &n_times);
  widget_tests_settle (chart);
  g_assert_cmpuint (n_times, ==, 0);

  gtk_css_provider_load_from_data (chosen,
                                   "@define-color accent_color #123456;"
                                   "@define-color chart_1 #123456;",
                                   -1);
  widget_tests_settle (chart);
  g_assert_cmpuint (n_times, >, 0);
  gtk_window_destroy (GTK_WINDOW (window));
  remove_style (koma);
  remove_style (chosen);
}

static void
add (const char *path,
     GType       type)
{
  g_test_add_data_func (path, GSIZE_TO_POINTER (type), test_drawn_again);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  add ("/ui/charts/learning-curve", KOMA_TYPE_LEARNING_CURVE);
  add ("/ui/charts/reliability-diagram", KOMA_TYPE_RELIABILITY_DIAGRAM);
  add ("/ui/charts/throughput-chart", KOMA_TYPE_THROUGHPUT_CHART);
  return g_test_run ();
}
