/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "hdf5.h"

#include <string.h>

#include "engine/formats/little-endian.h"
#include "engine/koma/koma-error.h"

#define SIGNATURE        "\x89HDF\r\n\x1a\n"
#define SIGNATURE_BYTES  8
#define SUPERBLOCK_BYTES 100
#define MAX_LOOKS        10 /* at each byte, on average */
#define LEAST_COST       8  /* bytes, also of an empty part */

/**
 * koma_hdf5_fail_newer:
 *
 * Thread: any. Errors: %KOMA_ERROR_UNSUPPORTED, always.
 *
 * Returns: %FALSE
 */
gboolean
koma_hdf5_fail_newer (GError **error)
{
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "it was written with newer structures of HDF5 than Keras uses. Load it in "
                    "Keras and save it again");
}

/**
 * koma_hdf5_is:
 * @head: the beginning of a file
 * @length: of @head
 *
 * Returns: whether it is HDF5. Thread: any.
 */
gboolean
koma_hdf5_is (const guint8 *head,
              gsize         length)
{
  return length >= SIGNATURE_BYTES && memcmp (head, SIGNATURE, SIGNATURE_BYTES) == 0;
}

/**
 * koma_hdf5_open:
 * @data: [size_bytes]: a whole file, which outlives @self
 * @size_bytes: of @data
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it is no HDF5, %KOMA_ERROR_UNSUPPORTED where it has
 * the structures of newer versions.
 *
 * Returns: whether it could be opened
 */
gboolean
koma_hdf5_open (KomaHdf5     *self,
                const guint8 *data,
                gsize         size_bytes,
                GError      **error)
{
  if (!koma_hdf5_is (data, size_bytes) || size_bytes < SUPERBLOCK_BYTES)
    return koma_fail (error, KOMA_ERROR_MODEL, "expected HDF5, found other data");
  if (data[SIGNATURE_BYTES] > 1 || data[13] != KOMA_HDF5_ADDRESS_BYTES ||
      data[14] != KOMA_HDF5_ADDRESS_BYTES)
    return koma_hdf5_fail_newer (error);
  *self = (KomaHdf5){ .data = data, .size_bytes = size_bytes };
  self->left_bytes = MAX_LOOKS * (guint64) size_bytes;
  /* Version 1 has four bytes more before the entry of the root group. */
  self->root = koma_little_endian_read (data + (data[SIGNATURE_BYTES] == 0 ? 64 : 68), 8);
  return TRUE;
}

/**
 * koma_hdf5_get_part:
 * @address: where it begins
 * @size_bytes: of it
 *
 * All that is read of a file goes through here, so that no loop of what points to each other is
 * endless. Thread: any.
 *
 * Errors: %KOMA_ERROR_MODEL where it is not within the file, or the same parts have been read over
 * and over.
 *
 * Returns: whether it is there
 */
gboolean
koma_hdf5_get_part (KomaHdf5     *self,
                    guint64       address,
                    guint64       size_bytes,
                    KomaHdf5Part *ret_part,
                    GError      **error)
{
  if (address > self->size_bytes || size_bytes > self->size_bytes - address)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "expected %" G_GUINT64_FORMAT " bytes at byte %" G_GUINT64_FORMAT
                      ", the file has %zu bytes",
                      size_bytes, address, self->size_bytes);
  if (size_bytes + LEAST_COST > self->left_bytes)
    return koma_fail (error, KOMA_ERROR_MODEL, "its parts are used too often");
  self->left_bytes -= size_bytes + LEAST_COST;
  *ret_part = (KomaHdf5Part){ self->data + address, (gsize) size_bytes };
  return TRUE;
}

/**
 * koma_hdf5_take:
 * @part: loses its beginning
 * @size_bytes: how much
 * @ret_part: (out) (optional): the beginning
 *
 * Returns: whether @part was that long. Thread: any.
 */
gboolean
koma_hdf5_take (KomaHdf5Part *part,
                gsize         size_bytes,
                KomaHdf5Part *ret_part)
{
  if (size_bytes > part->size_bytes)
    return FALSE;
  if (ret_part != NULL)
    *ret_part = (KomaHdf5Part){ part->data, size_bytes };
  part->data += size_bytes;
  part->size_bytes -= size_bytes;
  return TRUE;
}

/**
 * koma_hdf5_take_number:
 * @part: loses its beginning
 * @size_bytes: of the number, at most 8
 *
 * Returns: whether @part was that long. Thread: any.
 */
gboolean
koma_hdf5_take_number (KomaHdf5Part *part,
                       gsize         size_bytes,
                       guint64      *ret_number)
{
  KomaHdf5Part number = { 0 };

  if (!koma_hdf5_take (part, size_bytes, &number))
    return FALSE;
  *ret_number = koma_little_endian_read (number.data, size_bytes);
  return TRUE;
}
