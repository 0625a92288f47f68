/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Controls in a row that becomes several where it is narrow: a GtkFlowBox without a selection. */
GtkWidget *koma_button_flow_new (void);
void       koma_button_flow_append (GtkWidget *flow, GtkWidget *widget);
/* @clicked: called with @object; its life ends the connection */
GtkWidget *koma_button_flow_add (GtkWidget  *flow,
                                 const char *label, /* with a mnemonic */
                                 GCallback   clicked,
                                 gpointer    object);

G_END_DECLS
