/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-text-scale.h"

double
koma_text_scale (GtkWidget *widget)
{
  int dpi = -1; /* times 1024 */

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? MAX (dpi / (96.0 * 1024.0), 1.0) : 1.0;
}
