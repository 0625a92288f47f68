/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Quantize and Dequantize. Elements of one channel lie together in runs of
 * n_inner; where one scale is for all, the whole tensor is a run. */
#include "refuse.h"
#include "step.h"
#include "units.h"

typedef struct
{
  gsize        run_elems;
  gsize        n_channels;
  KomaCpuUnits units; /* items are elements */
} Runs;

/* The constants of a channel. */
typedef struct
{
  float  scale;
  gint32 zero_point;
} Channel;

static Channel
get_channel (const KomaCpuStep *step,
             gsize              index)
{
  const KomaArray *zero_points = koma_node_input (step->spec->graph, step->node, 2)->constant;

  return (Channel){ ((const float *) step->in[1])[index],
                    (gint32) koma_array_get_int (zero_points, index) };
}

/* The integer of a grid that is nearest to a number, as a float. Halves go to the even neighbour,
 * and a NaN to the lowest integer. A float of this size has no bits behind the point, so that the
 * sum is rounded; vectors have no other rounding before SSE4.1. */
static inline float
quantize (float x,
          float scale,
          float low,
          float high)
{
  const float whole_only = 12582912;
  const float level = x / scale;
  const float raised = level > low ? level : low;
  const float clamped = raised < high ? raised : high;

  return (clamped + whole_only) - whole_only;
}

#define CONVERT(function, from, to, least, greatest, value)                       \
  static void                                                                     \
    function##_run (const from *restrict in,                                      \
                    to *restrict out,                                             \
                    gsize   n,                                                    \
                    Channel channel)                                              \
  {                                                                               \
    const gint32              zero = channel.zero_point;                          \
    const float               scale = channel.scale;                              \
    G_GNUC_UNUSED const float low = (float) ((gint64) (least) -zero);             \
    G_GNUC_UNUSED const float high = (float) ((gint64) (greatest) -zero);         \
                                                                                  \
    for (gsize i = 0; i < n; i++) {                                               \
      const from x = in[i];                                                       \
                                                                                  \
      out[i] = (to) (value);                                                      \
    }                                                                             \
  }                                                                               \
                                                                                  \
  static void                                                                     \
  function (const KomaCpuStep *step,                                              \
            gsize              unit)                                              \
  {                                                                               \
    const Runs        *runs = step->data;                                         \
    const KomaCpuRange range = koma_cpu_units_get_range (&runs->units, unit);     \
                                                                                  \
    for (gsize i = range.begin, n = 0; i < range.end; i += n) {                   \
      const gsize channel = i / runs->run_elems % runs->n_channels;               \
                                                                                  \
      n = MIN (runs->run_elems - i % runs->run_elems, range.end - i);             \
      function##_run ((const from *) step->in[0] + i, (to *) step->out[0] + i, n, \
                      get_channel (step, channel));                               \
    }                                                                             \
  }

#define QUANTIZE(function, to, least, greatest)  \
  CONVERT (function, float, to, least, greatest, \
           (gint32) quantize (x, scale, low, high) + zero)

QUANTIZE (quantize_uint8, guint8, 0, G_MAXUINT8)
QUANTIZE (quantize_int8, gint8, G_MININT8, G_MAXINT8)
/* Differences of bytes are exact in float, those of int32 in double. */
CONVERT (dequantize_uint8, guint8, float, 0, 0, scale *(float) (x - zero))
CONVERT (dequantize_int8, gint8, float, 0, 0, scale *(float) (x - zero))
CONVERT (dequantize_int32, gint32, float, 0, 0, scale *((double) x - zero))

typedef void (*Run) (const KomaCpuStep *step,
                     gsize              unit);

static gboolean
prepare (KomaCpuStep *step,
         Run          run)
{
  const KomaShape *shape = koma_cpu_step_out_shape (step, 0);
  const gsize      count = koma_shape_count (shape);
  Runs            *runs = g_new (Runs, 1);

  runs->n_channels = koma_shape_count (koma_cpu_step_in_shape (step, 1));
  runs->run_elems = runs->n_channels > 1
                      ? koma_shape_split_at (shape, step->node->params.axis.axis).n_inner
                      : MAX (count, 1);
  runs->units = koma_cpu_units_make (count, 4.0);
  step->data = runs;
  step->free_data = g_free;
  step->run = run;
  step->n_units = koma_cpu_units_get_n (&runs->units);
  return TRUE;
}

gboolean
koma_cpu_quantize_prepare (KomaCpuStep *step,
                           GError     **error)
{
  const gboolean is_signed = koma_cpu_step_in_dtype (step, 2) == KOMA_DTYPE_INT8;

  return prepare (step, is_signed ? quantize_int8 : quantize_uint8);
}

gboolean
koma_cpu_dequantize_prepare (KomaCpuStep *step,
                             GError     **error)
{
  static const Run runs[KOMA_N_DTYPES] = {
    [KOMA_DTYPE_INT32] = dequantize_int32,
    [KOMA_DTYPE_UINT8] = dequantize_uint8,
    [KOMA_DTYPE_INT8] = dequantize_int8,
  };
  const Run run = runs[koma_cpu_step_in_dtype (step, 0)];

  return run != NULL ? prepare (step, run)
                     : koma_cpu_refuse_dtype (step, "int32, uint8 or int8", error);
}
