/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "classifier-fixture.h"

#include <math.h>

KomaValueId
classifier_add_ints (KomaGraph    *graph,
                     const gint32 *values,
                     gint64        n)
{
  const KomaShape shape = KOMA_SHAPE (n);
  g_autoptr (KomaArray) tensor =
    koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, values, NULL);

  return koma_graph_add_constant (graph, "ints", tensor);
}

KomaValueId
classifier_add_node (KomaGraph  *graph,
                     KomaOp      op,
                     KomaValueId a,
                     KomaValueId b)
{
  const KomaValueId inputs[] = { a, b };
  g_autoptr (GError) error = NULL;
  const guint     n_inputs = b == KOMA_VALUE_NONE ? 1 : 2;
  const KomaNode *node =
    koma_graph_add_node (graph, op, "node", inputs, n_inputs, koma_attrs_new (), &error);

  g_assert_no_error (error);
  return node->outputs[0];
}

KomaGraph *
classifier_make_graph_of (gint64 n_pictures,
                          gint32 n_rows)
{
  const KomaShape shape = KOMA_SHAPE (n_pictures, SIDE, SIDE, 3);
  const gint32    flat_shape[] = { n_rows, N_VALUES };
  KomaGraph      *graph = koma_graph_new ();
  KomaValueId     input = koma_graph_add_input (graph, "input", KOMA_DTYPE_FLOAT32, &shape);
  KomaValueId     y = classifier_add_ints (graph, flat_shape, 2);

  y = classifier_add_node (graph, KOMA_OP_RESHAPE, input, y);
  y = classifier_add_node (graph, KOMA_OP_SOFTMAX, y, KOMA_VALUE_NONE);
  koma_graph_add_output (graph, "scores", y);
  return graph;
}

KomaGraph *
classifier_make_graph (void)
{
  return classifier_make_graph_of (KOMA_DIM_UNKNOWN, -1);
}

KomaClassifier *
classifier_open (const KomaGraph *graph,
                 guint            n_threads,
                 guint            batch)
{
  const KomaSessionOptions options = { .backend = "cpu", .n_threads = 1, .batch = batch };
  g_autoptr (GError) error = NULL;
  KomaClassifier *classifier = koma_classifier_new (graph, 0, &options, &error);

  g_assert_no_error (error);
  koma_classifier_spread (classifier, graph, n_threads);
  g_assert_cmpuint (koma_classifier_get_n_threads (classifier), ==, n_threads);
  g_assert_cmpuint (koma_classifier_get_batch (classifier), ==, batch);
  g_assert_cmpuint (koma_classifier_get_n_classes (classifier), ==, N_VALUES);
  g_assert_cmpuint (koma_classifier_get_input_size (classifier), ==, N_VALUES);
  return classifier;
}

void
classifier_fill (guint    index,
                 float   *ret_input,
                 gpointer user_data)
{
  for (guint i = 0; i < N_VALUES; i++)
    ret_input[i] = (float) ((index * 7 + i * 5) % 11) / (index % 2 == 0 ? 1 : 4);
}

void
classifier_apply_softmax (const float *input,
                          double      *ret_scores)
{
  double sum = 0;

  for (guint i = 0; i < N_VALUES; i++)
    sum += exp (input[i]);
  for (guint i = 0; i < N_VALUES; i++)
    ret_scores[i] = exp (input[i]) / sum;
}

void
classifier_check_row (const float  *row,
                      const double *expected)
{
  for (guint i = 0; i < N_VALUES; i++)
    g_assert_cmpfloat_with_epsilon (row[i], expected[i], 1e-6);
}
