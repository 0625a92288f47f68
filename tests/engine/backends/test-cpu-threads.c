/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What trains a model does not depend on how many threads compute it: gradients of weights,
 * which are sums over a whole batch, and random numbers have the same bits with one thread as
 * with several. */
#include <string.h>

#include "engine/graph/builder.h"
#include "engine/runtime/session.h"
#include "tests/test-main.h"

typedef KomaValueId (*Build) (KomaBuilder *builder);

static KomaValueId
new_input (KomaBuilder *builder,
           KomaShape    shape)
{
  return koma_graph_add_input (builder->graph, "x", KOMA_DTYPE_FLOAT32, &shape);
}

static KomaAttrs *
window_attrs (void)
{
  static const gint64 ones[] = { 1, 1, 1, 1 };
  KomaAttrs          *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "strides", ones, 4);
  koma_attrs_set_string (attrs, "padding", "SAME");
  return attrs;
}

static KomaValueId
conv_filter (KomaBuilder *builder)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_CONV_2D_BACKPROP_FILTER, window_attrs (),
                            new_input (builder, KOMA_SHAPE (8, 19, 17, 5)),
                            koma_builder_shape (builder, KOMA_SHAPE (3, 3, 5, 33)),
                            new_input (builder, KOMA_SHAPE (8, 19, 17, 33)));
}

static KomaValueId
depthwise_filter (KomaBuilder *builder)
{
  return KOMA_BUILDER_NODE (builder, KOMA_OP_DEPTHWISE_CONV_2D_BACKPROP_FILTER, window_attrs (),
                            new_input (builder, KOMA_SHAPE (8, 19, 17, 21)),
                            koma_builder_shape (builder, KOMA_SHAPE (3, 3, 21, 1)),
                            new_input (builder, KOMA_SHAPE (8, 19, 17, 21)));
}

/* Too narrow to be cut but along the batch. */
static KomaValueId
dense_weights (KomaBuilder *builder)
{
  return koma_builder_mat_mul (builder, new_input (builder, KOMA_SHAPE (30011, 7)),
                               new_input (builder, KOMA_SHAPE (30011, 11)), TRUE, FALSE);
}

static KomaValueId
random_numbers (KomaBuilder *builder)
{
  const KomaShape   pair = KOMA_SHAPE (2);
  const KomaValueId seed = koma_graph_add_input (builder->graph, "x", KOMA_DTYPE_INT32, &pair);

  return KOMA_BUILDER_NODE (builder, KOMA_OP_RANDOM_UNIFORM, NULL,
                            koma_builder_shape (builder, KOMA_SHAPE (50021, 3)), seed);
}

static void
fill_inputs (KomaSession *session)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < koma_session_get_n_inputs (session); i++) {
    const KomaValue *value = koma_session_get_input (session, i);
    guint8          *data = koma_session_get_input_data (session, i);

    for (gsize k = 0; k < koma_shape_count (&value->shape); k++)
      if (value->dtype == KOMA_DTYPE_FLOAT32)
        ((float *) data)[k] = (float) g_rand_double_range (rand, -1, 1);
      else
        ((gint32 *) data)[k] = (gint32) g_rand_int (rand);
  }
}

static KomaArray *
compute (const KomaGraph *graph,
         guint            n_threads)
{
  g_autoptr (GError) error = NULL;
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = n_threads };
  g_autoptr (KomaSession) session = koma_session_new (graph, &options, &error);
  const KomaValue *output = NULL;
  KomaArray       *array = NULL;

  g_assert_no_error (error);
  fill_inputs (session);
  koma_session_run (session, &error);
  g_assert_no_error (error);
  output = koma_session_get_output (session, 0);
  array = koma_array_new_from_data (output->dtype, &output->shape,
                                    koma_session_get_output_data (session, 0), &error);
  g_assert_no_error (error);
  return array;
}

static void
test_same (gconstpointer data)
{
  const Build build = *(const Build *) data;
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaArray) one = NULL;
  KomaBuilder builder;

  koma_builder_init (&builder, graph, "piece");
  koma_graph_add_output (graph, "y", build (&builder));
  g_assert_true (koma_builder_finish (&builder, &error));
  g_assert_no_error (error);
  one = compute (graph, 1);
  for (guint n_threads = 2; n_threads <= 5; n_threads++) {
    g_autoptr (KomaArray) many = compute (graph, n_threads);

    g_assert_cmpmem (many->data, many->count * sizeof (float), one->data,
                     one->count * sizeof (float));
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  static const Build builds[] = { conv_filter, depthwise_filter, dense_weights, random_numbers };

  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/cpu-threads/conv-2d-backprop-filter", &builds[0], test_same);
  g_test_add_data_func ("/cpu-threads/depthwise-filter", &builds[1], test_same);
  g_test_add_data_func ("/cpu-threads/mat-mul", &builds[2], test_same);
  g_test_add_data_func ("/cpu-threads/random-uniform", &builds[3], test_same);
  return g_test_run ();
}
