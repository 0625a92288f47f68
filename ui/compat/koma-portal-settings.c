/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The desktop's settings come by a portal. libadwaita takes light or dark and the contrast from it,
 * from 1.6 on the accent colour too. Whether things may move GTK asks elsewhere: on X11 a settings
 * daemon that not every desktop has, on Wayland the settings of GNOME; and “reduced motion”, which
 * the portal has for all desktops, only from 4.22 on. What they leave is followed here. */
#include "koma-portal-settings.h"

#include <adwaita.h>

#include "koma-accent.h"

#define PORTAL     "org.freedesktop.portal.Desktop"
#define PATH       "/org/freedesktop/portal/desktop"
#define INTERFACE  "org.freedesktop.portal.Settings"
#define APPEARANCE "org.freedesktop.appearance"
#define GNOME      "org.gnome.desktop.interface"

typedef struct
{
  GtkCssProvider *accent_provider; /* owned */
  GdkRGBA         accent;
  gboolean        has_accent;
  gboolean        is_motion_reduced;   /* as all desktops say it */
  gboolean        are_animations_off;  /* as GNOME says it */
  gboolean        have_we_stopped_all; /* GTK's own setting does not count then */
} Settings;

static gboolean
has_libadwaita_accents (void)
{
  return adw_get_major_version () > 1 || adw_get_minor_version () >= 6;
}

static void
update_accent (Settings *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  g_autofree char *css = NULL;

  if (has_libadwaita_accents ())
    return;
  if (self->has_accent)
    css = koma_accent_make_css (&self->accent, adw_style_manager_get_dark (manager));
  gtk_css_provider_load_from_data (self->accent_provider, css != NULL ? css : "", -1);
}

static void
update_motion (Settings *self)
{
  GtkSettings   *settings = gtk_settings_get_default ();
  const gboolean must_stop = self->is_motion_reduced || self->are_animations_off;

  if (must_stop == self->have_we_stopped_all)
    return;
  self->have_we_stopped_all = must_stop;
  if (must_stop)
    g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  else
    gtk_settings_reset_property (settings, "gtk-enable-animations");
}

static void
take (Settings   *self,
      const char *space,
      const char *key,
      GVariant   *value)
{
  if (g_str_equal (space, APPEARANCE) && g_str_equal (key, "accent-color")) {
    self->has_accent = koma_accent_read (value, &self->accent);
    update_accent (self);
  } else if (g_str_equal (space, APPEARANCE) && g_str_equal (key, "reduced-motion") &&
             g_variant_is_of_type (value, G_VARIANT_TYPE_UINT32)) {
    self->is_motion_reduced = g_variant_get_uint32 (value) == 1;
    update_motion (self);
  } else if (g_str_equal (space, GNOME) && g_str_equal (key, "enable-animations") &&
             g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN)) {
    self->are_animations_off = !g_variant_get_boolean (value);
    update_motion (self);
  }
}

static void
changed_cb (GDBusConnection *bus,
            const char      *sender,
            const char      *path,
            const char      *interface,
            const char      *signal,
            GVariant        *parameters,
            gpointer         user_data)
{
  const char *space = NULL, *key = NULL;
  g_autoptr (GVariant) value = NULL;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ssv)")))
    return;
  g_variant_get (parameters, "(&s&sv)", &space, &key, &value);
  take (user_data, space, key, value);
}

static void
read_cb (GObject      *bus,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) all =
    g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, &error);
  g_autoptr (GVariantIter) spaces = NULL;
  const char   *space = NULL;
  GVariantIter *keys = NULL;

  if (all == NULL) { /* not every desktop has the portal */
    g_debug ("Settings portal: %s", error->message);
    return;
  }
  g_variant_get (all, "(a{sa{sv}})", &spaces);
  while (g_variant_iter_loop (spaces, "{&sa{sv}}", &space, &keys)) {
    const char *key = NULL;
    GVariant   *value = NULL;

    while (g_variant_iter_loop (keys, "{&sv}", &key, &value))
      take (user_data, space, key, value);
  }
}

/* For the life of the program. */
static Settings *
create_settings (void)
{
  Settings *self = g_new0 (Settings, 1);

  self->accent_provider = gtk_css_provider_new ();
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (self->accent_provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_signal_connect_swapped (adw_style_manager_get_default (), "notify::dark",
                            G_CALLBACK (update_accent), self);
  return self;
}

/**
 * koma_portal_settings_follow:
 * @application: that has started
 *
 * Takes from the settings portal what GTK and libadwaita do not, now and whenever it changes. Not
 * where ADW_DISABLE_PORTAL=1 forbids libadwaita to ask it.
 *
 * Thread: main
 */
void
koma_portal_settings_follow (GApplication *application)
{
  GDBusConnection  *bus = g_application_get_dbus_connection (application);
  const char *const spaces[] = { APPEARANCE, GNOME, NULL };
  Settings         *self = NULL;

  if (bus == NULL || g_strcmp0 (g_getenv ("ADW_DISABLE_PORTAL"), "1") == 0)
    return;
  self = create_settings ();
  g_dbus_connection_signal_subscribe (bus, PORTAL, INTERFACE, "SettingChanged", PATH, NULL,
                                      G_DBUS_SIGNAL_FLAGS_NONE, changed_cb, self, NULL);
  g_dbus_connection_call (bus, PORTAL, PATH, INTERFACE, "ReadAll",
                          g_variant_new ("(^as)", spaces), G_VARIANT_TYPE ("(a{sa{sv}})"),
                          G_DBUS_CALL_FLAGS_NONE, -1, NULL, read_cb, self);
}
