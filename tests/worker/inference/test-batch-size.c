/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/classify/batch-size.h"

#include <math.h>

#include "engine/graph/graph.h"
#include "tests/test-main.h"

static void
test_pick (void)
{
  const KomaBatchTime faster[] = { { 1, 2.0 }, { 2, 3.0 }, { 4, 5.0 }, { 8, 9.0 } };
  const KomaBatchTime nearly[] = { { 1, 2.0 }, { 2, 3.0 }, { 4, 5.9 }, { 8, 11.7 } };
  const KomaBatchTime slower[] = { { 1, 2.0 }, { 2, 4.1 }, { 4, 9.0 } };
  const KomaBatchTime broken[] = { { 1, 2.0 }, { 2, INFINITY } };

  g_assert_cmpuint (koma_batch_size_pick (faster, 4), ==, 3);
  /* 1.500, 1.475, 1.4625 ms a picture: all the same. */
  g_assert_cmpuint (koma_batch_size_pick (nearly, 4), ==, 1);
  g_assert_cmpuint (koma_batch_size_pick (slower, 3), ==, 0);
  g_assert_cmpuint (koma_batch_size_pick (broken, 2), ==, 0);
  g_assert_cmpuint (koma_batch_size_pick (broken, 1), ==, 0);
}

static KomaValueId
add_ints (KomaGraph    *graph,
          const gint32 *values,
          gint64        n)
{
  const KomaShape shape = KOMA_SHAPE (n);
  g_autoptr (KomaArray) tensor = koma_array_new_from_data (KOMA_DTYPE_INT32, &shape,
                                                           values, NULL);

  return koma_graph_add_constant (graph, "ints", tensor);
}

static KomaValueId
add_node (KomaGraph  *graph,
          KomaOp      op,
          KomaValueId a,
          KomaValueId b,
          const char *true_attr) /* (nullable) */
{
  const KomaValueId inputs[] = { a, b };
  g_autoptr (GError) error = NULL;
  const guint     n_inputs = b == KOMA_VALUE_NONE ? 1 : 2;
  KomaAttrs      *attrs = koma_attrs_new ();
  const KomaNode *node = NULL;

  if (true_attr != NULL)
    koma_attrs_set_int (attrs, true_attr, 1);
  node = koma_graph_add_node (graph, op, "node", inputs, n_inputs, attrs, &error);
  g_assert_no_error (error);
  return node->outputs[0];
}

/* [?,2,2,3] → [?,12], each picture by itself. */
static KomaGraph *
make_flat (KomaValueId *ret_flat)
{
  const KomaShape shape = KOMA_SHAPE (KOMA_DIM_UNKNOWN, 2, 2, 3);
  const gint32    flat_shape[] = { -1, 12 };
  KomaGraph      *graph = koma_graph_new ();
  KomaValueId     input = koma_graph_add_input (graph, "input", KOMA_DTYPE_FLOAT32, &shape);

  *ret_flat = add_node (graph, KOMA_OP_RESHAPE, input, add_ints (graph, flat_shape, 2), NULL);
  return graph;
}

static KomaClassifier *
open_classifier (const KomaGraph *graph,
                 guint            batch)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = batch, .n_threads = 1 };
  g_autoptr (GError) error = NULL;
  KomaClassifier *classifier = koma_classifier_new (graph, 0, &options, &error);

  g_assert_no_error (error);
  return classifier;
}

static KomaClassifier *
choose (const KomaGraph *graph,
        guint            batch)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = batch, .n_threads = 1 };
  g_autoptr (KomaClassifier) single = open_classifier (graph, 1);

  return koma_batch_size_choose (graph, 0, &options, single, G_TIME_SPAN_SECOND);
}

static void
test_sound (void)
{
  KomaValueId flat = KOMA_VALUE_NONE;
  g_autoptr (KomaGraph) graph = make_flat (&flat);
  g_autoptr (KomaClassifier) five = NULL;
  g_autoptr (KomaClassifier) measured = NULL;

  koma_graph_add_output (graph, "scores",
                         add_node (graph, KOMA_OP_SOFTMAX, flat, KOMA_VALUE_NONE, NULL));
  five = choose (graph, 5);
  g_assert_nonnull (five);
  g_assert_cmpuint (koma_classifier_get_batch (five), ==, 5);
  g_assert_cmpuint (koma_classifier_get_n_classes (five), ==, 12);
  g_assert_cmpuint (koma_classifier_get_input_size (five), ==, 12);
  g_assert_cmpfloat (koma_classifier_get_run_ms (five), <, INFINITY);

  measured = choose (graph, 0);
  if (measured != NULL)
    g_assert_cmpuint (koma_classifier_get_batch (measured), <=, 16);
}

/* Each picture minus the mean of all: the shapes allow any batch, the
 * answers do not. */
static void
test_mixing (void)
{
  const gint32 first_axis[] = { 0 };
  KomaValueId  flat = KOMA_VALUE_NONE;
  KomaValueId  mean = KOMA_VALUE_NONE;
  g_autoptr (KomaGraph) graph = make_flat (&flat);
  g_autoptr (KomaClassifier) two = NULL;

  mean = add_node (graph, KOMA_OP_MEAN, flat, add_ints (graph, first_axis, 1), "keep_dims");
  koma_graph_add_output (graph, "scores", add_node (graph, KOMA_OP_SUB, flat, mean, NULL));
  two = open_classifier (graph, 2);
  g_assert_cmpuint (koma_classifier_get_batch (two), ==, 2);
  g_assert_null (choose (graph, 2));
  g_assert_null (choose (graph, 0));
}

/* The graph says [1,12]: one picture, whatever is asked for. */
static void
test_fixed (void)
{
  const KomaShape shape = KOMA_SHAPE (KOMA_DIM_UNKNOWN, 2, 2, 3);
  const gint32    flat_shape[] = { 1, 12 };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId input = koma_graph_add_input (graph, "input", KOMA_DTYPE_FLOAT32, &shape);

  KomaValueId sizes = add_ints (graph, flat_shape, 2);

  koma_graph_add_output (graph, "scores", add_node (graph, KOMA_OP_RESHAPE, input, sizes, NULL));
  g_assert_null (choose (graph, 4));
  g_assert_null (choose (graph, 0));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/batch-size/fixed", test_fixed);
  g_test_add_func ("/batch-size/mixing", test_mixing);
  g_test_add_func ("/batch-size/pick", test_pick);
  g_test_add_func ("/batch-size/sound", test_sound);
  return g_test_run ();
}
