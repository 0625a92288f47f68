/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "byte-reader.h"

#include <string.h>

#include "raw-files.h"

/**
 * koma_byte_reader_init:
 * @memory: stays the caller's, who keeps it until the end
 * @offset: where reading begins …
 * @size_bytes: … and ends
 *
 * Errors: %KOMA_ERROR_MODEL where @memory has no such part.
 */
gboolean
koma_byte_reader_init (KomaByteReader *self,
                       GBytes         *memory,
                       guint64         offset,
                       guint64         size_bytes,
                       GError        **error)
{
  gsize         most = 0;
  const guint8 *data = g_bytes_get_data (memory, &most);

  if (size_bytes > most || offset > size_bytes)
    return koma_fail (error, KOMA_ERROR_MODEL, "what was read lies outside of its memory");
  *self = (KomaByteReader){
    .memory = memory,
    .files_at = koma_raw_files_begin (size_bytes),
    .next = data + offset,
    .n_left = size_bytes - offset,
  };
  return TRUE;
}

/**
 * koma_byte_reader_finish:
 *
 * Errors: the first one.
 *
 * Returns: whether there was none
 */
gboolean
koma_byte_reader_finish (KomaByteReader *self,
                         GError        **error)
{
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

gboolean
koma_byte_reader_fail (KomaByteReader *self,
                       const char     *format,
                       ...)
{
  GError *error = NULL;
  va_list args;

  va_start (args, format);
  error = g_error_new_valist (KOMA_ERROR, KOMA_ERROR_MODEL, format, args);
  va_end (args);
  return koma_byte_reader_fail_with (self, error);
}

/**
 * koma_byte_reader_fail_with:
 * @error: (transfer full): is kept if there is none yet
 *
 * Errors: none of its own; koma_byte_reader_finish() gives the first one.
 *
 * Returns: %FALSE
 */
gboolean
koma_byte_reader_fail_with (KomaByteReader *self,
                            GError         *error)
{
  if (self->error == NULL)
    self->error = error;
  else
    g_error_free (error);
  self->n_left = 0;
  return FALSE;
}

static gboolean
take (KomaByteReader *self,
      gpointer        ret_data, /* [n_bytes] */
      gsize           n_bytes)
{
  if (n_bytes > self->n_left)
    return koma_byte_reader_fail (self, "the model that was read is cut off");
  if (n_bytes > 0)
    memcpy (ret_data, self->next, n_bytes);
  self->next += n_bytes;
  self->n_left -= n_bytes;
  return TRUE;
}

guint32
koma_byte_reader_uint32 (KomaByteReader *self)
{
  guint32 value = 0;

  return take (self, &value, sizeof value) ? value : 0;
}

gint64
koma_byte_reader_int64 (KomaByteReader *self)
{
  gint64 value = 0;

  return take (self, &value, sizeof value) ? value : 0;
}

double
koma_byte_reader_double (KomaByteReader *self)
{
  double value = 0;

  return take (self, &value, sizeof value) ? value : 0;
}

char *
koma_byte_reader_string (KomaByteReader *self)
{
  const guint32 length = koma_byte_reader_uint32 (self);
  char         *string = NULL;

  if (length == G_MAXUINT32)
    return NULL;
  if (length > self->n_left) {
    koma_byte_reader_fail (self, "the model that was read has a text of %u bytes", length);
    return g_strdup ("");
  }
  string = g_strndup ((const char *) self->next, length);
  self->next += length;
  self->n_left -= length;
  return string;
}

const guint8 *
koma_byte_reader_bytes (KomaByteReader *self,
                        gsize           n_bytes)
{
  const guint8 *bytes = self->next;

  if (n_bytes > self->n_left || self->error != NULL) {
    koma_byte_reader_fail (self, "the model that was read is cut off");
    return NULL;
  }
  self->next += n_bytes;
  self->n_left -= n_bytes;
  return bytes;
}

guint32
koma_byte_reader_choice (KomaByteReader *self,
                         guint32         n_kinds)
{
  const guint32 kind = koma_byte_reader_uint32 (self);

  if (kind < n_kinds)
    return kind;
  koma_byte_reader_fail (self, "the model that was read has kind %u of %u", kind, n_kinds);
  return 0;
}

guint32
koma_byte_reader_count (KomaByteReader *self,
                        gsize           min_bytes)
{
  const guint32 count = koma_byte_reader_uint32 (self);

  if (count <= self->n_left / min_bytes)
    return count;
  koma_byte_reader_fail (self, "the model that was read has %u parts in %" G_GSIZE_FORMAT " bytes",
                         count, self->n_left);
  return 0;
}
