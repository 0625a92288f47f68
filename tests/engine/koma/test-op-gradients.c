/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Gradients of expressions, by a tape, as users of the library get them, against those of
 * TensorFlow.js: tfjs-gradients.json here, and golden data where they are there. */
#include "engine/formats/json.h"
#include "tests/golden/golden-tensor.h"
#include "tests/golden/part-gradients.h"
#include "tests/test-main.h"

#define TOLERANCE 2e-6

static void
assert_same (KomaTensor *tensor,
             JsonNode   *wanted)
{
  g_autofree char *wrong =
    golden_tensor_compare (tensor, koma_json_node_object (wanted), TOLERANCE);

  g_assert_cmpstr (wrong, ==, NULL);
}

static void
compute (JsonObject *one,
         GError    **error)
{
  JsonArray *wanted = koma_json_get_array (one, "grads");
  g_autoptr (GPtrArray) gradients = NULL;
  KomaTensor *value = part_gradients_compute (one, &gradients, error);

  if (value == NULL)
    return;
  assert_same (value, koma_json_get (one, "value"));
  g_assert_cmpuint (gradients->len, ==, koma_json_array_length (wanted));
  for (guint i = 0; i < gradients->len; i++)
    if (koma_json_node_object (koma_json_element (wanted, i)) != NULL)
      assert_same (gradients->pdata[i], koma_json_element (wanted, i));
}

static void
test_case (gconstpointer data)
{
  g_autoptr (KomaScope) scope = koma_scope_begin ();
  g_autoptr (GError) error = NULL;

  compute ((JsonObject *) data, &error);
  g_assert_no_error (error);
  koma_scope_end (scope);
}

static void
test_no_golden (void)
{
  g_test_skip ("No golden data");
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
  g_assert_cmpuint (koma_json_array_length (cases), >, 10);
  for (guint i = 0; i < koma_json_array_length (cases); i++) {
    JsonObject      *one = koma_json_node_object (koma_json_element (cases, i));
    g_autofree char *name =
      g_strdup_printf ("/op-gradients/%s/%u-%s", folder, i, koma_json_get_string (one, "name"));

    g_test_add_data_func (name, one, test_case);
  }
  return node;
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *tfjs = NULL;
  g_autofree char *golden = NULL;
  G_GNUC_UNUSED    g_autoptr (JsonNode) own_cases = NULL;
  G_GNUC_UNUSED    g_autoptr (JsonNode) cases = NULL;

  g_test_init (&argc, &argv, NULL);
  tfjs =
    g_build_filename (g_getenv ("KOMA_SOURCE"), "tests/engine/koma/tfjs-gradients.json", NULL);
  own_cases = add_cases ("tfjs", tfjs);
  golden = g_build_filename (g_getenv ("KOMA_SHARED"), "golden_layers", "gradients.json", NULL);
  if (g_file_test (golden, G_FILE_TEST_EXISTS))
    cases = add_cases ("golden", golden);
  else
    g_test_add_func ("/op-gradients/golden", test_no_golden);
  return g_test_run ();
}
