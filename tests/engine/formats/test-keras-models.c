/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How layers are put together: in a row, naming each other, nested, shared,
 * and in the spellings of the several Keras versions. */
#include "keras-fixture.h"
#include "tests/test-main.h"

#define INPUT                                   \
  "{'class_name': 'InputLayer', 'name': 'in', " \
  "'config': {'name': 'in', 'batch_input_shape': [null, 2]}, 'inbound_nodes': []}"
#define LAYER(class_name, name, config, inbound)                                   \
  "{'class_name': '" class_name "', 'name': '" name "', 'config': {'name': '" name \
  "' " config "}, 'inbound_nodes': " inbound "}"
#define MODEL(layers, inputs, outputs)                                 \
  "{'class_name': 'Model', 'config': {'name': 'm', 'layers': [" layers \
  "], 'input_layers': " inputs ", 'output_layers': " outputs "}}"
#define RELU LAYER ("ReLU", "r", "", "[[['in', 0, 0, {}]]]")
#define KERAS_TENSOR(name)                                                                     \
  "{'class_name': '__keras_tensor__', 'config': {'shape': [null, 2], 'keras_history': ['" name \
  "', 0, 0]}}"

static const float pair[] = { -3, 5 };

static void
assert_topology_gives (const char  *topology,
                       const char  *shape,
                       const float *expected)
{
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = NULL;

  keras_fixture_init (&fixture);
  path = keras_fixture_write (&fixture, topology);
  assert_model_gives (path, pair, shape, expected);
}

static void
test_add (void)
{
  assert_topology_gives (
    MODEL (INPUT ", " RELU ", " LAYER ("Add", "a", "", "[[['in', 0, 0, {}], ['r', 0, 0, {}]]]"),
           "[['in', 0, 0]]", "[['a', 0, 0]]"),
    "[1,2]", (const float[]){ -3, 10 });
}

/* Of pictures and what is left of each: [2,1] is added as [2,1,1,1]. */
static void
test_ranks (void)
{
  static const float       input[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  static const float       expected[] = { 3.5f, 4.5f, 5.5f, 6.5f, 11.5f, 12.5f, 13.5f, 14.5f };
  static const char *const inputs[] = { "['in', 0, 0], ['p', 0, 0]", "['p', 0, 0], ['in', 0, 0]" };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++) {
    g_auto (KerasFixture) fixture = { 0 };
    g_autofree char *path = NULL;
    g_autofree char *topology = g_strdup_printf (
      MODEL ("{'class_name': 'InputLayer', 'name': 'in', "
             "'config': {'name': 'in', 'batch_input_shape': [2, 2, 2, 1]}, 'inbound_nodes': []}, " LAYER (
               "GlobalAveragePooling2D", "p", "",
               "[[['in', 0, 0]]]") ", " LAYER ("Add", "a", "", "[[%s]]"),
             "[['in', 0, 0]]", "[['a', 0, 0]]"),
      inputs[i]);

    keras_fixture_init (&fixture);
    path = keras_fixture_write (&fixture, topology);
    assert_model_gives (path, input, "[2,2,2,1]", expected);
  }
}

/* Wrapped, as Keras' HDF5 converted. */
static void
test_model_config (void)
{
  assert_topology_gives (
    "{'keras_version': '2.1.4', 'backend': 'tensorflow', 'model_config': " MODEL (
      INPUT ", " RELU, "[['in', 0, 0]]", "[['r', 0, 0]]") "}",
    "[1,2]", (const float[]){ 0, 5 });
}

/* One input, one reference, no brackets around it. */
static void
test_flat_references (void)
{
  assert_topology_gives (MODEL (INPUT ", " LAYER ("ReLU", "r", "", "[['in', 0, 0, {}]]"),
                                "['in', 0, 0]", "['r', 0, 0]"),
                         "[1,2]", (const float[]){ 0, 5 });
}

static void
test_keras_3 (void)
{
  assert_topology_gives (
    MODEL (
      "{'class_name': 'InputLayer', 'name': 'in', 'config': {'batch_shape': [null, 2]}, 'inbound_nodes': []}, " LAYER (
        "ReLU", "r", "",
        "[{'args': [" KERAS_TENSOR (
          "in") "], 'kwargs': {}}]") ", " LAYER ("Subtract", "s", "",
                                                 "[{'args': [[" KERAS_TENSOR ("in") ", " KERAS_TENSOR (
                                                   "r") "]], 'kwargs': {}}]"),
      "['in', 0, 0]", "['s', 0, 0]"),
    "[1,2]", (const float[]){ -3, 0 });
}

/* Layers stand in any order in the file. */
static void
test_out_of_order (void)
{
  assert_topology_gives (
    MODEL (LAYER ("Multiply", "m", "", "[[['r', 0, 0, {}], ['in', 0, 0, {}]]]") ", " RELU
                                                                                ", " INPUT,
           "[['in', 0, 0]]", "[['m', 0, 0]]"),
    "[1,2]", (const float[]){ 0, 25 });
}

/* One layer used twice: relu of the input, and of twice the input. */
static void
test_shared (void)
{
  assert_topology_gives (
    MODEL (
      INPUT ", " LAYER ("Rescaling", "t", ", 'scale': 2", "[[['in', 0, 0, {}]]]") ", " LAYER (
        "ReLU", "r", "",
        "[[['in', 0, 0, {}]], [['t', 0, 0, {}]]]") ", " LAYER ("Concatenate", "c", ", 'axis': -1",
                                                               "[[['r', 0, 0, {}], ['r', 1, 0, {}]]]"),
      "[['in', 0, 0]]", "[['c', 0, 0]]"),
    "[1,4]", (const float[]){ 0, 5, 0, 10 });
}

#define INNER                                                                                   \
  "{'class_name': 'Functional', 'name': 'inner', 'config': {'name': 'inner', 'layers': [" INPUT \
  ", " RELU                                                                                     \
  "], 'input_layers': [['in', 0, 0]], 'output_layers': [['r', 0, 0], ['in', 0, 0]]}, "          \
  "'inbound_nodes': [[['x', 0, 0, {}]]]}"

/* A model as a layer of another, with two outputs. */
static void
test_nested (void)
{
  assert_topology_gives (
    MODEL (
      "{'class_name': 'InputLayer', 'config': {'name': 'x', 'batch_input_shape': [null, 2]}, 'inbound_nodes': []}, " INNER
      ", " LAYER ("Maximum", "max", "", "[[['inner', 0, 0, {}], ['inner', 0, 1, {}]]]") ", " LAYER (
        "Minimum", "min", "",
        "[[['max', 0, 0, {}], ['inner', 0, 1, {}]]]") ", " LAYER ("Average", "mean", "",
                                                                  "[[['min', 0, 0, {}], ['max', 0, 0, {}]]]"),
      "[['x', 0, 0]]", "[['mean', 0, 0]]"),
    "[1,2]", (const float[]){ -1.5f, 5 });
}

/* Sequential of Sequential of Model, as Teachable Machine writes it: the
 * settings of the outer ones are arrays, the input is the innermost's. */
static void
test_teachable_machine (void)
{
  assert_topology_gives (
    "{'class_name': 'Sequential', 'config': [{'class_name': 'Sequential', 'config': [" MODEL (
      INPUT ", " RELU, "[['in', 0, 0]]",
      "[['r', 0, 0]]") "]}, "
                       "{'class_name': 'Sequential', 'config': [{'class_name': 'Rescaling', 'config': {'scale': 3, 'batch_input_shape': [null, 7]}}]}]}",
    "[1,2]", (const float[]){ 0, 15 });
}

/* Names of weights with something around them. */
static void
test_weight_names (gconstpointer name)
{
  const float kernel[] = { 1, 1 };
  g_auto (KerasFixture) fixture = { 0 };
  g_autofree char *path = NULL;

  keras_fixture_init (&fixture);
  keras_fixture_add_weight (&fixture, name, "2, 1", kernel);
  path = keras_fixture_write (
    &fixture,
    MODEL (INPUT ", " LAYER ("Dense", "d", ", 'use_bias': false", "[[['in', 0, 0, {}]]]"),
           "[['in', 0, 0]]", "[['d', 0, 0]]"));
  assert_model_gives (path, pair, "[1,1]", (const float[]){ 2 });
}

/* Golden outputs of the three layers models are in test-golden. What this
 * adds: names and counts. */
static void
test_names (void)
{
  g_auto (KerasFixture) fixture = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  keras_fixture_init (&fixture);
  path = keras_fixture_write (
    &fixture, MODEL (INPUT ", " RELU, "[['in', 0, 0]]", "[['r', 0, 0], ['in', 0, 0]]"));
  g_assert_true (read_raw_model (path, &raw, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (koma_graph_get_n_inputs (raw.graph), ==, 1);
  g_assert_cmpuint (koma_graph_get_n_outputs (raw.graph), ==, 2);
  g_assert_cmpstr (koma_graph_get_output_name (raw.graph, 0), ==, "r");
  g_assert_cmpstr (koma_graph_get_output_name (raw.graph, 1), ==, "in");
  g_assert_cmpuint (GPOINTER_TO_UINT (g_hash_table_lookup (raw.op_counts, "ReLU")), ==, 1);
  g_assert_cmpstr (raw.format, ==, "TensorFlow.js layers model");
  g_assert_nonnull (raw.hash);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keras-models/add", test_add);
  g_test_add_func ("/keras-models/ranks", test_ranks);
  g_test_add_func ("/keras-models/model-config", test_model_config);
  g_test_add_func ("/keras-models/flat-references", test_flat_references);
  g_test_add_func ("/keras-models/keras-3", test_keras_3);
  g_test_add_func ("/keras-models/out-of-order", test_out_of_order);
  g_test_add_func ("/keras-models/shared", test_shared);
  g_test_add_func ("/keras-models/nested", test_nested);
  g_test_add_func ("/keras-models/teachable-machine", test_teachable_machine);
  g_test_add_data_func ("/keras-models/weights/plain", "d/kernel", test_weight_names);
  g_test_add_data_func ("/keras-models/weights/nested", "features/d/kernel", test_weight_names);
  g_test_add_data_func ("/keras-models/weights/cell", "d/d_cell/kernel", test_weight_names);
  g_test_add_func ("/keras-models/names", test_names);
  return g_test_run ();
}
