/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* gtk_accessible_announce() for GTK before 4.14: there @text becomes the name of @widget. Screen
 * readers speak it while the widget has the focus, or where its role is that of an alert. */
void koma_announce (GtkWidget *widget, const char *text);

G_END_DECLS
