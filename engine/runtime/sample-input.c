/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample-input.h"

#include <math.h>

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

/* What whole numbers mean is not known; small ones are safe as sizes, classes
 * and truth alike. */
static void
fill_zeros (gpointer  data,
            KomaDType dtype,
            gsize     n_elems)
{
  memset (data, 0, n_elems * koma_dtype_size (dtype));
}

/**
 * koma_sample_input_fill:
 *
 * Fills all inputs of @session; those that are not float32 with zeros.
 * Thread: the session's.
 */
void
koma_sample_input_fill (KomaSession *session)
{
  for (guint i = 0; i < koma_session_get_n_inputs (session); i++) {
    const KomaValue *value = koma_session_get_input (session, i);
    gpointer         data = koma_session_get_input_data (session, i);
    gsize            n_elems = koma_shape_count (&value->shape);

    if (value->dtype == KOMA_DTYPE_FLOAT32)
      fill_floats (data, n_elems);
    else
      fill_zeros (data, value->dtype, n_elems);
  }
}

/**
 * koma_sample_input_fill_like:
 * @picture: (nullable): values of one picture; %NULL for
 *   koma_sample_input_fill()
 *
 * Fills all inputs of @session, the first, which is float32 then, with @picture
 * in each place of its batch. Thread: the session's.
 */
void
koma_sample_input_fill_like (KomaSession *session,
                             const float *picture)
{
  const guint batch = koma_session_get_batch (session);
  gsize       n_elems = 0;
  float      *data = NULL;

  koma_sample_input_fill (session);
  if (picture == NULL)
    return;
  data = koma_session_get_input_data (session, 0);
  n_elems = koma_shape_count (&koma_session_get_input (session, 0)->shape) / batch;
  for (guint i = 0; i < batch; i++)
    memcpy (data + i * n_elems, picture, n_elems * sizeof (float));
}

/**
 * koma_sample_input_fill_picture:
 * @recipe: (nullable)
 *
 * Fills all inputs of @session; the first, where there is a recipe and it is
 * float32, with values that pixels from 0 to 255 become by it. Thread: the
 * session's.
 */
void
koma_sample_input_fill_picture (KomaSession      *session,
                                const KomaRecipe *recipe)
{
  const KomaValue *value = NULL;
  float           *data = NULL;

  koma_sample_input_fill (session);
  if (recipe == NULL || koma_session_get_n_inputs (session) == 0)
    return;
  value = koma_session_get_input (session, 0);
  data = koma_session_get_input_data (session, 0);
  for (gsize i = 0; value->dtype == KOMA_DTYPE_FLOAT32 && i < koma_shape_count (&value->shape);
       i++) {
    const guint channel = i % koma_recipe_get_n_channels (recipe);

    data[i] = (data[i] + 1) * 127.5 * recipe->scale[channel] + recipe->offset[channel];
  }
}
