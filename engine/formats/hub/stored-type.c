/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "stored-type.h"

#include <string.h>

#include "engine/formats/little-endian.h"
#include "engine/graph/half.h"

static const KomaStoredType types[] = {
  { "F32", 4, KOMA_DTYPE_FLOAT32 },
  { "F16", 2, KOMA_DTYPE_FLOAT32 },
  { "BF16", 2, KOMA_DTYPE_FLOAT32 },
  { "F64", 8, KOMA_DTYPE_FLOAT32 },
  { "I8", 1, KOMA_DTYPE_INT32 },
  { "U8", 1, KOMA_DTYPE_INT32 },
  { "I16", 2, KOMA_DTYPE_INT32 },
  { "I32", 4, KOMA_DTYPE_INT32 },
  { "I64", 8, KOMA_DTYPE_INT32 },
  { "BOOL", 1, KOMA_DTYPE_BOOL },
};

/**
 * koma_stored_type_find:
 * @name: "BF16"
 *
 * Returns: (nullable): the type; %NULL for one that Koma does not read. Thread: any.
 */
const KomaStoredType *
koma_stored_type_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (types[i].name, name))
      return &types[i];
  return NULL;
}

gboolean
koma_stored_type_is_plain (const KomaStoredType *self)
{
  return G_BYTE_ORDER == G_LITTLE_ENDIAN &&
         (g_str_equal (self->name, "F32") || g_str_equal (self->name, "I32"));
}

gboolean
koma_stored_type_is_half (const KomaStoredType *self)
{
  return self->dtype == KOMA_DTYPE_FLOAT32 && self->size_bytes == 2;
}

static float
read_float (const KomaStoredType *self,
            guint64               bits)
{
  guint32 low = (guint32) bits;
  float   single = 0;
  double  number = 0;

  if (self->size_bytes == 8) {
    memcpy (&number, &bits, sizeof number);
    return (float) number;
  }
  if (g_str_equal (self->name, "F16"))
    return koma_half_to_float ((guint16) bits);
  /* bfloat16 is the upper half of a float. */
  if (self->size_bytes == 2)
    low <<= 16;
  memcpy (&single, &low, sizeof single);
  return single;
}

/* 64-bit integers are cut, not wrapped. */
static gint32
read_int (const KomaStoredType *self,
          guint64               bits)
{
  const guint unused = 64 - 8 * (guint) self->size_bytes;
  gint64      number = 0;

  if (g_str_equal (self->name, "U8"))
    return (gint32) bits;
  number = (gint64) (bits << unused) >> unused;
  return (gint32) CLAMP (number, G_MININT32, G_MAXINT32);
}

/**
 * koma_stored_type_expand:
 * @stored: as many numbers as @array has, wherever they lie
 * @array: of the type's dtype; is filled
 *
 * Half precision becomes float32 without a loss; double precision is rounded to it; integers of 64
 * bits that int32 can not hold become its largest or smallest. Thread: any.
 */
void
koma_stored_type_expand (const KomaStoredType *self,
                         const guint8         *stored,
                         KomaArray            *array)
{
  const gsize size = self->size_bytes;

  if (koma_stored_type_is_plain (self)) {
    if (array->count > 0)
      memcpy (array->data, stored, array->count * size);
    return;
  }
  for (gsize i = 0; i < array->count; i++) {
    const guint64 bits = koma_little_endian_read (stored + i * size, size);

    if (self->dtype == KOMA_DTYPE_FLOAT32)
      ((float *) array->data)[i] = read_float (self, bits);
    else if (self->dtype == KOMA_DTYPE_INT32)
      ((gint32 *) array->data)[i] = read_int (self, bits);
    else
      ((guint8 *) array->data)[i] = bits != 0;
  }
}
