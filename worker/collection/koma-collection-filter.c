/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-collection-filter.h"

#include <string.h>

#include "koma-collection-private.h"

/* 4 MiB: with a million pictures, two keys each, it is wrong of 1 in 70 new files. The bits of a
 * key are in one line of the processor's cache, since to wait for three takes longer than all
 * else. */
#define N_WORDS         (G_GUINT64_CONSTANT (1) << 19)
#define N_PROBES        3
#define N_WORDS_OF_LINE 8
#define LINE_BYTES      (N_WORDS_OF_LINE * 8)

/* What a key is of; it begins the hash. */
typedef enum {
  KEY_NAME,
  KEY_TIME,
  KEY_CONTENT,
} KeyKind;

/* Columns of what it is filled with. */
enum {
  PATH,
  SIZE_BYTES,
  MTIME_NS,
  HAS_CONTENT,
};

/* The finalizer of MurmurHash3, whose every bit of the input changes half the bits of the output:
 * https://github.com/aappleby/smhasher/wiki/MurmurHash3 */
static guint64
mix (guint64 hash)
{
  hash = (hash ^ (hash >> 33)) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  hash = (hash ^ (hash >> 33)) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return hash ^ (hash >> 33);
}

static guint64
hash_numbers (KeyKind kind,
              guint64 first,
              guint64 second)
{
  return mix (mix (mix (kind + 1) ^ first) ^ second);
}

/* FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/ */
static guint64
hash_name (const char *name,
           gsize       length)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gsize i = 0; i < length; i++)
    hash = (hash ^ (guint8) name[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return mix (hash ^ KEY_NAME);
}

/* The line that begins there. */
static guint64 *
get_line (const KomaCollectionFilter *self,
          guint64                     hash)
{
  return self->words + (hash >> 32) % (N_WORDS / N_WORDS_OF_LINE) * N_WORDS_OF_LINE;
}

/* In the line, by other bits of the hash. */
static guint
get_bit (guint64 hash,
         guint   probe)
{
  return (guint) (hash >> (9 * probe)) % (N_WORDS_OF_LINE * 64);
}

static void
set (KomaCollectionFilter *self,
     guint64               hash)
{
  guint64 *line = NULL;

  if (self->words == NULL)
    self->words = g_aligned_alloc0 (N_WORDS, sizeof *self->words, LINE_BYTES);
  line = get_line (self, hash);
  for (guint i = 0; i < N_PROBES; i++) {
    const guint bit = get_bit (hash, i);

    line[bit / 64] |= G_GUINT64_CONSTANT (1) << (bit % 64);
  }
}

static gboolean
may_have (const KomaCollectionFilter *self,
          guint64                     hash)
{
  const guint64 *line = NULL;

  if (self->words == NULL)
    return FALSE;
  line = get_line (self, hash);
  for (guint i = 0; i < N_PROBES; i++) {
    const guint bit = get_bit (hash, i);

    if ((line[bit / 64] & G_GUINT64_CONSTANT (1) << (bit % 64)) == 0)
      return FALSE;
  }
  return TRUE;
}

static void
add_row (KomaCollectionFilter *self,
         sqlite3_stmt         *row)
{
  const guint64 size_bytes = (guint64) sqlite3_column_int64 (row, SIZE_BYTES);
  const guint64 mtime_ns = (guint64) sqlite3_column_int64 (row, MTIME_NS);

  set (self, hash_name (sqlite3_column_blob (row, PATH), (gsize) sqlite3_column_bytes (row, PATH)));
  set (self, hash_numbers (KEY_TIME, size_bytes, mtime_ns));
  if (sqlite3_column_int (row, HAS_CONTENT))
    koma_collection_filter_add_content (self, size_bytes);
}

gboolean
koma_collection_filter_fill (KomaCollectionFilter *self,
                             KomaCollection       *collection,
                             GError              **error)
{
  sqlite3_stmt *row = koma_sqlite_prepare (
    &collection->sqlite, "SELECT path, size_bytes, mtime_ns, sha256 IS NOT NULL FROM pictures;",
    error);
  gboolean has_row = row != NULL, is_read = row != NULL;

  while (is_read && has_row) {
    is_read = koma_sqlite_step (&collection->sqlite, row, &has_row, error);
    if (is_read && has_row)
      add_row (self, row);
  }
  sqlite3_finalize (row);
  self->is_filled = is_read;
  return is_read;
}

void
koma_collection_filter_clear (KomaCollectionFilter *self)
{
  g_clear_pointer (&self->words, g_aligned_free);
}

void
koma_collection_filter_add (KomaCollectionFilter *self,
                            const char           *name,
                            const KomaFileId     *id)
{
  set (self, hash_name (name, strlen (name)));
  set (self, hash_numbers (KEY_TIME, id->size_bytes, (guint64) id->mtime_ns));
}

void
koma_collection_filter_add_content (KomaCollectionFilter *self,
                                    guint64               size_bytes)
{
  set (self, hash_numbers (KEY_CONTENT, size_bytes, 0));
}

gboolean
koma_collection_filter_may_have (const KomaCollectionFilter *self,
                                 const char                 *name,
                                 const KomaFileId           *id)
{
  return !self->is_filled || may_have (self, hash_name (name, strlen (name))) ||
         may_have (self, hash_numbers (KEY_TIME, id->size_bytes, (guint64) id->mtime_ns)) ||
         may_have (self, hash_numbers (KEY_CONTENT, id->size_bytes, 0));
}
