/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

static KomaShape
get_shape (const OracleCall *call,
           const char       *name,
           KomaShape         otherwise)
{
  gsize         n = 0;
  const gint64 *dims = koma_attrs_get_ints (call->attrs, name, &n);

  return dims != NULL ? koma_shape_make (n, dims) : otherwise;
}

/* Element [n, head, row, column] of q, k or v. */
static double
get (const OracleCall *call,
     guint             input,
     const KomaShape  *shape,
     const gint64     *at)
{
  static const char *const names[] = { "q", "k", "v" };
  gsize                    n = 0;
  const gint64            *places = koma_attrs_get_ints (call->attrs, names[input], &n);
  gsize                    place = 0;

  if (places == NULL)
    return call->in[input].data[oracle_ravel (shape, at)];
  place = places[0];
  for (guint d = 0; d < 4; d++)
    place += at[d] * places[1 + d];
  return call->in[input].data[place];
}

static double
get_bias (const OracleCall *call,
          guint             input,
          const KomaShape  *scores,
          const gint64     *at)
{
  static const char *const names[] = { "bias_shape_0", "bias_shape_1" };
  const KomaShape         *shape = &call->in[input].shape;
  const KomaShape          wide = get_shape (call, names[input - 3], *scores);
  gint64                   wide_at[KOMA_MAX_RANK] = { 0 };
  gint64                   bias_at[KOMA_MAX_RANK] = { 0 };

  oracle_unravel (&wide, oracle_ravel (scores, at), wide_at);
  for (guint d = 0; d < shape->rank; d++)
    bias_at[d] = shape->dims[d] == 1 ? 0 : wide_at[wide.rank - shape->rank + d];
  return call->in[input].data[oracle_ravel (shape, bias_at)];
}

static double
get_score (const OracleCall *call,
           const gint64     *sizes, /* n, heads, rows, keys, width */
           const gint64     *at)
{
  const KomaShape q = KOMA_SHAPE (sizes[0], sizes[1], sizes[2], sizes[4]);
  const KomaShape k = KOMA_SHAPE (sizes[0], sizes[1], sizes[3], sizes[4]);
  const KomaShape scores = koma_shape_make (4, sizes);
  double          score = 0;

  for (gint64 i = 0; i < sizes[4]; i++)
    score += get (call, 0, &q, (gint64[]){ at[0], at[1], at[2], i }) *
             get (call, 1, &k, (gint64[]){ at[0], at[1], at[3], i });
  score *= koma_attrs_get_float (call->attrs, "scale", 1);
  for (guint i = 3; i < call->n_in; i++)
    score += get_bias (call, i, &scores, at);
  return score;
}

static void
attend (const OracleCall *call,
        const gint64     *sizes,
        const gint64     *row, /* n, head, row */
        double           *ret_y)
{
  const gint64       keys = sizes[3];
  const KomaShape    v = KOMA_SHAPE (sizes[0], sizes[1], keys, sizes[5]);
  const gboolean     zeroes_nan = koma_attrs_get_int (call->attrs, "zero_nan", FALSE) != FALSE;
  g_autofree double *weights = g_new0 (double, keys);
  double             max = -INFINITY;
  double             sum = 0;

  for (gint64 i = 0; i < keys; i++) {
    weights[i] = get_score (call, sizes, (gint64[]){ row[0], row[1], row[2], i });
    max = MAX (max, weights[i]);
  }
  for (gint64 i = 0; i < keys; i++)
    sum += exp (weights[i] - max);
  for (gint64 i = 0; i < keys; i++) {
    const double weight = exp (weights[i] - max) / sum;

    for (gint64 j = 0; j < sizes[5]; j++)
      ret_y[j] += (zeroes_nan && isnan (weight) ? 0 : weight) *
                  get (call, 2, &v, (gint64[]){ row[0], row[1], i, j });
  }
}

void
oracle_attention (const OracleCall *call)
{
  const OracleTensor *in = call->in;
  const gint64       *q = in[0].shape.dims;
  const gint64        from_shapes[] = {
           q[0], q[1], q[2], in[1].shape.dims[2], q[3], in[2].shape.dims[3]
  };
  const KomaShape sizes = get_shape (call, "sizes", koma_shape_make (6, from_shapes));
  const gboolean  is_rows_first = koma_attrs_get_int (call->attrs, "rows_first", 0) != 0;
  const gint64    heads = sizes.dims[1];
  const gint64    rows = sizes.dims[2];

  for (gsize i = 0; i < oracle_count (call->out); i++)
    call->out->data[i] = 0;
  for (gint64 i = 0; i < sizes.dims[0] * heads * rows; i++) {
    const gint64 head = is_rows_first ? i % heads : i / rows % heads;
    const gint64 row = is_rows_first ? i / heads % rows : i % rows;

    attend (call, sizes.dims, (gint64[]){ i / (heads * rows), head, row },
            call->out->data + i * sizes.dims[5]);
  }
}
