/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Variables of a .keras file, by their paths there, get the names that layers look them up by. */
#include "engine/formats/json.h"
#include "engine/formats/keras/var-names.h"
#include "engine/formats/keras/weight.h"
#include "engine/graph/array.h"
#include "tests/test-main.h"

static const struct
{
  const char *path;
  const char *name;
} vars[] = {
  { "bidirectional/backward_layer/cell/vars/1", "both/backward_r/recurrent_kernel" },
  { "bidirectional/forward_layer/cell/vars/0", "both/forward_r/kernel" },
  { "conv1d/vars/0", "c/kernel" },
  { "conv1d_1/vars/1", "d/bias" },
  { "embedding/vars/0", "e/embeddings" },
  { "layer_normalization/vars/0", "n/beta" },
  { "lstm/cell/vars/2", "l/bias" },
  { "rnn/cell/cells/gru_cell/vars/0", "stack/RNNCell_0/kernel" },
  { "rnn/cell/cells/gru_cell_1/vars/0", "stack/RNNCell_1/kernel" },
  { "time_distributed/layer/vars/1", "t/bias" },
  { "multi_head_attention/_query_dense/vars/0", "h/query/kernel" },
  { "multi_head_attention/_output_dense/vars/1", "h/attention_output/bias" },
  { "multi_head_attention_1/value_dense/vars/0", "k/value/kernel" },
  { "group_normalization/vars/1", "g/beta" },
};

/* clang-format off */
static const char topology[] =
  "{'class_name': 'Sequential', 'config': {'layers': ["
  "{'class_name': 'Embedding', 'config': {'name': 'e'}},"
  "{'class_name': 'Conv1D', 'config': {'name': 'c'}},"
  "{'class_name': 'Conv1D', 'config': {'name': 'd'}},"
  "{'class_name': 'LayerNormalization', 'config': {'name': 'n', 'scale': false}},"
  "{'class_name': 'LSTM', 'config': {'name': 'l'}},"
  "{'class_name': 'Bidirectional', 'config': {'name': 'both', 'layer': "
  "{'class_name': 'SimpleRNN', 'config': {'name': 'r'}}}},"
  "{'class_name': 'RNN', 'config': {'name': 'stack', 'cell': {'class_name': 'StackedRNNCells', "
  "'config': {'cells': [{'class_name': 'GRUCell', 'config': {'name': 'x'}}, "
  "{'class_name': 'GRUCell', 'config': {'name': 'y'}}]}}}},"
  "{'class_name': 'TimeDistributed', 'config': {'name': 't', 'layer': "
  "{'class_name': 'Dense', 'config': {'name': 'z'}}}},"
  "{'class_name': 'MultiHeadAttention', 'config': {'name': 'h'}},"
  "{'class_name': 'MultiHeadAttention', 'config': {'name': 'k', 'use_bias': false}},"
  "{'class_name': 'GroupNormalization', 'config': {'name': 'g'}}]}}";
/* clang-format on */

static void
test_names (void)
{
  g_autofree char *text = g_strdelimit (g_strdup (topology), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = koma_json_parse (text, strlen (text), "test", &error);
  g_autoptr (GHashTable) named = NULL;
  GHashTable *tensors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                               (GDestroyNotify) koma_array_unref);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (vars); i++)
    g_hash_table_insert (tensors, g_strdup (vars[i].path),
                         koma_array_new_scalar (KOMA_DTYPE_INT32, i, &error));
  named = koma_keras_name_vars (koma_json_node_object (node), "layers", tensors);
  g_assert_cmpuint (g_hash_table_size (named), ==, G_N_ELEMENTS (vars));
  for (guint i = 0; i < G_N_ELEMENTS (vars); i++) {
    const KomaArray *array = g_hash_table_lookup (named, vars[i].name);

    g_test_message ("%s", vars[i].name);
    g_assert_nonnull (array);
    g_assert_cmpint (koma_array_get_int (array, 0), ==, i);
  }
}

/* Keras 2.12 to 2.14 counted a layer with weights twice, and one without once; so in the model
 * within, whose layers are in a group of the other name. */
static const char doubled[] =
  "{'class_name': 'Functional', 'config': {'layers': ["
  "{'class_name': 'Conv2D', 'config': {'name': 'a'}},"
  "{'class_name': 'ReLU', 'config': {'name': 'r'}},"
  "{'class_name': 'Conv2D', 'config': {'name': 'b', 'use_bias': 0}},"
  "{'class_name': 'Sequential', 'config': {'name': 's', 'layers': ["
  "{'class_name': 'Dense', 'config': {'name': 'c'}}]}},"
  "{'class_name': 'Sequential', 'config': {'name': 't', 'layers': ["
  "{'class_name': 'Dense', 'config': {'name': 'd'}}]}},"
  "{'class_name': 'Conv2D', 'config': {'name': 'e'}}]}}";

static void
test_doubled (void)
{
  static const char *const paths[][2] = {
    { "conv2d/vars/0", "a/kernel" },
    { "conv2d_2/vars/0", "b/kernel" },
    { "conv2d_2/vars/1", NULL },
    { "conv2d_4/vars/1", "e/bias" },
    { "sequential/layers/dense/vars/1", "s/c/bias" },
    { "sequential_2/_layer_checkpoint_dependencies/dense/vars/0", "t/d/kernel" },
  };
  g_autofree char *text = g_strdelimit (g_strdup (doubled), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) node = koma_json_parse (text, strlen (text), "test", &error);
  g_autoptr (GHashTable) named = NULL;
  GHashTable *tensors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                               (GDestroyNotify) koma_array_unref);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    g_hash_table_insert (tensors, g_strdup (paths[i][0]),
                         koma_array_new_scalar (KOMA_DTYPE_INT32, i, &error));
  named = koma_keras_name_vars (koma_json_node_object (node), "_layer_checkpoint_dependencies",
                                tensors);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    const KomaArray *array = NULL;

    if (paths[i][1] == NULL)
      continue;
    g_test_message ("%s", paths[i][1]);
    array = g_hash_table_lookup (named, paths[i][1]);
    g_assert_nonnull (array);
    g_assert_cmpint (koma_array_get_int (array, 0), ==, i);
  }
  g_assert_null (g_hash_table_lookup (named, "b/bias"));
}

/* Of what Keras 2 calls the weights of recurrent layers in a .h5 file. */
static const struct
{
  const char *layer;
  const char *key; /* its kernel; NULL: there is a doubt */
} kernels[] = {
  { "lstm", "lstm/lstm/lstm_cell/kernel" },
  { "lstm_1", "lstm_1/lstm_1/kernel" },
  { "gru", "features/gru/gru_cell_4/kernel" },
  { "both/forward_l", "both/both/forward_l/lstm_cell_1/kernel" },
  { "both/backward_l", "both/both/backward_l/lstm_cell_2/kernel" },
  { "stack", NULL },
  { "first", "stack/stack/stacked_rnn_cells/first/kernel" },
  { "rnn", "rnn/rnn/cells/cell/kernel" },
  { "missing", NULL },
};

static void
test_find (void)
{
  g_autoptr (GError) error = NULL;
  KomaKerasBuilder builder = {
    .weights = g_hash_table_new_full (g_str_hash, g_str_equal, NULL,
                                      (GDestroyNotify) koma_array_unref),
  };

  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++)
    if (kernels[i].key != NULL)
      g_hash_table_insert (builder.weights, (gpointer) kernels[i].key,
                           koma_array_new_scalar (KOMA_DTYPE_INT32, i, &error));
  g_hash_table_insert (builder.weights, (gpointer) "stack/stack/stacked_rnn_cells/second/kernel",
                       koma_array_new_scalar (KOMA_DTYPE_INT32, 99, &error));
  for (guint i = 0; i < G_N_ELEMENTS (kernels); i++) {
    const KomaKerasCall call = { .keras = &builder, .name = kernels[i].layer };
    const KomaArray    *array = koma_keras_find_weight (&call, "kernel");

    g_test_message ("%s", kernels[i].layer);
    if (kernels[i].key == NULL)
      g_assert_null (array);
    else
      g_assert_cmpint (koma_array_get_int (array, 0), ==, i);
  }
  g_hash_table_unref (builder.weights);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keras-var-names/names", test_names);
  g_test_add_func ("/keras-var-names/doubled", test_doubled);
  g_test_add_func ("/keras-var-names/find", test_find);
  return g_test_run ();
}
