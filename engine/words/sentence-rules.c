/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "sentence-rules.h"

#include <string.h>

#include "engine/koma-limits.h"
#include "text-normalizer.h"

/* What a text may grow to; that of a damaged table may have no end. */
#define MAX_SENTENCE_BYTES (8u * KOMA_MAX_TEXT_BYTES)

void
koma_sentence_rules_free (KomaSentenceRules *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->map, koma_chars_map_free);
  g_clear_pointer (&self->kept, koma_vocabulary_free);
  g_free (self);
}

/* What the beginning of a text becomes. */
typedef struct
{
  gsize       n_matched;
  const char *text;
  gsize       n_bytes;
} Part;

static Part
map_part (const KomaSentenceRules *self,
          const char              *at,
          gsize                    n_bytes)
{
  const KomaToken *kept = koma_vocabulary_match (self->kept, at, n_bytes);
  const char      *found = NULL;
  gsize            n = 0;

  if (kept != NULL)
    return (Part){ kept->n_bytes, at, kept->n_bytes };
  if (self->map != NULL)
    found = koma_chars_map_find (self->map, at, n_bytes, &n);
  if (found != NULL)
    return (Part){ n, found, strnlen (found, MAX_SENTENCE_BYTES) };
  n = (gsize) (g_utf8_next_char (at) - at);
  return (Part){ n, at, n };
}

static void
append_part (const KomaSentenceRules *self,
             const char              *part,
             gsize                    n_bytes,
             GString                 *sentence)
{
  for (gsize i = 0; i < n_bytes; i++)
    if (part[i] == ' ' && self->shows_blanks)
      g_string_append (sentence, KOMA_SHOWN_BLANK);
    else
      g_string_append_c (sentence, part[i]);
}

static const char *
skip_first_blanks (const KomaSentenceRules *self,
                   const char              *at,
                   const char              *end)
{
  while (self->joins_blanks && at < end) {
    const Part part = map_part (self, at, (gsize) (end - at));

    if (part.n_bytes != 1 || part.text[0] != ' ')
      break;
    at += part.n_matched;
  }
  return at;
}

static void
append_parts (const KomaSentenceRules *self,
              const char              *at,
              const char              *end,
              GString                 *sentence)
{
  gboolean was_blank = self->joins_blanks;

  while (at < end && sentence->len <= MAX_SENTENCE_BYTES) {
    const Part  part = map_part (self, at, (gsize) (end - at));
    const char *text = part.text;
    gsize       n_bytes = part.n_bytes;

    while (was_blank && n_bytes > 0 && text[0] == ' ') {
      text++;
      n_bytes--;
    }
    append_part (self, text, n_bytes, sentence);
    if (n_bytes > 0)
      was_blank = self->joins_blanks && text[n_bytes - 1] == ' ';
    at += part.n_matched;
  }
}

static void
remove_last_blanks (const KomaSentenceRules *self,
                    GString                 *sentence)
{
  const char *blank = self->shows_blanks ? KOMA_SHOWN_BLANK : " ";

  while (self->joins_blanks && g_str_has_suffix (sentence->str, blank))
    g_string_truncate (sentence, sentence->len - strlen (blank));
}

/* Where the table has what is no UTF-8. */
static void
make_valid (GString *text)
{
  g_autofree char *valid = g_utf8_make_valid (text->str, (gssize) text->len);

  g_string_assign (text, valid);
}

/**
 * koma_sentence_rules_apply:
 * @text: (inout): UTF-8
 *
 * A text that grows beyond a few times %KOMA_MAX_TEXT_BYTES is cut. Thread: any.
 */
void
koma_sentence_rules_apply (const KomaSentenceRules *self,
                           GString                 *text)
{
  const char *blank = self->shows_blanks ? KOMA_SHOWN_BLANK : " ";
  const char *end = text->str + text->len;
  const char *at = skip_first_blanks (self, text->str, end);
  g_autoptr (GString) sentence = g_string_new (NULL);

  if (at < end) {
    if (self->adds_blank && !self->is_suffix)
      g_string_append (sentence, blank);
    append_parts (self, at, end, sentence);
    remove_last_blanks (self, sentence);
    if (self->adds_blank && self->is_suffix)
      g_string_append (sentence, blank);
  }
  koma_text_cut (sentence, MAX_SENTENCE_BYTES);
  make_valid (sentence);
  g_string_assign (text, sentence->str);
}
