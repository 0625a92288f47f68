/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "engine/formats/json.h"

static void
fail (const KomaKerasCall *call,
      const char          *name,
      const char          *expected)
{
  koma_builder_fail (&call->keras->nodes, KOMA_ERROR_MODEL, "setting “%s” is not %s", name,
                     expected);
}

/**
 * koma_keras_config_is_set:
 *
 * Whether a setting is there and not null, as Keras writes what was not given.
 */
gboolean
koma_keras_config_is_set (const KomaKerasCall *call,
                          const char          *name)
{
  JsonNode *node = koma_json_get (call->config, name);

  return node != NULL && !json_node_is_null (node);
}

/**
 * koma_keras_config_dims:
 * @ret_dims: (array length=n_dims): each at least 1
 */
void
koma_keras_config_dims (const KomaKerasCall *call,
                        const char          *name,
                        guint                n_dims,
                        gint64              *ret_dims)
{
  JsonNode  *node = koma_json_get (call->config, name);
  JsonArray *array = koma_json_node_array (node);

  if (koma_json_array_length (array) == 1) {
    node = koma_json_element (array, 0);
    array = NULL;
  }
  for (guint i = 0; i < n_dims; i++) {
    if (!koma_json_node_int (array != NULL ? koma_json_element (array, i) : node, &ret_dims[i]) ||
        ret_dims[i] < 1 || ret_dims[i] > G_MAXINT32)
      ret_dims[i] = KOMA_DIM_UNKNOWN;
  }
  if (call->is_one_row && n_dims == 2)
    ret_dims[0] = 1;
}

/* One number for both, or an array of two; an array of one in layers of one dimension. */
static gboolean
read_pair (JsonNode *node,
           gint64   *ret_pair)
{
  JsonArray *array = koma_json_node_array (node);
  gint64     pair[2] = { 0 };

  if (koma_json_array_length (array) == 1)
    node = koma_json_element (array, 0);
  if (koma_json_node_int (node, &pair[0]))
    pair[1] = pair[0];
  else if (koma_json_array_length (array) != 2 ||
           !koma_json_node_int (koma_json_element (array, 0), &pair[0]) ||
           !koma_json_node_int (koma_json_element (array, 1), &pair[1]))
    return FALSE;
  if (pair[0] < 0 || pair[1] < 0 || pair[0] > G_MAXINT32 || pair[1] > G_MAXINT32)
    return FALSE;
  ret_pair[0] = pair[0];
  ret_pair[1] = pair[1];
  return TRUE;
}

/**
 * koma_keras_config_pair:
 * @ret_pair: (array fixed-size=2): for height and width, 0 … %G_MAXINT32; the height of a
 *   layer of one dimension is 1
 *
 * Errors: %KOMA_ERROR_MODEL if it is neither one size nor two.
 */
void
koma_keras_config_pair (const KomaKerasCall *call,
                        const char          *name,
                        gint64               fallback,
                        gint64              *ret_pair)
{
  ret_pair[0] = fallback;
  ret_pair[1] = fallback;
  if (koma_keras_config_is_set (call, name) &&
      !read_pair (koma_json_get (call->config, name), ret_pair))
    fail (call, name, "a size, or two");
  if (call->is_one_row)
    ret_pair[0] = 1;
}

/**
 * koma_keras_config_double:
 * @fallback: where the setting is missing or null
 *
 * Errors: %KOMA_ERROR_MODEL if it is no number.
 */
double
koma_keras_config_double (const KomaKerasCall *call,
                          const char          *name,
                          double               fallback)
{
  JsonNode *node = koma_json_get (call->config, name);
  double    number = fallback;
  gboolean  flag = FALSE;

  if (koma_json_node_boolean (node, &flag))
    return flag;
  if (koma_keras_config_is_set (call, name) && !koma_json_node_double (node, &number))
    fail (call, name, "a number");
  return number;
}

/**
 * koma_keras_config_size:
 * @fallback: where the setting is missing or null
 *
 * Errors: %KOMA_ERROR_MODEL if it is no number from 0 to %G_MAXINT32.
 */
gint64
koma_keras_config_size (const KomaKerasCall *call,
                        const char          *name,
                        gint64               fallback)
{
  gint64 size = fallback;

  if (!koma_keras_config_is_set (call, name))
    return fallback;
  if (koma_json_node_int (koma_json_get (call->config, name), &size) && size >= 0 &&
      size <= G_MAXINT32)
    return size;
  fail (call, name, "a size");
  return fallback;
}

/**
 * koma_keras_read_flag:
 * @node: (nullable): a setting
 *
 * In Python a number is true unless it is 0, and Keras leaves it in the file as it was given.
 *
 * Returns: whether it is true, false, or a number
 */
gboolean
koma_keras_read_flag (JsonNode *node,
                      gboolean *ret_flag)
{
  double number = 0;

  if (koma_json_node_boolean (node, ret_flag))
    return TRUE;
  if (koma_json_node_string (node) != NULL || !koma_json_node_double (node, &number))
    return FALSE;
  *ret_flag = number != 0;
  return TRUE;
}

/**
 * koma_keras_config_boolean:
 * @fallback: where the setting is missing or null
 *
 * Errors: %KOMA_ERROR_MODEL if it is neither true nor false.
 */
gboolean
koma_keras_config_boolean (const KomaKerasCall *call,
                           const char          *name,
                           gboolean             fallback)
{
  gboolean flag = fallback;

  if (koma_keras_config_is_set (call, name) &&
      !koma_keras_read_flag (koma_json_get (call->config, name), &flag))
    fail (call, name, "true or false");
  return flag;
}

/**
 * koma_keras_config_word:
 * @fallback: (nullable): where the setting is missing or null
 *
 * Errors: %KOMA_ERROR_MODEL if it is no text.
 *
 * Returns: (transfer none) (nullable): the text
 */
const char *
koma_keras_config_word (const KomaKerasCall *call,
                        const char          *name,
                        const char          *fallback)
{
  const char *word = koma_json_get_string (call->config, name);

  if (word == NULL && koma_keras_config_is_set (call, name))
    fail (call, name, "a word");
  return word != NULL ? word : fallback;
}

/**
 * koma_keras_config_refuse:
 * @name: a flag that no op computes
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the setting is true; %KOMA_ERROR_MODEL if
 * it is neither true nor false.
 */
void
koma_keras_config_refuse (const KomaKerasCall *call,
                          const char          *name)
{
  if (koma_keras_config_boolean (call, name, FALSE))
    koma_builder_fail (&call->keras->nodes, KOMA_ERROR_UNSUPPORTED, "%s", name);
}

/* As a bit; 0 where it is none. */
static guint
read_axis (const KomaKerasCall *call,
           JsonNode            *node,
           guint                rank)
{
  gint64 axis = 0;

  if (!koma_json_node_int (node, &axis)) {
    fail (call, "axis", "one number");
    return 0;
  }
  if (axis < 0)
    axis += rank;
  if (axis >= 0 && axis < rank)
    return 1u << axis;
  koma_builder_fail (&call->keras->nodes, KOMA_ERROR_MODEL,
                     "setting “axis” is outside the %u dimensions of the input", rank);
  return 0;
}

/**
 * koma_keras_config_axes:
 * Reads "axis", a number or an array of numbers, which may be negative.
 *
 * Errors: %KOMA_ERROR_MODEL if it is neither, or outside the input.
 *
 * Returns: bit i set: dimension i; never 0
 */
guint
koma_keras_config_axes (const KomaKerasCall *call,
                        guint                rank)
{
  JsonNode   *node = koma_json_get (call->config, "axis");
  JsonArray  *array = koma_json_node_array (node);
  const guint last = 1u << (CLAMP (rank, 1, 32) - 1);
  guint       axes = 0;

  if (!koma_keras_config_is_set (call, "axis"))
    return last;
  if (array == NULL)
    axes = read_axis (call, node, rank);
  for (guint i = 0; i < koma_json_array_length (array); i++)
    axes |= read_axis (call, koma_json_element (array, i), rank);
  if (axes == 0)
    fail (call, "axis", "one number");
  return axes != 0 ? axes : last;
}

/**
 * koma_keras_config_axis:
 *
 * Reads "axis", a number or (Keras 2.4 and later) an array with one.
 *
 * Errors: those of koma_keras_config_axes(); %KOMA_ERROR_UNSUPPORTED if there are several axes.
 */
guint
koma_keras_config_axis (const KomaKerasCall *call,
                        guint                rank)
{
  const guint n_axes = koma_json_array_length (koma_json_get_array (call->config, "axis"));

  if (n_axes > 1)
    koma_builder_fail (&call->keras->nodes, KOMA_ERROR_UNSUPPORTED, "%u axes at once", n_axes);
  return (guint) g_bit_nth_lsf (koma_keras_config_axes (call, rank), -1);
}

/**
 * koma_keras_config_borders:
 * @ret_borders: (array fixed-size=4): top, bottom, left, right, in pixels; top and bottom are 0
 *   in a layer of one dimension
 *
 * Errors: %KOMA_ERROR_MODEL if they are missing, or not written in one of
 * these ways.
 */
void
koma_keras_config_borders (const KomaKerasCall *call,
                           const char          *name,
                           gint64              *ret_borders)
{
  JsonNode  *node = koma_json_get (call->config, name);
  JsonArray *array = koma_json_node_array (node);
  gint64     pair[2] = { 0 };

  if (call->is_one_row) {
    ret_borders[0] = ret_borders[1] = 0;
    if (!read_pair (node, ret_borders + 2))
      fail (call, name, "a size, or two");
  } else if (koma_json_node_array (koma_json_element (array, 0)) != NULL) {
    if (koma_json_array_length (array) != 2 ||
        !read_pair (koma_json_element (array, 0), ret_borders) ||
        !read_pair (koma_json_element (array, 1), ret_borders + 2))
      fail (call, name, "two pairs of sizes");
  } else if (read_pair (node, pair)) {
    ret_borders[0] = ret_borders[1] = pair[0];
    ret_borders[2] = ret_borders[3] = pair[1];
  } else {
    fail (call, name, "a size, or two, or two pairs");
  }
}

/**
 * koma_keras_config_is_causal:
 *
 * Whether a convolution over steps looks at earlier steps only.
 */
gboolean
koma_keras_config_is_causal (const KomaKerasCall *call)
{
  return call->is_one_row && call->op == KOMA_OP_CONV_2D &&
         g_strcmp0 (koma_json_get_string (call->config, "padding"), "causal") == 0;
}

/**
 * koma_keras_config_padding:
 *
 * "causal" counts as "VALID" where koma_keras_config_is_causal(): the layer pads itself.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED for another padding;
 * %KOMA_ERROR_MODEL if it is no word.
 *
 * Returns: (transfer none): "SAME" or "VALID", TensorFlow's words
 */
const char *
koma_keras_config_padding (const KomaKerasCall *call)
{
  const char *padding = koma_keras_config_word (call, "padding", "valid");

  if (g_ascii_strcasecmp (padding, "same") == 0)
    return "SAME";
  if (g_ascii_strcasecmp (padding, "valid") != 0 && !koma_keras_config_is_causal (call))
    koma_builder_fail (&call->keras->nodes, KOMA_ERROR_UNSUPPORTED, "padding “%s”", padding);
  return "VALID";
}

/**
 * koma_keras_config_is_channels_first:
 * Reads "data_format"; the default is NHWC.
 *
 * Errors: %KOMA_ERROR_MODEL if it is neither of Keras' words.
 *
 * Returns: whether pictures are NCHW
 */
gboolean
koma_keras_config_is_channels_first (const KomaKerasCall *call)
{
  const char *format = koma_keras_config_word (call, "data_format", "channels_last");

  if (!g_str_equal (format, "channels_first") && !g_str_equal (format, "channels_last"))
    fail (call, "data_format", "“channels_first” or “channels_last”");
  return g_str_equal (format, "channels_first");
}

/**
 * koma_keras_config_check_rank:
 *
 * Errors: %KOMA_ERROR_SHAPE if the layer's first input has not @rank dimensions.
 */
gboolean
koma_keras_config_check_rank (const KomaKerasCall *call,
                              guint                rank)
{
  KomaBuilder *b = &call->keras->nodes;
  const guint  found = koma_builder_get_rank (b, call->inputs[0]);

  if (found != rank)
    koma_builder_fail (b, KOMA_ERROR_SHAPE, "input has %u dimensions, expected %u", found, rank);
  return found == rank;
}

/**
 * koma_keras_config_check_pictures:
 *
 * Whether the layer's one input is a batch of pictures, channels last: of a
 * layer with channels first it is when koma_keras_lower_turned() turned it.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if channels come first; %KOMA_ERROR_SHAPE if
 * the input has not 4 dimensions; %KOMA_ERROR_MODEL if "data_format" is damaged.
 */
gboolean
koma_keras_config_check_pictures (const KomaKerasCall *call)
{
  const gboolean is_first = koma_keras_config_is_channels_first (call);

  if (is_first && !call->is_turned)
    koma_builder_fail (&call->keras->nodes, KOMA_ERROR_UNSUPPORTED,
                       "data_format “channels_first”");
  return koma_keras_config_check_rank (call, 4) && (!is_first || call->is_turned);
}
