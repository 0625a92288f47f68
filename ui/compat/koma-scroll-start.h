/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The GtkScrolledWindow around @widget, a GtkColumnView, begins where lines begin, till somebody
 * scrolls it: from right to left, too, where GTK shows the last columns first. */
void koma_scroll_start_keep (GtkWidget *widget);

G_END_DECLS
