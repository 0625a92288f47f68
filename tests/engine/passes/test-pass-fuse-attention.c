/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* How a file spells it. */
typedef struct
{
  const char *name;
  gint64      n, heads, rows, width;
  gboolean    is_gathered; /* one Transpose for q, k and v, and not a Split */
  gboolean    is_q_scaled; /* and not the scores */
  gboolean    is_k_turned; /* by a Transpose of its own */
  gboolean    is_safe;     /* Where (IsNaN (weights), 0, weights) */
  gint64      n_windows;   /* a bias of each, beside one of each head; 0: none */
  gboolean    is_causal;
} Attention;

static const Attention cases[] = {
  { "plain", 1, 2, 5, 4 },
  { "vit", 2, 3, 37, 16, .is_gathered = TRUE, .is_k_turned = TRUE },
  { "safe", 2, 3, 17, 8, .is_safe = TRUE, .is_k_turned = TRUE },
  { "swin", 6, 2, 9, 8, .is_gathered = TRUE, .is_q_scaled = TRUE, .n_windows = 3 },
  { "clip", 3, 2, 13, 5, .is_causal = TRUE, .is_q_scaled = TRUE },
  { "safe-causal", 2, 2, 20, 5, .is_causal = TRUE, .is_safe = TRUE },
  { "large", 1, 3, 197, 64, .is_gathered = TRUE },
};

static KomaValueId
apply (KomaGraph  *graph,
       KomaOp      op,
       KomaValueId a,
       KomaValueId b)
{
  return graph_fixture_node (graph, op, koma_op_get_name (op), NULL, 2, a, b);
}

static KomaValueId
reshape (KomaGraph  *graph,
         KomaValueId x,
         KomaShape   shape)
{
  gint32 dims[KOMA_MAX_RANK] = { 0 };

  for (guint i = 0; i < shape.rank; i++)
    dims[i] = (gint32) shape.dims[i];
  return apply (graph, KOMA_OP_RESHAPE, x,
                graph_fixture_ints (graph, KOMA_SHAPE (shape.rank), dims));
}

static KomaValueId
transpose (KomaGraph    *graph,
           KomaValueId   x,
           guint         rank,
           const gint32 *perm)
{
  return apply (graph, KOMA_OP_TRANSPOSE, x, graph_fixture_ints (graph, KOMA_SHAPE (rank), perm));
}

/* Of x [n,rows,3 * heads * width]: [n,heads,rows,width] each. */
static void
split (KomaGraph       *graph,
       const Attention *how,
       KomaValueId      x,
       KomaValueId     *ret_parts)
{
  static const gint32 together[] = { 2, 0, 3, 1, 4 };
  static const gint32 heads_first[] = { 0, 2, 1, 3 };
  const gint64        c = how->heads * how->width;

  if (how->is_gathered) {
    x = reshape (graph, x, KOMA_SHAPE (how->n, how->rows, 3, how->heads, how->width));
    x = transpose (graph, x, 5, together);
  }
  for (guint i = 0; i < 3; i++) {
    const gint32 begin[] = { 0, 0, (gint32) (i * c) };
    const gint32 size[] = { -1, -1, (gint32) c };

    if (how->is_gathered) {
      ret_parts[i] =
        apply (graph, KOMA_OP_GATHER, x, graph_fixture_scalar (graph, KOMA_DTYPE_INT32, i));
      continue;
    }
    ret_parts[i] = graph_fixture_node (graph, KOMA_OP_SLICE, "slice", NULL, 3, x,
                                       graph_fixture_ints (graph, KOMA_SHAPE (3), begin),
                                       graph_fixture_ints (graph, KOMA_SHAPE (3), size));
    ret_parts[i] =
      reshape (graph, ret_parts[i], KOMA_SHAPE (how->n, how->rows, how->heads, how->width));
    ret_parts[i] = transpose (graph, ret_parts[i], 4, heads_first);
  }
}

/* [rows,rows]: -∞ for what is behind a row. With @is_safe the first row sees nothing at all. */
static KomaValueId
causal (KomaGraph       *graph,
        const Attention *how)
{
  const KomaShape shape = KOMA_SHAPE (how->rows, how->rows);
  g_autoptr (KomaArray) array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);

  for (gint64 i = 0; i < how->rows * how->rows; i++) {
    const gint64 row = i / how->rows - (how->is_safe ? 1 : 0);

    ((float *) array->data)[i] = i % how->rows <= row ? 0.0f : -INFINITY;
  }
  return koma_graph_add_constant (graph, "causal", array);
}

static KomaValueId
with_biases (KomaGraph       *graph,
             const Attention *how,
             KomaValueId      scores)
{
  const gint64 rows = how->rows;

  if (how->is_causal)
    scores = apply (graph, KOMA_OP_ADD, scores, causal (graph, how));
  if (how->n_windows == 0)
    return scores;
  scores = apply (graph, KOMA_OP_ADD, scores,
                  graph_fixture_constant (graph, KOMA_SHAPE (1, how->heads, rows, rows)));
  scores = reshape (
    graph, scores, KOMA_SHAPE (how->n / how->n_windows, how->n_windows, how->heads, rows, rows));
  scores = apply (graph, KOMA_OP_ADD,
                  graph_fixture_constant (graph, KOMA_SHAPE (1, how->n_windows, 1, rows, rows)),
                  scores);
  return reshape (graph, scores, KOMA_SHAPE (how->n, how->heads, rows, rows));
}

static KomaValueId
weigh (KomaGraph       *graph,
       const Attention *how,
       KomaValueId      q,
       KomaValueId      k)
{
  static const gint32 turned[] = { 0, 1, 3, 2 };
  const KomaValueId   scale = graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 1.7);
  KomaValueId         y = KOMA_VALUE_NONE;

  if (how->is_q_scaled)
    q = apply (graph, KOMA_OP_MUL, q, scale);
  if (how->is_k_turned)
    y = apply (graph, KOMA_OP_MAT_MUL, q, transpose (graph, k, 4, turned));
  else
    y = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "scores",
                            koma_attrs_new_int ("transpose_b", TRUE), 2, q, k);
  if (!how->is_q_scaled)
    y = apply (graph, KOMA_OP_MUL, scale, y);
  y = with_biases (graph, how, y);
  y = graph_fixture_node (graph, KOMA_OP_SOFTMAX, "softmax", NULL, 1, y);
  if (!how->is_safe)
    return y;
  return graph_fixture_node (graph, KOMA_OP_SELECT, "select", NULL, 3,
                             graph_fixture_node (graph, KOMA_OP_IS_NAN, "nan", NULL, 1, y),
                             graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 0.0), y);
}

static KomaGraph *
make (const Attention *how,
      KomaValueId     *ret_weights)
{
  static const gint32 rows_first[] = { 0, 2, 1, 3 };
  const gint64        c = how->heads * how->width;
  KomaGraph          *graph = koma_graph_new ();
  KomaValueId         parts[3] = { KOMA_VALUE_NONE };
  KomaValueId         weights = KOMA_VALUE_NONE;
  KomaValueId         y = KOMA_VALUE_NONE;

  split (graph, how, graph_fixture_input (graph, "x", KOMA_SHAPE (how->n, how->rows, 3 * c)),
         parts);
  weights = weigh (graph, how, parts[0], parts[1]);
  y = transpose (graph, apply (graph, KOMA_OP_MAT_MUL, weights, parts[2]), 4, rows_first);
  koma_graph_add_output (graph, "y", reshape (graph, y, KOMA_SHAPE (how->n, how->rows, c)));
  *ret_weights = weights;
  return graph;
}

static gboolean
pass (KomaGraph *graph,
      GError   **error)
{
  return koma_pass_fuse_attention (graph, error) && koma_pass_remove_dead (graph, error);
}

/* What "y" is, on @n_threads. */
static KomaSession *
run (const KomaGraph *graph,
     guint            n_threads)
{
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = n_threads };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  graph_fixture_fill_input (session);
  koma_session_run (session, &error);
  g_assert_no_error (error);
  return session;
}

/* Sessions fuse, too: but not where the weights are an output. */
static void
expect_same (const Attention *how,
             guint            n_threads)
{
  KomaValueId weights = KOMA_VALUE_NONE;
  g_autoptr (KomaGraph) graph = make (how, &weights);
  g_autoptr (KomaGraph) unfused = koma_graph_copy (graph);
  g_autoptr (KomaSession) found = run (graph, n_threads);
  g_autoptr (KomaSession) expected = NULL;
  const float *y = koma_session_get_output_data (found, 0);
  const float *expected_y = NULL;

  koma_graph_add_output (unfused, "weights", weights);
  expected = run (unfused, n_threads);
  expected_y = koma_session_get_output_data (expected, 0);
  for (gint64 i = 0; i < how->n * how->rows * how->heads * how->width; i++)
    g_assert_cmpfloat_with_epsilon (y[i], expected_y[i], 1e-5);
}

static void
test_fused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    KomaValueId weights = KOMA_VALUE_NONE;
    g_autoptr (KomaGraph) graph = make (&cases[i], &weights);
    g_autoptr (KomaGraph) after = graph_fixture_apply (graph, pass);

    g_test_message ("%s", cases[i].name);
    /* All that is left besides is the last Reshape. */
    g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 2);
    g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_ATTENTION), ==, 1);
    g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_RESHAPE), ==, 1);
  }
}

static void
test_answers (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("%s", cases[i].name);
    expect_same (&cases[i], 1);
    expect_same (&cases[i], 3);
  }
}

/* Weights that are read elsewhere. */
static void
test_left (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    KomaValueId weights = KOMA_VALUE_NONE;
    g_autoptr (KomaGraph) graph = make (&cases[i], &weights);
    g_autoptr (KomaGraph) after = NULL;

    koma_graph_add_output (graph, "weights", weights);
    after = graph_fixture_apply (graph, pass);
    g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_ATTENTION), ==, 0);
    g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, koma_graph_get_n_nodes (graph));
  }
}

/* softmax ((q kᵀ + bias) · scale): the bias is scaled, too. */
static void
test_scaled_bias (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  const KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 2, 5, 4));
  KomaValueId       y = graph_fixture_node (graph, KOMA_OP_MAT_MUL, "scores",
                                            koma_attrs_new_int ("transpose_b", TRUE), 2, x, x);

  y = apply (graph, KOMA_OP_ADD, y, graph_fixture_constant (graph, KOMA_SHAPE (5, 5)));
  y = apply (graph, KOMA_OP_MUL, y, graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 0.5));
  y = graph_fixture_node (graph, KOMA_OP_SOFTMAX, "softmax", NULL, 1, y);
  koma_graph_add_output (graph, "y", apply (graph, KOMA_OP_MAT_MUL, y, x));
  after = graph_fixture_apply (graph, pass);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_ATTENTION), ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  graph_fixture_add_test ("/pass-fuse-attention/fused", test_fused);
  graph_fixture_add_test ("/pass-fuse-attention/answers", test_answers);
  graph_fixture_add_test ("/pass-fuse-attention/left", test_left);
  graph_fixture_add_test ("/pass-fuse-attention/scaled-bias", test_scaled_bias);
  return g_test_run ();
}
