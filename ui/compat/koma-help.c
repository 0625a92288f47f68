/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-help.h"

#include <glib/gi18n-lib.h>

#include "koma-message.h"

static void
shown_cb (GObject      *parent,
          GAsyncResult *result,
          gpointer      user_data)
{
  if (gtk_show_uri_full_finish (GTK_WINDOW (parent), result, NULL))
    return;
  koma_message_show (
    GTK_WINDOW (parent), _ ("The Help Could Not Be Opened"),
    _ ("There is no program for pages of help on this computer. Install “Yelp”, or “Help” as some "
       "stores call it. In a terminal, “man koma” tells of the commands, the files and the "
       "settings."));
}

void
koma_help_show (GtkWindow  *parent,
                const char *topic)
{
  g_autofree char *uri = g_strdup_printf ("help:koma/%s", topic);

  gtk_show_uri_full (parent, uri, GDK_CURRENT_TIME, NULL, shown_cb, NULL);
}
