/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Convolutions that are computed strip by strip, against the same ones computed one by one: what
 * lies between is an output then. */
#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/graph/builder.h"
#include "engine/runtime/session.h"
#include "tests/test-main.h"

typedef struct
{
  const char *name;
  guint       n, h, w, in_c;
  guint       first; /* kernel of the first convolution, with a stride of 2 unless 1×1; 0: none */
  guint       c;
  guint       kernel; /* of the depthwise convolution */
  guint       stride;
  guint       dilation;
  const char *padding;
  guint       out_c;
} Case;

static const Case cases[] = {
  { "expand", 1, 60, 61, 16, 1, 96, 3, 1, 1, "SAME", 24 },
  { "expand/stride-2", 1, 57, 60, 16, 1, 96, 3, 2, 1, "SAME", 24 },
  { "expand/valid", 2, 40, 33, 7, 1, 61, 3, 1, 1, "VALID", 13 },
  { "expand/5x5", 5, 31, 29, 24, 1, 72, 5, 1, 1, "SAME", 40 },
  { "expand/5x5-stride-2", 5, 31, 29, 24, 1, 72, 5, 2, 1, "SAME", 40 },
  { "expand/dilation-9", 3, 30, 32, 8, 1, 64, 3, 1, 9, "SAME", 16 },
  { "expand/1x1-stride-3", 3, 40, 32, 8, 1, 64, 1, 3, 1, "VALID", 16 },
  { "expand/window-of-whole-picture", 9, 9, 9, 8, 1, 400, 9, 1, 1, "VALID", 16 },
  { "expand/small-pictures", 27, 7, 7, 16, 1, 480, 3, 1, 1, "SAME", 16 },
  { "stem", 2, 131, 121, 3, 3, 32, 3, 1, 1, "SAME", 16 },
  { "pair", 3, 60, 61, 32, 0, 32, 3, 1, 1, "SAME", 64 },
  { "pair/stride-2", 4, 90, 91, 32, 0, 32, 3, 2, 1, "SAME", 64 },
};

static KomaValueId
add_weights (KomaBuilder *builder,
             KomaShape    shape)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (koma_shape_count (&shape));
  g_autoptr (KomaArray) weights = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, NULL);

  for (gsize i = 0; i < weights->count; i++)
    ((float *) weights->data)[i] = (float) g_rand_double_range (rand, -0.3, 0.3);
  return koma_builder_array (builder, weights);
}

static KomaValueId
add_conv (KomaBuilder *builder,
          KomaOp       op,
          KomaValueId  x,
          KomaShape    filter,
          guint        stride,
          guint        dilation,
          const char  *padding)
{
  const gint64 strides[] = { 1, stride, stride, 1 };
  const gint64 dilations[] = { 1, dilation, dilation, 1 };
  KomaAttrs   *attrs = koma_attrs_new ();
  KomaValueId  y = KOMA_VALUE_NONE;

  koma_attrs_set_ints (attrs, "strides", strides, 4);
  koma_attrs_set_ints (attrs, "dilations", dilations, 4);
  koma_attrs_set_string (attrs, "padding", padding);
  y = KOMA_BUILDER_NODE (builder, op, attrs, x, add_weights (builder, filter));
  return koma_builder_unary (builder, KOMA_OP_RELU6, y);
}

static KomaGraph *
build (const Case *test,
       gboolean    is_apart)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  const KomaShape in = KOMA_SHAPE (test->n, test->h, test->w, test->in_c);
  KomaValueId     x = koma_graph_add_input (graph, "x", KOMA_DTYPE_FLOAT32, &in);
  KomaValueId     inner[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaBuilder     builder;

  koma_builder_init (&builder, graph, "block");
  if (test->first > 0)
    inner[0] = x = add_conv (&builder, KOMA_OP_CONV_2D, x,
                             KOMA_SHAPE (test->first, test->first, test->in_c, test->c),
                             test->first == 1 ? 1 : 2, 1, "SAME");
  inner[1] = x = add_conv (&builder, KOMA_OP_DEPTHWISE_CONV_2D, x,
                           KOMA_SHAPE (test->kernel, test->kernel, test->c, 1), test->stride,
                           test->dilation, test->padding);
  x =
    add_conv (&builder, KOMA_OP_CONV_2D, x, KOMA_SHAPE (1, 1, test->c, test->out_c), 1, 1, "SAME");
  koma_graph_add_output (graph, "y", koma_builder_unary (&builder, KOMA_OP_NEG, x));
  for (guint i = 0; is_apart && i < G_N_ELEMENTS (inner); i++)
    if (inner[i] != KOMA_VALUE_NONE)
      koma_graph_add_output (graph, "inner", inner[i]);
  g_assert_true (koma_builder_finish (&builder, NULL));
  return g_steal_pointer (&graph);
}

static KomaSession *
run (const Case *test,
     const char *level,
     guint       n_threads,
     gboolean    is_apart)
{
  g_autoptr (KomaGraph) graph = build (test, is_apart);
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (GError) error = NULL;
  const KomaSessionOptions options = {
    .backend = "cpu",
    .n_threads = n_threads,
    .cpu_level = level,
  };
  KomaSession *session = koma_session_new (graph, &options, &error);
  float       *x = NULL;

  g_assert_no_error (error);
  x = koma_session_get_input_data (session, 0);
  for (gsize i = 0; i < koma_shape_count (&koma_session_get_input (session, 0)->shape); i++)
    x[i] = (float) g_rand_double_range (rand, -1, 1);
  for (guint i = 0; i < 2; i++)
    g_assert_true (koma_session_run (session, NULL));
  return session;
}

static void
compare (const Case *test,
         const char *level,
         guint       n_threads)
{
  g_autoptr (KomaSession) apart = run (test, level, 1, TRUE);
  g_autoptr (KomaSession) together = run (test, level, n_threads, FALSE);
  const float *expected = koma_session_get_output_data (apart, 0);
  const float *got = koma_session_get_output_data (together, 0);

  for (gsize i = 0; i < koma_shape_count (&koma_session_get_output (apart, 0)->shape); i++)
    g_assert_cmpfloat_with_epsilon (got[i], expected[i], 2e-6 * MAX (1, ABS (expected[i])));
}

static void
test_levels (gconstpointer data)
{
  static const char *const levels[] = { "baseline", "avx2", "avx512" };
  const Case              *test = data;

  for (guint i = 0; i < G_N_ELEMENTS (levels); i++)
    if (koma_cpu_kernels_choose (levels[i], NULL) != NULL)
      compare (test, levels[i], 1);
  for (guint n_threads = 2; n_threads <= 3; n_threads++)
    compare (test, NULL, n_threads);
}

/* What lies between has no memory, so that it is clear that nothing was computed one by one. */
static void
test_memory (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (KomaSession) apart = run (test, NULL, 1, TRUE);
  g_autoptr (KomaSession) together = run (test, NULL, 1, FALSE);
  gsize inner_bytes = 0;

  for (guint i = 1; i < koma_session_get_n_outputs (apart); i++)
    inner_bytes += koma_value_get_bytes (koma_session_get_output (apart, i));
  g_assert_cmpuint (koma_session_get_arena_bytes (together) + inner_bytes, <=,
                    koma_session_get_arena_bytes (apart));
}

/* The time of a block is that of its steps. */
static void
test_profile (void)
{
  g_autoptr (KomaSession) session = run (&cases[0], NULL, 2, FALSE);
  guint n_steps = 0;

  koma_session_set_profiling (session, TRUE);
  g_assert_true (koma_session_run (session, NULL));
  g_assert_cmpuint (koma_session_get_n_steps (session), ==, 4);
  for (guint i = 0; i < 4; i++) {
    g_assert_cmpfloat (koma_session_get_time (session, i, &n_steps).total_ms, >, 0);
    g_assert_cmpuint (n_steps, ==, 1);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *same = g_strdup_printf ("/cpu-block/same/%s", cases[i].name);
    g_autofree char *memory = g_strdup_printf ("/cpu-block/memory/%s", cases[i].name);

    g_test_add_data_func (same, &cases[i], test_levels);
    g_test_add_data_func (memory, &cases[i], test_memory);
  }
  g_test_add_func ("/cpu-block/profile", test_profile);
  return g_test_run ();
}
