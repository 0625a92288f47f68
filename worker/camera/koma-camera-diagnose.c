/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-diagnose.h"

#include <errno.h>
#include <string.h>

#include <gst/gst.h>

/* The packages of Debian and Ubuntu with the elements that a camera needs. */
static const struct
{
  const char *element;
  const char *package;
} PACKAGES[] = {
  { "appsink", "gstreamer1.0-plugins-base" },
  { "jpegdec", "gstreamer1.0-plugins-good" },
  { "pipewiresrc", "gstreamer1.0-pipewire" },
  { "v4l2src", "gstreamer1.0-plugins-good" },
  { "videoconvert", "gstreamer1.0-plugins-base" },
};

/*< private >
 * koma_camera_diagnose_missing:
 * @trouble: a trouble
 * @element: of GStreamer, which is not there
 */
void
koma_camera_diagnose_missing (KomaCameraTrouble *trouble,
                              const char        *element)
{
  koma_camera_trouble_set (trouble, KOMA_CAMERA_MISSING_PLUGIN, element);
  for (guint i = 0; i < G_N_ELEMENTS (PACKAGES); i++) {
    if (g_str_equal (PACKAGES[i].element, element))
      trouble->package = g_strdup (PACKAGES[i].package);
  }
}

/* V4L2 and PipeWire tell of it in the text for developers only. */
static gboolean
mentions (const char *text,
          int         number)
{
  return text != NULL && strstr (text, g_strerror (number)) != NULL;
}

static KomaCameraState
choose_state (const GError *error,
              const char   *debug)
{
  if (g_error_matches (error, GST_CORE_ERROR, GST_CORE_ERROR_MISSING_PLUGIN) ||
      g_error_matches (error, GST_PARSE_ERROR, GST_PARSE_ERROR_NO_SUCH_ELEMENT) ||
      g_error_matches (error, GST_STREAM_ERROR, GST_STREAM_ERROR_CODEC_NOT_FOUND))
    return KOMA_CAMERA_MISSING_PLUGIN;
  if (g_error_matches (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_NOT_AUTHORIZED) ||
      mentions (debug, EACCES) || mentions (debug, EPERM))
    return KOMA_CAMERA_DENIED;
  if (g_error_matches (error, GST_RESOURCE_ERROR, GST_RESOURCE_ERROR_BUSY) ||
      mentions (debug, EBUSY) || mentions (error->message, EBUSY))
    return KOMA_CAMERA_BUSY;
  if (mentions (debug, ENODEV))
    return KOMA_CAMERA_UNPLUGGED;
  return KOMA_CAMERA_FAILED;
}

/*< private >
 * koma_camera_diagnose_error:
 * @trouble: a trouble
 * @error: that a pipeline posted
 * @debug: (nullable): the text for developers that came with it
 */
void
koma_camera_diagnose_error (KomaCameraTrouble *trouble,
                            const GError      *error,
                            const char        *debug)
{
  g_autofree char *detail =
    debug != NULL ? g_strdup_printf ("%s\n%s", error->message, debug) : g_strdup (error->message);

  koma_camera_trouble_set (trouble, choose_state (error, debug), detail);
}
