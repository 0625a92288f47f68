/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-window-private.h"

#include <glib/gi18n-lib.h>

#include "ui/compat/koma-announce.h"
#include "worker/koma-thread.h"

static void
keep_cb (KomaWindow     *self,
         KomaResultItem *item)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  g_ptr_array_add (items, item);
  koma_result_feed_append (self->feed, items);
  koma_window_update (self);
  koma_announce (GTK_WIDGET (self->toast), _ ("Kept in the list of pictures"));
}

static void
ensure_page (KomaWindow *self)
{
  if (self->camera_page != NULL)
    return;
  self->camera_page = g_object_new (KOMA_TYPE_CAMERA_PAGE, NULL);
  koma_camera_page_connect (self->camera_page, self->worker, self->control, self->preferences,
                            self->camera_options);
  g_signal_connect_object (self->camera_page, "keep", G_CALLBACK (keep_cb), self,
                           G_CONNECT_SWAPPED);
  koma_window_pages_add (self, "camera", GTK_WIDGET (self->camera_page));
}

void
koma_window_show_camera (KomaWindow *self)
{
  KOMA_ASSERT_MAIN_THREAD ();

  ensure_page (self);
  koma_window_show (self, KOMA_VIEW_CAMERA);
}

static void
camera_action (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  KomaWindow *self = KOMA_WINDOW (widget);

  if (self->view == KOMA_VIEW_CAMERA)
    koma_window_show (self, KOMA_VIEW_LIST);
  else
    koma_window_show_camera (self);
}

void
koma_window_install_camera_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.camera", NULL, camera_action);
}
