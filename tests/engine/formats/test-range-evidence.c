/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which range makes a network surest, on one that only sees light. */
#include "engine/model/range-evidence.h"

#include <math.h>

#include "engine/graph/graph.h"
#include "engine/koma/koma-error.h"

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
static KomaSession *
open_session (guint batch,
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
  KomaSession *session = NULL;
  KomaValueId  value = koma_graph_add_input (graph, "in", KOMA_DTYPE_FLOAT32, &shape);

  value = add_node (graph, KOMA_OP_RELU, value, NULL);
  value = add_node (graph, KOMA_OP_MEAN, value,
                    koma_array_new_from_data (KOMA_DTYPE_INT32, &list, axes, NULL));
  value = add_node (graph, KOMA_OP_MAT_MUL, value,
                    koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &matrix, weights, NULL));
  koma_graph_add_output (graph, "out", value);
  session = koma_session_new (graph, &options, &error);
  g_assert_no_error (error);
  return session;
}

/* Pictures of one dark grey, 51 of 255, made for @range. Only 0 … 1 makes it
 * more than zero: 0.2. */
static gboolean
gather (guint               batch,
        const char         *range,
        float               other,
        KomaRangeCandidate *ret_candidates,
        GError            **error)
{
  KomaRecipe   recipe = { .width = SIDE, .height = SIDE, .scores = KOMA_SCORES_LOGITS };
  float        input[N_VALUES];
  const float *inputs[N_INPUTS];
  g_autoptr (KomaSession) session = open_session (batch, other);

  g_assert_true (koma_recipe_set_range (&recipe, range, NULL));
  for (guint i = 0; i < N_VALUES; i++)
    input[i] = (float) (51 * recipe.scale[i % 3] + recipe.offset[i % 3]);
  for (guint i = 0; i < N_INPUTS; i++)
    inputs[i] = input;
  return koma_range_evidence (session, 0, &recipe, inputs, N_INPUTS, ret_candidates, error);
}

static void
test_surest (gconstpointer data)
{
  static const char *const ranges[] = { "-1,1", "imagenet", "1,0", "caffe" };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++) {
    KomaRangeCandidate found[KOMA_N_RANGE_CANDIDATES] = { 0 };
    g_autoptr (GError) error = NULL;

    g_assert_true (gather (GPOINTER_TO_UINT (data), ranges[i], 15, found, &error));
    g_assert_no_error (error);
    g_assert_cmpstr (found[0].range, ==, "0,1");
    g_assert_cmpfloat_with_epsilon (found[0].mean_best, 1 / (1 + exp (-3 * 0.2 * 5)), 1e-4);
    for (guint k = 1; k < KOMA_N_RANGE_CANDIDATES; k++)
      g_assert_cmpfloat_with_epsilon (found[k].mean_best, 0.5, 1e-6);
  }
}

static void
test_not_finite (void)
{
  KomaRangeCandidate found[KOMA_N_RANGE_CANDIDATES] = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (gather (1, "0,1", INFINITY, found, &error));
  g_assert_cmpint (error->domain, ==, KOMA_ERROR);
  g_assert_null (found[0].range);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/range-evidence/single", GUINT_TO_POINTER (1), test_surest);
  g_test_add_data_func ("/range-evidence/batch", GUINT_TO_POINTER (3), test_surest);
  g_test_add_func ("/range-evidence/not-finite", test_not_finite);
  return g_test_run ();
}
