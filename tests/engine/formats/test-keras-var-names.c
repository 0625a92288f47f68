/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Variables of a .keras file, by their paths there, get the names that layers look them up by. */
#include "engine/formats/json.h"
#include "engine/formats/keras/var-names.h"
#include "engine/graph/array.h"

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
  "{'class_name': 'Dense', 'config': {'name': 'z'}}}}]}}";
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

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keras-var-names/names", test_names);
  return g_test_run ();
}
