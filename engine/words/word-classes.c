/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The half for pictures, made unit, times a matrix of the vectors of the words: a classifier
 * as any other. Which prompt is taken without one is that of the paper of CLIP, and that of the
 * processor of SigLIP. */

#include "word-classes.h"

#include <string.h>

#include "engine/graph/array.h"
#include "engine/graph/attrs.h"
#include "engine/graph/builder.h"
#include "engine/koma/koma-error.h"
#include "engine/model/model-scores.h"
#include "text-encoder.h"

#define HASH_DIGITS 32

static const char *const clip_prompts[] = { "a photo of a {}", NULL };
static const char *const siglip_prompts[] = { "This is a photo of {}.", NULL };

static gboolean
check_words (const char *text,
             guint       n,
             GError    **error)
{
  if (!g_utf8_validate (text, -1, NULL))
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "the classes are not UTF-8");
  return (n > 0 && n <= KOMA_MAX_WORD_CLASSES) ||
         koma_fail (error, KOMA_ERROR_ARGUMENT, "there are %u classes, expected 1 to %u", n,
                    KOMA_MAX_WORD_CLASSES);
}

/**
 * koma_word_classes_parse:
 * @text: UTF-8
 *
 * Blanks around a class are dropped, and so is what is empty or there twice.
 *
 * Thread: any. Errors: %KOMA_ERROR_ARGUMENT where there is no class, or more than
 * %KOMA_MAX_WORD_CLASSES, or the text is not UTF-8.
 *
 * Returns: (transfer full): NULL-terminated
 */
char **
koma_word_classes_parse (const char *text,
                         GError    **error)
{
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  g_auto (GStrv) parts = g_strsplit (stripped, strchr (stripped, '\n') != NULL ? "\n" : ",", -1);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; parts[i] != NULL; i++)
    if (*g_strstrip (parts[i]) != '\0' && g_hash_table_add (seen, parts[i]))
      g_ptr_array_add (words, g_strdup (parts[i]));
  if (!check_words (text, words->len, error))
    return NULL;
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

/* Each prompt with the word in its place; one without a place has it at its end. */
static char **
fill_prompts (const char *const *prompts,
              const char        *word)
{
  const guint n = g_strv_length ((char **) prompts);
  char      **texts = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++) {
    g_autoptr (GString) text = g_string_new (prompts[i]);

    if (g_string_replace (text, KOMA_PROMPT_PLACE, word, 0) == 0)
      g_string_append_printf (text, " %s", word);
    texts[i] = g_strdup (text->str);
  }
  return texts;
}

/* [width, n_words], times the scale. */
static KomaArray *
make_matrix (KomaTowers        *towers,
             const char        *folder,
             const char *const *words,
             const char *const *prompts,
             GError           **error)
{
  const guint       n_words = g_strv_length ((char **) words);
  const guint       width = koma_towers_get_width (towers);
  const KomaShape   shape = KOMA_SHAPE (width, n_words);
  g_autofree float *vector = g_new (float, width);
  g_autoptr (KomaTextEncoder) encoder = koma_text_encoder_new (towers, folder, error);
  g_autoptr (KomaArray) matrix =
    encoder != NULL ? koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error) : NULL;

  for (guint w = 0; matrix != NULL && w < n_words; w++) {
    g_auto (GStrv) texts = fill_prompts (prompts, words[w]);
    float *numbers = matrix->data;

    if (!koma_text_encoder_encode_mean (encoder, (const char *const *) texts, vector, error))
      return NULL;
    for (guint i = 0; i < width; i++)
      numbers[i * n_words + w] = (float) (vector[i] * koma_towers_get_scale (towers));
  }
  return g_steal_pointer (&matrix);
}

/* (nullable) */
static KomaGraph *
make_graph (const KomaTowers *towers,
            KomaArray        *matrix,
            GError          **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_copy (koma_towers_get_pictures (towers));
  KomaBuilder nodes = { 0 };
  KomaValueId x = koma_graph_get_output (graph, 0);
  KomaValueId square = KOMA_VALUE_NONE;
  gboolean    is_made = FALSE;

  koma_builder_init_open (&nodes, graph, "words");
  square = koma_builder_binary (&nodes, KOMA_OP_MUL, x, x);
  square = KOMA_BUILDER_NODE (&nodes, KOMA_OP_SUM, koma_attrs_new_int ("keep_dims", TRUE), square,
                              koma_builder_int (&nodes, 1));
  x = koma_builder_binary (&nodes, KOMA_OP_MUL, x,
                           koma_builder_unary (&nodes, KOMA_OP_RSQRT, square));
  x = koma_builder_mat_mul (&nodes, x, koma_builder_array (&nodes, matrix), FALSE, FALSE);
  if (koma_towers_get_bias (towers) != 0)
    x = koma_builder_binary (&nodes, KOMA_OP_ADD, x,
                             koma_builder_float (&nodes, koma_towers_get_bias (towers)));
  is_made = koma_builder_finish (&nodes, error);
  koma_builder_clear (&nodes);
  if (!is_made)
    return NULL;
  koma_graph_clear_outputs (graph);
  koma_graph_add_output (graph, "logits", x);
  return g_steal_pointer (&graph);
}

/* Of the model, and of all words and prompts in their order. */
static char *
make_hash (const KomaModel   *model,
           const char *const *words,
           const char *const *prompts)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (checksum, (const guchar *) koma_model_get_hash (model), -1);
  for (guint i = 0; words[i] != NULL; i++)
    g_checksum_update (checksum, (const guchar *) words[i], (gssize) strlen (words[i]) + 1);
  for (guint i = 0; prompts[i] != NULL; i++)
    g_checksum_update (checksum, (const guchar *) prompts[i], (gssize) strlen (prompts[i]) + 1);
  return g_strndup (g_checksum_get_string (checksum), HASH_DIGITS);
}

/**
 * koma_word_classes_new:
 * @model: whose koma_model_get_purpose() is %KOMA_PURPOSE_WORDS, with the files of its tokenizer
 *   beside it
 * @words: NULL-terminated, 1 to %KOMA_MAX_WORD_CLASSES, as koma_word_classes_parse() gives them
 * @prompts: sentences with “{}” in place of a class, whose vectors are averaged; %NULL: what is
 *   usual for such a model
 *
 * The words go through their half once; a picture goes through the other one alone. Scores are
 * probabilities of one word of these, or, as SigLIP was trained, of each word by itself.
 *
 * Thread: any; reads files and computes. Errors: those of koma_towers_new() and
 * koma_text_encoder_new().
 *
 * Returns: (transfer full): a classifier, whose labels are the words
 */
KomaModel *
koma_word_classes_new (KomaModel         *model,
                       const char *const *words,
                       const char *const *prompts,
                       GError           **error)
{
  g_autofree char *folder = g_path_get_dirname (koma_model_get_path (model));
  g_autofree char *hash = NULL;
  g_autoptr (KomaTowers) towers = koma_towers_new (model, error);
  g_autoptr (KomaArray) matrix = NULL;
  g_autoptr (KomaGraph) graph = NULL;
  KomaRecipe recipe = { 0 };

  if (towers == NULL)
    return NULL;
  if (prompts == NULL || prompts[0] == NULL)
    prompts = koma_towers_is_sigmoid (towers) ? siglip_prompts : clip_prompts;
  matrix = make_matrix (towers, folder, words, prompts, error);
  graph = matrix != NULL ? make_graph (towers, matrix, error) : NULL;
  if (graph == NULL)
    return NULL;
  recipe = *koma_towers_get_recipe (towers);
  recipe.scores = koma_towers_is_sigmoid (towers) ? KOMA_SCORES_MULTI_LABEL : KOMA_SCORES_LOGITS;
  recipe.sources[KOMA_PART_SCORES] = KOMA_SOURCE_METADATA;
  hash = make_hash (model, words, prompts);
  return koma_model_new_with_scores (model, g_steal_pointer (&graph), &recipe,
                                     koma_labels_new (g_strdupv ((char **) words), "words"), hash);
}
