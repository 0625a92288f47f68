/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/passes/passes.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

static KomaValueId
add_pad (KomaGraph   *graph,
         KomaValueId  x,
         const gint32 paddings[8],
         float        value)
{
  return graph_fixture_node (graph, KOMA_OP_PAD, "pad", NULL, 3, x,
                             graph_fixture_ints (graph, KOMA_SHAPE (4, 2), paddings),
                             graph_fixture_scalar (graph, KOMA_DTYPE_FLOAT32, value));
}

static const gint32 border[8] = { 0, 0, 0, 1, 2, 3, 0, 0 };

static gboolean
fuse_and_clean (KomaGraph *graph,
                GError   **error)
{
  return koma_pass_fuse_pad (graph, error) && koma_pass_remove_dead (graph, error);
}

static void
expect_pads (const KomaGraph *graph,
             guint            n)
{
  g_autoptr (KomaGraph) after = graph_fixture_apply (graph, fuse_and_clean);

  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_PAD), ==, n);
}

static void
test_conv (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId         x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 6, 5, 3));
  const KomaWindow2D *window = NULL;

  koma_graph_add_output (graph, "y",
                         graph_fixture_conv (graph, "conv", add_pad (graph, x, border, 0),
                                             KOMA_SHAPE (3, 3, 3, 4), "VALID"));
  after = graph_fixture_apply (graph, fuse_and_clean);
  g_assert_cmpuint (koma_graph_get_n_nodes (after), ==, 1);
  window = &koma_graph_get_node (after, 0)->params.window;
  g_assert_cmpuint (window->padding.top, ==, 0);
  g_assert_cmpuint (window->padding.bottom, ==, 1);
  g_assert_cmpuint (window->padding.left, ==, 2);
  g_assert_cmpuint (window->padding.right, ==, 3);
}

static void
test_depthwise (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 6, 5, 3));

  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_DEPTHWISE_CONV_2D, "conv",
                                             graph_fixture_window (2, "VALID"), 2,
                                             add_pad (graph, x, border, 0),
                                             graph_fixture_constant (graph,
                                                                     KOMA_SHAPE (3, 3, 3, 2))));
  expect_pads (graph, 0);
}

/* The convolution's own padding adds to that of the Pad. */
static void
test_explicit (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaAttrs  *attrs = graph_fixture_window (1, "EXPLICIT");
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 6, 5, 3));

  koma_attrs_set_ints (attrs, "explicit_paddings", (const gint64[]){ 0, 0, 1, 2, 0, 1, 0, 0 }, 8);
  koma_graph_add_output (graph, "y",
                         graph_fixture_node (graph, KOMA_OP_CONV_2D, "conv", attrs, 2,
                                             add_pad (graph, x, border, 0),
                                             graph_fixture_constant (graph,
                                                                     KOMA_SHAPE (3, 3, 3, 4))));
  expect_pads (graph, 0);
}

/* A pool reads the Pad too: the convolution does not need it any more, the
 * pool does. */
static void
test_shared (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (KomaGraph) after = NULL;
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 6, 5, 3));
  KomaValueId pad = add_pad (graph, x, border, 0);
  KomaAttrs  *attrs = graph_fixture_window (1, "VALID");

  koma_attrs_set_ints (attrs, "ksize", (const gint64[]){ 1, 2, 2, 1 }, 4);
  koma_graph_add_output (graph, "y",
                         graph_fixture_conv (graph, "conv", pad, KOMA_SHAPE (3, 3, 3, 4),
                                             "VALID"));
  koma_graph_add_output (graph, "pool",
                         graph_fixture_node (graph, KOMA_OP_MAX_POOL, "pool", attrs, 1, pad));
  after = graph_fixture_apply (graph, fuse_and_clean);
  g_assert_cmpuint (graph_fixture_count (after, KOMA_OP_PAD), ==, 1);
  g_assert_cmpuint (graph_fixture_find (after, KOMA_OP_CONV_2D)->inputs[0], ==, x);
  g_assert_cmpuint (graph_fixture_find (after, KOMA_OP_MAX_POOL)->inputs[0], ==, pad);
}

static void
test_refused (void)
{
  static const struct
  {
    gint32      paddings[8];
    float       value;
    const char *padding;
  } cases[] = {
    { { 0, 0, 1, 1, 1, 1, 0, 0 }, 0.5, "VALID" },
    { { 0, 0, 1, 1, 1, 1, 0, 0 }, 0, "SAME" },
    { { 0, 1, 1, 1, 1, 1, 0, 0 }, 0, "VALID" },
    { { 1, 0, 0, 0, 0, 0, 0, 0 }, 0, "VALID" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (KomaGraph) graph = koma_graph_new ();
    KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 6, 5, 3));
    KomaValueId pad = add_pad (graph, x, cases[i].paddings, cases[i].value);

    koma_graph_add_output (graph, "y",
                           graph_fixture_conv (graph, "conv", pad, KOMA_SHAPE (3, 3, 3, 4),
                                               cases[i].padding));
    expect_pads (graph, 1);
  }
}

static void
test_channels (void)
{
  static const gint32 channels[8] = { 0, 0, 1, 1, 1, 1, 0, 1 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 6, 5, 3));

  koma_graph_add_output (graph, "y",
                         graph_fixture_conv (graph, "conv", add_pad (graph, x, channels, 0),
                                             KOMA_SHAPE (3, 3, 4, 4), "VALID"));
  expect_pads (graph, 1);
}

/* More than a convolution may have of its own: the Pad stays. */
static void
test_vast (void)
{
  static const gint32 vast[8] = { 0, 0, KOMA_MAX_WINDOW_SIDE + 1, 0, 0, 0, 0, 0 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "x", KOMA_SHAPE (1, 2, 1, 1));

  koma_graph_add_output (graph, "y",
                         graph_fixture_conv (graph, "conv", add_pad (graph, x, vast, 0),
                                             KOMA_SHAPE (1, 1, 1, 1), "VALID"));
  expect_pads (graph, 1);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pass-fuse-pad/conv", test_conv);
  g_test_add_func ("/pass-fuse-pad/depthwise", test_depthwise);
  g_test_add_func ("/pass-fuse-pad/explicit", test_explicit);
  g_test_add_func ("/pass-fuse-pad/shared", test_shared);
  g_test_add_func ("/pass-fuse-pad/refused", test_refused);
  g_test_add_func ("/pass-fuse-pad/channels", test_channels);
  g_test_add_func ("/pass-fuse-pad/vast", test_vast);
  return g_test_run ();
}
