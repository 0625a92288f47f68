/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-colour.h"

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

void
koma_colour_get (GtkWidget *widget,
                 GdkRGBA   *ret_colour)
{
#if GTK_CHECK_VERSION(4, 10, 0)
  gtk_widget_get_color (widget, ret_colour);
#else
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), ret_colour);
#endif
}

void
koma_colour_look_up (GtkWidget  *widget,
                     const char *name,
                     GdkRGBA    *ret_colour)
{
  if (!gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, ret_colour))
    koma_colour_get (widget, ret_colour);
}

G_GNUC_END_IGNORE_DEPRECATIONS
