/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TensorFlow's checkpoints (tensorflow/core/util/tensor_bundle): "variables.index" is a table of
 * where each tensor lies, "variables.data-00000-of-00001" and so on have the numbers. */

#include "bundle.h"

#include <string.h>

#include "crc32c.h"
#include "engine/formats/file-part.h"
#include "engine/formats/graphdef/pb-attrs.h"
#include "engine/formats/hashed-file.h"
#include "engine/formats/tensorflow/tf-tensor.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "slice.h"
#include "table.h"

typedef Koma__Tf__BundleHeader BundleHeader;
typedef Koma__Tf__BundleEntry  BundleEntry;

#define BIG_ENDIAN_NUMBERS 1

struct _KomaBundle
{
  char            *prefix;
  KomaContentHash *checksum; /* (borrowed) */
  GHashTable      *table;    /* GBytes → GBytes */
  int              n_shards;
  gboolean         is_swapped;
  guint64          read_bytes;
};

static void
header_free (BundleHeader *header)
{
  koma__tf__bundle_header__free_unpacked (header, NULL);
}

static void
entry_free (BundleEntry *entry)
{
  koma__tf__bundle_entry__free_unpacked (entry, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BundleHeader, header_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (BundleEntry, entry_free)

static GBytes *
look_up (const KomaBundle *self,
         gconstpointer     key,
         gsize             length)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (key, length);

  return g_hash_table_lookup (self->table, bytes);
}

/* It stands under the empty key. */
static gboolean
read_header (KomaBundle *self,
             GError    **error)
{
  GBytes       *bytes = look_up (self, "", 0);
  gsize         length = 0;
  const guint8 *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  g_autoptr (BundleHeader) header = NULL;

  header = bytes != NULL ? koma__tf__bundle_header__unpack (NULL, length, data) : NULL;
  if (header == NULL || header->num_shards < 1)
    return koma_fail (error, KOMA_ERROR_MODEL, "the index of the checkpoint has no header");
  self->n_shards = header->num_shards;
  self->is_swapped = header->endianness == BIG_ENDIAN_NUMBERS;
  return TRUE;
}

static gboolean
read_index (KomaBundle *self,
            GError    **error)
{
  g_autofree char *path = g_strconcat (self->prefix, ".index", NULL);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *data = NULL;
  gsize            length = 0;

  if (!koma_hashed_file_read (path, KOMA_MAX_SIDE_BYTES, self->checksum, &data, &length, error))
    return FALSE;
  self->table = koma_table_read ((const guint8 *) data, length, error);
  if (self->table == NULL || !read_header (self, error)) {
    g_prefix_error (error, "%s: ", name);
    return FALSE;
  }
  return TRUE;
}

/**
 * koma_bundle_open:
 * @prefix: the path of the index without ".index"
 * @checksum: (transfer none): is fed all bytes that are read; outlives the bundle
 * @error: return location
 *
 * Reads the index of a checkpoint.
 *
 * Thread: any; blocks on the disk. Errors: those of koma_file_read() and koma_table_read(),
 * %KOMA_ERROR_MODEL.
 *
 * Returns: (transfer full): the checkpoint, or %NULL
 */
KomaBundle *
koma_bundle_open (const char      *prefix,
                  KomaContentHash *checksum,
                  GError         **error)
{
  g_autoptr (KomaBundle) self = g_new0 (KomaBundle, 1);

  self->prefix = g_strdup (prefix);
  self->checksum = checksum;
  return read_index (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_bundle_free:
 * @bundle: (nullable) (transfer full): a checkpoint
 */
void
koma_bundle_free (KomaBundle *bundle)
{
  if (bundle == NULL)
    return;
  g_clear_pointer (&bundle->table, g_hash_table_unref);
  g_free (bundle->prefix);
  g_free (bundle);
}

/**
 * koma_bundle_has:
 *
 * Returns: whether there is a tensor under @key
 */
gboolean
koma_bundle_has (const KomaBundle *bundle,
                 const char       *key)
{
  return *key != '\0' && look_up (bundle, key, strlen (key)) != NULL;
}

static BundleEntry *
find_entry (const KomaBundle *self,
            gconstpointer     key,
            gsize             length,
            GError          **error)
{
  GBytes       *bytes = length > 0 ? look_up (self, key, length) : NULL;
  gsize         n_bytes = 0;
  const guint8 *data = bytes != NULL ? g_bytes_get_data (bytes, &n_bytes) : NULL;
  BundleEntry  *entry = NULL;

  entry = bytes != NULL ? koma__tf__bundle_entry__unpack (NULL, n_bytes, data) : NULL;
  if (entry == NULL)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "it is %s the checkpoint",
                 bytes == NULL ? "not in" : "damaged in the index of");
  return entry;
}

/* Of a big-endian machine: each number the other way around. */
static void
swap_bytes (guint8 *bytes, /* [size_bytes] */
            gsize   size_bytes,
            gsize   element_bytes)
{
  for (gsize start = 0; start + element_bytes <= size_bytes; start += element_bytes) {
    for (gsize i = 0; i < element_bytes / 2; i++) {
      const guint8 byte = bytes[start + i];

      bytes[start + i] = bytes[start + element_bytes - 1 - i];
      bytes[start + element_bytes - 1 - i] = byte;
    }
  }
}

static guint8 *
read_numbers (KomaBundle        *self,
              const BundleEntry *entry,
              GError           **error)
{
  g_autofree char   *path = NULL;
  g_autofree guint8 *bytes = NULL;

  if (entry->shard_id < 0 || entry->shard_id >= self->n_shards || entry->offset < 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "shard %d of %d, byte %" G_GINT64_FORMAT ": there is no such place",
                 entry->shard_id, self->n_shards, entry->offset);
    return NULL;
  }
  path = g_strdup_printf ("%s.data-%05d-of-%05d", self->prefix, entry->shard_id, self->n_shards);
  bytes = koma_file_part_read (path, (guint64) entry->offset, (gsize) entry->size, error);
  if (bytes == NULL)
    return NULL;
  if (koma_crc32c_masked (bytes, (gsize) entry->size) != entry->crc32c) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "its numbers do not fit their checksum");
    return NULL;
  }
  koma_content_hash_update (self->checksum, bytes, (gsize) entry->size);
  return g_steal_pointer (&bytes);
}

/* The size of the entry is compared with the shape before anything is read. */
static KomaArray *
read_tensor (KomaBundle        *self,
             const BundleEntry *entry,
             GError           **error)
{
  KomaTfTensor       from = { .dtype = koma_tf_dtype_from_number (entry->dtype) };
  KomaArray         *tensor = NULL;
  g_autofree guint8 *bytes = NULL;
  gsize              count = 0;

  if (from.dtype == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "expected numbers that Koma can hold, found type %d of TensorFlow", entry->dtype);
    return NULL;
  }
  if (!koma_graphdef_shape_read (entry->shape, &from.shape, error) ||
      !koma_shape_check (&from.shape, sizeof (double), &count, error))
    return NULL;
  if (entry->size < 0 || (guint64) entry->size != count * from.dtype->size || count == 0) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE,
                 "expected %zu bytes for its shape, found %" G_GINT64_FORMAT,
                 count * from.dtype->size, entry->size);
    return NULL;
  }
  self->read_bytes += (guint64) entry->size;
  if (self->read_bytes > KOMA_MAX_WEIGHT_BYTES) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "the variables have more than %" G_GUINT64_FORMAT " bytes together",
                 KOMA_MAX_WEIGHT_BYTES);
    return NULL;
  }

  bytes = read_numbers (self, entry, error);
  if (bytes == NULL)
    return NULL;
  if (self->is_swapped)
    swap_bytes (bytes, (gsize) entry->size, from.dtype->size);
  from.content = bytes;
  from.content_bytes = (gsize) entry->size;
  return koma_tf_tensor_make (&from, &tensor, error) ? tensor : NULL;
}

/* A variable that was saved in parts is stored under a key for each, and read part by part. */
static BundleEntry *
find_slice (const KomaBundle  *self,
            const char        *key,
            const BundleEntry *whole,
            const char        *slice,
            GError           **error)
{
  g_autoptr (GByteArray) slice_key = koma_slice_find_key (key, whole, slice);

  if (slice_key != NULL)
    return find_entry (self, slice_key->data, slice_key->len, error);
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
               "it is stored in other parts (%zu) than it is read in (“%s”). Save the model again "
               "without partitioned variables",
               whole->n_slices, slice);
  return NULL;
}

/**
 * koma_bundle_read:
 * @bundle: a checkpoint
 * @key: under which the tensor is stored
 * @slice: which part of it, as RestoreV2 has it; "" is all of it
 * @error: return location
 *
 * Reads a tensor.
 *
 * Thread: any, one at a time; blocks on the disk. Errors: %KOMA_ERROR_MODEL where it is not there
 * or damaged; %KOMA_ERROR_UNSUPPORTED where it holds no numbers, or is stored in other parts;
 * %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY, #GFileError. They name the tensor.
 *
 * Returns: (transfer full): the tensor, or %NULL
 */
KomaArray *
koma_bundle_read (KomaBundle *bundle,
                  const char *key,
                  const char *slice,
                  GError    **error)
{
  g_autoptr (BundleEntry) entry = find_entry (bundle, key, strlen (key), error);
  KomaArray *tensor = NULL;

  if (entry != NULL && (entry->n_slices > 0 || !koma_slice_is_whole (slice, entry->shape))) {
    BundleEntry *part = find_slice (bundle, key, entry, slice, error);

    entry_free (g_steal_pointer (&entry));
    entry = part;
  }
  if (entry != NULL)
    tensor = read_tensor (bundle, entry, error);
  if (tensor == NULL)
    g_prefix_error (error, "“%s”: ", key);
  return tensor;
}
