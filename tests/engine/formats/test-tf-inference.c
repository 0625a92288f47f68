/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Graphs as they were trained: what they compute when they classify. */

#include "engine/formats/tensorflow/lower.h"
#include "engine/formats/tensorflow/tf-inference.h"
#include "engine/formats/tensorflow/tf-outputs.h"
#include "fixture.h"
#include "tf-notation.h"
#include "tests/test-main.h"

#define X "x = Placeholder shape=-1,4\n"

static gboolean
try_lower (const char   *text,
           KomaRawModel *ret_raw,
           GError      **error)
{
  g_autoptr (KomaTfGraph) graph = tf_graph_parse (text);

  return koma_tf_lower_inference (graph, ret_raw, error);
}

/* The ops of the nodes that are left, without Identity. */
static char *
list_ops (const char *text)
{
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  GString *ops = g_string_new (NULL);

  (void) !try_lower (text, &raw, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < koma_graph_get_n_nodes (raw.graph); i++) {
    const KomaNode *node = koma_graph_get_node (raw.graph, i);

    if (node->op != KOMA_OP_IDENTITY)
      g_string_append_printf (ops, "%s%s", ops->len > 0 ? " " : "", koma_op_get_name (node->op));
  }
  if (g_hash_table_size (raw.unsupported) > 0)
    g_string_append (ops, " and more");

  return g_string_free (ops, FALSE);
}

static void
assert_ops (const char *text,
            const char *expected)
{
  g_autofree char *found = list_ops (text);

  g_assert_cmpstr (found, ==, expected);
}

#define BRANCHES          \
  "p = Identity flag\n"   \
  "s = Switch x p\n"      \
  "calm = Relu s:0\n"     \
  "wild = Exp s:1\n"      \
  "m = Merge wild calm\n" \
  "y = Neg m\n"

/* The flag is a constant, a default, fed, negated; or computed. */
static void
test_switch (void)
{
  assert_ops (X "flag = Const bool 0\n" BRANCHES, "Relu Neg");
  assert_ops (X "flag = Const bool 1\n" BRANCHES, "Exp Neg");
  assert_ops (X "no = Const bool 0\nflag = PlaceholderWithDefault no\n" BRANCHES, "Relu Neg");
  assert_ops (X "no = Const bool 0\nflag = LogicalNot no\n" BRANCHES, "Exp Neg");
  assert_ops (X "flag = Placeholder dtype=DT_BOOL\n" BRANCHES, "Relu Neg");
  assert_ops (X "flag = Placeholder dtype=DT_FLOAT\n" BRANCHES, " and more");
}

/* A branch within a branch, and a Switch right before a Merge. */
static void
test_nested_switch (void)
{
  assert_ops (X "off = Const bool 0\n"
                "on = Const bool 1\n"
                "outer = Switch x on\n"
                "inner = Switch outer:1 off\n"
                "a = Exp inner:1\n"
                "b = Sqrt inner:0\n"
                "c = Relu outer:0\n"
                "ab = Merge a b\n"
                "abc = Merge c ab\n"
                "s = Switch abc off\n"
                "t = Exp s:1\n"
                "m = Merge s t\n"
                "y = Neg m\n",
              "Sqrt Neg");
}

#define MASK                 \
  "keep = Const float 0.5\n" \
  "shape = Const int 1 4\n"  \
  "noise = RandomUniform shape\n"

static void
test_dropout (void)
{
  assert_ops (X MASK "sum = Add keep noise\n"
                     "mask = Floor sum\n"
                     "scaled = RealDiv x keep\n"
                     "dropped = Mul scaled mask\n"
                     "y = Neg dropped\n",
              "Neg");
  assert_ops (X MASK "wide = Mul noise keep\n"
                     "kept = GreaterEqual wide keep\n"
                     "mask = Cast kept\n"
                     "scaled = Mul x keep\n"
                     "dropped = Mul mask scaled\n"
                     "y = Neg dropped\n",
              "Neg");
  /* A product with what is not random stays. */
  assert_ops (X "keep = Const float 0.5\n"
                "mask = Floor keep\n"
                "scaled = RealDiv x keep\n"
                "y = Mul scaled mask\n",
              "RealDiv Floor Mul");
}

/* The resized picture is the input, with its size. */
static void
test_decoder (void)
{
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  const KomaValue *input = NULL;

  (void) !try_lower ("bytes = Placeholder dtype=DT_STRING\n"
                     "picture = DecodeJpeg bytes channels=3\n"
                     "numbers = Cast picture\n"
                     "axis = Const int 0\n"
                     "batch = ExpandDims numbers axis\n"
                     "size = Const int 48 64\n"
                     "resized = ResizeBilinear batch size\n"
                     "y = Neg resized\n",
                     &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
  g_assert_cmpuint (koma_graph_get_n_inputs (raw.graph), ==, 1);
  input = koma_graph_get_value (raw.graph, koma_graph_get_input (raw.graph, 0));
  g_assert_cmpstr (input->name, ==, "resized");
  g_assert_cmpuint (input->shape.rank, ==, 4);
  g_assert_cmpint (input->shape.dims[1], ==, 48);
  g_assert_cmpint (input->shape.dims[2], ==, 64);
  g_assert_cmpint (input->shape.dims[3], ==, 3);
}

/* Its numbers are changed before it is resized: Koma would leave that out. */
static void
test_decoder_stays (void)
{
  KomaRawModel raw = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (try_lower ("bytes = Placeholder dtype=DT_STRING\n"
                             "picture = DecodeJpeg bytes channels=3\n"
                             "half = Const float 0.5\n"
                             "dark = Mul picture half\n"
                             "size = Const int 48 64\n"
                             "y = ResizeBilinear dark size\n",
                             &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "bytes", "DT_STRING", NULL);
  koma_raw_model_clear (&raw);
}

typedef struct
{
  const char *node;
  float       expected[3]; /* of the numbers 0, 3, 255; of -128, 3, 127 */
} Quantized;

/* By the formulas of TensorFlow's documentation, computed by hand. */
static const Quantized quantized[] = {
  { "y = Dequantize q min max T=DT_QUINT8 mode=MIN_COMBINED", { -1, -0.97f, 1.55f } },
  { "y = Dequantize q min max T=DT_QUINT8 mode=MIN_FIRST", { -1, -0.97f, 1.55f } },
  { "y = Dequantize q min max T=DT_QUINT8 mode=SCALED", { 0, 3 * 1.55f / 255, 1.55f } },
  { "y = Dequantize s min max T=DT_QINT8 mode=MIN_COMBINED", { -1, 0.31f, 1.55f } },
  { "y = Dequantize s min max T=DT_QINT8 mode=MIN_FIRST", { -1, 0.31f, 1.55f } },
  { "y = Dequantize s min max T=DT_QINT8 mode=SCALED",
    { -128 * 1.55f / 127, 3 * 1.55f / 127, 1.55f } },
};

static void
test_dequantize (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (quantized); i++) {
    g_auto (KomaRawModel) raw = { 0 };
    g_autoptr (GError) error = NULL;
    g_autofree char *text = g_strdup_printf ("q = Const int 0 3 255\n"
                                             "s = Const int -128 3 127\n"
                                             "min = Const float -1\n"
                                             "max = Const float 1.55\n%s\n",
                                             quantized[i].node);
    const KomaArray *tensor = NULL;

    (void) !try_lower (text, &raw, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
    tensor = koma_graph_get_value (raw.graph, koma_graph_get_output (raw.graph, 0))->constant;
    for (guint j = 0; j < 3; j++)
      g_assert_cmpfloat_with_epsilon (((const float *) tensor->data)[j], quantized[i].expected[j],
                                      1e-5f);
  }
}

static void
test_dequantize_not (void)
{
  assert_ops (X "min = Const float -1\nmax = Const float 1\n"
                "y = Dequantize x min max T=DT_QUINT8 mode=SCALED\n",
              " and more");
  assert_ops ("q = Const int 0 3\nmin = Const float -1 0\nmax = Const float 1 1\n"
              "y = Dequantize q min max T=DT_QUINT8 mode=SCALED\n",
              " and more");
  assert_ops ("q = Const int 0 3\nmin = Const float -1\nmax = Const float 1\n"
              "y = Dequantize q min max T=DT_QINT32 mode=SCALED\n",
              " and more");
}

/* The shape that the input x gets where the file says shape {}; w is a filter or a matrix. */
static void
assert_input (const char *nodes,
              KomaShape   weights,
              const char *expected)
{
  g_autofree char *text =
    g_strdup_printf ("x = Placeholder shape=\nw = Const float 1\n%s", nodes);
  g_autoptr (KomaTfGraph) graph = tf_graph_parse (text);
  g_autoptr (KomaArray) filter = koma_array_new (KOMA_DTYPE_FLOAT32, &weights, NULL);
  g_autofree char *found = NULL;

  koma_tf_node_become_const (graph->nodes->pdata[1], filter);
  koma_tf_settle_placeholders (graph);
  found = koma_shape_to_string (&koma_tf_graph_get_node (graph, 0)->shape);
  g_assert_cmpstr (found, ==, expected);
}

/* Old files write for an unknown shape what new ones write for a number. */
static void
test_placeholder (void)
{
  assert_input ("y = Conv2D x w\n", KOMA_SHAPE (3, 3, 1, 8), "[?,?,?,1]");
  assert_input ("y = DepthwiseConv2dNative x w\n", KOMA_SHAPE (3, 3, 4, 1), "[?,?,?,4]");
  assert_input ("y = Conv2D x w data_format=NCHW\n", KOMA_SHAPE (3, 3, 3, 8), "[?,3,?,?]");
  assert_input ("m = Const float 1 2 3\na = Sub x m\nv = Identity w\ny = Conv2D a v\n",
                KOMA_SHAPE (3, 3, 3, 8), "[?,?,?,3]");
  assert_input ("y = MaxPool x\n", KOMA_SHAPE (1), "[?,?,?,?]");
  assert_input ("y = MatMul x w\n", KOMA_SHAPE (5, 7), "[?,5]");
  assert_input ("s = Const int 1\ny = Reshape x s\n", KOMA_SHAPE (1), "[unknown]");
  /* What dropout keeps is a number. */
  assert_input ("p = Placeholder shape=-1,4\nd = RealDiv p x\ny = MatMul d w\n",
                KOMA_SHAPE (4, 2), "[]");
  assert_input ("y = Neg x\n", KOMA_SHAPE (1), "[]");
}

/* However its nodes branch, a graph is looked at in no time. */
static void
test_placeholder_wide (void)
{
  g_autoptr (GString) nodes = g_string_new (NULL);

  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (nodes, "n%u = Relu x\n", i);
  assert_input (nodes->str, KOMA_SHAPE (1), "[]");
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tf-inference/switch", test_switch);
  g_test_add_func ("/tf-inference/nested-switch", test_nested_switch);
  g_test_add_func ("/tf-inference/dropout", test_dropout);
  g_test_add_func ("/tf-inference/decoder", test_decoder);
  g_test_add_func ("/tf-inference/decoder-stays", test_decoder_stays);
  g_test_add_func ("/tf-inference/dequantize", test_dequantize);
  g_test_add_func ("/tf-inference/dequantize-not", test_dequantize_not);
  g_test_add_func ("/tf-inference/placeholder", test_placeholder);
  g_test_add_func ("/tf-inference/placeholder-wide", test_placeholder_wide);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
