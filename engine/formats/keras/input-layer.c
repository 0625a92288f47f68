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
  if (builder->is_building && shape.dims[0] == KOMA_DIM_UNKNOWN)
    shape.dims[0] = builder->batch;
  *ret_value = koma_graph_add_input (builder->graph, name, KOMA_DTYPE_FLOAT32, &shape);
  koma_keras_set_rank (builder, *ret_value, shape.rank);
  return TRUE;
}
