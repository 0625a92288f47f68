/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tokenizer-parts.h"

G_BEGIN_DECLS

/* The file of Hugging Face's tokenizers, which says all of a tokenizer: of type BPE or Unigram. */
gboolean koma_tokenizer_json_read (const char              *folder,
                                   const KomaSpecialTokens *special,
                                   KomaContentHash         *checksum, /* (nullable) */
                                   KomaTokenizerParts      *parts,
                                   GError                 **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
