/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

/* In what order a file multiplies, and what is wrong with it. */
typedef struct
{
  KomaOp   scale; /* of x before erf */
  double   scale_number;
  guint    order; /* 0: (x · sum) · ½; 1: (sum · ½) · x; 2: sum · (x · ½) */
  double   half;
  gboolean is_sum_read; /* by another node */
} Gelu;

static KomaValueId
apply (KomaGraph  *graph,
       KomaOp      op,
       KomaValueId x,
       double      number)
{
  return graph_fixture_node (graph, op, "scalar", NULL, 2, x,
                             graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, number));
}

static KomaValueId
multiply (KomaGraph  *graph,
          KomaValueId a,
          KomaValueId b)
{
  return graph_fixture_node (graph, KOMA_OP_MUL, "product", NULL, 2, a, b);
}

static KomaGraph *
make (const Gelu *gelu)
{
  KomaGraph  *graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (3, 50));
  KomaValueId scaled = apply (graph, gelu->scale, x, gelu->scale_number);
  KomaValueId erf = graph_fixture_node (graph, KOMA_OP_ERF, "erf", NULL, 1, scaled);
  KomaValueId sum = apply (graph, KOMA_OP_ADD, erf, 1);
  KomaValueId y = KOMA_VALUE_NONE;

  if (gelu->order == 0)
    y = apply (graph, KOMA_OP_MUL, multiply (graph, x, sum), gelu->half);
  else if (gelu->order == 1)
    y = multiply (graph, apply (graph, KOMA_OP_MUL, sum, gelu->half), x);
  else
    y = multiply (graph, sum, apply (graph, KOMA_OP_DIV, x, 1 / gelu->half));
  koma_graph_add_output (graph, "y", y);
  if (gelu->is_sum_read)
    koma_graph_add_output (graph, "sum", sum);
  return graph;
}

static gboolean
pass (KomaGraph *graph,
      GError   **error)
{
  return koma_pass_fuse_gelu (graph, error) && koma_pass_remove_dead (graph, error);
}

static void
test_fused (void)
{
  for (guint order = 0; order < 3; order++) {
    const Gelu multiplied = { KOMA_OP_MUL, G_SQRT2 / 2, order, 0.5, FALSE };
    const Gelu divided = { KOMA_OP_DIV, G_SQRT2, order, 0.5, FALSE };
    g_autoptr (KomaGraph) graph = make (&multiplied);
    g_autoptr (KomaGraph) graph_divided = make (&divided);
    g_autoptr (KomaGraph) after = graph_fixture_apply (graph, pass);
    g_autoptr (KomaGraph) after_divided = graph_fixture_apply (graph_divided, pass);

    g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
    g_assert_cmpint (koma_graph_get_node (after, 0)->op, ==, KOMA_OP_GELU);
    g_assert_cmpuint (koma_graph_get_n_nodes (after_divided), ==, 1);
    g_assert_cmpint (koma_graph_get_node (after_divided, 0)->op, ==, KOMA_OP_GELU);
  }
}

static void
test_left (void)
{
  for (guint order = 0; order < 3; order++) {
    const Gelu others[] = {
      { KOMA_OP_MUL, 0.7, order, 0.5, FALSE },
      { KOMA_OP_MUL, G_SQRT2 / 2, order, 0.6, FALSE },
      { KOMA_OP_MUL, G_SQRT2 / 2, order, 0.5, TRUE },
      { KOMA_OP_ADD, G_SQRT2 / 2, order, 0.5, FALSE },
    };

    for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
      g_autoptr (KomaGraph) graph = make (&others[i]);
      g_autoptr (KomaGraph) after = graph_fixture_apply (graph, pass);

      g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_GELU), ==, 0);
      g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, koma_graph_get_n_nodes (graph));
    }
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  graph_fixture_add_test ("/pass-fuse-gelu/fused", test_fused);
  graph_fixture_add_test ("/pass-fuse-gelu/left", test_left);
  return g_test_run ();
}
