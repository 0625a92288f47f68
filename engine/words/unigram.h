/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "vocabulary.h"

G_BEGIN_DECLS

/* Splits text into the pieces whose probabilities have the largest product (Viterbi). */
typedef struct _KomaUnigram KomaUnigram;

typedef struct
{
  gint32   unknown;            /* for characters that no piece has: one for several in a row */
  double   unknown_score;      /* of each of them */
  gboolean has_byte_fall_back; /* "<0x0A>" and the like, in place of the unknown piece */
  gboolean sums_floats;        /* as SentencePiece does; Hugging Face's tokenizers sum doubles */
} KomaUnigramOptions;

KomaUnigram *koma_unigram_new (KomaVocabulary           *vocabulary, /* (transfer full) closed */
                               const KomaUnigramOptions *options);
void         koma_unigram_free (KomaUnigram *self);

const KomaVocabulary     *koma_unigram_get_vocabulary (const KomaUnigram *self);
const KomaUnigramOptions *koma_unigram_get_options (const KomaUnigram *self);
/* Appends a text's pieces. */
void koma_unigram_encode (const KomaUnigram *self,
                          const char        *text, /* [n_bytes] UTF-8 */
                          gsize              n_bytes,
                          GArray            *ids); /* of gint32 */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaUnigram, koma_unigram_free)

G_END_DECLS
