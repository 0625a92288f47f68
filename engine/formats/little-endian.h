/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A number of up to 8 bytes, as files store it, wherever it lies. */
static inline guint64
koma_little_endian_read (const guint8 *bytes, /* [n_bytes] */
                         gsize         n_bytes)
{
  guint64 bits = 0;

  for (gsize i = 0; i < n_bytes; i++)
    bits |= (guint64) bytes[i] << (8 * i);
  return bits;
}

G_END_DECLS
