/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "tokenizer-parts.h"

#include <string.h>

#include "engine/koma/koma-error.h"

void
koma_tokenizer_parts_init (KomaTokenizerParts *parts)
{
  *parts = (KomaTokenizerParts){
    .cleaner = koma_text_normalizer_new (),
    .raw_added = koma_vocabulary_new (),
    .normal_added = koma_vocabulary_new (),
    .start = KOMA_NO_TOKEN,
    .end = KOMA_NO_TOKEN,
    .padding = KOMA_NO_TOKEN,
  };
}

void
koma_tokenizer_parts_clear (KomaTokenizerParts *parts)
{
  g_clear_pointer (&parts->cleaner, koma_text_normalizer_free);
  g_clear_pointer (&parts->normalizer, koma_text_normalizer_free);
  g_clear_pointer (&parts->sentence, koma_sentence_rules_free);
  g_clear_pointer (&parts->byte_pairs, koma_byte_pairs_free);
  g_clear_pointer (&parts->unigram, koma_unigram_free);
  g_clear_pointer (&parts->raw_added, koma_vocabulary_free);
  g_clear_pointer (&parts->normal_added, koma_vocabulary_free);
}

const KomaVocabulary *
koma_tokenizer_parts_get_vocabulary (const KomaTokenizerParts *parts)
{
  return parts->byte_pairs != NULL ? koma_byte_pairs_get_vocabulary (parts->byte_pairs)
                                   : koma_unigram_get_vocabulary (parts->unigram);
}

gint32
koma_tokenizer_parts_find (const KomaTokenizerParts *parts,
                           const char               *text)
{
  const KomaVocabulary *all[] = { koma_tokenizer_parts_get_vocabulary (parts), parts->raw_added,
                                  parts->normal_added };
  gint32                id = KOMA_NO_TOKEN;

  for (guint i = 0; i < G_N_ELEMENTS (all) && id == KOMA_NO_TOKEN; i++)
    id = koma_vocabulary_find (all[i], text, strlen (text));
  return id;
}

static gboolean
find_special (const KomaTokenizerParts *parts,
              const char               *meaning,
              const char               *text, /* (nullable) */
              gint32                   *id,
              GError                  **error)
{
  if (text == NULL)
    return TRUE;
  *id = koma_tokenizer_parts_find (parts, text);
  if (*id != KOMA_NO_TOKEN)
    return TRUE;
  return koma_fail (error, KOMA_ERROR_MODEL, "the %s token “%.200s” is not in the vocabulary",
                    meaning, text);
}

/**
 * koma_tokenizer_parts_set_ends:
 * @start: (nullable): the text of the token that a text begins with
 * @end: (nullable): of the one that it ends with
 * @padding: (nullable): of the one that comes behind that
 * @error: return location
 *
 * Thread: the one that owns @parts. Errors: %KOMA_ERROR_MODEL where there is no such token.
 */
gboolean
koma_tokenizer_parts_set_ends (KomaTokenizerParts *parts,
                               const char         *start,
                               const char         *end,
                               const char         *padding,
                               GError            **error)
{
  if (!find_special (parts, "start", start, &parts->start, error) ||
      !find_special (parts, "end", end, &parts->end, error) ||
      !find_special (parts, "padding", padding, &parts->padding, error))
    return FALSE;
  if (parts->padding == KOMA_NO_TOKEN)
    parts->padding = parts->end;
  return TRUE;
}
