/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "shards.h"

#include <stdio.h>
#include <string.h>

#include "engine/formats/file.h"
#include "engine/formats/gzip.h"
#include "engine/formats/hashed-file.h"
#include "engine/formats/json.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"

struct _KomaShards
{
  GPtrArray *paths; /* char *, of files that were there a moment ago … */
  GArray    *sizes; /* guint64 … with so many bytes */
  guint64    size_bytes;

  /* Where reading has come to. */
  guint next;     /* index of the first path not yet opened */
  FILE *file;     /* (nullable) */
  char *unpacked; /* (owned) (nullable) what @file reads, where gzip compressed it */
};

/* Paths are URLs relative to model.json, so they may be escaped; and people
 * who save the files by hand add or lose the ".bin". */
static char *
find_shard (const char *folder,
            const char *path)
{
  g_autofree char *unescaped = g_uri_unescape_string (path, NULL);
  g_autofree char *plain = g_build_filename (folder, path, NULL);
  g_autofree char *with_suffix = NULL;

  if (unescaped != NULL && strcmp (unescaped, path) != 0 && !koma_file_is_there (plain)) {
    g_free (plain);
    plain = g_build_filename (folder, unescaped, NULL);
  }

  if (koma_file_is_there (plain))
    return g_steal_pointer (&plain);

  with_suffix = g_strconcat (plain, ".bin", NULL);
  if (koma_file_is_there (with_suffix))
    return g_steal_pointer (&with_suffix);

  if (g_str_has_suffix (plain, ".bin")) {
    g_autofree char *without = g_strndup (plain, strlen (plain) - strlen (".bin"));

    if (koma_file_is_there (without))
      return g_steal_pointer (&without);
  }

  return g_steal_pointer (&plain);
}

/* (nullable) A shard that gzip compressed; weights that only begin so are no error. */
static FILE *
open_unpacked (const char *path,
               FILE       *file,
               char      **ret_unpacked,
               guint64    *ret_size_bytes)
{
  guint8           head[KOMA_GZIP_HEAD_BYTES] = { 0 };
  const gsize      n_read = fread (head, 1, sizeof head, file);
  g_autofree char *data = NULL;
  gsize            length = 0;

  rewind (file);
  if (!koma_gzip_is (head, n_read) ||
      !koma_file_read (path, KOMA_MAX_WEIGHT_BYTES, &data, &length, NULL) ||
      !koma_gzip_unpack (data, length, KOMA_MAX_WEIGHT_BYTES, ret_unpacked, &length, NULL))
    return NULL;
  *ret_size_bytes = length;
  return fmemopen (*ret_unpacked, length, "rb");
}

/* @ret_unpacked: (out): is to be freed when the file is closed */
static FILE *
open_shard (const char *path,
            char      **ret_unpacked,
            guint64    *ret_size_bytes,
            GError    **error)
{
  const int fd = koma_file_open (path, ret_size_bytes, error);
  FILE     *file = fd >= 0 ? fdopen (fd, "rb") : NULL;
  FILE     *unpacked = NULL;

  if (file == NULL)
    return NULL;
  unpacked = open_unpacked (path, file, ret_unpacked, ret_size_bytes);
  if (unpacked == NULL)
    return file;
  fclose (file);
  return unpacked;
}

static gboolean
check_is_no_page (FILE       *file,
                  const char *path,
                  GError    **error)
{
  char             head[64] = { 0 };
  gsize            length = fread (head, 1, sizeof head, file);
  g_autofree char *name = NULL;

  if (!koma_file_looks_like_html (head, length))
    return TRUE;

  name = g_filename_display_basename (path);
  return koma_fail (error, KOMA_ERROR_MODEL,
                    "%s: expected weights, found a web page; the download went wrong", name);
}

static gboolean
add_shard (KomaShards *self,
           const char *folder,
           const char *path,
           GError    **error)
{
  g_autofree char *unescaped = path != NULL ? g_uri_unescape_string (path, NULL) : NULL;
  g_autofree char *found = NULL;
  guint64          size_bytes = 0;
  gboolean         is_weights = FALSE;
  FILE            *file = NULL;
  g_autofree char *unpacked = NULL;

  if (path == NULL || !koma_file_is_inside (path) ||
      (unescaped != NULL && !koma_file_is_inside (unescaped)))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "Weights manifest: expected the path of a file in the model's folder, "
                      "found “%s”",
                      path != NULL ? path : "no string");

  found = find_shard (folder, path);
  file = open_shard (found, &unpacked, &size_bytes, error);
  if (file == NULL) {
    g_prefix_error (error, "Weights are missing: ");
    return FALSE;
  }
  is_weights = check_is_no_page (file, found, error);
  fclose (file);
  if (!is_weights)
    return FALSE;

  self->size_bytes += size_bytes;
  g_array_append_val (self->sizes, size_bytes);
  g_ptr_array_add (self->paths, g_steal_pointer (&found));
  return TRUE;
}

/**
 * koma_shards_new:
 * @folder: the model's folder
 * @paths: (nullable): "paths" of a group in the weights manifest
 * @error: return location
 *
 * Finds the files of a group and adds up their sizes. Paths that lead out of
 * @folder are refused, escaped or not.
 *
 * Thread: any; touches the disk. Errors: %KOMA_ERROR_MODEL, #GFileError.
 *
 * Returns: (transfer full): the files, or %NULL
 */
KomaShards *
koma_shards_new (const char *folder,
                 JsonArray  *paths,
                 GError    **error)
{
  g_autoptr (KomaShards) self = g_new0 (KomaShards, 1);
  const guint n_paths = koma_json_array_length (paths);

  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->sizes = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint i = 0; i < n_paths; i++) {
    if (!add_shard (self, folder, koma_json_node_string (koma_json_element (paths, i)), error))
      return NULL;
  }

  return g_steal_pointer (&self);
}

/**
 * koma_shards_free:
 * @self: (nullable): the files
 *
 * Closes the files.
 */
void
koma_shards_free (KomaShards *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->file, fclose);
  g_free (self->unpacked);
  g_ptr_array_unref (self->paths);
  g_array_unref (self->sizes);
  g_free (self);
}

/**
 * koma_shards_get_size:
 * @self: the files
 *
 * Returns: bytes of all of them together
 */
guint64
koma_shards_get_size (const KomaShards *self)
{
  return self->size_bytes;
}

/**
 * koma_shards_to_string:
 * @self: the files
 *
 * Returns: (transfer full): "group1-shard1of2", or with more than one
 *   "group1-shard1of2 … group1-shard2of2"
 */
char *
koma_shards_to_string (const KomaShards *self)
{
  g_autofree char *first = NULL;
  g_autofree char *last = NULL;

  if (self->paths->len == 0)
    return g_strdup ("Weights manifest: a group without “paths”");

  first = g_filename_display_basename (self->paths->pdata[0]);
  if (self->paths->len == 1)
    return g_steal_pointer (&first);

  last = g_filename_display_basename (self->paths->pdata[self->paths->len - 1]);
  return g_strdup_printf ("%s … %s", first, last);
}

/* Opens the first file, or the one behind that which has been read. */
static gboolean
open_next (KomaShards *self,
           GError    **error)
{
  guint64 size_bytes = 0;

  g_clear_pointer (&self->file, fclose);
  g_clear_pointer (&self->unpacked, g_free);
  if (self->next == self->paths->len) {
    g_autofree char *names = koma_shards_to_string (self);

    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s: the file ended before the weights that its manifest describes", names);
  }

  self->file = open_shard (self->paths->pdata[self->next++], &self->unpacked, &size_bytes,
                           error);
  return self->file != NULL;
}

/**
 * koma_shards_read:
 * @self: the files
 * @buffer: (out): [size_bytes]
 * @size_bytes: how much is wanted
 * @error: return location
 *
 * Reads on, across the ends of files.
 *
 * Thread: one at a time; blocks on the disk. Errors: %KOMA_ERROR_MODEL where
 * the files end before, #GFileError.
 *
 * Returns: whether all of it was read
 */
gboolean
koma_shards_read (KomaShards *self,
                  gpointer    buffer,
                  gsize       size_bytes,
                  GError    **error)
{
  guint8 *out = buffer;

  while (size_bytes > 0) {
    const gsize n_read = self->file != NULL ? fread (out, 1, size_bytes, self->file) : 0;

    out += n_read;
    size_bytes -= n_read;
    if (size_bytes > 0 && !open_next (self, error))
      return FALSE;
  }

  return TRUE;
}

/**
 * koma_shards_map:
 * @self: the files
 * @checksum: (nullable): is fed them
 *
 * Has all files in memory without reading them, where they are kept, see koma_kept_files_map().
 *
 * Thread: any.
 *
 * Returns: (transfer full) (nullable): their bytes, or %NULL where they are to be read
 */
GBytes *
koma_shards_map (const KomaShards *self,
                 KomaContentHash  *checksum)
{
  return koma_hashed_file_map ((char *const *) self->paths->pdata,
                               (const guint64 *) self->sizes->data, self->paths->len,
                               self->size_bytes, checksum);
}
