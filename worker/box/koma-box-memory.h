/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Memory that Koma and one helper share. Koma makes it and seals its size, so that a helper
 * can not shorten it and have Koma killed when it reads. Pages that nobody wrote to take no
 * memory. */
typedef struct
{
  int     fd;         /* -1: none, or not needed any more */
  guint8 *data;       /* (nullable) [size_bytes] */
  gsize   size_bytes; /* 0: none */
} KomaBoxMemory;

#define KOMA_BOX_MEMORY_INIT \
  {                          \
    .fd = -1                 \
  }

/* Of files: kept from picture to picture; more is made for one, and dropped behind it. */
#define KOMA_BOX_KEPT_BYTES ((gsize) 16 << 20)
/* Of results, which come in parts: both processes' copies of one stay in the cache. */
#define KOMA_BOX_PART_BYTES ((gsize) 1 << 20)

gboolean koma_box_memory_make (KomaBoxMemory *self, /* replaces what was there */
                               gsize          size_bytes,
                               GError       **error);
gboolean koma_box_memory_adopt (KomaBoxMemory *self, /* likewise */
                                int            fd);             /* (transfer full) */

void koma_box_memory_clear (KomaBoxMemory *self);
void koma_box_memory_drop_large (KomaBoxMemory *self);

G_END_DECLS
