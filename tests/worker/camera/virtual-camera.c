/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* virtual-camera NAME WIDTH HEIGHT RATE: a camera of PipeWire, of one colour,
 * grey at first; told more on standard input, a line each:
 *
 *   colour RRGGBB   shows that
 *   picture FILE    shows the WIDTH × HEIGHT × 3 bytes in it
 *   freeze          stays listed, and sends nothing
 *   thaw            sends again
 *
 * It is unplugged when its standard input is closed, or by SIGTERM. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <glib.h>
#include <pipewire/pipewire.h>
#include <spa/param/video/format-utils.h>

#define PIXEL_BYTES 4 /* RGBx: of all formats the one whose values nothing converts */

typedef struct
{
  guint width;
  guint height;
  guint rate;

  struct pw_main_loop *loop;
  struct pw_stream    *stream;
  struct spa_source   *timer;
  struct spa_hook      listener;

  guint8  *picture; /* [height, width, 4] */
  gboolean is_frozen;
  guint64  serial;
  GString *commands; /* read, but no whole line yet */
} Camera;

static gsize
picture_size (const Camera *camera)
{
  return (gsize) camera->width * camera->height * PIXEL_BYTES;
}

static void
set_pixel (Camera       *camera,
           gsize         index,
           const guint8 *rgb)
{
  guint8 *pixel = camera->picture + index * PIXEL_BYTES;

  pixel[0] = rgb[0];
  pixel[1] = rgb[1];
  pixel[2] = rgb[2];
  pixel[3] = 255;
}

static void
show_colour (Camera     *camera,
             const char *name)
{
  const guint32 colour = (guint32) g_ascii_strtoull (name, NULL, 16);
  const guint8  rgb[3] = { colour >> 16, colour >> 8, colour };

  for (gsize i = 0; i < (gsize) camera->width * camera->height; i++)
    set_pixel (camera, i, rgb);
}

static void
show_file (Camera     *camera,
           const char *path)
{
  const gsize      n_pixels = (gsize) camera->width * camera->height;
  g_autofree char *data = NULL;
  gsize            size = 0;

  if (!g_file_get_contents (path, &data, &size, NULL) || size != n_pixels * 3) {
    g_printerr ("virtual-camera: %s is no picture of this size\n", path);
    return;
  }
  for (gsize i = 0; i < n_pixels; i++)
    set_pixel (camera, i, (const guint8 *) data + i * 3);
}

static void
obey (Camera     *camera,
      const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", 2);

  if (g_strcmp0 (words[0], "colour") == 0 && words[1] != NULL)
    show_colour (camera, words[1]);
  else if (g_strcmp0 (words[0], "picture") == 0 && words[1] != NULL)
    show_file (camera, words[1]);
  else if (g_strcmp0 (words[0], "freeze") == 0)
    camera->is_frozen = TRUE;
  else if (g_strcmp0 (words[0], "thaw") == 0)
    camera->is_frozen = FALSE;
  else
    g_printerr ("virtual-camera: what is “%s”?\n", line);
}

static void
read_cb (void    *data,
         int      fd,
         uint32_t mask)
{
  Camera *camera = data;
  char    buffer[4096];
  ssize_t n_read = read (fd, buffer, sizeof buffer);
  char   *end = NULL;

  if (n_read < 0 && (errno == EAGAIN || errno == EINTR))
    return;
  if (n_read <= 0) {
    pw_main_loop_quit (camera->loop);
    return;
  }
  g_string_append_len (camera->commands, buffer, n_read);
  while ((end = strchr (camera->commands->str, '\n')) != NULL) {
    g_autofree char *line =
      g_strndup (camera->commands->str, (gsize) (end - camera->commands->str));

    g_string_erase (camera->commands, 0, (gssize) strlen (line) + 1);
    obey (camera, line);
  }
}

static void
process_cb (void *data)
{
  Camera                 *camera = data;
  struct pw_buffer       *buffer = pw_stream_dequeue_buffer (camera->stream);
  struct spa_data        *plane = NULL;
  struct spa_meta_header *header = NULL;

  if (buffer == NULL)
    return;
  plane = &buffer->buffer->datas[0];
  if (plane->data != NULL)
    memcpy (plane->data, camera->picture, picture_size (camera));
  plane->chunk->offset = 0;
  plane->chunk->size = (uint32_t) picture_size (camera);
  plane->chunk->stride = (int) (camera->width * PIXEL_BYTES);
  header = spa_buffer_find_meta_data (buffer->buffer, SPA_META_Header, sizeof *header);
  if (header != NULL)
    *header = (struct spa_meta_header){ .pts = -1, .seq = camera->serial };
  camera->serial++;
  pw_stream_queue_buffer (camera->stream, buffer);
}

static void
timeout_cb (void    *data,
            uint64_t expirations)
{
  Camera *camera = data;

  if (!camera->is_frozen)
    pw_stream_trigger_process (camera->stream);
}

/* It drives itself, but only while somebody looks. */
static void
state_cb (void                *data,
          enum pw_stream_state old,
          enum pw_stream_state state,
          const char          *error)
{
  Camera         *camera = data;
  struct timespec now = { 0, 1 };
  struct timespec interval = { 0, SPA_NSEC_PER_SEC / camera->rate };
  struct timespec never = { 0, 0 };
  gboolean        is_watched = state == PW_STREAM_STATE_STREAMING;

  pw_loop_update_timer (pw_main_loop_get_loop (camera->loop), camera->timer,
                        is_watched ? &now : &never, is_watched ? &interval : &never, false);
}

static void
format_cb (void                 *data,
           uint32_t              id,
           const struct spa_pod *format)
{
  Camera                *camera = data;
  uint8_t                memory[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT (memory, sizeof memory);
  const struct spa_pod  *params[2];

  if (format == NULL || id != SPA_PARAM_Format)
    return;
  params[0] = spa_pod_builder_add_object (
    &builder, SPA_TYPE_OBJECT_ParamBuffers, SPA_PARAM_Buffers,
    SPA_PARAM_BUFFERS_buffers, SPA_POD_CHOICE_RANGE_Int (4, 2, 16),
    SPA_PARAM_BUFFERS_blocks, SPA_POD_Int (1),
    SPA_PARAM_BUFFERS_size, SPA_POD_Int ((int) picture_size (camera)),
    SPA_PARAM_BUFFERS_stride, SPA_POD_Int ((int) (camera->width * PIXEL_BYTES)));
  params[1] = spa_pod_builder_add_object (
    &builder, SPA_TYPE_OBJECT_ParamMeta, SPA_PARAM_Meta,
    SPA_PARAM_META_type, SPA_POD_Id (SPA_META_Header),
    SPA_PARAM_META_size, SPA_POD_Int (sizeof (struct spa_meta_header)));
  pw_stream_update_params (camera->stream, params, 2);
}

static const struct pw_stream_events events = {
  PW_VERSION_STREAM_EVENTS,
  .state_changed = state_cb,
  .param_changed = format_cb,
  .process = process_cb,
};

static struct pw_stream *
make_stream (struct pw_core *core,
             const char     *name)
{
  return pw_stream_new (core, name,
                        pw_properties_new (PW_KEY_MEDIA_CLASS, "Video/Source",
                                           PW_KEY_MEDIA_ROLE, "Camera", PW_KEY_NODE_NAME, name,
                                           PW_KEY_NODE_DESCRIPTION, name, NULL));
}

static void
connect_stream (Camera *camera)
{
  uint8_t                memory[1024];
  struct spa_pod_builder builder = SPA_POD_BUILDER_INIT (memory, sizeof memory);
  const struct spa_pod  *format = spa_pod_builder_add_object (
     &builder, SPA_TYPE_OBJECT_Format, SPA_PARAM_EnumFormat,
     SPA_FORMAT_mediaType, SPA_POD_Id (SPA_MEDIA_TYPE_video),
     SPA_FORMAT_mediaSubtype, SPA_POD_Id (SPA_MEDIA_SUBTYPE_raw),
     SPA_FORMAT_VIDEO_format, SPA_POD_Id (SPA_VIDEO_FORMAT_RGBx),
     SPA_FORMAT_VIDEO_size, SPA_POD_Rectangle (&SPA_RECTANGLE (camera->width, camera->height)),
     SPA_FORMAT_VIDEO_framerate, SPA_POD_Fraction (&SPA_FRACTION (camera->rate, 1)));

  pw_stream_add_listener (camera->stream, &camera->listener, &events, camera);
  pw_stream_connect (camera->stream, PW_DIRECTION_OUTPUT, PW_ID_ANY,
                     PW_STREAM_FLAG_DRIVER | PW_STREAM_FLAG_MAP_BUFFERS, &format, 1);
}

static void
quit_cb (void *data,
         int   signal_number)
{
  pw_main_loop_quit (((Camera *) data)->loop);
}

static int
run (Camera     *camera,
     const char *name)
{
  struct pw_loop    *loop = pw_main_loop_get_loop (camera->loop);
  struct pw_context *context = pw_context_new (loop, NULL, 0);
  struct pw_core    *core = pw_context_connect (context, NULL, 0);

  if (core == NULL) {
    g_printerr ("virtual-camera: no PipeWire: %s\n", g_strerror (errno));
    return 1;
  }
  (void) fcntl (STDIN_FILENO, F_SETFL, O_NONBLOCK);
  pw_loop_add_io (loop, STDIN_FILENO, SPA_IO_IN | SPA_IO_HUP, false, read_cb, camera);
  pw_loop_add_signal (loop, SIGTERM, quit_cb, camera);
  camera->timer = pw_loop_add_timer (loop, timeout_cb, camera);
  camera->stream = make_stream (core, name);
  connect_stream (camera);
  pw_main_loop_run (camera->loop);

  pw_stream_destroy (camera->stream);
  pw_context_destroy (context);
  return 0;
}

int
main (int    argc,
      char **argv)
{
  Camera camera = { 0 };
  int    status = 0;

  if (argc != 5) {
    g_printerr ("virtual-camera NAME WIDTH HEIGHT RATE\n");
    return 2;
  }
  pw_init (&argc, &argv);
  camera.width = (guint) g_ascii_strtoull (argv[2], NULL, 10);
  camera.height = (guint) g_ascii_strtoull (argv[3], NULL, 10);
  camera.rate = MAX ((guint) g_ascii_strtoull (argv[4], NULL, 10), 2);
  camera.picture = g_malloc (picture_size (&camera));
  camera.commands = g_string_new (NULL);
  camera.loop = pw_main_loop_new (NULL);
  show_colour (&camera, "808080");
  status = run (&camera, argv[1]);

  pw_main_loop_destroy (camera.loop);
  pw_deinit ();
  g_string_free (camera.commands, TRUE);
  g_free (camera.picture);
  return status;
}
