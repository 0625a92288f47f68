/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "volume.h"

#include "config.h"
#include "layers.h"
#include "steps.h"

#include "engine/formats/json.h"

/* One size for all, or three. */
static void
read_triple (const KomaKerasCall *call,
             const char          *name,
             gint64               fallback,
             gint64              *ret_triple) /* [3] */
{
  JsonNode  *node = koma_json_get (call->config, name);
  JsonArray *array = koma_json_node_array (node);

  for (guint i = 0; i < 3; i++) {
    JsonNode *one = array != NULL ? koma_json_element (array, i) : node;

    ret_triple[i] = fallback;
    if (koma_keras_config_is_set (call, name) &&
        (!koma_json_node_int (one, &ret_triple[i]) || ret_triple[i] < 1 ||
         ret_triple[i] > G_MAXINT32 || (array != NULL && koma_json_array_length (array) != 3)))
      koma_builder_fail (&call->keras->nodes, KOMA_ERROR_MODEL,
                         "setting “%s” is not a size, or three", name);
  }
}

/**
 * koma_keras_read_volume_window:
 *
 * Reads “pool_size” (2), “strides” (1, or those of the pool), “dilation_rate” and “padding”.
 *
 * Errors: %KOMA_ERROR_MODEL if one is damaged; those of koma_keras_config_padding().
 */
void
koma_keras_read_volume_window (const KomaKerasCall   *call,
                               KomaKerasVolumeWindow *ret_window)
{
  KomaKerasVolumeWindow *w = ret_window;

  w->padding = koma_keras_config_padding (call);
  read_triple (call, "pool_size", 2, w->size);
  read_triple (call, "strides", 1, w->strides);
  read_triple (call, "dilation_rate", 1, w->dilations);
  if (!koma_keras_config_is_set (call, "strides") && call->op != KOMA_OP_CONV_2D &&
      call->op != KOMA_OP_CONV_2D_BACKPROP_INPUT)
    memcpy (w->strides, w->size, sizeof w->strides);
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

/**
 * koma_keras_add_plane_kernel:
 * @kernel: `[kernel_d, kernel_h, kernel_w, ..]`, of five dimensions
 * @perm: (array fixed-size=5): with the depth before one of the two last dimensions
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: of four dimensions, in the order of @perm, the depth and the one behind it as one
 */
KomaValueId
koma_keras_add_plane_kernel (KomaBuilder *b,
                             KomaValueId  kernel,
                             const guint *perm)
{
  const KomaShape shape = koma_builder_get_shape (b, kernel);
  KomaShape       joined = { .rank = 4 };

  for (guint i = 0, k = 0; i < 5; i++) {
    if (perm[i] == 0)
      joined.dims[k] = shape.dims[0];
    else if (i > 0 && perm[i - 1] == 0)
      joined.dims[k++] *= shape.dims[perm[i]];
    else
      joined.dims[k++] = shape.dims[perm[i]];
  }
  return koma_builder_reshape (b, koma_builder_transpose (b, kernel, perm), joined);
}

/**
 * koma_keras_add_rows_of_depth:
 * @planes: `[n, d, h, w, c]`
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: `[n, d, h · w, c]`
 */
KomaValueId
koma_keras_add_rows_of_depth (KomaBuilder *b,
                              KomaValueId  planes)
{
  const gint32      open = -1;
  const KomaValueId parts[] = { koma_keras_add_shape_part (b, planes, 0, 2),
                                koma_builder_ints (b, &open, 1),
                                koma_keras_add_shape_part (b, planes, 4, 5) };

  return koma_keras_add_joined_reshape (b, planes, parts, 3, 4);
}

/**
 * koma_keras_add_volume:
 * @rows: `[n, d', h · w, c']`
 * @planes: `[n, d, h, w, c]`
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: `[n, d', h, w, c']`
 */
KomaValueId
koma_keras_add_volume (KomaBuilder *b,
                       KomaValueId  rows,
                       KomaValueId  planes)
{
  const KomaValueId parts[] = { koma_keras_add_shape_part (b, rows, 0, 2),
                                koma_keras_add_shape_part (b, planes, 2, 4),
                                koma_keras_add_shape_part (b, rows, 3, 4) };

  return koma_keras_add_joined_reshape (b, rows, parts, 3, 5);
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
koma_keras_add_depth_kernel (KomaBuilder *b,
                             gint64       n_depths,
                             gint64       n_channels,
                             gboolean     is_few_first)
{
  const gint64    n_many = n_depths * n_channels;
  const KomaShape shape = is_few_first ? KOMA_SHAPE (n_depths, 1, n_channels, n_many)
                                       : KOMA_SHAPE (n_depths, 1, n_many, n_channels);
  g_autoptr (KomaArray) array = NULL;
  float *data = NULL;

  if (b->error == NULL)
    array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &b->error);
  if (array == NULL)
    return KOMA_VALUE_NONE;
  data = array->data;
  for (gint64 many = 0; many < n_many; many++) {
    const gint64 k = many / n_channels;
    const gint64 few = many % n_channels;

    data[k * n_many * n_channels + (is_few_first ? few * n_many + many : many * n_channels + few)] =
      1;
  }
  return koma_builder_array (b, array);
}
