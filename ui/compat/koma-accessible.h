/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Has screen readers say the accessible label of a button with a text, of a drop-down, or of a row
 * with a title. GTK 4.18 would say the text, the choice, or the title alone. */
void koma_accessible_say_label (GtkAccessible *self);

G_END_DECLS
