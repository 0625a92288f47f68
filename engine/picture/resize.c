/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Resizing to the bit as Pillow does it, since that is what most networks
 * were trained behind, and what their reference answers were made with.
 *
 * Output pixel i along one axis, from an input of n pixels to one of m:
 *
 *   scale   = n / m, widen = MAX (scale, 1)
 *   centre  = (i + 1/2) * scale
 *   inputs  = those within widen * reach of the centre, cut off at the border
 *   weight  = filter ((x + 1/2 - centre) / widen), then divided by their sum
 *
 * a filter as wide as the shrinking, which is what keeps a photograph from
 * aliasing. Bilinear is a triangle with a reach of 1; bicubic has a reach of 2
 * and lobes below 0, lanczos one of 3. Weights become integers of 22 bits after the point; the
 * horizontal pass comes first and is rounded to 8 bits, then the vertical.
 * (Pillow 9.4, src/libImaging/Resample.c.) */

#include "resize.h"

#include <math.h>
#include <string.h>

#include "engine/backends/cpu/kernels/kernels.h"
#include "engine/koma/koma-error.h"

/* What one axis needs: its rows are pixels of a row, or rows. */
typedef KomaCpuWeighedRows Axis;

static void
axis_clear (Axis *axis)
{
  g_free (axis->starts);
  g_free (axis->counts);
  g_free (axis->weights);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Axis, axis_clear)

/* The weight at a distance from the centre; 0 beyond the reach. */
typedef struct
{
  double (*weigh) (double distance);
  double reach;
} Filter;

static double
weigh_bilinear (double distance)
{
  return MAX (1.0 - fabs (distance), 0.0);
}

/* Keys' cubic with a = -1/2. */
static double
weigh_bicubic (double distance)
{
  const double a = -0.5;
  const double x = fabs (distance);

  if (x < 1.0)
    return ((a + 2.0) * x - (a + 3.0)) * x * x + 1;
  return x < 2.0 ? (((x - 5) * x + 8) * x - 4) * a : 0.0;
}

static double
sinc (double x)
{
  return x == 0 ? 1.0 : sin (x * G_PI) / (x * G_PI);
}

static double
weigh_lanczos (double distance)
{
  return distance >= -3.0 && distance < 3.0 ? sinc (distance) * sinc (distance / 3) : 0.0;
}

static double
weigh_box (double distance)
{
  return distance > -0.5 && distance <= 0.5 ? 1.0 : 0.0;
}

static double
weigh_hamming (double distance)
{
  const double x = fabs (distance);

  return x < 1.0 ? sinc (x) * (0.54 + 0.46 * cos (x * G_PI)) : 0.0;
}

static const Filter filters[KOMA_N_RESIZES] = {
  [KOMA_RESIZE_BILINEAR] = { weigh_bilinear, 1.0 },
  [KOMA_RESIZE_BICUBIC] = { weigh_bicubic, 2.0 },
  [KOMA_RESIZE_LANCZOS] = { weigh_lanczos, 3.0 },
  [KOMA_RESIZE_BOX] = { weigh_box, 0.5 },
  [KOMA_RESIZE_HAMMING] = { weigh_hamming, 1.0 },
};

static void
fill_weights (Axis         *axis,
              const Filter *filter,
              guint         index,
              guint         n_inputs,
              double        centre,
              double        widen)
{
  const double reach = widen * filter->reach;
  const int    first = MAX ((int) (centre - reach + 0.5), 0);
  const int    end = MIN ((int) (centre + reach + 0.5), (int) n_inputs);
  gint32      *weights = axis->weights + (gsize) index * axis->max_count;
  double       sum = 0.0;

  for (int x = first; x < end; x++)
    sum += filter->weigh ((x - centre + 0.5) * (1.0 / widen));
  for (int x = first; x < end; x++) {
    const double weight = filter->weigh ((x - centre + 0.5) * (1.0 / widen)) / sum;

    weights[x - first] = (gint32) (copysign (0.5, weight) + weight * (1 << KOMA_CPU_WEIGHT_BITS));
  }
  axis->starts[index] = (guint) first;
  axis->counts[index] = (guint) (end - first);
}

static gboolean
axis_init (Axis         *axis,
           const Filter *filter,
           guint         n_inputs,
           guint         n_outputs,
           GError      **error)
{
  const double scale = (double) n_inputs / n_outputs;
  const double widen = MAX (scale, 1.0);
  gsize        n_weights = 0;

  axis->n_outputs = n_outputs;
  axis->max_count = (guint) ceil (widen * filter->reach) * 2 + 1;
  if (g_size_checked_mul (&n_weights, n_outputs, axis->max_count)) {
    axis->starts = g_try_new (guint, n_outputs);
    axis->counts = g_try_new (guint, n_outputs);
    axis->weights = g_try_new (gint32, n_weights);
  }
  if (axis->starts == NULL || axis->counts == NULL || axis->weights == NULL)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "Resizing %u pixels to %u: out of memory", n_inputs, n_outputs);

  for (guint i = 0; i < n_outputs; i++)
    fill_weights (axis, filter, i, n_inputs, (i + 0.5) * scale, widen);
  return TRUE;
}

/* Of 16 rows at a time: pixels of a column lie side by side, so that the same sums as of rows are
 * sums of columns. The last ones are rows that were there before, too. */
static void
narrow_rows (const KomaCpuKernels *kernels,
             const Axis           *axis,
             const KomaPixels     *pixels,
             guint8               *turned, /* [width + n_outputs][n_channels][16], scratch */
             guint8               *ret_rows)
{
  const guint n_rows = MIN (pixels->height, KOMA_CPU_TURN_SIDE);
  const gsize in_bytes = (gsize) pixels->width * pixels->n_channels;
  const gsize out_bytes = (gsize) axis->n_outputs * pixels->n_channels;
  guint8     *turned_out = turned + in_bytes * n_rows;

  for (guint y = 0; y < pixels->height; y += n_rows) {
    const guint first = MIN (y, pixels->height - n_rows);

    kernels->turn_bytes (pixels->data + first * pixels->stride, pixels->stride, n_rows, in_bytes,
                         turned, n_rows);
    kernels->weigh_rows (axis, turned, (gsize) pixels->n_channels * n_rows, turned_out);
    kernels->turn_bytes (turned_out, n_rows, out_bytes, n_rows, ret_rows + first * out_bytes,
                         out_bytes);
  }
}

static void
copy_rows (const KomaPixels *pixels,
           guint8           *ret_rows)
{
  const gsize row_bytes = (gsize) pixels->width * pixels->n_channels;

  for (guint y = 0; y < pixels->height; y++)
    memcpy (ret_rows + y * row_bytes, pixels->data + y * pixels->stride, row_bytes);
}

/* The two passes, with memory for what is between them. */
static gboolean
resize_along (const Axis       *columns,
              const Axis       *rows,
              const KomaPixels *pixels,
              guint8           *ret_pixels,
              GError          **error)
{
  const KomaCpuKernels *kernels = koma_cpu_kernels_choose (NULL, NULL);
  const gsize           row_bytes = (gsize) columns->n_outputs * pixels->n_channels;
  const gsize           both_bytes = (gsize) pixels->width * pixels->n_channels + row_bytes;
  g_autofree guint8    *turned = g_try_malloc_n (both_bytes, KOMA_CPU_TURN_SIDE);
  g_autofree guint8    *narrowed = g_try_malloc_n (pixels->height, row_bytes);

  if (turned == NULL || narrowed == NULL)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "Resizing %u × %u pixels to %u × %u: out of memory",
                      pixels->width, pixels->height, columns->n_outputs, rows->n_outputs);
  if (columns->n_outputs == pixels->width)
    copy_rows (pixels, narrowed); /* every weight is 1: nothing changes */
  else
    narrow_rows (kernels, columns, pixels, turned, narrowed);
  kernels->weigh_rows (rows, narrowed, row_bytes, ret_pixels);
  return TRUE;
}

/* The input pixel under the centre of each output pixel. */
static void
resize_nearest (const KomaPixels *pixels,
                guint             out_width,
                guint             out_height,
                guint8           *ret_pixels)
{
  const double scale_x = (double) pixels->width / out_width;
  const double scale_y = (double) pixels->height / out_height;
  const gsize  pixel_bytes = pixels->n_channels;

  for (guint y = 0; y < out_height; y++) {
    const guint   in_y = MIN ((guint) ((y + 0.5) * scale_y), pixels->height - 1);
    const guint8 *row = pixels->data + in_y * pixels->stride;

    for (guint x = 0; x < out_width; x++) {
      const guint in_x = MIN ((guint) ((x + 0.5) * scale_x), pixels->width - 1);

      memcpy (ret_pixels, row + in_x * pixel_bytes, pixel_bytes);
      ret_pixels += pixel_bytes;
    }
  }
}

/**
 * koma_resize:
 * @pixels: what to resize; neither side 0
 * @filter: what pixels are weighed with
 * @out_width: pixels, 1 or more
 * @out_height: pixels, 1 or more
 * @ret_pixels: (out caller-allocates): `[out_height, out_width, n_channels]`,
 *   dense, 0 … 255
 * @error: return location
 *
 * Scales with a filter that is widened when shrinking, bit for bit as Pillow's of the same name.
 * Time goes with the input's pixels when shrinking, with the output's when enlarging; with the
 * reach of the filter, too: bicubic takes twice as long as bilinear, lanczos three times.
 *
 * Thread: any.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_resize (const KomaPixels *pixels,
             KomaResize        filter,
             guint             out_width,
             guint             out_height,
             guint8           *ret_pixels,
             GError          **error)
{
  g_auto (Axis) columns = { 0 };
  g_auto (Axis) rows = { 0 };

  g_return_val_if_fail (filter < KOMA_N_RESIZES, FALSE);
  g_return_val_if_fail (pixels->n_channels == 1 || pixels->n_channels == 3, FALSE);
  g_return_val_if_fail (pixels->width > 0 && pixels->height > 0, FALSE);
  g_return_val_if_fail (out_width > 0 && out_height > 0, FALSE);

  if (filter == KOMA_RESIZE_NEAREST) {
    resize_nearest (pixels, out_width, out_height, ret_pixels);
    return TRUE;
  }
  return axis_init (&columns, &filters[filter], pixels->width, out_width, error) &&
         axis_init (&rows, &filters[filter], pixels->height, out_height, error) &&
         resize_along (&columns, &rows, pixels, ret_pixels, error);
}
