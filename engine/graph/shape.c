/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "shape.h"

#include "engine/koma/koma-error.h"

/**
 * koma_shape_make:
 * @rank: at most %KOMA_MAX_RANK
 * @dims: (array length=rank) (nullable): sizes
 *
 * Returns: a shape; not checked, see koma_shape_check(). Thread: any.
 */
KomaShape
koma_shape_make (guint         rank,
                 const gint64 *dims)
{
  KomaShape shape = { .rank = rank };

  g_return_val_if_fail (rank <= KOMA_MAX_RANK, shape);

  for (guint i = 0; i < rank; i++)
    shape.dims[i] = dims[i];
  return shape;
}

/**
 * koma_shape_parse:
 * @text: sizes with commas between, "1,224,224,3"; "" is a scalar
 *
 * Errors: %KOMA_ERROR_SHAPE if @text is no list of sizes. Thread: any.
 */
gboolean
koma_shape_parse (const char *text,
                  KomaShape  *ret_shape,
                  GError    **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  guint     rank = g_strv_length (parts);
  KomaShape shape = { .rank = rank };

  if (rank > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "Shape “%s” has %u dimensions, at most %d are possible",
                      text, rank, KOMA_MAX_RANK);
  for (guint i = 0; i < rank; i++)
    if (!g_ascii_string_to_signed (g_strstrip (parts[i]), 10, 0, G_MAXINT32, &shape.dims[i],
                                   NULL))
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "Shape “%s”: “%s” is not a size", text, parts[i]);
  *ret_shape = shape;
  return TRUE;
}

/**
 * koma_shape_equal:
 *
 * Returns: whether rank and dimensions are the same; an open dimension is
 *   equal to an open one only. Thread: any.
 */
gboolean
koma_shape_equal (const KomaShape *a,
                  const KomaShape *b)
{
  if (a->rank != b->rank)
    return FALSE;
  for (guint i = 0; i < a->rank && i < KOMA_MAX_RANK; i++)
    if (a->dims[i] != b->dims[i])
      return FALSE;
  return TRUE;
}

/**
 * koma_shape_is_known:
 *
 * Returns: whether rank and every dimension are known. Thread: any.
 */
gboolean
koma_shape_is_known (const KomaShape *shape)
{
  if (shape->rank > KOMA_MAX_RANK)
    return FALSE;
  for (guint i = 0; i < shape->rank; i++)
    if (shape->dims[i] < 0)
      return FALSE;
  return TRUE;
}

/**
 * koma_shape_check:
 * @elem_size: bytes of an element
 * @ret_count: (out) (optional): number of elements, 1 for a scalar
 *
 * Whether a tensor of this shape may exist: rank, signs, overflow, and
 * %KOMA_MAX_TENSOR_BYTES. A dimension of 0 does not excuse vast others, which
 * loops run over. After this, koma_shape_count(), koma_shape_strides() and
 * products with @elem_size cannot overflow. Thread: any.
 *
 * Errors: %KOMA_ERROR_SHAPE if a dimension is unknown or no size;
 * %KOMA_ERROR_MEMORY if a tensor of this shape is above the limit.
 */
gboolean
koma_shape_check (const KomaShape *shape,
                  gsize            elem_size,
                  gsize           *ret_count,
                  GError         **error)
{
  gsize    size_bytes = elem_size;
  gboolean is_small = TRUE;

  if (!koma_shape_is_known (shape)) {
    g_autofree char *text = koma_shape_to_string (shape);
    return koma_fail (error, KOMA_ERROR_SHAPE, "Shape %s is not a size", text);
  }
  for (guint i = 0; i < shape->rank && is_small; i++)
    is_small = shape->dims[i] <= G_MAXINT32 &&
               g_size_checked_mul (&size_bytes, size_bytes, MAX (shape->dims[i], 1));
  if (!is_small || size_bytes > KOMA_MAX_TENSOR_BYTES) {
    g_autofree char *text = koma_shape_to_string (shape);
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "Shape %s of %" G_GSIZE_FORMAT
                      "-byte elements is above the limit of %" G_GUINT64_FORMAT " bytes",
                      text, elem_size, KOMA_MAX_TENSOR_BYTES);
  }
  if (ret_count != NULL)
    *ret_count = koma_shape_count (shape);
  return TRUE;
}

/**
 * koma_shape_count:
 * @shape: one that koma_shape_check() accepted
 *
 * Returns: number of elements. Thread: any.
 */
gsize
koma_shape_count (const KomaShape *shape)
{
  gsize count = 1;

  for (guint i = 0; i < shape->rank; i++)
    count *= shape->dims[i];
  return count;
}

/**
 * koma_shape_strides:
 * @shape: one that koma_shape_check() accepted
 * @ret_strides_elems: (out): [rank] row-major strides in elements
 *
 * Thread: any.
 */
void
koma_shape_strides (const KomaShape *shape,
                    gsize           *ret_strides_elems)
{
  gsize stride = 1;

  for (guint i = shape->rank; i-- > 0;) {
    ret_strides_elems[i] = stride;
    stride *= shape->dims[i];
  }
}

/**
 * koma_shape_broadcast:
 *
 * The shape of an elementwise operation on @a and @b by NumPy's rule:
 * aligned at the last dimension, sizes equal or one of them 1.
 *
 * Returns: whether there is one. Thread: any.
 */
gboolean
koma_shape_broadcast (const KomaShape *a,
                      const KomaShape *b,
                      KomaShape       *ret_shape)
{
  KomaShape shape = { .rank = MAX (a->rank, b->rank) };

  for (guint i = 0; i < shape.rank; i++) {
    gint64 dim_a = i < a->rank ? a->dims[a->rank - 1 - i] : 1;
    gint64 dim_b = i < b->rank ? b->dims[b->rank - 1 - i] : 1;

    if (dim_a != dim_b && dim_a != 1 && dim_b != 1)
      return FALSE;
    shape.dims[shape.rank - 1 - i] = dim_a == 1 ? dim_b : dim_a;
  }
  *ret_shape = shape;
  return TRUE;
}

/**
 * koma_shape_split_at:
 * @shape: known
 * @axis: less than the rank; 0 of a scalar, which has one element there
 *
 * Returns: elements before, along and behind the dimension. Thread: any.
 */
KomaShapeAxis
koma_shape_split_at (const KomaShape *shape,
                     guint            axis)
{
  KomaShapeAxis result = { 1, shape->rank > 0 ? (gsize) shape->dims[axis] : 1, 1 };

  for (guint d = 0; d < axis; d++)
    result.n_outer *= shape->dims[d];
  for (guint d = axis + 1; d < shape->rank; d++)
    result.n_inner *= shape->dims[d];
  return result;
}

/**
 * koma_shape_to_string:
 *
 * Returns: (transfer full): "[1,224,224,3]"; open dimensions are "?", an
 *   open rank is "[unknown]". Thread: any.
 */
char *
koma_shape_to_string (const KomaShape *shape)
{
  g_autoptr (GString) text = g_string_new ("[");

  if (shape->rank > KOMA_MAX_RANK)
    return g_strdup ("[unknown]");
  for (guint i = 0; i < shape->rank; i++) {
    if (i > 0)
      g_string_append_c (text, ',');
    if (shape->dims[i] < 0)
      g_string_append_c (text, '?');
    else
      g_string_append_printf (text, "%" G_GINT64_FORMAT, shape->dims[i]);
  }
  g_string_append_c (text, ']');
  return g_string_free (g_steal_pointer (&text), FALSE);
}
