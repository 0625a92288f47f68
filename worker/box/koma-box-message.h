/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What Koma and a helper tell each other:
 *
 *   helper                     Koma
 *   READY  how it is confined  →
 *                              ← DECODE  a picture's file is in the input
 *   SHARE  memory it wants     →         only if that is not free
 *                              ← GRANT
 *   DONE   pixels in the output, or FAILED and why  →
 *                              ← GRANT   where they are more than one part
 *   PART   the next of them    →
 *
 *                              ← READ    a model, by its name
 *   OPEN   a file's name       →         as often as it likes; Koma may keep it
 *                              ← OPENED  the file, or FAILED and why
 *   DONE   the model in the output, or FAILED  →
 *                              ← GRANT   …
 *   PART                       →
 *
 *                              ← UNPACK  an archive, open
 *   FILE   its name            →
 *   PART   bytes in the output →         as often as there are more
 *                              ← GRANT
 *   DONE, or FAILED            →
 *
 *                              ← WORDS   a model, by its name
 *   OPEN, OPENED               …         as for READ
 *   DONE   its tokenizer in the output, or FAILED  →
 *                              ← GRANT   …
 *   PART                       →
 *
 *                              ← XMP     what is asked of a sidecar is in the input
 *   DONE   the answer in the output  →
 *                              ← GRANT   …
 *   PART                       →
 *
 * From DECODE, READ, UNPACK, WORDS or XMP on, again and again. Koma believes nothing that a helper
 * says: each number is checked where it is read. */
typedef enum {
  KOMA_BOX_READY = 1,
  KOMA_BOX_DECODE,
  KOMA_BOX_SHARE,
  KOMA_BOX_GRANT,
  KOMA_BOX_DONE,
  KOMA_BOX_FAILED,
  KOMA_BOX_READ,
  KOMA_BOX_OPEN,
  KOMA_BOX_OPENED,
  KOMA_BOX_PROGRESS, /* at any time of READ */
  KOMA_BOX_UNPACK,
  KOMA_BOX_FILE,
  KOMA_BOX_PART,
  KOMA_BOX_XMP,
  KOMA_BOX_WORDS,
} KomaBoxKind;

/* Descriptors that come along, in this order: memory that takes the place of what was there; a
 * file, open for reading. */
#define KOMA_BOX_FD_INPUT  (1u << 0)
#define KOMA_BOX_FD_OUTPUT (1u << 1)
#define KOMA_BOX_FD_FILE   (1u << 2)
#define KOMA_BOX_MAX_FDS   3

/* Of an error's code. */
enum {
  KOMA_BOX_DOMAIN_KOMA,
  KOMA_BOX_DOMAIN_FILE,
};

#define KOMA_BOX_PROGRESS_WHOLE 1000

typedef struct
{
  guint32 kind;
  guint32 fds;         /* KOMA_BOX_FD_… */
  guint32 confinement; /* READY: KomaConfinement */
  guint32 min_side;    /* DECODE: see koma_decoder_decode_bytes() */
  guint64 size_bytes;  /* DECODE, OPENED, XMP: of the file; SHARE: of the memory that is wanted;
                          READ: of shapes in the input, and … ; DONE: of a tokenizer, an answer, or
                          a model, with … */
  guint64 offset;      /* READ: … of koma_box_inputs_pack () behind them;
                          DONE: … where its last part begins, see raw-bytes.h */
  guint64 files_bytes; /* DONE: of a model, that Koma reads from files that it keeps */
  guint64 part_bytes;  /* DONE, PART: that are in the output */
  guint32 width;       /* DONE: [height, width, 3] in the output, dense */
  guint32 height;
  guint32 source_width;
  guint32 source_height;
  gint64  taken_us; /* DONE: see KomaTaken */
  gint64  camera;
  guint32 format;   /* READ: see koma_formats_get() */
  guint32 keep;     /* OPEN: whether Koma is to keep the file … */
  guint32 kept;     /* OPENED: … and which of those it is; see kept-files.h */
  guint32 progress; /* PROGRESS: of KOMA_BOX_PROGRESS_WHOLE */
  guint32 domain;   /* FAILED */
  guint32 code;
  char    text[1024]; /* FAILED: why; READ, OPEN, FILE, WORDS: a name; with a 0 at its end */
} KomaBoxMessage;

/* FAILED */
KomaBoxMessage koma_box_message_for_error (const GError *error);

gboolean koma_box_message_send (int                   socket,
                                const KomaBoxMessage *message,
                                const int            *fds, /* [n_fds] */
                                guint                 n_fds);
/* Of a helper: descriptors that come along are dropped by the kernel. */
gboolean koma_box_message_receive (int             socket,
                                   KomaBoxMessage *ret_message);
gboolean koma_box_message_receive_with_fds (int             socket,
                                            KomaBoxMessage *ret_message,
                                            int             ret_fds[KOMA_BOX_MAX_FDS]);

G_END_DECLS
