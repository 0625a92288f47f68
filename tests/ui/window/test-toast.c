/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/widget-tests.h"
#include "ui/window/koma-toast.h"
#include "tests/test-main.h"

#define LONG_TEXT "a-rather-long-name-of-a-model-2026-11-22.onnx is an ONNX model"

static GtkLabel *
find_seen_label (GtkWidget  *widget,
                 const char *text)
{
  GtkLabel *found = NULL;

  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return GTK_LABEL (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_seen_label (child, text);
  return found;
}

static KomaToast *
create_toast (GtkWidget **ret_window)
{
  GtkWidget *overlay = gtk_overlay_new ();
  GtkWidget *toast = g_object_new (KOMA_TYPE_TOAST, "halign", GTK_ALIGN_CENTER, "valign",
                                   GTK_ALIGN_END, NULL);

  *ret_window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (*ret_window), 360, 480);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), toast);
  gtk_window_set_child (GTK_WINDOW (*ret_window), overlay);
  gtk_window_present (GTK_WINDOW (*ret_window));
  return KOMA_TOAST (toast);
}

static void
wait_for_label (KomaToast  *toast,
                const char *text)
{
  while (find_seen_label (GTK_WIDGET (toast), text) == NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_newest (void)
{
  GtkWidget *window = NULL;
  KomaToast *toast = create_toast (&window);

  koma_toast_show_with_action (toast, "first", "Undo", "win.undo");
  wait_for_label (toast, "Undo");
  koma_toast_show (toast, "second");
  wait_for_label (toast, "second");
  g_assert_null (find_seen_label (GTK_WIDGET (toast), "first"));
  g_assert_null (find_seen_label (GTK_WIDGET (toast), "Undo"));

  koma_toast_withdraw (toast, "win.undo");
  g_assert_nonnull (find_seen_label (GTK_WIDGET (toast), "second"));
  koma_toast_hide (toast);
  while (find_seen_label (GTK_WIDGET (toast), "second") != NULL)
    g_main_context_iteration (NULL, TRUE);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* In the narrowest window, beside a button. */
static void
test_whole_text (void)
{
  GtkWidget   *window = NULL;
  KomaToast   *toast = create_toast (&window);
  PangoLayout *layout = NULL;

  koma_toast_show_with_details (toast, LONG_TEXT, LONG_TEXT, "details");
  wait_for_label (toast, LONG_TEXT);
  while (gtk_widget_get_width (GTK_WIDGET (toast)) == 0)
    g_main_context_iteration (NULL, TRUE);
  layout = gtk_label_get_layout (find_seen_label (GTK_WIDGET (toast), LONG_TEXT));
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (toast)), <=, 360);
  g_assert_cmpint (pango_layout_get_line_count (layout), >, 1);
  g_assert_false (pango_layout_is_ellipsized (layout));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Shown, replaced and hidden while it appears, and closed with its window. */
static void
test_hasty (void)
{
  for (guint i = 0; i < 20; i++) {
    GtkWidget *window = NULL;
    KomaToast *toast = create_toast (&window);

    g_object_add_weak_pointer (G_OBJECT (toast), (gpointer *) &toast);
    koma_toast_show (toast, "first");
    for (guint j = 0; j < i; j++)
      g_main_context_iteration (NULL, FALSE);
    koma_toast_hide (toast);
    koma_toast_show_with_details (toast, "second", "heading", "details");
    for (guint j = 0; j < i; j++)
      g_main_context_iteration (NULL, FALSE);
    gtk_window_destroy (GTK_WINDOW (window));
    g_assert_null (toast);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  if (!widget_tests_init (&argc, &argv))
    return 0;
  g_test_add_func ("/ui/toast/newest", test_newest);
  g_test_add_func ("/ui/toast/whole-text", test_whole_text);
  g_test_add_func ("/ui/toast/hasty", test_hasty);
  return g_test_run ();
}
