/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a helper says that it has read: eight bytes with the offset of the last part, then all parts
 * of raw-bytes.h. The corpus was written by koma_raw_model_write (). */

#include <stdlib.h>
#include <string.h>

#include "engine/formats/raw/raw-bytes.h"
#include "engine/runtime/memory.h"
#include "fuzz.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  void        *aligned = NULL;
  guint64      offset = 0;
  KomaRawModel raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) memory = NULL;

  if (size <= sizeof offset)
    return 0;
  memcpy (&offset, data, sizeof offset);
  size -= sizeof offset;
  g_assert_cmpint (posix_memalign (&aligned, KOMA_MEMORY_ALIGNMENT, size), ==, 0);
  memcpy (aligned, data + sizeof offset, size);
  memory = g_bytes_new_with_free_func (aligned, size, free, aligned);
  if (koma_raw_model_read (memory, offset, &raw, &error))
    fuzz_prepare_model (&raw);
  koma_raw_model_clear (&raw);
  return 0;
}
