/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What is guessed from the beginning of a graph: how pictures become its input. */
#include "recipe-chain.h"
#include "tests/test-main.h"

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
  g_test_add_func ("/recipe-infer/source", test_source);
  return g_test_run ();
}
