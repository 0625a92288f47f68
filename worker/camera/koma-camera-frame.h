/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-camera-shown.h"

G_BEGIN_DECLS

/* One picture of the camera, as it came. Immutable, reference counted, any
 * thread. */
typedef struct
{
  gatomicrefcount ref_count;

  KomaPicture *picture;     /* RGB8, upright, not mirrored */
  guint64      serial;      /* since the camera was opened: 1, 2, 3 …, dropped ones too */
  gint64       captured_us; /* out of the camera, by g_get_monotonic_time() */

  KomaPicture    *shown; /* (nullable) @picture as it is seen */
  KomaCameraShown shown_as;
} KomaCameraFrame;

KomaCameraFrame *koma_camera_frame_new (KomaPicture *picture, /* (transfer full) */
                                        guint64      serial,
                                        gint64       captured_us);
KomaCameraFrame *koma_camera_frame_ref (KomaCameraFrame *frame);
void             koma_camera_frame_unref (KomaCameraFrame *frame);

/* Before any other thread has the frame; @shown is handed over, and may be NULL. */
void koma_camera_frame_set_shown (KomaCameraFrame       *frame,
                                  const KomaCameraShown *shown_as,
                                  KomaPicture           *shown);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCameraFrame, koma_camera_frame_unref)

G_END_DECLS
