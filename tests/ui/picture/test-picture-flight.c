/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/widget-tests.h"
#include "ui/picture/koma-picture-flight.h"
#include "tests/test-main.h"

typedef struct
{
  GtkWidget         *window;
  GtkWidget         *cell;
  GtkWidget         *page;
  KomaPictureFlight *flight;
  GdkTexture        *texture;
  gboolean           has_ended;
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  g_autoptr (GBytes) pixels = g_bytes_new_take (g_malloc0 (4 * 2 * 4), 4 * 2 * 4);

  fixture->window = gtk_window_new ();
  fixture->cell = gtk_drawing_area_new ();
  fixture->page = gtk_drawing_area_new ();
  fixture->flight = g_object_new (KOMA_TYPE_PICTURE_FLIGHT, NULL);
  fixture->texture = gdk_memory_texture_new (4, 2, GDK_MEMORY_R8G8B8A8, pixels, 16);
  gtk_widget_set_size_request (fixture->cell, 50, 50);
  gtk_widget_set_size_request (fixture->page, 200, 200);
  gtk_box_append (GTK_BOX (box), fixture->cell);
  gtk_box_append (GTK_BOX (box), fixture->page);
  gtk_overlay_set_child (GTK_OVERLAY (overlay), box);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), GTK_WIDGET (fixture->flight));
  gtk_window_set_child (GTK_WINDOW (fixture->window), overlay);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", data != NULL, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  widget_tests_settle (fixture->window);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_object_unref (fixture->texture);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
}

static GtkWidget *
get_page_cb (gpointer user_data)
{
  return ((Fixture *) user_data)->page;
}

static void
ended_cb (gpointer user_data)
{
  ((Fixture *) user_data)->has_ended = TRUE;
}

static void
start (Fixture *fixture,
       gboolean is_whole)
{
  fixture->has_ended = FALSE;
  koma_picture_flight_start (fixture->flight, fixture->texture, fixture->cell, is_whole,
                             get_page_cb, fixture, ended_cb);
}

static gboolean
is_hidden (Fixture *fixture)
{
  return gtk_widget_get_opacity (fixture->page) < 0.5;
}

/* The picture of the page is not seen before the one that flies has come. */
static void
test_grows (Fixture      *fixture,
            gconstpointer data)
{
  start (fixture, TRUE);
  while (!is_hidden (fixture))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (fixture->has_ended);
  while (!fixture->has_ended)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (is_hidden (fixture));
}

/* Another one takes its place at once. */
static void
test_again (Fixture      *fixture,
            gconstpointer data)
{
  start (fixture, TRUE);
  while (!is_hidden (fixture))
    g_main_context_iteration (NULL, TRUE);
  koma_picture_flight_start (fixture->flight, NULL, fixture->cell, TRUE, get_page_cb, NULL,
                             (GDestroyNotify) g_free);
  g_assert_true (fixture->has_ended);
  g_assert_false (is_hidden (fixture));
}

/* A window that goes takes the flight along. */
static void
test_closed (Fixture      *fixture,
             gconstpointer data)
{
  start (fixture, FALSE);
  g_assert_false (fixture->has_ended);
}

static void
test_without_motion (Fixture      *fixture,
                     gconstpointer data)
{
  start (fixture, TRUE);
  g_assert_true (fixture->has_ended);
  widget_tests_settle (fixture->window);
  g_assert_false (is_hidden (fixture));
}

#define ADD(name, function, motion) \
  g_test_add ("/picture-flight/" name, Fixture, motion, set_up, function, tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  ADD ("grows", test_grows, "motion");
  ADD ("again", test_again, "motion");
  ADD ("closed", test_closed, "motion");
  ADD ("without-motion", test_without_motion, NULL);
  return g_test_run ();
}
