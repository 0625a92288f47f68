/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cached-thumbnail.h"

#include <string.h>

#include "engine/koma-app.h"
#include "worker/box/koma-box.h"

/* Of one thumbnail: 1,024 × 1,024 pixels, hardly compressed. */
#define MAX_BYTES (4u << 20)

static const struct
{
  const char *folder;
  guint       side; /* pixels of the square that they fit into */
} sizes[] = {
  { "normal", 128 },
  { "large", 256 },
  { "x-large", 512 },
  { "xx-large", 1024 },
};

/* ---- What a PNG file says about itself ---- */

/* @data: [size] of a chunk "tEXt": a name, a zero byte, the value */
static char *
get_value (const guint8 *data,
           gsize         size,
           const char   *name)
{
  const gsize start = strlen (name) + 1;

  return size >= start && memcmp (data, name, start) == 0
           ? g_strndup ((const char *) data + start, size - start)
           : NULL;
}

/* Returns: (transfer full) (nullable): the first value of @name */
static char *
find_text (GBytes     *png,
           const char *name)
{
  KomaPngChunks chunks = { .at = KOMA_PNG_SIGNATURE_BYTES };
  const char   *type = NULL;
  const guint8 *data = NULL;
  gsize         size = 0;
  char         *value = NULL;

  chunks.file = g_bytes_get_data (png, &chunks.size_bytes);
  if (chunks.size_bytes < KOMA_PNG_SIGNATURE_BYTES ||
      memcmp (chunks.file, KOMA_PNG_SIGNATURE, KOMA_PNG_SIGNATURE_BYTES) != 0)
    return NULL;
  while (value == NULL && koma_png_chunks_next (&chunks, &type, &data, &size))
    if (memcmp (type, "tEXt", 4) == 0)
      value = get_value (data, size, name);
  return value;
}

/* ---- Which one ---- */

static gint64
get_time_modified (GFile        *file,
                   GCancellable *cancellable)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_TIME_MODIFIED,
                                                  G_FILE_QUERY_INFO_NONE, cancellable, NULL);

  return info != NULL
           ? (gint64) g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED)
           : -1;
}

static gboolean
is_of (GBytes     *png,
       const char *uri,
       gint64      time_modified)
{
  g_autofree char *png_uri = find_text (png, "Thumb::URI");
  g_autofree char *png_time = find_text (png, "Thumb::MTime");

  return g_strcmp0 (png_uri, uri) == 0 && png_time != NULL && g_ascii_isdigit (png_time[0]) &&
         g_ascii_strtoll (png_time, NULL, 10) == time_modified;
}

static KomaPicture *
read_one (const char   *path,
          const char   *uri,
          gint64        time_modified,
          guint         side,
          GCancellable *cancellable)
{
  g_autoptr (GBytes) png = NULL;
  char *data = NULL;
  gsize size = 0;

  if (!koma_file_read (path, MAX_BYTES, &data, &size, NULL))
    return NULL;
  png = g_bytes_new_take (data, size);
  return is_of (png, uri, time_modified)
           ? koma_box_decode_bytes (png, side, cancellable, NULL)
           : NULL;
}

KomaPicture *
koma_cached_thumbnail_read (GFile        *file,
                            guint         side,
                            GCancellable *cancellable)
{
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_MD5, uri, -1);
  g_autofree char *name = g_strconcat (sum, ".png", NULL);
  const gint64     time_modified = get_time_modified (file, cancellable);
  KomaPicture     *picture = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (sizes) && time_modified >= 0 && picture == NULL; i++) {
    g_autofree char *path = g_build_filename (g_get_user_cache_dir (), "thumbnails",
                                              sizes[i].folder, name, NULL);

    if (sizes[i].side >= side)
      picture = read_one (path, uri, time_modified, side, cancellable);
  }
  return picture;
}
