/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* LevelDB's table format (doc/table_format.md), in which TensorFlow keeps the index of a
 * checkpoint:
 *
 *   data block … | meta block … | meta index | index | footer
 *
 * The footer says where the index is. The index is a block whose values say where the data blocks
 * are. Each block is followed by its type and a checksum. */

#include "table.h"

#include <string.h>

#include "crc32c.h"
#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

#define FOOTER_BYTES  48
#define MAGIC         G_GUINT64_CONSTANT (0xdb4775248b80fb57)
#define MAGIC_BYTES   8
#define TRAILER_BYTES 5 /* of a block: type, checksum */
#define RESTART_BYTES 4

typedef struct
{
  const guint8 *at;
  const guint8 *end;
} Span;

typedef struct
{
  Span    data;
  guint64 read_bytes; /* of blocks: each is read once */
} Reader;

static gsize
span_length (const Span *span)
{
  return (gsize) (span->end - span->at);
}

static gboolean
read_varint (Span    *span,
             guint64 *ret_number)
{
  guint64 number = 0;

  for (guint shift = 0; shift < 64 && span->at < span->end; shift += 7) {
    const guint8 byte = *span->at++;

    number |= (guint64) (byte & 0x7f) << shift;
    if (byte < 0x80) {
      *ret_number = number;
      return TRUE;
    }
  }
  return FALSE;
}

/* The block that a handle names: its offset and its size. */
static gboolean
find_block (Reader  *self,
            Span    *handle,
            Span    *ret_block,
            GError **error)
{
  const gsize length = span_length (&self->data);
  guint64     offset = 0;
  guint64     size = 0;
  guint8      type = 0;

  if (!read_varint (handle, &offset) || !read_varint (handle, &size) || offset > length ||
      length - offset < TRAILER_BYTES || size > length - offset - TRAILER_BYTES)
    return koma_fail (error, KOMA_ERROR_MODEL, "a block of the table lies outside of the file");
  self->read_bytes += size;
  if (self->read_bytes > length)
    return koma_fail (error, KOMA_ERROR_MODEL, "the blocks of the table overlap");

  ret_block->at = self->data.at + offset;
  ret_block->end = ret_block->at + size;
  if (koma_crc32c_masked (ret_block->at, size + 1) !=
      koma_little_endian_read (ret_block->end + 1, sizeof (guint32)))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "the block of the table at byte %" G_GUINT64_FORMAT
                      " does not fit its checksum",
                      offset);
  type = *ret_block->end;
  return type == 0 || koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                                 "the table is compressed (type %u). TensorFlow writes it "
                                 "without compression: save the model again",
                                 type);
}

/* Leaves the entries, without the list of restart points behind them. */
static gboolean
cut_restarts (Span    *block,
              GError **error)
{
  const gsize length = span_length (block);
  guint64     n_restarts = 0;

  if (length >= RESTART_BYTES)
    n_restarts = koma_little_endian_read (block->end - RESTART_BYTES, RESTART_BYTES);
  if (length < RESTART_BYTES || n_restarts > length / RESTART_BYTES - 1)
    return koma_fail (error, KOMA_ERROR_MODEL, "a block of the table is too short");
  block->end -= RESTART_BYTES * (n_restarts + 1);
  return TRUE;
}

/* An entry has the end of its key, and says how much of the key before it comes first. */
static gboolean
read_entry (Span       *block,
            GByteArray *key, /* of the entry before, and then of this one */
            Span       *ret_value,
            GError    **error)
{
  guint64 shared = 0;
  guint64 unshared = 0;
  guint64 size = 0;

  if (!read_varint (block, &shared) || !read_varint (block, &unshared) ||
      !read_varint (block, &size) || shared > key->len || unshared > span_length (block) ||
      size > span_length (block) - unshared)
    return koma_fail (error, KOMA_ERROR_MODEL, "an entry of the table is damaged");
  if (shared + unshared > KOMA_MAX_CHECKPOINT_KEY_BYTES)
    return koma_fail (error, KOMA_ERROR_MEMORY, "a key of the table has more than %u bytes",
                      KOMA_MAX_CHECKPOINT_KEY_BYTES);

  g_byte_array_set_size (key, (guint) shared);
  g_byte_array_append (key, block->at, (guint) unshared);
  ret_value->at = block->at + unshared;
  ret_value->end = ret_value->at + size;
  block->at = ret_value->end;
  return TRUE;
}

static GHashTable *
new_table (void)
{
  return g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                (GDestroyNotify) g_bytes_unref);
}

/* Adds what one block holds, without its type and checksum. */
static gboolean
read_block (const guint8 *block,
            gsize         size_bytes,
            GHashTable   *table,
            GError      **error)
{
  Span rest = { block, block + size_bytes };
  g_autoptr (GByteArray) key = g_byte_array_new ();

  if (!cut_restarts (&rest, error))
    return FALSE;
  while (rest.at < rest.end) {
    Span value = { 0 };

    if (!read_entry (&rest, key, &value, error))
      return FALSE;
    if (g_hash_table_size (table) >= KOMA_MAX_CHECKPOINT_ENTRIES)
      return koma_fail (error, KOMA_ERROR_MEMORY, "the table has more than %u entries",
                        KOMA_MAX_CHECKPOINT_ENTRIES);
    g_hash_table_replace (table, g_bytes_new (key->data, key->len),
                          g_bytes_new (value.at, span_length (&value)));
  }
  return TRUE;
}

/* The entries of the blocks that the index lists. */
static gboolean
read_blocks (Reader     *self,
             Span       *index,
             GHashTable *table,
             GError    **error)
{
  g_autoptr (GByteArray) key = g_byte_array_new ();

  if (!cut_restarts (index, error))
    return FALSE;
  while (index->at < index->end) {
    Span handle = { 0 };
    Span block = { 0 };

    if (!read_entry (index, key, &handle, error) || !find_block (self, &handle, &block, error) ||
        !read_block (block.at, span_length (&block), table, error))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_table_read:
 * @data: [size_bytes]: a whole file
 * @size_bytes: of @data
 * @error: return location
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it is no table, or damaged;
 * %KOMA_ERROR_UNSUPPORTED where it is compressed; %KOMA_ERROR_MEMORY above
 * %KOMA_MAX_CHECKPOINT_ENTRIES or %KOMA_MAX_CHECKPOINT_KEY_BYTES.
 *
 * Returns: (transfer full) (element-type GBytes GBytes): its entries, or %NULL
 */
GHashTable *
koma_table_read (const guint8 *data,
                 gsize         size_bytes,
                 GError      **error)
{
  g_autoptr (GHashTable) table = new_table ();
  Reader self = { .data = { data, data + size_bytes } };
  Span   footer = { 0 };
  Span   index = { 0 };

  if (size_bytes < FOOTER_BYTES ||
      koma_little_endian_read (self.data.end - MAGIC_BYTES, MAGIC_BYTES) != MAGIC) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "expected the index of a TensorFlow checkpoint, found other or damaged data");
    return NULL;
  }
  footer = (Span){ self.data.end - FOOTER_BYTES, self.data.end - MAGIC_BYTES };
  /* The handle of the meta index comes first: nothing in it is needed. */
  for (guint i = 0; i < 2; i++) {
    guint64 skipped = 0;

    if (!read_varint (&footer, &skipped)) {
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "the footer of the table is damaged");
      return NULL;
    }
  }
  if (!find_block (&self, &footer, &index, error) || !read_blocks (&self, &index, table, error))
    return NULL;
  return g_steal_pointer (&table);
}
