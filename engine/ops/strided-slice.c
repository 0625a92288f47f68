/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* StridedSlice (x, begin, end, strides): NumPy's x[b0:e0:s0, …]; begin, end
 * and strides, of one length, must be known ahead; any type.
 *
 * Entry i of them stands for the next dimension of x, and bit i of these
 * attributes changes what it means, in this order:
 *   ellipsis_mask     as many whole dimensions as are left over
 *   new_axis_mask     a new dimension of size 1, and none of x
 *   shrink_axis_mask  the one element at begin; the dimension is dropped
 *   begin_mask        from the first (for a negative stride: the last) element
 *   end_mask          to the last (the first)
 * Dimensions past the last entry are whole. Negative begin and end count from
 * the end of the dimension; what lies outside is cut. */
#include "infer.h"

typedef struct
{
  KomaInts begin;
  KomaInts end;
  KomaInts strides;
  guint64  begin_mask;
  guint64  end_mask;
  guint64  ellipsis_mask;
  guint64  new_axis_mask;
  guint64  shrink_axis_mask;
} Spec;

static guint64
read_mask (const KomaNode *node,
           const char     *name)
{
  return koma_attrs_get_int (node->attrs, name, 0);
}

static gboolean
read_spec (const KomaGraph *graph,
           const KomaNode  *node,
           Spec            *ret_spec,
           GError         **error)
{
  Spec spec = {
    .begin_mask = read_mask (node, "begin_mask"),
    .end_mask = read_mask (node, "end_mask"),
    .ellipsis_mask = read_mask (node, "ellipsis_mask"),
    .new_axis_mask = read_mask (node, "new_axis_mask"),
    .shrink_axis_mask = read_mask (node, "shrink_axis_mask"),
  };

  if (!koma_infer_ints (graph, node, 1, "begin", &spec.begin, error) ||
      !koma_infer_ints (graph, node, 2, "end", &spec.end, error) ||
      !koma_infer_ints (graph, node, 3, "strides", &spec.strides, error))
    return FALSE;
  if (spec.begin.n != spec.end.n || spec.begin.n != spec.strides.n)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "begin, end and strides have %u, %u and %u elements, expected as many",
                      spec.begin.n, spec.end.n, spec.strides.n);
  *ret_spec = spec;
  return TRUE;
}

/* Whole dimensions that the ellipsis, or the missing entries, stand for. */
static gboolean
count_left_over (const Spec *spec,
                 guint       rank,
                 guint      *ret_n,
                 GError    **error)
{
  guint n_used = 0;
  guint n_ellipses = 0;

  for (guint i = 0; i < spec->begin.n; i++) {
    guint64 bit = G_GUINT64_CONSTANT (1) << i;

    if (spec->ellipsis_mask & bit)
      n_ellipses++;
    else if (!(spec->new_axis_mask & bit))
      n_used++;
  }
  if (n_ellipses > 1)
    return koma_fail (error, KOMA_ERROR_MODEL, "has %u ellipses, expected at most 1",
                      n_ellipses);
  if (n_used > rank)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "takes %u dimensions, but the input has %u", n_used, rank);
  *ret_n = rank - n_used;
  return TRUE;
}

/* One entry about dimension @d, resolved into begin, step and size. */
static gboolean
resolve (const Spec   *spec,
         guint         i,
         guint         d,
         gint64        dim,
         KomaOpParams *params,
         GError      **error)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << i;
  gint64  step = spec->strides.at[i];
  gint64  begin = spec->begin.at[i] + (spec->begin.at[i] < 0 ? dim : 0);
  gint64  end = spec->end.at[i] + (spec->end.at[i] < 0 ? dim : 0);
  gint64  first = step > 0 ? 0 : -1; /* bounds of begin and end */
  gint64  last = step > 0 ? dim : dim - 1;

  if (step == 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "stride %u is 0, expected another", i);
  if (spec->shrink_axis_mask & bit) {
    if (step < 0 || begin < 0 || begin >= dim)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "takes element %" G_GINT64_FORMAT
                        " of dimension %u with stride %" G_GINT64_FORMAT
                        ", which has %" G_GINT64_FORMAT,
                        spec->begin.at[i], d, step, dim);
    end = begin + 1;
    step = 1;
  } else {
    begin = spec->begin_mask & bit ? (step > 0 ? first : last) : CLAMP (begin, first, last);
    end = spec->end_mask & bit ? (step > 0 ? last : first) : CLAMP (end, first, last);
  }
  params->slice.begin[d] = begin;
  params->slice.step[d] = step;
  params->slice.full_shape.dims[d] = step > 0 ? MAX (end - begin + step - 1, 0) / step
                                              : MAX (begin - end - step - 1, 0) / -step;
  return TRUE;
}

typedef struct
{
  const Spec      *spec;
  const KomaShape *input;
  KomaOpParams    *params;
  KomaShape       *shape; /* of the result */
  guint            d;     /* the next dimension of the input */
} Walk;

static gboolean
append (Walk    *walk,
        gint64   dim,
        GError **error)
{
  if (walk->shape->rank == KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "the result has more than %d dimensions", KOMA_MAX_RANK);
  walk->shape->dims[walk->shape->rank++] = dim;
  return TRUE;
}

static gboolean
keep_whole (Walk    *walk,
            guint    n,
            GError **error)
{
  for (guint i = 0; i < n; i++) {
    gint64 dim = walk->input->dims[walk->d];

    walk->params->slice.begin[walk->d] = 0;
    walk->params->slice.step[walk->d] = 1;
    walk->params->slice.full_shape.dims[walk->d] = dim;
    walk->d++;
    if (!append (walk, dim, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
take_entry (Walk    *walk,
            guint    i,
            guint    n_left_over,
            GError **error)
{
  guint64 bit = G_GUINT64_CONSTANT (1) << i;
  guint   d = walk->d;

  if (walk->spec->ellipsis_mask & bit)
    return keep_whole (walk, n_left_over, error);
  if (walk->spec->new_axis_mask & bit)
    return append (walk, 1, error);
  if (!resolve (walk->spec, i, d, walk->input->dims[d], walk->params, error))
    return FALSE;
  walk->d++;
  return walk->spec->shrink_axis_mask & bit ||
         append (walk, walk->params->slice.full_shape.dims[d], error);
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaOpParams     params = { .slice = { .full_shape = { .rank = input->shape.rank } } };
  KomaShape        shape = { 0 };
  Spec             spec = { 0 };
  Walk             walk = { &spec, &input->shape, &params, &shape, 0 };
  guint            n_left_over = 0;

  if (!koma_infer_check_dtype (input, "input", KOMA_DTYPES_MOVED, error) ||
      !read_spec (graph, node, &spec, error) ||
      !count_left_over (&spec, input->shape.rank, &n_left_over, error))
    return FALSE;
  for (guint i = 0; i < spec.begin.n; i++)
    if (!take_entry (&walk, i, n_left_over, error))
      return FALSE;
  if (!keep_whole (&walk, input->shape.rank - walk.d, error))
    return FALSE;
  node->params = params;
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_strided_slice = {
  .min_inputs = 4,
  .max_inputs = 4,
  .infer = infer,
};
