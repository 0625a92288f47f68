/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Wraps gtk_show_uri_full(), which GTK 4.10 deprecates in favour of GtkUriLauncher. Opens a page of
 * the help, such as "boards", in the desktop's viewer; without one the same page of HTML in a
 * browser. Without either it tells in a message over @parent where to read instead. */
void koma_help_show (GtkWindow  *parent,
                     const char *topic);

G_END_DECLS
