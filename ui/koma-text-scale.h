/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How much larger than usual the desktop wants text, 1 … : then less of it fits beside the rest. */
double koma_text_scale (GtkWidget *widget);

/* For a dialog: all words of its “text-button”s are shown, rather than of its title, where text is
 * not so large that there would be no room for them. */
void koma_text_scale_keep_buttons (GtkWidget *dialog);

G_END_DECLS
