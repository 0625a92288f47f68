/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"
#include "koma-confinement.h"

G_BEGIN_DECLS

/* Where pictures and models are read. */
typedef enum {
  KOMA_BOX_NONE,    /* in this process: a program that is no helper and did not open the box */
  KOMA_BOX_OFF,     /* in this process, because KOMA_BOX=off says so */
  KOMA_BOX_FLATPAK, /* in this process, which is in a box itself */
  KOMA_BOX_HELPERS, /* in helper processes */
} KomaBoxPlace;

typedef struct
{
  KomaBoxPlace    place;
  KomaConfinement confinement; /* of KOMA_BOX_HELPERS; what the kernel has, before the first one */
} KomaBoxState;

/* Only in a main() that calls koma_box_serve() where its argument is KOMA_BOX_ARGUMENT: a helper is
 * this same program. Without it, the decoder of the engine decodes here. */
void koma_box_open (void);
/* Ends the helpers that have nothing to do. */
void koma_box_close (void);
void koma_box_set_seconds (guint seconds); /* for one picture, a fifth of a model's; in tests */

KomaBoxState koma_box_get_state (void);
const char  *koma_box_get_sentence (const KomaBoxState *state); /* for gettext() */
/* Starts a helper, after which the state is certain. */
gboolean koma_box_try (GError **error);

/* As koma_decoder_decode_file() and koma_decoder_decode_bytes(). Further errors:
 * G_IO_ERROR_BROKEN_PIPE where the helper ended, hung or lied, and G_IO_ERROR_FAILED where none can
 * be started. Thread: any but main. */
KomaPicture *koma_box_decode_file (GFile        *file,
                                   guint         min_side,
                                   GCancellable *cancellable,
                                   GError      **error);
KomaPicture *koma_box_decode_bytes (GBytes       *bytes,
                                    guint         min_side,
                                    GCancellable *cancellable,
                                    GError      **error);

/* What koma-xmp-answer.h says of a sidecar. Errors: G_IO_ERROR_BROKEN_PIPE and G_IO_ERROR_FAILED as
 * above. Thread: any but main. */
GBytes *koma_box_answer_xmp (GBytes *request, GError **error);

/* As koma_model_load () and koma_archive_read (), with the same further errors. */
KomaModel *koma_box_load_model (const char             *path,
                                const KomaModelOptions *options,  /* (nullable) */
                                KomaModelProgress       progress, /* (nullable) */
                                gpointer                user_data,
                                GError                **error);
gboolean   koma_box_read_archive (int                    fd,
                                  const KomaArchiveSink *sink,
                                  GError               **error);

G_END_DECLS
