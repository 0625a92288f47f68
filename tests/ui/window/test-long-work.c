/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/test-main.h"
#include "tests/ui/widget-tests.h"
#include "ui/window/koma-long-work.h"

static gboolean
passed_cb (gpointer user_data)
{
  *(gboolean *) user_data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
wait_until_long (void)
{
  gboolean has_passed = FALSE;

  g_timeout_add_seconds (KOMA_LONG_WORK_SECONDS + 2, passed_cb, &has_passed);
  while (!has_passed)
    g_main_context_iteration (NULL, TRUE);
}

/* A window that closes leaves its application before its work ends; a critical warning ends the
 * test. */
static void
test_left_application (void)
{
  g_autoptr (GtkApplication) application =
    gtk_application_new ("app.koma.TestLongWork", G_APPLICATION_NON_UNIQUE);
  GtkWidget    *window = gtk_window_new ();
  KomaLongWork *work = NULL;

  g_assert_true (g_application_register (G_APPLICATION (application), NULL, NULL));
  gtk_window_set_application (GTK_WINDOW (window), application);
  work = koma_long_work_new (GTK_WINDOW (window));
  koma_long_work_set_busy (work, KOMA_WORK_PICTURES, TRUE);
  wait_until_long ();

  gtk_window_set_application (GTK_WINDOW (window), NULL);
  koma_long_work_set_busy (work, KOMA_WORK_PICTURES, FALSE);
  koma_long_work_free (work);
  gtk_window_destroy (GTK_WINDOW (window));
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  g_test_add_func ("/long-work/left-application", test_left_application);
  return g_test_run ();
}
