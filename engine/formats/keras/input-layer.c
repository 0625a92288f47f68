/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "model.h"

#include "engine/formats/json.h"

/* null is an open size. */
static gboolean
read_shape (JsonArray *array,
            KomaShape *ret_shape)
{
  KomaShape shape = { .rank = koma_json_array_length (array) };

  if (shape.rank == 0 || shape.rank > KOMA_MAX_RANK)
    return FALSE;
  for (guint i = 0; i < shape.rank; i++) {
    JsonNode *node = koma_json_element (array, i);

    shape.dims[i] = KOMA_DIM_UNKNOWN;
    if (!json_node_is_null (node) &&
        (!koma_json_node_int (node, &shape.dims[i]) || shape.dims[i] < KOMA_DIM_UNKNOWN ||
         shape.dims[i] > G_MAXINT32))
      return FALSE;
  }
  *ret_shape = shape;
  return TRUE;
}

/* What the input leaves open is said by the builder. */
static gboolean
close_shape (const KomaKerasBuilder *builder,
             const char             *name,
             KomaShape              *shape,
             GError                **error)
{
  const guint      index = koma_graph_get_n_inputs (builder->nodes.graph);
  const KomaShape *given = index < builder->n_shapes ? &builder->shapes[index] : NULL;
  gboolean         is_fitting = given == NULL || given->rank == shape->rank;

  for (guint d = 0; d < shape->rank && is_fitting; d++) {
    const gint64 open = d == 0 ? builder->batch : builder->open_size;

    is_fitting = shape->dims[d] == KOMA_DIM_UNKNOWN || given == NULL ||
                 given->dims[d] == shape->dims[d];
    if (shape->dims[d] == KOMA_DIM_UNKNOWN)
      shape->dims[d] = given != NULL ? given->dims[d] : open;
  }
  if (!is_fitting) {
    g_autofree char *found = koma_shape_to_string (given);
    g_autofree char *expected = koma_shape_to_string (shape);

    return koma_fail (error, KOMA_ERROR_SHAPE, "input “%s” has the shape %s, expected %s", name,
                      found, expected);
  }
  return koma_shape_check (shape, sizeof (float), NULL, error);
}

/**
 * koma_keras_add_input:
 * @layer: an InputLayer, or the first layer of a Sequential, whose settings
 *   give a shape: batch_input_shape, or batch_shape in Keras 3
 * @suffix: of the input's name
 *
 * Adds an input to the graph.
 *
 * Errors: %KOMA_ERROR_MODEL if it has no shape; %KOMA_ERROR_UNSUPPORTED if it
 * does not hold float32.
 */
gboolean
koma_keras_add_input (KomaKerasBuilder *builder,
                      JsonObject       *layer,
                      const char       *suffix,
                      KomaValueId      *ret_value,
                      GError          **error)
{
  JsonObject      *config = koma_json_get_object (layer, "config");
  JsonArray       *array = koma_json_get_array (config, "batch_input_shape");
  const char      *type = koma_json_get_string (config, "dtype");
  g_autofree char *name = g_strconcat (koma_keras_layer_get_name (layer), suffix, NULL);
  KomaDType        dtype = KOMA_DTYPE_FLOAT32;
  KomaShape        shape = KOMA_SHAPE_SCALAR;

  if (array == NULL)
    array = koma_json_get_array (config, "batch_shape");
  if (!read_shape (array, &shape))
    return koma_fail (error, KOMA_ERROR_MODEL, "input “%s” has no shape", name);
  if (type != NULL && koma_dtype_from_name (type, &dtype) && dtype != KOMA_DTYPE_FLOAT32)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "input “%s” is %s, expected float32", name, type);
  if (builder->is_building) {
    g_array_append_val (builder->input_shapes, shape);
    if (!close_shape (builder, name, &shape, error))
      return FALSE;
  }
  *ret_value = koma_builder_input (&builder->nodes, name, KOMA_DTYPE_FLOAT32, shape);
  return TRUE;
}
