/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-file-launcher.h"

#include "worker/box/koma-confinement.h"

typedef struct
{
  GtkWindow *parent;
  GFile     *file;
} Launch;

static Launch *
launch_new (GtkWindow *parent,
            GFile     *file)
{
  Launch *launch = g_new (Launch, 1);

  launch->parent = g_object_ref (parent);
  launch->file = g_object_ref (file);
  return launch;
}

static void
launch_free (Launch *launch)
{
  g_object_unref (launch->parent);
  g_object_unref (launch->file);
  g_free (launch);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Launch, launch_free)

/* ---- The file manager ---- */

/* Without a file manager that selects files, the folder is opened. */
static void
shown_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (Launch) launch = user_data;
  g_autoptr (GVariant) answer =
    g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);
  g_autoptr (GFile) folder = g_file_get_parent (launch->file);
  g_autofree char *uri = folder != NULL ? g_file_get_uri (folder) : NULL;

  if (answer == NULL && uri != NULL)
    gtk_show_uri (launch->parent, uri, GDK_CURRENT_TIME);
}

static void
bus_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (Launch) launch = user_data;
  g_autoptr (GDBusConnection) bus = g_bus_get_finish (result, NULL);
  g_autofree char *uri = g_file_get_uri (launch->file);
  const char      *uris[] = { uri, NULL };

  if (bus != NULL)
    g_dbus_connection_call (bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                            "org.freedesktop.FileManager1", "ShowItems",
                            g_variant_new ("(^ass)", uris, ""), NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                            NULL, shown_cb, g_steal_pointer (&launch));
}

/* ---- A program that is chosen ---- */

static void
response_cb (GtkDialog *dialog,
             int        response,
             Launch    *launch)
{
  g_autoptr (GAppInfo) program = gtk_app_chooser_get_app_info (GTK_APP_CHOOSER (dialog));
  g_autoptr (GdkAppLaunchContext) context =
    gdk_display_get_app_launch_context (gtk_widget_get_display (GTK_WIDGET (dialog)));
  GList files = { .data = launch->file };

  if (response == GTK_RESPONSE_OK && program != NULL)
    g_app_info_launch (program, &files, G_APP_LAUNCH_CONTEXT (context), NULL);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
free_launch (gpointer  launch,
             GClosure *closure)
{
  launch_free (launch);
}

static void
type_known_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (Launch) launch = user_data;
  g_autoptr (GFileInfo) info = g_file_query_info_finish (G_FILE (source), result, NULL);
  const char *type = info != NULL ? g_file_info_get_content_type (info) : NULL;
  GtkWidget  *dialog = NULL;

  dialog = gtk_app_chooser_dialog_new_for_content_type (
    launch->parent, GTK_DIALOG_MODAL, type != NULL ? type : "application/octet-stream");
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), g_steal_pointer (&launch),
                         free_launch, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- Portals ---- */

#if GTK_CHECK_VERSION(4, 12, 0)
/* Newer than GDK_VERSION_MAX_ALLOWED. */
G_GNUC_BEGIN_IGNORE_DEPRECATIONS

/* (transfer full) (nullable) */
static GtkFileLauncher *
create_for_portal (GFile *file)
{
  GtkFileLauncher *launcher = NULL;

  if (!koma_confinement_is_flatpak ())
    return NULL;
  launcher = gtk_file_launcher_new (file);
  gtk_file_launcher_set_always_ask (launcher, TRUE);
  return launcher;
}

static gboolean
show_by_portal (GtkWindow *parent,
                GFile     *file)
{
  g_autoptr (GtkFileLauncher) launcher = create_for_portal (file);

  if (launcher != NULL)
    gtk_file_launcher_open_containing_folder (launcher, parent, NULL, NULL, NULL);
  return launcher != NULL;
}

static gboolean
open_by_portal (GtkWindow *parent,
                GFile     *file)
{
  g_autoptr (GtkFileLauncher) launcher = create_for_portal (file);

  if (launcher != NULL)
    gtk_file_launcher_launch (launcher, parent, NULL, NULL, NULL);
  return launcher != NULL;
}

G_GNUC_END_IGNORE_DEPRECATIONS
#else
static gboolean
show_by_portal (GtkWindow *parent,
                GFile     *file)
{
  return FALSE;
}

static gboolean
open_by_portal (GtkWindow *parent,
                GFile     *file)
{
  return FALSE;
}
#endif

void
koma_file_launcher_show (GtkWindow *parent,
                         GFile     *file)
{
  if (!show_by_portal (parent, file))
    g_bus_get (G_BUS_TYPE_SESSION, NULL, bus_cb, launch_new (parent, file));
}

void
koma_file_launcher_open_with (GtkWindow *parent,
                              GFile     *file)
{
  if (!open_by_portal (parent, file))
    g_file_query_info_async (file, G_FILE_ATTRIBUTE_STANDARD_CONTENT_TYPE, G_FILE_QUERY_INFO_NONE,
                             G_PRIORITY_DEFAULT, NULL, type_known_cb, launch_new (parent, file));
}
