/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-inputs.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/entry.h"
#include "engine/formats/keras/layers.h"
#include "engine/graph/shape.h"
#include "engine/koma/koma-error.h"
#include "layer-private.h"
#include "layer-values.h"
#include "own-layer-private.h"

#define ANY_NUMBER G_MAXUINT

/* Classes that read several inputs; all others read one. */
static const struct
{
  const char *class_name;
  guint       least;
  guint       most;
} counts[] = {
  { "Add", 2, ANY_NUMBER },
  { "Average", 2, ANY_NUMBER },
  { "Bidirectional", 1, ANY_NUMBER },
  { "Concatenate", 2, ANY_NUMBER },
  { "ConvLSTM2D", 1, ANY_NUMBER },
  { "Dot", 2, 2 },
  { "GRU", 1, ANY_NUMBER },
  { "LSTM", 1, ANY_NUMBER },
  { "Maximum", 2, ANY_NUMBER },
  { "Minimum", 2, ANY_NUMBER },
  { "MultiHeadAttention", 1, ANY_NUMBER },
  { "Multiply", 2, ANY_NUMBER },
  { "RNN", 1, ANY_NUMBER },
  { "SimpleRNN", 1, ANY_NUMBER },
  { "Subtract", 2, 2 },
};

static gboolean
check_count (const char *class_name,
             guint       n,
             GError    **error)
{
  guint least = 1;
  guint most = 1;

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    if (g_str_equal (counts[i].class_name, class_name)) {
      least = counts[i].least;
      most = counts[i].most;
    }
  if (n >= least && n <= most)
    return TRUE;
  return koma_fail (error, KOMA_ERROR_SHAPE, "%s: there are %u inputs, expected %u%s", class_name,
                    n, least, most > least ? " or more" : "");
}

/* Keras reads a Flatten of samples without dimensions, TensorFlow.js does not. */
static gboolean
check_rank (const char *class_name,
            guint       rank,
            GError    **error)
{
  const guint n = rank - 1;

  if (g_str_equal (class_name, "Flatten") && n < 2)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "Flatten: a sample has %u dimensions, expected 2 or more", n);
  if (g_str_has_prefix (class_name, "SpatialDropout")) {
    const guint expected = koma_layer_count_dimensions (class_name) + 1;

    if (n != expected)
      return koma_fail (error, KOMA_ERROR_SHAPE, "%s: a sample has %u dimensions, expected %u",
                        class_name, n, expected);
  }
  return TRUE;
}

/* −3 of three dimensions is the batch, which settings alone do not tell. */
static gboolean
check_axis (const char *class_name,
            JsonNode   *node, /* (nullable) */
            guint       rank,
            GError    **error)
{
  JsonArray *axes = koma_json_node_array (node);
  gint64     axis = 0;

  for (guint i = 0; i < koma_json_array_length (axes); i++)
    if (!check_axis (class_name, json_array_get_element (axes, i), rank, error))
      return FALSE;
  if (koma_json_node_int (node, &axis) && axis + rank == 0)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "%s: the axis %d of %u dimensions is the batch, expected one of a sample",
                      class_name, (int) axis, rank);
  return TRUE;
}

/* Of an Embedding: a number, or one for each dimension of a sample; null is open. */
static gboolean
check_length (JsonNode        *node, /* (nullable) */
              const KomaShape *shape,
              GError         **error)
{
  JsonArray       *lengths = koma_json_node_array (node);
  const guint      n = lengths != NULL ? json_array_get_length (lengths) : 1;
  gboolean         is_fitting = n + 1 == shape->rank;
  g_autofree char *found = NULL;
  g_autofree char *expected = NULL;

  if (node == NULL || json_node_is_null (node))
    return TRUE;
  for (guint i = 0; i < n && is_fitting; i++) {
    gint64 length = 0;

    if (koma_json_node_int (lengths != NULL ? json_array_get_element (lengths, i) : node, &length))
      is_fitting = shape->dims[i + 1] == length || shape->dims[i + 1] == KOMA_DIM_UNKNOWN;
  }
  if (is_fitting)
    return TRUE;
  found = koma_shape_to_string (shape);
  expected = json_to_string (node, FALSE);
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "Embedding: the input has the shape %s, expected “input_length” %s", found,
                    expected);
}

/* Batches of a fixed size are joined by others of that size only. */
static gboolean
check_batches (const char   *class_name,
               const GArray *shapes,
               GError      **error)
{
  gint64 batch = KOMA_DIM_UNKNOWN;

  for (guint i = 0; i < shapes->len; i++) {
    const KomaShape *shape = &g_array_index (shapes, KomaShape, i);

    if (shape->rank == 0 || shape->dims[0] == KOMA_DIM_UNKNOWN)
      continue;
    if (batch != KOMA_DIM_UNKNOWN && batch != shape->dims[0])
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "%s: input %u has batches of %d samples, another one of %d", class_name, i,
                        (int) shape->dims[0], (int) batch);
    batch = shape->dims[0];
  }
  return TRUE;
}

/**
 * koma_layer_check_inputs: (skip)
 * @shapes: (element-type KomaShape): with the batch; one at least
 *
 * Errors: %KOMA_ERROR_SHAPE if there are not as many inputs as the class reads, a sample has not as
 * many dimensions, an axis is the batch, or batches are of several sizes.
 */
gboolean
koma_layer_check_inputs (KomaLayer    *self,
                         const GArray *shapes,
                         GError      **error)
{
  const char      *class_name = koma_layer_get_class_name (self);
  JsonObject      *config = koma_json_get_object (koma_layer_get_entry (self), "config");
  const KomaShape *first = &g_array_index (shapes, KomaShape, 0);
  KomaOp           op = 0;

  if (!check_batches (class_name, shapes, error))
    return FALSE;
  if (koma_layer_is_own (self) || koma_keras_layers_find (class_name, &op) == NULL)
    return TRUE;
  if (!check_count (class_name, shapes->len, error) || !check_rank (class_name, first->rank, error))
    return FALSE;
  if (g_str_has_suffix (class_name, "Normalization"))
    return check_axis (class_name, koma_json_get (config, "axis"), first->rank, error);
  return !g_str_equal (class_name, "Embedding") ||
         check_length (koma_json_get (config, "input_length"), first, error);
}
