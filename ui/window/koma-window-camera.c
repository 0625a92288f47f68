/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

static void
keep_cb (KomaWindow     *self,
         KomaResultItem *item)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  g_ptr_array_add (items, item);
  koma_result_feed_append (self->feed, items);
  koma_window_update (self);
}

void
koma_window_connect_camera (KomaWindow *self)
{
  self->camera_options = koma_camera_options_new ();
  koma_camera_page_connect (self->camera_page, self->worker, self->loader, self->preferences,
                            self->camera_options);
  g_signal_connect_object (self->camera_page, "keep", G_CALLBACK (keep_cb), self,
                           G_CONNECT_SWAPPED);
}

KomaCameraOptions *
koma_window_get_camera_options (KomaWindow *self)
{
  return self->camera_options;
}

void
koma_window_show_camera (KomaWindow *self,
                         gboolean    is_shown)
{
  if (self->is_camera == is_shown)
    return;

  self->is_camera = is_shown;
  gtk_widget_set_visible (self->back_button, is_shown);
  gtk_widget_set_visible (self->open_button, !is_shown);
  gtk_widget_set_visible (self->camera_button, !is_shown);
  koma_window_update (self);
  if (is_shown)
    gtk_widget_child_focus (GTK_WIDGET (self->camera_page), GTK_DIR_TAB_FORWARD);
}
