/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-box-memory.h"
#include "koma-box-message.h"

G_BEGIN_DECLS

/* A helper's end of a result that goes to Koma in parts. All functions end the process where Koma
 * is not there any more. */
typedef struct
{
  const KomaBoxMemory *output;
  KomaBoxMessage       message;   /* that the next part goes with */
  gsize                n_bytes;   /* in the output */
  gboolean             must_wait; /* the output is being read */
} KomaBoxSend;

void koma_box_send_message (const KomaBoxMessage *message);
void koma_box_send_bytes (KomaBoxSend  *self,
                          gconstpointer data,
                          gsize         size_bytes);
void koma_box_send_part (KomaBoxSend *self); /* what is in the output, if anything */
void koma_box_send_wait (KomaBoxSend *self); /* until it has been read */
/* What Koma says next. */
void koma_box_send_receive (KomaBoxMessage *ret_message,
                            int             ret_fds[KOMA_BOX_MAX_FDS]);

G_END_DECLS
