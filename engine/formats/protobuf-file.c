/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "protobuf-file.h"

#include "engine/koma/koma-error.h"
#include "hashed-file.h"

/**
 * koma_protobuf_file_read:
 * @path: a file
 * @max_bytes: how large it may be
 * @type: of the message
 * @what: what it is, for the error: "an ONNX model"
 * @checksum: is fed the file's bytes
 * @error: return location
 *
 * Reads a file that is one message. The bytes of the file are freed before this returns.
 *
 * Thread: any; blocks on the disk. Errors: those of koma_file_read(); %KOMA_ERROR_MODEL where the
 * file is no such message. They name the file.
 *
 * Returns: (transfer full): the message, or %NULL
 */
gpointer
koma_protobuf_file_read (const char                       *path,
                         guint64                           max_bytes,
                         const ProtobufCMessageDescriptor *type,
                         const char                       *what,
                         KomaContentHash                  *checksum,
                         GError                          **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *data = NULL;
  gsize            length = 0;
  gpointer         message = NULL;

  if (!koma_hashed_file_read (path, max_bytes, checksum, &data, &length, error))
    return NULL;
  message = protobuf_c_message_unpack (type, NULL, length, (const guint8 *) data);
  if (message == NULL)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "%s: expected %s, found damaged or other data", name, what);
  return message;
}
