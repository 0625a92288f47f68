/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From a file, or its bytes, to an upright RGB picture. The format is told by
 * what is in the file, never by its name. */

#include "decoder-private.h"

#include <string.h>

#include "engine/formats/foreign.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "file-reader.h"

static gboolean
is_jpeg (const KomaDecoderInput *input)
{
  return input->size_bytes >= 3 && memcmp (input->data, "\xff\xd8\xff", 3) == 0;
}

/**
 * koma_decoder_decode_bytes:
 * @bytes: a picture file
 * @min_side: pixels that the shorter side must keep; 0: the full size
 * @cancellable: (nullable): stops the decoding soon after it is cancelled
 * @error: return location
 *
 * Decodes a picture that is in memory: JPEG, and what gdk-pixbuf's
 * loaders read. A JPEG that is larger than @min_side asks for is decoded at
 * 1/8, 1/4 or 1/2 of its size, which takes a fraction of the time; a caller who resizes
 * the picture afterwards asks for twice what he resizes it to. The source's
 * full size is in the picture, and when it was taken, and by which camera.
 *
 * Any EXIF orientation is applied, transparency becomes white, of an
 * animation the first frame is taken.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the picture
 *
 * Errors:
 * %KOMA_ERROR_DECODE: empty, of no known format, damaged, incomplete;
 * %KOMA_ERROR_MEMORY: larger than `limits.h` allows, or than memory;
 * %G_IO_ERROR_CANCELLED.
 */
KomaPicture *
koma_decoder_decode_bytes (GBytes       *bytes,
                           guint         min_side,
                           GCancellable *cancellable,
                           GError      **error)
{
  KomaDecoderInput input = { .min_side = min_side, .cancellable = cancellable };
  KomaPicture     *picture = NULL;

  input.data = g_bytes_get_data (bytes, &input.size_bytes);
  if (input.size_bytes == 0) {
    g_set_error_literal (error, KOMA_ERROR, KOMA_ERROR_DECODE, "the file is empty");
    return NULL;
  }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (is_jpeg (&input))
    return koma_decoder_decode_jpeg (&input, error);
  picture = koma_decoder_decode_pixbuf (&input, error);
  if (picture != NULL)
    koma_picture_set_taken (picture, koma_taken_read_file (input.data, input.size_bytes));
  return picture;
}

/* "IMG_1.jpg: ", except before an error that is the caller's own doing. */
static void
prefix_name (GFile   *file,
             GError **error)
{
  g_autofree char *base = NULL;
  g_autofree char *name = NULL;

  if (error == NULL || g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  base = g_file_get_basename (file);
  name = base != NULL ? g_filename_display_name (base) : g_file_get_parse_name (file);
  g_prefix_error (error, "%s: ", name);
}

/* Where the file is of a kind that belongs to a model, the error says so. */
static void
name_kind (GFile   *file,
           GBytes  *bytes,
           GError **error)
{
  const char        *path = g_file_peek_path (file);
  const KomaForeign *foreign = NULL;
  gsize              length = 0;
  const guint8      *data = g_bytes_get_data (bytes, &length);

  if (path == NULL || error == NULL || !g_error_matches (*error, KOMA_ERROR, KOMA_ERROR_DECODE))
    return;
  foreign = koma_foreign_find (path, data, length);
  if (foreign == NULL)
    return;
  g_clear_error (error);
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE, "%s. %s", foreign->kind, foreign->advice);
}

/**
 * koma_decoder_decode_file:
 * @file: a picture file
 * @min_side: pixels that the shorter side must keep; 0: the full size
 * @cancellable: (nullable): stops the decoding soon after it is cancelled
 * @error: return location
 *
 * Reads a file and decodes it, see koma_decoder_decode_bytes(). Never waits
 * for a pipe or a device: only regular files are opened.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the picture
 *
 * Errors: all but the last begin with the file's name. Those of
 * koma_decoder_decode_bytes();
 * %G_IO_ERROR_NOT_FOUND, %G_IO_ERROR_PERMISSION_DENIED, …: can not be read;
 * %G_IO_ERROR_IS_DIRECTORY, %G_IO_ERROR_NOT_REGULAR_FILE: is not a file;
 * %G_IO_ERROR_CANCELLED.
 */
KomaPicture *
koma_decoder_decode_file (GFile        *file,
                          guint         min_side,
                          GCancellable *cancellable,
                          GError      **error)
{
  return koma_decoder_decode_file_with (file, min_side, koma_decoder_decode_bytes, cancellable,
                                        error);
}

/**
 * koma_decoder_decode_file_with:
 * @file: a picture file
 * @min_side: pixels that the shorter side must keep; 0: the full size
 * @decode: gets the file's bytes, and makes the picture of them
 * @cancellable: (nullable): stops the decoding soon after it is cancelled
 * @error: return location
 *
 * koma_decoder_decode_file(), where something else decodes.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the picture
 *
 * Errors: those of koma_decoder_decode_file(), and those of @decode, with the file's name before
 * them.
 */
KomaPicture *
koma_decoder_decode_file_with (GFile                 *file,
                               guint                  min_side,
                               KomaDecoderDecodeBytes decode,
                               GCancellable          *cancellable,
                               GError               **error)
{
  g_autoptr (GBytes) bytes = NULL;
  KomaPicture *picture = NULL;

  bytes = koma_file_reader_read (file, KOMA_MAX_PICTURE_BYTES, cancellable, error);
  if (bytes != NULL)
    picture = decode (bytes, min_side, cancellable, error);
  if (picture == NULL && bytes != NULL)
    name_kind (file, bytes, error);
  if (picture == NULL)
    prefix_name (file, error);
  return picture;
}
