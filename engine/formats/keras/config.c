/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "engine/formats/json.h"

static gboolean
fail (const char *name,
      const char *expected,
      GError    **error)
{
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "setting “%s” is not %s", name, expected);
  return FALSE;
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

/* One number for both, or an array of two. */
static gboolean
read_pair (JsonNode *node,
           gint64   *ret_pair)
{
  JsonArray *array = koma_json_node_array (node);
  gint64     pair[2] = { 0 };

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
 * @ret_pair: (array fixed-size=2): for height and width, 0 … %G_MAXINT32
 */
gboolean
koma_keras_config_pair (const KomaKerasCall *call,
                        const char          *name,
                        gint64               fallback,
                        gint64              *ret_pair,
                        GError             **error)
{
  if (!koma_keras_config_is_set (call, name)) {
    ret_pair[0] = fallback;
    ret_pair[1] = fallback;
    return TRUE;
  }
  return read_pair (koma_json_get (call->config, name), ret_pair) ||
         fail (name, "a size, or two", error);
}

/**
 * koma_keras_config_double:
 *
 * Returns: the number, or @fallback where there is none
 */
double
koma_keras_config_double (const KomaKerasCall *call,
                          const char          *name,
                          double               fallback)
{
  double number = fallback;

  return koma_json_node_double (koma_json_get (call->config, name), &number) ? number : fallback;
}

/**
 * koma_keras_config_boolean:
 *
 * Returns: the flag, or @fallback where there is none
 */
gboolean
koma_keras_config_boolean (const KomaKerasCall *call,
                           const char          *name,
                           gboolean             fallback)
{
  gboolean flag = fallback;

  return koma_json_node_boolean (koma_json_get (call->config, name), &flag) ? flag : fallback;
}

/**
 * koma_keras_config_axis:
 *
 * Reads "axis", a number or (Keras 2.4 and later) an array with one.
 */
gboolean
koma_keras_config_axis (const KomaKerasCall *call,
                        guint                rank,
                        guint               *ret_axis,
                        GError             **error)
{
  JsonNode  *node = koma_json_get (call->config, "axis");
  JsonArray *array = koma_json_node_array (node);
  gint64     axis = -1;

  if (koma_json_array_length (array) == 1)
    node = koma_json_element (array, 0);
  if (koma_keras_config_is_set (call, "axis") && !koma_json_node_int (node, &axis))
    return fail ("axis", "one number", error);
  if (axis < 0)
    axis += rank;
  if (axis < 0 || axis >= rank) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "setting “axis” is outside the %u dimensions of the input", rank);
    return FALSE;
  }
  *ret_axis = (guint) axis;
  return TRUE;
}

/**
 * koma_keras_config_borders:
 * @ret_borders: (array fixed-size=4): top, bottom, left, right, in pixels
 */
gboolean
koma_keras_config_borders (const KomaKerasCall *call,
                           const char          *name,
                           gint64              *ret_borders,
                           GError             **error)
{
  JsonNode  *node = koma_json_get (call->config, name);
  JsonArray *array = koma_json_node_array (node);
  gint64     pair[2] = { 0 };

  if (koma_json_node_array (koma_json_element (array, 0)) != NULL) {
    if (koma_json_array_length (array) != 2 ||
        !read_pair (koma_json_element (array, 0), ret_borders) ||
        !read_pair (koma_json_element (array, 1), ret_borders + 2))
      return fail (name, "two pairs of sizes", error);
    return TRUE;
  }
  if (!read_pair (node, pair))
    return fail (name, "a size, or two, or two pairs", error);
  ret_borders[0] = ret_borders[1] = pair[0];
  ret_borders[2] = ret_borders[3] = pair[1];
  return TRUE;
}

/**
 * koma_keras_config_padding:
 *
 * Returns: (transfer none) (nullable): "SAME" or "VALID", TensorFlow's words;
 *   %NULL and %KOMA_ERROR_UNSUPPORTED for others ("causal")
 */
const char *
koma_keras_config_padding (const KomaKerasCall *call,
                           GError             **error)
{
  const char *padding = koma_json_get_string (call->config, "padding");

  if (padding == NULL || g_ascii_strcasecmp (padding, "valid") == 0)
    return "VALID";
  if (g_ascii_strcasecmp (padding, "same") == 0)
    return "SAME";
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "padding “%s”", padding);
  return NULL;
}

/**
 * koma_keras_config_check_pictures:
 *
 * Whether the layer's one input is a batch of pictures, channels last.
 */
gboolean
koma_keras_config_check_pictures (const KomaKerasBuilder *builder,
                                  const KomaKerasCall    *call,
                                  GError                **error)
{
  const char *format = koma_json_get_string (call->config, "data_format");
  guint       rank = koma_keras_get_rank (builder, call->inputs[0]);

  if (format != NULL && !g_str_equal (format, "channels_last")) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "data_format “%s”", format);
    return FALSE;
  }
  if (rank != 4) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE, "input has %u dimensions, expected 4", rank);
    return FALSE;
  }
  return TRUE;
}
