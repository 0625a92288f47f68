/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A file of the cache of built programs, whose key is all zeros: what goes to the
 * driver is within the file, and as it was written. */

#include "fuzz.h"

#include "engine/backends/gles/program-cache.h"

#define DIGEST_BYTES 32

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  const KomaGlesProgramKey key = { 0 };
  /* On the heap, and no longer than it is. */
  g_autofree char      *contents = g_memdup2 (data, size);
  g_autofree char      *sum = NULL;
  GString              *digest = NULL;
  KomaGlesProgramBinary binary = { 0 };

  if (!koma_gles_program_cache_parse (contents, size, &key, &binary))
    return 0;
  g_assert_true (binary.data + binary.size_bytes == contents + size);
  sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) binary.data,
                                     binary.size_bytes);
  digest = g_string_new (NULL);
  for (guint i = 0; i < DIGEST_BYTES; i++)
    g_string_append_printf (digest, "%02x", (guint8) binary.data[(int) i - DIGEST_BYTES]);
  g_assert_cmpstr (sum, ==, digest->str);
  g_string_free (digest, TRUE);
  return 0;
}
