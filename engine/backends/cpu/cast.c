/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Converts any element type to any other. C does not define the conversion of
 * a float that an integer cannot hold: here it gives the nearest one, a NaN 0. */
#include "elements.h"

static inline gint32
float_to_int (float x)
{
  /* The largest float below 2^31 is 2^31 - 128. */
  if (!(x >= (float) G_MININT32))
    return x < 0.0f ? G_MININT32 : 0;
  return x >= 2147483648.0f ? G_MAXINT32 : (gint32) x;
}

static inline gint32
float_to_small (float  x,
                gint32 least,
                gint32 greatest)
{
  return CLAMP (float_to_int (x), least, greatest);
}

#define CAST(function, from, to, value)  \
  static void                            \
  function (const KomaCpuStep *step,     \
            const void        *in_data,  \
            void              *out_data, \
            gsize              n)        \
  {                                      \
    const from *restrict in = in_data;   \
    to *restrict out = out_data;         \
                                         \
    for (gsize i = 0; i < n; i++) {      \
      const from x = in[i];              \
                                         \
      out[i] = (to) (value);             \
    }                                    \
  }

CAST (copy_number, guint32, guint32, x)
CAST (copy_byte, guint8, guint8, x)
CAST (cast_float_to_int, float, gint32, float_to_int (x))
CAST (cast_float_to_bool, float, guint8, x != 0.0f)
CAST (cast_int_to_float, gint32, float, x)
CAST (cast_int_to_bool, gint32, guint8, x != 0)
CAST (cast_bool_to_float, guint8, float, x != 0)
CAST (cast_bool_to_int, guint8, gint32, x != 0)
CAST (cast_bool_to_byte, guint8, guint8, x != 0)
CAST (cast_byte_to_bool, guint8, guint8, x != 0)
CAST (cast_float_to_uint8, float, guint8, float_to_small (x, 0, G_MAXUINT8))
CAST (cast_float_to_int8, float, gint8, float_to_small (x, G_MININT8, G_MAXINT8))
CAST (cast_int_to_byte, guint32, guint8, x)
CAST (cast_uint8_to_float, guint8, float, x)
CAST (cast_uint8_to_int, guint8, gint32, x)
CAST (cast_int8_to_float, gint8, float, x)
CAST (cast_int8_to_int, gint8, gint32, x)

static const KomaCpuElementsFunc casts[KOMA_N_DTYPES][KOMA_N_DTYPES] = {
  [KOMA_DTYPE_FLOAT32] = {
    [KOMA_DTYPE_FLOAT32] = copy_number,
    [KOMA_DTYPE_INT32] = cast_float_to_int,
    [KOMA_DTYPE_BOOL] = cast_float_to_bool,
    [KOMA_DTYPE_UINT8] = cast_float_to_uint8,
    [KOMA_DTYPE_INT8] = cast_float_to_int8,
  },
  [KOMA_DTYPE_INT32] = {
    [KOMA_DTYPE_FLOAT32] = cast_int_to_float,
    [KOMA_DTYPE_INT32] = copy_number,
    [KOMA_DTYPE_BOOL] = cast_int_to_bool,
    [KOMA_DTYPE_UINT8] = cast_int_to_byte,
    [KOMA_DTYPE_INT8] = cast_int_to_byte,
  },
  [KOMA_DTYPE_BOOL] = {
    [KOMA_DTYPE_FLOAT32] = cast_bool_to_float,
    [KOMA_DTYPE_INT32] = cast_bool_to_int,
    [KOMA_DTYPE_BOOL] = copy_byte,
    [KOMA_DTYPE_UINT8] = cast_bool_to_byte,
    [KOMA_DTYPE_INT8] = cast_bool_to_byte,
  },
  [KOMA_DTYPE_UINT8] = {
    [KOMA_DTYPE_FLOAT32] = cast_uint8_to_float,
    [KOMA_DTYPE_INT32] = cast_uint8_to_int,
    [KOMA_DTYPE_BOOL] = cast_byte_to_bool,
    [KOMA_DTYPE_UINT8] = copy_byte,
    [KOMA_DTYPE_INT8] = copy_byte,
  },
  [KOMA_DTYPE_INT8] = {
    [KOMA_DTYPE_FLOAT32] = cast_int8_to_float,
    [KOMA_DTYPE_INT32] = cast_int8_to_int,
    [KOMA_DTYPE_BOOL] = cast_byte_to_bool,
    [KOMA_DTYPE_UINT8] = copy_byte,
    [KOMA_DTYPE_INT8] = copy_byte,
  },
};

gboolean
koma_cpu_cast_prepare (KomaCpuStep *step,
                       GError     **error)
{
  const KomaDType     from = koma_cpu_step_in_dtype (step, 0);
  const KomaDType     to = koma_node_output (step->spec->graph, step->node, 0)->dtype;
  KomaCpuElementsFunc funcs[KOMA_N_DTYPES] = { NULL };

  funcs[from] = casts[from][to];
  return koma_cpu_elements_prepare (step, funcs, 1.0, error);
}
