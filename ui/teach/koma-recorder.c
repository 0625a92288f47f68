/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-recorder.h"

void
koma_recorder_begin (KomaRecorder *self,
                     gint64        now_us)
{
  *self = (KomaRecorder){ TRUE, TRUE, now_us, now_us };
}

void
koma_recorder_end (KomaRecorder *self)
{
  self->is_held = FALSE;
}

/**
 * koma_recorder_wants:
 * @self: a recorder
 * @captured_us: when the frame left the camera
 *
 * A press that is shorter than the camera takes to start still gets one frame.
 *
 * Returns: whether the frame is to be kept; the answer is "yes" once
 */
gboolean
koma_recorder_wants (KomaRecorder *self,
                     gint64        captured_us)
{
  if (!self->is_held && captured_us > self->begun_us + KOMA_RECORDER_PATIENCE_US)
    self->is_first_due = FALSE;
  if (!self->is_first_due && (!self->is_held || captured_us < self->next_us))
    return FALSE;
  self->is_first_due = FALSE;
  self->next_us = captured_us + G_USEC_PER_SEC / KOMA_RECORDER_PER_SECOND;
  return TRUE;
}
