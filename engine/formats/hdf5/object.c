/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Object headers: a list of messages, in one block or several. */

#include "object.h"

#include <string.h>

#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

#define PREFIX_BYTES         16 /* of version 1, with what fills up to 8 bytes */
#define SHARED_FLAG          2
#define MESSAGE_HEADER_BYTES 8

/* The messages of one block; further blocks are appended to @blocks. */
static gboolean
read_block (KomaHdf5    *self,
            KomaHdf5Part block,
            GArray      *blocks,
            GArray      *messages,
            GError     **error)
{
  while (block.size_bytes >= MESSAGE_HEADER_BYTES) {
    KomaHdf5Message message = { 0 };
    guint64         type = 0;
    guint64         size = 0;
    guint64         flags = 0;
    guint64         address = 0;
    guint64         length = 0;

    if (!koma_hdf5_take_number (&block, 2, &type) || !koma_hdf5_take_number (&block, 2, &size) ||
        !koma_hdf5_take_number (&block, 1, &flags) || !koma_hdf5_take (&block, 3, NULL) ||
        !koma_hdf5_take (&block, (gsize) size, &message.part))
      return koma_fail (error, KOMA_ERROR_MODEL, "an object header is damaged");
    message.type = (guint) type;
    message.is_shared = (flags & SHARED_FLAG) != 0;
    if (messages->len + blocks->len > G_MAXUINT16)
      return koma_fail (error, KOMA_ERROR_MODEL, "an object header has more than %d messages",
                        G_MAXUINT16);
    if (message.type != KOMA_HDF5_CONTINUATION) {
      g_array_append_val (messages, message);
      continue;
    }
    if (!koma_hdf5_take_number (&message.part, KOMA_HDF5_ADDRESS_BYTES, &address) ||
        !koma_hdf5_take_number (&message.part, KOMA_HDF5_ADDRESS_BYTES, &length))
      return koma_fail (error, KOMA_ERROR_MODEL, "an object header is damaged");
    if (!koma_hdf5_get_part (self, address, length, &message.part, error))
      return FALSE;
    g_array_append_val (blocks, message.part);
  }
  return TRUE;
}

static gboolean
open_header (KomaHdf5     *self,
             guint64       address,
             KomaHdf5Part *ret_block,
             GError      **error)
{
  KomaHdf5Part prefix = { 0 };
  guint64      size = 0;

  if (!koma_hdf5_get_part (self, address, PREFIX_BYTES, &prefix, error))
    return FALSE;
  if (memcmp (prefix.data, "OHDR", 4) == 0)
    return koma_hdf5_fail_newer (error);
  if (prefix.data[0] != 1)
    return koma_fail (error, KOMA_ERROR_MODEL, "there is no object at byte %" G_GUINT64_FORMAT,
                      address);
  size = koma_little_endian_read (prefix.data + 8, 4);
  return koma_hdf5_get_part (self, address + PREFIX_BYTES, size, ret_block, error);
}

/**
 * koma_hdf5_read_object:
 * @address: of an object header
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it is damaged, %KOMA_ERROR_UNSUPPORTED where it has
 * the structures of newer versions.
 *
 * Returns: (transfer full) (element-type KomaHdf5Message): what the object has, or %NULL
 */
GArray *
koma_hdf5_read_object (KomaHdf5 *self,
                       guint64   address,
                       GError  **error)
{
  g_autoptr (GArray) blocks = g_array_new (FALSE, FALSE, sizeof (KomaHdf5Part));
  g_autoptr (GArray) messages = g_array_new (FALSE, FALSE, sizeof (KomaHdf5Message));
  KomaHdf5Part first = { 0 };

  if (!open_header (self, address, &first, error))
    return NULL;
  g_array_append_val (blocks, first);
  for (guint i = 0; i < blocks->len; i++)
    if (!read_block (self, g_array_index (blocks, KomaHdf5Part, i), blocks, messages, error))
      return NULL;
  return g_steal_pointer (&messages);
}

/**
 * koma_hdf5_find_message:
 * @messages: (element-type KomaHdf5Message): of an object
 * @type: of a message
 *
 * Thread: any.
 *
 * Returns: (nullable): the first of that type
 */
const KomaHdf5Message *
koma_hdf5_find_message (const GArray *messages,
                        KomaHdf5Type  type)
{
  for (guint i = 0; i < messages->len; i++)
    if (g_array_index (messages, KomaHdf5Message, i).type == type)
      return &g_array_index (messages, KomaHdf5Message, i);
  return NULL;
}
