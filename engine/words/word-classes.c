/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The half for pictures, made unit, times a matrix of the vectors of the words: a classifier
 * as any other. */

#include "word-classes.h"

#include <string.h>

#include "engine/graph/array.h"
#include "engine/graph/attrs.h"
#include "engine/graph/builder.h"
#include "engine/koma/koma-error.h"
#include "engine/model/model-scores.h"

#define HASH_DIGITS 32

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

/* (nullable) */
static KomaGraph *
make_graph (const KomaTowers *towers,
            KomaArray        *matrix,
            GError          **error)
{
  KomaValueId vector = KOMA_VALUE_NONE;
  g_autoptr (KomaGraph) graph = koma_graph_copy (koma_towers_get_pictures (towers));
  KomaBuilder nodes = { 0 };
  KomaValueId x = koma_graph_get_output (graph, 0);
  KomaValueId square = KOMA_VALUE_NONE;
  gboolean    is_made = FALSE;

  koma_builder_init_open (&nodes, graph, "words");
  square = koma_builder_binary (&nodes, KOMA_OP_MUL, x, x);
  square = KOMA_BUILDER_NODE (&nodes, KOMA_OP_SUM, koma_attrs_new_int ("keep_dims", TRUE), square,
                              koma_builder_int (&nodes, 1));
  vector = koma_builder_binary (&nodes, KOMA_OP_MUL, x,
                                koma_builder_unary (&nodes, KOMA_OP_RSQRT, square));
  x = koma_builder_mat_mul (&nodes, vector, koma_builder_array (&nodes, matrix), FALSE, FALSE);
  if (koma_towers_get_bias (towers) != 0)
    x = koma_builder_binary (&nodes, KOMA_OP_ADD, x,
                             koma_builder_float (&nodes, koma_towers_get_bias (towers)));
  is_made = koma_builder_finish (&nodes, error);
  koma_builder_clear (&nodes);
  if (!is_made)
    return NULL;
  koma_graph_clear_outputs (graph);
  koma_graph_add_output (graph, "logits", x);
  koma_graph_add_output (graph, KOMA_VECTOR_OUTPUT, vector);
  return g_steal_pointer (&graph);
}

/* Of the model, and of what was chosen, in its order. */
static char *
make_hash (const KomaModel    *model,
           const KomaWordHead *head,
           gboolean            has_none)
{
  g_autofree char *words = koma_word_head_dup_text (head, KOMA_PART_CLASSES);
  g_autofree char *prompts = koma_word_head_dup_text (head, KOMA_PART_PROMPTS);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (checksum, (const guchar *) koma_model_get_hash (model), -1);
  g_checksum_update (checksum, (const guchar *) words, (gssize) strlen (words) + 1);
  if (has_none)
    g_checksum_update (checksum, (const guchar *) KOMA_NONE_OF_THESE, -1);
  if (prompts != NULL)
    g_checksum_update (checksum, (const guchar *) prompts, -1);
  return g_strndup (g_checksum_get_string (checksum), HASH_DIGITS);
}

static void
free_head (gpointer head)
{
  koma_word_head_free (head);
}

static KomaModel *
make_classes (KomaWordSpace     *space,
              const char *const *words,
              const char *const *prompts,
              GError           **error)
{
  const KomaModel  *model = koma_word_space_get_model (space);
  const KomaTowers *towers = koma_word_space_get_towers (space);
  g_autofree char  *hash = NULL;
  g_autoptr (KomaWordHead) head = NULL;
  g_autoptr (KomaGraph) graph = NULL;
  g_autoptr (KomaLabels) labels = NULL;
  KomaRecipe recipe = *koma_towers_get_recipe (towers);

  head = koma_word_head_new (space, words, prompts, error);
  graph = head != NULL ? make_graph (towers, koma_word_head_get_matrix (head), error) : NULL;
  if (graph == NULL)
    return NULL;
  recipe.scores = koma_towers_is_sigmoid (towers) ? KOMA_SCORES_MULTI_LABEL : KOMA_SCORES_LOGITS;
  recipe.sources[KOMA_PART_SCORES] = KOMA_SOURCE_METADATA;
  recipe.sources[KOMA_PART_LABELS] = recipe.sources[KOMA_PART_CLASSES];
  hash = make_hash (model, head, recipe.has_background);
  labels = koma_word_head_dup_labels (head);
  return koma_model_new_with_scores (model, g_steal_pointer (&graph), &recipe,
                                     g_steal_pointer (&labels), hash,
                                     g_steal_pointer (&head), free_head);
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
 * probabilities of one word of these, or, as SigLIP was trained, of each word by itself; with a
 * background in the recipe, the first class is %KOMA_NONE_OF_THESE. A second
 * output, %KOMA_VECTOR_OUTPUT, has the vector of the picture.
 *
 * Thread: any; reads files and computes. Errors: those of koma_word_space_new() and
 * koma_word_head_new().
 *
 * Returns: (transfer full): a classifier, whose labels are the words
 */
KomaModel *
koma_word_classes_new (KomaModel         *model,
                       const char *const *words,
                       const char *const *prompts,
                       GError           **error)
{
  g_autoptr (KomaWordSpace) space = koma_word_space_new (model, error);

  return space != NULL ? make_classes (space, words, prompts, error) : NULL;
}

/* @text: (nullable): lines, or nothing but blanks */
static char **
parse_prompts (const char *text)
{
  g_auto (GStrv) lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;
  g_autoptr (GStrvBuilder) prompts = g_strv_builder_new ();

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    if (*g_strstrip (lines[i]) != '\0')
      g_strv_builder_add (prompts, lines[i]);
  return g_strv_builder_end (prompts);
}

/**
 * koma_word_classes_set:
 * @model: any
 * @classes: (nullable): as koma_word_classes_parse() takes them
 * @prompts: (nullable): one a line; none: what is usual for such a model
 *
 * Where @model compares pictures with words, or was made of one that does, it gets other classes;
 * no file is read, but for a text the first time. Any other model, and one without classes, stays.
 *
 * Thread: any; computes. Errors: those of koma_word_classes_parse(), koma_word_space_new() and
 * koma_word_head_new().
 *
 * Returns: (transfer full) (nullable): a classifier, or @model
 */
KomaModel *
koma_word_classes_set (KomaModel  *model,
                       const char *classes,
                       const char *prompts,
                       GError    **error)
{
  const KomaWordHead *head = koma_word_head_find (model);
  g_autoptr (KomaWordSpace) space = NULL;
  g_auto (GStrv) words = NULL;
  g_auto (GStrv) sentences = parse_prompts (prompts);

  if (classes == NULL ||
      (head == NULL && koma_model_get_purpose (model) != KOMA_PURPOSE_WORDS))
    return koma_model_ref (model);
  words = koma_word_classes_parse (classes, error);
  if (words == NULL)
    return NULL;
  space = head != NULL ? koma_word_space_ref (koma_word_head_get_space (head))
                       : koma_word_space_new (model, error);
  return space != NULL ? make_classes (space, (const char *const *) words,
                                       (const char *const *) sentences, error)
                       : NULL;
}

/**
 * koma_word_head_find:
 *
 * Thread: any.
 *
 * Returns: (transfer none) (nullable): of a model that koma_word_classes_new() has made
 */
const KomaWordHead *
koma_word_head_find (const KomaModel *model)
{
  return koma_model_get_maker (model);
}

/**
 * koma_word_classes_get_file_hash:
 * @model: any
 *
 * Thread: any.
 *
 * Returns: (transfer none): koma_model_get_hash() of the model without classes, where @model was
 *   made by koma_word_classes_new(), else its own
 */
const char *
koma_word_classes_get_file_hash (const KomaModel *model)
{
  const KomaWordHead *head = koma_word_head_find (model);

  return koma_model_get_hash (
    head != NULL ? koma_word_space_get_model (koma_word_head_get_space (head)) : model);
}
