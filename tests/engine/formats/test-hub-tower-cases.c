/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models of two towers as open_clip keeps them, against what open_clip and timm compute with the
 * same numbers: the cases of make-hub-towers.py, on every backend there is. */

#include "engine/backends/backend.h"
#include "engine/formats/json.h"
#include "engine/model/model.h"
#include "engine/words/towers.h"
#include "hub-case.h"
#include "reference.h"
#include "tests/test-main.h"

#define CASES     "tests/engine/formats/hub-towers"
#define PICTURE   "pixel_values"
#define N_ROWS    6    /* of a text */
#define TOLERANCE 1e-5 /* float32 against float64 */

typedef struct
{
  char       *path;
  const char *backend;
} Case;

static void
case_free (gpointer data)
{
  Case *self = data;

  g_free (self->path);
  g_free (self);
}

static void
write_model (JsonObject   *object,
             const Folder *folder)
{
  JsonNode        *config = koma_json_get (object, "config");
  g_autofree char *text = config != NULL ? json_to_string (config, FALSE) : NULL;

  hub_case_write_weights (object, folder);
  if (text != NULL)
    folder_write (folder, "open_clip_config.json", text, -1);
}

static JsonArray *
write_inputs (JsonObject   *object,
              const Folder *folder)
{
  g_autofree double *numbers = NULL;
  const KomaShape    shape = hub_case_read_numbers (object, "input_ids", &numbers);
  const gsize        count = koma_shape_count (&shape);
  g_autofree gint32 *ids = g_new (gint32, count);
  g_autofree gint32 *mask = g_new (gint32, count);
  JsonArray         *inputs = json_array_new ();
  JsonObject        *value = NULL;

  for (gsize i = 0; i < count; i++) {
    ids[i] = (gint32) numbers[i];
    mask[i] = 1;
  }
  json_array_add_object_element (inputs, hub_case_write_picture (object, folder, PICTURE));
  value = hub_case_write_value (folder, "input_ids", "int32", shape, ids);
  json_array_add_object_element (inputs, value);
  value = hub_case_write_value (folder, "attention_mask", "int32", shape, mask);
  json_array_add_object_element (inputs, value);
  return inputs;
}

static JsonArray *
write_outputs (JsonObject   *object,
               const Folder *folder)
{
  static const char *const names[] = { "logits", "image_embeds", "text_embeds" };
  JsonArray               *outputs = json_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    json_array_add_object_element (outputs, hub_case_write_numbers (object, folder, names[i]));
  return outputs;
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = hub_case_load (self->path);
  JsonObject *object = koma_json_node_object (root);
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (JsonArray) inputs = NULL;
  g_autoptr (JsonArray) outputs = NULL;
  g_autofree char *model = NULL;
  Reference        reference = { 0 };

  folder_init (&folder);
  write_model (object, &folder);
  inputs = write_inputs (object, &folder);
  outputs = write_outputs (object, &folder);
  model = folder_get (&folder, "model.safetensors");
  read_raw_model (model, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (raw.warning, ==, NULL);
  reference = (Reference){ .folder = folder.path, .inputs = inputs, .outputs = outputs };
  reference_check (&reference, raw.graph, self->backend, TOLERANCE, &error);
  g_assert_no_error (error);
}

/* A model can be cut in two, and its words are judged one by one if it has a bias. */
static void
test_halves (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = hub_case_load (self->path);
  JsonObject *object = koma_json_node_object (root);
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaTowers) towers = NULL;
  g_autofree char   *path = NULL;
  g_autofree double *numbers = NULL;

  folder_init (&folder);
  write_model (object, &folder);
  path = folder_get (&folder, "model.safetensors");
  model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  towers = koma_towers_new (model, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_towers_get_width (towers), ==,
                    hub_case_read_numbers (object, "text_embeds", &numbers).dims[1]);
  g_assert_cmpuint (koma_towers_get_context_length (towers), ==, N_ROWS);
  g_assert_cmpint (koma_towers_is_sigmoid (towers), ==,
                   koma_json_get (koma_json_get_object (object, "weights"), "logit_bias") != NULL);
}

static void
add_case (const char   *folder,
          const char   *name,
          const char   *backend, /* (nullable) */
          GTestDataFunc test)
{
  Case            *self = g_new0 (Case, 1);
  g_autofree char *test_path =
    g_strdup_printf ("/hub-tower-cases/%s/%s", backend != NULL ? backend : "halves", name);

  self->path = g_build_filename (folder, name, NULL);
  self->backend = backend;
  g_test_add_data_func_full (test_path, self, test, case_free);
}

static void
add_cases (const KomaBackendClass *backend)
{
  g_autofree char *folder = find_source (CASES);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  const char *name = NULL;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL) {
    add_case (folder, name, backend->name, test_case);
    if (g_str_equal (backend->name, "cpu"))
      add_case (folder, name, NULL, test_halves);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);

    if (koma_backends_find_available (backend->name, NULL) != NULL)
      add_cases (backend);
  }
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
