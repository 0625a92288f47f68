/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-daemon.h"

#include <sys/socket.h>
#include <sys/un.h>

#include <gio/gio.h>
#include <glib-unix.h>
#include <glib/gstdio.h>

#include "worker/koma-thread.h"

/* The daemon's socket is there a moment before the daemon listens to it. */
#define RETRY_MS  200
#define N_RETRIES 25

/* An idle connection tells of the daemon's end. The socket's file tells of a start; where systemd
 * keeps the socket, the next connection starts the daemon. */
typedef struct
{
  /* Immutable once started. */
  const KomaCameraDaemonFuncs *funcs;
  gpointer                     user_data;
  char                        *path;
  GFileMonitor                *file; /* (nullable) */

  /* Main thread only. */
  gboolean is_connected;
  guint    retry; /* source id */
  guint    n_retries_left;
} Daemon;

static Daemon the_daemon;

/* As libpipewire finds it. */
static char *
find_socket (void)
{
  const char *folder = g_getenv ("PIPEWIRE_RUNTIME_DIR");
  const char *name = g_getenv ("PIPEWIRE_REMOTE");

  if (folder == NULL)
    folder = g_get_user_runtime_dir ();
  if (name == NULL || *name == '\0')
    name = "pipewire-0";
  return g_path_is_absolute (name) ? g_strdup (name) : g_build_filename (folder, name, NULL);
}

/* Returns: a connection, or -1 */
static int
open_connection (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int                fd = -1;

  if (g_strlcpy (address.sun_path, path, sizeof address.sun_path) >= sizeof address.sun_path)
    return -1;
  fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd >= 0 && connect (fd, (struct sockaddr *) &address, sizeof address) != 0) {
    g_close (fd, NULL);
    return -1;
  }
  return fd;
}

static void expect (Daemon *self);

/* The connection is not closed: GStreamer's PipeWire elements know a connection by its number, and
 * would take the next one with this number for the old one. */
static gboolean
ended_cb (int          fd,
          GIOCondition condition,
          gpointer     user_data)
{
  Daemon *self = user_data;

  KOMA_ASSERT_MAIN_THREAD ();

  self->is_connected = FALSE;
  self->funcs->gone (self->user_data);
  expect (self);
  return G_SOURCE_REMOVE;
}

/* Returns: the new connection, or -1 */
static int
try_connect (Daemon *self)
{
  int fd = open_connection (self->path);

  if (fd < 0)
    return -1;
  self->is_connected = TRUE;
  g_unix_fd_add (fd, G_IO_HUP | G_IO_ERR, ended_cb, self);
  return fd;
}

static gboolean
retry_cb (gpointer user_data)
{
  Daemon *self = user_data;
  int     fd = self->is_connected ? -1 : try_connect (self);

  KOMA_ASSERT_MAIN_THREAD ();

  if (fd < 0 && !self->is_connected && --self->n_retries_left > 0)
    return G_SOURCE_CONTINUE;
  self->retry = 0;
  if (fd >= 0)
    self->funcs->came (fd, self->user_data);
  return G_SOURCE_REMOVE;
}

static void
expect (Daemon *self)
{
  self->n_retries_left = N_RETRIES;
  if (self->retry == 0)
    self->retry = g_timeout_add (RETRY_MS, retry_cb, self);
}

static void
file_changed_cb (Daemon           *self,
                 GFile            *file,
                 GFile            *other,
                 GFileMonitorEvent event)
{
  if (event == G_FILE_MONITOR_EVENT_CREATED && !self->is_connected)
    expect (self);
}

/*< private >
 * koma_camera_daemon_watch:
 * @funcs: (scope forever): told of the daemon
 * @user_data: for @funcs
 */
void
koma_camera_daemon_watch (const KomaCameraDaemonFuncs *funcs,
                          gpointer                     user_data)
{
  Daemon *self = &the_daemon;
  g_autoptr (GFile) file = NULL;

  KOMA_ASSERT_MAIN_THREAD ();
  g_return_if_fail (self->funcs == NULL);

  self->funcs = funcs;
  self->user_data = user_data;
  self->path = find_socket ();
  file = g_file_new_for_path (self->path);
  self->file = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->file != NULL)
    g_signal_connect_swapped (self->file, "changed", G_CALLBACK (file_changed_cb), self);
  try_connect (self);
}
