/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tokenizer-parts.h"

G_BEGIN_DECLS

/* CLIP's tokenizer, of the two files that OpenAI's code reads, too. */
gboolean koma_vocab_merges_read (const char              *folder,
                                 const KomaSpecialTokens *special,
                                 KomaContentHash         *checksum, /* (nullable) */
                                 KomaTokenizerParts      *parts,
                                 GError                 **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
