/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* XXH3 with 128 bits, of xxHash. */
#include "content-hash.h"

#include <xxhash.h>

struct _KomaContentHash
{
  XXH3_state_t *state;
};

/**
 * koma_content_hash_new:
 *
 * Returns: (transfer full): the hash of nothing. Thread: any, one at a time.
 */
KomaContentHash *
koma_content_hash_new (void)
{
  KomaContentHash *hash = g_new0 (KomaContentHash, 1);

  hash->state = XXH3_createState ();
  g_assert (hash->state != NULL);
  XXH3_128bits_reset (hash->state);
  return hash;
}

/**
 * koma_content_hash_free:
 * @hash: (nullable) (transfer full): a hash
 */
void
koma_content_hash_free (KomaContentHash *hash)
{
  if (hash == NULL)
    return;
  XXH3_freeState (hash->state);
  g_free (hash);
}

/**
 * koma_content_hash_update:
 * @data: the bytes that follow those before; where they were cut does not matter
 */
void
koma_content_hash_update (KomaContentHash *hash,
                          gconstpointer    data,
                          gsize            size_bytes)
{
  XXH3_128bits_update (hash->state, data, size_bytes);
}

/**
 * koma_content_hash_to_string:
 *
 * Returns: (transfer full): of all bytes so far, 32 hexadecimal digits
 */
char *
koma_content_hash_to_string (const KomaContentHash *hash)
{
  XXH128_hash_t digest = XXH3_128bits_digest (hash->state);

  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x",
                          (guint64) digest.high64, (guint64) digest.low64);
}
