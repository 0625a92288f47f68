/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which range makes a network's answers tell most of its pictures. */
#include "engine/classify/range-evidence.h"

#include <math.h>

#include "engine/graph/graph.h"
#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define SIDE     4
#define N_VALUES (SIDE * SIDE * 3)
#define N_INPUTS 5

static KomaValueId
add_node (KomaGraph  *graph,
          KomaOp      op,
          KomaValueId input,
          KomaArray  *constant) /* (transfer full) (nullable) */
{
  KomaValueId inputs[] = { input, KOMA_VALUE_NONE };
  g_autoptr (GError) error = NULL;
  KomaNode *node = NULL;

  if (constant != NULL) {
    inputs[1] = koma_graph_add_constant (graph, "constant", constant);
    koma_array_unref (constant);
  }
  node = koma_graph_add_node (graph, op, koma_op_get_name (op), inputs, constant != NULL ? 2 : 1,
                              NULL, &error);
  g_assert_no_error (error);
  return node->outputs[0];
}

/* Two logits: mean light above zero, times 20 and times @other. */
static KomaClassifier *
open_classifier (guint batch,
                 float other)
{
  const KomaShape          shape = KOMA_SHAPE (-1, SIDE, SIDE, 3);
  const KomaShape          matrix = KOMA_SHAPE (3, 2);
  const KomaShape          list = KOMA_SHAPE (2);
  const gint32             axes[] = { 1, 2 };
  const float              weights[] = { 20, other, 20, other, 20, other };
  const KomaSessionOptions options = { .backend = "cpu", .batch = batch, .n_threads = 1 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaClassifier *classifier = NULL;
  KomaValueId     value = koma_graph_add_input (graph, "in", KOMA_DTYPE_FLOAT32, &shape);

  value = add_node (graph, KOMA_OP_RELU, value, NULL);
  value = add_node (graph, KOMA_OP_MEAN, value,
                    koma_array_new_from_data (KOMA_DTYPE_INT32, &list, axes, NULL));
  value = add_node (graph, KOMA_OP_MAT_MUL, value,
                    koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &matrix, weights, NULL));
  koma_graph_add_output (graph, "out", value);
  classifier = koma_classifier_new (graph, 0, &options, &error);
  g_assert_no_error (error);
  return classifier;
}

/* Pictures of one grey each, from 30 to 150 of 255, made for @range. */
static gboolean
gather (guint           batch,
        const char     *range,
        float           other,
        KomaRangeTrial *ret_trial,
        GError        **error)
{
  KomaRecipe   recipe = { .width = SIDE, .height = SIDE, .scores = KOMA_SCORES_LOGITS };
  const float  bright = 150;
  float        inputs[N_INPUTS][N_VALUES];
  const float *rows[N_INPUTS];
  g_autoptr (KomaClassifier) classifier = open_classifier (batch, other);

  g_assert_true (koma_recipe_set_range (&recipe, range, NULL));
  for (guint i = 0; i < N_INPUTS; i++) {
    const float byte = i % 2 == 0 ? 30 : bright;

    for (guint k = 0; k < N_VALUES; k++)
      inputs[i][k] = (float) (byte * recipe.scale[k % 3] + recipe.offset[k % 3]);
    rows[i] = inputs[i];
  }
  return koma_range_evidence (&(KomaRangeComparison){ .classifier = classifier,
                                                      .recipe = &recipe,
                                                      .inputs = rows,
                                                      .n_inputs = N_INPUTS },
                              ret_trial, error);
}

/* Whatever range the pictures were made for, each is tried, and the one whose answers differ most
 * comes first. */
static void
test_best (gconstpointer data)
{
  static const char *const ranges[] = { "-1,1", "imagenet", "1,0", "caffe", "0,255" };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    KomaRangeTrial trial = { 0 };
    g_autoptr (GError) error = NULL;

    g_assert_true (gather (GPOINTER_TO_UINT (data), ranges[i], 15, &trial, &error));
    g_assert_no_error (error);
    g_assert_cmpuint (trial.n_pictures, ==, N_INPUTS);
    g_assert_cmpuint (trial.n_candidates, ==, KOMA_MAX_RANGE_CANDIDATES);
    for (guint k = 0; k < trial.n_candidates; k++) {
      const KomaRangeCandidate *candidate = &trial.candidates[k];

      g_assert_cmpfloat (candidate->told, >=, 0);
      g_assert_cmpfloat (candidate->told, <=, 1);
      /* One colour is its own mirror image. */
      g_assert_cmpfloat_with_epsilon (candidate->swayed, 0, 1e-6);
      g_assert_true (k == 0 || candidate->told <= trial.candidates[k - 1].told);
    }
  }
}

/* Too few pictures are no evidence, however clear they are. */
static void
test_few (void)
{
  KomaRangeTrial trial = { 0 };
  g_autoptr (GError) error = NULL;

  G_STATIC_ASSERT (N_INPUTS < KOMA_MIN_RANGE_PICTURES);
  g_assert_true (gather (1, "-1,1", 15, &trial, &error));
  g_assert_no_error (error);
  g_assert_cmpint (trial.verdict, ==, KOMA_RANGE_UNTOLD);
}

static void
test_not_finite (void)
{
  KomaRangeTrial trial = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (gather (1, "0,1", INFINITY, &trial, &error));
  g_assert_cmpint (error->domain, ==, KOMA_ERROR);
  g_assert_null (trial.candidates[0].range);
}

/* Two logits that turn about where the pixels are @middle, made of the right half alone where
 * @is_half: then a mirror changes an answer. */
static KomaClassifier *
open_divided (float    middle,
              float    steep,
              gboolean is_half)
{
  const KomaShape          shape = KOMA_SHAPE (-1, SIDE, SIDE, 3);
  const KomaShape          list = KOMA_SHAPE (2);
  const KomaShape          matrix = KOMA_SHAPE (SIDE * SIDE * 3, 2);
  const gint32             flat[] = { -1, SIDE * SIDE * 3 };
  const float              bias[] = { -steep * middle, steep * middle };
  const KomaSessionOptions options = { .backend = "cpu", .batch = 1, .n_threads = 1 };
  float                    weights[SIDE * SIDE * 3][2] = { 0 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaValueId     value = koma_graph_add_input (graph, "in", KOMA_DTYPE_FLOAT32, &shape);
  KomaClassifier *classifier = NULL;

  for (guint i = 0; i < SIDE * SIDE * 3; i++) {
    const gboolean counts = !is_half || i / 3 % SIDE >= SIDE / 2;

    weights[i][0] = counts ? steep / (is_half ? N_VALUES / 2 : N_VALUES) : 0;
    weights[i][1] = -weights[i][0];
  }
  value = add_node (graph, KOMA_OP_RESHAPE, value,
                    koma_array_new_from_data (KOMA_DTYPE_INT32, &list, flat, NULL));
  value = add_node (graph, KOMA_OP_MAT_MUL, value,
                    koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &matrix, weights, NULL));
  value = add_node (graph, KOMA_OP_ADD, value,
                    koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &list, bias, NULL));
  koma_graph_add_output (graph, "out", value);
  classifier = koma_classifier_new (graph, 0, &options, &error);
  g_assert_no_error (error);
  return classifier;
}

typedef struct
{
  const char      *name;
  const char      *guess;
  float            middle; /* of the pixels */
  float            steep;
  gboolean         is_half;
  KomaRangeVerdict verdict;
  const char      *best; /* (nullable) */
} Judgement;

/* Dark pictures and bright ones, of two halves that differ. In 0 … 255 the middle is 127, which no
 * other range has pixels on either side of; 0 is in the middle of −1 … 1, and near that of
 * others. */
static const Judgement judgements[] = {
  { "found", "-1,1", 127, 0.5f, FALSE, KOMA_RANGE_FOUND, "0,255" },
  { "confirmed", "0,255", 127, 0.5f, FALSE, KOMA_RANGE_CONFIRMED, "0,255" },
  { "alike", "-1,1", 0, 20, FALSE, KOMA_RANGE_UNTOLD, NULL },
  { "swayed", "-1,1", 127, 0.5f, TRUE, KOMA_RANGE_UNTOLD, NULL },
  { "nothing", "-1,1", 5000, 0.5f, FALSE, KOMA_RANGE_UNTOLD, NULL },
};

#define N_JUDGED 12

static void
test_verdict (gconstpointer data)
{
  const Judgement *judgement = data;
  KomaRecipe       recipe = { .width = SIDE, .height = SIDE, .scores = KOMA_SCORES_LOGITS };
  KomaRangeTrial   trial = { 0 };
  float            inputs[N_JUDGED][N_VALUES];
  const float     *rows[N_JUDGED];
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaClassifier) classifier =
    open_divided (judgement->middle, judgement->steep, judgement->is_half);

  g_assert_true (koma_recipe_set_range (&recipe, judgement->guess, NULL));
  for (guint i = 0; i < N_JUDGED; i++) {
    for (guint k = 0; k < N_VALUES; k++) {
      const gboolean is_right = k / 3 % SIDE >= SIDE / 2;
      const double   left = i % 2 == 0 ? 60 : 190;
      const double   byte = judgement->is_half && is_right ? 250 - left : left;

      inputs[i][k] = (float) (byte * recipe.scale[k % 3] + recipe.offset[k % 3]);
    }
    rows[i] = inputs[i];
  }
  koma_range_evidence (&(KomaRangeComparison){ .classifier = classifier,
                                               .recipe = &recipe,
                                               .inputs = rows,
                                               .n_inputs = N_JUDGED },
                       &trial, &error);
  g_assert_no_error (error);
  g_assert_cmpint (trial.verdict, ==, judgement->verdict);
  if (judgement->best != NULL)
    g_assert_cmpstr (trial.candidates[0].range, ==, judgement->best);
}

/* Of MLPerf Tiny's ResNet (0 … 255, 10 classes) with birds and dogs alone, and of SqueezeNet
 * (Caffe's range, 1,000 classes): told and swayed, in bits. */
static void
test_judge (void)
{
  static const struct
  {
    guint              n_classes;
    KomaRangeCandidate candidates[3];
    const char        *best; /* NULL: the pictures do not tell */
  } rows[] = {
    { 10,
      { { "imagenet", 0, 0.03, 0 }, { "caffe", 0.8, 1.77, 0.133 }, { "0,255", 0.8, 1.55, 0.113 } },
      "0,255" },
    { 1000,
      { { "imagenet", 0.3, 0.35, 0 }, { "0,255", 0.6, 4.62, 0.16 }, { "caffe", 0.6, 4.69, 0.08 } },
      "caffe" },
    /* A clear lead counts more than the mirror. */
    { 10,
      { { "imagenet", 0.4, 0.03, 0 }, { "0,255", 0.7, 1.2, 0.05 }, { "caffe", 0.7, 1.77, 0.1 } },
      "caffe" },
    /* With values that are less far apart a mirror always takes less. */
    { 10,
      { { "0,1", 0.4, 0.03, 0 }, { "-1,1", 0.7, 1.55, 0.01 }, { "0,255", 0.7, 1.77, 0.1 } },
      "0,255" },
    /* A network for faces in −1 … 1 (big XCEPTION, 7 classes) with photographs of other things. */
    { 7,
      { { "0,1", 0.49, 0.66, 0.034 }, { "-1,1", 0.58, 0.59, 0.053 }, { "0,255", 1, 1.11, 0.125 } },
      NULL },
  };
  KomaRecipe guess = { 0 };

  g_assert_true (koma_recipe_set_range (&guess, "0,1", NULL));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    KomaRangeTrial trial = { .n_pictures = KOMA_MAX_RANGE_PICTURES, .n_candidates = 3 };

    memcpy (trial.candidates, rows[i].candidates, sizeof rows[i].candidates);
    koma_range_trial_judge (&trial, rows[i].n_classes, &guess);
    g_assert_cmpint (trial.verdict, ==,
                     rows[i].best != NULL ? KOMA_RANGE_FOUND : KOMA_RANGE_UNTOLD);
    if (rows[i].best != NULL)
      g_assert_cmpstr (trial.candidates[0].range, ==, rows[i].best);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/range-evidence/single", GUINT_TO_POINTER (1), test_best);
  g_test_add_data_func ("/range-evidence/batch", GUINT_TO_POINTER (3), test_best);
  g_test_add_func ("/range-evidence/few", test_few);
  for (guint i = 0; i < G_N_ELEMENTS (judgements); i++) {
    g_autofree char *path = g_strconcat ("/range-evidence/", judgements[i].name, NULL);

    g_test_add_data_func (path, &judgements[i], test_verdict);
  }
  g_test_add_func ("/range-evidence/judge", test_judge);
  g_test_add_func ("/range-evidence/not-finite", test_not_finite);
  return g_test_run ();
}
