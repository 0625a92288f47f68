/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers of a safetensors file. Where another process opens the files, and keeps them, float32 and
 * int32 stay in the mapped file; else each is read to where it will lie, and nothing is copied. */

#include "safetensors-file.h"

#include <errno.h>
#include <unistd.h>

#include "engine/formats/file.h"
#include "engine/formats/hashed-file.h"
#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "engine/model/content-hash.h"
#include "safetensors.h"

typedef struct
{
  int              fd; /* at the byte behind the last that was taken */
  guint64          size_bytes;
  GBytes          *mapped;   /* (nullable) */
  guint64          data_at;  /* of the numbers in the file */
  KomaContentHash *checksum; /* (nullable) */
  KomaHubWeights  *weights;
} Reading;

static void
reading_clear (Reading *self)
{
  if (self->fd >= 0)
    (void) close (self->fd);
  g_clear_pointer (&self->mapped, g_bytes_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

/* The next bytes. */
static gboolean
take (Reading *self,
      gpointer buffer,
      gsize    size_bytes,
      GError **error)
{
  guint8 *out = buffer;
  gsize   length = 0;
  gssize  n = 1;

  while (length < size_bytes && n > 0) {
    do
      n = read (self->fd, out + length, size_bytes - length);
    while (n < 0 && errno == EINTR);
    length += (gsize) MAX (n, 0);
  }
  if (length < size_bytes)
    return koma_fail (error, KOMA_ERROR_MODEL, "the file is cut short");
  if (self->checksum != NULL && self->mapped == NULL)
    koma_content_hash_update (self->checksum, buffer, size_bytes);
  return TRUE;
}

static GArray *
read_header (Reading *self,
             GError **error)
{
  guint8           number[KOMA_SAFETENSORS_LENGTH_BYTES] = { 0 };
  guint64          length = 0;
  g_autofree char *text = NULL;

  if (!take (self, number, sizeof number, error))
    return NULL;
  length = koma_little_endian_read (number, sizeof number);
  if (length > KOMA_SAFETENSORS_MAX_HEADER_BYTES || length > self->size_bytes - sizeof number) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "expected a header of at most %" G_GUINT64_FORMAT
                 " bytes, found %" G_GUINT64_FORMAT "; it is cut short, or no safetensors file",
                 MIN (self->size_bytes - sizeof number, KOMA_SAFETENSORS_MAX_HEADER_BYTES), length);
    return NULL;
  }
  text = g_try_malloc (length + 1);
  if (text == NULL || !take (self, text, length, error)) {
    if (text == NULL)
      g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "no memory for the header");
    return NULL;
  }
  self->data_at = sizeof number + length;
  return koma_safetensors_parse (text, length, self->size_bytes - self->data_at, error);
}

/* Where it lies in the mapped file; NULL where it is to be read. */
static KomaArray *
find_mapped (Reading              *self,
             const KomaSafetensor *tensor)
{
  const guint64 at = self->data_at + tensor->begin;

  if (self->mapped == NULL || !koma_stored_type_is_plain (tensor->type) ||
      tensor->begin == tensor->end || at % tensor->type->size_bytes != 0)
    return NULL;
  return koma_array_new_from_file_bytes (tensor->type->dtype, &tensor->shape, self->mapped, at,
                                         NULL);
}

static KomaArray *
read_array (Reading              *self,
            const KomaSafetensor *tensor,
            GError              **error)
{
  const gsize size_bytes = (gsize) (tensor->end - tensor->begin);
  g_autoptr (KomaArray) array = koma_array_new (tensor->type->dtype, &tensor->shape, error);
  g_autofree guint8 *stored = NULL;

  if (array == NULL)
    return NULL;
  if (self->mapped != NULL) {
    const guint8 *data = g_bytes_get_data (self->mapped, NULL);

    koma_stored_type_expand (tensor->type, data + self->data_at + tensor->begin, array);
    return g_steal_pointer (&array);
  }
  if (koma_stored_type_is_plain (tensor->type))
    return take (self, array->data, size_bytes, error) ? g_steal_pointer (&array) : NULL;
  stored = g_try_malloc (MAX (size_bytes, 1));
  if (stored == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "no memory for %zu bytes", size_bytes);
    return NULL;
  }
  if (!take (self, stored, size_bytes, error))
    return NULL;
  koma_stored_type_expand (tensor->type, stored, array);
  return g_steal_pointer (&array);
}

static gboolean
add_tensor (Reading              *self,
            const KomaSafetensor *tensor,
            GError              **error)
{
  g_autoptr (KomaArray) array = find_mapped (self, tensor);

  if (array == NULL)
    array = read_array (self, tensor, error);
  if (array != NULL && koma_stored_type_is_half (tensor->type))
    self->weights->n_float16 += array->count;
  if (array != NULL && koma_hub_weights_add (self->weights, tensor->name, array, error))
    return TRUE;
  g_prefix_error (error, "weight “%.200s”: ", tensor->name);
  return FALSE;
}

static gboolean
read_file (Reading *self,
           GError **error)
{
  g_autoptr (GArray) tensors = NULL;

  if (self->size_bytes < KOMA_SAFETENSORS_LENGTH_BYTES)
    return koma_fail (error, KOMA_ERROR_MODEL, "the file is cut short");
  if (self->size_bytes > KOMA_MAX_WEIGHT_BYTES)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "has %" G_GUINT64_FORMAT " bytes, at most %" G_GUINT64_FORMAT " are allowed",
                      self->size_bytes, KOMA_MAX_WEIGHT_BYTES);
  tensors = read_header (self, error);
  for (guint i = 0; tensors != NULL && i < tensors->len; i++)
    if (!add_tensor (self, &g_array_index (tensors, KomaSafetensor, i), error))
      return FALSE;
  return tensors != NULL;
}

/**
 * koma_safetensors_file_read:
 * @path: a safetensors file
 * @checksum: (nullable): is fed the file's bytes
 * @weights: gets the tensors, and how many numbers of half precision were made float32
 * @error: return location
 *
 * Thread: any; blocks on the disk. Errors: those of koma_safetensors_parse(); %KOMA_ERROR_MODEL
 * where the file is damaged or a weight is there already; %KOMA_ERROR_MEMORY; #GFileError. They
 * name the file.
 *
 * Returns: whether it was read
 */
gboolean
koma_safetensors_file_read (const char      *path,
                            KomaContentHash *checksum,
                            KomaHubWeights  *weights,
                            GError         **error)
{
  char *const paths[] = { (char *) path };
  g_auto (Reading) self = { .fd = -1, .checksum = checksum, .weights = weights };

  self.fd = koma_file_open (path, &self.size_bytes, error);
  if (self.fd < 0)
    return FALSE;
  self.mapped = koma_hashed_file_map (paths, &self.size_bytes, 1, self.size_bytes, checksum);
  return read_file (&self, error) || koma_file_prefix_error (path, error);
}
