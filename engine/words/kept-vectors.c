/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A file for each model, named after its hash, of records of one size:
 *
 *   key      32 bytes, the hash of the tokens, hexadecimal
 *   vector    4 bytes for each number
 *   digest   32 bytes, the hash of the bytes before, likewise
 *
 * A record is appended by one write. One that is cut off or damaged ends what is read of a file,
 * and the file begins anew; so does one that is full. A failed write costs time at the next start
 * and nothing else. */
#include "kept-vectors.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/formats/file.h"
#include "engine/model/content-hash.h"

#define N_HASH    32
#define MAX_BYTES (16u << 20) /* of a file: 8,000 texts at a width of 512 */
/* Of a folder: a file for each model that was used lately. */
#define MAX_FILES 16

struct _KomaKeptVectors
{
  char       *path;
  guint       width;
  GHashTable *vectors; /* utf8 → float[width] */
  gsize       size_bytes;
};

static char *kept_folder; /* (nullable) */

void
koma_kept_vectors_set_folder (const char *folder)
{
  g_free (kept_folder);
  kept_folder = g_strdup (folder);
}

static char *
make_hash (gconstpointer data,
           gsize         n_bytes)
{
  g_autoptr (KomaContentHash) hash = koma_content_hash_new ();

  koma_content_hash_update (hash, data, n_bytes);
  return koma_content_hash_to_string (hash);
}

static gsize
get_record_size (const KomaKeptVectors *self)
{
  return N_HASH + self->width * sizeof (float) + N_HASH;
}

static void
keep (KomaKeptVectors *self,
      const char      *key, /* [N_HASH] */
      gconstpointer    vector)
{
  g_hash_table_replace (self->vectors, g_strndup (key, N_HASH),
                        g_memdup2 (vector, self->width * sizeof (float)));
}

static gboolean
is_whole (const KomaKeptVectors *self,
          const char            *record)
{
  const gsize      n = N_HASH + self->width * sizeof (float);
  g_autofree char *digest = make_hash (record, n);

  return memcmp (digest, record + n, N_HASH) == 0;
}

static void
read_file (KomaKeptVectors *self)
{
  const gsize      n = get_record_size (self);
  g_autofree char *contents = NULL;
  gsize            size_bytes = 0;
  gsize            at = 0;

  if (!koma_file_read (self->path, MAX_BYTES, &contents, &size_bytes, NULL))
    return;
  while (size_bytes - at >= n && is_whole (self, contents + at)) {
    keep (self, contents + at, contents + at + N_HASH);
    at += n;
  }
  self->size_bytes = at;
  if (at < size_bytes) {
    g_debug ("%s: a damaged record, begun anew", self->path);
    self->size_bytes = MAX_BYTES;
  }
}

/**
 * koma_kept_vectors_new:
 *
 * Thread: any; reads a file.
 *
 * Returns: (transfer full) (nullable):
 */
KomaKeptVectors *
koma_kept_vectors_new (const char *model_hash,
                       guint       width)
{
  KomaKeptVectors *self = NULL;

  if (kept_folder == NULL)
    return NULL;
  self = g_new0 (KomaKeptVectors, 1);
  self->path = g_build_filename (kept_folder, model_hash, NULL);
  self->width = width;
  self->vectors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  read_file (self);
  return self;
}

void
koma_kept_vectors_free (KomaKeptVectors *self)
{
  if (self == NULL)
    return;
  g_free (self->path);
  g_hash_table_unref (self->vectors);
  g_free (self);
}

/**
 * koma_kept_vectors_find:
 *
 * Returns: (transfer none) (nullable) (array):
 */
const float *
koma_kept_vectors_find (KomaKeptVectors *self,
                        const gint32    *ids,
                        guint            n_ids)
{
  g_autofree char *key = make_hash (ids, n_ids * sizeof *ids);

  return g_hash_table_lookup (self->vectors, key);
}

/* ---- Writing ---- */

/* The one that was written before all others, where there are too many. */
static void
remove_oldest (void)
{
  g_autoptr (GDir) folder = g_dir_open (kept_folder, 0, NULL);
  g_autofree char *oldest = NULL;
  gint64           oldest_time = G_MAXINT64;
  guint            n = 0;

  for (const char *name = NULL; folder != NULL && (name = g_dir_read_name (folder)) != NULL; n++) {
    g_autofree char *path = g_build_filename (kept_folder, name, NULL);
    GStatBuf         info;

    if (g_stat (path, &info) != 0 || info.st_mtime >= oldest_time)
      continue;
    oldest_time = info.st_mtime;
    g_free (oldest);
    oldest = g_steal_pointer (&path);
  }
  if (n >= MAX_FILES && oldest != NULL)
    (void) g_unlink (oldest);
}

static int
open_file (KomaKeptVectors *self)
{
  const gboolean is_anew = self->size_bytes == 0 ||
                           self->size_bytes + get_record_size (self) > MAX_BYTES;
  const int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (is_anew ? O_TRUNC : 0);

  if (is_anew) {
    (void) g_mkdir_with_parents (kept_folder, 0700);
    remove_oldest ();
    self->size_bytes = 0;
  }
  return g_open (self->path, flags, 0600);
}

static void
append (KomaKeptVectors *self,
        const char      *record)
{
  const gsize n = get_record_size (self);
  const int   fd = open_file (self);

  if (fd < 0 || write (fd, record, n) != (gssize) n)
    g_debug ("%s: not written", self->path);
  self->size_bytes += n;
  if (fd >= 0)
    (void) close (fd);
}

/**
 * koma_kept_vectors_add:
 *
 * Thread: one at a time; writes a file.
 */
void
koma_kept_vectors_add (KomaKeptVectors *self,
                       const gint32    *ids,
                       guint            n_ids,
                       const float     *vector)
{
  const gsize      n_vector = self->width * sizeof *vector;
  g_autofree char *key = make_hash (ids, n_ids * sizeof *ids);
  g_autofree char *record = g_malloc (get_record_size (self));
  g_autofree char *digest = NULL;

  memcpy (record, key, N_HASH);
  memcpy (record + N_HASH, vector, n_vector);
  digest = make_hash (record, N_HASH + n_vector);
  memcpy (record + N_HASH + n_vector, digest, N_HASH);
  keep (self, key, vector);
  append (self, record);
}
