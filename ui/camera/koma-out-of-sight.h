/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @gone is called with @widget, which is mapped, whenever nobody can see its window any more: a
 * camera stops then. The handler is for koma_out_of_sight_disconnect (), before @widget is
 * unmapped. */
gulong koma_out_of_sight_connect (GtkWidget *widget, void (*gone) (GtkWidget *widget));
void   koma_out_of_sight_disconnect (GtkWidget *widget, gulong *handler);

G_END_DECLS
