/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Small classifiers of architectures that the shared data does not have, against what PyTorch
 * computes with the same numbers: the cases of make-hub-networks.py, on every backend there is. */

#include "engine/backends/backend.h"
#include "engine/formats/json.h"
#include "engine/model/model.h"
#include "hub-case.h"
#include "reference.h"
#include "tests/test-main.h"
#include "torch-writer.h"

#define CASES     "tests/engine/formats/hub-networks"
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

/* @data: grows by the numbers, @pickle by a name and a tensor */
static void
put_weight (const char *name,
            KomaShape   shape,
            gint32      n_numbers, /* of all weights */
            GByteArray *data,
            GByteArray *pickle)
{
  const gsize       count = koma_shape_count (&shape);
  g_autofree float *numbers = hub_case_make_weight (name, &shape);
  TorchTensor       tensor = { "FloatStorage", "0", n_numbers, 0, shape.rank };
  gint32            stride = 1;

  tensor.offset = (gint32) (data->len / sizeof (float));
  for (guint i = shape.rank; i-- > 0;) {
    tensor.shape[i] = (gint32) shape.dims[i];
    tensor.strides[i] = stride;
    stride *= tensor.shape[i];
  }
  g_byte_array_append (data, (const guint8 *) numbers, (guint) (count * sizeof (float)));
  pickle_text (pickle, name);
  pickle_tensor (pickle, &tensor, FALSE);
}

static gint32
count_numbers (JsonObject *weights)
{
  JsonObjectIter iter;
  JsonNode      *node = NULL;
  gint32         n = 0;

  json_object_iter_init (&iter, weights);
  while (json_object_iter_next (&iter, NULL, &node)) {
    const KomaShape shape = hub_case_read_shape (node);

    n += (gint32) koma_shape_count (&shape);
  }
  return n;
}

/* All weights in one storage. */
static void
write_torch (JsonObject   *weights,
             const Folder *folder)
{
  const gint32 n_numbers = count_numbers (weights);
  g_auto (ZipWriter) zip = { 0 };
  g_autoptr (GByteArray) pickle = g_byte_array_new ();
  g_autoptr (GByteArray) data = g_byte_array_new ();
  JsonObjectIter iter;
  const char    *name = NULL;
  JsonNode      *node = NULL;

  PICKLE_PUT_LITERAL (pickle, PICKLE_PROTOCOL "}(");
  json_object_iter_init (&iter, weights);
  while (json_object_iter_next (&iter, &name, &node))
    put_weight (name, hub_case_read_shape (node), n_numbers, data, pickle);
  PICKLE_PUT_LITERAL (pickle, "u.");
  zip_init (&zip);
  zip_add (&zip, "a/data.pkl", pickle->data, pickle->len);
  zip_add (&zip, "a/data/0", data->data, data->len);
  zip_finish (&zip);
  folder_write (folder, "model.pth", zip.bytes->data, (gssize) zip.bytes->len);
}

/* With a config.json, or as a file of torchvision; its path. */
static char *
write_model (JsonObject   *object,
             const Folder *folder)
{
  JsonNode        *config = koma_json_get (object, "config");
  g_autofree char *text = config != NULL ? json_to_string (config, FALSE) : NULL;

  if (text == NULL) {
    write_torch (koma_json_get_object (object, "weights"), folder);
    return folder_get (folder, "model.pth");
  }
  hub_case_write_weights (object, folder);
  folder_write (folder, "config.json", text, -1);
  return folder_get (folder, "model.safetensors");
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
  g_autoptr (JsonArray) inputs = json_array_new ();
  g_autoptr (JsonArray) outputs = json_array_new ();
  g_autofree char *path = NULL;
  Reference        reference = { .inputs = inputs, .outputs = outputs };
  const char      *input = koma_json_get (object, "config") != NULL ? "pixel_values" : "input";

  folder_init (&folder);
  reference.folder = folder.path;
  path = write_model (object, &folder);
  json_array_add_object_element (inputs, hub_case_write_picture (object, &folder, input));
  json_array_add_object_element (outputs, hub_case_write_numbers (object, &folder, "logits"));
  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (raw.warning, ==, NULL);
  reference_check (&reference, raw.graph, self->backend, TOLERANCE, &error);
  g_assert_no_error (error);
}

/* torchvision resizes pictures of Inception V3 to 342 pixels, and cuts out 299. */
static void
test_large (void)
{
  g_autofree char *source = find_source (CASES "/inception-torchvision.json");
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = hub_case_load (source);
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autofree char  *path = NULL;
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  path = write_model (koma_json_node_object (root), &folder);
  model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (recipe->width, ==, 299);
  g_assert_cmpuint (recipe->scaled_width, ==, 342);
  g_assert_cmpint (recipe->sources[KOMA_PART_FIT], ==, KOMA_SOURCE_GUESS);
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
    Case            *self = g_new0 (Case, 1);
    g_autofree char *test_path = g_strdup_printf ("/hub-networks/%s/%s", backend->name, name);

    self->path = g_build_filename (folder, name, NULL);
    self->backend = backend->name;
    g_test_add_data_func_full (test_path, self, test_case, case_free);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hub-networks/large", test_large);
  for (guint i = 0; i < koma_backends_get_n (); i++) {
    const KomaBackendClass *backend = koma_backends_get (i);

    if (koma_backends_find_available (backend->name, NULL) != NULL)
      add_cases (backend);
  }
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
