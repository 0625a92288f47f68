/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void koma_tooltip_set_text (GtkWidget *widget, const char *text);
void koma_tooltip_hide_while_open (void); /* menu buttons, drop-downs */

G_END_DECLS
