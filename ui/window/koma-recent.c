/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-recent.h"

#include "worker/koma-thread.h"

#define PRIVACY_SCHEMA "org.gnome.desktop.privacy"
#define PRIVACY_KEY    "remember-recent-files"

/* GTK knows what the desktop tells it, and outside of GNOME's sessions that is nothing. */
static gboolean
is_wanted_by_desktop (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema =
    source != NULL ? g_settings_schema_source_lookup (source, PRIVACY_SCHEMA, TRUE) : NULL;
  g_autoptr (GSettings) settings = NULL;

  if (schema == NULL || !g_settings_schema_has_key (schema, PRIVACY_KEY))
    return TRUE;
  settings = g_settings_new (PRIVACY_SCHEMA);
  return g_settings_get_boolean (settings, PRIVACY_KEY);
}

static gboolean
is_wanted (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  gboolean     is_enabled = FALSE;

  if (settings != NULL) /* there is a display */
    g_object_get (settings, "gtk-recent-files-enabled", &is_enabled, NULL);
  return is_enabled && is_wanted_by_desktop ();
}

void
koma_recent_add (GFile      *file,
                 const char *type)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *guessed = g_content_type_guess (uri, NULL, 0, NULL);
  GtkRecentData    data = {
       .mime_type = (char *) (type != NULL ? type : guessed),
       .app_name = (char *) g_get_application_name (),
       .app_exec = (char *) "koma %u",
  };

  KOMA_ASSERT_MAIN_THREAD ();

  if (is_wanted ())
    gtk_recent_manager_add_full (gtk_recent_manager_get_default (), uri, &data);
}
