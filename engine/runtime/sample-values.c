/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample-values.h"

#include <math.h>
#include <string.h>

/* Of one element by its place, in [-1, 1): a multiplicative hash. */
static float
get_grain (gsize place)
{
  return (float) ((guint32) (place * 2654435761u) >> 8) / 8388608.0f - 1.0f;
}

static void
fill_floats (float *data,
             gsize  n_elems)
{
  for (gsize i = 0; i < n_elems; i++)
    data[i] = 0.7f * sinf (i * 0.0021f) + 0.3f * get_grain (i);
}

/**
 * koma_sample_values_fill:
 * @value: an input of a graph, its shape known
 * @data: its memory
 *
 * Thread: any.
 */
void
koma_sample_values_fill (const KomaValue *value,
                         gpointer         data)
{
  const gsize n_elems = koma_shape_count (&value->shape);

  /* Zeros are safe as sizes, classes and truth values alike. */
  if (value->dtype == KOMA_DTYPE_FLOAT32)
    fill_floats (data, n_elems);
  else
    memset (data, 0, n_elems * koma_dtype_size (value->dtype));
}

/**
 * koma_sample_values_fill_picture:
 * @value: the input that takes the picture, its shape known
 * @data: its memory
 * @recipe: (nullable): how pixels from 0 to 255 become values; %NULL for
 *   koma_sample_values_fill()
 *
 * Thread: any.
 */
void
koma_sample_values_fill_picture (const KomaValue  *value,
                                 gpointer          data,
                                 const KomaRecipe *recipe)
{
  const gsize n_elems = koma_shape_count (&value->shape);
  float      *floats = data;

  koma_sample_values_fill (value, data);
  if (recipe == NULL || value->dtype != KOMA_DTYPE_FLOAT32)
    return;
  for (gsize i = 0; i < n_elems; i++) {
    const guint channel = i % koma_recipe_get_n_channels (recipe);

    floats[i] = (floats[i] + 1) * 127.5 * recipe->scale[channel] + recipe->offset[channel];
  }
}
