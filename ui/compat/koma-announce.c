/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-announce.h"

void
koma_announce (GtkWidget  *widget,
               const char *text)
{
#if GTK_CHECK_VERSION(4, 14, 0)
  /* The window's node is there from the start, others when a screen reader asks for them. */
  GtkRoot *root = gtk_widget_get_root (widget);

  /* Newer than GDK_VERSION_MAX_ALLOWED. */
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  gtk_accessible_announce (root != NULL ? GTK_ACCESSIBLE (root) : GTK_ACCESSIBLE (widget), text,
                           GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM);
  G_GNUC_END_IGNORE_DEPRECATIONS
#else
  /* The same text once more is a change, too. */
  gtk_accessible_reset_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
#endif
}
