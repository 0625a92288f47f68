/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What follows Softmax and Sigmoid, inputs of 8 bits, and pictures without channels. */
#include "engine/model/chosen-class.h"
#include "engine/model/picture-layout.h"
#include "engine/model/recipe-infer.h"
#include "engine/passes/passes.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

#define SIDE      8
#define N_CLASSES 3

static KomaValueId
add_all (KomaGraph         *graph,
         KomaOp             op,
         const KomaValueId *inputs,
         guint              n_inputs,
         KomaAttrs         *attrs) /* (transfer full) (nullable) */
{
  g_autoptr (GError) error = NULL;
  KomaNode *node =
    koma_graph_add_node (graph, op, koma_op_get_name (op), inputs, n_inputs, attrs, &error);

  g_assert_no_error (error);
  return node->outputs[0];
}

static KomaValueId
add (KomaGraph  *graph,
     KomaOp      op,
     KomaValueId a,
     KomaValueId b) /* or KOMA_VALUE_NONE */
{
  return add_all (graph, op, (KomaValueId[]){ a, b }, b == KOMA_VALUE_NONE ? 1 : 2, NULL);
}

static KomaValueId
add_constant (KomaGraph  *graph,
              const char *shape,
              KomaDType   dtype,
              const void *data)
{
  KomaShape parsed = KOMA_SHAPE_SCALAR;
  g_autoptr (KomaArray) array = NULL;

  g_assert_true (shape[0] == '\0' || koma_shape_parse (shape, &parsed, NULL));
  array = koma_array_new_from_data (dtype, &parsed, data, NULL);
  return koma_graph_add_constant (graph, "constant", array);
}

static KomaValueId
add_number (KomaGraph *graph,
            float      number)
{
  return add_constant (graph, "", KOMA_DTYPE_FLOAT32, &number);
}

static KomaValueId
add_int (KomaGraph *graph,
         gint32     number)
{
  return add_constant (graph, "", KOMA_DTYPE_INT32, &number);
}

/* Mean colour, times weights: [1,3], made by @op of a picture. */
static KomaValueId
begin (KomaGraph *graph,
       KomaOp     op)
{
  const float       weights[] = { 9, -2, 1, -3, 8, 1, 1, 2, 7 };
  const gint32      axes[] = { 1, 2 };
  const KomaShape   shape = KOMA_SHAPE (1, SIDE, SIDE, 3);
  const KomaValueId in = koma_graph_add_input (graph, "in", KOMA_DTYPE_FLOAT32, &shape);
  const KomaValueId mean =
    add (graph, KOMA_OP_MEAN, in, add_constant (graph, "2", KOMA_DTYPE_INT32, axes));
  const KomaValueId product =
    add (graph, KOMA_OP_MAT_MUL, mean, add_constant (graph, "3,3", KOMA_DTYPE_FLOAT32, weights));

  return op == KOMA_OP_IDENTITY ? product : add (graph, op, product, KOMA_VALUE_NONE);
}

static KomaRecipe
infer (KomaGraph *graph)
{
  const KomaRecipeHints hints = { .is_own_output = TRUE };
  KomaRecipe            recipe = { 0 };
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_pass_bind (graph, 1, NULL, 0, &error));
  koma_pass_infer (graph, &error);
  g_assert_no_error (error);
  koma_recipe_infer (graph, &hints, &recipe, notes, &error);
  g_assert_no_error (error);
  return recipe;
}

static KomaScores
infer_scores (KomaGraph  *graph,
              KomaValueId value)
{
  koma_graph_add_output (graph, "out", value);
  return infer (graph).scores;
}

/* A tail adds what follows probabilities. */
typedef KomaValueId (*Tail) (KomaGraph *graph, KomaValueId p);

static KomaValueId
tail_slice (KomaGraph  *graph,
            KomaValueId p)
{
  const gint32      from[] = { 0, 1 };
  const gint32      size[] = { 1, 2 };
  const KomaValueId inputs[] = { p, add_constant (graph, "2", KOMA_DTYPE_INT32, from),
                                 add_constant (graph, "2", KOMA_DTYPE_INT32, size) };

  return add_all (graph, KOMA_OP_SLICE, inputs, 3, NULL);
}

static KomaValueId
tail_gather (KomaGraph  *graph,
             KomaValueId p)
{
  const gint32      which[] = { 2, 0 };
  const KomaValueId inputs[] = { p, add_constant (graph, "2", KOMA_DTYPE_INT32, which),
                                 add_int (graph, 1) };

  return add_all (graph, KOMA_OP_GATHER, inputs, 3, NULL);
}

static KomaValueId
tail_clip (KomaGraph  *graph,
           KomaValueId p)
{
  const KomaValueId inputs[] = { p, add_number (graph, 1e-6f), add_number (graph, 1) };

  return add_all (graph, KOMA_OP_CLIP, inputs, 3, NULL);
}

static KomaValueId
tail_scale (KomaGraph  *graph,
            KomaValueId p)
{
  return add (graph, KOMA_OP_MUL, p, add_number (graph, 0.9f));
}

static KomaValueId
tail_both (KomaGraph  *graph,
           KomaValueId p)
{
  const KomaValueId rest = add (graph, KOMA_OP_SUB, add_number (graph, 1), p);
  const KomaValueId inputs[] = { rest, p, add_int (graph, 1) };

  return add_all (graph, KOMA_OP_CONCAT, inputs, 3, NULL);
}

static KomaValueId
tail_mean_of_two (KomaGraph  *graph,
                  KomaValueId p)
{
  const KomaValueId other = tail_clip (graph, p);

  return add (graph, KOMA_OP_MUL, add (graph, KOMA_OP_ADD, p, other), add_number (graph, 0.5f));
}

static KomaValueId
tail_log (KomaGraph  *graph,
          KomaValueId p)
{
  return add (graph, KOMA_OP_LOG, add (graph, KOMA_OP_ADD, p, add_number (graph, 1e-7f)),
              KOMA_VALUE_NONE);
}

static KomaValueId
tail_log_exp (KomaGraph  *graph,
              KomaValueId p)
{
  return add (graph, KOMA_OP_EXP, tail_log (graph, p), KOMA_VALUE_NONE);
}

/* No probability any more. */
static KomaValueId
tail_odds (KomaGraph  *graph,
           KomaValueId p)
{
  return add (graph, KOMA_OP_SUB, p, add_number (graph, 0.5f));
}

static const struct
{
  const char *name;
  Tail        tail;
  KomaScores  scores;
} tails[] = {
  { "slice", tail_slice, KOMA_SCORES_PROBABILITIES },
  { "gather", tail_gather, KOMA_SCORES_PROBABILITIES },
  { "clip", tail_clip, KOMA_SCORES_PROBABILITIES },
  { "scale", tail_scale, KOMA_SCORES_PROBABILITIES },
  { "both", tail_both, KOMA_SCORES_PROBABILITIES },
  { "mean-of-two", tail_mean_of_two, KOMA_SCORES_PROBABILITIES },
  { "log", tail_log, KOMA_SCORES_LOG },
  { "log-exp", tail_log_exp, KOMA_SCORES_PROBABILITIES },
  { "odds", tail_odds, KOMA_SCORES_LOGITS },
};

/* After Softmax and Sigmoid alike; of what is neither, nothing is known. */
static void
test_tail (gconstpointer data)
{
  const guint  i = GPOINTER_TO_UINT (data);
  const KomaOp ops[] = { KOMA_OP_SOFTMAX, KOMA_OP_SIGMOID };

  for (guint k = 0; k < G_N_ELEMENTS (ops); k++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();

    g_assert_cmpint (infer_scores (graph, tails[i].tail (graph, begin (graph, ops[k]))), ==,
                     tails[i].scores);
  }
  if (tails[i].scores == KOMA_SCORES_PROBABILITIES && tails[i].tail != tail_log_exp) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();

    g_assert_cmpint (infer_scores (graph, tails[i].tail (graph, begin (graph, KOMA_OP_IDENTITY))),
                     ==, KOMA_SCORES_LOGITS);
  }
}

/* Per cent become probabilities; the graph that is run gets what that takes. */
static void
test_per_cent (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) inferred = NULL;
  g_autoptr (KomaSession) session = NULL;
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = 1 };
  gboolean                 is_changed = FALSE;
  double                   sum = 0;
  const KomaValueId        p = begin (graph, KOMA_OP_SOFTMAX);

  koma_graph_add_output (graph, "out", add (graph, KOMA_OP_MUL, p, add_number (graph, 100)));
  inferred = koma_graph_copy (graph);
  g_assert_cmpint (infer (inferred).scores, ==, KOMA_SCORES_PROBABILITIES);
  g_assert_true (koma_recipe_unscale_scores (graph, inferred, &is_changed, NULL));
  g_assert_true (is_changed);
  session = koma_session_new (graph, &options, NULL);
  g_assert_nonnull (session);
  memset (koma_session_get_input_data (session, 0), 0, sizeof (float) * SIDE * SIDE * 3);
  g_assert_true (koma_session_run (session, NULL));
  for (guint i = 0; i < N_CLASSES; i++)
    sum += ((const float *) koma_session_get_output_data (session, 0))[i];
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-5);
}

/* x² / Σ x²: no op says that these are probabilities, but they look so; x² / 4 do not. */
static void
test_values (gconstpointer data)
{
  const gboolean is_normal = GPOINTER_TO_INT (data);
  const gint32   axes[] = { 1 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaAttrs        *attrs = koma_attrs_new ();
  const KomaValueId square =
    add (graph, KOMA_OP_SQUARE, begin (graph, KOMA_OP_SIGMOID), KOMA_VALUE_NONE);
  const KomaValueId inputs[] = { square, add_constant (graph, "1", KOMA_DTYPE_INT32, axes) };
  KomaValueId       sum = KOMA_VALUE_NONE;

  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  sum = add_all (graph, KOMA_OP_SUM, inputs, 2, attrs);
  g_assert_cmpint (
    infer_scores (graph, add (graph, KOMA_OP_DIV, square, is_normal ? sum : add_number (graph, 4))),
    ==, is_normal ? KOMA_SCORES_PROBABILITIES : KOMA_SCORES_LOGITS);
}

/* A mean of probabilities over places is a classifier's; one of anything else, features. */
static void
test_pool (void)
{
  const gint32    axes[] = { 1, 2 };
  const KomaShape shape = KOMA_SHAPE (1, SIDE, SIDE, 3);

  for (guint i = 0; i < 2; i++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    const KomaValueId in = koma_graph_add_input (graph, "in", KOMA_DTYPE_FLOAT32, &shape);
    const KomaValueId each =
      add (graph, i == 0 ? KOMA_OP_SIGMOID : KOMA_OP_SQUARE, in, KOMA_VALUE_NONE);

    koma_graph_add_output (
      graph, "out",
      add (graph, KOMA_OP_MEAN, each, add_constant (graph, "2", KOMA_DTYPE_INT32, axes)));
    g_assert_cmpint (koma_recipe_ends_in_pool (graph), ==, i == 1);
  }
}

/* Bytes without a scale are the picture's own. */
static void
test_bytes (gconstpointer data)
{
  const KomaDType dtype = GPOINTER_TO_INT (data);
  const KomaShape shape = KOMA_SHAPE (1, SIDE, SIDE, 3);
  const gint32    axes[] = { 1, 2 };
  KomaRecipe      recipe = { 0 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaAttrs        *attrs = koma_attrs_new ();
  const KomaValueId in = koma_graph_add_input (graph, "in", dtype, &shape);
  KomaValueId       value = KOMA_VALUE_NONE;

  koma_attrs_set_string (attrs, "DstT", "float32");
  value = add_all (graph, KOMA_OP_CAST, &in, 1, attrs);
  value = add (graph, KOMA_OP_SUB, value, add_number (graph, 127.5f));
  value = add (graph, KOMA_OP_MEAN, value, add_constant (graph, "2", KOMA_DTYPE_INT32, axes));
  koma_graph_add_output (graph, "out", add (graph, KOMA_OP_SOFTMAX, value, KOMA_VALUE_NONE));
  g_assert_true (koma_pass_float_ends (graph, NULL));
  g_assert_true (koma_graph_sort (graph, NULL));
  recipe = infer (graph);
  g_assert_cmpint (recipe.sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_GRAPH);
  for (guint c = 0; c < 3; c++) {
    g_assert_cmpfloat (recipe.scale[c], ==, 1);
    g_assert_cmpfloat (recipe.offset[c], ==, dtype == KOMA_DTYPE_UINT8 ? 0 : -128);
  }
}

/* [n,h,w] is a grey picture where it is about as high as wide. */
static void
test_without_channels (void)
{
  const struct
  {
    KomaShape shape;
    gboolean  is_picture;
  } cases[] = {
    { KOMA_SHAPE (-1, 28, 28), TRUE },
    { KOMA_SHAPE (1, 64, 64), TRUE },
    { KOMA_SHAPE (4, 48, 60), TRUE },
    { KOMA_SHAPE (-1, 28, 64), FALSE },
    { KOMA_SHAPE (3, 28, 28), FALSE },
    { KOMA_SHAPE (-1, 4, 4), FALSE },
    { KOMA_SHAPE (-1, 28, -1), FALSE },
    { KOMA_SHAPE (28, 28), FALSE },
    { KOMA_SHAPE (1, 28, 28, 1), FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    const KomaShape  shape = cases[i].shape;
    const KomaShape *given = NULL;
    g_autoptr (KomaGraph) graph = koma_graph_new ();

    koma_graph_add_output (graph, "out",
                           add (graph, KOMA_OP_RELU,
                                koma_graph_add_input (graph, "in", KOMA_DTYPE_FLOAT32, &shape),
                                KOMA_VALUE_NONE));
    g_assert_true (koma_picture_add_channel (graph, NULL));
    given = &koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape;
    g_assert_cmpuint (given->rank, ==, cases[i].is_picture ? 4 : shape.rank);
    if (cases[i].is_picture)
      g_assert_cmpint (given->dims[3], ==, 1);
  }
}

typedef enum {
  GIVES_SCORES,
  GIVES_LOGITS,
  GIVES_BEST, /* of a TopK: their scores */
  GIVES_PLACES,
  GIVES_CLASS, /* of an ArgMax of the logits */
  GIVES_MEAN,  /* of something else */
  N_GIVEN,
} Given;

/* In the order of Given. */
static void
add_given (KomaGraph   *graph,
           KomaValueId *ret_values) /* [N_GIVEN] */
{
  const gint32      axes[] = { 1, 2 };
  const KomaValueId logits = begin (graph, KOMA_OP_IDENTITY);
  const KomaValueId scores = add (graph, KOMA_OP_SOFTMAX, logits, KOMA_VALUE_NONE);
  const KomaValueId best = add (graph, KOMA_OP_TOP_K, scores, add_int (graph, 2));
  const KomaValueId chosen = add (graph, KOMA_OP_ARG_MAX, logits, add_int (graph, 1));

  ret_values[GIVES_SCORES] = scores;
  ret_values[GIVES_LOGITS] = logits;
  ret_values[GIVES_BEST] = add (graph, KOMA_OP_IDENTITY, best, KOMA_VALUE_NONE);
  ret_values[GIVES_PLACES] = koma_graph_find_producer (graph, best)->outputs[1];
  ret_values[GIVES_CLASS] = add (graph, KOMA_OP_IDENTITY, chosen, KOMA_VALUE_NONE);
  ret_values[GIVES_MEAN] = add (graph, KOMA_OP_MEAN, koma_graph_get_input (graph, 0),
                                add_constant (graph, "2", KOMA_DTYPE_INT32, axes));
}

/* The first of the best is no class, and its score is not that of class 0. */
static void
test_chosen (void)
{
  static const struct
  {
    guint n;
    Given outputs[3];
    Given scores; /* N_GIVEN: left as they are */
  } rows[] = {
    { 1, { GIVES_BEST }, GIVES_SCORES },
    { 2, { GIVES_BEST, GIVES_PLACES }, GIVES_SCORES },
    { 1, { GIVES_CLASS }, GIVES_LOGITS },
    { 2, { GIVES_CLASS, GIVES_SCORES }, GIVES_SCORES },
    { 3, { GIVES_LOGITS, GIVES_PLACES, GIVES_CLASS }, GIVES_LOGITS },
    { 2, { GIVES_BEST, GIVES_MEAN }, N_GIVEN },
    { 2, { GIVES_SCORES, GIVES_LOGITS }, N_GIVEN },
    { 1, { GIVES_SCORES }, N_GIVEN },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    KomaValueId      values[N_GIVEN];
    g_autofree char *note = NULL;

    add_given (graph, values);
    for (guint k = 0; k < rows[i].n; k++)
      koma_graph_add_output (graph, "out", values[rows[i].outputs[k]]);
    g_assert_cmpint (koma_chosen_class_to_scores (graph, &note), ==, rows[i].scores != N_GIVEN);
    g_assert_cmpuint (koma_graph_get_n_outputs (graph), ==, note != NULL ? 1 : rows[i].n);
    g_assert_cmpuint (koma_graph_get_output (graph, 0), ==,
                      values[note != NULL ? rows[i].scores : rows[i].outputs[0]]);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tails); i++) {
    g_autofree char *path = g_strconcat ("/recipe-ends/tail/", tails[i].name, NULL);

    g_test_add_data_func (path, GUINT_TO_POINTER (i), test_tail);
  }
  g_test_add_func ("/recipe-ends/per-cent", test_per_cent);
  g_test_add_data_func ("/recipe-ends/values/normal", GINT_TO_POINTER (TRUE), test_values);
  g_test_add_data_func ("/recipe-ends/values/other", GINT_TO_POINTER (FALSE), test_values);
  g_test_add_func ("/recipe-ends/pool", test_pool);
  g_test_add_data_func ("/recipe-ends/bytes/uint8", GINT_TO_POINTER (KOMA_DTYPE_UINT8), test_bytes);
  g_test_add_data_func ("/recipe-ends/bytes/int8", GINT_TO_POINTER (KOMA_DTYPE_INT8), test_bytes);
  g_test_add_func ("/recipe-ends/without-channels", test_without_channels);
  g_test_add_func ("/recipe-ends/chosen", test_chosen);
  return g_test_run ();
}
