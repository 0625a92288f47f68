/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "camera-fixture.h"

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
  KomaPicture  *picture = koma_camera_frame_get_picture (frame);
  const guint8 *rgb = koma_picture_get_rgb (picture) +
                      koma_picture_get_height (picture) / 2 * koma_picture_get_stride (picture) +
                      koma_picture_get_width (picture) / 2 * 3;

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
