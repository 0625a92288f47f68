/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "extent.h"

/* Where pixels are filled up to be divisible by 4: so many that a fifth is
 * added at most, and so few elements that every driver still takes them. */
#define MIN_FILLED_PIXELS 16
#define MAX_FILLED_ELEMS  (1 << 22)

/**
 * koma_gles_extent_has_pixels:
 * @n_channels: the last dimension, 0 if there is none
 *
 * Returns: whether the layers of a tensor are quarters of its pixels, of which
 *   the last may lack some
 */
gboolean
koma_gles_extent_has_pixels (gsize n_elems,
                             gsize n_channels)
{
  const gsize n_pixels = n_channels > 0 ? n_elems / n_channels : 0;

  return n_pixels > 0 && n_channels % 4 == 0 &&
         (n_pixels % KOMA_GLES_N_LAYERS == 0 ||
          (n_pixels >= MIN_FILLED_PIXELS && n_elems <= MAX_FILLED_ELEMS));
}

static gsize
divide_up (gsize a,
           gsize b)
{
  return (a + b - 1) / b;
}

static KomaGlesExtent
make_extent (gsize n_texels,
             gsize quarter,
             guint n_layers,
             guint row)
{
  return (KomaGlesExtent){
    .n_texels = n_texels,
    .quarter = quarter,
    .n_layers = n_layers,
    .row = row,
    .width = MIN (quarter, row),
    .height = divide_up (quarter, row),
  };
}

/**
 * koma_gles_extent_make:
 * @n_channels: the last dimension, 0 if there is none
 *
 * Returns: the layers that a tensor of @n_elems elements takes, and their
 *   rectangle, the last row perhaps not to its end
 */
KomaGlesExtent
koma_gles_extent_make (gsize n_elems,
                       gsize n_channels)
{
  const gsize n_texels = MAX (divide_up (n_elems, 4), 1);
  const gsize quarter = koma_gles_extent_has_pixels (n_elems, n_channels)
                          ? divide_up (n_elems / n_channels, KOMA_GLES_N_LAYERS) * (n_channels / 4)
                          : divide_up (n_texels, KOMA_GLES_N_LAYERS);

  return make_extent (n_texels, quarter, KOMA_GLES_N_LAYERS, KOMA_GLES_TENSOR_WIDTH);
}

/**
 * koma_gles_extent_make_constant:
 *
 * Returns: the one layer that a constant of @n_elems elements takes
 */
KomaGlesExtent
koma_gles_extent_make_constant (gsize n_elems)
{
  const gsize n_texels = MAX (divide_up (n_elems, 4), 1);

  return make_extent (n_texels, n_texels, 1, KOMA_GLES_CONSTANT_WIDTH);
}

/**
 * koma_gles_extent_get:
 *
 * Returns: the extent of a constant, a temporary or a value of the graph
 */
KomaGlesExtent
koma_gles_extent_get (const KomaGlesPlan *plan,
                      KomaGlesBinding     binding)
{
  const KomaGlesTemporary *temporary = NULL;
  const KomaShape         *shape = NULL;

  if (binding.is_constant)
    return koma_gles_extent_make_constant (
      g_array_index (plan->constants, KomaGlesConstant, binding.index).size_bytes / sizeof (float));
  temporary = koma_gles_plan_get_temporary (plan, binding.index);
  if (temporary != NULL)
    return koma_gles_extent_make (temporary->n_elems, 0);
  shape = &koma_graph_get_value (plan->spec->graph, binding.index)->shape;
  return koma_gles_extent_make (koma_shape_count (shape),
                                shape->rank > 0 ? shape->dims[shape->rank - 1] : 0);
}

/**
 * koma_gles_extent_count_texels:
 *
 * Returns: those of the tensor in @layer; 0 behind its end
 */
guint
koma_gles_extent_count_texels (const KomaGlesExtent *extent,
                               guint                 layer)
{
  const gsize begin = (gsize) layer * extent->quarter;

  return begin < extent->n_texels ? MIN (extent->quarter, extent->n_texels - begin) : 0;
}
