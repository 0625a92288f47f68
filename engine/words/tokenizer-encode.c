/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tokenizer-encode.h"

#include <string.h>

#include "clip-words.h"
#include "engine/koma-limits.h"

/* What a text is encoded into. */
typedef struct
{
  const KomaTokenizerParts *parts;
  GArray                   *ids;      /* of gint32 */
  guint                     n_wanted; /* more are not looked at */
  gboolean                  is_first; /* nothing of the text has been passed yet */
} Encoding;

static gboolean
is_full (const Encoding *self)
{
  return self->ids->len > self->n_wanted;
}

static void
encode_word (Encoding   *self,
             const char *word,
             gsize       n_bytes)
{
  if (self->parts->byte_pairs != NULL)
    koma_byte_pairs_encode (self->parts->byte_pairs, word, n_bytes, self->ids);
  else
    koma_unigram_encode (self->parts->unigram, word, n_bytes, self->ids);
}

static void
encode_clip_words (Encoding   *self,
                   const char *text,
                   gsize       n_bytes)
{
  const char *at = text;
  const char *word = NULL;
  gsize       n_word = 0;

  while (!is_full (self) && koma_clip_words_next (&at, text + n_bytes, &word, &n_word))
    encode_word (self, word, n_word);
}

/* A word for each U+2581, which it begins with. */
static void
encode_shown_blanks (Encoding   *self,
                     const char *text)
{
  const char *at = text;

  while (*at != '\0' && !is_full (self)) {
    const char *end = strstr (at + 1, KOMA_SHOWN_BLANK);

    if (end == NULL)
      end = at + strlen (at);
    encode_word (self, at, (gsize) (end - at));
    at = end;
  }
}

/* A part of a text without the blanks at which it is split, or with all of its blanks. */
static void
encode_blank_word (Encoding   *self,
                   const char *text,
                   gsize       n_bytes)
{
  g_autoptr (GString) word = g_string_new (NULL);
  const KomaPrefix prefix = self->parts->prefix;

  for (gsize i = 0; i < n_bytes; i++)
    if (text[i] == ' ')
      g_string_append (word, KOMA_SHOWN_BLANK);
    else
      g_string_append_c (word, text[i]);
  if (word->len > 0 && !g_str_has_prefix (word->str, KOMA_SHOWN_BLANK) &&
      (prefix == KOMA_PREFIX_ALWAYS || (prefix == KOMA_PREFIX_FIRST && self->is_first)))
    g_string_prepend (word, KOMA_SHOWN_BLANK);
  self->is_first = FALSE;
  encode_shown_blanks (self, word->str);
}

static const char *
skip_space (const char *at,
            const char *end,
            gboolean    is_space)
{
  while (at < end && koma_text_is_space (g_utf8_get_char (at)) == is_space)
    at = g_utf8_next_char (at);
  return at;
}

static void
encode_blank_words (Encoding   *self,
                    const char *text,
                    gsize       n_bytes)
{
  const char *at = text;
  const char *end = text + n_bytes;

  while (self->parts->drops_white_space && at < end && !is_full (self)) {
    const char *word = skip_space (at, end, TRUE);

    at = skip_space (word, end, FALSE);
    if (at > word)
      encode_blank_word (self, word, (gsize) (at - word));
  }
  if (!self->parts->drops_white_space)
    encode_blank_word (self, text, n_bytes);
}

/* Splits a text that has no added token left. */
static void
encode_plain (Encoding   *self,
              const char *text,
              gsize       n_bytes)
{
  if (n_bytes == 0 || is_full (self))
    return;
  if (self->parts->words == KOMA_WORDS_CLIP)
    encode_clip_words (self, text, n_bytes);
  else if (self->parts->words == KOMA_WORDS_BLANK)
    encode_blank_words (self, text, n_bytes);
  else
    encode_word (self, text, n_bytes);
  self->is_first = FALSE;
}

/* What begins a part of a text, or is all of it. */
typedef void (*EncodePart) (Encoding   *self,
                            const char *text,
                            gsize       n_bytes);

/* Whether a character belongs to a word. */
static gboolean
is_word_at (const char *at)
{
  const gunichar c = g_utf8_get_char (at);

  return g_unichar_isalnum (c) || g_unichar_ismark (c) || c == '_';
}

static gboolean
may_stand (const KomaToken *token,
           const char      *text,
           const char      *at,
           const char      *end)
{
  const char *behind = at + token->n_bytes;

  if ((token->flags & KOMA_TOKEN_WHOLE_WORD) == 0)
    return TRUE;
  return (at == text || !is_word_at (g_utf8_prev_char (at))) &&
         (behind == end || !is_word_at (behind));
}

/* (nullable) The first added token of a text. */
static const KomaToken *
find_added (const KomaVocabulary *added,
            const char           *text,
            const char           *begin,
            const char           *end,
            const char          **ret_at)
{
  for (const char *at = begin; at < end; at = g_utf8_next_char (at)) {
    const KomaToken *token = koma_vocabulary_match (added, at, (gsize) (end - at));

    if (token == NULL || !may_stand (token, text, at, end))
      continue;
    *ret_at = at;
    return token;
  }
  return NULL;
}

/* Takes added tokens out of a text; @encode_part gets what lies between them. */
static void
encode_around (Encoding             *self,
               const KomaVocabulary *added,
               const GString        *text,
               EncodePart            encode_part)
{
  const char *begin = text->str;
  const char *end = text->str + text->len;

  while (begin < end && !is_full (self)) {
    const char      *at = end;
    const KomaToken *token = find_added (added, text->str, begin, end, &at);
    const char      *part_end = at;

    while (token != NULL && (token->flags & KOMA_TOKEN_STRIPS_LEFT) != 0 && part_end > begin &&
           koma_text_is_space (g_utf8_get_char (g_utf8_prev_char (part_end))))
      part_end = g_utf8_prev_char (part_end);
    encode_part (self, begin, (gsize) (part_end - begin));
    begin = at;
    if (token == NULL)
      continue;
    g_array_append_val (self->ids, token->id);
    self->is_first = FALSE;
    begin = at + token->n_bytes;
    if ((token->flags & KOMA_TOKEN_STRIPS_RIGHT) != 0)
      begin = skip_space (begin, end, TRUE);
  }
}

static void
encode_raw (Encoding   *self,
            const char *text,
            gsize       n_bytes)
{
  g_autoptr (GString) normal = g_string_new_len (text, (gssize) n_bytes);

  if (n_bytes == 0)
    return;
  koma_text_normalizer_apply (self->parts->normalizer, normal);
  if (self->parts->sentence != NULL)
    koma_sentence_rules_apply (self->parts->sentence, normal);
  encode_around (self, self->parts->normal_added, normal, encode_plain);
}

static GString *
make_text (const char *text)
{
  const gsize      n_bytes = strnlen (text, KOMA_MAX_TEXT_BYTES + 1);
  g_autofree char *valid = NULL;
  GString         *cut = g_string_new_len (text, (gssize) n_bytes);

  koma_text_cut (cut, KOMA_MAX_TEXT_BYTES);
  valid = g_utf8_make_valid (cut->str, (gssize) cut->len);
  g_string_assign (cut, valid);
  return cut;
}
/**
 * koma_tokenizer_parts_encode:
 * @parts: filled by a reader of files
 * @text: UTF-8; what is none becomes U+FFFD; %KOMA_MAX_TEXT_BYTES of it are read
 * @n_wanted: the text is read until there are more tokens than that
 *
 * Encodes a text: the start token, where the model has one, and the text's tokens.
 *
 * No file and no text makes that slow: byte pairs of a word of n characters take n · log (n) steps,
 * pieces %KOMA_MAX_TOKEN_BYTES for each byte.
 *
 * Thread: any, several at once.
 *
 * Returns: (transfer full) (element-type gint32): the ids
 */
GArray *
koma_tokenizer_parts_encode (const KomaTokenizerParts *parts,
                             const char               *text,
                             guint                     n_wanted)
{
  g_autoptr (GString) read = make_text (text);
  GArray  *ids = g_array_new (FALSE, FALSE, sizeof (gint32));
  Encoding encoding = { .parts = parts, .ids = ids, .n_wanted = n_wanted, .is_first = TRUE };

  koma_text_normalizer_apply (parts->cleaner, read);
  if (parts->start != KOMA_NO_TOKEN)
    g_array_append_val (ids, parts->start);
  encode_around (&encoding, parts->raw_added, read, encode_raw);
  return ids;
}
