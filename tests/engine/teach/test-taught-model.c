/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A base and a head are written, and what is loaded again answers as both did. */
#include "engine/teach/taught-model.h"

#include <glib/gstdio.h>
#include <math.h>

#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "engine/runtime/session.h"
#include "engine/teach/features.h"
#include "engine/graph/array.h"
#include "engine/graph/builder.h"
#include "engine/teach/head-private.h"
#include "engine/teach/tail.h"
#include "tests/engine/formats/keras-fixture.h"
#include "tests/test-main.h"

#define N_CLASSES 3

static const char *const names[] = { "cat", "дом", "a \"b\"" };

/* A model, and the graph of its features. */
typedef struct
{
  KomaModel   *model;
  KomaFeatures features;
  KomaGraph   *graph;
} Base;

static void
base_clear (Base *self)
{
  g_clear_pointer (&self->model, koma_model_unref);
  koma_features_clear (&self->features);
  g_clear_pointer (&self->graph, koma_graph_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Base, base_clear)

static void
base_load (Base       *self,
           const char *path)
{
  g_autoptr (GError) error = NULL;

  self->model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  self->graph = koma_features_graph_new (koma_model_get_graph (self->model),
                                         koma_model_get_output (self->model), &self->features,
                                         &error);
  g_assert_no_error (error);
}

static void
fill (float *values,
      gsize  n,
      double width)
{
  for (gsize i = 0; i < n; i++)
    values[i] = (float) g_test_rand_double_range (-width, width);
}

static KomaHead *
make_head (guint n_features,
           guint n_hidden)
{
  KomaDenseLayers  *layers = koma_dense_layers_new (n_features, n_hidden, N_CLASSES);
  g_autofree float *values = g_new0 (float, n_features);
  g_autoptr (KomaFeatureVector) vector = NULL;
  const guint class = 0;
  KomaExamples examples = { .classes = &class, .n = 1, .names = names, .n_classes = N_CLASSES };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaHead) head = NULL;

  for (guint i = 0; i < layers->n_layers; i++) {
    KomaDenseLayer *layer = &layers->layers[i];

    fill (layer->weights, (gsize) layer->n_in * layer->n_out, 3 / sqrt (layer->n_in));
    fill (layer->bias, layer->n_out, 1);
  }
  fill (values, n_features, 1);
  vector = koma_feature_vector_new (values, n_features);
  examples.features = &vector;
  head = koma_head_new_dense (&examples, layers, &error);
  g_assert_no_error (error);
  return koma_head_new_calibrated (head, &(KomaCalibration){ 1.7, 0.625, 0.25 });
}

static KomaSession *
open_session (const KomaGraph *graph)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = 1 };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  return session;
}

static const float *
run (KomaSession *session,
     const float *input)
{
  g_autoptr (GError) error = NULL;

  memcpy (koma_session_get_input_data (session, 0), input,
          koma_value_get_bytes (koma_session_get_input (session, 0)));
  koma_session_run (session, &error);
  g_assert_no_error (error);
  return koma_session_get_output_data (session, 0);
}

static void
assert_same_answers (const Base     *base,
                     const KomaHead *head,
                     KomaModel      *taught)
{
  g_autoptr (KomaSession) features = open_session (base->graph);
  g_autoptr (KomaSession) whole = open_session (koma_model_get_graph (taught));
  const gsize       bytes = koma_value_get_bytes (koma_session_get_input (features, 0));
  g_autofree float *input = g_malloc (bytes);

  g_assert_cmpuint (koma_value_get_bytes (koma_session_get_input (whole, 0)), ==, bytes);
  for (guint picture = 0; picture < 3; picture++) {
    float        expected[N_CLASSES];
    const float *found = NULL;

    fill (input, bytes / sizeof *input, 1);
    koma_head_score (head, run (features, input), 1, expected, NULL);
    found = run (whole, input);
    for (guint c = 0; c < N_CLASSES; c++)
      g_assert_cmpfloat_with_epsilon (found[c], expected[c], 1e-5);
  }
}

static void
assert_same_recipe (KomaModel *base,
                    KomaModel *taught)
{
  const KomaRecipe *a = koma_model_get_recipe (base, NULL);
  const KomaRecipe *b = koma_model_get_recipe (taught, NULL);
  KomaLabels       *labels = koma_model_get_labels (taught);

  g_assert_nonnull (b);
  g_assert_cmpuint (a->width, ==, b->width);
  g_assert_cmpuint (a->height, ==, b->height);
  g_assert_cmpmem (a->scale, sizeof a->scale, b->scale, sizeof b->scale);
  g_assert_cmpmem (a->offset, sizeof a->offset, b->offset, sizeof b->offset);
  g_assert_cmpint (a->channels, ==, b->channels);
  g_assert_cmpint (a->fit, ==, b->fit);
  g_assert_cmpint (a->resize, ==, b->resize);
  g_assert_cmpint (b->scores, ==, KOMA_SCORES_PROBABILITIES);
  g_assert_cmpfloat (koma_model_get_sure_from (taught), ==, 0.625);
  g_assert_cmpuint (koma_labels_get_n (labels), ==, N_CLASSES);
  for (guint c = 0; c < N_CLASSES; c++)
    g_assert_cmpstr (koma_labels_get (labels, c), ==, names[c]);
  g_assert_cmpstr (koma_model_get_name (taught), ==, "My model");
}

/* All of them a little different. */
static KomaTunedWeights *
change_weights (const KomaTail *tail)
{
  KomaTunedWeights *before = koma_tail_get_weights (tail);
  GPtrArray        *arrays = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_array_unref);

  for (guint i = 0; i < koma_tuned_weights_get_n (before); i++) {
    const KomaArray *from = koma_tuned_weights_get (before, i);
    KomaArray       *to = koma_array_new_from_data (from->dtype, &from->shape, from->data, NULL);

    for (gsize k = 0; k < to->count; k++)
      ((float *) to->data)[k] *= (float) g_test_rand_double_range (0.7, 1.3);
    g_ptr_array_add (arrays, to);
  }
  return koma_tuned_weights_new (arrays);
}

/* Other weights at the end of the base are those of the model that is written. */
static void
assert_tuned_round_trip (Base           *base,
                         const KomaHead *head)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTail) tail = koma_tail_new (base->graph, &error);
  g_autoptr (KomaTunedWeights) weights = NULL;
  g_autoptr (KomaModel) taught = NULL;

  g_assert_no_error (error);
  weights = change_weights (tail);
  koma_graph_free (base->graph);
  base->graph = koma_tail_apply (tail, weights);
  folder_init (&folder);
  koma_taught_model_write (base->model, base->graph, head, "My model", folder.path, &error);
  g_assert_no_error (error);
  taught = koma_model_load (folder.path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_same_recipe (base->model, taught);
  assert_same_answers (base, head, taught);
}

static void
assert_round_trip (const char *path,
                   guint       n_hidden)
{
  g_auto (Base) base = { 0 };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaHead) head = NULL;
  g_autoptr (KomaModel) taught = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *deeper = NULL;

  base_load (&base, path);
  folder_init (&folder);
  deeper = folder_get (&folder, "new/folder");
  head = make_head (base.features.n_features, n_hidden);
  koma_taught_model_write (base.model, NULL, head, "My model", deeper, &error);
  g_assert_no_error (error);
  taught = koma_model_load (deeper, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_same_recipe (base.model, taught);
  assert_same_answers (&base, head, taught);
  assert_tuned_round_trip (&base, head);
}

/* The bundled model, which is a layers model. */
static void
test_bundled (void)
{
  g_autofree char *path = find_source ("data/models/shogi");

  assert_round_trip (path, 0);
  assert_round_trip (path, 7);
}

/* Each layer that is written, in one model. */
static void
test_layers (void)
{
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = NULL;
  float            kernel[3 * 3 * 3 * 4], depthwise[3 * 3 * 4 * 2], dense[8 * 5], last[5 * 2];
  float            four[4][4], eight[8], alpha[8];

  keras_fixture_init (&fixture);
  fill (kernel, G_N_ELEMENTS (kernel), 0.5);
  fill (depthwise, G_N_ELEMENTS (depthwise), 0.5);
  fill (dense, G_N_ELEMENTS (dense), 1);
  fill (last, G_N_ELEMENTS (last), 1);
  fill (four[0], 16, 1);
  fill (eight, 8, 1);
  fill (alpha, 8, 0.5);
  for (guint i = 0; i < 4; i++)
    four[3][i] = fabsf (four[3][i]) + 0.5f;
  keras_fixture_add_weight (&fixture, "conv/kernel", "3,3,3,4", kernel);
  keras_fixture_add_weight (&fixture, "norm/gamma", "4", four[0]);
  keras_fixture_add_weight (&fixture, "norm/beta", "4", four[1]);
  keras_fixture_add_weight (&fixture, "norm/moving_mean", "4", four[2]);
  keras_fixture_add_weight (&fixture, "norm/moving_variance", "4", four[3]);
  keras_fixture_add_weight (&fixture, "depth/depthwise_kernel", "3,3,4,2", depthwise);
  keras_fixture_add_weight (&fixture, "depth/bias", "8", eight);
  keras_fixture_add_weight (&fixture, "dense/kernel", "8,5", dense);
  keras_fixture_add_weight (&fixture, "last/kernel", "5,2", last);
  path = keras_fixture_write (
    &fixture,
    "{'class_name': 'Sequential', 'config': {'name': 's', 'layers': ["
    "{'class_name': 'ZeroPadding2D', 'config': {'name': 'pad', 'padding': [[0, 1], [2, 1]],"
    " 'batch_input_shape': [null, 21, 19, 3]}},"
    "{'class_name': 'Conv2D', 'config': {'name': 'conv', 'filters': 4, 'kernel_size': [3, 3],"
    " 'strides': [2, 2], 'padding': 'valid', 'use_bias': false, 'activation': 'elu'}},"
    "{'class_name': 'BatchNormalization', 'config': {'name': 'norm', 'axis': 3}},"
    "{'class_name': 'ReLU', 'config': {'name': 'relu', 'max_value': 6}},"
    "{'class_name': 'MaxPooling2D', 'config': {'name': 'max', 'pool_size': [3, 3],"
    " 'strides': [1, 1], 'padding': 'same'}},"
    "{'class_name': 'DepthwiseConv2D', 'config': {'name': 'depth', 'kernel_size': [3, 3],"
    " 'depth_multiplier': 2, 'padding': 'same', 'activation': 'tanh'}},"
    "{'class_name': 'LeakyReLU', 'config': {'name': 'leaky', 'alpha': 0.2}},"
    "{'class_name': 'Activation', 'config': {'name': 'soft', 'activation': 'softplus'}},"
    "{'class_name': 'AveragePooling2D', 'config': {'name': 'mean', 'pool_size': [2, 2],"
    " 'padding': 'same'}},"
    "{'class_name': 'GlobalAveragePooling2D', 'config': {'name': 'pool'}},"
    "{'class_name': 'Dense', 'config': {'name': 'dense', 'units': 5, 'use_bias': false,"
    " 'activation': 'sigmoid'}},"
    "{'class_name': 'Dense', 'config': {'name': 'last', 'units': 2, 'use_bias': false,"
    " 'activation': 'softmax'}}"
    "]}}");
  assert_round_trip (path, 0);
}

static void
assert_is_graph (KomaModel *model)
{
  const KomaGraph *graph = koma_model_get_file_graph (model);
  const KomaValue *input = koma_graph_get_value (graph, koma_graph_get_input (graph, 0));

  g_assert_nonnull (strstr (koma_model_get_format (model), "graph model"));
  g_assert_cmpint (input->shape.dims[0], ==, -1);
}

/* What has no layer of Keras' is written as a graph. */
static void
test_no_layer (void)
{
  g_auto (KerasFixture) fixture = { 0 };
  g_auto (Base) base = { 0 };
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (KomaHead) head = NULL;
  g_autoptr (KomaModel) taught = NULL;
  g_autoptr (GError) error = NULL;
  float dense[3 * 2];

  keras_fixture_init (&fixture);
  fill (dense, 6, 1);
  keras_fixture_add_weight (&fixture, "last/kernel", "3,2", dense);
  path = keras_fixture_write (
    &fixture, "{'class_name': 'Sequential', 'config': {'name': 's', 'layers': ["
              "{'class_name': 'Cropping2D', 'config': {'name': 'crop',"
              " 'cropping': [[1, 1], [1, 1]],"
              " 'batch_input_shape': [null, 9, 9, 3]}},"
              "{'class_name': 'GlobalAveragePooling2D', 'config': {'name': 'pool'}},"
              "{'class_name': 'Dense', 'config': {'name': 'last', 'units': 2, 'use_bias': false,"
              " 'activation': 'softmax'}}]}}");
  base_load (&base, path);
  folder_init (&folder);
  head = make_head (base.features.n_features, 0);
  g_assert_true (koma_taught_model_check (base.graph, NULL));
  koma_taught_model_write (base.model, NULL, head, "My model", folder.path, &error);
  g_assert_no_error (error);
  taught = koma_model_load (folder.path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_is_graph (taught);
  assert_same_recipe (base.model, taught);
  assert_same_answers (&base, head, taught);
}

/* Pixels attend to each other: pieces of channels, stacks of matrices, a cast. */
static KomaGraph *
make_attention (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaBuilder nodes = { 0 };
  KomaValueId x = KOMA_VALUE_NONE, scores = KOMA_VALUE_NONE, pieces[3];

  koma_builder_init (&nodes, graph, "attention");
  x = koma_builder_input (&nodes, "x", KOMA_DTYPE_FLOAT32, KOMA_SHAPE (1, 4, 5, 3));
  x = koma_builder_cast (&nodes, koma_builder_with_number (&nodes, KOMA_OP_MUL, x, 40),
                         KOMA_DTYPE_INT32);
  x = koma_builder_with_number (&nodes, KOMA_OP_MUL,
                                koma_builder_cast (&nodes, x, KOMA_DTYPE_FLOAT32), 0.025);
  x = koma_builder_reshape (&nodes, x, KOMA_SHAPE (-1, 20, 3));
  koma_builder_split (&nodes, x, 3, pieces);
  scores = koma_builder_mat_mul (&nodes, pieces[0], pieces[1], FALSE, TRUE);
  pieces[2] = koma_builder_mat_mul (
    &nodes, koma_builder_unary (&nodes, KOMA_OP_SOFTMAX, scores), pieces[2], FALSE, FALSE);
  x = koma_builder_concat (&nodes, pieces, 3, 2);
  x = koma_builder_reduce (&nodes, KOMA_OP_MEAN, x, 1 << 1, FALSE);
  g_assert_true (koma_builder_finish (&nodes, &error));
  koma_graph_add_output (graph, "y", x);
  koma_graph_forget_inferred (graph);
  return g_steal_pointer (&graph);
}

static void
test_attention (void)
{
  g_autofree char *path = find_source ("data/models/shogi");
  g_auto (Base) base = { 0 };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaHead) head = make_head (3, 5);
  g_autoptr (KomaModel) taught = NULL;
  g_autoptr (GError) error = NULL;

  base_load (&base, path);
  koma_graph_free (base.graph);
  base.graph = make_attention ();
  folder_init (&folder);
  koma_taught_model_write (base.model, base.graph, head, "My model", folder.path, &error);
  g_assert_no_error (error);
  taught = koma_model_load (folder.path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_is_graph (taught);
  assert_same_answers (&base, head, taught);
}

static void
test_other_base (void)
{
  g_autofree char *path = find_source ("data/models/shogi");
  g_auto (Base) base = { 0 };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaHead) head = make_head (5, 0);
  g_autoptr (GError) error = NULL;

  base_load (&base, path);
  folder_init (&folder);
  g_assert_false (koma_taught_model_write (base.model, NULL, head, "x", folder.path, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

static void
test_metadata (void)
{
  g_autofree char *path = find_source ("data/models/shogi");
  g_auto (Base) base = { 0 };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaHead) head = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *file = NULL;
  JsonObject      *object = NULL;
  gint64           side = 0;

  base_load (&base, path);
  folder_init (&folder);
  head = make_head (base.features.n_features, 0);
  koma_taught_model_write (base.model, NULL, head, "Ünï", folder.path, &error);
  g_assert_no_error (error);
  file = folder_get (&folder, "metadata.json");
  node = koma_json_load (file, KOMA_MAX_SIDE_BYTES, NULL, &error);
  g_assert_no_error (error);
  object = koma_json_node_object (node);
  g_assert_cmpstr (koma_json_get_string (object, "modelName"), ==, "Ünï");
  g_assert_cmpuint (koma_json_array_length (koma_json_get_array (object, "labels")), ==, N_CLASSES);
  g_assert_true (koma_json_node_int (koma_json_get (object, "imageSize"), &side));
  g_assert_cmpint (side, ==, koma_model_get_recipe (base.model, NULL)->width);
}

static void
test_shared (gconstpointer name)
{
  g_autofree char *path = find_shared (name);

  if (path != NULL)
    assert_round_trip (path, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const char *const shared[] = {
    "models/mobilenet_v2_1.0_224/tfjs_graph/model.json",
    "models/mobilenet_v2_1.0_224/onnx/mobilenet_v2_1.0_224.onnx",
    "models/tfjs/mobilenet_v1_025_224_layers/model.json",
    "models/tfjs/teachable_machine/image-model/model.json",
    "models/tfjs/automl_flowers/model.json",
    "models/tfjs2018/glamhack18/tensorflowjs_model.pb",
    "models/tfjs2018/emoji_scavenger_hunt/tensorflowjs_model.pb",
    "models/frozen/ssoniya_mobilenet_v1_025_128/frozen_graph.pb",
    "models/squeezenet1.1/squeezenet1.1.onnx",
    "models/onnx/shogi_piece.onnx",
    "models/onnx/mnist.onnx",
    "models/tflite/mobilenet_v1_0.25_224_1_metadata_1.tflite",
    "models/tflite/mobilenet_v2_1.0_224_quant.tflite",
    "models/tflite/tf2_mobilenet_v2_1.0_224_ptq.tflite",
    "models/frozen/ssoniya_mobilenet_v1_025_128/quantized_graph.pb",
    "models/onnx/SqueezeNet_fp16.onnx",
    "models/hub/hf_vit",
    "models/hub/hf_swin",
    "models/hub/hf_convnext",
    "models/hub/hf_mobilevit",
    "models/hub/timm_vit_dinov2_reg",
  };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/taught-model/bundled", test_bundled);
  g_test_add_func ("/taught-model/layers", test_layers);
  g_test_add_func ("/taught-model/no-layer", test_no_layer);
  g_test_add_func ("/taught-model/attention", test_attention);
  g_test_add_func ("/taught-model/other-base", test_other_base);
  g_test_add_func ("/taught-model/metadata", test_metadata);
  for (guint i = 0; i < G_N_ELEMENTS (shared); i++) {
    g_autofree char *test = g_strconcat ("/taught-model/shared/", shared[i], NULL);

    g_test_add_data_func (test, shared[i], test_shared);
  }
  return g_test_run ();
}
