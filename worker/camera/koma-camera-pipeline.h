/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera-device.h"
#include "koma-camera-trouble.h"

#include <gst/app/gstappsink.h>

G_BEGIN_DECLS

/* source ! [caps] ! [jpegdec] ! videoconvert ! appsink, into @pipeline.
 * Private to the camera. */
GstAppSink *koma_camera_pipeline_fill (GstElement        *pipeline,
                                       KomaCameraDevice  *device,
                                       int                pipewire_fd, /* or -1 */
                                       KomaCameraTrouble *ret_trouble);

G_END_DECLS
