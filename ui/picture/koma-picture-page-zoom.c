/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-picture-page-private.h"

#include <glib/gi18n-lib.h>

#include "ui/koma-words.h"

/* What is compared is as large. */
static void
zoom (KomaPicturePage *self,
      int              direction)
{
  koma_picture_view_zoom (self->view, direction);
  if (gtk_widget_get_visible (self->beside))
    koma_picture_view_zoom (self->other_view, direction);
}

static void
zoom_out_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  zoom (KOMA_PICTURE_PAGE (widget), -1);
}

static void
zoom_in_action (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  zoom (KOMA_PICTURE_PAGE (widget), 1);
}

static void
zoom_all_action (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  zoom (KOMA_PICTURE_PAGE (widget), 0);
}

void
koma_picture_page_show_zoom (KomaPicturePage *self)
{
  const double     zoom = koma_picture_view_get_zoom (self->view);
  g_autofree char *percent = zoom > 0 ? koma_words_for_percent (zoom, 0) : NULL;

  /* Translators: a size of a picture: all of it is seen. Up to 6 letters */
  gtk_label_set_label (self->zoom_label,
                       percent != NULL ? percent : C_ ("size of a picture", "Fit"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.zoom-out",
                                 koma_picture_view_can_zoom (self->view, -1));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "picture.zoom-in",
                                 koma_picture_view_can_zoom (self->view, 1));
}

void
koma_picture_page_install_zoom (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "picture.zoom-out", NULL, zoom_out_action);
  gtk_widget_class_install_action (widget_class, "picture.zoom-in", NULL, zoom_in_action);
  gtk_widget_class_install_action (widget_class, "picture.zoom-all", NULL, zoom_all_action);
}
