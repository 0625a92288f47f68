/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/array.h"
#include "word-space.h"

G_BEGIN_DECLS

/* The label of the class that no word is better than. */
#define KOMA_NONE_OF_THESE "none of these"

/* What turns vectors of pictures into scores of words: a matrix. Immutable, any thread. */
typedef struct _KomaWordHead KomaWordHead;

KomaWordHead *koma_word_head_new (KomaWordSpace     *space,
                                  const char *const *words,
                                  const char *const *prompts, /* (nullable) */
                                  GError           **error) G_GNUC_WARN_UNUSED_RESULT;
void          koma_word_head_free (KomaWordHead *self);

KomaWordSpace *koma_word_head_get_space (const KomaWordHead *self);
/* (nullable) %KOMA_PART_CLASSES or %KOMA_PART_PROMPTS: what was chosen, in one text. */
char *koma_word_head_dup_text (const KomaWordHead *self, KomaRecipePart part);
/* One for each class. */
KomaLabels *koma_word_head_dup_labels (const KomaWordHead *self);
KomaArray  *koma_word_head_get_matrix (const KomaWordHead *self); /* [width, classes], scaled */
/* Logits, as the graph of the classifier computes them. */
void koma_word_head_score (const KomaWordHead *self,
                           const float        *vector, /* [width] of length 1 */
                           float              *ret_scores);         /* [n_classes] */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaWordHead, koma_word_head_free)

G_END_DECLS
