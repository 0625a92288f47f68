/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "camera-fixture.h"

#include <unistd.h>

#define PATIENCE_S 60

/* Conversions between colour spaces round. */
#define TOLERANCE 3

static void
iterate (gint64 start_us)
{
  if (!g_main_context_iteration (NULL, FALSE))
    g_usleep (500);
  g_assert_cmpint (g_get_monotonic_time () - start_us, <, PATIENCE_S * G_USEC_PER_SEC);
}

void
wait_for_state (KomaCamera     *camera,
                KomaCameraState state)
{
  const gint64 start_us = g_get_monotonic_time ();

  while (koma_camera_get_state (camera) != state)
    iterate (start_us);
}

void
wait_for_frames (KomaCamera *camera,
                 guint       n_frames)
{
  const gint64    start_us = g_get_monotonic_time ();
  KomaCameraStats stats = { 0 };
  guint64         wanted = 0;

  koma_camera_get_stats (camera, &stats);
  wanted = stats.n_shown + n_frames;
  while (stats.n_shown < wanted) {
    iterate (start_us);
    koma_camera_get_stats (camera, &stats);
  }
}

static gboolean
has_colour (const KomaCameraFrame *frame,
            guint8                 r,
            guint8                 g,
            guint8                 b)
{
  KomaPicture  *picture = frame->picture;
  const guint8 *rgb = picture->rgb +
                      picture->height / 2 * picture->stride +
                      picture->width / 2 * 3;

  return ABS (rgb[0] - r) <= TOLERANCE && ABS (rgb[1] - g) <= TOLERANCE &&
         ABS (rgb[2] - b) <= TOLERANCE;
}

void
wait_for_colour (KomaCamera *camera,
                 guint8      r,
                 guint8      g,
                 guint8      b)
{
  const gint64 start_us = g_get_monotonic_time ();

  while (koma_camera_get_frame (camera) == NULL ||
         !has_colour (koma_camera_get_frame (camera), r, g, b))
    iterate (start_us);
}

void
wait_for_n_devices (KomaCameraList *list,
                    guint           n_devices)
{
  const gint64 start_us = g_get_monotonic_time ();

  while (!koma_camera_list_is_listed (list) ||
         g_list_model_get_n_items (G_LIST_MODEL (list)) != n_devices)
    iterate (start_us);
}

void
assert_colour (const KomaCameraFrame *frame,
               guint8                 r,
               guint8                 g,
               guint8                 b)
{
  g_assert_true (has_colour (frame, r, g, b));
}

GSubprocess *
start_program (const char *const *argv)
{
  g_autofree char *path = g_build_filename (g_getenv ("KOMA_BUILD"), "tests", "worker", argv[0],
                                            NULL);
  g_autoptr (GPtrArray) args = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  GSubprocess *program = NULL;

  g_ptr_array_add (args, path);
  for (guint i = 1; argv[i] != NULL; i++)
    g_ptr_array_add (args, (char *) argv[i]);
  g_ptr_array_add (args, NULL);
  program = g_subprocess_newv ((const char *const *) args->pdata,
                               G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                               &error);
  g_assert_no_error (error);
  return program;
}

char *
read_line (GSubprocess *program)
{
  GInputStream *stream = g_subprocess_get_stdout_pipe (program);
  g_autoptr (GString) line = g_string_new (NULL);
  const gint64 start_us = g_get_monotonic_time ();
  char         letter = 0;

  do {
    while (!g_pollable_input_stream_is_readable (G_POLLABLE_INPUT_STREAM (stream)))
      iterate (start_us);
    if (g_input_stream_read (stream, &letter, 1, NULL, NULL) != 1)
      return NULL;
    g_string_append_c (line, letter);
  } while (letter != '\n');
  g_string_truncate (line, line->len - 1);
  return g_string_free (g_steal_pointer (&line), FALSE);
}

GSubprocess *
plug_in (const char *name,
         guint       width,
         guint       height)
{
  g_autofree char  *w = g_strdup_printf ("%u", width);
  g_autofree char  *h = g_strdup_printf ("%u", height);
  const char *const argv[] = { "virtual-camera", name, w, h, "30", NULL };

  return start_program (argv);
}

void
tell_camera (GSubprocess *camera,
             const char  *command)
{
  g_autofree char *line = g_strconcat (command, "\n", NULL);

  g_assert_true (g_output_stream_write_all (g_subprocess_get_stdin_pipe (camera), line,
                                            strlen (line), NULL, NULL, NULL));
}

void
unplug (GSubprocess *camera)
{
  g_output_stream_close (g_subprocess_get_stdin_pipe (camera), NULL, NULL);
  g_assert_true (g_subprocess_wait_check (camera, NULL, NULL));
  g_object_unref (camera);
}

static guint
count_entries (const char *path)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  guint n_entries = 0;

  while (g_dir_read_name (folder) != NULL)
    n_entries++;
  return n_entries;
}

guint
count_threads (void)
{
  return count_entries ("/proc/self/task");
}

guint
count_files (void)
{
  return count_entries ("/proc/self/fd");
}

gsize
get_resident_bytes (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  words = g_strsplit (text, " ", 3);
  return (gsize) g_ascii_strtoull (words[1], NULL, 10) * (gsize) sysconf (_SC_PAGESIZE);
}
