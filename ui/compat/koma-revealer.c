/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-revealer.h"

static void
update (GtkRevealer *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self), gtk_revealer_get_reveal_child (self) ||
                                               gtk_revealer_get_child_revealed (self));
}

void
koma_revealer_claim_nothing_when_closed (GtkRevealer *self)
{
  g_signal_connect (self, "notify::reveal-child", G_CALLBACK (update), NULL);
  g_signal_connect (self, "notify::child-revealed", G_CALLBACK (update), NULL);
  update (self);
}
