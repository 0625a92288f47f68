/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer-values.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/graph/shape.h"
#include "engine/koma/koma-error.h"

/**
 * koma_layer_count_dimensions:
 *
 * Returns: 2 of a "Conv2DTranspose"; 0 where the name of the class has none
 */
guint
koma_layer_count_dimensions (const char *class_name)
{
  const char *digit = strpbrk (class_name, "123");

  return digit != NULL && digit[1] == 'D' ? (guint) (*digit - '0') : 0;
}

/* As JavaScript has numbers: "2" is none. */
static gboolean
read_whole (JsonNode *node,
            gint64   *ret_number)
{
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) && koma_json_node_string (node) == NULL &&
         koma_json_node_int (node, ret_number);
}

static gboolean
fail_as (JsonNode   *node,
         const char *expected,
         GError    **error)
{
  g_autofree char *text = json_to_string (node, FALSE);

  return koma_fail (error, KOMA_ERROR_MODEL, "%s, expected %s", text, expected);
}

/**
 * koma_layer_check_size:
 *
 * Errors: %KOMA_ERROR_MODEL if it is no whole number above 0.
 */
gboolean
koma_layer_check_size (JsonNode              *node,
                       const char *class_name G_GNUC_UNUSED,
                       GError               **error)
{
  gint64 size = 0;

  return (read_whole (node, &size) && size > 0) ||
         fail_as (node, "a whole number above 0", error);
}

/**
 * koma_layer_check_sizes:
 *
 * A size, or one for each dimension.
 *
 * Errors: %KOMA_ERROR_MODEL if one is none, or there are not as many.
 */
gboolean
koma_layer_check_sizes (JsonNode   *node,
                        const char *class_name,
                        GError    **error)
{
  JsonArray  *sizes = koma_json_node_array (node);
  const guint n = koma_json_array_length (sizes);
  const guint expected = koma_layer_count_dimensions (class_name);

  if (sizes == NULL)
    return koma_layer_check_size (node, class_name, error);
  for (guint i = 0; i < n; i++)
    if (!koma_layer_check_size (json_array_get_element (sizes, i), class_name, error))
      return FALSE;
  if (n == 0 || (expected > 0 && n != expected))
    return koma_fail (error, KOMA_ERROR_MODEL, "there are %u sizes, expected %u, or one number", n,
                      MAX (expected, 1));
  return TRUE;
}

/**
 * koma_layer_check_rate:
 *
 * Errors: %KOMA_ERROR_MODEL if it is no number from 0 to 1.
 */
gboolean
koma_layer_check_rate (JsonNode              *node,
                       const char *class_name G_GNUC_UNUSED,
                       GError               **error)
{
  double rate = 0;

  return (koma_json_node_double (node, &rate) && rate >= 0 && rate <= 1) ||
         fail_as (node, "a number from 0 to 1", error);
}

/**
 * koma_layer_check_order:
 *
 * Errors: %KOMA_ERROR_MODEL if it has not each of the dimensions 1, 2, … once.
 */
gboolean
koma_layer_check_order (JsonNode              *node,
                        const char *class_name G_GNUC_UNUSED,
                        GError               **error)
{
  JsonArray  *dims = koma_json_node_array (node);
  const guint n = koma_json_array_length (dims);
  guint       seen = 0;

  for (guint i = 0; i < n; i++) {
    gint64 dim = 0;

    if (read_whole (json_array_get_element (dims, i), &dim) && dim >= 1 &&
        dim <= MIN (n, KOMA_MAX_RANK))
      seen |= 1u << dim;
  }
  return (n > 0 && n < KOMA_MAX_RANK && seen == (2u << n) - 2) ||
         fail_as (node, "each of the dimensions 1, 2, … once", error);
}

/**
 * koma_layer_check_axes:
 *
 * Of a normalization; what they mean tells the input.
 *
 * Errors: %KOMA_ERROR_MODEL if one is no whole number, is there twice, or is the batch.
 */
gboolean
koma_layer_check_axes (JsonNode   *node,
                       const char *class_name,
                       GError    **error)
{
  JsonArray *axes = koma_json_node_array (node);
  gint64     axis = 0;

  if (axes == NULL) {
    if (!read_whole (node, &axis))
      return fail_as (node, "a whole number", error);
    return axis != 0 || !g_str_has_suffix (class_name, "Normalization") ||
           koma_fail (error, KOMA_ERROR_MODEL, "0 is the batch, expected a dimension of a sample");
  }
  for (guint i = 0; i < json_array_get_length (axes); i++)
    if (!koma_layer_check_axes (json_array_get_element (axes, i), class_name, error))
      return FALSE;
  for (guint i = 0; i < json_array_get_length (axes); i++)
    for (guint k = 0; k < i; k++)
      if (json_array_get_int_element (axes, i) == json_array_get_int_element (axes, k))
        return fail_as (node, "each axis once", error);
  return json_array_get_length (axes) > 0 || fail_as (node, "one axis or more", error);
}

/**
 * koma_layer_check_shared_axes:
 *
 * Errors: %KOMA_ERROR_MODEL if one is no whole number above 0.
 */
gboolean
koma_layer_check_shared_axes (JsonNode   *node,
                              const char *class_name,
                              GError    **error)
{
  JsonArray *axes = koma_json_node_array (node);

  for (guint i = 0; i < koma_json_array_length (axes); i++)
    if (!koma_layer_check_size (json_array_get_element (axes, i), class_name, error))
      return FALSE;
  return axes != NULL || koma_layer_check_size (node, class_name, error);
}

/* @words: with NULL behind them */
static gboolean
check_word (JsonNode          *node,
            const char *const *words,
            int (*compare) (const char *a, const char *b),
            GError **error)
{
  const char      *word = koma_json_node_string (node);
  g_autofree char *list = NULL;

  for (guint i = 0; word != NULL && words[i] != NULL; i++)
    if (compare (word, words[i]) == 0)
      return TRUE;
  list = g_strjoinv (", ", (char **) words);
  if (word == NULL)
    return fail_as (node, list, error);
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "“%s”, expected %s", word, list);
}

/* Steps are what convolutions of one dimension look at. */
static gboolean
may_be_causal (const char *class_name)
{
  return g_str_has_suffix (class_name, "Conv1D");
}

/**
 * koma_layer_check_padding:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the class has no such word; those of
 * koma_layer_check_borders().
 */
gboolean
koma_layer_check_padding (JsonNode   *node,
                          const char *class_name,
                          GError    **error)
{
  static const char *const words[] = { "valid", "same", "causal", NULL };
  static const char *const fewer[] = { "valid", "same", NULL };

  if (g_str_has_prefix (class_name, "ZeroPadding"))
    return koma_layer_check_borders (node, class_name, error);
  /* As Keras reads it. */
  return check_word (node, may_be_causal (class_name) ? words : fewer, g_ascii_strcasecmp, error);
}

static gboolean
check_border (JsonNode *node,
              GError  **error)
{
  gint64 size = 0;

  return (read_whole (node, &size) && size >= 0) ||
         fail_as (node, "a whole number from 0 on", error);
}

/**
 * koma_layer_check_borders:
 *
 * One number; or one for each dimension, or for each its two ends.
 *
 * Errors: %KOMA_ERROR_MODEL if it is none of these, or a number is below 0.
 */
gboolean
koma_layer_check_borders (JsonNode   *node,
                          const char *class_name,
                          GError    **error)
{
  JsonArray     *sides = koma_json_node_array (node);
  const guint    n = koma_json_array_length (sides);
  const gboolean may_have_pairs = koma_layer_count_dimensions (class_name) == 2;
  guint          n_pairs = 0;

  if (sides == NULL)
    return check_border (node, error);
  if (n != 2)
    return koma_fail (error, KOMA_ERROR_MODEL, "there are %u numbers, expected 2", n);
  for (guint i = 0; i < n; i++) {
    JsonNode  *side = json_array_get_element (sides, i);
    JsonArray *ends = may_have_pairs ? koma_json_node_array (side) : NULL;

    n_pairs += ends != NULL;
    if (ends == NULL ? !check_border (side, error)
                     : !koma_layer_check_borders (side, "", error))
      return FALSE;
  }
  return n_pairs != 1 || fail_as (node, "two numbers, or two times two", error);
}

/**
 * koma_layer_check_data_format:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name; %KOMA_ERROR_MODEL if it is no
 * word.
 */
gboolean
koma_layer_check_data_format (JsonNode              *node,
                              const char *class_name G_GNUC_UNUSED,
                              GError               **error)
{
  static const char *const words[] = { "channels_last", "channels_first", NULL };

  return check_word (node, words, strcmp, error);
}

/**
 * koma_layer_check_interpolation:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name; %KOMA_ERROR_MODEL if it is no
 * word.
 */
gboolean
koma_layer_check_interpolation (JsonNode              *node,
                                const char *class_name G_GNUC_UNUSED,
                                GError               **error)
{
  static const char *const words[] = { "nearest", "bilinear", NULL };

  return check_word (node, words, strcmp, error);
}

/**
 * koma_layer_check_merge_mode:
 *
 * Without one a layer has two outputs, which a layer that is applied here can not have.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is none of that name; %KOMA_ERROR_MODEL if it is no
 * word.
 */
gboolean
koma_layer_check_merge_mode (JsonNode              *node,
                             const char *class_name G_GNUC_UNUSED,
                             GError               **error)
{
  static const char *const words[] = { "concat", "sum", "mul", "ave", NULL };
  const char              *mode = koma_json_node_string (node);

  if (json_node_is_null (node) || g_strcmp0 (mode, "none") == 0)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "two outputs are not computed; expected concat, sum, mul or ave");
  return check_word (node, words, strcmp, error);
}
