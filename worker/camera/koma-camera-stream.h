/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera-device.h"
#include "koma-camera-frame.h"
#include "koma-camera-trouble.h"

G_BEGIN_DECLS

/* Frames out of one camera, from its being switched on to its being switched
 * off: koma-camera-stream.c with GStreamer, koma-camera-none.c without.
 * Private to the camera. */
typedef struct _KomaCameraStream KomaCameraStream;

/* In the default main context. */
typedef struct
{
  void (*frame) (KomaCameraFrame *frame, gpointer user_data); /* (transfer none) */
  /* Once; the camera is off, for others to use. @trouble is none where it was
   * stopped. */
  void (*ended) (const KomaCameraTrouble *trouble, gpointer user_data);
} KomaCameraStreamFuncs;

KomaCameraStream *koma_camera_stream_new (KomaCameraDevice            *device,
                                          int                          pipewire_fd, /* or -1 */
                                          const KomaCameraStreamFuncs *funcs,
                                          gpointer                     user_data);
void              koma_camera_stream_stop (KomaCameraStream *stream);
void              koma_camera_stream_free (KomaCameraStream *stream);

void    koma_camera_stream_set_shown (KomaCameraStream *stream, const KomaCameraShown *shown);
guint64 koma_camera_stream_get_n_captured (KomaCameraStream *stream);
guint64 koma_camera_stream_get_n_dropped (KomaCameraStream *stream);

G_END_DECLS
