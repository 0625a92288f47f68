/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/formats/raw/byte-writer.h"
#include "tokenizer-bytes.h"

static void
write_map (GByteArray         *bytes,
           const KomaCharsMap *map) /* (nullable) */
{
  g_autoptr (GByteArray) data = g_byte_array_new ();

  if (map != NULL)
    koma_chars_map_write (map, data);
  koma_byte_writer_bytes (bytes, data->data, data->len);
}

static void
write_normalizer (GByteArray               *bytes,
                  const KomaTextNormalizer *normalizer)
{
  const guint n = koma_text_normalizer_get_n_steps (normalizer);

  koma_byte_writer_uint32 (bytes, n);
  for (guint i = 0; i < n; i++) {
    const KomaTextStep *step = koma_text_normalizer_get_step (normalizer, i);

    koma_byte_writer_uint32 (bytes, step->kind);
    koma_byte_writer_uint32 (bytes, step->set);
    koma_byte_writer_uint32 (bytes, step->min_run);
    koma_byte_writer_string (bytes, step->from);
    koma_byte_writer_string (bytes, step->to);
    write_map (bytes, step->map);
  }
}

static void
write_vocabulary (GByteArray           *bytes,
                  const KomaVocabulary *vocabulary)
{
  const guint n = koma_vocabulary_get_n_tokens (vocabulary);

  koma_byte_writer_uint32 (bytes, n);
  for (guint i = 0; i < n; i++) {
    const KomaToken *token = koma_vocabulary_get_token (vocabulary, i);

    koma_byte_writer_uint32 (bytes, (guint32) token->id);
    koma_byte_writer_uint32 (bytes, token->flags);
    koma_byte_writer_double (bytes, token->score);
    koma_byte_writer_bytes (bytes, token->text, token->n_bytes);
  }
}

static void
write_sentence (GByteArray              *bytes,
                const KomaSentenceRules *sentence) /* (nullable) */
{
  koma_byte_writer_uint32 (bytes, sentence != NULL);
  if (sentence == NULL)
    return;
  koma_byte_writer_uint32 (bytes, sentence->adds_blank);
  koma_byte_writer_uint32 (bytes, sentence->is_suffix);
  koma_byte_writer_uint32 (bytes, sentence->joins_blanks);
  koma_byte_writer_uint32 (bytes, sentence->shows_blanks);
  write_map (bytes, sentence->map);
  write_vocabulary (bytes, sentence->kept);
}

static void
write_merges (GByteArray          *bytes,
              const KomaBytePairs *pairs)
{
  const guint           n = koma_byte_pairs_get_n_merges (pairs);
  g_autofree KomaMerge *merges = g_new (KomaMerge, n);

  koma_byte_pairs_copy_merges (pairs, merges);
  koma_byte_writer_uint32 (bytes, n);
  for (guint i = 0; i < n; i++) {
    koma_byte_writer_uint32 (bytes, (guint32) merges[i].left);
    koma_byte_writer_uint32 (bytes, (guint32) merges[i].right);
    koma_byte_writer_uint32 (bytes, (guint32) merges[i].merged);
  }
}

static void
write_byte_pairs (GByteArray          *bytes,
                  const KomaBytePairs *pairs)
{
  const KomaSpelling *spelling = koma_byte_pairs_get_spelling (pairs);

  write_vocabulary (bytes, koma_byte_pairs_get_vocabulary (pairs));
  koma_byte_writer_uint32 (bytes, spelling->uses_bytes);
  koma_byte_writer_string (bytes, spelling->end_of_word);
  koma_byte_writer_uint32 (bytes, (guint32) spelling->unknown);
  koma_byte_writer_uint32 (bytes, spelling->joins_unknown);
  koma_byte_writer_uint32 (bytes, spelling->has_byte_fall_back);
  write_merges (bytes, pairs);
}

static void
write_unigram (GByteArray        *bytes,
               const KomaUnigram *unigram)
{
  const KomaUnigramOptions *options = koma_unigram_get_options (unigram);

  write_vocabulary (bytes, koma_unigram_get_vocabulary (unigram));
  koma_byte_writer_uint32 (bytes, (guint32) options->unknown);
  koma_byte_writer_double (bytes, options->unknown_score);
  koma_byte_writer_uint32 (bytes, options->has_byte_fall_back);
  koma_byte_writer_uint32 (bytes, options->sums_floats);
}

/**
 * koma_tokenizer_parts_write:
 * @bytes: (inout): what koma_tokenizer_parts_read() reads is appended
 *
 * Thread: any.
 */
void
koma_tokenizer_parts_write (const KomaTokenizerParts *parts,
                            GByteArray               *bytes)
{
  write_normalizer (bytes, parts->cleaner);
  write_normalizer (bytes, parts->normalizer);
  write_sentence (bytes, parts->sentence);
  koma_byte_writer_uint32 (bytes, parts->words);
  koma_byte_writer_uint32 (bytes, parts->drops_white_space);
  koma_byte_writer_uint32 (bytes, parts->prefix);
  koma_byte_writer_uint32 (bytes, parts->byte_pairs != NULL);
  if (parts->byte_pairs != NULL)
    write_byte_pairs (bytes, parts->byte_pairs);
  else
    write_unigram (bytes, parts->unigram);
  write_vocabulary (bytes, parts->raw_added);
  write_vocabulary (bytes, parts->normal_added);
  koma_byte_writer_uint32 (bytes, (guint32) parts->start);
  koma_byte_writer_uint32 (bytes, (guint32) parts->end);
  koma_byte_writer_uint32 (bytes, (guint32) parts->padding);
}
