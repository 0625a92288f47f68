/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The button in a drop-down has the focus, but GTK 4.8 gives it no name: screen readers say the
 * drop-down's, which is its accessible label. */
void koma_drop_down_name_button (GtkDropDown *self);

/* Cuts what the button says where there is no room for it; the list shows all of it. */
void koma_drop_down_ellipsize (GtkDropDown *self);

G_END_DECLS
