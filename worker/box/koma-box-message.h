/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What Koma and a helper tell each other:
 *
 *   helper                     Koma
 *   READY  how it is confined  →
 *                              ← DECODE  a file lies in the input
 *   SHARE  memory it wants     →         only if that is not free
 *                              ← GRANT
 *   DONE   pixels in the output, or FAILED and why  →
 *
 * From DECODE on, again and again. Koma believes nothing that a helper says: each number
 * is checked where it is read. */
typedef enum {
  KOMA_BOX_READY = 1,
  KOMA_BOX_DECODE,
  KOMA_BOX_SHARE,
  KOMA_BOX_GRANT,
  KOMA_BOX_DONE,
  KOMA_BOX_FAILED,
} KomaBoxKind;

/* Shared memory that comes with DECODE in place of what was there; and with GRANT, for this
 * picture alone. */
#define KOMA_BOX_NEW_INPUT    (1u << 0)
#define KOMA_BOX_NEW_OUTPUT   (1u << 1)
#define KOMA_BOX_LENT_OUTPUT  (1u << 2)
#define KOMA_BOX_MAX_MEMORIES 2

typedef struct
{
  guint32 kind;
  guint32 confinement;  /* READY: KomaConfinement */
  guint64 size_bytes;   /* DECODE: of the file; SHARE: of the memory that is wanted */
  guint32 min_side;     /* DECODE: see koma_decoder_decode_bytes() */
  guint32 new_memories; /* DECODE, GRANT */
  guint32 width;        /* DONE: [height, width, 3] in the output, dense */
  guint32 height;
  guint32 source_width;
  guint32 source_height;
  guint32 code; /* FAILED: a KomaError */
  guint32 reserved;
  char    text[1024]; /* FAILED: why, with a 0 at its end */
} KomaBoxMessage;

gboolean koma_box_message_send (int                   socket,
                                const KomaBoxMessage *message,
                                const int            *fds, /* [n_fds] */
                                guint                 n_fds);
/* Of a helper: descriptors that come along are dropped by the kernel. */
gboolean koma_box_message_receive (int             socket,
                                   KomaBoxMessage *ret_message);
gboolean koma_box_message_receive_with_fds (int             socket,
                                            KomaBoxMessage *ret_message,
                                            int             ret_fds[KOMA_BOX_MAX_MEMORIES]);

G_END_DECLS
