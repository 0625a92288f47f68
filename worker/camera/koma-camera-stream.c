/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-stream.h"

#include "koma-camera-diagnose.h"
#include "koma-camera-pipeline.h"

#include <fcntl.h>
#include <string.h>

#include <glib/gstdio.h>
#include <gst/video/video.h>

#include "worker/decode/koma-pixel-pool.h"
#include "worker/koma-thread.h"

/* A camera is off within milliseconds. Where PipeWire is dead, it takes half a
 * minute for that to be noticed: nobody waits for it that long. */
#define PATIENCE_US (G_USEC_PER_SEC / 2)

/* A thread opens the camera, waits for it to fail or for koma_camera_stream_stop(),
 * and closes it: each of these may take as long as the device likes. Frames
 * come on a thread of GStreamer's; the newest lies in a slot until the main
 * context takes it.
 *
 * Both threads run at the window's priority. They take locks of GLib and
 * GStreamer that the window takes too, and must not be put aside with one in
 * hand; and a frame costs them a millisecond or two. */
struct _KomaCameraStream
{
  gatomicrefcount ref_count; /* the owner, the thread, and messages on their way */

  /* Immutable after construction. */
  GstElement       *pipeline;
  KomaCameraDevice *device;
  int               pipewire_fd; /* (owned) or -1 */
  KomaPixelPool    *pixels;      /* of frames, taken by GStreamer's thread */
  KomaPixelPool    *shown;       /* of frames as they are seen, likewise */

  /* Main thread only. */
  const KomaCameraStreamFuncs *funcs; /* (nullable) NULL: tells nobody any more */
  gpointer                     user_data;

  GMutex lock;
  GCond  ended;
  /* Guarded by lock. */
  gboolean has_ended;

  /* The thread's, then the main thread's. */
  KomaCameraTrouble trouble;

  /* Atomic. */
  KomaCameraFrame *newest; /* (nullable) not yet taken */
  gint             is_stopping;
  guint            shown_as; /* see pack_shown () */
  gsize            n_captured;
  gsize            n_dropped;
};

/* A message that nobody took holds the pipeline, whose bus holds the message. GStreamer empties the
 * bus of what was switched on alone. */
static void
unref_pipeline (GstElement *pipeline)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (pipeline);

  gst_bus_set_flushing (bus, TRUE);
  gst_object_unref (pipeline);
}

static void
stream_unref (gpointer data)
{
  KomaCameraStream *stream = data;

  if (!g_atomic_ref_count_dec (&stream->ref_count))
    return;
  g_clear_pointer (&stream->newest, koma_camera_frame_unref);
  koma_camera_trouble_clear (&stream->trouble);
  if (stream->pipewire_fd >= 0)
    g_close (stream->pipewire_fd, NULL);
  g_cond_clear (&stream->ended);
  g_mutex_clear (&stream->lock);
  unref_pipeline (stream->pipeline);
  g_object_unref (stream->device);
  koma_pixel_pool_unref (stream->pixels);
  koma_pixel_pool_unref (stream->shown);
  g_free (stream);
}

static void
tell (KomaCameraStream *stream,
      GSourceFunc       func)
{
  g_atomic_ref_count_inc (&stream->ref_count);
  g_idle_add_full (G_PRIORITY_DEFAULT, func, stream, stream_unref);
}

static gboolean
frame_cb (gpointer data)
{
  KomaCameraStream *stream = data;
  g_autoptr (KomaCameraFrame) frame = g_atomic_pointer_exchange (&stream->newest, NULL);

  KOMA_ASSERT_MAIN_THREAD ();

  if (frame != NULL && stream->funcs != NULL && !g_atomic_int_get (&stream->is_stopping))
    stream->funcs->frame (frame, stream->user_data);
  return G_SOURCE_REMOVE;
}

static gboolean
ended_cb (gpointer data)
{
  KomaCameraStream *stream = data;

  KOMA_ASSERT_MAIN_THREAD ();

  if (stream->funcs != NULL)
    stream->funcs->ended (&stream->trouble, stream->user_data);
  return G_SOURCE_REMOVE;
}

static void
put_newest (KomaCameraStream *stream,
            KomaCameraFrame  *frame)
{
  KomaCameraFrame *older = g_atomic_pointer_exchange (&stream->newest, frame);

  if (older == NULL)
    tell (stream, frame_cb);
  else
    g_atomic_pointer_add (&stream->n_dropped, 1);
  koma_camera_frame_unref (older);
}

/* GStreamer's own memory is lent by the camera: kept, it would run out. */
static KomaPicture *
copy_picture (KomaCameraStream    *stream,
              const GstVideoFrame *video)
{
  const guint   width = GST_VIDEO_FRAME_WIDTH (video);
  const guint   height = GST_VIDEO_FRAME_HEIGHT (video);
  const gsize   row_bytes = (gsize) 3 * width;
  const int     stride = GST_VIDEO_FRAME_PLANE_STRIDE (video, 0);
  const guint8 *pixels = GST_VIDEO_FRAME_PLANE_DATA (video, 0);
  guint8       *rgb = koma_pixel_pool_take (stream->pixels, row_bytes * height);

  for (guint y = 0; y < height; y++)
    memcpy (rgb + y * row_bytes, pixels + (gssize) y * stride, row_bytes);
  return koma_pixel_pool_make_picture (stream->pixels, rgb, width, height, row_bytes);
}

/* One word, so that both threads have all of it or nothing: 15 bits of the width, 15 of the
 * height, whether it is mirrored. */
#define MAX_SHOWN_SIDE 0x7fff

static guint
pack_shown (const KomaCameraShown *shown)
{
  if (shown->width > MAX_SHOWN_SIDE || shown->height > MAX_SHOWN_SIDE)
    return 0;
  return (guint) shown->width | (guint) shown->height << 15 | (shown->is_mirrored ? 1u << 30 : 0);
}

static KomaCameraShown
unpack_shown (guint packed)
{
  return (KomaCameraShown){
    .width = packed & MAX_SHOWN_SIDE,
    .height = (packed >> 15) & MAX_SHOWN_SIDE,
    .is_mirrored = (packed >> 30) & 1,
  };
}

static KomaCameraFrame *
make_frame (KomaCameraStream    *stream,
            const GstVideoFrame *video,
            gint64               captured_us)
{
  const KomaCameraShown shown_as = unpack_shown ((guint) g_atomic_int_get (&stream->shown_as));
  const guint64         serial = (guint64) g_atomic_pointer_add (&stream->n_captured, 1) + 1;
  KomaCameraFrame      *frame =
    koma_camera_frame_new (copy_picture (stream, video), serial, captured_us);

  koma_camera_frame_set_shown (frame, &shown_as,
                               koma_camera_shown_make (&shown_as, frame->picture, stream->shown));
  return frame;
}

static GstFlowReturn
sample_cb (GstAppSink *sink,
           gpointer    data)
{
  KomaCameraStream *stream = data;
  const gint64      captured_us = g_get_monotonic_time ();
  g_autoptr (GstSample) sample = gst_app_sink_pull_sample (sink);
  GstVideoInfo  info;
  GstVideoFrame video;

  if (sample == NULL)
    return GST_FLOW_EOS;
  if (!gst_video_info_from_caps (&info, gst_sample_get_caps (sample)) ||
      !gst_video_frame_map (&video, &info, gst_sample_get_buffer (sample), GST_MAP_READ))
    return GST_FLOW_ERROR;

  put_newest (stream, make_frame (stream, &video, captured_us));
  gst_video_frame_unmap (&video);
  return GST_FLOW_OK;
}

static void
read_message (KomaCameraStream *stream,
              GstMessage       *message)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *debug = NULL;

  if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_ERROR) {
    gst_message_parse_error (message, &error, &debug);
    koma_camera_diagnose_error (&stream->trouble, error, debug);
  } else if (GST_MESSAGE_TYPE (message) == GST_MESSAGE_EOS) {
    koma_camera_trouble_set (&stream->trouble, KOMA_CAMERA_FAILED,
                             "The camera sent its last picture");
  }
}

/* Until it fails, or is stopped. */
static void
run (KomaCameraStream *stream)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (stream->pipeline);
  GstStateChangeReturn started = gst_element_set_state (stream->pipeline, GST_STATE_PLAYING);
  g_autoptr (GstMessage) message = NULL;

  if (started == GST_STATE_CHANGE_FAILURE)
    message = gst_bus_pop_filtered (bus, GST_MESSAGE_ERROR);
  else if (!g_atomic_int_get (&stream->is_stopping))
    message = gst_bus_timed_pop_filtered (
      bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_ERROR | GST_MESSAGE_EOS | GST_MESSAGE_APPLICATION);

  if (message != NULL)
    read_message (stream, message);
  else if (started == GST_STATE_CHANGE_FAILURE)
    koma_camera_trouble_set (&stream->trouble, KOMA_CAMERA_FAILED, "The camera can not be started");
}

static gpointer
stream_main (gpointer data)
{
  KomaCameraStream   *stream = data;
  GstAppSinkCallbacks callbacks = { .new_sample = sample_cb };
  GstAppSink         *sink = koma_camera_pipeline_fill (stream->pipeline, stream->device,
                                                        stream->pipewire_fd, &stream->trouble);

  if (sink != NULL && !g_atomic_int_get (&stream->is_stopping)) {
    gst_app_sink_set_callbacks (sink, &callbacks, stream, NULL);
    run (stream);
  }
  gst_element_set_state (stream->pipeline, GST_STATE_NULL);
  g_mutex_lock (&stream->lock);
  stream->has_ended = TRUE;
  g_cond_signal (&stream->ended);
  g_mutex_unlock (&stream->lock);
  tell (stream, ended_cb);
  stream_unref (stream);
  return NULL;
}

/*< private >
 * koma_camera_stream_new:
 * @device: a camera; GStreamer has been initialised by the list it is of
 * @pipewire_fd: the connection that the portal gave, or -1; copied
 * @funcs: (scope forever): told of frames and the end
 * @user_data: for @funcs
 *
 * Begins to switch a camera on. Returns at once.
 *
 * Thread: main.
 *
 * Returns: (transfer full): a stream
 */
KomaCameraStream *
koma_camera_stream_new (KomaCameraDevice            *device,
                        int                          pipewire_fd,
                        const KomaCameraStreamFuncs *funcs,
                        gpointer                     user_data)
{
  KomaCameraStream *stream = g_new0 (KomaCameraStream, 1);

  KOMA_ASSERT_MAIN_THREAD ();

  g_atomic_ref_count_init (&stream->ref_count);
  stream->pipeline = gst_object_ref_sink (gst_pipeline_new (NULL));
  stream->device = g_object_ref (device);
  stream->pixels = koma_pixel_pool_new ();
  stream->shown = koma_pixel_pool_new ();
  stream->pipewire_fd = pipewire_fd >= 0 ? fcntl (pipewire_fd, F_DUPFD_CLOEXEC, 3) : -1;
  g_mutex_init (&stream->lock);
  g_cond_init (&stream->ended);
  stream->funcs = funcs;
  stream->user_data = user_data;
  g_atomic_ref_count_inc (&stream->ref_count);
  g_thread_unref (g_thread_new ("koma-camera", stream_main, stream));
  return stream;
}

/*< private >
 * koma_camera_stream_stop:
 * @stream: a stream
 *
 * Begins to switch the camera off. There are no more frames; the end is told
 * when it is off.
 *
 * Thread: main.
 */
void
koma_camera_stream_stop (KomaCameraStream *stream)
{
  g_autoptr (GstBus) bus = gst_element_get_bus (stream->pipeline);

  KOMA_ASSERT_MAIN_THREAD ();

  if (!g_atomic_int_compare_and_exchange (&stream->is_stopping, FALSE, TRUE))
    return;
  /* A thread that has not come to wait for messages looks at is_stopping. */
  gst_bus_post (bus, gst_message_new_application (GST_OBJECT (stream->pipeline),
                                                  gst_structure_new_empty ("stop")));
}

/*< private >
 * koma_camera_stream_free:
 * @stream: (nullable) (transfer full): a stream
 *
 * Stops it, unless it has ended, and waits until the camera is off, or for
 * half a second where that does not happen. Nothing is told any more.
 *
 * Thread: main.
 */
void
koma_camera_stream_free (KomaCameraStream *stream)
{
  const gint64 end_us = g_get_monotonic_time () + PATIENCE_US;
  gboolean     is_waiting = TRUE;

  if (stream == NULL)
    return;
  stream->funcs = NULL;
  koma_camera_stream_stop (stream);
  g_mutex_lock (&stream->lock);
  while (!stream->has_ended && is_waiting)
    is_waiting = g_cond_wait_until (&stream->ended, &stream->lock, end_us);
  g_mutex_unlock (&stream->lock);
  stream_unref (stream);
}

/*< private >
 * koma_camera_stream_set_shown:
 * @stream: a stream
 * @shown: how frames are seen from now on
 *
 * Thread: any; never waits.
 */
void
koma_camera_stream_set_shown (KomaCameraStream      *stream,
                              const KomaCameraShown *shown)
{
  g_atomic_int_set (&stream->shown_as, pack_shown (shown));
}

/*< private >
 * koma_camera_stream_get_n_captured:
 * @stream: a stream
 *
 * Returns: frames that came out of the camera
 */
guint64
koma_camera_stream_get_n_captured (KomaCameraStream *stream)
{
  return (guint64) g_atomic_pointer_get (&stream->n_captured);
}

/*< private >
 * koma_camera_stream_get_n_dropped:
 * @stream: a stream
 *
 * Returns: frames whose place a newer one took
 */
guint64
koma_camera_stream_get_n_dropped (KomaCameraStream *stream)
{
  return (guint64) g_atomic_pointer_get (&stream->n_dropped);
}
