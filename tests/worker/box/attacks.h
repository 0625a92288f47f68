/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/decode/decoder.h"
#include "engine/formats/format.h"
#include "worker/box/koma-box-message.h"

/* A decoder that was taken over: "ATTACK name" as a picture file makes it do what the name says,
 * from within the helper. The picture's one pixel says how that went: red is the errno, 0: it
 * could. Other files are decoded. */
KomaPicture *attack_decode (GBytes       *bytes,
                            guint         min_side,
                            GCancellable *cancellable,
                            GError      **error);

/* Likewise a reader of models, where the file says so: its error says how it went, "errno 13". */
gboolean attack_read (const KomaFormat    *format,
                      const KomaModelFile *file,
                      KomaRawModel        *raw,
                      GError             **error);

int attack_run (const char *name); /* errno, 0: it could */
/* Names, without those that end or stop the helper. */
const char *const *attack_list (void);

/* A helper that lies: "LIE name" has it answer otherwise than any helper would. */
G_NORETURN void    liar_serve (void);
const char *const *liar_list (void);
const char *const *liar_list_for_models (void);
void               liar_serve_model (const KomaBoxMessage *asked);
