/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor-nested.h"

#include "engine/graph/shape.h"
#include "engine/koma/koma-error.h"
#include "tensor-new.h"

typedef struct
{
  GArray  *values; /* double */
  int      dims[KOMA_MAX_RANK];
  guint    rank;
  gboolean has_number; /* the rank is known: the depth of the first number */
} Nested;

static gboolean
get_number (GVariant *value,
            double   *ret_number)
{
  switch (g_variant_classify (value)) {
  case G_VARIANT_CLASS_BOOLEAN:
    *ret_number = g_variant_get_boolean (value);
    return TRUE;
  case G_VARIANT_CLASS_BYTE:
    *ret_number = g_variant_get_byte (value);
    return TRUE;
  case G_VARIANT_CLASS_INT32:
    *ret_number = g_variant_get_int32 (value);
    return TRUE;
  case G_VARIANT_CLASS_INT64:
    *ret_number = g_variant_get_int64 (value);
    return TRUE;
  case G_VARIANT_CLASS_DOUBLE:
    *ret_number = g_variant_get_double (value);
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
add_number (Nested   *self,
            GVariant *value,
            guint     depth,
            GError  **error)
{
  double number = 0;

  if (!get_number (value, &number))
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "A value of the type “%s” is no number",
                      g_variant_get_type_string (value));
  if (depth != self->rank)
    return koma_fail (error, KOMA_ERROR_SHAPE, "There are numbers within %u and %u arrays", depth,
                      self->rank);
  self->has_number = TRUE;
  g_array_append_val (self->values, number);
  return TRUE;
}

static gboolean add (Nested *self, GVariant *value, guint depth, GError **error);

static gboolean
add_array (Nested   *self,
           GVariant *array,
           guint     depth,
           GError  **error)
{
  const int n = (int) MIN (g_variant_n_children (array), G_MAXINT);

  if (depth == KOMA_MAX_RANK || (self->has_number && depth == self->rank))
    return koma_fail (error, KOMA_ERROR_SHAPE, "An array is within %u arrays: too deep", depth);
  if (depth == self->rank)
    self->dims[self->rank++] = n;
  if (self->dims[depth] != n)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "Arrays of dimension %u have %d and %d elements, expected as many in each",
                      depth, self->dims[depth], n);
  for (int i = 0; i < n; i++) {
    g_autoptr (GVariant) child = g_variant_get_child_value (array, i);

    if (!add (self, child, depth + 1, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
add (Nested   *self,
     GVariant *value,
     guint     depth,
     GError  **error)
{
  g_autoptr (GVariant) inner = NULL;

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_VARIANT))
    value = inner = g_variant_get_variant (value);
  return g_variant_is_of_type (value, G_VARIANT_TYPE_ARRAY)
           ? add_array (self, value, depth, error)
           : add_number (self, value, depth, error);
}

/**
 * koma_tensor_new_nested: (constructor)
 * @values: a number (`d`, `i`, `x`, `y` or `b`), or arrays of numbers, each as long as the others
 *   beside it: `aad` for a matrix; an element may be in a variant, `av`
 * @dtype: type of the elements, to which the numbers are converted as by koma_tensor_new_typed()
 * @rank: how many dimensions @values must have, 0 to 6; -1: as many as they have
 * @error: return location for an error
 *
 * A tensor of the shape that nested arrays have: `Koma.Tensor.new_nested (GLib.Variant ("aad",
 * [[1, 2], [3, 4]]), Koma.DType.FLOAT32, 2)`. Thread: any; the tensor is the calling thread's.
 *
 * Errors: %KOMA_ERROR_SHAPE if arrays are not of one length, nested more than 6 deep, or have not
 * @rank dimensions; %KOMA_ERROR_ARGUMENT if an element is no number; those of
 * koma_tensor_new_typed().
 *
 * Returns: (transfer none): the tensor, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_new_nested (GVariant *values,
                        KomaDType dtype,
                        int       rank,
                        GError  **error)
{
  g_autoptr (GVariant) owned = g_variant_ref_sink (values);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  Nested nested = { .values = numbers };

  if (!add (&nested, owned, 0, error))
    return NULL;
  if (rank >= 0 && nested.rank != (guint) rank) {
    koma_fail (error, KOMA_ERROR_SHAPE, "The values have %u dimensions, expected %d", nested.rank,
               rank);
    return NULL;
  }
  return koma_tensor_new_typed (dtype, (const double *) numbers->data, numbers->len, nested.dims,
                                nested.rank, error);
}
