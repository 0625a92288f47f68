/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The regular expression of CLIP:
 * 's|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+ */

#include "clip-words.h"

#include <string.h>

#include "text-normalizer.h"

static const char *const contractions[] = { "'s", "'t", "'re", "'ve", "'m", "'ll", "'d" };

typedef enum {
  CHAR_SPACE,
  CHAR_LETTER,
  CHAR_NUMBER,
  CHAR_OTHER,
} CharClass;

static CharClass
get_class (const char *at)
{
  const gunichar c = g_utf8_get_char (at);

  switch (g_unichar_type (c)) {
  case G_UNICODE_LOWERCASE_LETTER:
  case G_UNICODE_MODIFIER_LETTER:
  case G_UNICODE_OTHER_LETTER:
  case G_UNICODE_TITLECASE_LETTER:
  case G_UNICODE_UPPERCASE_LETTER:
    return CHAR_LETTER;
  case G_UNICODE_DECIMAL_NUMBER:
  case G_UNICODE_LETTER_NUMBER:
  case G_UNICODE_OTHER_NUMBER:
    return CHAR_NUMBER;
  default:
    return koma_text_is_space (c) ? CHAR_SPACE : CHAR_OTHER;
  }
}

/* Bytes of the one that @at begins with; 0 where none does. */
static gsize
match_contraction (const char *at,
                   const char *end)
{
  for (guint i = 0; i < G_N_ELEMENTS (contractions); i++) {
    const gsize n = strlen (contractions[i]);

    if (n <= (gsize) (end - at) && memcmp (at, contractions[i], n) == 0)
      return n;
  }
  return 0;
}

/* The end of the run of one class that begins at @at. */
static const char *
skip_class (const char *at,
            const char *end,
            CharClass   char_class)
{
  while (at < end && get_class (at) == char_class) {
    at = g_utf8_next_char (at);
    if (char_class == CHAR_NUMBER)
      break;
  }
  return at;
}

/**
 * koma_clip_words_next:
 * @at: (inout): UTF-8 up to @end
 *
 * Thread: any.
 */
gboolean
koma_clip_words_next (const char **at,
                      const char  *end,
                      const char **ret_word,
                      gsize       *ret_n_bytes)
{
  const char *word = skip_class (*at, end, CHAR_SPACE);
  gsize       n_bytes = 0;

  if (word >= end)
    return FALSE;
  n_bytes = match_contraction (word, end);
  if (n_bytes == 0)
    n_bytes = (gsize) (skip_class (word, end, get_class (word)) - word);
  *ret_word = word;
  *ret_n_bytes = n_bytes;
  *at = word + n_bytes;
  return TRUE;
}
