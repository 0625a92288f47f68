/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shortcuts.h"

/* Titles of shortcuts wrap; the keys beside them stay whole. */
static void
wrap_titles (GtkWidget *widget)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (GTK_IS_SHORTCUT_LABEL (widget))
    return;
  if (GTK_IS_LABEL (widget)) {
    gtk_label_set_wrap (GTK_LABEL (widget), TRUE);
    gtk_label_set_natural_wrap_mode (GTK_LABEL (widget), GTK_NATURAL_WRAP_NONE);
  }
  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    wrap_titles (child);
}

void
koma_shortcuts_scroll (GtkWindow *window)
{
  g_autoptr (GtkWidget) content = g_object_ref (gtk_window_get_child (window));
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  wrap_titles (content);
  gtk_window_set_child (window, NULL);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), content);
  gtk_window_set_child (window, scrolled);
  gtk_window_set_resizable (window, TRUE);
}
