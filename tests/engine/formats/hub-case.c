/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "hub-case.h"

#include <math.h>
#include <string.h>

#include "engine/formats/json.h"
#include "engine/koma-limits.h"

#define PICTURE "pixel_values"

JsonNode *
hub_case_load (const char *path)
{
  g_autoptr (GError) error = NULL;
  JsonNode *root = koma_json_load (path, KOMA_MAX_TOPOLOGY_BYTES, NULL, &error);

  g_assert_no_error (error);
  return root;
}

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

/* Such that no layer makes its input much larger or smaller; that of hub_numbers.py. */
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

KomaShape
hub_case_read_shape (JsonNode *node)
{
  JsonArray *list = koma_json_node_array (node);
  gint64     dims[KOMA_MAX_RANK] = { 0 };

  g_assert_cmpuint (koma_json_array_length (list), <=, KOMA_MAX_RANK);
  for (guint i = 0; i < koma_json_array_length (list); i++)
    g_assert_true (koma_json_node_int (koma_json_element (list, i), &dims[i]));
  return koma_shape_make (koma_json_array_length (list), dims);
}

float *
hub_case_make_weight (const char      *name,
                      const KomaShape *shape)
{
  const gsize count = koma_shape_count (shape);
  const Range range = find_range (name, shape);
  float      *numbers = safetensors_numbers (name, count);

  for (gsize i = 0; i < count; i++)
    numbers[i] = (float) (numbers[i] * range.factor + range.offset);
  return numbers;
}

void
hub_case_write_weights (JsonObject   *object,
                        const Folder *folder)
{
  g_auto (SafetensorsWriter) writer = { 0 };
  JsonObjectIter iter;
  const char    *name = NULL;
  JsonNode      *node = NULL;

  safetensors_init (&writer);
  json_object_iter_init (&iter, koma_json_get_object (object, "weights"));
  while (json_object_iter_next (&iter, &name, &node)) {
    const KomaShape   shape = hub_case_read_shape (node);
    g_autofree float *numbers = hub_case_make_weight (name, &shape);

    safetensors_add_numbers (&writer, name, shape, numbers);
  }
  safetensors_write (&writer, folder);
}

JsonObject *
hub_case_write_value (const Folder *folder,
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

KomaShape
hub_case_read_numbers (JsonObject *object,
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

JsonObject *
hub_case_write_numbers (JsonObject   *object,
                        const Folder *folder,
                        const char   *name)
{
  g_autofree double *numbers = NULL;
  const KomaShape    shape = hub_case_read_numbers (object, name, &numbers);
  const gsize        count = koma_shape_count (&shape);
  g_autofree float  *floats = g_new (float, count);

  for (gsize i = 0; i < count; i++)
    floats[i] = (float) numbers[i];
  return hub_case_write_value (folder, name, "float32", shape, floats);
}

JsonObject *
hub_case_write_picture (JsonObject   *object,
                        const Folder *folder,
                        const char   *name)
{
  gint64            side = 0;
  g_autofree float *numbers = NULL;

  g_assert_true (koma_json_node_int (koma_json_get (object, "side"), &side));
  numbers = safetensors_numbers (PICTURE, (gsize) (3 * side * side));
  return hub_case_write_value (folder, name, "float32", KOMA_SHAPE (1, 3, side, side), numbers);
}
