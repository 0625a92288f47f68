/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Pixels of the screen for one of the widget: 1.5, too, where GTK (from 4.12 on) and the display
 * know of fractions. */
double koma_scale_get (GtkWidget *widget);

G_END_DECLS
