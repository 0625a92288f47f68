/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each file that is hashed is read once, from its beginning to its end: what is wanted of it goes
 * to its place, and is hashed there while it lies in the cache. */
#include "raw-files.h"

#include <errno.h>
#include <unistd.h>

#include "engine/formats/format.h"
#include "engine/formats/kept-files.h"
#include "engine/koma/koma-error.h"
#include "engine/runtime/memory.h"

/* Of a cache of the second level, what leaves room for others. */
#define CHUNK_BYTES ((gsize) 256 << 10)

typedef struct
{
  const KomaRawFile *files;
  GArray            *parts; /* KomaKeptPart, by file and offset */
  gboolean          *is_read;
  guint8            *to;
  guint8            *scratch; /* (nullable) [CHUNK_BYTES] */
  KomaContentHash   *hash;
  KomaModelProgress  progress;
  gpointer           user_data;
  guint64            n_read; /* bytes of parts … */
  guint64            n_all;  /* … of so many */
} Reading;

static void
reading_clear (Reading *self)
{
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->is_read, g_free);
  g_clear_pointer (&self->scratch, g_free);
  g_clear_pointer (&self->hash, koma_content_hash_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

void
koma_raw_wanted_clear (KomaRawWanted *self)
{
  g_clear_pointer (&self->parts, g_array_unref);
  g_clear_pointer (&self->hashed, g_array_unref);
}

guint64
koma_raw_files_begin (guint64 size_bytes)
{
  const guint64 excess = size_bytes % KOMA_MEMORY_ALIGNMENT;

  return size_bytes + (excess > 0 ? KOMA_MEMORY_ALIGNMENT - excess : 0);
}

static gint
compare_parts (gconstpointer a,
               gconstpointer b)
{
  const KomaKeptPart *x = a, *y = b;

  if (x->kept != y->kept)
    return x->kept < y->kept ? -1 : 1;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Not mapped: a file that is cut off while it is read must not end Koma. */
static gboolean
read_bytes (const KomaRawFile *file,
            guint64            offset,
            guint8            *to, /* [size_bytes] */
            gsize              size_bytes,
            GError           **error)
{
  gsize length = 0;

  while (length < size_bytes) {
    const gssize n = pread (file->fd, to + length, size_bytes - length, (off_t) (offset + length));

    if (n > 0) {
      length += (gsize) n;
    } else if (n == 0) {
      return koma_fail (error, KOMA_ERROR_MODEL, "%s: the file became shorter while it was read",
                        file->name);
    } else if (errno != EINTR) {
      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", file->name,
                   g_strerror (errno));
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
read_chunks (Reading *self,
             guint    kept,
             guint64  offset,
             guint8  *to, /* (nullable) [size_bytes]: NULL: nobody wants them */
             guint64  size_bytes,
             gboolean is_hashed,
             GError **error)
{
  for (guint64 done = 0; done < size_bytes; done += CHUNK_BYTES) {
    const gsize n = (gsize) MIN (size_bytes - done, CHUNK_BYTES);
    guint8     *chunk = to != NULL ? to + done : self->scratch;

    if (!read_bytes (&self->files[kept], offset + done, chunk, n, error))
      return FALSE;
    if (is_hashed)
      koma_content_hash_update (self->hash, chunk, n);
    self->n_read += to != NULL ? n : 0;
    if (to != NULL && self->progress != NULL)
      self->progress ((double) self->n_read / (double) self->n_all, self->user_data);
  }
  return TRUE;
}

static gboolean
read_part (Reading *self,
           guint    place,
           gboolean is_hashed,
           GError **error)
{
  const KomaKeptPart *part = &g_array_index (self->parts, KomaKeptPart, place);

  self->is_read[place] = TRUE;
  return read_chunks (self, part->kept, part->offset, self->to + part->at, part->size_bytes,
                      is_hashed, error);
}

/* Bytes that no part wants. */
static gboolean
hash_gap (Reading *self,
          guint    kept,
          guint64  from,
          guint64  to,
          GError **error)
{
  if (from < to && self->scratch == NULL)
    self->scratch = g_malloc (CHUNK_BYTES);
  return from == to || read_chunks (self, kept, from, NULL, to - from, TRUE, error);
}

/* Parts that lie in others come later. */
static gboolean
hash_file (Reading *self,
           guint    kept,
           GError **error)
{
  guint64 at = 0;

  for (guint i = 0; i < self->parts->len; i++) {
    const KomaKeptPart *part = &g_array_index (self->parts, KomaKeptPart, i);

    if (part->kept != kept || part->offset < at || self->is_read[i])
      continue;
    if (!hash_gap (self, kept, at, part->offset, error) || !read_part (self, i, TRUE, error))
      return FALSE;
    at = part->offset + part->size_bytes;
  }
  return hash_gap (self, kept, at, self->files[kept].size_bytes, error);
}

static gboolean
read_all (Reading *self,
          GArray  *hashed,
          GError **error)
{
  for (guint i = 0; i < hashed->len; i++)
    if (!hash_file (self, g_array_index (hashed, guint, i), error))
      return FALSE;
  for (guint i = 0; i < self->parts->len; i++)
    if (!self->is_read[i] && !read_part (self, i, FALSE, error))
      return FALSE;
  return TRUE;
}

/**
 * koma_raw_files_read:
 * @wanted: of koma_raw_model_read()
 * @files: those that were given there
 * @to: where what is read from files begins
 * @progress: (nullable): is told which share of it is there
 * @raw: the model, which gets the hash of @wanted's files if there are any; cleared where this
 *   fails
 * @error: return location
 *
 * Reads what a model wants of files. They may have been changed since they were opened, and then
 * the hash is that of what was read.
 *
 * Thread: any; blocks on the disk. Errors: #GFileError; %KOMA_ERROR_MODEL where a file has become
 * shorter. They name the file.
 *
 * Returns: whether all of it was read
 */
gboolean
koma_raw_files_read (const KomaRawWanted *wanted,
                     const KomaRawFile   *files,
                     guint8              *to,
                     KomaModelProgress    progress,
                     gpointer             user_data,
                     KomaRawModel        *raw,
                     GError             **error)
{
  g_auto (Reading) self = {
    .files = files,
    .parts = g_array_copy (wanted->parts),
    .is_read = g_new0 (gboolean, wanted->parts->len + 1),
    .to = to,
    .hash = koma_content_hash_new (),
    .progress = progress,
    .user_data = user_data,
  };

  g_array_sort (self.parts, compare_parts);
  for (guint i = 0; i < self.parts->len; i++)
    self.n_all += g_array_index (self.parts, KomaKeptPart, i).size_bytes;
  if (!read_all (&self, wanted->hashed, error)) {
    koma_raw_model_clear (raw);
    return FALSE;
  }
  if (wanted->hashed->len > 0) {
    g_free (raw->hash);
    raw->hash = koma_content_hash_to_string (self.hash);
  }
  return TRUE;
}
