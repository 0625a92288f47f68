/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "word-head.h"

#include <string.h>

/* What stands for the class in a prompt. */
#define PROMPT_PLACE "{}"

static const char *const clip_prompts[] = { "a photo of a {}", NULL };
static const char *const siglip_prompts[] = { "This is a photo of {}.", NULL };

struct _KomaWordHead
{
  KomaWordSpace *space;
  KomaArray     *matrix; /* [width, n_words] */
  char         **words;
  char         **prompts; /* (nullable) those that were chosen */
  guint          n_words;
};

/* Each prompt with the word in its place; one without a place has it at its end. */
static char **
fill_prompts (const char *const *prompts,
              const char        *word)
{
  const guint n = g_strv_length ((char **) prompts);
  char      **texts = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++) {
    g_autoptr (GString) text = g_string_new (prompts[i]);

    if (g_string_replace (text, PROMPT_PLACE, word, 0) == 0)
      g_string_append_printf (text, " %s", word);
    texts[i] = g_strdup (text->str);
  }
  return texts;
}

static const char *const *
get_prompts (const KomaWordHead *self)
{
  if (self->prompts != NULL)
    return (const char *const *) self->prompts;
  return koma_towers_is_sigmoid (koma_word_space_get_towers (self->space)) ? siglip_prompts
                                                                           : clip_prompts;
}

static gboolean
fill_matrix (KomaWordHead *self,
             GError      **error)
{
  const KomaTowers *towers = koma_word_space_get_towers (self->space);
  const guint       width = koma_towers_get_width (towers);
  g_autofree float *vector = g_new (float, width);
  float            *numbers = self->matrix->data;

  for (guint w = 0; w < self->n_words; w++) {
    g_auto (GStrv) texts = fill_prompts (get_prompts (self), self->words[w]);

    if (!koma_word_space_encode (self->space, (const char *const *) texts, vector, error))
      return FALSE;
    for (guint i = 0; i < width; i++)
      numbers[i * self->n_words + w] = (float) (vector[i] * koma_towers_get_scale (towers));
  }
  return TRUE;
}

/**
 * koma_word_head_new:
 * @words: NULL-terminated, 1 or more
 * @prompts: (nullable): NULL-terminated sentences with “{}” in place of a word; %NULL or none: that
 *   of the paper of CLIP, or that of the processor of SigLIP
 *
 * Thread: any; computes. Errors: those of koma_word_space_encode(); %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full):
 */
KomaWordHead *
koma_word_head_new (KomaWordSpace     *space,
                    const char *const *words,
                    const char *const *prompts,
                    GError           **error)
{
  const guint     n_words = g_strv_length ((char **) words);
  const KomaShape shape =
    KOMA_SHAPE (koma_towers_get_width (koma_word_space_get_towers (space)), n_words);
  g_autoptr (KomaWordHead) self = g_new0 (KomaWordHead, 1);

  self->space = koma_word_space_ref (space);
  self->words = g_strdupv ((char **) words);
  self->prompts = prompts != NULL && prompts[0] != NULL ? g_strdupv ((char **) prompts) : NULL;
  self->n_words = n_words;
  self->matrix = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);
  return self->matrix != NULL && fill_matrix (self, error)
           ? g_steal_pointer (&self)
           : NULL;
}

/**
 * koma_word_head_free:
 * @self: (nullable)
 *
 * Thread: any.
 */
void
koma_word_head_free (KomaWordHead *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->matrix, koma_array_unref);
  g_clear_pointer (&self->words, g_strfreev);
  g_clear_pointer (&self->prompts, g_strfreev);
  g_clear_pointer (&self->space, koma_word_space_unref);
  g_free (self);
}

KomaWordSpace *
koma_word_head_get_space (const KomaWordHead *self)
{
  return self->space;
}

/**
 * koma_word_head_dup_text:
 * @part: %KOMA_PART_CLASSES or %KOMA_PART_PROMPTS
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): what koma_word_classes_set() makes the same of; %NULL for
 *   the usual prompts
 */
char *
koma_word_head_dup_text (const KomaWordHead *self,
                         KomaRecipePart      part)
{
  gboolean has_comma = FALSE;

  if (part == KOMA_PART_PROMPTS)
    return self->prompts != NULL ? g_strjoinv ("\n", self->prompts) : NULL;
  for (guint i = 0; i < self->n_words; i++)
    has_comma |= strchr (self->words[i], ',') != NULL;
  return g_strjoinv (has_comma ? "\n" : ", ", self->words);
}

KomaArray *
koma_word_head_get_matrix (const KomaWordHead *self)
{
  return self->matrix;
}

guint
koma_word_head_get_n_words (const KomaWordHead *self)
{
  return self->n_words;
}

/**
 * koma_word_head_score:
 *
 * What is left to do for a picture whose vector is known. Thread: any.
 */
void
koma_word_head_score (const KomaWordHead *self,
                      const float        *vector,
                      float              *ret_scores)
{
  const KomaTowers *towers = koma_word_space_get_towers (self->space);
  const guint       width = koma_towers_get_width (towers);
  const float      *numbers = self->matrix->data;

  for (guint w = 0; w < self->n_words; w++)
    ret_scores[w] = (float) koma_towers_get_bias (towers);
  for (guint i = 0; i < width; i++)
    for (guint w = 0; w < self->n_words; w++)
      ret_scores[w] += vector[i] * numbers[i * self->n_words + w];
}
