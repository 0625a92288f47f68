/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-help.h"

#include <glib/gi18n-lib.h>

#include "koma-message.h"
#include "worker/models/koma-data-dir.h"

/* In the user's language, else in English, which is “C”. Returns: (transfer full) (nullable): its
 * address */
static char *
find_page (const char *topic)
{
  const char *const *languages = g_get_language_names ();

  for (guint i = 0; languages[i] != NULL; i++) {
    g_autofree char *name = g_strdup_printf ("help/html-%s/%s.html", languages[i], topic);
    g_autofree char *path = koma_data_dir_find (name);

    if (path != NULL)
      return g_filename_to_uri (path, NULL, NULL);
  }
  return NULL;
}

static void
say_failed (GtkWindow *parent)
{
  koma_message_show (
    parent, _ ("The Help Could Not Be Opened"),
    _ ("There is no program for pages of help on this computer. Install “Yelp”, or “Help” as some "
       "stores call it. In a terminal, “man koma” tells of the commands, the files and the "
       "settings."));
}

static void
page_shown_cb (GObject      *parent,
               GAsyncResult *result,
               gpointer      user_data)
{
  if (!gtk_show_uri_full_finish (GTK_WINDOW (parent), result, NULL))
    say_failed (GTK_WINDOW (parent));
}

/* Without a viewer of help a browser shows the same page. */
static void
shown_cb (GObject      *parent,
          GAsyncResult *result,
          gpointer      topic)
{
  g_autofree char *owned = topic;
  g_autofree char *uri = NULL;

  if (gtk_show_uri_full_finish (GTK_WINDOW (parent), result, NULL))
    return;
  uri = find_page (owned);
  if (uri != NULL)
    gtk_show_uri_full (GTK_WINDOW (parent), uri, GDK_CURRENT_TIME, NULL, page_shown_cb, NULL);
  else
    say_failed (GTK_WINDOW (parent));
}

void
koma_help_show (GtkWindow  *parent,
                const char *topic)
{
  g_autofree char *uri = g_strdup_printf ("help:koma/%s", topic);

  gtk_show_uri_full (parent, uri, GDK_CURRENT_TIME, NULL, shown_cb, g_strdup (topic));
}
