/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What is guessed from the end of a graph: what its scores are, and whether it is a classifier. */
#include "fixture.h"
#include "recipe-chain.h"
#include "tests/test-main.h"

static KomaScores
infer_scores (Chain *chain)
{
  KomaRecipe recipe = { 0 };
  g_autoptr (GError) error = NULL;

  chain_infer (chain, NULL, &recipe, &error);
  g_assert_no_error (error);
  return recipe.scores;
}

static void
test_scores (void)
{
  static const struct
  {
    KomaOp     op;
    KomaScores scores;
  } ends[] = {
    { KOMA_OP_IDENTITY, KOMA_SCORES_LOGITS },
    { KOMA_OP_RELU, KOMA_SCORES_LOGITS },
    { KOMA_OP_SOFTMAX, KOMA_SCORES_PROBABILITIES },
    { KOMA_OP_LOG_SOFTMAX, KOMA_SCORES_LOG },
    { KOMA_OP_SIGMOID, KOMA_SCORES_PROBABILITIES },
  };
  const KomaShape shape = KOMA_SHAPE (4);
  const gint32    dims[] = { 1, 1, 1, 8 };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++) {
    g_auto (Chain) chain = { 0 };

    chain_init (&chain, "1,32,32,3");
    chain_add_conv (&chain, "SAME", 3);
    chain_add_mean (&chain);
    chain_add (&chain, ends[i].op, KOMA_VALUE_NONE, NULL);
    chain_add (&chain, KOMA_OP_RESHAPE, chain_add_ints (&chain, &shape, dims), NULL);
    chain_add (&chain, KOMA_OP_IDENTITY, KOMA_VALUE_NONE, NULL);
    g_assert_cmpint (infer_scores (&chain), ==, ends[i].scores);
  }
}

static void
assert_no_classifier (Chain      *chain,
                      const char *word,
                      const char *another)
{
  KomaRecipe recipe = { .width = 7 };
  g_autoptr (GError) error = NULL;

  g_assert_false (chain_infer (chain, NULL, &recipe, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, word, another, NULL);
  g_assert_cmpuint (recipe.width, ==, 7);
}

static void
test_no_classifier (void)
{
  const KomaShape vector = KOMA_SHAPE (1, 8);
  g_auto (Chain) detector = { 0 };
  g_auto (Chain) sound = { 0 };
  g_auto (Chain) four = { 0 };
  g_auto (Chain) nothing = { 0 };
  g_auto (Chain) outputs = { 0 };
  g_auto (Chain) inputs = { 0 };

  chain_init (&detector, "1,32,32,3");
  chain_add_conv (&detector, "SAME", 3);
  assert_no_classifier (&detector, "[1,16,16,8]", "out");

  chain_init (&sound, "1,16000");
  assert_no_classifier (&sound, "[1,16000]", "in");

  chain_init (&four, "1,32,32,4");
  chain_add_conv (&four, "SAME", 4);
  assert_no_classifier (&four, "[1,32,32,4]", "in");

  chain_init (&nothing, "1,0,0,3");
  assert_no_classifier (&nothing, "[1,0,0,3]", "in");

  chain_init (&outputs, "1,32,32,3");
  koma_graph_add_output (outputs.graph, "a", outputs.value);
  koma_graph_add_output (outputs.graph, "b", outputs.value);
  assert_no_classifier (&outputs, "2 outputs", "1");

  chain_init (&inputs, "1,32,32,3");
  koma_graph_add_input (inputs.graph, "more", KOMA_DTYPE_FLOAT32, &vector);
  assert_no_classifier (&inputs, "2 inputs", "1");
}

/* n values, each 0 with any picture but for its own bias. */
static void
chain_add_values (Chain *self,
                  gsize  n,
                  float (*bias) (gsize k))
{
  const KomaShape matrix = KOMA_SHAPE (8, n);
  const KomaShape row = KOMA_SHAPE (n);
  KomaArray      *weights = koma_array_new (KOMA_DTYPE_FLOAT32, &matrix, NULL);
  KomaArray      *biases = koma_array_new (KOMA_DTYPE_FLOAT32, &row, NULL);

  for (gsize k = 0; k < n; k++)
    ((float *) biases->data)[k] = bias (k);
  chain_add_conv (self, "SAME", 3);
  chain_add_mean (self);
  chain_add (self, KOMA_OP_MAT_MUL, chain_take (self, weights), NULL);
  chain_add (self, KOMA_OP_ADD, chain_take (self, biases), NULL);
}

/* Of points that lie spread over 32 × 32 pixels. */
static float
get_coordinate (gsize k)
{
  return (float) (4 + k * 7 % 24);
}

static float
get_nothing (gsize k)
{
  return 0;
}

static void
test_one_value (void)
{
  const KomaRecipeHints known = { .are_scores_known = TRUE };
  KomaRecipe            recipe = { 0 };
  g_auto (Chain) age = { 0 };
  g_auto (Chain) binary = { 0 };

  chain_init (&age, "1,32,32,3");
  chain_add_values (&age, 1, get_coordinate);
  assert_no_classifier (&age, "not a classifier", "one value");
  g_assert_true (chain_infer (&age, &known, &recipe, NULL));

  chain_init (&binary, "1,32,32,3");
  chain_add_values (&binary, 1, get_nothing);
  chain_add (&binary, KOMA_OP_SIGMOID, KOMA_VALUE_NONE, NULL);
  g_assert_true (chain_infer (&binary, NULL, &recipe, NULL));
  g_assert_cmpint (recipe.sources[KOMA_PART_SCORES], !=, KOMA_SOURCE_GUESS);
}

/* Said to be a classifier, by words or by labels, it is one. */
static void
test_coordinates (void)
{
  const KomaRecipeHints known = { .are_scores_known = TRUE };
  const KomaRecipeHints labels = { .n_labels = 228 };
  const KomaRecipeHints other_labels = { .n_labels = 10 };
  KomaRecipe            recipe = { 0 };
  g_auto (Chain) landmarks = { 0 };

  chain_init (&landmarks, "1,32,32,3");
  chain_add_values (&landmarks, 228, get_coordinate);
  assert_no_classifier (&landmarks, "not a classifier", "228");
  g_assert_true (chain_infer (&landmarks, &known, &recipe, NULL));
  g_assert_cmpint (recipe.sources[KOMA_PART_SCORES], !=, KOMA_SOURCE_GUESS);
  g_assert_true (chain_infer (&landmarks, &labels, &recipe, NULL));
  g_assert_cmpint (recipe.sources[KOMA_PART_SCORES], !=, KOMA_SOURCE_GUESS);
  g_assert_false (chain_infer (&landmarks, &other_labels, &recipe, NULL));
}

/* With weights that nobody wants in memory twice it is not computed with, and is taken for a
 * classifier. */
static void
test_large (void)
{
  const KomaShape shape = KOMA_SHAPE ((256 << 18) + 1);
  KomaRecipe      recipe = { 0 };
  g_auto (Chain) landmarks = { 0 };

  chain_init (&landmarks, "1,32,32,3");
  chain_add_values (&landmarks, 228, get_coordinate);
  chain_take (&landmarks, koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL));
  g_assert_true (chain_infer (&landmarks, NULL, &recipe, NULL));
  g_assert_cmpint (recipe.sources[KOMA_PART_SCORES], ==, KOMA_SOURCE_GUESS);
}

static void
test_unnamed_logits (gconstpointer data)
{
  const KomaRecipeHints labels = { .n_labels = GPOINTER_TO_UINT (data) };
  KomaRecipe            recipe = { 0 };
  g_auto (Chain) chain = { 0 };

  chain_init (&chain, "1,32,32,3");
  chain_add_values (&chain, GPOINTER_TO_UINT (data), get_nothing);
  g_assert_true (chain_infer (&chain, NULL, &recipe, NULL));
  g_assert_cmpint (recipe.sources[KOMA_PART_SCORES], ==, KOMA_SOURCE_GUESS);
  g_assert_true (chain_infer (&chain, &labels, &recipe, NULL));
  g_assert_cmpint (recipe.sources[KOMA_PART_SCORES], !=, KOMA_SOURCE_GUESS);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recipe-scores/ends", test_scores);
  g_test_add_func ("/recipe-scores/no-classifier", test_no_classifier);
  g_test_add_func ("/recipe-scores/one-value", test_one_value);
  g_test_add_func ("/recipe-scores/coordinates", test_coordinates);
  g_test_add_func ("/recipe-scores/large", test_large);
  g_test_add_data_func ("/recipe-scores/logits/2", GUINT_TO_POINTER (2), test_unnamed_logits);
  g_test_add_data_func ("/recipe-scores/logits/10", GUINT_TO_POINTER (10), test_unnamed_logits);
  return g_test_run ();
}
