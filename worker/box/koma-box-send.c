/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-box-send.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "koma-box-process.h"

void
koma_box_send_message (const KomaBoxMessage *message)
{
  if (!koma_box_message_send (KOMA_BOX_SOCKET, message, NULL, 0))
    _exit (EXIT_FAILURE);
}

void
koma_box_send_receive (KomaBoxMessage *ret_message,
                       int             ret_fds[KOMA_BOX_MAX_FDS])
{
  if (!koma_box_message_receive_with_fds (KOMA_BOX_SOCKET, ret_message, ret_fds))
    _exit (EXIT_FAILURE);
}

void
koma_box_send_wait (KomaBoxSend *self)
{
  KomaBoxMessage message;
  int            fds[KOMA_BOX_MAX_FDS];

  if (self->must_wait)
    koma_box_send_receive (&message, fds);
  self->must_wait = FALSE;
}

/* All that come later are plain parts. */
void
koma_box_send_part (KomaBoxSend *self)
{
  if (self->n_bytes == 0)
    return;
  self->message.part_bytes = self->n_bytes;
  koma_box_send_message (&self->message);
  self->message = (KomaBoxMessage){ .kind = KOMA_BOX_PART };
  self->n_bytes = 0;
  self->must_wait = TRUE;
}

/* A part goes when there is more, so that the last one is sent by the caller. */
void
koma_box_send_bytes (KomaBoxSend  *self,
                     gconstpointer data,
                     gsize         size_bytes)
{
  while (size_bytes > 0) {
    gsize n = KOMA_BOX_PART_BYTES - self->n_bytes;

    if (n == 0)
      koma_box_send_part (self);
    koma_box_send_wait (self);
    n = MIN (size_bytes, KOMA_BOX_PART_BYTES - self->n_bytes);
    memcpy (self->output->data + self->n_bytes, data, n);
    self->n_bytes += n;
    data = (const guint8 *) data + n;
    size_bytes -= n;
  }
}
