/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "exif-block.h"

#include <string.h>

#define ENTRY_BYTES    12
#define INLINE_BYTES   4
#define TYPE_ASCII     2
#define TYPE_UTF_8     129 /* Exif 3.0 */
#define MAX_TEXT_BYTES 256

/* Whether there is the header of a TIFF file; then its byte order is set. */
static gboolean
read_byte_order (KomaExifBlock *self)
{
  if (self->size_bytes < 8)
    return FALSE;
  self->is_big_endian = memcmp (self->data, "MM\0*", 4) == 0;
  return self->is_big_endian || memcmp (self->data, "II*\0", 4) == 0;
}

gboolean
koma_exif_block_init (KomaExifBlock *self,
                      const guint8  *data,
                      gsize          size_bytes)
{
  const gsize n_skipped = size_bytes >= 6 && memcmp (data, "Exif\0\0", 6) == 0 ? 6 : 0;

  *self = (KomaExifBlock){ data, size_bytes, FALSE };
  if (n_skipped > 0) {
    self->data += n_skipped;
    self->size_bytes -= n_skipped;
  }
  return read_byte_order (self);
}

gboolean
koma_exif_block_read_number (const KomaExifBlock *self,
                             gsize                at,
                             gsize                n_bytes,
                             guint32             *ret_value)
{
  guint32 value = 0;

  if (at > self->size_bytes || self->size_bytes - at < n_bytes)
    return FALSE;
  for (gsize i = 0; i < n_bytes; i++) {
    gsize digit = self->is_big_endian ? i : n_bytes - 1 - i;

    value = value << 8 | self->data[at + digit];
  }
  *ret_value = value;
  return TRUE;
}

gboolean
koma_exif_block_get_directory (const KomaExifBlock *self,
                               guint32             *ret_directory)
{
  return koma_exif_block_read_number (self, 4, 4, ret_directory);
}

static gboolean
find_entry (const KomaExifBlock *self,
            guint32              directory,
            guint                wanted,
            gsize               *ret_entry)
{
  guint32 n_entries = 0;

  if (!koma_exif_block_read_number (self, directory, 2, &n_entries))
    return FALSE;
  for (guint32 i = 0; i < n_entries; i++) {
    gsize   entry = (gsize) directory + 2 + (gsize) i * ENTRY_BYTES;
    guint32 tag = 0;

    if (!koma_exif_block_read_number (self, entry, 2, &tag))
      return FALSE;
    if (tag == wanted) {
      *ret_entry = entry;
      return TRUE;
    }
  }
  return FALSE;
}

/* Type and count of an entry, and where its value is: what needs more than four bytes lies
 * elsewhere. */
static gboolean
read_entry (const KomaExifBlock *self,
            gsize                entry,
            gsize                each_bytes,
            guint32             *ret_count,
            gsize               *ret_at)
{
  guint32 at = 0;

  if (!koma_exif_block_read_number (self, entry + 4, 4, ret_count) || *ret_count == 0)
    return FALSE;
  *ret_at = entry + 8;
  if (*ret_count <= INLINE_BYTES / each_bytes)
    return TRUE;
  if (!koma_exif_block_read_number (self, entry + 8, 4, &at))
    return FALSE;
  *ret_at = at;
  return TRUE;
}

gboolean
koma_exif_block_find_number (const KomaExifBlock *self,
                             guint32              directory,
                             guint                tag,
                             guint32             *ret_value)
{
  static const gsize sizes[] = { 0, 1, 0, 2, 4 };
  guint32            type = 0, count = 0;
  gsize              entry = 0, at = 0;

  return find_entry (self, directory, tag, &entry) &&
         koma_exif_block_read_number (self, entry + 2, 2, &type) &&
         type < G_N_ELEMENTS (sizes) && sizes[type] > 0 &&
         read_entry (self, entry, sizes[type], &count, &at) &&
         koma_exif_block_read_number (self, at, sizes[type], ret_value);
}

char *
koma_exif_block_dup_text (const KomaExifBlock *self,
                          guint32              directory,
                          guint                tag)
{
  guint32 type = 0, count = 0;
  gsize   entry = 0, at = 0;

  if (!find_entry (self, directory, tag, &entry) ||
      !koma_exif_block_read_number (self, entry + 2, 2, &type) ||
      (type != TYPE_ASCII && type != TYPE_UTF_8) || !read_entry (self, entry, 1, &count, &at) ||
      at > self->size_bytes || self->size_bytes - at < count)
    return NULL;
  return g_strstrip (g_strndup ((const char *) self->data + at, MIN (count, MAX_TEXT_BYTES)));
}
