/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Numbers that lie in a file beside the model: ONNX's way around the 2 GB of a protocol buffer. */

#include "tensor.h"

#include <string.h>

#include "engine/formats/file-part.h"
#include "engine/formats/file.h"
#include "engine/koma/koma-error.h"

typedef Koma__Onnx__TensorProto TensorProto;

/* A name of no file where there is a NUL in it. */
static char *
dup_value (const ProtobufCBinaryData *value)
{
  const gboolean has_nul = value->len > 0 && memchr (value->data, '\0', value->len) != NULL;

  return has_nul ? g_strdup ("") : g_strndup ((const char *) value->data, value->len);
}

/* (transfer full) (nullable): there is none. A NUL would hide what is behind it. */
static char *
dup_entry (const TensorProto *proto,
           const char        *key)
{
  for (gsize i = 0; i < proto->n_external_data; i++)
    if (strcmp (proto->external_data[i]->key, key) == 0)
      return dup_value (&proto->external_data[i]->value);
  return NULL;
}

static gboolean
read_number (const TensorProto *proto,
             const char        *key,
             guint64            fallback,
             guint64           *ret_number,
             GError           **error)
{
  g_autofree char *text = dup_entry (proto, key);

  *ret_number = fallback;
  if (text == NULL || g_ascii_string_to_unsigned (text, 10, 0, G_MAXINT64, ret_number, NULL))
    return TRUE;
  return koma_fail (error, KOMA_ERROR_MODEL, "external_data: “%s” is no number", key);
}

/**
 * koma_onnx_external_read:
 * @size_bytes: that the tensor has
 *
 * Reads the bytes of a tensor whose data_location is EXTERNAL.
 *
 * Errors: %KOMA_ERROR_MODEL, %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY, #GFileError. Thread: any;
 * reads a file.
 *
 * Returns: (transfer full): the bytes
 */
guint8 *
koma_onnx_external_read (const TensorProto    *proto,
                         gsize                 size_bytes,
                         const KomaOnnxSource *source,
                         GError              **error)
{
  g_autofree char   *location = dup_entry (proto, "location");
  guint64            offset = 0;
  guint64            length = 0;
  g_autofree char   *path = NULL;
  g_autofree guint8 *bytes = NULL;

  if (source->folder == NULL || location == NULL || !g_utf8_validate (location, -1, NULL) ||
      !koma_file_is_inside (location)) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
                 "external_data: expected a file in the folder of the model");
    return NULL;
  }
  if (!read_number (proto, "offset", 0, &offset, error) ||
      !read_number (proto, "length", size_bytes, &length, error))
    return NULL;
  if (length != size_bytes) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE,
                 "external_data: expected %zu bytes, found %" G_GUINT64_FORMAT, size_bytes, length);
    return NULL;
  }
  path = g_build_filename (source->folder, location, NULL);
  bytes = koma_file_part_read (path, offset, size_bytes, error);
  if (bytes == NULL)
    g_prefix_error (error, "external_data: ");
  else if (source->checksum != NULL)
    koma_content_hash_update (source->checksum, bytes, size_bytes);
  return g_steal_pointer (&bytes);
}
