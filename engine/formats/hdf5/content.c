/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "content.h"

#include <string.h>

#include "dataset.h"
#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "group.h"

#define HEAP_HEADER_BYTES 16

/* A text of any length lies in a heap, under a number. */
static gboolean
find_in_heap (KomaHdf5     *self,
              guint64       address,
              guint64       index,
              KomaHdf5Part *ret_object,
              GError      **error)
{
  KomaHdf5Part heap = { 0 };
  guint64      found = G_MAXUINT64;

  if (!koma_hdf5_get_part (self, address, HEAP_HEADER_BYTES, &heap, error))
    return FALSE;
  if (memcmp (heap.data, "GCOL", 4) != 0 ||
      koma_little_endian_read (heap.data + 8, 8) < HEAP_HEADER_BYTES)
    return koma_fail (error, KOMA_ERROR_MODEL, "there is no heap where a text should be");
  if (!koma_hdf5_get_part (self, address, koma_little_endian_read (heap.data + 8, 8), &heap, error))
    return FALSE;
  koma_hdf5_take (&heap, HEAP_HEADER_BYTES, NULL);
  while (koma_hdf5_take_number (&heap, 2, &found) && found != 0) {
    guint64 size = 0;

    if (!koma_hdf5_take (&heap, 6, NULL) || !koma_hdf5_take_number (&heap, 8, &size) ||
        size > heap.size_bytes || !koma_hdf5_take (&heap, (gsize) size, ret_object))
      break;
    if (found == index)
      return TRUE;
    (void) koma_hdf5_take (&heap, (8 - size % 8) % 8, NULL);
  }
  return koma_fail (error, KOMA_ERROR_MODEL, "a text is not in its heap");
}

static char *
read_value (KomaHdf5    *self,
            KomaHdf5Part dtype_part,
            KomaHdf5Part value,
            GError     **error)
{
  KomaHdf5DType dtype = { 0 };
  KomaHdf5Part  text = { 0 };
  guint64       length = 0;
  guint64       address = 0;
  guint64       index = 0;

  if (!koma_hdf5_read_dtype (dtype_part, &dtype) ||
      !koma_hdf5_take (&value, dtype.size_bytes, &text)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "it is damaged");
    return NULL;
  }
  if (dtype.class_number == KOMA_HDF5_IS_STRING)
    return g_strndup ((const char *) text.data, text.size_bytes);
  /* A text, and no list of something else. */
  if (dtype.class_number != KOMA_HDF5_IS_VARIABLE_LENGTH || (dtype.bits & 0xf) != 1 ||
      !koma_hdf5_take_number (&text, 4, &length) || !koma_hdf5_take_number (&text, 8, &address) ||
      !koma_hdf5_take_number (&text, 4, &index)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "expected a text, found another type");
    return NULL;
  }
  if (!find_in_heap (self, address, index, &text, error))
    return NULL;
  return g_strndup ((const char *) text.data, MIN (length, text.size_bytes));
}

static gsize
pad (guint64  size,
     gboolean is_padded)
{
  return is_padded ? (gsize) ((size + 7) / 8 * 8) : (gsize) size;
}

/* Whether it is the attribute @name; then its type and its value. */
static gboolean
match_attribute (KomaHdf5Part  part,
                 const char   *name,
                 KomaHdf5Part *ret_dtype,
                 KomaHdf5Part *ret_value)
{
  guint64      version = 0;
  guint64      name_bytes = 0;
  guint64      dtype_bytes = 0;
  guint64      shape_bytes = 0;
  KomaHdf5Part found = { 0 };

  if (!koma_hdf5_take_number (&part, 1, &version) || !koma_hdf5_take (&part, 1, NULL) ||
      !koma_hdf5_take_number (&part, 2, &name_bytes) ||
      !koma_hdf5_take_number (&part, 2, &dtype_bytes) ||
      !koma_hdf5_take_number (&part, 2, &shape_bytes) || version < 1 || version > 3 ||
      !koma_hdf5_take (&part, version == 3 ? 1 : 0, NULL) ||
      !koma_hdf5_take (&part, pad (name_bytes, version == 1), &found))
    return FALSE;
  if (found.size_bytes <= strlen (name) || memcmp (found.data, name, strlen (name) + 1) != 0)
    return FALSE;
  if (!koma_hdf5_take (&part, pad (dtype_bytes, version == 1), ret_dtype) ||
      !koma_hdf5_take (&part, pad (shape_bytes, version == 1), NULL))
    return FALSE;
  *ret_value = part;
  return TRUE;
}

/**
 * koma_hdf5_read_text:
 * @name: of an attribute of the root group
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it is damaged or no text; those of
 * koma_hdf5_read_object().
 *
 * Returns: (transfer full) (nullable): the text; %NULL where there is none, or with an error
 */
char *
koma_hdf5_read_text (KomaHdf5   *self,
                     const char *name,
                     GError    **error)
{
  g_autoptr (GArray) messages = koma_hdf5_read_object (self, self->root, error);

  for (guint i = 0; messages != NULL && i < messages->len; i++) {
    const KomaHdf5Message *message = &g_array_index (messages, KomaHdf5Message, i);
    KomaHdf5Part           dtype = { 0 };
    KomaHdf5Part           value = { 0 };
    char                  *text = NULL;

    if (message->type != KOMA_HDF5_ATTRIBUTE ||
        !match_attribute (message->part, name, &dtype, &value))
      continue;
    text = read_value (self, dtype, value, error);
    if (text == NULL)
      g_prefix_error (error, "“%s”: ", name);
    return text;
  }
  return NULL;
}

typedef struct
{
  KomaHdf5   *file;
  GHashTable *tensors;
  guint       n_objects; /* seen: links may form circles */
  guint64     read_bytes;
} Walk;

static gboolean walk (Walk *self, guint64 address, const char *path, guint depth, GError **error);

static gboolean
walk_group (Walk                  *self,
            const KomaHdf5Message *table,
            const char            *path,
            guint                  depth,
            GError               **error)
{
  g_autoptr (GArray) links = koma_hdf5_read_links (self->file, table, error);

  if (links == NULL)
    return FALSE;
  if (depth > KOMA_MAX_NESTING)
    return koma_fail (error, KOMA_ERROR_MODEL, "groups are nested deeper than %d",
                      KOMA_MAX_NESTING);
  for (guint i = 0; i < links->len; i++) {
    const KomaHdf5Link *link = &g_array_index (links, KomaHdf5Link, i);
    g_autofree char    *below = *path == '\0' ? g_strdup (link->name)
                                              : g_strconcat (path, "/", link->name, NULL);

    if (!walk (self, link->address, below, depth + 1, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
walk (Walk       *self,
      guint64     address,
      const char *path,
      guint       depth,
      GError    **error)
{
  g_autoptr (GArray) messages = koma_hdf5_read_object (self->file, address, error);
  const KomaHdf5Message *table = NULL;
  KomaArray             *tensor = NULL;
  g_autoptr (GError) dataset_error = NULL;

  if (messages == NULL)
    return FALSE;
  if (++self->n_objects > KOMA_MAX_NODES)
    return koma_fail (error, KOMA_ERROR_MEMORY, "there are more than %d objects", KOMA_MAX_NODES);
  table = koma_hdf5_find_message (messages, KOMA_HDF5_SYMBOL_TABLE);
  if (table != NULL)
    return walk_group (self, table, path, depth, error);
  if (koma_hdf5_find_message (messages, KOMA_HDF5_LINK_INFO) != NULL)
    return koma_hdf5_fail_newer (error);

  tensor = koma_hdf5_read_dataset (self->file, messages, &dataset_error);
  if (dataset_error != NULL) {
    g_propagate_prefixed_error (error, g_steal_pointer (&dataset_error), "“%s”: ", path);
    return FALSE;
  }
  if (tensor == NULL)
    return TRUE;
  self->read_bytes += koma_array_get_size_bytes (tensor);
  g_hash_table_insert (self->tensors, g_strdup (path), tensor);
  return self->read_bytes <= KOMA_MAX_WEIGHT_BYTES ||
         koma_fail (error, KOMA_ERROR_MEMORY, "it has more than %" G_GUINT64_FORMAT " bytes",
                    KOMA_MAX_WEIGHT_BYTES);
}

/* (nullable) What of @name lies behind @group: "" where it is the group itself. Keras 2.12 on
 * Windows made one group of a path, "layers\\conv2d". */
static const char *
cut_group (const char *name,
           const char *group)
{
  const gsize n = strlen (group);

  if (n == 0)
    return name;
  if (strncmp (name, group, n) != 0)
    return NULL;
  if (name[n] == '\\')
    return name + n + 1;
  return name[n] == '\0' ? name + n : NULL;
}

static gboolean
walk_root (Walk       *self,
           const char *group,
           GError    **error)
{
  g_autoptr (GArray) messages = koma_hdf5_read_object (self->file, self->file->root, error);
  const KomaHdf5Message *table = NULL;
  g_autoptr (GArray) links = NULL;

  if (messages == NULL)
    return FALSE;
  table = koma_hdf5_find_message (messages, KOMA_HDF5_SYMBOL_TABLE);
  links = table != NULL ? koma_hdf5_read_links (self->file, table, error) : NULL;
  if (table != NULL && links == NULL)
    return FALSE;
  for (guint i = 0; links != NULL && i < links->len; i++) {
    const KomaHdf5Link *link = &g_array_index (links, KomaHdf5Link, i);
    const char         *behind = cut_group (link->name, group);
    g_autofree char    *path = g_strdelimit (g_strdup (behind != NULL ? behind : ""), "\\", '/');

    if (behind != NULL && !walk (self, link->address, path, 0, error))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_hdf5_read_tensors:
 * @group: name of a group in the root group, or "": all of them
 *
 * Thread: any. Errors: those of koma_hdf5_read_object(), koma_hdf5_read_links() and
 * koma_hdf5_read_dataset(). They name the dataset.
 *
 * Returns: (transfer full) (element-type utf8 KomaArray): all numbers below it, none where there
 *   is no such group; or %NULL
 */
GHashTable *
koma_hdf5_read_tensors (KomaHdf5   *self,
                        const char *group,
                        GError    **error)
{
  g_autoptr (GHashTable) tensors =
    g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) koma_array_unref);
  Walk walking = { .file = self, .tensors = tensors };

  return walk_root (&walking, group, error) ? g_steal_pointer (&tensors) : NULL;
}
