/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-text-scale.h"

/* From here on two buttons and a title are too much for a dialog as wide as a phone. */
#define LARGE 1.5

double
koma_text_scale (GtkWidget *widget)
{
  int dpi = -1; /* times 1024 */

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? MAX (dpi / (96.0 * 1024.0), 1.0) : 1.0;
}

void
koma_text_scale_keep_buttons (GtkWidget *dialog)
{
  GtkWidget *child = gtk_widget_get_first_child (dialog);

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (!gtk_widget_has_css_class (child, "text-button"))
      koma_text_scale_keep_buttons (child);
    else if (GTK_IS_LABEL (gtk_button_get_child (GTK_BUTTON (child))) &&
             koma_text_scale (child) < LARGE)
      gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (child))),
                               PANGO_ELLIPSIZE_NONE);
}
