/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "bitwise.h"

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/tensor-private.h"
#include "transformations.h"

typedef enum {
  BITS_AND,
  BITS_OR,
  BITS_XOR,
} Bits;

static void
combine (const gint32 *a,
         const gint32 *b,
         gsize         n,
         Bits          bits,
         gint32       *y)
{
  for (gsize i = 0; i < n; i++)
    y[i] = bits == BITS_AND ? a[i] & b[i] : bits == BITS_OR ? a[i] | b[i]
                                                            : a[i] ^ b[i];
}

/* The numbers, repeated to @shape. (transfer full) (nullable) */
static KomaArray *
read_as (KomaTensor      *x,
         const KomaShape *shape,
         const char      *name,
         GError         **error)
{
  int         dims[KOMA_MAX_RANK] = { 0 };
  KomaTensor *whole = NULL;
  KomaArray  *array = NULL;

  if (koma_shape_equal (&x->shape, shape))
    return koma_at_once_read (x, KOMA_DTYPE_INT32, name, error);
  for (guint d = 0; d < shape->rank; d++)
    dims[d] = shape->dims[d];
  whole = koma_tensor_broadcast_to (x, dims, shape->rank, error);
  array = whole != NULL ? koma_at_once_read (whole, KOMA_DTYPE_INT32, name, error) : NULL;
  g_clear_pointer (&whole, koma_at_once_drop);
  return array;
}

static gboolean
check (KomaTensor *a,
       KomaTensor *b,
       KomaShape  *ret_shape,
       const char *name,
       GError    **error)
{
  KomaTensor *tensors[] = { a, b };

  if (!koma_at_once_begin (tensors, 2, name, error))
    return FALSE;
  for (guint i = 0; i < 2; i++)
    if (tensors[i]->dtype == KOMA_DTYPE_FLOAT32 || tensors[i]->dtype == KOMA_DTYPE_FLOAT16)
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s: argument '%s' is %s, expected int32",
                        name, i == 0 ? "self" : "b", koma_dtype_name (tensors[i]->dtype));
  if (!koma_shape_broadcast (&a->shape, &b->shape, ret_shape)) {
    g_autofree char *shape = koma_shape_to_string (&a->shape);
    g_autofree char *expected = g_strdup_printf ("one that goes with %s", shape);

    return koma_at_once_fail_shape (name, "b", b, expected, error);
  }
  return TRUE;
}

static KomaTensor *
call (KomaTensor *a,
      KomaTensor *b,
      Bits        bits,
      const char *name,
      GError    **error)
{
  KomaShape shape = { 0 };
  g_autoptr (KomaArray) first = NULL;
  g_autoptr (KomaArray) second = NULL;
  g_autoptr (KomaArray) y = NULL;

  if (!check (a, b, &shape, name, error))
    return NULL;
  first = read_as (a, &shape, name, error);
  second = first != NULL ? read_as (b, &shape, name, error) : NULL;
  y = second != NULL ? koma_array_new (KOMA_DTYPE_INT32, &shape, error) : NULL;
  if (y == NULL)
    return NULL;
  combine (first->data, second->data, y->count, bits, y->data);
  return koma_tensor_new_from_array (y);
}

/**
 * koma_tensor_bitwise_and:
 * @self: (nullable): int32, of any shape; smaller whole numbers and bool are converted to it
 * @b: (nullable): likewise; the two are broadcast together
 * @error: return location for an error
 *
 * The bits that both numbers have. The numbers are read at once: there is no gradient. Thread:
 * that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_UNSUPPORTED of
 * floats; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_bitwise_and (KomaTensor *self,
                         KomaTensor *b,
                         GError    **error)
{
  return call (self, b, BITS_AND, G_STRFUNC, error);
}

/**
 * koma_tensor_bitwise_or:
 * @self: (nullable): int32, of any shape; smaller whole numbers and bool are converted to it
 * @b: (nullable): likewise; the two are broadcast together
 * @error: return location for an error
 *
 * The bits that one of the numbers has, or both. The numbers are read at once: there is no
 * gradient. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_UNSUPPORTED of
 * floats; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_bitwise_or (KomaTensor *self,
                        KomaTensor *b,
                        GError    **error)
{
  return call (self, b, BITS_OR, G_STRFUNC, error);
}

/**
 * koma_tensor_bitwise_xor:
 * @self: (nullable): int32, of any shape; smaller whole numbers and bool are converted to it
 * @b: (nullable): likewise; the two are broadcast together
 * @error: return location for an error
 *
 * The bits that one of the numbers has, and not both. The numbers are read at once: there is no
 * gradient. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes can not be broadcast together; %KOMA_ERROR_UNSUPPORTED of
 * floats; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): int32, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_bitwise_xor (KomaTensor *self,
                         KomaTensor *b,
                         GError    **error)
{
  return call (self, b, BITS_XOR, G_STRFUNC, error);
}
