/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "png-chunks.h"

#include <string.h>

#define CHUNK_BYTES 12 /* but for the data */

guint32
koma_png_read_u32 (const guint8 *data)
{
  guint32 number = 0;

  memcpy (&number, data, 4);
  return GUINT32_FROM_BE (number);
}

gboolean
koma_png_chunks_next (KomaPngChunks *self,
                      const char   **ret_type,
                      const guint8 **ret_data,
                      gsize         *ret_length)
{
  gsize length = 0;

  if (self->at + CHUNK_BYTES > self->size_bytes)
    return FALSE;
  length = koma_png_read_u32 (self->file + self->at);
  if (length > self->size_bytes - self->at - CHUNK_BYTES)
    return FALSE;
  *ret_type = (const char *) self->file + self->at + 4;
  *ret_data = self->file + self->at + 8;
  *ret_length = length;
  self->at += length + CHUNK_BYTES;
  return TRUE;
}
