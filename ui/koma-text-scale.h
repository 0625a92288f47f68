/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How much larger than usual the desktop wants text, 1 … : then less of it fits beside the rest. */
double koma_text_scale (GtkWidget *widget);

G_END_DECLS
