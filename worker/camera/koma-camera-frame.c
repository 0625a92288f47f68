/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-camera-frame.h"

/**
 * koma_camera_frame_new:
 * @picture: (transfer full): what the camera saw, upright, not mirrored
 * @serial: its number since the camera was opened; those that were dropped
 *   have numbers too
 * @captured_us: when it came out of the camera, by g_get_monotonic_time()
 *
 * Thread: any.
 *
 * Returns: (transfer full): a frame
 */
KomaCameraFrame *
koma_camera_frame_new (KomaPicture *picture,
                       guint64      serial,
                       gint64       captured_us)
{
  KomaCameraFrame *frame = g_new0 (KomaCameraFrame, 1);

  g_atomic_ref_count_init (&frame->ref_count);
  frame->picture = picture;
  frame->serial = serial;
  frame->captured_us = captured_us;
  return frame;
}

/**
 * koma_camera_frame_set_shown:
 * @frame: a frame that no other thread has yet
 * @shown_as: how it is seen
 * @shown: (transfer full) (nullable): the picture in that size, mirrored where it is to be
 */
void
koma_camera_frame_set_shown (KomaCameraFrame       *frame,
                             const KomaCameraShown *shown_as,
                             KomaPicture           *shown)
{
  frame->shown_as = *shown_as;
  frame->shown = shown;
}

/**
 * koma_camera_frame_ref:
 * @frame: a frame
 *
 * Thread: any.
 *
 * Returns: (transfer full): @frame
 */
KomaCameraFrame *
koma_camera_frame_ref (KomaCameraFrame *frame)
{
  g_atomic_ref_count_inc (&frame->ref_count);
  return frame;
}

/**
 * koma_camera_frame_unref:
 * @frame: (nullable) (transfer full): a frame
 *
 * Thread: any.
 */
void
koma_camera_frame_unref (KomaCameraFrame *frame)
{
  if (frame == NULL || !g_atomic_ref_count_dec (&frame->ref_count))
    return;
  koma_picture_unref (frame->picture);
  g_clear_pointer (&frame->shown, koma_picture_unref);
  g_free (frame);
}
