/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "byte-pairs.h"
#include "sentence-rules.h"
#include "special-tokens.h"
#include "text-normalizer.h"
#include "unigram.h"

G_BEGIN_DECLS

/* How a text is split into words, each of which has tokens of its own. */
typedef enum {
  KOMA_WORDS_WHOLE, /* one word */
  KOMA_WORDS_CLIP,  /* clip-words.h */
  KOMA_WORDS_BLANK, /* at white space, which becomes U+2581 before each of them */
  KOMA_N_WORDS
} KomaWords;

/* Whether a word that does not begin with U+2581 gets one. */
typedef enum {
  KOMA_PREFIX_NEVER,
  KOMA_PREFIX_ALWAYS,
  KOMA_PREFIX_FIRST, /* the first word of a text */
  KOMA_N_PREFIXES
} KomaPrefix;

/* What a tokenizer is made of: a reader of files fills it. */
typedef struct
{
  KomaTextNormalizer *cleaner;    /* of a whole text, before all else */
  KomaTextNormalizer *normalizer; /* (nullable) until it is filled */
  KomaSentenceRules  *sentence;   /* (nullable) after that */
  KomaWords           words;
  gboolean            drops_white_space; /* with KOMA_WORDS_BLANK: all of it, not only blanks */
  KomaPrefix          prefix;
  /* One of both. */
  KomaBytePairs *byte_pairs;
  KomaUnigram   *unigram;
  /* Tokens that are taken out of a text before it is split: before it is normalised, and after. */
  KomaVocabulary *raw_added;
  KomaVocabulary *normal_added;
  gint32          start; /* of a text; KOMA_NO_TOKEN: none */
  gint32          end;
  gint32          padding;
} KomaTokenizerParts;

void                  koma_tokenizer_parts_init (KomaTokenizerParts *parts);
void                  koma_tokenizer_parts_clear (KomaTokenizerParts *parts);
const KomaVocabulary *koma_tokenizer_parts_get_vocabulary (const KomaTokenizerParts *parts);
/* The id of a token, of the vocabulary or added; KOMA_NO_TOKEN: there is none. */
gint32   koma_tokenizer_parts_find (const KomaTokenizerParts *parts, const char *text);
gboolean koma_tokenizer_parts_set_ends (KomaTokenizerParts *parts,
                                        const char         *start,   /* (nullable) */
                                        const char         *end,     /* (nullable) */
                                        const char         *padding, /* (nullable) as @end */
                                        GError            **error) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaTokenizerParts, koma_tokenizer_parts_clear)

G_END_DECLS
