/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-scale.h"

double
koma_scale_get (GtkWidget *widget)
{
  GtkNative  *native = gtk_widget_get_native (widget);
  GdkSurface *surface = native != NULL ? gtk_native_get_surface (native) : NULL;
  double      scale = gtk_widget_get_scale_factor (widget);

  if (surface != NULL &&
      g_object_class_find_property (G_OBJECT_GET_CLASS (surface), "scale") != NULL)
    g_object_get (surface, "scale", &scale, NULL);
  return scale;
}
