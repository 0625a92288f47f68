/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* Numbers as this machine has them: who reads them is on it, too. */
static inline void
koma_byte_writer_uint32 (GByteArray *bytes,
                         guint32     value)
{
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

static inline void
koma_byte_writer_int64 (GByteArray *bytes,
                        gint64      value)
{
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

static inline void
koma_byte_writer_double (GByteArray *bytes,
                         double      value)
{
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
}

static inline void
koma_byte_writer_bytes (GByteArray   *bytes,
                        gconstpointer data, /* [n_bytes] */
                        guint32       n_bytes)
{
  koma_byte_writer_uint32 (bytes, n_bytes);
  g_byte_array_append (bytes, data, n_bytes);
}

static inline void
koma_byte_writer_string (GByteArray *bytes,
                         const char *string) /* (nullable) */
{
  koma_byte_writer_uint32 (bytes, string != NULL ? (guint32) strlen (string) : G_MAXUINT32);
  if (string != NULL)
    g_byte_array_append (bytes, (const guint8 *) string, (guint) strlen (string));
}

G_END_DECLS
