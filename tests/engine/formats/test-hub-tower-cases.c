/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models of two towers as open_clip keeps them, against what open_clip and timm compute with the
 * same numbers: the cases of make-hub-towers.py, on every backend there is. */

#include <math.h>
#include <string.h>

#include "engine/backends/backend.h"
#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "engine/model/model.h"
#include "engine/words/towers.h"
#include "fixture.h"
#include "reference.h"
#include "safetensors-writer.h"
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

/* ---- Weights ---- */

static gboolean
is_of_rows (const char *name)
{
  static const char *const ends[] = { "pos_embed", "positional_embedding", "token_embedding.weight",
                                      "cls_token", "latent", "embedding_layer.weight" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (name, ends[i]))
      return TRUE;
  return FALSE;
}

/* What a number of -1 … 1 becomes: n · factor + offset. */
typedef struct
{
  double factor;
  double offset;
} Range;

/* Such that no layer makes its input much larger or smaller; that of make-hub-towers.py. */
static Range
find_range (const char      *name,
            const KomaShape *shape)
{
  if (g_str_equal (name, "logit_scale"))
    return (Range){ 0.5, 2 };
  if (g_str_equal (name, "logit_bias"))
    return (Range){ 1, -3 };
  if (g_str_has_suffix (name, "running_var"))
    return (Range){ 0.5, 1 };
  if (g_str_has_suffix (name, "gamma") || strstr (name, "layer_scale") != NULL)
    return (Range){ 0.25, 0.5 };
  if (is_of_rows (name))
    return (Range){ 0.5, 0 };
  if (shape->rank > 1)
    return (Range){ sqrt (3.0 * (double) shape->dims[0] / (double) koma_shape_count (shape)), 0 };
  return (Range){ 0.25, g_str_has_suffix (name, ".weight") ? 1 : 0 };
}

static KomaShape
read_shape (JsonNode *node)
{
  JsonArray *list = koma_json_node_array (node);
  gint64     dims[KOMA_MAX_RANK] = { 0 };

  g_assert_cmpuint (koma_json_array_length (list), <=, KOMA_MAX_RANK);
  for (guint i = 0; i < koma_json_array_length (list); i++)
    g_assert_true (koma_json_node_int (koma_json_element (list, i), &dims[i]));
  return koma_shape_make (koma_json_array_length (list), dims);
}

static void
write_model (JsonObject   *object,
             const Folder *folder)
{
  g_auto (SafetensorsWriter) writer = { 0 };
  JsonObjectIter   iter;
  const char      *name = NULL;
  JsonNode        *node = NULL;
  JsonNode        *config = koma_json_get (object, "config");
  g_autofree char *text = config != NULL ? json_to_string (config, FALSE) : NULL;

  safetensors_init (&writer);
  json_object_iter_init (&iter, koma_json_get_object (object, "weights"));
  while (json_object_iter_next (&iter, &name, &node)) {
    const KomaShape   shape = read_shape (node);
    const gsize       count = koma_shape_count (&shape);
    const Range       range = find_range (name, &shape);
    g_autofree float *numbers = safetensors_numbers (name, count);

    for (gsize i = 0; i < count; i++)
      numbers[i] = (float) (numbers[i] * range.factor + range.offset);
    safetensors_add_numbers (&writer, name, shape, numbers);
  }
  safetensors_write (&writer, folder);
  if (text != NULL)
    folder_write (folder, "open_clip_config.json", text, -1);
}

/* ---- Inputs and outputs, as reference.h has them ---- */

static JsonObject *
write_value (const Folder *folder,
             const char   *name,
             const char   *dtype,
             KomaShape     shape,
             gconstpointer numbers)
{
  JsonObject *value = json_object_new ();
  JsonArray  *dims = json_array_new ();

  for (guint i = 0; i < shape.rank; i++)
    json_array_add_int_element (dims, shape.dims[i]);
  json_object_set_string_member (value, "name", name);
  json_object_set_string_member (value, "dtype", dtype);
  json_object_set_string_member (value, "file", name);
  json_object_set_array_member (value, "shape", dims);
  folder_write (folder, name, numbers, (gssize) (koma_shape_count (&shape) * sizeof (float)));
  return value;
}

/* [rows,columns] of a list of lists. */
static KomaShape
read_numbers (JsonObject *object,
              const char *name,
              double    **ret_numbers)
{
  JsonArray  *rows = koma_json_get_array (object, name);
  const guint n_rows = koma_json_array_length (rows);
  const guint width =
    koma_json_array_length (koma_json_node_array (koma_json_element (rows, 0)));

  *ret_numbers = g_new (double, (gsize) n_rows *width);
  for (guint i = 0; i < n_rows * width; i++) {
    JsonArray *row = koma_json_node_array (koma_json_element (rows, i / width));

    g_assert_true (koma_json_node_double (koma_json_element (row, i % width), *ret_numbers + i));
  }
  return KOMA_SHAPE (n_rows, width);
}

static JsonObject *
write_picture (JsonObject   *object,
               const Folder *folder)
{
  gint64            side = 0;
  g_autofree float *numbers = NULL;

  g_assert_true (koma_json_node_int (koma_json_get (object, "side"), &side));
  numbers = safetensors_numbers (PICTURE, (gsize) (3 * side * side));
  return write_value (folder, PICTURE, "float32", KOMA_SHAPE (1, 3, side, side), numbers);
}

static JsonArray *
write_inputs (JsonObject   *object,
              const Folder *folder)
{
  g_autofree double *numbers = NULL;
  const KomaShape    shape = read_numbers (object, "input_ids", &numbers);
  const gsize        count = koma_shape_count (&shape);
  g_autofree gint32 *ids = g_new (gint32, count);
  g_autofree gint32 *mask = g_new (gint32, count);
  JsonArray         *inputs = json_array_new ();

  for (gsize i = 0; i < count; i++) {
    ids[i] = (gint32) numbers[i];
    mask[i] = 1;
  }
  json_array_add_object_element (inputs, write_picture (object, folder));
  json_array_add_object_element (inputs, write_value (folder, "input_ids", "int32", shape, ids));
  json_array_add_object_element (inputs,
                                 write_value (folder, "attention_mask", "int32", shape, mask));
  return inputs;
}

static JsonArray *
write_outputs (JsonObject   *object,
               const Folder *folder)
{
  static const char *const names[] = { "logits", "image_embeds", "text_embeds" };
  JsonArray               *outputs = json_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree double *numbers = NULL;
    const KomaShape    shape = read_numbers (object, names[i], &numbers);
    const gsize        count = koma_shape_count (&shape);
    g_autofree float  *floats = g_new (float, count);

    for (gsize k = 0; k < count; k++)
      floats[k] = (float) numbers[k];
    json_array_add_object_element (outputs,
                                   write_value (folder, names[i], "float32", shape, floats));
  }
  return outputs;
}

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = koma_json_load (self->path, KOMA_MAX_TOPOLOGY_BYTES, NULL, &error);
  JsonObject *object = koma_json_node_object (root);
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (JsonArray) inputs = NULL;
  g_autoptr (JsonArray) outputs = NULL;
  g_autofree char *model = NULL;
  Reference        reference = { 0 };

  g_assert_no_error (error);
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
  g_autoptr (JsonNode) root = koma_json_load (self->path, KOMA_MAX_TOPOLOGY_BYTES, NULL, &error);
  JsonObject *object = koma_json_node_object (root);
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaTowers) towers = NULL;
  g_autofree char   *path = NULL;
  g_autofree double *numbers = NULL;

  g_assert_no_error (error);
  folder_init (&folder);
  write_model (object, &folder);
  path = folder_get (&folder, "model.safetensors");
  model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  towers = koma_towers_new (model, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_towers_get_width (towers), ==,
                    read_numbers (object, "text_embeds", &numbers).dims[1]);
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
