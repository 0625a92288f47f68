/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/picture/decoder.h"
#include "engine/formats/format.h"
#include "engine/words/tokenizer.h"
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

/* And a reader of tokenizers, where tokenizer.json says so. */
KomaTokenizer *attack_read_tokenizer (const char *model_path, GError **error);

int attack_run (const char *name); /* errno, 0: it could */
/* Names, without those that end or stop the helper. */
const char *const *attack_list (void);
/* Of those: -1 and errno where it is prevented. */
int attack_make_any_call (void);
int attack_use_inherited (void);
/* Where @name is such: calls for which the kernel ends the helper; what goes on afterwards. */
void attack_call_otherwise (const char *name);
void attack_last (const char *name);

/* A helper that lies: "LIE name" has it answer otherwise than any helper would. */
G_NORETURN void    liar_serve (void);
const char *const *liar_list (void);
const char *const *liar_list_for_models (void);
void               liar_serve_model (const KomaBoxMessage *asked);

/* A helper that finds no end, where @name is one of those. */
void endless_say (const char *name);
