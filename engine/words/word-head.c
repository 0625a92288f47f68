/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "word-head.h"

#include <glib/gi18n.h>
#include <string.h>

/* What stands for the class in a prompt. */
#define PROMPT_PLACE "{}"

static const char *const clip_prompts[] = { "a photo of a {}", NULL };
static const char *const siglip_prompts[] = { "This is a photo of {}.", NULL };

/* What goes with any picture. A word that says more of it has a better score than their mean. */
static const char *const general[] = {
  "a photo",
  "a picture",
  "a drawing",
  "an image of something",
  "something",
  "an object",
  "a thing on a background",
  "a scene",
  "a place",
  "a close-up of something",
  "a part of something",
  "a pattern",
};

struct _KomaWordHead
{
  KomaWordSpace *space;
  KomaArray     *matrix; /* [width, n_classes] */
  char         **words;
  char         **prompts; /* (nullable) those that were chosen */
  guint          n_none;  /* 1: the first class means none of these */
  guint          n_classes;
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

static void
set_column (KomaWordHead *self,
            guint         column,
            const float  *vector,
            double        scale)
{
  const guint width = koma_towers_get_width (koma_word_space_get_towers (self->space));
  float      *numbers = self->matrix->data;

  for (guint i = 0; i < width; i++)
    numbers[i * self->n_classes + column] += (float) (vector[i] * scale);
}

static gboolean
fill_none (KomaWordHead *self,
           float        *vector, /* [width] to work with */
           GError      **error)
{
  const double scale = koma_towers_get_scale (koma_word_space_get_towers (self->space));

  for (guint i = 0; self->n_none > 0 && i < G_N_ELEMENTS (general); i++) {
    const char *const texts[] = { general[i], NULL };

    if (!koma_word_space_encode (self->space, texts, vector, error))
      return FALSE;
    set_column (self, 0, vector, scale / G_N_ELEMENTS (general));
  }
  return TRUE;
}

static gboolean
fill_matrix (KomaWordHead *self,
             GError      **error)
{
  const KomaTowers *towers = koma_word_space_get_towers (self->space);
  g_autofree float *vector = g_new (float, koma_towers_get_width (towers));

  memset (self->matrix->data, 0, koma_array_get_size_bytes (self->matrix));
  if (!fill_none (self, vector, error))
    return FALSE;
  for (guint w = 0; self->words[w] != NULL; w++) {
    g_auto (GStrv) texts = fill_prompts (get_prompts (self), self->words[w]);

    if (!koma_word_space_encode (self->space, (const char *const *) texts, vector, error))
      return FALSE;
    set_column (self, self->n_none + w, vector, koma_towers_get_scale (towers));
  }
  return TRUE;
}

/**
 * koma_word_head_new:
 * @words: NULL-terminated, 1 or more
 * @prompts: (nullable): NULL-terminated sentences with “{}” in place of a word; %NULL or none: that
 *   of the paper of CLIP, or that of the processor of SigLIP
 *
 * Where the recipe of the model has a background, its first class is none of these words: what the
 * vectors of general words say of a picture, on average.
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
  const KomaTowers *towers = koma_word_space_get_towers (space);
  g_autoptr (KomaWordHead) self = g_new0 (KomaWordHead, 1);
  KomaShape shape = { 0 };

  self->space = koma_word_space_ref (space);
  self->words = g_strdupv ((char **) words);
  self->prompts = prompts != NULL && prompts[0] != NULL ? g_strdupv ((char **) prompts) : NULL;
  self->n_none = koma_towers_get_recipe (towers)->has_background;
  self->n_classes = self->n_none + g_strv_length (self->words);
  shape = KOMA_SHAPE (koma_towers_get_width (towers), self->n_classes);
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
  for (guint i = 0; self->words[i] != NULL; i++)
    has_comma |= strchr (self->words[i], ',') != NULL;
  return g_strjoinv (has_comma ? "\n" : ", ", self->words);
}

/**
 * koma_word_head_dup_labels:
 *
 * Thread: any.
 *
 * Returns: (transfer full): one for each class; that which means none of them has a name in the
 *   user's language
 */
KomaLabels *
koma_word_head_dup_labels (const KomaWordHead *self)
{
  g_autoptr (GStrvBuilder) labels = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autoptr (KomaLabels) plain = NULL;

  if (self->n_none > 0) {
    g_strv_builder_add (labels, KOMA_NONE_OF_THESE);
    g_strv_builder_add (names, _ ("None of these"));
  }
  g_strv_builder_addv (labels, (const char **) self->words);
  g_strv_builder_addv (names, (const char **) self->words);
  plain = koma_labels_new (g_strv_builder_end (labels), "words");
  return koma_labels_new_named (plain, g_strv_builder_end (names), NULL);
}

KomaArray *
koma_word_head_get_matrix (const KomaWordHead *self)
{
  return self->matrix;
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

  for (guint w = 0; w < self->n_classes; w++)
    ret_scores[w] = (float) koma_towers_get_bias (towers);
  for (guint i = 0; i < width; i++)
    for (guint w = 0; w < self->n_classes; w++)
      ret_scores[w] += vector[i] * numbers[i * self->n_classes + w];
}
