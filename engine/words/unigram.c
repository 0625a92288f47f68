/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "unigram.h"

struct _KomaUnigram
{
  KomaVocabulary    *vocabulary;
  KomaUnigramOptions options;
  gboolean           has_bytes; /* a piece for each of the 256 */
};

/* The best way to the place behind a byte. */
typedef struct
{
  gint32 id;      /* of its last piece; KOMA_NO_TOKEN: nobody has been here */
  guint  n_bytes; /* of that piece */
  double score;   /* of all pieces */
} Place;

KomaUnigram *
koma_unigram_new (KomaVocabulary           *vocabulary,
                  const KomaUnigramOptions *options)
{
  KomaUnigram *self = g_new0 (KomaUnigram, 1);

  self->vocabulary = vocabulary;
  self->options = *options;
  self->has_bytes = options->has_byte_fall_back;
  for (guint byte = 0; self->has_bytes && byte < 256; byte++)
    self->has_bytes = koma_vocabulary_find_byte (vocabulary, (guint8) byte) != KOMA_NO_TOKEN;
  return self;
}

void
koma_unigram_free (KomaUnigram *self)
{
  if (self == NULL)
    return;
  koma_vocabulary_free (self->vocabulary);
  g_free (self);
}

const KomaVocabulary *
koma_unigram_get_vocabulary (const KomaUnigram *self)
{
  return self->vocabulary;
}

const KomaUnigramOptions *
koma_unigram_get_options (const KomaUnigram *self)
{
  return &self->options;
}

/* Which of two ways is better depends on how sums are rounded: SentencePiece adds a piece in double
 * precision and keeps the sum in float. */
static double
round_sum (const KomaUnigram *self,
           double             sum)
{
  return self->options.sums_floats ? (double) (float) sum : sum;
}

static void
improve (const KomaUnigram *self,
         Place             *place,
         const Place       *better)
{
  if (place->id != KOMA_NO_TOKEN && !(better->score > place->score))
    return;
  *place = *better;
  place->score = round_sum (self, better->score);
}

/* Goes on from one place by each piece that the text has there. */
static void
go_on (const KomaUnigram *self,
       const char        *text,
       gsize              n_bytes,
       Place             *here)
{
  const guint         n_char = (guint) (g_utf8_next_char (text) - text);
  KomaVocabularyRange range = koma_vocabulary_get_range (self->vocabulary);
  gboolean            has_char = FALSE;

  for (gsize i = 0; i < n_bytes; i++) {
    const KomaToken *piece = NULL;

    if (!koma_vocabulary_narrow (self->vocabulary, &range, (guint8) text[i]))
      break;
    piece = koma_vocabulary_get_whole (self->vocabulary, &range);
    if (piece == NULL || (piece->flags & KOMA_TOKEN_TEXT) == 0)
      continue;
    improve (self, here + i + 1, &(Place){ piece->id, piece->n_bytes, here->score + piece->score });
    has_char |= piece->n_bytes == n_char;
  }
  if (!has_char)
    improve (self, here + n_char,
             &(Place){ self->options.unknown, n_char,
                       round_sum (self, here->score + self->options.unknown_score) });
}

/* The pieces of the best way, the last one first. */
static GArray *
walk_back (const Place *places, /* [n_bytes + 1] */
           gsize        n_bytes)
{
  GArray *way = g_array_new (FALSE, FALSE, sizeof (Place));

  for (gsize at = n_bytes; at > 0; at -= places[at].n_bytes)
    g_array_append_val (way, places[at]);
  return way;
}

static void
append_bytes (const KomaUnigram *self,
              const char        *text,
              gsize              n_bytes,
              GArray            *ids)
{
  for (gsize i = 0; i < n_bytes; i++) {
    const gint32 id = koma_vocabulary_find_byte (self->vocabulary, (guint8) text[i]);

    g_array_append_val (ids, id);
  }
}

static void
append_way (const KomaUnigram *self,
            const GArray      *way,
            const char        *text,
            GArray            *ids)
{
  gboolean was_unknown = FALSE;

  for (guint i = way->len; i > 0; i--) {
    const Place   *place = &g_array_index (way, Place, i - 1);
    const gboolean is_unknown = place->id == self->options.unknown;

    if (is_unknown && self->has_bytes)
      append_bytes (self, text, place->n_bytes, ids);
    else if (!is_unknown || !was_unknown)
      g_array_append_val (ids, place->id);
    was_unknown = is_unknown;
    text += place->n_bytes;
  }
}

/**
 * koma_unigram_encode:
 * @text: [@n_bytes] UTF-8
 * @ids: (element-type gint32): its pieces are appended
 *
 * Takes time for each byte and each piece that begins there, whose length has a limit. Thread: any.
 */
void
koma_unigram_encode (const KomaUnigram *self,
                     const char        *text,
                     gsize              n_bytes,
                     GArray            *ids)
{
  g_autofree Place *places = g_new (Place, n_bytes + 1);
  g_autoptr (GArray) way = NULL;

  for (gsize i = 0; i <= n_bytes; i++)
    places[i] = (Place){ .id = KOMA_NO_TOKEN };
  for (gsize i = 0; i < n_bytes; i = (gsize) (g_utf8_next_char (text + i) - text))
    go_on (self, text + i, n_bytes - i, &places[i]);
  way = walk_back (places, n_bytes);
  append_way (self, way, text, ids);
}
