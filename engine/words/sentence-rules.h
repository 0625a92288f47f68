/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "chars-map.h"
#include "vocabulary.h"

G_BEGIN_DECLS

#define KOMA_SHOWN_BLANK "\xe2\x96\x81" /* U+2581 */

/* How SentencePiece treats white space, around what its table makes of characters. */
typedef struct
{
  KomaCharsMap   *map;          /* (nullable) (owned) */
  KomaVocabulary *kept;         /* (owned) texts that the table does not touch */
  gboolean        adds_blank;   /* before a text, or behind it */
  gboolean        is_suffix;    /* blanks belong to the word before them */
  gboolean        joins_blanks; /* and removes those at the ends */
  gboolean        shows_blanks; /* as U+2581 */
} KomaSentenceRules;

void koma_sentence_rules_free (KomaSentenceRules *self);
void koma_sentence_rules_apply (const KomaSentenceRules *self, GString *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaSentenceRules, koma_sentence_rules_free)

G_END_DECLS
