/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-shortcuts.h"

#define SEARCH_CHARS 8
#define MARGINS      40 /* around the columns */

/* Titles of shortcuts wrap; the keys beside them stay whole. The entry for searching claims 40
 * letters, hidden too. */
static void
make_narrower (GtkWidget *widget)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (GTK_IS_SHORTCUT_LABEL (widget))
    return;
  if (GTK_IS_SEARCH_ENTRY (widget))
    gtk_editable_set_width_chars (GTK_EDITABLE (widget), SEARCH_CHARS);
  if (GTK_IS_LABEL (widget)) {
    gtk_label_set_wrap (GTK_LABEL (widget), TRUE);
    gtk_label_set_natural_wrap_mode (GTK_LABEL (widget), GTK_NATURAL_WRAP_NONE);
  }
  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    make_narrower (child);
}

/* Returns: (nullable): what has the columns */
static GtkWidget *
find_page (GtkWidget *widget)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);
  GtkWidget *page = NULL;

  if (GTK_IS_SHORTCUTS_GROUP (widget))
    return gtk_widget_get_ancestor (gtk_widget_get_parent (gtk_widget_get_parent (widget)),
                                    GTK_TYPE_BOX);
  for (; child != NULL && page == NULL; child = gtk_widget_get_next_sibling (child))
    page = find_page (child);
  return page;
}

/* Keys are written from left to right everywhere, and would stay at the left. */
static void
place_keys (GtkWidget     *row,
            GtkOrientation orientation)
{
  const gboolean is_at_end = orientation == GTK_ORIENTATION_VERTICAL &&
                             gtk_widget_get_direction (row) == GTK_TEXT_DIR_RTL;
  GtkWidget *child = gtk_widget_get_first_child (row);

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_SHORTCUT_LABEL (child))
      gtk_widget_set_halign (child, is_at_end ? GTK_ALIGN_END : GTK_ALIGN_START);
}

/* Of the keys and the title in each row; 10 is GTK's own spacing. */
static void
set_orientation (GtkWidget     *page,
                 GtkOrientation orientation)
{
  GtkWidget *child = gtk_widget_get_first_child (page);

  if (GTK_IS_SHORTCUT_LABEL (page))
    return;
  if (GTK_IS_SHORTCUTS_SHORTCUT (page) && GTK_IS_BOX (child)) {
    gtk_orientable_set_orientation (GTK_ORIENTABLE (child), orientation);
    gtk_box_set_spacing (GTK_BOX (child), orientation == GTK_ORIENTATION_VERTICAL ? 2 : 10);
    place_keys (child, orientation);
    return;
  }
  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    set_orientation (child, orientation);
}

/* Columns that have no room beside each other GTK lays one over the other, and rows it cuts. */
static void
place_columns_cb (GtkWindow *window,
                  gpointer   user_data)
{
  GtkWindow     *parent = gtk_window_get_transient_for (window);
  GtkWidget     *page = find_page (GTK_WIDGET (window));
  GtkOrientation orientation = GTK_ORIENTATION_HORIZONTAL;
  int            width = 0, row_width = 0, available = 0;

  if (parent == NULL || page == NULL)
    return;
  available = gtk_widget_get_width (GTK_WIDGET (parent));
  set_orientation (page, orientation);
  gtk_widget_measure (page, orientation, -1, NULL, &width, NULL, NULL);
  if (available >= width)
    return;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (page), GTK_ORIENTATION_VERTICAL);
  gtk_widget_measure (page, orientation, -1, NULL, &row_width, NULL, NULL);
  if (available < row_width + MARGINS)
    set_orientation (page, GTK_ORIENTATION_VERTICAL);
}

static void
scroll (GtkWindow *window)
{
  g_autoptr (GtkWidget) content = g_object_ref (gtk_window_get_child (window));
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  make_narrower (content);
  gtk_window_set_child (window, NULL);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), content);
  gtk_window_set_child (window, scrolled);
  gtk_window_set_resizable (window, TRUE);
  g_signal_connect (window, "show", G_CALLBACK (place_columns_cb), NULL);
}

void
koma_shortcuts_show (GtkApplicationWindow *window)
{
  g_autoptr (GtkBuilder) builder =
    gtk_builder_new_from_resource ("/app/koma/Koma/ui/koma-shortcuts.ui");
  GObject *shortcuts = gtk_builder_get_object (builder, "shortcuts");

  gtk_application_window_set_help_overlay (window, GTK_SHORTCUTS_WINDOW (shortcuts));
  gtk_window_set_hide_on_close (GTK_WINDOW (shortcuts), FALSE);
  scroll (GTK_WINDOW (shortcuts));
  gtk_window_present (GTK_WINDOW (shortcuts));
}
