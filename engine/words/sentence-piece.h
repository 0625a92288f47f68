/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tokenizer-parts.h"

G_BEGIN_DECLS

/* SentencePiece's unigram models, of texts as SigLIP makes them: small letters, no punctuation,
 * single blanks. */
gboolean koma_sentence_piece_read (const char              *folder,
                                   const KomaSpecialTokens *special,
                                   KomaContentHash         *checksum, /* (nullable) */
                                   KomaTokenizerParts      *parts,
                                   GError                 **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
