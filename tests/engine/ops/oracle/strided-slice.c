/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "oracle.h"

/* The indices that one entry picks of a dimension, as Python's
 * range (dim)[begin:end:stride] or range (dim)[begin]. */
static GArray *
pick (const OracleCall *call,
      guint             entry,
      gint64            dim)
{
  guint64  bit = G_GUINT64_CONSTANT (1) << entry;
  gint64   step = call->in[3].data[entry];
  gint64   begin = call->in[1].data[entry];
  gint64   end = call->in[2].data[entry];
  GArray  *picked = g_array_new (FALSE, FALSE, sizeof (gint64));
  gboolean is_open_before = (koma_attrs_get_int (call->attrs, "begin_mask", 0) & bit) != 0;
  gboolean is_open_behind = (koma_attrs_get_int (call->attrs, "end_mask", 0) & bit) != 0;

  begin += begin < 0 ? dim : 0;
  end += end < 0 ? dim : 0;
  if (koma_attrs_get_int (call->attrs, "shrink_axis_mask", 0) & bit)
    return g_array_append_val (picked, begin);
  for (gint64 k = step > 0 ? 0 : dim - 1; k >= 0 && k<dim; k += step> 0 ? 1 : -1) {
    gint64   first = is_open_before ? (step > 0 ? 0 : dim - 1) : step > 0 ? MAX (begin, 0)
                                                                          : MIN (begin, dim - 1);
    gboolean is_past_begin = step > 0 ? k >= first : k <= first;
    gboolean is_before_end = is_open_behind || (step > 0 ? k < end : k > end);

    if (is_past_begin && is_before_end && (k - first) % step == 0)
      g_array_append_val (picked, k);
  }
  return picked;
}

static GArray *
pick_all (gint64 dim)
{
  GArray *picked = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gint64 k = 0; k < dim; k++)
    g_array_append_val (picked, k);
  return picked;
}

/* For each dimension of x, the indices that are picked. */
static void
pick_dimensions (const OracleCall *call,
                 GArray          **picked)
{
  const KomaShape *shape = &call->in[0].shape;
  gint64           ellipsis = koma_attrs_get_int (call->attrs, "ellipsis_mask", 0);
  gint64           new_axis = koma_attrs_get_int (call->attrs, "new_axis_mask", 0);
  gsize            n_entries = oracle_count (&call->in[1]);
  guint            n_used = 0;
  guint            d = 0;

  for (guint i = 0; i < n_entries; i++)
    n_used += !((ellipsis | new_axis) >> i & 1);
  for (guint i = 0; i < n_entries; i++)
    if (ellipsis >> i & 1) {
      for (guint whole = shape->rank - n_used; whole > 0; whole--, d++)
        picked[d] = pick_all (shape->dims[d]);
    } else if (!(new_axis >> i & 1)) {
      picked[d] = pick (call, i, shape->dims[d]);
      d++;
    }
  for (; d < shape->rank; d++)
    picked[d] = pick_all (shape->dims[d]);
}

void
oracle_strided_slice (const OracleCall *call)
{
  const OracleTensor *x = &call->in[0];
  GArray             *picked[KOMA_MAX_RANK] = { NULL };
  KomaShape           shape = x->shape;

  pick_dimensions (call, picked);
  for (guint d = 0; d < shape.rank; d++)
    shape.dims[d] = picked[d]->len;
  g_assert_cmpuint (koma_shape_count (&shape), ==, oracle_count (call->out));
  for (gsize i = 0; i < koma_shape_count (&shape); i++) {
    gint64 at[KOMA_MAX_RANK] = { 0 };

    oracle_unravel (&shape, i, at);
    for (guint d = 0; d < shape.rank; d++)
      at[d] = g_array_index (picked[d], gint64, at[d]);
    call->out->data[i] = x->data[oracle_ravel (&x->shape, at)];
  }
  for (guint d = 0; d < shape.rank; d++)
    g_array_unref (picked[d]);
}
