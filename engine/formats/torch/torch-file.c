/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "torch-file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "engine/formats/file.h"
#include "engine/formats/gzip.h"
#include "engine/formats/hashed-file.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

#define CHUNK_BYTES (1u << 20)

static gboolean
unpack (KomaTorchFile   *self,
        const char      *path,
        KomaContentHash *checksum,
        GError         **error)
{
  char *data = NULL;
  gsize length = 0;

  if (!koma_hashed_file_read (path, KOMA_MAX_WEIGHT_BYTES, checksum, &data, &length, error))
    return FALSE;
  self->bytes = g_bytes_new_take (data, length);
  self->size_bytes = length;
  return TRUE;
}

static gboolean
hash (KomaTorchFile   *self,
      KomaContentHash *checksum,
      GError         **error)
{
  g_autofree guint8 *chunk = g_malloc (CHUNK_BYTES);

  for (guint64 at = 0; at < self->size_bytes; at += CHUNK_BYTES) {
    const gsize n = (gsize) MIN (CHUNK_BYTES, self->size_bytes - at);

    if (!koma_torch_file_read (self, at, chunk, n, error))
      return FALSE;
    koma_content_hash_update (checksum, chunk, n);
  }
  return TRUE;
}

/**
 * koma_torch_file_open:
 * @self: (out caller-allocates): is to be cleared, also where this fails
 * @checksum: (nullable): is fed the file's bytes
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_MEMORY where it is too large; those of
 * koma_file_open(), koma_hashed_file_read() and koma_torch_file_read().
 */
gboolean
koma_torch_file_open (KomaTorchFile   *self,
                      const char      *path,
                      KomaContentHash *checksum,
                      GError         **error)
{
  char *const paths[] = { (char *) path };
  guint8      head[KOMA_GZIP_HEAD_BYTES] = { 0 };

  *self = (KomaTorchFile){ .fd = -1 };
  self->fd = koma_file_open (path, &self->size_bytes, error);
  if (self->fd < 0)
    return FALSE;
  if (self->size_bytes > KOMA_MAX_WEIGHT_BYTES)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "has %" G_GUINT64_FORMAT " bytes, at most %" G_GUINT64_FORMAT " are allowed",
                      self->size_bytes, KOMA_MAX_WEIGHT_BYTES);
  if (pread (self->fd, head, sizeof head, 0) == sizeof head && koma_gzip_is (head, sizeof head))
    return unpack (self, path, checksum, error);
  self->bytes = koma_hashed_file_map (paths, &self->size_bytes, 1, self->size_bytes, checksum);
  self->is_mapped = self->bytes != NULL;
  return self->is_mapped || checksum == NULL || hash (self, checksum, error);
}

void
koma_torch_file_clear (KomaTorchFile *self)
{
  if (self->fd >= 0)
    (void) close (self->fd);
  self->fd = -1;
  g_clear_pointer (&self->bytes, g_bytes_unref);
}

/**
 * koma_torch_file_read:
 * @buffer: (out): [size_bytes]
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_MODEL where the file ends before.
 */
gboolean
koma_torch_file_read (const KomaTorchFile *self,
                      guint64              offset,
                      gpointer             buffer,
                      gsize                size_bytes,
                      GError             **error)
{
  guint8 *out = buffer;
  gsize   length = 0;
  gssize  n = 1;

  if (offset > self->size_bytes || size_bytes > self->size_bytes - offset)
    return koma_fail (error, KOMA_ERROR_MODEL, "the file is cut short");
  if (self->bytes != NULL) {
    if (size_bytes > 0)
      memcpy (buffer, (const guint8 *) g_bytes_get_data (self->bytes, NULL) + offset, size_bytes);
    return TRUE;
  }
  while (length < size_bytes && n > 0) {
    do
      n = pread (self->fd, out + length, size_bytes - length, (off_t) (offset + length));
    while (n < 0 && errno == EINTR);
    length += (gsize) MAX (n, 0);
  }
  return length == size_bytes || koma_fail (error, KOMA_ERROR_MODEL, "the file is cut short");
}

/**
 * koma_torch_file_dup:
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_MODEL where the file ends before;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer full) (nullable): [size_bytes], or %NULL
 */
guint8 *
koma_torch_file_dup (const KomaTorchFile *self,
                     guint64              offset,
                     guint64              size_bytes,
                     GError             **error)
{
  g_autofree guint8 *data = NULL;

  /* Before memory is allocated. */
  if (offset > self->size_bytes || size_bytes > self->size_bytes - offset) {
    koma_fail (error, KOMA_ERROR_MODEL, "the file is cut short");
    return NULL;
  }
  data = g_try_malloc (MAX (size_bytes, 1));
  if (data == NULL) {
    koma_fail (error, KOMA_ERROR_MEMORY, "no memory for %" G_GUINT64_FORMAT " bytes", size_bytes);
    return NULL;
  }
  return koma_torch_file_read (self, offset, data, (gsize) size_bytes, error)
           ? g_steal_pointer (&data)
           : NULL;
}
