/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A tensor is a view of a storage: an offset, and for each dimension its size and how far its
 * elements lie apart. */

#include "tensor.h"

#include <string.h>

#include "engine/formats/tensorflow/tf-tensor.h"
#include "engine/koma/koma-error.h"

/* Bytes of tensors for each byte of the file, as they are stored: views may repeat elements. */
#define MAX_REPEATS 4
/* Bytes that are read for each byte of the file: a view may have its elements far apart. */
#define MAX_READS 64

typedef struct
{
  KomaTorchStorage storage;
  KomaShape        shape;
  guint64          strides[KOMA_MAX_RANK]; /* elements */
  gsize            count;
  guint64          at;           /* the first byte in the file */
  guint64          extent_bytes; /* up to the last one */
  gboolean         is_dense;     /* row-major, without holes */
} View;

static void
view_clear (View *view)
{
  koma_torch_storage_clear (&view->storage);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (View, view_clear)

void
koma_torch_tensors_init (KomaTorchTensors       *self,
                         const KomaTorchFile    *file,
                         const KomaTorchContent *content)
{
  *self = (KomaTorchTensors){
    .file = file,
    .content = content,
    .made = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                   (GDestroyNotify) koma_array_unref),
    .left_bytes = file->size_bytes * MAX_REPEATS,
    .left_read_bytes = file->size_bytes * MAX_READS,
  };
}

void
koma_torch_tensors_clear (KomaTorchTensors *self)
{
  g_clear_pointer (&self->made, g_hash_table_unref);
}

static gboolean
take_sizes (const KomaPickleValue *value, /* (nullable) */
            gint64                *sizes, /* [KOMA_MAX_RANK + 1] */
            guint                 *ret_n,
            GError               **error)
{
  const guint n = value != NULL ? koma_pickle_count (value) : 0;

  if (value == NULL || (value->kind != KOMA_PICKLE_TUPLE && value->kind != KOMA_PICKLE_LIST))
    return koma_fail (error, KOMA_ERROR_MODEL, "its shape is damaged");
  for (guint i = 0; i < n; i++) {
    const KomaPickleValue *size = koma_pickle_item (value, i);

    if (i > KOMA_MAX_RANK)
      break;
    if (size->kind != KOMA_PICKLE_INT || size->integer < 0 || size->integer > G_MAXINT32)
      return koma_fail (error, KOMA_ERROR_SHAPE, "its shape is damaged or too large");
    sizes[i] = size->integer;
  }
  *ret_n = MIN (n, KOMA_MAX_RANK + 1);
  return TRUE;
}

static gboolean
take_shape (const KomaPickleValue *tensor,
            View                  *view,
            GError               **error)
{
  gint64 sizes[KOMA_MAX_RANK + 1] = { 0 };
  gint64 strides[KOMA_MAX_RANK + 1] = { 0 };
  guint  n_sizes = 0;
  guint  n_strides = 0;

  if (!take_sizes (koma_pickle_item (tensor, 2), sizes, &n_sizes, error) ||
      !take_sizes (koma_pickle_item (tensor, 3), strides, &n_strides, error))
    return FALSE;
  if (n_sizes != n_strides)
    return koma_fail (error, KOMA_ERROR_MODEL, "it has %u dimensions and %u strides", n_sizes,
                      n_strides);
  if (!koma_tf_shape_make (sizes, n_sizes, &view->shape, error) ||
      !koma_shape_check (&view->shape, sizeof (double), &view->count, error))
    return FALSE;
  for (guint i = 0; i < n_strides; i++)
    view->strides[i] = (guint64) strides[i];
  return TRUE;
}

/* Elements from the first to the last; sizes and strides are below 2^31, and there are at most
 * KOMA_MAX_RANK of them: nothing overflows. */
static guint64
measure (View *view)
{
  guint64 last = 0;
  guint64 dense = 1;

  view->is_dense = TRUE;
  for (guint i = view->shape.rank; i > 0; i--) {
    const guint64 size = (guint64) view->shape.dims[i - 1];

    if (size == 0)
      return 0;
    last += (size - 1) * view->strides[i - 1];
    view->is_dense = view->is_dense && (size == 1 || view->strides[i - 1] == dense);
    dense *= size;
  }
  return last + 1;
}

static gboolean
place (KomaTorchTensors *self,
       guint64           offset,
       View             *view,
       GError          **error)
{
  const KomaTorchStorage *storage = &view->storage;
  const KomaTorchPart    *part = g_hash_table_lookup (self->content->storages, storage->key);
  const guint64           extent = measure (view);
  const guint64           size = storage->type->size_bytes;

  if (part == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "its storage “%.200s” is missing", storage->key);
  if (storage->count > part->size_bytes / size ||
      storage->first > part->size_bytes / size - storage->count)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "its storage “%.200s” has %" G_GUINT64_FORMAT
                      " bytes, too few for %" G_GUINT64_FORMAT " numbers of %s",
                      storage->key, part->size_bytes, storage->count, storage->type->name);
  if (offset > storage->count || extent > storage->count - offset)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "it reaches behind the %" G_GUINT64_FORMAT " numbers of its storage “%.200s”",
                      storage->count, storage->key);
  view->at = part->offset + (storage->first + offset) * size;
  view->extent_bytes = extent * size;
  return TRUE;
}

static gboolean
parse (KomaTorchTensors      *self,
       const KomaPickleValue *tensor,
       View                  *view,
       GError               **error)
{
  const KomaPickleValue *storage = koma_pickle_item (tensor, 0);
  const KomaPickleValue *offset = koma_pickle_item (tensor, 1);

  if (storage == NULL || offset == NULL || offset->kind != KOMA_PICKLE_INT || offset->integer < 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "it is described in an unknown way");
  return koma_torch_storage_parse (storage, &view->storage, error) &&
         take_shape (tensor, view, error) &&
         place (self, (guint64) offset->integer, view, error);
}

/* Tensors with the same of it are the same. */
static char *
name_view (const View *view)
{
  GString *name = g_string_new (NULL);

  g_string_append_printf (name, "%s %" G_GUINT64_FORMAT, view->storage.type->name, view->at);
  for (guint i = 0; i < view->shape.rank; i++)
    g_string_append_printf (name, " %" G_GINT64_FORMAT ":%" G_GUINT64_FORMAT, view->shape.dims[i],
                            view->strides[i]);
  return g_string_free (name, FALSE);
}

/* Copies the elements of a view so that they are dense. */
static void
gather (const View   *view,
        const guint8 *from,
        guint8       *to)
{
  const gsize size = view->storage.type->size_bytes;
  guint64     index[KOMA_MAX_RANK] = { 0 };
  guint64     at = 0;

  for (gsize i = 0; i < view->count; i++) {
    memcpy (to + i * size, from + at * size, size);
    for (guint k = view->shape.rank; k > 0; k--) {
      at += view->strides[k - 1];
      if (++index[k - 1] < (guint64) view->shape.dims[k - 1])
        break;
      at -= index[k - 1] * view->strides[k - 1];
      index[k - 1] = 0;
    }
  }
}

/* No file may ask for far more than it has. */
static gboolean
charge (KomaTorchTensors *self,
        const View       *view,
        GError          **error)
{
  const guint64 stored_bytes = (guint64) view->count * view->storage.type->size_bytes;

  if (stored_bytes > self->left_bytes || view->extent_bytes > self->left_read_bytes)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "with those before it, it has more than %d times the bytes of the file",
                      stored_bytes > self->left_bytes ? MAX_REPEATS : MAX_READS);
  self->left_bytes -= stored_bytes;
  self->left_read_bytes -= view->extent_bytes;
  return TRUE;
}

/* (nullable) Where it can stay in the file. */
static KomaArray *
find_mapped (const KomaTorchTensors *self,
             const View             *view)
{
  const KomaStoredType *type = view->storage.type;

  if (!self->file->is_mapped || !view->is_dense || view->count == 0 ||
      !koma_stored_type_is_plain (type) || view->at % type->size_bytes != 0)
    return NULL;
  return koma_array_new_from_file_bytes (type->dtype, &view->shape, self->file->bytes, view->at,
                                         NULL);
}

static KomaArray *
read_array (const KomaTorchTensors *self,
            const View             *view,
            GError                **error)
{
  const KomaStoredType *type = view->storage.type;
  g_autoptr (KomaArray) array = koma_array_new (type->dtype, &view->shape, error);
  g_autofree guint8 *stored = NULL;
  g_autofree guint8 *dense = NULL;

  if (array == NULL || view->count == 0)
    return g_steal_pointer (&array);
  if (view->is_dense && koma_stored_type_is_plain (type))
    return koma_torch_file_read (self->file, view->at, array->data, (gsize) view->extent_bytes,
                                 error)
             ? g_steal_pointer (&array)
             : NULL;
  stored = koma_torch_file_dup (self->file, view->at, view->extent_bytes, error);
  if (stored == NULL)
    return NULL;
  if (!view->is_dense) {
    dense = g_try_malloc_n (view->count, type->size_bytes);
    if (dense == NULL) {
      koma_fail (error, KOMA_ERROR_MEMORY, "no memory for %zu numbers", view->count);
      return NULL;
    }
    gather (view, stored, dense);
  }
  koma_stored_type_expand (type, dense != NULL ? dense : stored, array);
  return g_steal_pointer (&array);
}

/**
 * koma_torch_tensors_make:
 * @tensor: of kind %KOMA_PICKLE_TENSOR
 *
 * Half precision becomes float32, as koma_stored_type_expand() says. Tensors of the same elements
 * are one array.
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_MODEL where it is damaged or lies outside
 * of its storage; %KOMA_ERROR_SHAPE; %KOMA_ERROR_MEMORY where all tensors have far more bytes than
 * the file; those of koma_torch_storage_parse() and koma_torch_file_read().
 *
 * Returns: (transfer full) (nullable): its numbers, or %NULL
 */
KomaArray *
koma_torch_tensors_make (KomaTorchTensors      *self,
                         const KomaPickleValue *tensor,
                         GError               **error)
{
  g_auto (View) view = { 0 };
  g_autofree char *name = NULL;
  KomaArray       *array = NULL;

  if (!parse (self, tensor, &view, error))
    return NULL;
  name = name_view (&view);
  array = g_hash_table_lookup (self->made, name);
  if (array != NULL)
    return koma_array_ref (array);
  if (!charge (self, &view, error))
    return NULL;
  array = find_mapped (self, &view);
  if (array == NULL)
    array = read_array (self, &view, error);
  if (array == NULL)
    return NULL;
  if (koma_stored_type_is_half (view.storage.type))
    self->n_float16 += array->count;
  g_hash_table_insert (self->made, g_steal_pointer (&name), koma_array_ref (array));
  return array;
}
