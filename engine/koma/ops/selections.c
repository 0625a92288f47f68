/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "selections.h"

#include <math.h>

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/formula.h"
#include "engine/koma/tensor/tensor-private.h"
#include "gathering.h"
#include "transformations.h"

/* The places of what is not 0, of a row of numbers. */
static GArray *
find_places (const KomaArray *numbers)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (gint32 i = 0; i < (gint32) numbers->count; i++)
    if (((const float *) numbers->data)[i] != 0)
      g_array_append_val (places, i);
  return places;
}

/* Slices by their places along @axis. */
static KomaTensor *
gather_places (KomaTensor   *x,
               const GArray *places,
               int           axis,
               KomaTensor  **ret_indices, /* (nullable) */
               GError      **error)
{
  KomaTensor *indices =
    koma_at_once_make (KOMA_DTYPE_INT32, KOMA_SHAPE (places->len), places->data, error);
  KomaTensor *y = koma_tensor_gather (x, indices, axis, error);

  if (indices != NULL && y != NULL)
    koma_formula_return (indices, ret_indices);
  else if (indices != NULL)
    koma_at_once_drop (indices);
  return y;
}

/* The dimensions of @x that @mask has become one. */
static KomaTensor *
join_dims (KomaTensor *x,
           KomaTensor *mask,
           guint       axis,
           GError    **error)
{
  int   dims[KOMA_MAX_RANK] = { 0 };
  guint rank = 0;

  for (guint d = 0; d < axis; d++)
    dims[rank++] = x->dims[d];
  dims[rank++] = koma_shape_count (&mask->shape);
  for (guint d = axis + mask->shape.rank; d < x->shape.rank; d++)
    dims[rank++] = x->dims[d];
  return koma_tensor_reshape (x, dims, rank, error);
}

static gboolean
fits (KomaTensor *x,
      KomaTensor *mask,
      int         axis)
{
  if (mask->shape.rank < 1 || axis < 0 || axis + mask->shape.rank > x->shape.rank)
    return FALSE;
  for (guint d = 0; d < mask->shape.rank; d++)
    if (mask->shape.dims[d] != x->shape.dims[axis + d])
      return FALSE;
  return TRUE;
}

/**
 * koma_tensor_boolean_mask:
 * @self: (nullable): of any dtype, of 1 dimension or more
 * @mask: (nullable): bool, or numbers, of which 0 is false: its shape is that of the dimensions of
 *   @self from @axis on
 * @axis: the first dimension that @mask is for; a negative one counts from the end
 * @error: return location for an error
 *
 * The slices of @self where @mask is true, one behind the other. The mask is read at once; of @self
 * there is a gradient. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together; %KOMA_ERROR_ARGUMENT if a tensor was
 * disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self, whose shape has the number of slices
 *   in the place of the dimensions of @mask, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_boolean_mask (KomaTensor *self,
                          KomaTensor *mask,
                          int         axis,
                          GError    **error)
{
  g_autoptr (KomaArray) numbers = NULL;
  g_autoptr (GArray) places = NULL;
  KomaTensor *joined = NULL;
  KomaTensor *y = NULL;

  if (!koma_at_once_begin ((KomaTensor *[]){ self, mask }, 2, G_STRFUNC, error))
    return NULL;
  axis = axis < 0 ? axis + (int) self->shape.rank : axis;
  if (!fits (self, mask, axis)) {
    g_autofree char *shape = koma_shape_to_string (&self->shape);
    g_autofree char *expected = g_strdup_printf ("that of %s from axis %d on", shape, axis);

    koma_at_once_fail_shape (G_STRFUNC, "mask", mask, expected, error);
    return NULL;
  }
  numbers = koma_at_once_read (mask, KOMA_DTYPE_FLOAT32, G_STRFUNC, error);
  joined = numbers != NULL ? join_dims (self, mask, axis, error) : NULL;
  if (joined == NULL)
    return NULL;
  places = find_places (numbers);
  y = gather_places (joined, places, axis, NULL, error);
  koma_at_once_drop (joined);
  return y;
}

/* Equal for equal numbers: 0 and -0 are, and NaN is. */
static guint32
to_key (guint32   bits,
        KomaDType dtype)
{
  union
  {
    guint32 bits;
    float   number;
  } key = { bits };

  if (dtype == KOMA_DTYPE_FLOAT32)
    key.number = isnan (key.number) ? NAN : key.number + 0.0f;
  return key.bits;
}

/* The places of numbers of @x that are not in @y. */
static GArray *
find_others (const KomaArray *x,
             const KomaArray *y)
{
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (gint32));

  for (gsize i = 0; i < y->count; i++)
    g_hash_table_add (known, GUINT_TO_POINTER (to_key (((guint32 *) y->data)[i], y->dtype)));
  for (gint32 i = 0; i < (gint32) x->count; i++)
    if (!g_hash_table_contains (known,
                                GUINT_TO_POINTER (to_key (((guint32 *) x->data)[i], x->dtype))))
      g_array_append_val (places, i);
  return places;
}

/**
 * koma_tensor_setdiff1d:
 * @self: (nullable): [n], of any dtype
 * @y: (nullable): [m], of the same dtype
 * @ret_values: (out) (transfer none) (optional): the numbers of @self that are not in @y, in their
 *   order, of the same dtype, floating, or the scope's in force
 * @ret_indices: (out) (transfer none) (optional): int32, where they are in @self, floating, or the
 *   scope's in force
 * @error: return location for an error
 *
 * The difference of two lists of numbers, which are read at once. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if one is not a vector; %KOMA_ERROR_UNSUPPORTED if the dtypes differ;
 * %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was done; %FALSE without an error where a tensor is %NULL
 */
gboolean
koma_tensor_setdiff1d (KomaTensor  *self,
                       KomaTensor  *y,
                       KomaTensor **ret_values,
                       KomaTensor **ret_indices,
                       GError     **error)
{
  g_autoptr (KomaArray) own = NULL;
  g_autoptr (KomaArray) others = NULL;
  g_autoptr (GArray) places = NULL;
  KomaTensor *values = NULL;
  KomaDType   dtype = KOMA_DTYPE_INT32;

  if (!koma_at_once_begin ((KomaTensor *[]){ self, y }, 2, G_STRFUNC, error))
    return FALSE;
  if (self->shape.rank != 1)
    return koma_at_once_fail_shape (G_STRFUNC, "self", self, "1 dimension", error);
  if (y->shape.rank != 1)
    return koma_at_once_fail_shape (G_STRFUNC, "y", y, "1 dimension", error);
  if (self->dtype != y->dtype)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s: argument 'y' is %s, expected %s",
                      G_STRFUNC, koma_dtype_name (y->dtype), koma_dtype_name (self->dtype));
  if (self->dtype == KOMA_DTYPE_FLOAT32 || self->dtype == KOMA_DTYPE_FLOAT16)
    dtype = KOMA_DTYPE_FLOAT32;
  own = koma_at_once_read (self, dtype, G_STRFUNC, error);
  others = own != NULL ? koma_at_once_read (y, dtype, G_STRFUNC, error) : NULL;
  if (others == NULL)
    return FALSE;
  places = find_others (own, others);
  values = gather_places (self, places, 0, ret_indices, error);
  if (values == NULL)
    return FALSE;
  koma_formula_return (values, ret_values);
  return TRUE;
}

/* Indices along each dimension, of the places in a row. */
static void
spread_places (const GArray    *places,
               const KomaShape *shape,
               gint32          *indices)
{
  gsize strides[KOMA_MAX_RANK] = { 0 };

  koma_shape_strides (shape, strides);
  for (guint i = 0; i < places->len; i++) {
    gint32 place = g_array_index (places, gint32, i);

    for (guint d = 0; d < shape->rank; d++) {
      *indices++ = place / strides[d];
      place %= strides[d];
    }
  }
}

/**
 * koma_tensor_where_indices:
 * @self: (nullable): bool, or numbers, of which 0 is false; of any shape
 * @error: return location for an error
 *
 * Where @self is true: the indices of each such element, in their order, as `argwhere ()` of NumPy
 * has them. The numbers are read at once. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32 [how many, dimensions of @self], floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_where_indices (KomaTensor *self,
                           GError    **error)
{
  g_autoptr (KomaArray) numbers = NULL;
  g_autoptr (KomaArray) indices = NULL;
  g_autoptr (GArray) places = NULL;
  KomaShape shape = { 0 };

  if (!koma_at_once_begin (&self, 1, G_STRFUNC, error))
    return NULL;
  numbers = koma_at_once_read (self, KOMA_DTYPE_FLOAT32, G_STRFUNC, error);
  if (numbers == NULL)
    return NULL;
  places = find_places (numbers);
  shape = KOMA_SHAPE (places->len, self->shape.rank);
  indices = koma_array_new (KOMA_DTYPE_INT32, &shape, error);
  if (indices == NULL)
    return NULL;
  spread_places (places, &self->shape, indices->data);
  return koma_tensor_new_from_array (indices);
}
