/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera-device.h"
#include "koma-camera-trouble.h"

G_BEGIN_DECLS

/* A description for gst_parse_bin_from_description() that ends in raw video,
 * for tests and odd cameras: the only camera there is then. */
#define KOMA_CAMERA_PIPELINE    "KOMA_CAMERA_PIPELINE"
#define KOMA_CAMERA_PIPELINE_ID "pipeline"

/* How koma-camera-list follows the system: koma-camera-monitor.c with
 * GStreamer, koma-camera-none.c without. Private to the camera. */
typedef struct
{
  /* All in the default main context. */
  void (*added) (KomaCameraDevice *device, gpointer user_data);
  void (*removed) (GObject *source, gpointer user_data);
  /* Once, after the cameras that were there have been added. */
  void (*listed) (const KomaCameraTrouble *trouble, gpointer user_data);
} KomaCameraMonitorFuncs;

/* Runs for the rest of the process. */
void koma_camera_monitor_start (const KomaCameraMonitorFuncs *funcs, gpointer user_data);

G_END_DECLS
