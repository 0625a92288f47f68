/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* mock-portal allow|refuse|end|silent|no-remote: org.freedesktop.portal.Camera
 * on the session bus, and how it answers: yes; no; that the question ended
 * without an answer; never; or yes, but without a connection. Says "ready" on
 * standard output, and there, a line each, what it is asked. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <gio/gio.h>
#include <gio/gunixfdlist.h>

#define OBJECT_PATH "/org/freedesktop/portal/desktop"
#define REQUEST     "org.freedesktop.portal.Request"
/* A person is not that fast, but a dialog must be seen to be waited for. */
#define ANSWER_MS 50

static const char camera_xml[] =
  "<node>"
  " <interface name='org.freedesktop.portal.Camera'>"
  "  <method name='AccessCamera'>"
  "   <arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>"
  "  </method>"
  "  <method name='OpenPipeWireRemote'>"
  "   <arg type='a{sv}' direction='in'/><arg type='h' direction='out'/>"
  "  </method>"
  "  <property name='IsCameraPresent' type='b' access='read'/>"
  "  <property name='version' type='u' access='read'/>"
  " </interface>"
  "</node>";

static const char request_xml[] =
  "<node>"
  " <interface name='" REQUEST "'>"
  "  <method name='Close'/>"
  "  <signal name='Response'><arg type='u'/><arg type='a{sv}'/></signal>"
  " </interface>"
  "</node>";

static GDBusInterfaceInfo *camera_info;
static GDBusInterfaceInfo *request_info;
static const char         *mode;

static void
say (const char *word)
{
  printf ("%s\n", word);
  fflush (stdout);
}

static void
request_call_cb (GDBusConnection       *bus,
                 const char            *sender,
                 const char            *path,
                 const char            *interface,
                 const char            *method,
                 GVariant              *parameters,
                 GDBusMethodInvocation *invocation,
                 gpointer               user_data)
{
  say ("closed");
  g_dbus_method_invocation_return_value (invocation, NULL);
}

static const GDBusInterfaceVTable request_vtable = { .method_call = request_call_cb };

typedef struct
{
  GDBusConnection *bus;
  char            *path;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_object_unref (question->bus);
  g_free (question->path);
  g_free (question);
}

static gboolean
answer_cb (gpointer data)
{
  const Question *question = data;
  GVariantBuilder results;
  guint32         code = g_str_equal (mode, "refuse") ? 1 : g_str_equal (mode, "end") ? 2
                                                                                      : 0;

  g_variant_builder_init (&results, G_VARIANT_TYPE_VARDICT);
  g_dbus_connection_emit_signal (question->bus, NULL, question->path, REQUEST, "Response",
                                 g_variant_new ("(ua{sv})", code, &results), NULL);
  return G_SOURCE_REMOVE;
}

static void
access_camera (GDBusConnection       *bus,
               const char            *sender,
               GVariant              *parameters,
               GDBusMethodInvocation *invocation)
{
  g_autoptr (GVariant) options = g_variant_get_child_value (parameters, 0);
  g_autofree char *caller = g_strdelimit (g_strdup (sender + 1), ".", '_');
  const char      *token = "t";
  Question        *question = g_new (Question, 1);

  g_variant_lookup (options, "handle_token", "&s", &token);
  printf ("asked\n");
  fflush (stdout);
  question->bus = g_object_ref (bus);
  question->path = g_strdup_printf ("/org/freedesktop/portal/desktop/request/%s/%s", caller, token);
  g_dbus_connection_register_object (bus, question->path, request_info, &request_vtable, NULL,
                                     NULL, NULL);
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", question->path));
  if (g_str_equal (mode, "silent"))
    question_free (question);
  else
    g_timeout_add_full (G_PRIORITY_DEFAULT, ANSWER_MS, answer_cb, question, question_free);
}

/* A true portal's sees cameras only; a test's own may see all. */
static int
connect_to_pipewire (void)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int                fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_snprintf (address.sun_path, sizeof address.sun_path, "%s/pipewire-0",
              g_getenv ("XDG_RUNTIME_DIR"));
  if (connect (fd, (struct sockaddr *) &address, sizeof address) != 0)
    g_error ("no PipeWire: %s", g_strerror (errno));
  return fd;
}

static void
open_remote (GDBusMethodInvocation *invocation)
{
  g_autoptr (GUnixFDList) fds = NULL;
  int fd = -1;

  say ("opened");
  if (g_str_equal (mode, "no-remote")) {
    g_dbus_method_invocation_return_dbus_error (
      invocation, "org.freedesktop.portal.Error.NotAllowed", "Permission denied");
    return;
  }
  fd = connect_to_pipewire ();
  fds = g_unix_fd_list_new_from_array (&fd, 1);
  g_dbus_method_invocation_return_value_with_unix_fd_list (invocation, g_variant_new ("(h)", 0),
                                                           fds);
}

static void
camera_call_cb (GDBusConnection       *bus,
                const char            *sender,
                const char            *path,
                const char            *interface,
                const char            *method,
                GVariant              *parameters,
                GDBusMethodInvocation *invocation,
                gpointer               user_data)
{
  if (g_str_equal (method, "AccessCamera"))
    access_camera (bus, sender, parameters, invocation);
  else
    open_remote (invocation);
}

static GVariant *
camera_get_cb (GDBusConnection *bus,
               const char      *sender,
               const char      *path,
               const char      *interface,
               const char      *property,
               GError         **error,
               gpointer         user_data)
{
  if (g_str_equal (property, "version"))
    return g_variant_new_uint32 (1);
  return g_variant_new_boolean (TRUE);
}

static const GDBusInterfaceVTable camera_vtable = {
  .method_call = camera_call_cb,
  .get_property = camera_get_cb,
};

static void
bus_cb (GDBusConnection *bus,
        const char      *name,
        gpointer         user_data)
{
  g_dbus_connection_register_object (bus, OBJECT_PATH, camera_info, &camera_vtable, NULL, NULL,
                                     NULL);
}

static void
owned_cb (GDBusConnection *bus,
          const char      *name,
          gpointer         user_data)
{
  say ("ready");
}

static void
lost_cb (GDBusConnection *bus,
         const char      *name,
         gpointer         user_data)
{
  g_printerr ("mock-portal: %s is not to be had\n", name);
  g_main_loop_quit (user_data);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GDBusNodeInfo) camera = g_dbus_node_info_new_for_xml (camera_xml, NULL);
  g_autoptr (GDBusNodeInfo) request = g_dbus_node_info_new_for_xml (request_xml, NULL);

  mode = argc == 2 ? argv[1] : "allow";
  camera_info = camera->interfaces[0];
  request_info = request->interfaces[0];
  g_bus_own_name (G_BUS_TYPE_SESSION, "org.freedesktop.portal.Desktop",
                  G_BUS_NAME_OWNER_FLAGS_NONE, bus_cb, owned_cb, lost_cb, loop, NULL);
  g_main_loop_run (loop);
  return 1;
}
