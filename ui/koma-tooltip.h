/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void koma_tooltip_set_text (GtkWidget *widget, const char *text);

G_END_DECLS
