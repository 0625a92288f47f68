/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-pipeline.h"

#include "koma-camera-caps.h"
#include "koma-camera-diagnose.h"
#include "koma-camera-monitor.h"

static GstElement *
make (GstElement        *pipeline,
      const char        *factory,
      KomaCameraTrouble *ret_trouble)
{
  GstElement *element = gst_element_factory_make (factory, NULL);

  if (element == NULL)
    koma_camera_diagnose_missing (ret_trouble, factory);
  else
    gst_bin_add (GST_BIN (pipeline), element);
  return element;
}

static GstElement *
make_described (GstElement        *pipeline,
                KomaCameraTrouble *ret_trouble)
{
  g_autoptr (GError) error = NULL;
  GstElement *source =
    gst_parse_bin_from_description (g_getenv (KOMA_CAMERA_PIPELINE), TRUE, &error);

  if (source == NULL)
    koma_camera_diagnose_error (ret_trouble, error, NULL);
  else
    gst_bin_add (GST_BIN (pipeline), source);
  return source;
}

static gboolean
has_property (GstElement *element,
              const char *name)
{
  return g_object_class_find_property (G_OBJECT_GET_CLASS (element), name) != NULL;
}

static GstElement *
make_source (GstElement        *pipeline,
             KomaCameraDevice  *device,
             int                pipewire_fd,
             KomaCameraTrouble *ret_trouble)
{
  GObject    *found = device->source;
  GstElement *source = NULL;

  if (found == NULL)
    return make_described (pipeline, ret_trouble);
  source = gst_device_create_element (GST_DEVICE (found), NULL);
  if (source == NULL) {
    koma_camera_diagnose_missing (ret_trouble, "pipewiresrc");
    return NULL;
  }
  gst_bin_add (GST_BIN (pipeline), source);
  /* A camera that is unplugged takes its memory away, while a frame in it is still converted. */
  if (has_property (source, "always-copy"))
    g_object_set (source, "always-copy", TRUE, NULL);
  if (pipewire_fd >= 0 && has_property (source, "fd"))
    g_object_set (source, "fd", pipewire_fd, NULL);
  return source;
}

/* decodebin would stall behind PipeWire; and of what a camera offers, the
 * first may be its largest. */
static GstElement *
add_caps (GstElement        *pipeline,
          GstElement        *source,
          KomaCameraDevice  *device,
          gboolean          *ret_is_jpeg,
          KomaCameraTrouble *ret_trouble)
{
  GObject *found = device->source;
  g_autoptr (GstCaps) offered = found != NULL ? gst_device_get_caps (GST_DEVICE (found)) : NULL;
  g_autoptr (GstCaps) chosen = NULL;
  GstElement *filter = NULL;

  if (offered == NULL || gst_caps_is_any (offered) || gst_caps_is_empty (offered))
    return source;
  chosen = koma_camera_caps_choose (offered, ret_is_jpeg);
  if (chosen == NULL) {
    g_autofree char *text = gst_caps_to_string (offered);

    koma_camera_trouble_set (ret_trouble, KOMA_CAMERA_FAILED, text);
    return NULL;
  }
  filter = make (pipeline, "capsfilter", ret_trouble);
  if (filter == NULL)
    return NULL;
  g_object_set (filter, "caps", chosen, NULL);
  return gst_element_link (source, filter) ? filter : NULL;
}

static GstElement *
append (GstElement        *pipeline,
        GstElement        *last,
        const char        *factory,
        KomaCameraTrouble *ret_trouble)
{
  GstElement *element = make (pipeline, factory, ret_trouble);

  return element != NULL && gst_element_link (last, element) ? element : NULL;
}

/* The sink has one place, and gives a newer frame the place of an older one. */
static void
set_up_sink (GstElement *sink)
{
  g_autoptr (GstCaps) caps = gst_caps_new_simple ("video/x-raw", "format", G_TYPE_STRING, "RGB",
                                                  NULL);

  g_object_set (sink, "caps", caps, "max-buffers", 1, "drop", TRUE, "sync", FALSE,
                "enable-last-sample", FALSE, NULL);
}

/*< private >
 * koma_camera_pipeline_fill:
 * @pipeline: an empty one
 * @device: the camera
 * @pipewire_fd: the connection that the portal gave, or -1; stays the
 *   caller's and open as long as @pipeline
 * @ret_trouble: return location, none yet
 *
 * Thread: any but main: plugins may be loaded.
 *
 * Returns: (transfer none) (nullable): where RGB frames come out; %NULL with
 *   @ret_trouble set
 */
GstAppSink *
koma_camera_pipeline_fill (GstElement        *pipeline,
                           KomaCameraDevice  *device,
                           int                pipewire_fd,
                           KomaCameraTrouble *ret_trouble)
{
  gboolean    is_jpeg = FALSE;
  GstElement *last = make_source (pipeline, device, pipewire_fd, ret_trouble);

  if (last != NULL)
    last = add_caps (pipeline, last, device, &is_jpeg, ret_trouble);
  if (last != NULL && is_jpeg)
    last = append (pipeline, last, "jpegdec", ret_trouble);
  if (last != NULL)
    last = append (pipeline, last, "videoconvert", ret_trouble);
  if (last != NULL)
    last = append (pipeline, last, "appsink", ret_trouble);
  if (last != NULL)
    set_up_sink (last);
  else if (ret_trouble->state == KOMA_CAMERA_OFF)
    koma_camera_trouble_set (ret_trouble, KOMA_CAMERA_FAILED,
                             "The elements of the pipeline do not fit together");
  return GST_APP_SINK (last);
}
