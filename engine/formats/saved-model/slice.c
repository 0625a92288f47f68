/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Partitioned variables of TensorFlow 1. RestoreV2 names a part of one as the shape of the whole,
 * and start and length in each dimension: "4 3 0,2:-". The key of a part is made of numbers and
 * texts whose bytes sort as they do (tensorflow/core/lib/strings/ordered_code). */

#include "slice.h"

#include <string.h>

#include "engine/koma-limits.h"

#define WHOLE        (-1) /* the length of a dimension that is not cut */
#define MAX_ENCODING 10   /* bytes of a number */

typedef struct
{
  gint64 start;
  gint64 length;
} Extent;

/* Returns: how many dimensions it has; 0 where it is none */
static guint
parse (const char *slice,
       Extent     *extents) /* [KOMA_MAX_RANK] */
{
  const char *space = strrchr (slice, ' ');
  g_auto (GStrv) parts = g_strsplit (space != NULL ? space + 1 : slice, ":", KOMA_MAX_RANK + 1);
  const guint n = g_strv_length (parts);

  for (guint i = 0; i < n; i++) {
    g_auto (GStrv) numbers = g_strsplit (parts[i], ",", 2);

    if (n > KOMA_MAX_RANK)
      return 0;
    extents[i] = (Extent){ 0, WHOLE };
    if (strcmp (parts[i], "-") != 0 &&
        (g_strv_length (numbers) != 2 ||
         !g_ascii_string_to_signed (numbers[0], 10, 0, G_MAXINT32, &extents[i].start, NULL) ||
         !g_ascii_string_to_signed (numbers[1], 10, 1, G_MAXINT32, &extents[i].length, NULL)))
      return 0;
  }
  return n;
}

/**
 * koma_slice_is_whole:
 * @slice: a part, as RestoreV2 has it
 * @shape: (nullable): of the whole
 *
 * Thread: any.
 *
 * Returns: whether the part is the whole; "" always is
 */
gboolean
koma_slice_is_whole (const char                  *slice,
                     const Koma__Tf__TensorShape *shape)
{
  Extent      extents[KOMA_MAX_RANK] = { 0 };
  const guint n_extents = parse (slice, extents);

  if (*slice == '\0')
    return TRUE;
  if (n_extents == 0 || shape == NULL || shape->n_dim != n_extents)
    return FALSE;
  for (guint i = 0; i < n_extents; i++)
    if (extents[i].start != 0 ||
        (extents[i].length != WHOLE && extents[i].length != shape->dim[i]->size))
      return FALSE;
  return TRUE;
}

static gboolean
fits (const Koma__Tf__TensorSlice *slice,
      const Extent                *extents,
      guint                        n_extents)
{
  if (slice->n_extent != n_extents)
    return FALSE;
  for (guint i = 0; i < n_extents; i++) {
    const Koma__Tf__TensorSlice__Extent *extent = slice->extent[i];
    const gboolean                       has_length =
      extent->has_length_case == KOMA__TF__TENSOR_SLICE__EXTENT__HAS_LENGTH_LENGTH;

    if (extent->start != extents[i].start ||
        (has_length ? extent->length : WHOLE) != extents[i].length)
      return FALSE;
  }
  return TRUE;
}

/* A length in bytes, then the bytes that are not 0, greatest first. */
static void
put_number (GByteArray *out,
            guint64     number)
{
  guint8 bytes[9] = { 0 };
  guint  n = 0;

  for (guint64 rest = number; rest > 0; rest >>= 8)
    n++;
  bytes[0] = (guint8) n;
  for (guint i = 0; i < n; i++)
    bytes[1 + i] = (guint8) (number >> (8 * (n - 1 - i)));
  g_byte_array_append (out, bytes, n + 1);
}

/* 0 and 255 are followed by a byte that says that they are meant. */
static void
put_text (GByteArray *out,
          const char *text)
{
  for (const char *at = text; *at != '\0'; at++) {
    g_byte_array_append (out, (const guint8 *) at, 1);
    if ((guint8) *at == 0xff)
      g_byte_array_append (out, (const guint8 *) "", 1);
  }
  g_byte_array_append (out, (const guint8 *) "\0\1", 2);
}

/* As many bits of its first bytes are 1, or 0 where it is negative, as it has bytes; 7 bits of
 * each byte are left for the number. */
static void
put_signed (GByteArray *out,
            gint64      number)
{
  const guint64 magnitude = (guint64) (number < 0 ? ~number : number);
  guint8        bytes[MAX_ENCODING] = { 0 };
  guint         n = 1;

  while (n < MAX_ENCODING && magnitude >> (7 * n - 1) != 0)
    n++;
  for (guint i = 0; i < n; i++)
    bytes[n - 1 - i] = (guint8) (i < 8 ? number >> (8 * i) : (number < 0 ? 0xff : 0));
  for (guint i = 0; i < n; i++)
    bytes[i / 8] ^= (guint8) (0x80 >> (i % 8));
  g_byte_array_append (out, bytes, n);
}

/**
 * koma_slice_find_key:
 * @name: of the variable
 * @whole: what the checkpoint says of it
 * @slice: a part of it, as RestoreV2 has it
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): the key under which that part is stored; %NULL where the
 *   variable was not saved in such parts
 */
GByteArray *
koma_slice_find_key (const char                  *name,
                     const Koma__Tf__BundleEntry *whole,
                     const char                  *slice)
{
  Extent      extents[KOMA_MAX_RANK] = { 0 };
  const guint n_extents = parse (slice, extents);
  GByteArray *key = NULL;

  for (gsize i = 0; n_extents > 0 && key == NULL && i < whole->n_slices; i++)
    if (fits (whole->slices[i], extents, n_extents))
      key = g_byte_array_new ();
  if (key == NULL)
    return NULL;

  put_number (key, 0);
  put_text (key, name);
  put_number (key, n_extents);
  for (guint i = 0; i < n_extents; i++) {
    put_signed (key, extents[i].start);
    put_signed (key, extents[i].length);
  }
  return key;
}
