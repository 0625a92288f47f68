/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The naive definition of every op: what any backend's result is compared
 * with. Written for reading, from TensorFlow's documentation; float64
 * throughout; attributes are read from the node itself, never from what
 * `infer` made of them. */
#pragma once

#include "engine/graph/graph.h"

G_BEGIN_DECLS

typedef struct
{
  KomaDType dtype;
  KomaShape shape;
  double   *data; /* [koma_shape_count (shape)]; integers are exact */
} OracleTensor;

/* Fill the data of @out; its dtype and shape are there. */
typedef struct
{
  KomaOp              op;
  const KomaAttrs    *attrs;
  const OracleTensor *in;
  guint               n_in;
  OracleTensor       *out;
  guint               n_out;
} OracleCall;

/* Rows and columns of a window: input row = y * stride + k * dilation - before. */
typedef struct
{
  gint64 stride[2];
  gint64 dilation[2];
  gint64 before[2];
  gint64 after[2]; /* as attributes say, without what ceil_mode adds */
} OracleWindow;

/* One for each definition in ops.inc. */
#define KOMA_OP(ID, name, cpu, definition) void oracle_##definition (const OracleCall *call);
#include "engine/ops/ops.inc"
#undef KOMA_OP

void oracle_compute (const OracleCall *call);

static inline gsize
oracle_count (const OracleTensor *tensor)
{
  return koma_shape_count (&tensor->shape);
}

/* The index of the element that is @offset-th in memory. */
static inline void
oracle_unravel (const KomaShape *shape,
                gsize            offset,
                gint64          *ret_at)
{
  for (guint i = shape->rank; i-- > 0;) {
    ret_at[i] = offset % shape->dims[i];
    offset /= shape->dims[i];
  }
}

static inline gsize
oracle_ravel (const KomaShape *shape,
              const gint64    *at)
{
  gsize offset = 0;

  for (guint i = 0; i < shape->rank; i++)
    offset = offset * shape->dims[i] + at[i];
  return offset;
}

gsize        oracle_ravel_broadcast (const KomaShape *shape,
                                     const KomaShape *full,
                                     const gint64    *at);
double       oracle_get_broadcast (const OracleCall *call, guint input, const gint64 *at);
double       oracle_wrap (double value);
double       oracle_max (double a, double b);
double       oracle_min (double a, double b);
guint        oracle_axis (gint64 axis, guint rank);
OracleWindow oracle_read_window (const OracleCall *call,
                                 const gint64     *in_hw,
                                 const gint64     *kernel_hw,
                                 const gint64     *out_hw);
gint64       oracle_window_at (const OracleWindow *window, guint side, gint64 out, gint64 kernel);

G_END_DECLS
