/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Ops on tensors against numbers: op-cases.json here, what TensorFlow.js made of the cases of
 * tests/golden/tf/cases/, and golden data where they are there. */
#include "engine/formats/json.h"
#include "tests/golden/expression.h"
#include "tests/golden/golden-tensor.h"
#include "tests/test-main.h"

static void
test_case (gconstpointer data)
{
  JsonObject *one = (JsonObject *) data;
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  JsonArray *wanted = koma_json_get_array (one, "outputs");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) inputs = NULL;
  g_autoptr (GPtrArray) outputs = NULL;

  inputs = golden_read_inputs (koma_json_get_array (one, "inputs"), &error);
  g_assert_no_error (error);
  outputs = expression_evaluate (koma_json_get (one, "expr"), (KomaTensor *const *) inputs->pdata,
                                 inputs->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (outputs->len, ==, koma_json_array_length (wanted));
  for (guint i = 0; i < outputs->len; i++) {
    JsonObject      *expected = koma_json_node_object (koma_json_element (wanted, i));
    g_autofree char *wrong = golden_tensor_compare (g_ptr_array_index (outputs, i), expected, 2e-6);

    g_assert_cmpstr (wrong, ==, NULL);
  }
  koma_scope_end (scope);
}

/* The library has no tensors of text. */
static gboolean
is_text (JsonObject *one)
{
  JsonObject *output =
    koma_json_node_object (koma_json_element (koma_json_get_array (one, "outputs"), 0));

  return g_strcmp0 (koma_json_get_string (output, "dtype"), "string") == 0;
}

/* (transfer full): what the tests read. */
static JsonNode *
add_cases (const char *folder,
           const char *path)
{
  g_autoptr (GError) error = NULL;
  JsonNode  *node = golden_load (path, &error);
  JsonArray *cases = koma_json_get_array (koma_json_node_object (node), "cases");

  g_assert_no_error (error);
  g_assert_cmpuint (koma_json_array_length (cases), >, 30);
  for (guint i = 0; i < koma_json_array_length (cases); i++) {
    JsonObject *one = koma_json_node_object (koma_json_element (cases, i));
    const char *op =
      koma_json_node_string (koma_json_element (koma_json_get_array (one, "expr"), 0));
    g_autofree char *name = g_strdup_printf ("/op-cases/%s/%u-%s", folder, i, op);

    if (!is_text (one))
      g_test_add_data_func (name, one, test_case);
  }
  return node;
}

static void
test_no_golden (void)
{
  g_test_skip ("No golden data");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *own = NULL;
  g_autofree char *tfjs = NULL;
  g_autofree char *golden = NULL;
  G_GNUC_UNUSED    g_autoptr (JsonNode) own_cases = NULL;
  G_GNUC_UNUSED    g_autoptr (JsonNode) tfjs_cases = NULL;
  G_GNUC_UNUSED    g_autoptr (JsonNode) golden_cases = NULL;

  g_test_init (&argc, &argv, NULL);
  own = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests/engine/koma/op-cases.json", NULL);
  tfjs = g_build_filename (g_getenv ("KOMA_SOURCE"), "tests/engine/koma/tfjs-cases.json", NULL);
  golden = g_build_filename (g_getenv ("KOMA_SHARED"), "golden_layers", "api.json", NULL);
  own_cases = add_cases ("own", own);
  tfjs_cases = add_cases ("tfjs", tfjs);
  if (g_file_test (golden, G_FILE_TEST_EXISTS))
    golden_cases = add_cases ("golden", golden);
  else
    g_test_add_func ("/op-cases/golden", test_no_golden);
  return g_test_run ();
}
