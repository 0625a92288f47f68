/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/window/koma-window.h"

#include "tests/ui/widget-tests.h"
#include "tests/unref-and-wait.h"
#include "ui/models/koma-model-button.h"
#include "tests/test-main.h"

static void
settle (void)
{
  gint64 until = g_get_monotonic_time () + G_USEC_PER_SEC / 4;

  while (g_get_monotonic_time () < until) {
    g_main_context_iteration (NULL, FALSE);
    g_usleep (1000);
  }
}

static void
open_path (KomaWindow *window,
           const char *path)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_file_new_for_path (path));
  koma_window_open_files (window, files);
}

/* Opened, used and closed in the middle of everything, the window is gone. */
static void
check_life (gboolean is_busy)
{
  g_autoptr (AdwApplication) app = adw_application_new ("app.koma.Test", G_APPLICATION_NON_UNIQUE);
  KomaWorker       *worker = koma_worker_new ();
  KomaModelChoices *choices = koma_model_choices_new ();
  g_autoptr (KomaPreferences) preferences = koma_preferences_new ();
  KomaWindow *window = NULL;

  g_application_register (G_APPLICATION (app), NULL, NULL);
  window = koma_window_new (GTK_APPLICATION (app), worker, choices, preferences);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  gtk_window_present (GTK_WINDOW (window));
  settle ();
  g_assert_false (koma_window_has_model (window));

  if (is_busy) {
    open_path (window, "/nonexistent/cat.jpg");
    open_path (window, g_getenv ("KOMA_SOURCE"));
    koma_window_load_model (window, "/nonexistent/model.json");
  }
  gtk_window_destroy (GTK_WINDOW (window));
  koma_worker_stop (worker);

  wait_until_gone ((gpointer *) &window);
  unref_and_wait (worker);
  unref_and_wait (choices);
}

static void
test_life (void)
{
  check_life (FALSE);
}

static void
test_busy (void)
{
  check_life (TRUE);
}

static void
test_smallest (void)
{
  g_autoptr (AdwApplication) app = adw_application_new ("app.koma.Test", G_APPLICATION_NON_UNIQUE);
  KomaWorker       *worker = koma_worker_new ();
  KomaModelChoices *choices = koma_model_choices_new ();
  g_autoptr (KomaPreferences) preferences = koma_preferences_new ();
  KomaWindow *window = NULL;
  GtkWidget  *widget = NULL;
  int         width = 0, height = 0;

  g_application_register (G_APPLICATION (app), NULL, NULL);
  window = koma_window_new (GTK_APPLICATION (app), worker, choices, preferences);
  widget = GTK_WIDGET (window);
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, 360, &height, NULL, NULL, NULL);
  g_assert_cmpint (width, <=, 360);
  g_assert_cmpint (height, <=, 294);

  gtk_window_destroy (GTK_WINDOW (window));
  koma_worker_stop (worker);
  unref_and_wait (worker);
  unref_and_wait (choices);
}

static GtkWidget *
find_widget (GtkWidget *widget,
             GType      type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);
  return found;
}

static void
resize_until (KomaWindow *window,
              int         width,
              int         height,
              gboolean    is_in_header)
{
  GtkWidget *button = find_widget (GTK_WIDGET (window), KOMA_TYPE_MODEL_BUTTON);

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  while ((gtk_widget_get_ancestor (button, ADW_TYPE_HEADER_BAR) != NULL) != is_in_header)
    g_main_context_iteration (NULL, TRUE);
  settle ();
}

/* The model's name has the whole width of a narrow window, and its place in the header bar of a
 * wider one. */
static void
check_narrow (KomaWindow *window)
{
  GtkWidget *button = find_widget (GTK_WIDGET (window), KOMA_TYPE_MODEL_BUTTON);

  resize_until (window, 360, 640, FALSE);
  g_assert_true (gtk_widget_get_mapped (button));
  g_assert_cmpint (gtk_widget_get_width (button), >, 300);
  resize_until (window, 760, 640, TRUE);
  g_assert_true (gtk_widget_get_mapped (button));
  resize_until (window, 360, 640, FALSE);
}

/* A low one has no height for it, but for a line of it where text is so large that it could not be
 * read there. */
static void
check_low (KomaWindow *window)
{
  GtkSettings *settings = gtk_settings_get_default ();

  resize_until (window, 360, 294, TRUE);
  g_assert_nonnull (find_visible_label (GTK_WIDGET (window), "No model"));
  g_object_set (settings, "gtk-xft-dpi", 2 * 96 * 1024, NULL);
  resize_until (window, 360, 294, FALSE);
  g_assert_null (find_visible_label (GTK_WIDGET (window), "No model"));
  gtk_settings_reset_property (settings, "gtk-xft-dpi");
  resize_until (window, 360, 294, TRUE);
}

static void
test_size (gconstpointer check)
{
  g_autoptr (AdwApplication) app = adw_application_new ("app.koma.Test", G_APPLICATION_NON_UNIQUE);
  KomaWorker       *worker = koma_worker_new ();
  KomaModelChoices *choices = koma_model_choices_new ();
  g_autoptr (KomaPreferences) preferences = koma_preferences_new ();
  KomaWindow *window = NULL;

  g_application_register (G_APPLICATION (app), NULL, NULL);
  window = koma_window_new (GTK_APPLICATION (app), worker, choices, preferences);
  gtk_window_present (GTK_WINDOW (window));
  ((void (*) (KomaWindow *)) check) (window);

  gtk_window_destroy (GTK_WINDOW (window));
  koma_worker_stop (worker);
  unref_and_wait (worker);
  unref_and_wait (choices);
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  g_test_add_func ("/ui/window/life", test_life);
  g_test_add_func ("/ui/window/busy", test_busy);
  g_test_add_func ("/ui/window/smallest", test_smallest);
  g_test_add_data_func ("/ui/window/narrow", check_narrow, test_size);
  g_test_add_data_func ("/ui/window/low", check_low, test_size);
  return g_test_run ();
}
