/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What is guessed from the beginning and the end of a graph. */
#include "engine/model/recipe-infer.h"
#include "engine/passes/passes.h"
#include "fixture.h"
#include "tests/test-main.h"

/* A graph of one value after the other. */
typedef struct
{
  KomaGraph  *graph;
  KomaValueId value;
} Chain;

static void
chain_init (Chain      *self,
            const char *shape)
{
  KomaShape input = KOMA_SHAPE_SCALAR;

  g_assert_true (koma_shape_parse (shape, &input, NULL));
  self->graph = koma_graph_new ();
  self->value = koma_graph_add_input (self->graph, "in", KOMA_DTYPE_FLOAT32, &input);
}

static void
chain_clear (Chain *self)
{
  g_clear_pointer (&self->graph, koma_graph_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chain, chain_clear)

static void
chain_add (Chain            *self,
           KomaOp            op,
           const KomaValueId other, /* or KOMA_VALUE_NONE */
           KomaAttrs        *attrs)
{
  const KomaValueId inputs[] = { self->value, other };
  g_autoptr (GError) error = NULL;
  KomaNode *node = koma_graph_add_node (self->graph, op, koma_op_get_name (op), inputs,
                                        other != KOMA_VALUE_NONE ? 2 : 1, attrs, &error);

  g_assert_no_error (error);
  self->value = node->outputs[0];
}

static KomaValueId
chain_take (Chain     *self,
            KomaArray *tensor) /* (transfer full) */
{
  KomaValueId id = koma_graph_add_constant (self->graph, "constant", tensor);

  koma_array_unref (tensor);
  return id;
}

static void
chain_add_number (Chain *self,
                  KomaOp op,
                  double number)
{
  chain_add (self, op, chain_take (self, koma_array_new_scalar (KOMA_DTYPE_FLOAT32, number, NULL)),
             NULL);
}

static KomaValueId
chain_add_ints (Chain           *self,
                const KomaShape *shape,
                const gint32    *values)
{
  return chain_take (self, koma_array_new_from_data (KOMA_DTYPE_INT32, shape, values, NULL));
}

static void
chain_add_pad (Chain *self,
               gint32 before,
               gint32 after)
{
  const KomaShape shape = KOMA_SHAPE (4, 2);
  const gint32    paddings[] = { 0, 0, before, after, before, after, 0, 0 };
  KomaValueId     inputs[] = { self->value, chain_add_ints (self, &shape, paddings),
                               chain_take (self,
                                           koma_array_new_scalar (KOMA_DTYPE_FLOAT32, 0, NULL)) };

  self->value =
    koma_graph_add_node (self->graph, KOMA_OP_PAD, "pad", inputs, 3, NULL, NULL)->outputs[0];
}

/* 3×3, stride 2, 8 channels */
static void
chain_add_conv (Chain      *self,
                const char *padding,
                gint64      in_c)
{
  const KomaShape shape = KOMA_SHAPE (3, 3, in_c, 8);
  KomaAttrs      *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "strides", (gint64[]){ 1, 2, 2, 1 }, 4);
  koma_attrs_set_string (attrs, "padding", padding);
  if (g_str_equal (padding, "EXPLICIT"))
    koma_attrs_set_ints (attrs, "explicit_paddings", (gint64[]){ 0, 0, 1, 1, 1, 1, 0, 0 }, 8);
  chain_add (
    self, KOMA_OP_CONV_2D,
    chain_take (self, koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL)),
    attrs);
}

/* The mean of each channel: [1, 8]. */
static void
chain_add_mean (Chain *self)
{
  const KomaShape shape = KOMA_SHAPE (2);
  const gint32    axes[] = { 1, 2 };

  chain_add (self, KOMA_OP_MEAN, chain_add_ints (self, &shape, axes), NULL);
}

static gboolean
chain_infer (Chain                 *self,
             const KomaRecipeHints *hints,
             KomaRecipe            *ret_recipe,
             GError               **error)
{
  const KomaRecipeHints none = { 0 };
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);

  if (koma_graph_get_n_outputs (self->graph) == 0)
    koma_graph_add_output (self->graph, "out", self->value);
  g_assert_true (koma_pass_bind (self->graph, 1, NULL, 0, error));
  g_assert_true (koma_pass_infer (self->graph, error));
  return koma_recipe_infer (self->graph, hints != NULL ? hints : &none, ret_recipe, notes, error);
}

/* Infers, and compares the range with what its name means. */
static void
assert_range (Chain                 *chain,
              const KomaRecipeHints *hints,
              const char            *range)
{
  KomaRecipe recipe = { 0 };
  KomaRecipe expected = { 0 };
  g_autoptr (GError) error = NULL;

  chain_infer (chain, hints, &recipe, &error);
  g_assert_no_error (error);
  expected = recipe;
  g_assert_true (koma_recipe_set_range (&expected, range, NULL));
  for (guint c = 0; c < 3; c++) {
    g_assert_cmpfloat (recipe.scale[c], ==, expected.scale[c]);
    g_assert_cmpfloat (recipe.offset[c], ==, expected.offset[c]);
  }
}

static void
test_usual (void)
{
  g_auto (Chain) chain = { 0 };

  chain_init (&chain, "1,32,32,3");
  chain_add_conv (&chain, "SAME", 3);
  chain_add_mean (&chain);
  assert_range (&chain, NULL, "-1,1");
}

/* TensorFlow writes its own padding out now and then: at the end only. */
static void
test_padded (gconstpointer data)
{
  const gint32 *pad = data;
  g_auto (Chain) chain = { 0 };

  chain_init (&chain, "1,32,32,3");
  chain_add_pad (&chain, pad[0], pad[1]);
  chain_add_conv (&chain, "VALID", 3);
  chain_add_mean (&chain);
  assert_range (&chain, NULL, pad[0] == pad[1] && pad[0] > 0 ? "imagenet" : "-1,1");
}

static void
test_explicit_padding (void)
{
  g_auto (Chain) chain = { 0 };

  chain_init (&chain, "1,32,32,3");
  chain_add_conv (&chain, "EXPLICIT", 3);
  chain_add_mean (&chain);
  assert_range (&chain, NULL, "imagenet");
}

typedef struct
{
  const char *name;
  KomaOp      ops[2];
  double      numbers[2];
  const char *range;
} Affine;

static const Affine affines[] = {
  { "divide-subtract", { KOMA_OP_DIV, KOMA_OP_SUB }, { 127.5, 1 }, "0,255" },
  { "subtract-divide", { KOMA_OP_SUB, KOMA_OP_DIV }, { 127.5, 127.5 }, "0,255" },
  { "rescaling", { KOMA_OP_MUL, KOMA_OP_ADD }, { 1 / 255.0, 0 }, "0,255" },
  { "mean-only", { KOMA_OP_SUB, KOMA_OP_MUL }, { 117, 1 }, "0,255" },
  { "hub", { KOMA_OP_MUL, KOMA_OP_SUB }, { 2, 1 }, "0,1" },
  { "to-bytes", { KOMA_OP_MUL, KOMA_OP_SUB }, { 255, 117 }, "0,1" },
  { "signed-to-unit", { KOMA_OP_MUL, KOMA_OP_ADD }, { 0.5, 0.5 }, "-1,1" },
  { "signed-to-bytes", { KOMA_OP_ADD, KOMA_OP_MUL }, { 1, 127.5 }, "-1,1" },
};

static void
test_affine (gconstpointer data)
{
  const Affine *affine = data;
  g_auto (Chain) chain = { 0 };

  chain_init (&chain, "1,32,32,3");
  for (guint i = 0; i < 2; i++)
    chain_add_number (&chain, affine->ops[i], affine->numbers[i]);
  chain_add_pad (&chain, 1, 1);
  chain_add_conv (&chain, "VALID", 3);
  chain_add_mean (&chain);
  assert_range (&chain, NULL, affine->range);
}

/* As koma_pass_float_pictures() leaves a picture of int32. */
static void
test_whole (void)
{
  KomaAttrs *to_int = koma_attrs_new ();
  KomaAttrs *to_float = koma_attrs_new ();
  g_auto (Chain) chain = { 0 };

  koma_attrs_set_string (to_int, "DstT", "int32");
  koma_attrs_set_string (to_float, "DstT", "float32");
  chain_init (&chain, "1,32,32,3");
  chain_add (&chain, KOMA_OP_ROUND, KOMA_VALUE_NONE, NULL);
  chain_add (&chain, KOMA_OP_CAST, KOMA_VALUE_NONE, to_int);
  chain_add (&chain, KOMA_OP_CAST, KOMA_VALUE_NONE, to_float);
  chain_add_conv (&chain, "SAME", 3);
  chain_add_mean (&chain);
  assert_range (&chain, NULL, "0,255");
}

static void
test_hints (void)
{
  const KomaRecipeHints teachable_machine = { .is_teachable_machine = TRUE };
  const KomaRecipeHints labels = { .has_labels_constant = TRUE };
  g_auto (Chain) chain = { 0 };

  chain_init (&chain, "1,32,32,3");
  chain_add_conv (&chain, "SAME", 3);
  chain_add_mean (&chain);
  assert_range (&chain, &teachable_machine, "teachable-machine");
  assert_range (&chain, &labels, "0,1");
}

/* Only that page trains on what the mirror shows. */
static void
test_selfie (void)
{
  const KomaRecipeHints teachable_machine = { .is_teachable_machine = TRUE };
  g_auto (Chain) chain = { 0 };
  KomaRecipe recipe = { 0 };

  chain_init (&chain, "1,32,32,3");
  chain_add_conv (&chain, "SAME", 3);
  chain_add_mean (&chain);
  g_assert_true (chain_infer (&chain, &teachable_machine, &recipe, NULL));
  g_assert_true (recipe.is_selfie);
  g_assert_true (chain_infer (&chain, NULL, &recipe, NULL));
  g_assert_false (recipe.is_selfie);
}

static void
test_grey (void)
{
  KomaRecipe recipe = { 0 };
  g_auto (Chain) chain = { 0 };

  chain_init (&chain, "1,20,28,1");
  chain_add_conv (&chain, "SAME", 1);
  chain_add_mean (&chain);
  assert_range (&chain, NULL, "0,1");
  g_assert_true (chain_infer (&chain, NULL, &recipe, NULL));
  g_assert_cmpint (recipe.channels, ==, KOMA_CHANNELS_GREY);
  g_assert_cmpuint (recipe.height, ==, 20);
  g_assert_cmpuint (recipe.width, ==, 28);
}

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

static KomaRecipeSource
infer_source (Chain                 *chain,
              const KomaRecipeHints *hints)
{
  KomaRecipe recipe = { 0 };

  g_assert_true (chain_infer (chain, hints, &recipe, NULL));
  return recipe.sources[KOMA_PART_RANGE];
}

static void
test_source (void)
{
  const KomaRecipeHints teachable_machine = { .is_teachable_machine = TRUE };
  const KomaRecipeHints labels = { .has_labels_constant = TRUE };
  g_auto (Chain) plain = { 0 };
  g_auto (Chain) scaled = { 0 };

  chain_init (&plain, "1,32,32,3");
  chain_add_conv (&plain, "EXPLICIT", 3);
  chain_add_mean (&plain);
  g_assert_cmpint (infer_source (&plain, NULL), ==, KOMA_SOURCE_GUESS);
  g_assert_cmpint (infer_source (&plain, &teachable_machine), ==, KOMA_SOURCE_METADATA);
  g_assert_cmpint (infer_source (&plain, &labels), ==, KOMA_SOURCE_METADATA);

  chain_init (&scaled, "1,32,32,3");
  chain_add_number (&scaled, KOMA_OP_MUL, 1 / 255.0);
  chain_add_conv (&scaled, "SAME", 3);
  chain_add_mean (&scaled);
  g_assert_cmpint (infer_source (&scaled, NULL), ==, KOMA_SOURCE_GRAPH);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const gint32 pads[][2] = { { 0, 1 }, { 1, 1 }, { 3, 3 }, { 1, 2 } };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/recipe-infer/usual", test_usual);
  for (guint i = 0; i < G_N_ELEMENTS (pads); i++) {
    g_autofree char *path = g_strdup_printf ("/recipe-infer/padded/%d-%d", pads[i][0], pads[i][1]);

    g_test_add_data_func (path, pads[i], test_padded);
  }
  g_test_add_func ("/recipe-infer/explicit-padding", test_explicit_padding);
  for (guint i = 0; i < G_N_ELEMENTS (affines); i++) {
    g_autofree char *path = g_strconcat ("/recipe-infer/affine/", affines[i].name, NULL);

    g_test_add_data_func (path, &affines[i], test_affine);
  }
  g_test_add_func ("/recipe-infer/whole", test_whole);
  g_test_add_func ("/recipe-infer/hints", test_hints);
  g_test_add_func ("/recipe-infer/selfie", test_selfie);
  g_test_add_func ("/recipe-infer/grey", test_grey);
  g_test_add_func ("/recipe-infer/scores", test_scores);
  g_test_add_func ("/recipe-infer/no-classifier", test_no_classifier);
  g_test_add_func ("/recipe-infer/one-value", test_one_value);
  g_test_add_func ("/recipe-infer/coordinates", test_coordinates);
  g_test_add_func ("/recipe-infer/large", test_large);
  g_test_add_data_func ("/recipe-infer/logits/2", GUINT_TO_POINTER (2), test_unnamed_logits);
  g_test_add_data_func ("/recipe-infer/logits/10", GUINT_TO_POINTER (10), test_unnamed_logits);
  g_test_add_func ("/recipe-infer/source", test_source);
  return g_test_run ();
}
