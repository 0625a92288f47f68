/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "engine/passes/passes.h"
#include "engine/runtime/memory.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* Keras' Flatten: Shape → StridedSlice → Pack → Reshape. */
static KomaGraph *
make_flatten (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (2, 3, 5));
  KomaValueId begin = graph_fixture_ints (graph, KOMA_SHAPE (1), (const gint32[]){ 0 });
  KomaValueId end = graph_fixture_ints (graph, KOMA_SHAPE (1), (const gint32[]){ 1 });
  KomaValueId step = graph_fixture_ints (graph, KOMA_SHAPE (1), (const gint32[]){ 1 });
  KomaValueId rest = graph_fixture_scalar (graph, KOMA_DTYPE_INT32, -1);
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaAttrs  *pack_attrs = koma_attrs_new ();
  KomaValueId shape = graph_fixture_node (graph, KOMA_OP_SHAPE, "shape", NULL, 1, x);
  KomaValueId batch = 0;
  KomaValueId pack = 0;

  koma_attrs_set_int (attrs, "shrink_axis_mask", 1);
  koma_attrs_set_int (pack_attrs, "axis", 0);
  batch = graph_fixture_node (graph, KOMA_OP_STRIDED_SLICE, "batch", attrs, 4, shape, begin,
                              end, step);
  pack = graph_fixture_node (graph, KOMA_OP_PACK, "pack", pack_attrs, 2, batch, rest);
  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_RESHAPE, "flat", NULL, 2, x, pack));
  return g_steal_pointer (&graph);
}

static void
test_folds (void)
{
  g_autoptr (KomaGraph) graph = make_flatten ();
  g_autoptr (KomaGraph) inferred = graph_fixture_apply (graph, koma_pass_infer);
  const KomaShape expected = KOMA_SHAPE (2, 15);

  g_assert_cmpuint (koma_graph_get_n_nodes (inferred), ==, 1);
  g_assert_cmpint (koma_graph_get_node (inferred, 0)->op, ==, KOMA_OP_RESHAPE);
  g_assert_true (koma_shape_equal (&koma_node_output (inferred,
                                                      koma_graph_get_node (inferred, 0), 0)
                                      ->shape,
                                   &expected));
}

/* Each buffer that folding takes may be the one that is too much. */
static void
test_memory (void)
{
  g_autoptr (KomaGraph) graph = make_flatten ();
  gboolean is_done = FALSE;
  guint    nth = 1;

  for (; !is_done; nth++) {
    g_autoptr (KomaGraph) copy = koma_graph_copy (graph);
    g_autoptr (GError) error = NULL;

    koma_memory_fail_after (nth);
    is_done = koma_pass_infer (copy, &error);
    koma_memory_fail_after (0);
    if (!is_done)
      g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
  }
  g_assert_cmpuint (nth, >, 3);
}

static void
test_all_constant (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId a = graph_fixture_constant (graph, KOMA_SHAPE (2, 3));
  KomaValueId sum = graph_fixture_node (graph, KOMA_OP_ADD, "sum", NULL, 2, a, a);
  g_autoptr (KomaGraph) inferred = NULL;
  const float *data = NULL;
  const float *twice = NULL;

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_NEG, "neg", NULL, 1, sum));
  inferred = graph_fixture_apply (graph, koma_pass_infer);
  g_assert_cmpuint (koma_graph_get_n_nodes (inferred), ==, 0);
  data = koma_graph_get_value (inferred, a)->constant->data;
  twice = (koma_graph_get_value (inferred,
                                 koma_graph_get_output (inferred, 0))
             ->constant)
            ->data;
  for (guint i = 0; i < 6; i++)
    g_assert_cmpfloat (twice[i], ==, -2 * data[i]);
}

static void
test_sorts (void)
{
  g_autoptr (KomaGraph) graph = make_flatten ();
  const guint order[] = { 3, 2, 1, 0 };

  koma_graph_reorder_nodes (graph, order);
  g_assert_true (koma_pass_infer (graph, NULL));
  g_assert_cmpuint (koma_graph_get_n_nodes (graph), ==, 1);
}

static void
test_bad_shape (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 8, 8, 1));

  koma_graph_add_output (graph, "y",
                         graph_fixture_conv (graph, "stem", x, KOMA_SHAPE (3, 3, 3, 4), "SAME"));
  g_assert_false (koma_pass_infer (graph, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_cmpstr (error->message, ==, "Conv2D “stem”: input has 1 channels, filter wants 3");
}

/* A value whose node was taken away. */
static void
test_made_by_nobody (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  const gboolean is_removed[] = { TRUE, FALSE };
  KomaValueId    x = graph_fixture_input (graph, "x", KOMA_SHAPE (2));
  KomaValueId    lost = graph_fixture_node (graph, KOMA_OP_RELU, "lost", NULL, 1, x);

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_NEG, "neg", NULL, 1, lost));
  koma_graph_remove_nodes (graph, is_removed);
  g_assert_false (koma_pass_infer (graph, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_cmpstr (error->message, ==, "Neg “neg”: nothing computes its input “lost”");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-infer/folds", test_folds);
  g_test_add_func ("/pass-infer/memory", test_memory);
  g_test_add_func ("/pass-infer/all-constant", test_all_constant);
  g_test_add_func ("/pass-infer/sorts", test_sorts);
  g_test_add_func ("/pass-infer/bad-shape", test_bad_shape);
  g_test_add_func ("/pass-infer/made-by-nobody", test_made_by_nobody);
  return g_test_run ();
}
