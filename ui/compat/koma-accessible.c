/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-accessible.h"

void
koma_accessible_say_label (GtkAccessible *self)
{
#if GTK_CHECK_VERSION(4, 14, 0)
  /* Relations go before labels, and GTK relates it to what is in it. GTK 4.8 would say the label
   * twice. */
  gtk_accessible_update_relation (self, GTK_ACCESSIBLE_RELATION_LABELLED_BY, self, NULL, -1);
#endif
}
