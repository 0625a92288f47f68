/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tokenizer-parts.h"

G_BEGIN_DECLS

/* A tokenizer that one process has read from a model's files, for another one that does not trust
 * it: numbers as this machine has them, and texts with their lengths, one behind the other, in the
 * order that tokenizer-bytes-write.c writes them in. They are on no disk and have no version: both
 * processes are one program. */
void koma_tokenizer_parts_write (const KomaTokenizerParts *parts, /* filled by a reader of files */
                                 GByteArray               *bytes);
/* Believes nothing: what is read is what some file could have been read as, or as harmless. */
gboolean koma_tokenizer_parts_read (GBytes             *bytes,
                                    KomaTokenizerParts *parts, /* (inout) of …_init (): is filled */
                                    GError            **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
