/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From TensorFlow's nodes to Koma's. */

#include <string.h>

#include "engine/formats/tensorflow/lower.h"
#include "fixture.h"
#include "tf-notation.h"
#include "tests/test-main.h"

#define X "x = Placeholder shape=1,4\n"

static void
lower (const char   *text,
       KomaRawModel *ret_raw)
{
  g_autoptr (KomaTfGraph) graph = tf_graph_parse (text);
  g_autoptr (GError) error = NULL;

  (void) !koma_tf_lower (graph, ret_raw, &error);
  g_assert_no_error (error);
}

/* "AddV2 a (x, bias)" for each node, a line each. */
static char *
describe_nodes (const KomaGraph *graph)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++) {
    const KomaNode *node = koma_graph_get_node (graph, i);

    g_string_append_printf (text, "%s %s (", koma_op_get_name (node->op), node->name);
    for (guint j = 0; j < node->n_inputs; j++) {
      const KomaValue *value = koma_graph_get_value (graph, node->inputs[j]);

      g_string_append_printf (text, "%s%s", j > 0 ? ", " : "", value->name);
    }
    g_string_append (text, ")\n");
  }

  return g_string_free (text, FALSE);
}

static void
assert_nodes (const KomaRawModel *raw,
              const char         *expected)
{
  g_autofree char *found = describe_nodes (raw->graph);

  g_assert_cmpstr (found, ==, expected);
}

/* "name = value" for each output. */
static void
assert_outputs (const KomaRawModel *raw,
                const char         *expected)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < koma_graph_get_n_outputs (raw->graph); i++) {
    const KomaValueId id = koma_graph_get_output (raw->graph, i);

    g_string_append_printf (found, "%s%s = %s", i > 0 ? ", " : "",
                            koma_graph_get_output_name (raw->graph, i),
                            koma_graph_get_value (raw->graph, id)->name);
  }

  g_assert_cmpstr (found->str, ==, expected);
}

static void
assert_inputs (const KomaRawModel *raw,
               const char         *expected)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < koma_graph_get_n_inputs (raw->graph); i++) {
    const KomaValueId id = koma_graph_get_input (raw->graph, i);

    g_string_append_printf (found, "%s%s", i > 0 ? ", " : "",
                            koma_graph_get_value (raw->graph, id)->name);
  }

  g_assert_cmpstr (found->str, ==, expected);
}

static const KomaAttrs *
get_attrs (const KomaRawModel *raw,
           guint               node)
{
  return koma_graph_get_node (raw->graph, node)->attrs;
}

static guint
get_count (GHashTable *counts,
           const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (counts, name));
}

/* Nodes stand in any order, names may say ":0", control inputs and nodes for
 * effect are dropped. */
static void
test_any_order (void)
{
  g_auto (KomaRawModel) raw = { 0 };

  lower ("c = Relu b:0 ^a\n"
         "go = NoOp ^c\n"
         "b = Add a bias\n"
         "a = Neg x ^go\n"
         "bias = Const float 1 2 3 4\n" X,
         &raw);
  assert_nodes (&raw, "Neg a (x)\n"
                      "AddV2 b (a, bias)\n"
                      "Relu c (b)\n");
  assert_outputs (&raw, "c = c");
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
  g_assert_cmpuint (get_count (raw.op_counts, "Add"), ==, 1);
  g_assert_cmpuint (get_count (raw.op_counts, "NoOp"), ==, 1);
  g_assert_cmpuint (get_count (raw.op_counts, "Const"), ==, 0);
}

static void
test_fused (void)
{
  g_auto (KomaRawModel) raw = { 0 };

  lower (X "w = Const float 0 0\n"
           "b = Const float 0\n"
           "slope = Const float 0.5\n"
           "plain = _FusedConv2D x w\n"
           "bias = _FusedConv2D plain w b fused_ops=BiasAdd\n"
           "both = FusedDepthwiseConv2dNative bias w b fused_ops=BiasAdd,Relu6\n"
           "prelu = _FusedMatMul both w b slope fused_ops=BiasAdd,Prelu\n"
           "leaky = _FusedConv2D prelu w fused_ops=LeakyRelu leakyrelu_alpha=0.25\n",
         &raw);
  assert_nodes (&raw, "Conv2D plain (x, w)\n"
                      "Conv2D bias (plain, w, b)\n"
                      "DepthwiseConv2dNative both/DepthwiseConv2dNative (bias, w, b)\n"
                      "Relu6 both (both/DepthwiseConv2dNative)\n"
                      "MatMul prelu/MatMul (both, w, b)\n"
                      "Prelu prelu (prelu/MatMul, slope)\n"
                      "Conv2D leaky/Conv2D (prelu, w)\n"
                      "LeakyRelu leaky (leaky/Conv2D)\n");
  g_assert_cmpfloat (koma_attrs_get_float (get_attrs (&raw, 7), "alpha", 0), ==, 0.25);
}

static void
test_other_forms (void)
{
  g_auto (KomaRawModel) raw = { 0 };
  const KomaArray *axis = NULL;

  lower (X "one = Const int 1\n"
           "sizes = Const int 1 1\n"
           "split = Split one x num_split=2\n"
           "splitv = SplitV split:1 sizes one num_split=2\n"
           "both = IdentityN split splitv\n"
           "concat = Concat one both:0 both:1\n"
           "gather = Gather concat one\n"
           "cast = Cast gather DstT=DT_INT64\n"
           "product = BatchMatMulV2 cast x adj_y=1\n"
           "biased = BiasAdd product one data_format=NHWC\n",
         &raw);
  assert_nodes (&raw, "SplitV split (x)\n"
                      "SplitV splitv (split:1, sizes)\n"
                      "ConcatV2 concat (split, splitv, one)\n"
                      "GatherV2 gather (concat, one, gather)\n"
                      "Cast cast (gather)\n"
                      "MatMul product (cast, x)\n"
                      "AddV2 biased (product, one)\n");
  g_assert_cmpint (koma_attrs_get_int (get_attrs (&raw, 0), "axis", 7), ==, 1);
  g_assert_cmpstr (koma_attrs_get_string (get_attrs (&raw, 4), "DstT", ""), ==, "int32");
  g_assert_cmpint (koma_attrs_get_int (get_attrs (&raw, 5), "transpose_a", 7), ==, 0);
  g_assert_cmpint (koma_attrs_get_int (get_attrs (&raw, 5), "transpose_b", 7), ==, 1);
  axis = koma_node_input (raw.graph, koma_graph_get_node (raw.graph, 3), 2)->constant;
  g_assert_cmpint (koma_array_get_int (axis, 0), ==, 0);
  assert_outputs (&raw, "biased = biased");
}

/* The signature's order and names; the labels are none of the results. */
static void
test_signature (void)
{
  g_auto (KomaRawModel) raw = { 0 };

  lower (X "y = Placeholder shape=1,4\n"
           "unused = Placeholder shape=1\n"
           "zero = Const int 0\n"
           "labels = Const int 97 44 98\n"
           "neg = Neg x\n"
           "dead = Neg unused\n"
           "split = Split zero y num_split=2\n"
           "input y:0\n"
           "input x\n"
           "output neg:0\n"
           "output labels:0\n"
           "output split:1\n",
         &raw);
  assert_outputs (&raw, "neg = neg, split:1 = split:1");
  assert_inputs (&raw, "y, x");
  g_assert_nonnull (raw.labels);
  g_assert_cmpint (koma_array_get_int (raw.labels, 2), ==, 98);
}

static void
test_no_signature (void)
{
  g_auto (KomaRawModel) raw = { 0 };

  lower ("unused = Placeholder shape=1\n" X
         "first = Relu x\n"
         "aside = Neg x\n"
         "check = Assert aside\n"
         "labels = Const int 97 98\n"
         "last = Neg first\n"
         "best = Neg first\n",
         &raw);
  assert_outputs (&raw, "last = last, best = best");
  assert_inputs (&raw, "x");
  g_assert_nonnull (raw.labels);
}

/* In a retrained model the default, which is computed, goes through … */
static void
test_default_goes_through (void)
{
  g_auto (KomaRawModel) raw = { 0 };

  lower (X "features = Relu x\n"
           "bottleneck = PlaceholderWithDefault features shape=-1,4,1\n"
           "y = Neg bottleneck\n",
         &raw);
  assert_nodes (&raw, "Relu features (x)\n"
                      "Identity bottleneck (features)\n"
                      "Neg y (bottleneck)\n");
  assert_inputs (&raw, "x");
}

/* … and where there is no other input, it is the input. */
static void
test_default_is_input (void)
{
  g_auto (KomaRawModel) raw = { 0 };

  lower ("zero = Const float 0\n"
         "flag = PlaceholderWithDefault zero shape=1\n"
         "x = PlaceholderWithDefault zero shape=-1,8,8,3\n"
         "y = Mul x flag\n",
         &raw);
  assert_inputs (&raw, "x");
  assert_nodes (&raw, "Identity flag (zero)\n"
                      "Mul y (x, flag)\n");
}

/* The model can be looked at: what is missing is named and counted. */
static void
test_unsupported (void)
{
  g_auto (KomaRawModel) raw = { 0 };

  lower (X "a = EinsumLike x\n"
           "b = EinsumLike a\n"
           "c = EinsumLike b\n"
           "d = Relu c\n"
           "e = _FusedConv2D x x fused_ops=Einsum\n"
           "f = BiasAdd x x data_format=NCHW\n"
           "g = Split x x num_split=2\n"
           "y = Neg x\n"
           "z = AddN d e f g y\n"
           "output y\n"
           "output z\n",
         &raw);
  assert_nodes (&raw, "Neg y (x)\n");
  assert_outputs (&raw, "y = y");
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 4);
  g_assert_cmpuint (get_count (raw.unsupported, "EinsumLike"), ==, 3);
  g_assert_cmpuint (get_count (raw.unsupported, "_FusedConv2D (Einsum)"), ==, 1);
  g_assert_cmpuint (get_count (raw.unsupported, "BiasAdd (NCHW)"), ==, 1);
  g_assert_cmpuint (get_count (raw.unsupported, "Split (computed axis)"), ==, 1);
  g_assert_cmpuint (get_count (raw.op_counts, "EinsumLike"), ==, 3);
}

/* What no result needs is no obstacle. */
static void
test_unsupported_aside (void)
{
  g_auto (KomaRawModel) raw = { 0 };

  lower (X "y = Neg x\n"
           "aside = EinsumLike y nowhere\n"
           "output y\n",
         &raw);
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
  assert_nodes (&raw, "Neg y (x)\n");
}

/* A loop of control flow is a cycle too, but the ops are what is missing. */
static void
test_loop (void)
{
  g_auto (KomaRawModel) raw = { 0 };

  lower (X "merge = Merge x next\n"
           "body = Neg merge\n"
           "next = NextIteration body\n"
           "y = Relu body\n",
         &raw);
  g_assert_cmpuint (get_count (raw.unsupported, "Merge"), ==, 1);
  g_assert_cmpuint (get_count (raw.unsupported, "NextIteration"), ==, 1);
}

/* No recursion: a thread's stack would not do. */
static void
test_long_chain (void)
{
  const guint length = 50000;
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GString) text = g_string_new ("n0 = Placeholder shape=1\n");

  for (guint i = length; i > 0; i--)
    g_string_append_printf (text, "n%u = Neg n%u\n", i, i - 1);

  lower (text->str, &raw);
  g_assert_cmpuint (koma_graph_get_n_nodes (raw.graph), ==, length);
}

typedef struct
{
  const char *text;
  int         code;
  const char *words[4];
} BadCase;

static const BadCase bad_cases[] = {
  { "", KOMA_ERROR_MODEL, { "computes nothing" } },
  { X, KOMA_ERROR_MODEL, { "computes nothing", "1 nodes" } },
  { X X, KOMA_ERROR_MODEL, { "two nodes", "'x'" } },
  { "y = Neg gone\n", KOMA_ERROR_MODEL, { "Neg 'y'", "'gone'", "not in the graph" } },
  { X "y = Neg x:3\n", KOMA_ERROR_MODEL, { "Neg 'y'", "x:3", "1 results" } },
  { X "y = Neg x\noutput gone:0\n", KOMA_ERROR_MODEL, { "Output", "gone:0", "signature" } },
  { X "y = Neg x\noutput y:2\n", KOMA_ERROR_MODEL, { "Output", "y:2" } },
  { "c = Const\ny = Neg c\n", KOMA_ERROR_MODEL, { "Const 'c'", "weights" } },
  { X "y = Neg\n", KOMA_ERROR_MODEL, { "Neg", "y" } },
  { X "y = Concat x\n", KOMA_ERROR_MODEL, { "Concat 'y'", "expected 2 to ", "found 1" } },
  { X "y = Gather x\n", KOMA_ERROR_MODEL, { "Gather 'y'", "expected 2 inputs", "found 1" } },
  { X "y = Gather x x x\n", KOMA_ERROR_MODEL, { "Gather 'y'", "expected 2 inputs", "found 3" } },
  { X "y = Split x\n", KOMA_ERROR_MODEL, { "Split 'y'", "found 1" } },
  { X "y = SplitV x x\n", KOMA_ERROR_MODEL, { "SplitV 'y'", "found 2" } },
  { X "two = Const int 0 1\ny = Split two x\n",
    KOMA_ERROR_SHAPE,
    { "Split 'y'", "found 2 of int32" } },
  { X "f = Const float 0\ny = Split f x\n", KOMA_ERROR_SHAPE, { "Split 'y'", "float32" } },
  { X "y = _FusedConv2D x x fused_ops=BiasAdd\n",
    KOMA_ERROR_MODEL,
    { "_FusedConv2D 'y'", "expected 3", "BiasAdd", "found 2" } },
  { "s = Placeholder dtype=DT_STRING\ny = Neg s\n",
    KOMA_ERROR_UNSUPPORTED,
    { "Placeholder 's'", "DT_STRING" } },
  { "a = Neg a\n", KOMA_ERROR_MODEL, { "computes nothing" } },
  { "a = Neg a\noutput a\n", KOMA_ERROR_MODEL, { "cycle", "'a' → 'a'" } },
  { "a = Neg c\nb = Neg a\nc = Neg b\ny = Neg c\n",
    KOMA_ERROR_MODEL,
    { "cycle", "'c' → 'b' → 'a' → 'c'" } },
};

static gboolean
try_lower (const char *text,
           GError    **error)
{
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (KomaTfGraph) graph = NULL;

  return tf_graph_try_parse (text, &graph, error) && koma_tf_lower (graph, &raw, error);
}

static void
test_bad (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_cases); i++) {
    const BadCase *bad = &bad_cases[i];
    g_autoptr (GError) error = NULL;

    g_test_message ("case %u", i);
    g_assert_false (try_lower (bad->text, &error));
    assert_error_says (error, KOMA_ERROR, bad->code, bad->words[0], bad->words[1], bad->words[2],
                       bad->words[3], NULL);
    g_assert_cmpint (g_str_has_prefix (error->message, "Output "), ==,
                     g_str_equal (bad->words[0], "Output"));
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tf-lower/any-order", test_any_order);
  g_test_add_func ("/tf-lower/fused", test_fused);
  g_test_add_func ("/tf-lower/other-forms", test_other_forms);
  g_test_add_func ("/tf-lower/signature", test_signature);
  g_test_add_func ("/tf-lower/no-signature", test_no_signature);
  g_test_add_func ("/tf-lower/default-goes-through", test_default_goes_through);
  g_test_add_func ("/tf-lower/default-is-input", test_default_is_input);
  g_test_add_func ("/tf-lower/unsupported", test_unsupported);
  g_test_add_func ("/tf-lower/unsupported-aside", test_unsupported_aside);
  g_test_add_func ("/tf-lower/loop", test_loop);
  g_test_add_func ("/tf-lower/long-chain", test_long_chain);
  g_test_add_func ("/tf-lower/bad", test_bad);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
