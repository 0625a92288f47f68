/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "volume.h"

#include "config.h"
#include "layers.h"
#include "steps.h"

#include "engine/formats/json.h"

/* One size for all, or three. */
static gboolean
read_triple (const KomaKerasCall *call,
             const char          *name,
             gint64               fallback,
             gint64              *ret_triple, /* [3] */
             GError             **error)
{
  JsonNode  *node = koma_json_get (call->config, name);
  JsonArray *array = koma_json_node_array (node);

  for (guint i = 0; i < 3; i++) {
    JsonNode *one = array != NULL ? koma_json_element (array, i) : node;

    ret_triple[i] = fallback;
    if (koma_keras_config_is_set (call, name) &&
        (!koma_json_node_int (one, &ret_triple[i]) || ret_triple[i] < 1 ||
         ret_triple[i] > G_MAXINT32 || (array != NULL && koma_json_array_length (array) != 3)))
      return koma_fail (error, KOMA_ERROR_MODEL, "setting “%s” is not a size, or three", name);
  }
  return TRUE;
}

/**
 * koma_keras_read_volume_window:
 *
 * Reads “pool_size” (2), “strides” (1, or those of the pool), “dilation_rate” and “padding”.
 *
 * Errors: %KOMA_ERROR_MODEL if one is damaged; those of koma_keras_config_padding().
 */
gboolean
koma_keras_read_volume_window (const KomaKerasCall   *call,
                               KomaKerasVolumeWindow *ret_window,
                               GError               **error)
{
  KomaKerasVolumeWindow *w = ret_window;

  w->padding = koma_keras_config_padding (call, error);
  if (w->padding == NULL || !read_triple (call, "pool_size", 2, w->size, error) ||
      !read_triple (call, "strides", 1, w->strides, error) ||
      !read_triple (call, "dilation_rate", 1, w->dilations, error))
    return FALSE;
  if (!koma_keras_config_is_set (call, "strides") && call->op != KOMA_OP_CONV_2D &&
      call->op != KOMA_OP_CONV_2D_BACKPROP_INPUT)
    memcpy (w->strides, w->size, sizeof w->strides);
  return TRUE;
}

/**
 * koma_keras_make_volume_attrs:
 *
 * Returns: (transfer full): sizes, strides, dilations and padding, under TensorFlow's names, of an
 *   op for pictures
 */
KomaAttrs *
koma_keras_make_volume_attrs (const KomaKerasVolumeWindow *window,
                              gboolean                     is_of_depth)
{
  static const char *const names[] = { "ksize", "strides", "dilations" };
  const gint64 *const      triples[] = { window->size, window->strides, window->dilations };
  KomaAttrs               *attrs = koma_attrs_new ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    const gint64 *t = triples[i];
    const gint64  values[] = { 1, is_of_depth ? t[0] : t[1], is_of_depth ? 1 : t[2], 1 };

    koma_attrs_set_ints (attrs, names[i], values, 4);
  }
  koma_attrs_set_string (attrs, "padding", window->padding);
  return attrs;
}

static gboolean
add_reshape (KomaKerasBuilder  *builder,
             const char        *name,
             KomaValueId        input,
             const KomaValueId *parts, /* [3] of the shape */
             guint              rank,
             KomaValueId       *ret_output,
             GError           **error)
{
  const KomaValueId   inputs[] = { parts[0], parts[1], parts[2],
                                   koma_keras_add_int (builder, 0, error) };
  const KomaKerasCall like = { .name = "shape", .inputs = inputs, .n_inputs = 4 };
  KomaValueId         shape = KOMA_VALUE_NONE;

  if (inputs[3] == KOMA_VALUE_NONE ||
      !koma_keras_add_node (builder, KOMA_OP_CONCAT, &like, NULL, &shape, error) ||
      !koma_keras_add_binary (builder, KOMA_OP_RESHAPE, name, input, shape, ret_output, error))
    return FALSE;
  koma_keras_set_rank (builder, *ret_output, rank);
  return TRUE;
}

/**
 * koma_keras_add_rows_of_depth:
 * @input: `[n · d, h, w, c]`
 * @volume: `[n, d, ..]`
 * @ret_planes: `[n, d, h, w, c]`
 * @ret_rows: `[n, d, h · w, c]`
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_rows_of_depth (KomaKerasBuilder *builder,
                              const char       *name,
                              KomaValueId       input,
                              KomaValueId       volume,
                              KomaValueId      *ret_planes,
                              KomaValueId      *ret_rows,
                              GError          **error)
{
  const gint32 open = -1;
  KomaValueId  parts[3] = { 0 };

  parts[1] = koma_keras_add_ints (builder, &open, 1, error);
  return parts[1] != KOMA_VALUE_NONE &&
         koma_keras_add_parted_steps (builder, name, input, volume, ret_planes, error) &&
         koma_keras_add_shape_part (builder, *ret_planes, 0, 2, &parts[0], error) &&
         koma_keras_add_shape_part (builder, *ret_planes, 4, 5, &parts[2], error) &&
         add_reshape (builder, name, *ret_planes, parts, 4, ret_rows, error);
}

/**
 * koma_keras_add_volume:
 * @rows: `[n, d', h · w, c']`
 * @planes: `[n, d, h, w, c]`
 * @ret_volume: `[n, d', h, w, c']`
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_keras_add_volume (KomaKerasBuilder *builder,
                       const char       *name,
                       KomaValueId       rows,
                       KomaValueId       planes,
                       KomaValueId      *ret_volume,
                       GError          **error)
{
  KomaValueId parts[3] = { 0 };

  return koma_keras_add_shape_part (builder, rows, 0, 2, &parts[0], error) &&
         koma_keras_add_shape_part (builder, planes, 2, 4, &parts[1], error) &&
         koma_keras_add_shape_part (builder, rows, 3, 4, &parts[2], error) &&
         add_reshape (builder, name, rows, parts, 5, ret_volume, error);
}

/**
 * koma_keras_add_depth_kernel:
 *
 * The kernel of a convolution over the depth that adds what the planes gave for each depth of the
 * window, @n_channels channels each, side by side.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_depth_kernel (KomaKerasBuilder *builder,
                             gint64            n_depths,
                             gint64            n_channels,
                             gboolean          is_few_first,
                             GError          **error)
{
  const gint64    n_many = n_depths * n_channels;
  const KomaShape shape = is_few_first ? KOMA_SHAPE (n_depths, 1, n_channels, n_many)
                                       : KOMA_SHAPE (n_depths, 1, n_many, n_channels);
  g_autoptr (KomaArray) array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error);
  float *data = array != NULL ? array->data : NULL;

  if (array == NULL)
    return KOMA_VALUE_NONE;
  for (gint64 many = 0; many < n_many; many++) {
    const gint64 k = many / n_channels;
    const gint64 few = many % n_channels;

    data[k * n_many * n_channels + (is_few_first ? few * n_many + many : many * n_channels + few)] =
      1;
  }
  return koma_keras_add_constant (builder, "depth", array);
}
