/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A server may send a file compressed, and a program that fetches it may keep it so. zlib, by way
 * of GIO, unpacks it into memory; no more than a model of that size could unpack to. */
#include "gzip.h"

#include <gio/gio.h>
#include <string.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"

#define MIN_ROOM 65536

/**
 * koma_gzip_is:
 *
 * Returns: whether something begins as gzip's files do; weights may by chance
 */
gboolean
koma_gzip_is (gconstpointer head,
              gsize         length)
{
  const guint8 *bytes = head;

  return length >= KOMA_GZIP_HEAD_BYTES && bytes[0] == 0x1f && bytes[1] == 0x8b && bytes[2] == 8 &&
         (bytes[3] & 0xe0) == 0;
}

typedef struct
{
  GConverter   *converter;
  const guint8 *data; /* that is left */
  gsize         left_bytes;
  char         *unpacked; /* (owned) [room + 1] */
  gsize         room;
  gsize         length;
} Unpacking;

static void
unpacking_clear (Unpacking *self)
{
  g_clear_object (&self->converter);
  g_clear_pointer (&self->unpacked, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Unpacking, unpacking_clear)

static gboolean
make_room (Unpacking *self,
           guint64    max_bytes,
           GError   **error)
{
  const gsize room = MIN (max_bytes, MAX (2 * self->room, MIN_ROOM));
  char       *larger = NULL;

  if (self->length == max_bytes)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "it unpacks to more than %" G_GUINT64_FORMAT " bytes", max_bytes);
  larger = g_try_realloc (self->unpacked, room + 1);
  if (larger == NULL)
    return koma_fail (error, KOMA_ERROR_MEMORY, "no memory for %zu bytes", room);
  self->unpacked = larger;
  self->room = room;
  return TRUE;
}

/* Behind the first part of a file there may be more, which are one with it. */
static gboolean
unpack_some (Unpacking *self,
             gboolean  *ret_is_done,
             GError   **error)
{
  gsize                  n_read = 0;
  gsize                  n_written = 0;
  const GConverterResult result = g_converter_convert (
    self->converter, self->data, self->left_bytes, self->unpacked + self->length,
    self->room - self->length, G_CONVERTER_INPUT_AT_END, &n_read, &n_written, error);

  if (result == G_CONVERTER_ERROR)
    return FALSE;
  self->data += n_read;
  self->left_bytes -= n_read;
  self->length += n_written;
  *ret_is_done = result == G_CONVERTER_FINISHED && !koma_gzip_is (self->data, self->left_bytes);
  if (result == G_CONVERTER_FINISHED)
    g_converter_reset (self->converter);
  return TRUE;
}

static Unpacking
start (gconstpointer data,
       gsize         length)
{
  return (Unpacking){
    .converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP)),
    .data = data,
    .left_bytes = length,
  };
}

/**
 * koma_gzip_unpack:
 * @data: a whole file
 * @max_bytes: how much it may unpack to
 * @ret_unpacked: (out) (transfer full): what was compressed, and a NUL
 * @error: return location
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where it is damaged, %KOMA_ERROR_MEMORY where it unpacks
 * to more than @max_bytes or %KOMA_MAX_ARCHIVE_RATIO times its size.
 *
 * Returns: whether it was unpacked
 */
gboolean
koma_gzip_unpack (gconstpointer data,
                  gsize         length,
                  guint64       max_bytes,
                  char        **ret_unpacked,
                  gsize        *ret_length,
                  GError      **error)
{
  const guint64 most = MIN (
    max_bytes, KOMA_ARCHIVE_ALLOWANCE_BYTES + KOMA_MAX_ARCHIVE_RATIO * (guint64) length);
  g_auto (Unpacking) self = start (data, length);
  gboolean is_done = FALSE;
  g_autoptr (GError) reason = NULL;

  while (!is_done) {
    if (self.length == self.room && !make_room (&self, most, error))
      return FALSE;
    if (!unpack_some (&self, &is_done, &reason))
      return koma_fail (error, KOMA_ERROR_MODEL, "it is compressed by gzip, and damaged (%s)",
                        reason->message);
  }
  self.unpacked[self.length] = '\0';
  *ret_length = self.length;
  *ret_unpacked = g_steal_pointer (&self.unpacked);
  return TRUE;
}

/**
 * koma_gzip_unpack_head:
 * @head: (inout): the beginning of a file
 * @room: of @head, in bytes
 * @length: (inout): of @head
 *
 * Does nothing where it is not compressed.
 */
void
koma_gzip_unpack_head (guint8 *head,
                       gsize   room,
                       gsize  *length)
{
  g_auto (Unpacking) self = start (head, *length);
  gboolean is_done = FALSE;

  if (!koma_gzip_is (head, *length))
    return;
  self.unpacked = g_malloc (room);
  self.room = room;
  while (!is_done && self.length < room && unpack_some (&self, &is_done, NULL))
    ;
  if (self.length == 0)
    return;
  memcpy (head, self.unpacked, self.length);
  *length = self.length;
}
