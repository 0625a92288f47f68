/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures and words as vectors, and classes that are words. */
#include "graph-model-embed.h"

#include "engine/koma/koma-error.h"
#include "engine/words/word-classes.h"
#include "graph-model-picture.h"
#include "graph-model-vectors-private.h"
#include "text-encoder.h"

/**
 * koma_graph_model_knows_words:
 * @self: a model
 *
 * Models that compare pictures with words are CLIP, SigLIP and others trained in that way. They are
 * no classifiers: koma_graph_model_make_classifier() makes one. Thread: any.
 *
 * Returns: whether texts have vectors, too
 */
gboolean
koma_graph_model_knows_words (KomaGraphModel *self)
{
  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), FALSE);

  return koma_model_get_purpose (self->model) == KOMA_PURPOSE_WORDS;
}

/* What makes vectors of pictures. */
static gboolean
find_part (KomaGraphModel *self,
           KomaVectorPart *ret_part,
           GError        **error)
{
  if (koma_graph_model_knows_words (self)) {
    const KomaTowers *towers = koma_graph_model_get_towers (self, error);

    if (towers != NULL)
      *ret_part = (KomaVectorPart){ .name = 'p',
                                    .graph = koma_towers_get_pictures (towers),
                                    .recipe = koma_towers_get_recipe (towers) };
    return towers != NULL;
  }
  ret_part->name = 'f';
  ret_part->recipe = koma_graph_model_get_recipe (self, error);
  if (ret_part->recipe != NULL)
    ret_part->graph = koma_graph_model_get_features (self, error);
  return ret_part->graph != NULL;
}

/**
 * koma_graph_model_embed_image:
 * @self: a model that compares pictures with words, or any classifier of pictures
 * @paths: (array zero-terminated=1) (element-type filename): one picture or more, as for
 *   koma_graph_model_classify()
 * @error: return location for an error
 *
 * The vectors of pictures, each of length 1: of a model that knows words they are compared with
 * those of texts; of a classifier they are what it computes before its last layer. The product of
 * two is the cosine of the angle between them, near 1 for pictures that are alike. Runs on the
 * backend of the calling thread's #KomaEnvironment, one picture after the other.
 * Thread: any; blocks on the disk.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if there are no pictures; %KOMA_ERROR_DECODE, #GIOErrorEnum,
 * beginning with the name of the picture; %KOMA_ERROR_UNSUPPORTED if the model takes no pictures,
 * or has no such layer; %KOMA_ERROR_MODEL, %KOMA_ERROR_BACKEND, %KOMA_ERROR_SHAPE,
 * %KOMA_ERROR_MEMORY, beginning with the path of the model.
 *
 * Returns: (transfer none) (nullable): float32 `[pictures, width]`; floating, or the scope's in
 *   force
 */
KomaTensor *
koma_graph_model_embed_image (KomaGraphModel    *self,
                              const char *const *paths,
                              GError           **error)
{
  KomaVectorPart part = { 0 };
  g_auto (KomaVectorRows) rows = { 0 };

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);

  if (paths == NULL || paths[0] == NULL) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: no pictures are given",
               koma_model_get_path (self->model));
    return NULL;
  }
  if (!find_part (self, &part, error))
    return NULL;
  koma_vector_rows_init (&rows);
  for (guint i = 0; paths[i] != NULL; i++) {
    g_autoptr (KomaArray) input =
      koma_graph_model_input_from_file (part.recipe, paths[i], error);

    if (input == NULL || !koma_vector_rows_add (&rows, self, &part, input, error))
      return NULL;
  }
  return koma_vector_rows_end (&rows, error);
}

/**
 * koma_graph_model_embed_pixels:
 * @self: a model that compares pictures with words, or any classifier of pictures
 * @pixels: (array length=n_bytes): red, green and blue of each pixel, `[height, width, 3]` uint8,
 *   the upper row first
 * @n_bytes: at least @stride × (@height − 1) + 3 × @width
 * @width: pixels, at least 1
 * @height: pixels, at least 1
 * @stride: bytes from one row to the next, at least 3 × @width
 * @error: return location for an error
 *
 * koma_graph_model_embed_image() of a picture in memory. Thread: any.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if there are not as many pixels; those of
 * koma_graph_model_embed_image().
 *
 * Returns: (transfer none) (nullable): float32 `[1, width of a vector]`; floating, or the scope's
 *   in force
 */
KomaTensor *
koma_graph_model_embed_pixels (KomaGraphModel *self,
                               const guint8   *pixels,
                               gsize           n_bytes,
                               guint           width,
                               guint           height,
                               gsize           stride,
                               GError        **error)
{
  KomaVectorPart part = { 0 };
  g_auto (KomaVectorRows) rows = { 0 };
  g_autoptr (KomaArray) input = NULL;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);

  if (!koma_graph_model_check_pixels (n_bytes, width, height, stride, error) ||
      !find_part (self, &part, error))
    return NULL;
  input = koma_graph_model_input_from_pixels (part.recipe, pixels, width, height, stride, error);
  koma_vector_rows_init (&rows);
  if (input == NULL || !koma_vector_rows_add (&rows, self, &part, input, error))
    return NULL;
  return koma_vector_rows_end (&rows, error);
}

/**
 * koma_graph_model_embed_text:
 * @self: a model that compares pictures with words
 * @texts: (array zero-terminated=1): one or more
 * @error: return location for an error
 *
 * The vectors of texts: koma_text_encoder_encode() of an encoder of @self. Thread: any; the first
 * call blocks on the disk.
 *
 * Errors: those of koma_text_encoder_new() and koma_text_encoder_encode().
 *
 * Returns: (transfer none) (nullable): float32 `[texts, width]`; floating, or the scope's in force
 */
KomaTensor *
koma_graph_model_embed_text (KomaGraphModel    *self,
                             const char *const *texts,
                             GError           **error)
{
  g_autoptr (KomaTextEncoder) encoder = NULL;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);

  encoder = koma_text_encoder_new (self, error);
  return encoder != NULL ? koma_text_encoder_encode (encoder, texts, error) : NULL;
}

static gboolean
check_classes (KomaGraphModel    *self,
               const char *const *words,
               const char *const *prompts,
               GError           **error)
{
  const char *path = koma_model_get_path (self->model);
  const guint n = words != NULL ? g_strv_length ((char **) words) : 0;

  if (n == 0 || n > KOMA_MAX_WORD_CLASSES)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: there are %u classes, expected 1 to %u",
                      path, n, KOMA_MAX_WORD_CLASSES);
  for (guint i = 0; i < n; i++)
    if (!g_utf8_validate (words[i], -1, NULL))
      return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: class %u is not UTF-8", path, i + 1);
  for (guint i = 0; prompts != NULL && prompts[i] != NULL; i++)
    if (!g_utf8_validate (prompts[i], -1, NULL))
      return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: prompt %u is not UTF-8", path, i + 1);
  return TRUE;
}

/**
 * koma_graph_model_make_classifier:
 * @self: a model that compares pictures with words
 * @words: (array zero-terminated=1): the classes, 1 to 10,000
 * @prompts: (array zero-terminated=1) (nullable): sentences with “{}” in place of a class, such as
 *   “a drawing of a {}”, whose vectors are averaged; %NULL: what is usual for the model
 * @error: return location for an error
 *
 * A classifier of words of one's own, called zero-shot: koma_graph_model_classify() says which of
 * @words goes best with a picture. Scores add up to 1, or, where the model was trained with a
 * sigmoid as SigLIP was, each is that of one word by itself. The words go through the model here,
 * once; it needs @self no more, but shares its weights. Thread: any; blocks on the disk.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if there are no words or too many, or one is not UTF-8; those of
 * koma_text_encoder_new().
 *
 * Returns: (transfer full) (nullable): a classifier, whose labels are @words
 */
KomaGraphModel *
koma_graph_model_make_classifier (KomaGraphModel    *self,
                                  const char *const *words,
                                  const char *const *prompts,
                                  GError           **error)
{
  g_autoptr (KomaTextEncoder) encoder = NULL;
  g_autoptr (KomaModel) model = NULL;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);

  encoder = koma_text_encoder_new (self, error); /* or its errors */
  if (encoder == NULL || !check_classes (self, words, prompts, error))
    return NULL;
  model = koma_word_classes_new (self->model, words, prompts, error);
  if (model == NULL) {
    g_prefix_error (error, "%s: ", koma_model_get_path (self->model));
    return NULL;
  }
  return koma_graph_model_new (model, error);
}
