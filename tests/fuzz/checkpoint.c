/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The numbers of a checkpoint of TensorFlow. The index around a block has the right checksums,
 * which no change of bytes would find. */

#include "fuzz.h"

#include "engine/formats/little-endian.h"
#include "engine/formats/saved-model/crc32c.h"

#define FOOTER_BYTES 40

static void
put_number (GByteArray *out,
            guint64     number,
            guint       n_bytes)
{
  for (guint i = 0; i < n_bytes; i++) {
    const guint8 byte = (guint8) (number >> (8 * i));

    g_byte_array_append (out, &byte, 1);
  }
}

/* A varint of five bytes. */
static void
put_varint (GByteArray *out,
            guint64     number)
{
  for (guint i = 0; i < 5; i++)
    put_number (out, ((number >> (7 * i)) & 0x7f) | (i < 4 ? 0x80 : 0), 1);
}

static void
put_block (GByteArray   *table,
           const guint8 *block,
           gsize         size,
           GByteArray   *handle)
{
  const guint start = table->len;

  put_varint (handle, start);
  put_varint (handle, size);
  g_byte_array_append (table, block, (guint) size);
  put_number (table, 0, 1); /* not compressed */
  put_number (table, koma_crc32c_masked (table->data + start, size + 1), 4);
}

static GByteArray *
make_index (const guint8 *block,
            gsize         size)
{
  GByteArray *table = g_byte_array_new ();
  g_autoptr (GByteArray) index = g_byte_array_new ();
  g_autoptr (GByteArray) footer = g_byte_array_new ();
  g_autoptr (GByteArray) handle = g_byte_array_new ();

  put_block (table, block, size, handle);
  put_number (index, handle->len << 16, 3); /* an entry with an empty key */
  g_byte_array_append (index, handle->data, handle->len);
  put_number (index, 0, 4); /* no restart points */
  put_varint (footer, 0);
  put_varint (footer, 0);
  put_block (table, index->data, index->len, footer);
  while (footer->len < FOOTER_BYTES)
    put_number (footer, 0, 1);
  put_number (footer, G_GUINT64_CONSTANT (0xdb4775248b80fb57), 8);
  g_byte_array_append (table, footer->data, footer->len);
  return table;
}

gboolean
fuzz_write_checkpoint (const char   *prefix,
                       const guint8 *data,
                       gsize         size,
                       gsize        *ret_graph_bytes)
{
  static const guint8 numbers[1024] = { 0 };
  g_autofree char    *index_name = g_strconcat (prefix, ".index", NULL);
  g_autofree char    *data_name = g_strconcat (prefix, ".data-00000-of-00001", NULL);
  const guint8       *block = NULL;
  gsize               block_bytes = 0;
  g_autoptr (GByteArray) index = NULL;

  if (size < FUZZ_LENGTH_BYTES)
    return FALSE;
  block_bytes = size - FUZZ_LENGTH_BYTES;
  *ret_graph_bytes = MIN (koma_little_endian_read (data, FUZZ_LENGTH_BYTES), block_bytes);
  block = data + FUZZ_LENGTH_BYTES + *ret_graph_bytes;
  index = make_index (block, block_bytes - *ret_graph_bytes);
  fuzz_write_file (index_name, index->data, index->len);
  fuzz_write_file (data_name, numbers, sizeof numbers);
  return TRUE;
}
