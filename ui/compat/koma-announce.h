/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* gtk_accessible_announce(), which GTK 4.8 does not have. There @widget is
 * given @text as its name, which a screen reader speaks while it has the focus. */
void koma_announce (GtkWidget *widget, const char *text);

G_END_DECLS
