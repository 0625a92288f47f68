/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A PNG is a signature and a row of chunks, each
 *
 *   length  4 bytes, of the data
 *   type    4 bytes
 *   data
 *   CRC     4 bytes, not looked at here */
#define KOMA_PNG_SIGNATURE       "\211PNG\r\n\032\n"
#define KOMA_PNG_SIGNATURE_BYTES 8

typedef struct
{
  const guint8 *file;
  gsize         size_bytes;
  gsize         at; /* of the next chunk; KOMA_PNG_SIGNATURE_BYTES at first */
} KomaPngChunks;

/* FALSE: there is none that is whole. */
gboolean koma_png_chunks_next (KomaPngChunks *self,
                               const char   **ret_type, /* [4] */
                               const guint8 **ret_data, /* [*ret_length] */
                               gsize         *ret_length);
guint32  koma_png_read_u32 (const guint8 *data); /* [4] */

G_END_DECLS
