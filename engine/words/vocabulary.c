/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A sorted list, searched by halves: no file can make that slow, as one can make a hash table. */

#include "vocabulary.h"

#include <stdlib.h>
#include <string.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"

struct _KomaVocabulary
{
  GArray       *tokens; /* KomaToken, sorted by their bytes once it is closed */
  GStringChunk *texts;
  guint         n_ids;
};

KomaVocabulary *
koma_vocabulary_new (void)
{
  KomaVocabulary *self = g_new0 (KomaVocabulary, 1);

  self->tokens = g_array_new (FALSE, FALSE, sizeof (KomaToken));
  self->texts = g_string_chunk_new (1 << 16);
  return self;
}

void
koma_vocabulary_free (KomaVocabulary *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->tokens);
  g_string_chunk_free (self->texts);
  g_free (self);
}

/**
 * koma_vocabulary_add:
 * @token: its text is copied
 * @error: return location
 *
 * Thread: the one that owns @self. Errors: %KOMA_ERROR_MODEL where the text is empty or longer than
 * %KOMA_MAX_TOKEN_BYTES, or the id is out of its range; %KOMA_ERROR_MEMORY where there are more
 * than %KOMA_MAX_TOKENS.
 */
gboolean
koma_vocabulary_add (KomaVocabulary  *self,
                     const KomaToken *token,
                     GError         **error)
{
  KomaToken copy = *token;

  if (self->tokens->len >= KOMA_MAX_TOKENS)
    return koma_fail (error, KOMA_ERROR_MEMORY, "more than %u tokens", KOMA_MAX_TOKENS);
  if (token->n_bytes == 0 || token->n_bytes > KOMA_MAX_TOKEN_BYTES)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "token %d: its text has %u bytes, expected 1 to %u",
                      token->id, token->n_bytes, KOMA_MAX_TOKEN_BYTES);
  if (token->id < 0 || (guint32) token->id >= KOMA_MAX_TOKENS)
    return koma_fail (error, KOMA_ERROR_MODEL, "token “%.*s”: its id is %d, expected 0 to %u",
                      (int) token->n_bytes, token->text, token->id, KOMA_MAX_TOKENS - 1);
  copy.text = g_string_chunk_insert_len (self->texts, token->text, (gssize) token->n_bytes);
  g_array_append_val (self->tokens, copy);
  self->n_ids = MAX (self->n_ids, (guint) token->id + 1);
  return TRUE;
}

static const KomaToken *
get (const KomaVocabulary *self,
     guint                 index)
{
  return &g_array_index (self->tokens, KomaToken, index);
}

static int
compare_bytes (const char *a,
               gsize       n_a,
               const char *b,
               gsize       n_b)
{
  const int order = memcmp (a, b, MIN (n_a, n_b));

  if (order != 0)
    return order;
  return n_a < n_b ? -1 : n_a > n_b;
}

static int
compare_tokens (gconstpointer a,
                gconstpointer b)
{
  const KomaToken *first = a;
  const KomaToken *second = b;

  return compare_bytes (first->text, first->n_bytes, second->text, second->n_bytes);
}

/**
 * koma_vocabulary_close:
 * @error: return location
 *
 * Thread: the one that owns @self; any may read it afterwards. Errors: %KOMA_ERROR_MODEL where a
 * text is there twice.
 */
gboolean
koma_vocabulary_close (KomaVocabulary *self,
                       GError        **error)
{
  g_array_sort (self->tokens, compare_tokens);
  for (guint i = 1; i < self->tokens->len; i++) {
    const KomaToken *token = get (self, i);

    if (compare_tokens (get (self, i - 1), token) == 0)
      return koma_fail (error, KOMA_ERROR_MODEL, "token “%.*s” is there twice",
                        (int) token->n_bytes, token->text);
  }
  return TRUE;
}

guint
koma_vocabulary_get_n_ids (const KomaVocabulary *self)
{
  return self->n_ids;
}

guint
koma_vocabulary_get_n_tokens (const KomaVocabulary *self)
{
  return self->tokens->len;
}

const KomaToken *
koma_vocabulary_get_token (const KomaVocabulary *self,
                           guint                 index)
{
  return get (self, index);
}

/**
 * koma_vocabulary_find:
 * @text: [@n_bytes]
 *
 * Thread: any. Returns: the id of the token with that text; %KOMA_NO_TOKEN where there is none
 */
gint32
koma_vocabulary_find (const KomaVocabulary *self,
                      const char           *text,
                      gsize                 n_bytes)
{
  guint begin = 0;
  guint end = self->tokens->len;

  while (begin < end) {
    const guint      middle = begin + (end - begin) / 2;
    const KomaToken *token = get (self, middle);
    const int        order = compare_bytes (text, n_bytes, token->text, token->n_bytes);

    if (order == 0)
      return token->id;
    if (order < 0)
      end = middle;
    else
      begin = middle + 1;
  }
  return KOMA_NO_TOKEN;
}

/**
 * koma_vocabulary_find_byte:
 *
 * Thread: any. Returns: the id of the token that stands for a byte of a character that no other
 * token has; %KOMA_NO_TOKEN where there is none
 */
gint32
koma_vocabulary_find_byte (const KomaVocabulary *self,
                           guint8                byte)
{
  char text[sizeof "<0x00>"];

  g_snprintf (text, sizeof text, "<0x%02X>", byte);
  return koma_vocabulary_find (self, text, strlen (text));
}

KomaVocabularyRange
koma_vocabulary_get_range (const KomaVocabulary *self)
{
  return (KomaVocabularyRange){ .end = self->tokens->len };
}

/* The first token of a range whose next byte is @byte or larger. */
static guint
find_byte (const KomaVocabulary *self,
           KomaVocabularyRange   range,
           guint                 byte)
{
  while (range.begin < range.end) {
    const guint middle = range.begin + (range.end - range.begin) / 2;

    if ((guint8) get (self, middle)->text[range.depth] < byte)
      range.begin = middle + 1;
    else
      range.end = middle;
  }
  return range.begin;
}

/**
 * koma_vocabulary_narrow:
 * @range: (inout): tokens that begin in the same way
 *
 * Thread: any. Returns: whether some of them go on with @byte; @range has these then
 */
gboolean
koma_vocabulary_narrow (const KomaVocabulary *self,
                        KomaVocabularyRange  *range,
                        guint8                byte)
{
  KomaVocabularyRange rest = *range;

  if (koma_vocabulary_get_whole (self, range) != NULL)
    rest.begin++;
  range->begin = find_byte (self, rest, byte);
  range->end = find_byte (self, rest, byte + 1u);
  range->depth++;
  return range->begin < range->end;
}

const KomaToken *
koma_vocabulary_get_whole (const KomaVocabulary      *self,
                           const KomaVocabularyRange *range)
{
  const KomaToken *first = range->begin < range->end ? get (self, range->begin) : NULL;

  return first != NULL && first->n_bytes == range->depth ? first : NULL;
}

const KomaToken *
koma_vocabulary_match (const KomaVocabulary *self,
                       const char           *text,
                       gsize                 n_bytes)
{
  KomaVocabularyRange range = koma_vocabulary_get_range (self);
  const KomaToken    *longest = NULL;

  for (gsize i = 0; i < n_bytes && koma_vocabulary_narrow (self, &range, (guint8) text[i]); i++) {
    const KomaToken *whole = koma_vocabulary_get_whole (self, &range);

    if (whole != NULL)
      longest = whole;
  }
  return longest;
}
