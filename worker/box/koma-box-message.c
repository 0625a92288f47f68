/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A message is one packet of SOCK_SEQPACKET: it arrives whole or not at all. */
#include "koma-box-message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/koma-app.h"

/* The other side knows the codes of two domains. */
KomaBoxMessage
koma_box_message_for_error (const GError *error)
{
  KomaBoxMessage message = { .kind = KOMA_BOX_FAILED, .code = G_MAXUINT32 };

  if (error->domain == KOMA_ERROR || error->domain == G_FILE_ERROR)
    message.code = (guint32) error->code;
  message.domain = error->domain == G_FILE_ERROR ? KOMA_BOX_DOMAIN_FILE : KOMA_BOX_DOMAIN_KOMA;
  g_strlcpy (message.text, error->message, sizeof message.text);
  return message;
}

typedef union
{
  struct cmsghdr header;
  char           bytes[CMSG_SPACE (KOMA_BOX_MAX_FDS * sizeof (int))];
} Control;

/* Without descriptors send() and recv() do, which is all that a helper may call to say something.
   */
static gssize
send_packet (int                   socket,
             const KomaBoxMessage *message,
             const int            *fds,
             guint                 n_fds)
{
  Control       control = { 0 };
  struct iovec  data = { (gpointer) message, sizeof *message };
  struct msghdr packet = { .msg_iov = &data, .msg_iovlen = 1 };

  if (n_fds == 0)
    return send (socket, message, sizeof *message, MSG_NOSIGNAL);
  packet.msg_control = &control;
  packet.msg_controllen = CMSG_SPACE (n_fds * sizeof (int));
  control.header.cmsg_level = SOL_SOCKET;
  control.header.cmsg_type = SCM_RIGHTS;
  control.header.cmsg_len = CMSG_LEN (n_fds * sizeof (int));
  memcpy (CMSG_DATA (&control.header), fds, n_fds * sizeof (int));
  return sendmsg (socket, &packet, MSG_NOSIGNAL);
}

/**
 * koma_box_message_send:
 * @socket: of koma_box_process_start(), either end
 * @message: what to say
 * @fds: (nullable) (array length=n_fds): shared memory, a file; stay the caller's
 * @n_fds: 0 to %KOMA_BOX_MAX_FDS
 *
 * Returns: %FALSE if the other end is not there any more; @errno says why
 */
gboolean
koma_box_message_send (int                   socket,
                       const KomaBoxMessage *message,
                       const int            *fds,
                       guint                 n_fds)
{
  gssize n_sent = -1;

  g_return_val_if_fail (n_fds <= KOMA_BOX_MAX_FDS, FALSE);

  do
    n_sent = send_packet (socket, message, fds, n_fds);
  while (n_sent < 0 && errno == EINTR);
  return n_sent == sizeof *message;
}

/* MSG_TRUNC: the size that was sent, so that a longer message is not taken for a good one. */
gboolean
koma_box_message_receive (int             socket,
                          KomaBoxMessage *ret_message)
{
  gssize n_received = -1;

  do
    n_received = recv (socket, ret_message, sizeof *ret_message, MSG_TRUNC);
  while (n_received < 0 && errno == EINTR);
  return n_received == sizeof *ret_message;
}

/**
 * koma_box_message_receive_with_fds:
 * @socket: the helper's end
 * @ret_message: (out): what Koma says
 * @ret_fds: (out) (transfer full): shared memory, -1 where there is none
 *
 * Returns: %FALSE if Koma is not there any more
 */
gboolean
koma_box_message_receive_with_fds (int             socket,
                                   KomaBoxMessage *ret_message,
                                   int             ret_fds[KOMA_BOX_MAX_FDS])
{
  Control       control = { 0 };
  struct iovec  data = { ret_message, sizeof *ret_message };
  struct msghdr packet = {
    .msg_iov = &data,
    .msg_iovlen = 1,
    .msg_control = &control,
    .msg_controllen = sizeof control,
  };
  gssize n_received = -1;

  for (guint i = 0; i < KOMA_BOX_MAX_FDS; i++)
    ret_fds[i] = -1;
  do
    n_received = recvmsg (socket, &packet, MSG_CMSG_CLOEXEC);
  while (n_received < 0 && errno == EINTR);
  if (n_received > 0 && packet.msg_controllen > 0 && control.header.cmsg_type == SCM_RIGHTS)
    memcpy (ret_fds, CMSG_DATA (&control.header), control.header.cmsg_len - CMSG_LEN (0));
  return n_received == sizeof *ret_message;
}
