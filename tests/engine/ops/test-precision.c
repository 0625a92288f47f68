/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A whole network of random weights, as they segment pictures: convolutions
 * with hard-swish, squeeze and excite over whole planes, a bilinear resize,
 * a sigmoid at the end. Each backend comes as near to the naive definitions in
 * float64 as float32 allows. */
#include "engine/passes/passes.h"
#include "oracle/oracle.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define SIDE 256
/* Of the range of the output. XNNPACK adds up planes eight numbers at a time,
 * but not in blocks. */
#define TOLERANCE         5e-6
#define TOLERANCE_XNNPACK 5e-5

static KomaValueId
add_weights (KomaGraph *graph,
             KomaShape  shape,
             double     bound)
{
  g_autoptr (KomaArray) tensor = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);
  float *data = tensor->data;

  for (gsize i = 0; i < tensor->count; i++)
    data[i] = g_test_rand_double_range (-bound, bound);
  return koma_graph_add_constant (graph, "weights", tensor);
}

/* Keeps what comes in about as large as it is. */
static KomaValueId
add_filter (KomaGraph *graph,
            KomaShape  shape,
            gint64     fan_in)
{
  return add_weights (graph, shape, sqrt (6.0 / fan_in));
}

static KomaValueId
add_conv (KomaGraph  *graph,
          KomaValueId x,
          gint64      size,
          gint64      stride,
          gint64      in_c,
          gint64      out_c)
{
  return graph_fixture_node (
    graph, KOMA_OP_CONV_2D, "conv", graph_fixture_window (stride, "SAME"), 3, x,
    add_filter (graph, KOMA_SHAPE (size, size, in_c, out_c), size * size * in_c),
    add_weights (graph, KOMA_SHAPE (out_c), 0.5));
}

static KomaValueId
add_depthwise (KomaGraph  *graph,
               KomaValueId x,
               gint64      size,
               gint64      stride,
               gint64      channels)
{
  return graph_fixture_node (graph, KOMA_OP_DEPTHWISE_CONV_2D, "depthwise",
                             graph_fixture_window (stride, "SAME"), 3, x,
                             add_filter (graph, KOMA_SHAPE (size, size, channels, 1), size * size),
                             add_weights (graph, KOMA_SHAPE (channels), 0.5));
}

/* x · relu6 (x + 3) / 6 */
static KomaValueId
add_hard_swish (KomaGraph  *graph,
                KomaValueId x)
{
  KomaValueId y = graph_fixture_node (graph, KOMA_OP_ADD, "plus-3", NULL, 2, x,
                                      graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 3));

  y = graph_fixture_node (graph, KOMA_OP_RELU6, "relu6", NULL, 1, y);
  y = graph_fixture_node (graph, KOMA_OP_MUL, "sixth", NULL, 2, y,
                          graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, 1.0 / 6));
  return graph_fixture_node (graph, KOMA_OP_MUL, "hard-swish", NULL, 2, x, y);
}

/* The average of a plane is a pool as large as the plane, or a mean. */
static KomaValueId
add_average (KomaGraph  *graph,
             KomaValueId x,
             gint64      side,
             gboolean    is_pool)
{
  KomaAttrs *attrs = NULL;

  if (is_pool) {
    attrs = graph_fixture_window (1, "VALID");
    koma_attrs_set_ints (attrs, "ksize", (const gint64[]){ 1, side, side, 1 }, 4);
    return graph_fixture_node (graph, KOMA_OP_AVG_POOL, "average", attrs, 1, x);
  }
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  return graph_fixture_node (
    graph, KOMA_OP_MEAN, "average", attrs, 2, x,
    graph_fixture_ints (graph, KOMA_SHAPE (2), (const gint32[]){ 1, 2 }));
}

static KomaValueId
add_squeeze_and_excite (KomaGraph  *graph,
                        KomaValueId x,
                        gint64      side,
                        gint64      channels,
                        gboolean    is_pool)
{
  KomaValueId y = add_average (graph, x, side, is_pool);

  y = add_conv (graph, y, 1, 1, channels, channels / 4);
  y = graph_fixture_node (graph, KOMA_OP_RELU, "relu", NULL, 1, y);
  y = add_conv (graph, y, 1, 1, channels / 4, channels);
  y = graph_fixture_node (graph, KOMA_OP_SIGMOID, "excite", NULL, 1, y);
  return graph_fixture_node (graph, KOMA_OP_MUL, "excited", NULL, 2, x, y);
}

static KomaValueId
add_block (KomaGraph  *graph,
           KomaValueId x,
           gint64      side, /* of the result */
           gint64      stride,
           gint64      in_c,
           gint64      out_c)
{
  const gint64 wide_c = 2 * out_c;
  KomaValueId  y = add_hard_swish (graph, add_conv (graph, x, 1, 1, in_c, wide_c));

  y = add_hard_swish (graph, add_depthwise (graph, y, 5, stride, wide_c));
  y = add_squeeze_and_excite (graph, y, side, wide_c, stride > 1);
  y = add_conv (graph, y, 1, 1, wide_c, out_c);
  if (stride == 1 && in_c == out_c)
    y = graph_fixture_node (graph, KOMA_OP_ADD, "add", NULL, 2, x, y);
  return y;
}

static KomaValueId
add_resize (KomaGraph  *graph,
            KomaValueId x,
            gint32      side)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "half_pixel_centers", TRUE);
  return graph_fixture_node (
    graph, KOMA_OP_RESIZE_BILINEAR, "resize", attrs, 2, x,
    graph_fixture_ints (graph, KOMA_SHAPE (2), (const gint32[]){ side, side }));
}

static KomaGraph *
make_network (void)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, SIDE, SIDE, 3));
  KomaValueId early = add_hard_swish (graph, add_conv (graph, x, 3, 2, 3, 8));
  KomaValueId pooled = KOMA_VALUE_NONE;
  KomaValueId y = KOMA_VALUE_NONE;

  early = add_squeeze_and_excite (graph, early, SIDE / 2, 8, TRUE);
  y = add_block (graph, early, SIDE / 4, 2, 8, 16);
  y = add_block (graph, y, SIDE / 8, 2, 16, 24);
  y = add_block (graph, y, SIDE / 8, 1, 24, 24);
  y = add_block (graph, y, SIDE / 8, 1, 24, 24);
  y = add_resize (graph, add_conv (graph, y, 1, 1, 24, 8), SIDE / 2);
  y = graph_fixture_node (graph, KOMA_OP_ADD, "skip", NULL, 2, y, early);
  y = add_squeeze_and_excite (graph, y, SIDE / 2, 8, TRUE);
  pooled = add_conv (graph, add_average (graph, early, SIDE / 2, TRUE), 1, 1, 8, 8);
  y = graph_fixture_node (graph, KOMA_OP_ADD, "pooled", NULL, 2, y,
                          add_resize (graph, pooled, SIDE / 2));
  y = add_conv (graph, add_resize (graph, y, SIDE), 3, 1, 8, 1);
  koma_graph_add_output (graph, "y", graph_fixture_node (graph, KOMA_OP_SIGMOID, "y", NULL, 1, y));
  return graph;
}

/* In float64 from the first op to the last. */
static void
compute_node (const KomaGraph *graph,
              const KomaNode  *node,
              OracleTensor    *values)
{
  OracleTensor in[KOMA_MAX_NODE_ARITY];
  OracleTensor out = { KOMA_DTYPE_FLOAT32, koma_node_output (graph, node, 0)->shape, NULL };

  for (guint i = 0; i < node->n_inputs; i++)
    in[i] = values[node->inputs[i]];
  out.data = g_new0 (double, koma_shape_count (&out.shape));
  oracle_compute (&(OracleCall){ node->op, node->attrs, in, node->n_inputs, &out, 1 });
  values[node->outputs[0]] = out;
}

static OracleTensor
widen (const KomaValue *value,
       gconstpointer    data)
{
  const gsize  count = koma_shape_count (&value->shape);
  OracleTensor tensor = { value->dtype, value->shape, g_new (double, MAX (count, 1)) };

  for (gsize i = 0; i < count; i++)
    tensor.data[i] = value->dtype == KOMA_DTYPE_FLOAT32 ? ((const float *) data)[i]
                                                        : ((const gint32 *) data)[i];
  return tensor;
}

/* Returns: (transfer full): the output, [SIDE, SIDE] */
static double *
compute_exact (const KomaGraph *network,
               const float     *input)
{
  g_autoptr (KomaGraph) graph = koma_graph_copy (network);
  const guint              n_values = koma_graph_get_n_values (graph);
  g_autofree OracleTensor *values = g_new0 (OracleTensor, n_values);
  const KomaValueId        last = koma_graph_get_output (graph, 0);
  double                  *result = NULL;

  g_assert_true (koma_pass_infer (graph, NULL));
  for (guint i = 0; i < n_values; i++) {
    const KomaValue *value = koma_graph_get_value (graph, i);

    if (value->constant != NULL)
      values[i] = widen (value, value->constant->data);
  }
  values[koma_graph_get_input (graph, 0)] =
    widen (koma_graph_get_value (graph, koma_graph_get_input (graph, 0)), input);
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    compute_node (graph, koma_graph_get_node (graph, i), values);
  result = g_steal_pointer (&values[last].data);
  for (guint i = 0; i < n_values; i++)
    g_free (values[i].data);
  return result;
}

static void
check (KomaSession  *session,
       const double *expected)
{
  const float *found = koma_session_get_output_data (session, 0);
  const char  *backend = koma_session_get_backend (session)->name;
  const double tolerance = g_str_equal (backend, "xnnpack") ? TOLERANCE_XNNPACK : TOLERANCE;
  double       greatest = -INFINITY;
  double       least = INFINITY;
  double       difference = 0;

  for (gsize i = 0; i < SIDE * SIDE; i++) {
    greatest = MAX (greatest, expected[i]);
    least = MIN (least, expected[i]);
    difference = fmax (difference, fabs (found[i] - expected[i]));
  }
  g_test_message ("%s: %.2g of a range of %.2g", backend, difference / (greatest - least),
                  greatest - least);
  g_assert_cmpfloat (greatest - least, >, 0.02);
  g_assert_cmpfloat (difference, <=, tolerance * (greatest - least));
}

/* Even but for a square: what rounds all pixels of a plane alike adds up. */
static void
fill_input (float *input)
{
  for (gsize i = 0; i < SIDE * SIDE * 3; i++) {
    const gsize x = i / 3 % SIDE;
    const gsize y = i / 3 / SIDE;

    input[i] = 0.3f + 0.1f * (float) (i % 3);
    if (MAX (x, y) < SIDE / 3)
      input[i] = (float) g_test_rand_double ();
  }
}

static void
test_segmentation (void)
{
  g_autoptr (KomaGraph) graph = make_network ();
  g_autofree float  *input = g_new (float, SIDE *SIDE * 3);
  g_autofree double *expected = NULL;

  fill_input (input);
  expected = compute_exact (graph, input);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaSessionOptions options = { .backend = koma_backends_get (i)->name,
                                         .n_threads = 1,
                                         .precision = KOMA_PRECISION_FLOAT32 };
    g_autoptr (KomaSession) session = NULL;
    g_autoptr (GError) error = NULL;

    if (koma_backends_find_available (options.backend, NULL) == NULL)
      continue;
    session = koma_session_new (graph, &options, &error);
    g_assert_no_error (error);
    memcpy (koma_session_get_input_data (session, 0), input, SIDE * SIDE * 3 * sizeof (float));
    g_assert_true (koma_session_run (session, NULL));
    check (session, expected);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/precision/segmentation", test_segmentation);
  return g_test_run ();
}
