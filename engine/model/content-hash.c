/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* XXH3 with 128 bits, of xxHash. */
#include "content-hash.h"

#include <xxhash.h>

#include "engine/formats/kept-files.h"

struct _KomaContentHash
{
  XXH3_state_t *state;
  GPtrArray    *put_off;  /* GBytes: what @state lacks */
  GArray       *parts;    /* KomaKeptPart: all that was fed … */
  gboolean      is_whole; /* … if nothing else was */
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
  hash->parts = g_array_new (FALSE, FALSE, sizeof (KomaKeptPart));
  hash->put_off = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  hash->is_whole = TRUE;
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
  g_array_unref (hash->parts);
  g_ptr_array_unref (hash->put_off);
  g_free (hash);
}

/* What was put off. */
static void
catch_up (KomaContentHash *hash)
{
  for (guint i = 0; i < hash->put_off->len; i++) {
    gsize         size_bytes = 0;
    gconstpointer data = g_bytes_get_data (hash->put_off->pdata[i], &size_bytes);

    XXH3_128bits_update (hash->state, data, size_bytes);
  }
  g_ptr_array_set_size (hash->put_off, 0);
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
  catch_up (hash);
  hash->is_whole = FALSE;
  XXH3_128bits_update (hash->state, data, size_bytes);
}

static void
add_part (KomaContentHash *hash,
          guint            kept,
          gsize            size_bytes)
{
  const KomaKeptPart part = { .kept = kept, .size_bytes = size_bytes };

  g_array_append_val (hash->parts, part);
}

/**
 * koma_content_hash_update_kept:
 * @kept: which file, or %KOMA_NOT_KEPT
 * @data: all of it
 */
void
koma_content_hash_update_kept (KomaContentHash *hash,
                               guint            kept,
                               gconstpointer    data,
                               gsize            size_bytes)
{
  const gboolean is_whole = hash->is_whole && kept != KOMA_NOT_KEPT;

  koma_content_hash_update (hash, data, size_bytes);
  hash->is_whole = is_whole;
  add_part (hash, kept, size_bytes);
}

/**
 * koma_content_hash_put_off:
 * @kept: which file
 * @bytes: a reference is taken
 * @offset: where the file begins in @bytes
 */
void
koma_content_hash_put_off (KomaContentHash *hash,
                           guint            kept,
                           GBytes          *bytes,
                           guint64          offset,
                           gsize            size_bytes)
{
  g_ptr_array_add (hash->put_off, g_bytes_new_from_bytes (bytes, offset, size_bytes));
  add_part (hash, kept, size_bytes);
}

/**
 * koma_content_hash_get_parts:
 *
 * Returns: (transfer full) (nullable) (element-type KomaKeptPart): the files that were fed, if
 *   nothing else was and one was put off; then the hash is better computed where they are read
 */
GArray *
koma_content_hash_get_parts (const KomaContentHash *hash)
{
  return hash->is_whole && hash->put_off->len > 0 ? g_array_copy (hash->parts) : NULL;
}

/**
 * koma_content_hash_to_string:
 *
 * Returns: (transfer full): of all bytes so far, 32 hexadecimal digits
 */
char *
koma_content_hash_to_string (KomaContentHash *hash)
{
  XXH128_hash_t digest;

  catch_up (hash);
  digest = XXH3_128bits_digest (hash->state);
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x",
                          (guint64) digest.high64, (guint64) digest.low64);
}
