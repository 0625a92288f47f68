/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Follows PipeWire's daemon, which may start later than Koma and may be restarted: GStreamer's
 * provider of cameras connects once and does not notice when the connection ends. Private to the
 * camera. */
typedef struct
{
  /* The daemon has started or was restarted. @fd is a connection to it, which stays open. Not
   * called for a daemon that ran before koma_camera_daemon_watch(). */
  void (*came) (int fd, gpointer user_data);
  /* The connection has ended. */
  void (*gone) (gpointer user_data);
} KomaCameraDaemonFuncs;

/* Runs for the rest of the process. Thread: main, as are the calls of @funcs. */
void koma_camera_daemon_watch (const KomaCameraDaemonFuncs *funcs, gpointer user_data);

G_END_DECLS
