/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "threshold.h"

#include <math.h>

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/tensor-private.h"

#define N_LEVELS 256

/* What koma_tensor_rgb_to_grayscale() makes of three channels. */
static float
get_grey (const float *pixel,
          gint64       n_channels)
{
  return n_channels == 1 ? pixel[0] : 0.2989f * pixel[0] + 0.587f * pixel[1] + 0.114f * pixel[2];
}

/* How many pixels are of each level; those outside do not count. */
static void
count_levels (const KomaArray *picture,
              guint           *counts)
{
  const gint64 n_channels = picture->shape.dims[2];
  const float *pixels = picture->data;

  for (gsize i = 0; i < picture->count; i += n_channels) {
    const float level = rintf (get_grey (pixels + i, n_channels));

    if (level >= 0 && level < N_LEVELS)
      counts[(int) level]++;
  }
}

/* The level up to which pixels are dark that has the greatest variance between the classes, w0 w1
 * (m0 - m1)² (Otsu 1979); -1 where there is one level alone. */
static int
find_otsu (const guint *counts)
{
  double n = 0;
  double sum = 0;
  double n_dark = 0;
  double sum_dark = 0;
  double greatest = 0;
  int    best = -1;

  for (int i = 0; i < N_LEVELS; i++) {
    n += counts[i];
    sum += (double) i * counts[i];
  }
  for (int i = 0; i < N_LEVELS - 1; i++) {
    double distance = 0;
    double variance = 0;

    n_dark += counts[i];
    sum_dark += (double) i * counts[i];
    if (n_dark == 0 || n_dark == n)
      continue;
    distance = sum_dark / n_dark - (sum - sum_dark) / (n - n_dark);
    variance = n_dark / n * ((n - n_dark) / n) * distance * distance;
    if (variance > greatest) {
      greatest = variance;
      best = i;
    }
  }
  return best;
}

static void
split (const KomaArray *picture,
       float            threshold,
       gboolean         is_inverted,
       gint32          *y)
{
  const gint64 n_channels = picture->shape.dims[2];
  const float *pixels = picture->data;

  for (gsize i = 0; i < picture->count; i += n_channels) {
    const gboolean is_light = get_grey (pixels + i, n_channels) > threshold;

    *y++ = is_light != is_inverted ? 255 : 0;
  }
}

/**
 * koma_tensor_threshold:
 * @self: (nullable): float32 or int32 [h, w, 1] or [h, w, 3], 0 to 255
 * @method: which threshold
 * @is_inverted: whether light becomes black
 * @value: the threshold of %KOMA_THRESHOLD_METHOD_BINARY, as a part of 255
 * @error: return location for an error
 *
 * A picture in black and white: of what is lighter than the threshold 255, of the rest 0. The
 * numbers are read at once. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has another shape; %KOMA_ERROR_ARGUMENT if @method is none, or
 * @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32 [h, w, 1], floating, or the scope's in force
 */
KomaTensor *
koma_tensor_threshold (KomaTensor         *self,
                       KomaThresholdMethod method,
                       gboolean            is_inverted,
                       double              value,
                       GError            **error)
{
  guint counts[N_LEVELS] = { 0 };
  float threshold = (float) value * 255;
  g_autoptr (KomaArray) picture = NULL;
  g_autoptr (KomaArray) y = NULL;
  KomaShape shape = { 0 };

  if (!koma_at_once_begin (&self, 1, G_STRFUNC, error))
    return NULL;
  shape = self->shape;
  if (shape.rank != 3 || (shape.dims[2] != 1 && shape.dims[2] != 3)) {
    koma_at_once_fail_shape (G_STRFUNC, "self", self, "[h,w,1] or [h,w,3]", error);
    return NULL;
  }
  if (method > KOMA_THRESHOLD_METHOD_OTSU) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: method is %d, expected 0 or 1", G_STRFUNC,
               (int) method);
    return NULL;
  }
  shape.dims[2] = 1;
  picture = koma_at_once_read (self, KOMA_DTYPE_FLOAT32, G_STRFUNC, error);
  y = picture != NULL ? koma_array_new (KOMA_DTYPE_INT32, &shape, error) : NULL;
  if (y == NULL)
    return NULL;
  if (method == KOMA_THRESHOLD_METHOD_OTSU) {
    count_levels (picture, counts);
    threshold = find_otsu (counts);
  }
  split (picture, threshold, is_inverted != FALSE, y->data);
  return koma_tensor_new_from_array (y);
}
