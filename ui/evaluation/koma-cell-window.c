/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cell-window.h"

#include <glib/gi18n-lib.h>

#include "ui/results/koma-picture-tile.h"
#include "worker/koma-thread.h"

#define SIDE 128 /* application pixels */

/* ---- Tiles ---- */

static void
setup_cb (GtkListItemFactory *factory,
          GtkListItem        *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *picture = gtk_picture_new ();
  GtkWidget *name = gtk_label_new (NULL);

  gtk_widget_set_size_request (picture, SIDE, SIDE);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (name), 12);
  gtk_widget_add_css_class (name, "caption");
  gtk_box_append (GTK_BOX (box), picture);
  gtk_box_append (GTK_BOX (box), name);
  gtk_list_item_set_child (item, box);
}

static void
unbind_cb (GtkListItemFactory *factory,
           GtkListItem        *item)
{
  GtkWidget *picture = gtk_widget_get_first_child (gtk_list_item_get_child (item));

  koma_picture_tile_clear (GTK_PICTURE (picture));
}

static void
bind_cb (GtkListItemFactory *factory,
         GtkListItem        *item)
{
  GtkWidget       *box = gtk_list_item_get_child (item);
  GtkWidget       *picture = gtk_widget_get_first_child (box);
  GFile           *file = gtk_list_item_get_item (item);
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)), name);
  gtk_widget_set_tooltip_text (box, name);
  if (gtk_widget_get_parent (box) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (box)),
                                    GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  koma_picture_tile_load (GTK_PICTURE (picture), file, SIDE);
}

static void
activate_cb (GtkGridView *grid,
             guint        position,
             gpointer     user_data)
{
  GListModel *files = G_LIST_MODEL (gtk_grid_view_get_model (grid));
  g_autoptr (GFile) file = g_list_model_get_item (files, position);
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GdkAppLaunchContext) context =
    gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (grid)));

  g_app_info_launch_default_for_uri_async (uri, G_APP_LAUNCH_CONTEXT (context), NULL, NULL, NULL);
}

/* ---- Window ---- */

static GtkWidget *
create_grid (GListModel *files)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget          *grid = NULL;
  GtkWidget          *scrolled = gtk_scrolled_window_new ();

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  grid = gtk_grid_view_new (
    GTK_SELECTION_MODEL (gtk_single_selection_new (g_object_ref (files))), factory);
  gtk_grid_view_set_min_columns (GTK_GRID_VIEW (grid), 2);
  gtk_grid_view_set_max_columns (GTK_GRID_VIEW (grid), 12);
  gtk_widget_add_css_class (grid, "examples");
  gtk_accessible_update_property (GTK_ACCESSIBLE (grid), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Pictures"), -1);
  g_signal_connect (grid, "activate", G_CALLBACK (activate_cb), NULL);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), grid);
  gtk_widget_set_vexpand (scrolled, TRUE);
  return scrolled;
}

static gboolean
close_cb (GtkWidget *widget,
          GVariant  *arguments,
          gpointer   user_data)
{
  gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

/**
 * koma_cell_window_new:
 * @parent: the window with the cell
 * @files: (element-type GFile): what is shown
 * @title: what they have in common
 *
 * Returns: (transfer none): a window, owned by GTK until it is closed
 */
GtkWindow *
koma_cell_window_new (GtkWindow  *parent,
                      GListModel *files,
                      const char *title)
{
  GtkWidget          *window = adw_window_new ();
  GtkWidget          *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget          *header = adw_header_bar_new ();
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();

  KOMA_ASSERT_MAIN_THREAD ();

  gtk_window_set_title (GTK_WINDOW (window), title);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (window), 560, 480);
  gtk_widget_set_size_request (window, 360, 294);
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (shortcuts),
    gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                      gtk_callback_action_new (close_cb, NULL, NULL)));
  gtk_widget_add_controller (window, shortcuts);
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), create_grid (files));
  adw_window_set_content (ADW_WINDOW (window), box);
  return GTK_WINDOW (window);
}
