/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A sidecar's turn: what is asked of it is in the input, and the answer comes back as it is. */
#include "engine/koma-app.h"
#include "koma-box-helper-private.h"
#include "koma-box-result.h"

/* Of a sidecar of 4 MB with all its brackets escaped; and labels. */
#define MAX_ANSWER_BYTES ((guint64) 64 << 20)

static GBytes *
hear (KomaBoxHelper *self,
      GError       **error)
{
  KomaBoxMessage message;
  KomaBoxResult  answer = { 0 };

  if (!koma_box_helper_receive (self, NULL, &message, error))
    return NULL;
  if (message.kind != KOMA_BOX_DONE) {
    koma_box_helper_fail_killed (self, "it said what nobody understands", error);
    return NULL;
  }
  message.width = 0; /* it is no picture */
  if (message.size_bytes == 0 || message.size_bytes > MAX_ANSWER_BYTES) {
    koma_box_helper_fail_killed (self, "it told a size that can not be", error);
    return NULL;
  }
  if (!koma_box_result_take (&answer, self, &message, message.size_bytes, message.size_bytes, NULL,
                             error))
    return NULL;
  return koma_box_result_to_bytes (&answer, message.size_bytes);
}

/**
 * koma_box_helper_answer_xmp:
 * @self: a helper that is usable
 * @request: see koma-xmp-answer.h
 * @error: return location
 *
 * Thread: any but main. Errors: %KOMA_ERROR_MEMORY; %G_IO_ERROR_BROKEN_PIPE where the helper ended
 * or had to be killed.
 *
 * Returns: (transfer full): any bytes
 */
GBytes *
koma_box_helper_answer_xmp (KomaBoxHelper *self,
                            GBytes        *request,
                            GError       **error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_XMP };
  GBytes        *answer = NULL;

  koma_box_helper_begin (self, "read this XMP file", self->seconds);
  if (koma_box_helper_offer (self, &message, request, error))
    answer = hear (self, error);
  koma_box_memory_drop_large (&self->input);
  return answer;
}
