/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* That of text in @widget, for what it draws itself. GTK 4.10 deprecates GtkStyleContext; it has no
 * other way to the named colours of the style sheet. */
void koma_colour_get (GtkWidget *widget, GdkRGBA *ret_colour);
/* @name: such as “accent_color”; where there is none, that of text */
void koma_colour_look_up (GtkWidget *widget, const char *name, GdkRGBA *ret_colour);

G_END_DECLS
