/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keras models built for training: weights are inputs of the graph, and shapes are known. */
#include "engine/formats/json.h"
#include "engine/formats/keras/weight.h"
#include "engine/formats/keras/model.h"
#include "keras-built.h"
#include "tests/test-main.h"

static void
test_weights (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;

  built_make (
    &self, "[null, 8, 8, 2]",
    "{'class_name': 'Conv2D', 'config': {'name': 'c', 'filters': 4, 'kernel_size': [3, 2], "
    "'trainable': false}},"
    "{'class_name': 'DepthwiseConv2D', 'config': {'name': 'd', 'kernel_size': 3, "
    "'depth_multiplier': 2, 'padding': 'same'}},"
    "{'class_name': 'SeparableConv2D', 'config': {'name': 's', 'kernel_size': [1, 1], "
    "'filters': 5, 'use_bias': false}},"
    "{'class_name': 'Conv2DTranspose', 'config': {'name': 't', 'kernel_size': [2, 2], "
    "'filters': 3, 'strides': [2, 2]}},"
    "{'class_name': 'PReLU', 'config': {'name': 'p', 'shared_axes': [1, 2]}},"
    "{'class_name': 'Flatten', 'config': {'name': 'f'}},"
    "{'class_name': 'Dense', 'config': {'name': 'o', 'units': 7, 'kernel_initializer': "
    "{'class_name': 'HeNormal', 'config': {}}, 'kernel_regularizer': {'class_name': 'L1L2', "
    "'config': {'l1': 0.5}}}}",
    FALSE, &error);
  g_assert_no_error (error);
  built_assert_weight (&self, 0, "c/kernel", "[3,2,2,4]", "glorotUniform", FALSE);
  built_assert_weight (&self, 1, "c/bias", "[4]", "zeros", FALSE);
  built_assert_weight (&self, 2, "d/depthwise_kernel", "[3,3,4,2]", "glorotUniform", TRUE);
  built_assert_weight (&self, 3, "d/bias", "[8]", "zeros", TRUE);
  built_assert_weight (&self, 4, "s/depthwise_kernel", "[1,1,8,1]", "glorotUniform", TRUE);
  built_assert_weight (&self, 5, "s/pointwise_kernel", "[1,1,8,5]", "glorotUniform", TRUE);
  built_assert_weight (&self, 6, "t/kernel", "[2,2,3,5]", "glorotUniform", TRUE);
  built_assert_weight (&self, 7, "t/bias", "[3]", "zeros", TRUE);
  built_assert_weight (&self, 8, "p/alpha", "[1,1,3]", "zeros", TRUE);
  built_assert_weight (&self, 9, "o/kernel", "[504,7]", "glorotUniform", TRUE);
  built_assert_weight (&self, 10, "o/bias", "[7]", "zeros", TRUE);
  g_assert_cmpuint (self.builder.weights_made->len, ==, 11);
  built_assert_output (&self, "[2,7]");
  {
    const KomaKerasMadeWeight *kernel =
      &g_array_index (self.builder.weights_made, KomaKerasMadeWeight, 9);

    g_assert_cmpstr (
      koma_json_get_string (koma_json_node_object (kernel->initializer), "class_name"), ==,
      "HeNormal");
    g_assert_cmpstr (
      koma_json_get_string (koma_json_node_object (kernel->regularizer), "class_name"), ==, "L1L2");
  }
}

/* One layer, one model that is used twice: weights are there once. */
static void
test_shared (void)
{
  static const char text[] =
    "{'class_name': 'Model', 'config': {'name': 'm', 'layers': ["
    "{'class_name': 'InputLayer', 'name': 'a', 'config': {'name': 'a', 'batch_input_shape': "
    "[null, 3]}, 'inbound_nodes': []},"
    "{'class_name': 'InputLayer', 'name': 'b', 'config': {'name': 'b', 'batch_input_shape': "
    "[null, 3]}, 'inbound_nodes': []},"
    "{'class_name': 'Sequential', 'name': 's', 'config': {'name': 's', 'trainable': false, "
    "'layers': [{'class_name': 'Dense', 'config': {'name': 'd', 'units': 2}}]}, "
    "'inbound_nodes': [[['a', 0, 0, {}]], [['b', 0, 0, {}]]]},"
    "{'class_name': 'Add', 'name': 'p', 'config': {'name': 'p'}, 'inbound_nodes': "
    "[[['s', 0, 0, {}], ['s', 1, 0, {}]]]}],"
    "'input_layers': [['a', 0, 0], ['b', 0, 0]], 'output_layers': [['p', 0, 0]]}}";
  g_auto (Built) self = { 0 };
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;

  self.topology = koma_json_parse (json, strlen (json), "test", &error);
  g_assert_no_error (error);
  koma_keras_builder_init_building (&self.builder, NULL, 4, FALSE);
  koma_keras_build (&self.builder, koma_json_node_object (self.topology), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self.builder.weights_made->len, ==, 2);
  g_assert_false (g_array_index (self.builder.weights_made, KomaKerasMadeWeight, 0).is_trainable);
  built_assert_output (&self, "[4,2]");
}

typedef struct
{
  const char *name;
  const char *input;
  const char *layers;
  KomaError   code;
  const char *message;
} Refusal;

static const Refusal refusals[] = {
  { "no-units", "[null, 3]", "{'class_name': 'Dense', 'config': {'name': 'd'}}", KOMA_ERROR_MODEL,
    "Dense “d”: weight “d/kernel” has the shape [3,?]: a setting that says its size is missing" },
  { "same-name", "[null, 3]",
    "{'class_name': 'Dense', 'config': {'name': 'd', 'units': 2}},"
    "{'class_name': 'Dense', 'config': {'name': 'd', 'units': 2}}",
    KOMA_ERROR_MODEL, "Dense “d”: two weights are called “d/kernel”" },
  { "class", "[null, 3]", "{'class_name': 'Lambda', 'config': {'name': 'l'}}",
    KOMA_ERROR_UNSUPPORTED, "Lambda “l”: layers of this class are not supported" },
  { "forget-bias", "[null, 2, 3]",
    "{'class_name': 'LSTM', 'config': {'name': 'l', 'units': 2, 'unit_forget_bias': true, "
    "'bias_initializer': {'class_name': 'Ones', 'config': {}}}}",
    KOMA_ERROR_UNSUPPORTED, "LSTM “l”: unit_forget_bias with the initializer “Ones”" },
};

static void
test_refusal (gconstpointer data)
{
  const Refusal *refusal = data;
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (built_make (&self, refusal->input, refusal->layers, FALSE, &error));
  g_assert_error (error, KOMA_ERROR, (int) refusal->code);
  g_assert_cmpstr (error->message, ==, refusal->message);
}

static gboolean
has_op (const Built *self,
        KomaOp       op)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (self->builder.nodes.graph); i++)
    if (koma_graph_get_node (self->builder.nodes.graph, i)->op == op)
      return TRUE;
  return FALSE;
}

/* Layers of steps: loops are unrolled, so that there is a gradient; a state is kept by updates. */
static void
test_sequences (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;

  built_make (
    &self, "[null, 4]",
    "{'class_name': 'Embedding', 'config': {'name': 'e', 'input_dim': 9, 'output_dim': 3, "
    "'mask_zero': true}},"
    "{'class_name': 'LayerNormalization', 'config': {'name': 'n', 'axis': -1}},"
    "{'class_name': 'LSTM', 'config': {'name': 'l', 'units': 5, 'stateful': true, "
    "'unit_forget_bias': true, 'bias_initializer': {'class_name': 'Zeros', 'config': {}}, "
    "'return_sequences': true}},"
    "{'class_name': 'Bidirectional', 'config': {'name': 'b', 'merge_mode': 'concat', 'layer': "
    "{'class_name': 'GRU', 'config': {'name': 'g', 'units': 2, 'reset_after': true, "
    "'return_sequences': true}}}},"
    "{'class_name': 'Conv1D', 'config': {'name': 'c', 'filters': 6, 'kernel_size': [3], "
    "'padding': 'causal'}},"
    "{'class_name': 'TimeDistributed', 'config': {'name': 't', 'layer': {'class_name': "
    "'Dense', 'config': {'name': 'd', 'units': 7}}}}",
    FALSE, &error);
  g_assert_no_error (error);
  built_assert_weight (&self, 0, "e/embeddings", "[9,3]", "randomUniform", TRUE);
  built_assert_weight (&self, 1, "n/gamma", "[3]", "ones", TRUE);
  built_assert_weight (&self, 2, "n/beta", "[3]", "zeros", TRUE);
  built_assert_weight (&self, 3, "l/kernel", "[3,20]", "glorotUniform", TRUE);
  built_assert_weight (&self, 4, "l/recurrent_kernel", "[5,20]", "orthogonal", TRUE);
  built_assert_weight (&self, 5, "l/bias", "[20]", "unitForgetBias", TRUE);
  built_assert_weight (&self, 6, "l/state_0", "[2,5]", "zeros", FALSE);
  built_assert_weight (&self, 7, "l/state_1", "[2,5]", "zeros", FALSE);
  built_assert_weight (&self, 8, "b/forward_g/kernel", "[5,6]", "glorotUniform", TRUE);
  built_assert_weight (&self, 10, "b/forward_g/bias", "[2,6]", "zeros", TRUE);
  built_assert_weight (&self, 11, "b/backward_g/kernel", "[5,6]", "glorotUniform", TRUE);
  built_assert_weight (&self, 14, "c/kernel", "[3,4,6]", "glorotUniform", TRUE);
  built_assert_weight (&self, 16, "t/kernel", "[6,7]", "glorotUniform", TRUE);
  g_assert_cmpuint (self.builder.weights_made->len, ==, 18);
  g_assert_cmpuint (self.builder.updates->len, ==, 2);
  g_assert_false (has_op (&self, KOMA_OP_RECURRENT));
  built_assert_output (&self, "[2,4,7]");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keras-build/weights", test_weights);
  g_test_add_func ("/keras-build/shared", test_shared);
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++) {
    g_autofree char *path = g_strconcat ("/keras-build/refusal/", refusals[i].name, NULL);

    g_test_add_data_func (path, &refusals[i], test_refusal);
  }
  g_test_add_func ("/keras-build/sequences", test_sequences);
  return g_test_run ();
}
