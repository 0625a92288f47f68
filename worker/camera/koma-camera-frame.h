/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/decode/koma-picture.h"

G_BEGIN_DECLS

/* One picture of the camera, as it came. Immutable, reference counted, any
 * thread. */
typedef struct _KomaCameraFrame KomaCameraFrame;

KomaCameraFrame *koma_camera_frame_new (KomaPicture *picture, /* (transfer full) */
                                        guint64      serial,
                                        gint64       captured_us);
KomaCameraFrame *koma_camera_frame_ref (KomaCameraFrame *frame);
void             koma_camera_frame_unref (KomaCameraFrame *frame);

KomaPicture *koma_camera_frame_get_picture (const KomaCameraFrame *frame);
guint64      koma_camera_frame_get_serial (const KomaCameraFrame *frame);      /* 1, 2, 3 … */
gint64       koma_camera_frame_get_captured_us (const KomaCameraFrame *frame); /* monotonic */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCameraFrame, koma_camera_frame_unref)

G_END_DECLS
