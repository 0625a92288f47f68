/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Groups: a B-tree, whose leaves are nodes of symbols, and a heap of their names. */

#include "group.h"

#include <string.h>

#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

#define NODE_HEADER_BYTES 24
#define LEAF_HEADER_BYTES 8
#define HEAP_HEADER_BYTES 32
#define SYMBOL_BYTES      40
#define SOFT_LINK         2

typedef struct
{
  KomaHdf5    *file;
  KomaHdf5Part names;
  GArray      *links; /* KomaHdf5Link */
} Reading;

static void
clear_link (gpointer data)
{
  g_free (((KomaHdf5Link *) data)->name);
}

static gboolean
add_link (Reading      *self,
          const guint8 *symbol, /* [SYMBOL_BYTES] */
          GError      **error)
{
  const guint64 offset = koma_little_endian_read (symbol, 8);
  KomaHdf5Link  link = { .address = koma_little_endian_read (symbol + 8, 8) };
  const gsize   room = offset < self->names.size_bytes ? self->names.size_bytes - offset : 0;
  const gsize   length = strnlen ((const char *) self->names.data + (room > 0 ? offset : 0), room);

  if (koma_little_endian_read (symbol + 16, 4) == SOFT_LINK)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "it has links, which Keras does not make");
  if (length == 0 || length == room || length > KOMA_MAX_CHECKPOINT_KEY_BYTES ||
      !g_utf8_validate ((const char *) self->names.data + offset, (gssize) length, NULL))
    return koma_fail (error, KOMA_ERROR_MODEL, "an object in a group has no name");
  if (self->links->len >= KOMA_MAX_NODES)
    return koma_fail (error, KOMA_ERROR_MEMORY, "a group has more than %d objects",
                      KOMA_MAX_NODES);
  link.name = g_strndup ((const char *) self->names.data + offset, length);
  g_array_append_val (self->links, link);
  return TRUE;
}

static gboolean
read_leaf (Reading *self,
           guint64  address,
           GError **error)
{
  KomaHdf5Part head = { 0 };
  KomaHdf5Part symbols = { 0 };
  guint64      n = 0;

  if (!koma_hdf5_get_part (self->file, address, LEAF_HEADER_BYTES, &head, error))
    return FALSE;
  if (memcmp (head.data, "SNOD", 4) != 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "a group is damaged: it has no list of objects");
  n = koma_little_endian_read (head.data + 6, 2);
  if (!koma_hdf5_get_part (self->file, address + LEAF_HEADER_BYTES, n * SYMBOL_BYTES, &symbols,
                           error))
    return FALSE;
  for (guint64 i = 0; i < n; i++)
    if (!add_link (self, symbols.data + i * SYMBOL_BYTES, error))
      return FALSE;
  return TRUE;
}

/* Nodes of one level only point to those of the level below, so that they can be no circle. */
static gboolean
read_node (Reading *self,
           guint64  address,
           guint    max_level,
           GError **error)
{
  KomaHdf5Part head = { 0 };
  KomaHdf5Part children = { 0 };
  guint64      n = 0;
  guint        level = 0;

  if (!koma_hdf5_get_part (self->file, address, NODE_HEADER_BYTES, &head, error))
    return FALSE;
  level = head.data[5];
  n = koma_little_endian_read (head.data + 6, 2);
  if (memcmp (head.data, "TREE", 4) != 0 || head.data[4] != 0 || level > max_level || n == 0)
    return n == 0 && memcmp (head.data, "TREE", 4) == 0
             ? TRUE
             : koma_fail (error, KOMA_ERROR_MODEL, "a group is damaged: it has no tree");
  /* A key stands before each child. */
  if (!koma_hdf5_get_part (self->file, address + NODE_HEADER_BYTES,
                           n * 2 * KOMA_HDF5_ADDRESS_BYTES, &children, error))
    return FALSE;
  for (guint64 i = 0; i < n; i++) {
    const guint64 child =
      koma_little_endian_read (children.data + (2 * i + 1) * KOMA_HDF5_ADDRESS_BYTES, 8);

    if (level > 0 ? !read_node (self, child, level - 1, error) : !read_leaf (self, child, error))
      return FALSE;
  }
  return TRUE;
}

static gboolean
open_heap (Reading *self,
           guint64  address,
           GError **error)
{
  KomaHdf5Part head = { 0 };

  if (!koma_hdf5_get_part (self->file, address, HEAP_HEADER_BYTES, &head, error))
    return FALSE;
  if (memcmp (head.data, "HEAP", 4) != 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "a group is damaged: it has no names");
  return koma_hdf5_get_part (self->file, koma_little_endian_read (head.data + 24, 8),
                             koma_little_endian_read (head.data + 8, 8), &self->names, error);
}

/**
 * koma_hdf5_read_links:
 * @table: the message of a group that says where its objects are listed
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where the group is damaged, %KOMA_ERROR_UNSUPPORTED where
 * it has soft links, %KOMA_ERROR_MEMORY above %KOMA_MAX_NODES.
 *
 * Returns: (transfer full) (element-type KomaHdf5Link): what is in the group, or %NULL
 */
GArray *
koma_hdf5_read_links (KomaHdf5              *self,
                      const KomaHdf5Message *table,
                      GError               **error)
{
  KomaHdf5Part part = table->part;
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (KomaHdf5Link));
  Reading reading = { .file = self, .links = links };
  guint64 tree = 0;
  guint64 heap = 0;

  g_array_set_clear_func (links, clear_link);
  if (!koma_hdf5_take_number (&part, KOMA_HDF5_ADDRESS_BYTES, &tree) ||
      !koma_hdf5_take_number (&part, KOMA_HDF5_ADDRESS_BYTES, &heap)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "a group is damaged: it is too short");
    return NULL;
  }
  if (!open_heap (&reading, heap, error) || !read_node (&reading, tree, G_MAXUINT8, error))
    return NULL;
  return g_steal_pointer (&links);
}
