/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tokenizer-bytes.h"

#include <math.h>
#include <string.h>

#include "engine/formats/raw/byte-reader.h"
#include "engine/koma-limits.h"

#define ALL_TOKEN_FLAGS \
  (KOMA_TOKEN_TEXT | KOMA_TOKEN_STRIPS_LEFT | KOMA_TOKEN_STRIPS_RIGHT | KOMA_TOKEN_WHOLE_WORD)

/* Bytes of a step, a token and a merge, without their texts. */
#define MIN_STEP_BYTES  (6 * sizeof (guint32))
#define MIN_TOKEN_BYTES (3 * sizeof (guint32) + sizeof (double))
#define MERGE_BYTES     (3 * sizeof (guint32))

static gboolean
read_flag (KomaByteReader *self)
{
  return koma_byte_reader_choice (self, 2) != 0;
}

static double
read_score (KomaByteReader *self)
{
  const double score = koma_byte_reader_double (self);

  if (isnan (score))
    koma_byte_reader_fail (self, "the tokenizer that was read has a score that is no number");
  return score;
}

/* (nullable) What is put into texts, or looked for in them. */
static char *
read_text (KomaByteReader *self)
{
  const guint32 n = koma_byte_reader_uint32 (self);
  const char   *text = NULL;

  if (n == G_MAXUINT32)
    return NULL;
  if (n > KOMA_MAX_TOKEN_BYTES)
    koma_byte_reader_fail (self, "the tokenizer that was read has a text of %u bytes", n);
  text = (const char *) koma_byte_reader_bytes (self, n);
  if (text != NULL && g_utf8_validate (text, (gssize) n, NULL))
    return g_strndup (text, n);
  koma_byte_reader_fail (self, "the tokenizer that was read has a text that is no UTF-8");
  return NULL;
}

/* (nullable) */
static KomaCharsMap *
read_map (KomaByteReader *self)
{
  const guint32 n = koma_byte_reader_uint32 (self);
  const guint8 *data = koma_byte_reader_bytes (self, n);
  KomaCharsMap *map = NULL;
  GError       *error = NULL;

  if (data == NULL || n == 0)
    return NULL;
  map = koma_chars_map_new (data, n, &error);
  if (map == NULL)
    koma_byte_reader_fail_with (self, error);
  return map;
}

/* Whether a step has what its kind works with. */
static gboolean
is_whole (const KomaTextStep *step)
{
  switch (step->kind) {
  case KOMA_TEXT_REPLACE:
    return step->from != NULL && step->to != NULL;
  case KOMA_TEXT_REPLACE_RUNS:
  case KOMA_TEXT_REPLACE_EACH:
    return step->to != NULL && (step->from != NULL || step->set != KOMA_CHARS_LISTED);
  case KOMA_TEXT_PREPEND:
    return step->to != NULL;
  case KOMA_TEXT_MAP:
    return step->map != NULL;
  case KOMA_TEXT_NFC:
  case KOMA_TEXT_NFD:
  case KOMA_TEXT_NFKC:
  case KOMA_TEXT_NFKD:
  case KOMA_TEXT_LOWERCASE:
  case KOMA_TEXT_STRIP_LEFT:
  case KOMA_TEXT_STRIP_RIGHT:
  case KOMA_N_TEXT_STEP_KINDS:
  default:
    return TRUE;
  }
}

static void
read_step (KomaByteReader     *self,
           KomaTextNormalizer *normalizer)
{
  const KomaTextStepKind kind = koma_byte_reader_choice (self, KOMA_N_TEXT_STEP_KINDS);
  const KomaTextSet      set = koma_byte_reader_choice (self, KOMA_N_TEXT_SETS);
  const guint            min_run = koma_byte_reader_uint32 (self);
  g_autofree char       *from = read_text (self);
  g_autofree char       *to = read_text (self);
  const KomaTextStep     step = { kind, set, min_run, from, to, read_map (self) };

  if (!is_whole (&step))
    koma_byte_reader_fail (self, "the tokenizer that was read has a step of kind %u without all "
                                 "that it needs",
                           kind);
  koma_text_normalizer_add (normalizer, &step);
}

static KomaTextNormalizer *
read_normalizer (KomaByteReader *self)
{
  KomaTextNormalizer *normalizer = koma_text_normalizer_new ();
  const guint32       n = koma_byte_reader_count (self, MIN_STEP_BYTES);

  if (n > KOMA_MAX_TEXT_STEPS)
    koma_byte_reader_fail (self, "the tokenizer that was read has %u steps", n);
  for (guint32 i = 0; i < n && self->error == NULL; i++)
    read_step (self, normalizer);
  return normalizer;
}

/* @is_text: a token ends where a character of a text does. */
static void
read_token (KomaByteReader *self,
            gboolean        is_text,
            KomaVocabulary *vocabulary)
{
  KomaToken token = {
    .id = (gint32) koma_byte_reader_uint32 (self),
    .flags = koma_byte_reader_choice (self, ALL_TOKEN_FLAGS + 1),
    .score = read_score (self),
  };
  GError *error = NULL;

  token.n_bytes = koma_byte_reader_uint32 (self);
  token.text = (const char *) koma_byte_reader_bytes (self, token.n_bytes);
  if (token.text == NULL)
    return;
  if (is_text && !g_utf8_validate (token.text, (gssize) token.n_bytes, NULL))
    koma_byte_reader_fail (self, "the tokenizer that was read has a token that is no UTF-8");
  else if (!koma_vocabulary_add (vocabulary, &token, &error))
    koma_byte_reader_fail_with (self, error);
}

static KomaVocabulary *
read_vocabulary (KomaByteReader *self,
                 gboolean        is_text)
{
  KomaVocabulary *vocabulary = koma_vocabulary_new ();
  const guint32   n = koma_byte_reader_count (self, MIN_TOKEN_BYTES);
  GError         *error = NULL;

  for (guint32 i = 0; i < n && self->error == NULL; i++)
    read_token (self, is_text, vocabulary);
  if (!koma_vocabulary_close (vocabulary, &error))
    koma_byte_reader_fail_with (self, error);
  return vocabulary;
}

/* (nullable) Its pieces may be any bytes, as those of a file. */
static KomaSentenceRules *
read_sentence (KomaByteReader *self)
{
  KomaSentenceRules *sentence = NULL;

  if (!read_flag (self))
    return NULL;
  sentence = g_new0 (KomaSentenceRules, 1);
  sentence->adds_blank = read_flag (self);
  sentence->is_suffix = read_flag (self);
  sentence->joins_blanks = read_flag (self);
  sentence->shows_blanks = read_flag (self);
  sentence->map = read_map (self);
  sentence->kept = read_vocabulary (self, FALSE);
  return sentence;
}

/* The id of a token for what no other one has. */
static gint32
read_unknown (KomaByteReader       *self,
              const KomaVocabulary *vocabulary,
              gboolean              may_be_none)
{
  const gint32 id = (gint32) koma_byte_reader_uint32 (self);

  if (id == KOMA_NO_TOKEN ? !may_be_none
                          : id < 0 || (guint) id >= koma_vocabulary_get_n_ids (vocabulary))
    koma_byte_reader_fail (self, "the tokenizer that was read has no unknown token %d", id);
  return id;
}

static void
read_merges (KomaByteReader *self,
             KomaBytePairs  *pairs)
{
  const guint32 n = koma_byte_reader_count (self, MERGE_BYTES);

  for (guint32 i = 0; i < n && self->error == NULL; i++) {
    KomaMerge merge = { 0 };
    GError   *error = NULL;

    merge.left = (gint32) koma_byte_reader_uint32 (self);
    merge.right = (gint32) koma_byte_reader_uint32 (self);
    merge.merged = (gint32) koma_byte_reader_uint32 (self);
    if (!koma_byte_pairs_add_ids (pairs, &merge, &error))
      koma_byte_reader_fail_with (self, error);
  }
  koma_byte_pairs_close (pairs);
}

static KomaBytePairs *
read_byte_pairs (KomaByteReader *self)
{
  KomaVocabulary  *vocabulary = read_vocabulary (self, FALSE);
  const gboolean   uses_bytes = read_flag (self);
  g_autofree char *end_of_word = read_text (self);
  KomaSpelling     spelling = { .uses_bytes = uses_bytes, .end_of_word = end_of_word };
  KomaBytePairs   *pairs = NULL;

  spelling.unknown = read_unknown (self, vocabulary, TRUE);
  spelling.joins_unknown = read_flag (self);
  spelling.has_byte_fall_back = read_flag (self);
  pairs = koma_byte_pairs_new (vocabulary, &spelling);
  read_merges (self, pairs);
  return pairs;
}

static KomaUnigram *
read_unigram (KomaByteReader *self)
{
  KomaVocabulary    *vocabulary = read_vocabulary (self, FALSE);
  KomaUnigramOptions options = { .unknown = read_unknown (self, vocabulary, FALSE) };

  options.unknown_score = read_score (self);
  options.has_byte_fall_back = read_flag (self);
  options.sums_floats = read_flag (self);
  return koma_unigram_new (vocabulary, &options);
}

/* Rows of a table of embeddings are told by their largest id: see koma_tokenizer_get_n_ids (). */
static void
read_ends (KomaByteReader     *self,
           KomaTokenizerParts *parts)
{
  const guint  n_raw = koma_vocabulary_get_n_ids (parts->raw_added);
  const guint  n_normal = koma_vocabulary_get_n_ids (parts->normal_added);
  const guint  n_own = koma_vocabulary_get_n_ids (koma_tokenizer_parts_get_vocabulary (parts));
  const gint32 n_ids = (gint32) MAX (n_own, MAX (n_raw, n_normal));

  parts->start = (gint32) koma_byte_reader_uint32 (self);
  parts->end = (gint32) koma_byte_reader_uint32 (self);
  parts->padding = (gint32) koma_byte_reader_uint32 (self);
  if (parts->start < KOMA_NO_TOKEN || parts->start >= n_ids || parts->end < 0 ||
      parts->end >= n_ids || parts->padding < 0)
    koma_byte_reader_fail (self, "the tokenizer that was read has no tokens %d, %d and %d",
                           parts->start, parts->end, parts->padding);
}

static void
read_all (KomaByteReader     *self,
          KomaTokenizerParts *parts)
{
  koma_text_normalizer_free (parts->cleaner);
  parts->cleaner = read_normalizer (self);
  parts->normalizer = read_normalizer (self);
  parts->sentence = read_sentence (self);
  parts->words = koma_byte_reader_choice (self, KOMA_N_WORDS);
  parts->drops_white_space = read_flag (self);
  parts->prefix = koma_byte_reader_choice (self, KOMA_N_PREFIXES);
  if (read_flag (self))
    parts->byte_pairs = read_byte_pairs (self);
  else
    parts->unigram = read_unigram (self);
  koma_vocabulary_free (parts->raw_added);
  parts->raw_added = read_vocabulary (self, TRUE);
  koma_vocabulary_free (parts->normal_added);
  parts->normal_added = read_vocabulary (self, TRUE);
  read_ends (self, parts);
  if (self->n_left > 0)
    koma_byte_reader_fail (self, "the tokenizer that was read has %zu bytes too many",
                           self->n_left);
}

/**
 * koma_tokenizer_parts_read:
 * @bytes: of koma_tokenizer_parts_write(); nobody else can change them
 * @error: return location
 *
 * Believes nothing: whoever wrote may have been taken over by a hostile file. All texts that go
 * into others are UTF-8, all ids are below the largest of the vocabularies, and there is no more of
 * anything than a file may have, so that encoding takes no longer, and nobody reads beyond an end.
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL; those of koma_vocabulary_add(), koma_vocabulary_close(),
 * koma_byte_pairs_add_ids() and koma_chars_map_new().
 *
 * Returns: whether they were read; @parts may be cleared only where not
 */
gboolean
koma_tokenizer_parts_read (GBytes             *bytes,
                           KomaTokenizerParts *parts,
                           GError            **error)
{
  KomaByteReader self = { 0 };

  if (!koma_byte_reader_init (&self, bytes, 0, g_bytes_get_size (bytes), error))
    return FALSE;
  read_all (&self, parts);
  return koma_byte_reader_finish (&self, error);
}
