/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-button-flow.h"

GtkWidget *
koma_button_flow_new (void)
{
  GtkWidget *flow = gtk_flow_box_new ();

  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (flow), 4);
  gtk_flow_box_set_column_spacing (GTK_FLOW_BOX (flow), 6);
  gtk_flow_box_set_row_spacing (GTK_FLOW_BOX (flow), 6);
  return flow;
}

void
koma_button_flow_append (GtkWidget *flow,
                         GtkWidget *widget)
{
  GtkWidget *child = NULL;

  gtk_flow_box_append (GTK_FLOW_BOX (flow), widget);
  child = gtk_widget_get_last_child (flow);
  gtk_widget_set_focusable (child, FALSE);
  /* GTK offers the focus to each child that is sensitive, and leaves it where it was if there is
   * nothing in the child to take it: Tab would lead nowhere. */
  g_object_bind_property (widget, "sensitive", child, "sensitive", G_BINDING_SYNC_CREATE);
}

GtkWidget *
koma_button_flow_add (GtkWidget  *flow,
                      const char *label,
                      GCallback   clicked,
                      gpointer    object)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  g_signal_connect_object (button, "clicked", clicked, object, G_CONNECT_SWAPPED);
  koma_button_flow_append (flow, button);
  return button;
}
