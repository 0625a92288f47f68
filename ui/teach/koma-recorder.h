/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/camera/koma-camera-frame.h"

G_BEGIN_DECLS

#define KOMA_RECORDER_PER_SECOND 8
/* A camera that takes longer to start has made people forget the button. */
#define KOMA_RECORDER_PATIENCE_US (5 * G_USEC_PER_SEC)

/* Which frames of the camera are kept while a button is held: the first that comes, then some a
 * second. A plain value; all zeros does not record. */
typedef struct
{
  gboolean is_held;
  gboolean is_first_due; /* even where the button was let go meanwhile */
  gint64   begun_us;
  gint64   next_us; /* when the next may be kept, on the clock of the frames */
} KomaRecorder;

/* Times are those of g_get_monotonic_time(). */
void     koma_recorder_begin (KomaRecorder *self, gint64 now_us);
void     koma_recorder_end (KomaRecorder *self);
gboolean koma_recorder_wants (KomaRecorder *self, gint64 captured_us); /* this frame */

G_END_DECLS
