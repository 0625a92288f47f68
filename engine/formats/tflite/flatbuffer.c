/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The format, all little-endian (flatbuffers.dev, “Internals”):
 *
 *   file    offset of the root table (4 bytes), identifier (4 bytes), …
 *   table   offset back to its vtable (4 bytes, signed), fields
 *   vtable  its own bytes (2), bytes of the table (2), for each field its offset in the table (2),
 *           0 where it is missing
 *   field   a number, or an offset (4 bytes, from the field on) of a table, vector or string
 *   vector  number of elements (4 bytes), elements; a string is a vector of bytes */
#include "flatbuffer.h"

#include <string.h>

#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"

#define N_VTABLE_HEAD 4

static void
damage (const KomaFlatTable *table,
        const char          *field,
        const char          *what,
        gsize                value)
{
  if (table->buffer->error == NULL)
    g_set_error (&table->buffer->error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "table %s, %s: %s is %" G_GSIZE_FORMAT ", the file has %" G_GSIZE_FORMAT " bytes",
                 table->name, field, what, value, table->buffer->size_bytes);
}

static gboolean
is_inside (const KomaFlatBuffer *buffer,
           gsize                 at,
           gsize                 n_bytes)
{
  return at <= buffer->size_bytes && n_bytes <= buffer->size_bytes - at;
}

/* Where an offset leads: always on, never back. 0: nowhere. */
static gsize
follow (const KomaFlatTable *table,
        const char          *field,
        gsize                at)
{
  const gsize offset = koma_little_endian_read (table->buffer->data + at, 4);
  const gsize to = at + offset;

  if (offset >= 4 && is_inside (table->buffer, to, 4))
    return to;
  damage (table, field, "an offset", offset);
  return 0;
}

static KomaFlatTable
open_table (KomaFlatBuffer *buffer,
            gsize           at,
            const char     *name)
{
  KomaFlatTable table = { .buffer = buffer, .name = name, .at = at };
  const gint64  back = (gint32) koma_little_endian_read (buffer->data + at, 4);
  const gint64  vtable = (gint64) at - back;
  gsize         vtable_bytes = 0;

  if (vtable < 0 || !is_inside (buffer, vtable, N_VTABLE_HEAD)) {
    damage (&table, "vtable", "its place", (gsize) vtable);
    return (KomaFlatTable){ 0 };
  }
  vtable_bytes = koma_little_endian_read (buffer->data + vtable, 2);
  table.size_bytes = koma_little_endian_read (buffer->data + vtable + 2, 2);
  if (vtable_bytes < N_VTABLE_HEAD || !is_inside (buffer, vtable, vtable_bytes) ||
      table.size_bytes < 4 || !is_inside (buffer, at, table.size_bytes)) {
    damage (&table, "vtable", "its size", vtable_bytes);
    return (KomaFlatTable){ 0 };
  }
  table.vtable = vtable;
  table.n_fields = (vtable_bytes - N_VTABLE_HEAD) / 2;
  return table;
}

/**
 * koma_flat_get_root:
 * @identifier: that the file must have
 * @name: of the root's type
 *
 * Returns: the table that a file begins with; one that is not there, if the file is too short or
 *   has another identifier: then the error of @buffer is set
 */
KomaFlatTable
koma_flat_get_root (KomaFlatBuffer *buffer,
                    const char     *identifier,
                    const char     *name)
{
  const KomaFlatTable head = { .buffer = buffer, .name = name };
  gsize               at = 0;

  if (!is_inside (buffer, 0, 8) || memcmp (buffer->data + 4, identifier, 4) != 0) {
    damage (&head, "identifier", "its place", 4);
    return (KomaFlatTable){ 0 };
  }
  at = follow (&head, "root", 0);
  return at != 0 ? open_table (buffer, at, name) : (KomaFlatTable){ 0 };
}

/* Where a field lies in the file; 0 if it is missing or damaged. */
static gsize
find_field (const KomaFlatTable *table,
            KomaFlatField        field,
            guint                n_bytes)
{
  const gsize entry = table->vtable + N_VTABLE_HEAD + 2 * (gsize) field.index;
  gsize       offset = 0;

  if (table->buffer == NULL || field.index >= table->n_fields)
    return 0;
  offset = koma_little_endian_read (table->buffer->data + entry, 2);
  if (offset == 0)
    return 0;
  if (offset >= 4 && offset + n_bytes <= table->size_bytes)
    return table->at + offset;
  damage (table, field.name, "its place in the table", offset);
  return 0;
}

/**
 * koma_flat_get_int:
 *
 * Returns: a signed number, or @fallback where it is missing
 */
gint64
koma_flat_get_int (const KomaFlatTable *table,
                   KomaFlatField        field,
                   guint                n_bytes,
                   gint64               fallback)
{
  const gsize at = find_field (table, field, n_bytes);

  if (at == 0)
    return fallback;
  if (n_bytes == 1)
    return (gint8) table->buffer->data[at];
  return (gint32) koma_little_endian_read (table->buffer->data + at, 4);
}

/**
 * koma_flat_get_uint32:
 *
 * Returns: a number, or 0 where it is missing
 */
guint32
koma_flat_get_uint32 (const KomaFlatTable *table,
                      KomaFlatField        field)
{
  const gsize at = find_field (table, field, 4);

  return at != 0 ? koma_little_endian_read (table->buffer->data + at, 4) : 0;
}

static float
read_float (const guint8 *at)
{
  const guint32 bits = koma_little_endian_read (at, 4);
  float         number = 0;

  memcpy (&number, &bits, sizeof number);
  return number;
}

/**
 * koma_flat_get_float:
 *
 * Returns: a number, or 0 where it is missing
 */
float
koma_flat_get_float (const KomaFlatTable *table,
                     KomaFlatField        field)
{
  const gsize at = find_field (table, field, 4);

  return at != 0 ? read_float (table->buffer->data + at) : 0;
}

/**
 * koma_flat_get_table:
 * @name: of its type
 *
 * Returns: a table, or one that is not there
 */
KomaFlatTable
koma_flat_get_table (const KomaFlatTable *table,
                     KomaFlatField        field,
                     const char          *name)
{
  const gsize at = find_field (table, field, 4);
  const gsize to = at != 0 ? follow (table, field.name, at) : 0;

  return to != 0 ? open_table (table->buffer, to, name) : (KomaFlatTable){ 0 };
}

/**
 * koma_flat_get_vector:
 * @elem_bytes: of an element
 *
 * Returns: a vector; of no elements where it is missing
 */
KomaFlatVector
koma_flat_get_vector (const KomaFlatTable *table,
                      KomaFlatField        field,
                      guint                elem_bytes)
{
  const gsize at = find_field (table, field, 4);
  const gsize to = at != 0 ? follow (table, field.name, at) : 0;
  gsize       n = 0;

  if (to == 0)
    return (KomaFlatVector){ 0 };
  n = koma_little_endian_read (table->buffer->data + to, 4);
  if (n <= (table->buffer->size_bytes - to - 4) / elem_bytes)
    return (KomaFlatVector){ table->buffer->data + to + 4, n };
  damage (table, field.name, "its number of elements", n);
  return (KomaFlatVector){ 0 };
}

static guint64
get_uint64 (const KomaFlatTable *table,
            KomaFlatField        field)
{
  const gsize at = find_field (table, field, 8);

  return at != 0 ? koma_little_endian_read (table->buffer->data + at, 8) : 0;
}

/**
 * koma_flat_get_part:
 * @offset: a field, from the file's first byte on
 * @size: a field, in bytes
 *
 * Returns: bytes behind what offsets of 32 bits reach; none where one of the fields is missing, or
 *   1, which is what writers put there before they know
 */
KomaFlatVector
koma_flat_get_part (const KomaFlatTable *table,
                    KomaFlatField        offset,
                    KomaFlatField        size)
{
  const guint64 at = get_uint64 (table, offset);
  const guint64 n_bytes = get_uint64 (table, size);

  if (at <= 1 || n_bytes == 0)
    return (KomaFlatVector){ 0 };
  if (is_inside (table->buffer, at, n_bytes))
    return (KomaFlatVector){ table->buffer->data + at, n_bytes };
  damage (table, offset.name, "the end of that part",
          at <= G_MAXSIZE - n_bytes ? at + n_bytes : at);
  return (KomaFlatVector){ 0 };
}

/**
 * koma_flat_get_string:
 *
 * Returns: (transfer full) (nullable): a text; %NULL where it is missing. What is no UTF-8 is
 *   replaced
 */
char *
koma_flat_get_string (const KomaFlatTable *table,
                      KomaFlatField        field,
                      gsize                max_bytes)
{
  const KomaFlatVector bytes = koma_flat_get_vector (table, field, 1);

  return bytes.data != NULL
           ? g_utf8_make_valid ((const char *) bytes.data, (gssize) MIN (bytes.n, max_bytes))
           : NULL;
}

/**
 * koma_flat_count:
 *
 * Returns: how many tables a vector has
 */
guint
koma_flat_count (const KomaFlatTable *table,
                 KomaFlatField        field)
{
  return koma_flat_get_vector (table, field, 4).n;
}

/**
 * koma_flat_get_element:
 * @index: in a vector of tables
 * @name: of their type
 *
 * Returns: one of the tables; one that is not there, if @index is outside: then the error of the
 *   buffer is set
 */
KomaFlatTable
koma_flat_get_element (const KomaFlatTable *table,
                       KomaFlatField        field,
                       guint                index,
                       const char          *name)
{
  const KomaFlatVector vector = koma_flat_get_vector (table, field, 4);
  gsize                at = 0;

  if (index >= vector.n) {
    if (table->buffer != NULL)
      damage (table, field.name, "an index into it", index);
    return (KomaFlatTable){ 0 };
  }
  at = follow (table, field.name, (gsize) (vector.data - table->buffer->data) + 4 * (gsize) index);
  return at != 0 ? open_table (table->buffer, at, name) : (KomaFlatTable){ 0 };
}

/**
 * koma_flat_vector_get_int32:
 * @index: below the number of elements
 *
 * Returns: an element
 */
gint32
koma_flat_vector_get_int32 (const KomaFlatVector *vector,
                            gsize                 index)
{
  g_return_val_if_fail (index < vector->n, 0);

  return (gint32) koma_little_endian_read (vector->data + 4 * index, 4);
}

/**
 * koma_flat_vector_get_int64:
 * @index: below the number of elements
 *
 * Returns: an element
 */
gint64
koma_flat_vector_get_int64 (const KomaFlatVector *vector,
                            gsize                 index)
{
  g_return_val_if_fail (index < vector->n, 0);

  return (gint64) koma_little_endian_read (vector->data + 8 * index, 8);
}

/**
 * koma_flat_vector_get_float:
 * @index: below the number of elements
 *
 * Returns: an element
 */
float
koma_flat_vector_get_float (const KomaFlatVector *vector,
                            gsize                 index)
{
  g_return_val_if_fail (index < vector->n, 0);

  return read_float (vector->data + 4 * index);
}
