/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Training graphs: which result they classify with, and what becomes of the parts that are there
 * for training alone. */

#include "engine/formats/checkpoint/moving-averages.h"
#include "engine/formats/checkpoint/output.h"
#include "engine/formats/checkpoint/pipeline.h"
#include "engine/koma/koma-error.h"
#include "fixture.h"
#include "tf-notation.h"
#include "tests/test-main.h"

#define PICTURES "x = Placeholder shape=-1,8,8,3\n"
#define LABELS   "y_ = Placeholder shape=-1,10\n"
/* A network of two layers. */
#define NETWORK                \
  "w = VariableV2\n"           \
  "v = VariableV2\n"           \
  "conv = Conv2D x w\n"        \
  "relu = Relu conv\n"         \
  "flat = Reshape relu size\n" \
  "fc = MatMul flat v\n"       \
  "size = Const int -1 64\n"

static void
assert_output (const char *text,
               const char *expected)
{
  g_autoptr (KomaTfGraph) graph = tf_graph_parse (text);
  g_autoptr (GError) error = NULL;

  (void) !koma_checkpoint_choose_output (graph, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (graph->outputs->len, ==, 1);
  g_assert_cmpstr (graph->outputs->pdata[0], ==, expected);
}

/* What the loss reads as scores, and the Softmax of the same numbers. */
static void
test_loss (void)
{
  assert_output (PICTURES LABELS NETWORK
                 "xent = SoftmaxCrossEntropyWithLogits fc y_\n"
                 "loss = Mean xent axis\naxis = Const int 0\n",
                 "fc");
  assert_output (PICTURES LABELS NETWORK
                 "scores = Reshape fc size\n"
                 "xent = SparseSoftmaxCrossEntropyWithLogits scores y_\n"
                 "wide = Identity fc\np = Softmax wide\n",
                 "p");
  /* Another Softmax, of something else. */
  assert_output (PICTURES LABELS NETWORK
                 "xent = SparseSoftmaxCrossEntropyWithLogits fc y_\n"
                 "double = AddV2 fc fc\nsoftmax = Softmax double\n",
                 "fc");
}

/* Of two classifiers the one with more nodes before it; of the same scores the one with a name. */
static void
test_several (void)
{
  assert_output (PICTURES LABELS NETWORK
                 "aux_logits = MatMul relu v\n"
                 "aux = SparseSoftmaxCrossEntropyWithLogits aux_logits y_\n"
                 "softmax = Softmax aux_logits\n"
                 "xent = SparseSoftmaxCrossEntropyWithLogits fc y_\n"
                 "end = Softmax fc\n",
                 "end");
  assert_output (PICTURES LABELS NETWORK
                 "xent = SparseSoftmaxCrossEntropyWithLogits fc y_\n"
                 "a = Softmax fc\npredictions = Softmax fc\nloss/z = Softmax fc\n",
                 "predictions");
}

/* Losses that are written out. */
static void
test_written_out (void)
{
  assert_output (PICTURES LABELS NETWORK
                 "p = Softmax fc\nlog = Log p\nproduct = Mul y_ log\nsum = Sum product axis\n"
                 "axis = Const int 0\nloss = Neg sum\n",
                 "p");
  assert_output (PICTURES LABELS NETWORK
                 "low = Const float 0\nhigh = Const float 1\n"
                 "clip = ClipByValue fc low high\nlog = Log clip\nproduct = Mul y_ log\n",
                 "fc");
  assert_output (PICTURES LABELS NETWORK "d = SquaredDifference fc y_\n", "fc");
  /* Sigmoid cross entropy: max (x, 0) - x y + log (1 + exp (-|x|)). */
  assert_output (PICTURES LABELS NETWORK
                 "logistic_loss/relu = Relu fc\nlogistic_loss/mul = Mul fc y_\n"
                 "logistic_loss/sub = Sub logistic_loss/relu logistic_loss/mul\n"
                 "logistic_loss/neg = Neg fc\nlogistic_loss/exp = Exp logistic_loss/neg\n"
                 "logistic_loss/log = Log1p logistic_loss/exp\n"
                 "logistic_loss = AddV2 logistic_loss/sub logistic_loss/log\n",
                 "fc");
}

/* A Softmax or a Sigmoid within the network is none of its answers. */
static void
test_gate (void)
{
  assert_output (PICTURES LABELS
                 "w = VariableV2\nconv = Conv2D x w\ngate = Sigmoid conv\nmul = Mul conv gate\n"
                 "attention = Softmax mul\nfc = MatMul attention w\n"
                 "d = SquaredDifference fc y_\n",
                 "fc");
}

/* Gradients, what is written down, and what keeps the accuracy are no answers. */
static void
test_training (void)
{
  assert_output (PICTURES LABELS NETWORK
                 "tag = Const int 1\n"
                 "zero = Const float 0\n"
                 "dead = Equal relu zero\nshare = Cast dead\nsparsity = Mean share axis\n"
                 "axis = Const int 0\n"
                 "summary = ScalarSummary tag sparsity\nhistogram = HistogramSummary tag relu\n"
                 "best = ArgMax fc axis\nright = Equal best y_\n"
                 "gradients/fc_grad/Shape = Shape fc\n"
                 "gradients/fc_grad/MatMul = MatMul relu v\n"
                 "update = ApplyAdam v fc gradients/fc_grad/MatMul\n",
                 "fc");
}

/* A network without labels; one without convolutions; numbers of several results. */
static void
test_alone (void)
{
  assert_output (PICTURES NETWORK "end = Identity fc\n", "end");
  assert_output ("x = Placeholder shape=-1,784\n"
                 "w = VariableV2\nfc = MatMul x w\nb = BiasAdd fc w\n",
                 "b");
  assert_output ("x = Placeholder shape=-1,784\nrate = Placeholder shape=\n"
                 "y_ = Placeholder shape=-1,10\n"
                 "w = VariableV2\nfc = MatMul x w\nscaled = Mul fc rate\n"
                 "d = SquaredDifference scaled y_\n",
                 "scaled");
  assert_output (PICTURES LABELS NETWORK "axis = Const int 1\nhalves = Split axis fc\n"
                                         "d = SquaredDifference halves:1 y_\n",
                 "halves:1");
}

/* What reads an input is meant before what reads a queue. */
static void
test_pipeline (void)
{
  g_autoptr (KomaTfGraph) graph =
    tf_graph_parse ("queue = FIFOQueueV2\nbatch = QueueDequeueV2 queue\n"
                    "w = VariableV2\nconv = Conv2D batch w\nsum = Identity conv\n"
                    "p = Softmax sum\nd = SquaredDifference p batch:1\n"
                    "again = Identity batch:1\n");
  g_autoptr (GError) error = NULL;
  guint index = 0;
  guint output = 0;

  g_assert_true (koma_checkpoint_cut_pipelines (graph, &error));
  g_assert_true (koma_tf_graph_resolve (graph, "batch", &index, &output));
  g_assert_cmpstr (koma_tf_graph_get_node (graph, index)->op, ==, "Placeholder");
  g_assert_cmpint (koma_tf_graph_get_node (graph, index)->shape.rank, ==, KOMA_RANK_UNKNOWN);
  g_assert_true (koma_tf_graph_resolve (graph, "batch_output_1", &index, &output));
  g_assert_cmpstr (koma_tf_graph_get_node (graph, index)->op, ==, "Placeholder");
  g_assert_true (koma_checkpoint_choose_output (graph, &error));
  g_assert_cmpstr (graph->outputs->pdata[0], ==, "p");
}

static void
test_pipeline_beside (void)
{
  g_autoptr (KomaTfGraph) graph =
    tf_graph_parse ("x = Placeholder shape=-1,8,8,3\n"
                    "batch = IteratorGetNext\n"
                    "w = VariableV2\nconv = Conv2D batch w\nmore = Relu conv\nq = Softmax more\n"
                    "conv_1 = Conv2D x w\np = Softmax conv_1\n");
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_checkpoint_cut_pipelines (graph, &error));
  g_assert_true (koma_checkpoint_choose_output (graph, &error));
  g_assert_cmpstr (graph->outputs->pdata[0], ==, "p");
}

static void
test_no_network (void)
{
  static const char *const texts[] = {
    "v = VariableV2\nw = Identity v\n",
    "x = Placeholder shape=\nv = VariableV2\ny = Mul x v\n",
    "y = Relu x\nz = Relu y\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (KomaTfGraph) graph = tf_graph_parse (texts[i]);
    g_autoptr (GError) error = NULL;

    g_assert_false (koma_checkpoint_choose_output (graph, &error));
    g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  }
}

static char *
join_inputs (const KomaTfGraph *graph,
             const char        *name)
{
  guint    index = 0;
  guint    output = 0;
  GString *joined = g_string_new (NULL);

  g_assert_true (koma_tf_graph_resolve (graph, name, &index, &output));
  for (guint i = 0; i < koma_tf_graph_get_node (graph, index)->inputs->len; i++)
    g_string_append_printf (joined, "%s%s", i > 0 ? " " : "",
                            (char *) koma_tf_graph_get_node (graph, index)->inputs->pdata[i]);
  return g_string_free (joined, FALSE);
}

static void
assert_inputs (const char *text,
               const char *name,
               const char *expected)
{
  g_autoptr (KomaTfGraph) graph = tf_graph_parse (text);
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;

  (void) !koma_checkpoint_use_moving_averages (graph, &error);
  g_assert_no_error (error);
  found = join_inputs (graph, name);
  g_assert_cmpstr (found, ==, expected);
}

/* A moving average of @followed. */
static char *
follow (const char *average,
        const char *followed)
{
  return g_strdup_printf ("%1$s = VariableV2\n%1$s/read = Identity %1$s\n"
                          "%1$s/sub = Sub %1$s/read %2$s\n%1$s/mul = Mul %1$s/sub decay\n"
                          "%1$s/update = AssignSub %1$s %1$s/mul\n",
                          average, followed);
}

/* The statistics of a batch, in one node and written out; weights keep their own numbers. */
static void
test_moving_averages (void)
{
  g_autofree char *of_mean = follow ("m", "norm:1");
  g_autofree char *of_variance = follow ("v", "norm:2");
  g_autofree char *written_out = follow ("average", "mean");
  g_autofree char *of_weights = follow ("shadow", "w/read");
  g_autofree char *graph = g_strconcat (
    PICTURES
    "w = VariableV2\nw/read = Identity w\nempty = Const float 0\ndecay = Const float 0.1\n"
    "conv = Conv2D x w/read\naxis = Const int 0\n"
    "norm = FusedBatchNormV3 conv w w empty empty is_training=1\n"
    "mean = Mean norm axis\ncentred = Sub norm mean\n",
    of_mean, of_variance, written_out, of_weights, NULL);

  assert_inputs (graph, "norm", "conv w w m v");
  assert_inputs (graph, "centred", "norm average");
  assert_inputs (graph, "average/sub", "average/read mean");
  assert_inputs (graph, "conv", "x w/read");
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/checkpoint-graph/loss", test_loss);
  g_test_add_func ("/checkpoint-graph/several", test_several);
  g_test_add_func ("/checkpoint-graph/written-out", test_written_out);
  g_test_add_func ("/checkpoint-graph/gate", test_gate);
  g_test_add_func ("/checkpoint-graph/training", test_training);
  g_test_add_func ("/checkpoint-graph/alone", test_alone);
  g_test_add_func ("/checkpoint-graph/pipeline", test_pipeline);
  g_test_add_func ("/checkpoint-graph/pipeline-beside", test_pipeline_beside);
  g_test_add_func ("/checkpoint-graph/no-network", test_no_network);
  g_test_add_func ("/checkpoint-graph/moving-averages", test_moving_averages);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
