/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-monitor.h"
#include "koma-camera-stream.h"

/* For a build without GStreamer: a list that stays empty and says why. */

static gpointer               told_user_data;
static KomaCameraMonitorFuncs told_funcs;

static gboolean
tell_cb (gpointer data)
{
  KomaCameraTrouble trouble = { 0 };

  koma_camera_trouble_set (&trouble, KOMA_CAMERA_FAILED, "Koma was built without cameras");
  told_funcs.listed (&trouble, told_user_data);
  koma_camera_trouble_clear (&trouble);
  return G_SOURCE_REMOVE;
}

void
koma_camera_monitor_start (const KomaCameraMonitorFuncs *funcs,
                           gpointer                      user_data)
{
  told_funcs = *funcs;
  told_user_data = user_data;
  g_idle_add (tell_cb, NULL);
}

/* None of the rest is ever called: there is no device. */

KomaCameraStream *
koma_camera_stream_new (KomaCameraDevice            *device,
                        int                          pipewire_fd,
                        const KomaCameraStreamFuncs *funcs,
                        gpointer                     user_data)
{
  g_assert_not_reached ();
}

void
koma_camera_stream_stop (KomaCameraStream *stream)
{
}

void
koma_camera_stream_free (KomaCameraStream *stream)
{
}

void
koma_camera_stream_set_shown (KomaCameraStream      *stream,
                              const KomaCameraShown *shown)
{
}

guint64
koma_camera_stream_get_n_captured (KomaCameraStream *stream)
{
  return 0;
}

guint64
koma_camera_stream_get_n_dropped (KomaCameraStream *stream)
{
  return 0;
}
