/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kept-files.h"

#include <sys/mman.h>
#include <unistd.h>

#include "engine/runtime/memory.h"
#include "file.h"
#include "gzip.h"

/* Files that lie one behind the other in memory. */
typedef struct
{
  guint8 *data; /* [size_bytes], and padding as in memory.h */
  gsize   size_bytes;
  GArray *files; /* KomaKeptPart: each file, and where in @data it is */
} Map;

/* (element-type Map) A process that can open no file has one thread. */
static GList *maps;

static void
free_map (gpointer data)
{
  Map *map = data;

  maps = g_list_remove (maps, map);
  (void) munmap (map->data, map->size_bytes + KOMA_MEMORY_PADDING);
  g_array_unref (map->files);
  g_free (map);
}

/* What gzip compressed is to be read, since its bytes are not those that are wanted. */
static gboolean
is_compressed (int fd)
{
  guint8 head[KOMA_GZIP_HEAD_BYTES] = { 0 };

  return pread (fd, head, sizeof head, 0) == sizeof head && koma_gzip_is (head, sizeof head);
}

/* In the place of nothing. */
static gboolean
map_file (Map        *map,
          const char *path,
          guint64     at,
          guint64     expected_bytes)
{
  KomaKeptPart file = { .at = at };
  const int    fd = koma_file_open_kept (path, &file.size_bytes, &file.kept, NULL);
  gboolean     is_mapped = FALSE;

  if (fd < 0)
    return FALSE;
  is_mapped = file.kept != KOMA_NOT_KEPT && file.size_bytes == expected_bytes &&
              !is_compressed (fd) &&
              (expected_bytes == 0 || mmap (map->data + at, expected_bytes, PROT_READ,
                                            MAP_PRIVATE | MAP_FIXED, fd, 0) != MAP_FAILED);
  (void) close (fd);
  g_array_append_val (map->files, file);
  return is_mapped;
}

static gboolean
map_files (Map           *map,
           char *const   *paths,
           const guint64 *sizes,
           guint          n_paths)
{
  const gsize page_bytes = (gsize) sysconf (_SC_PAGESIZE);
  guint64     at = 0;

  for (guint i = 0; i < n_paths; i++) {
    if (at % page_bytes != 0 || !map_file (map, paths[i], at, sizes[i]))
      return FALSE;
    at += sizes[i];
  }
  return TRUE;
}

/**
 * koma_kept_files_map:
 * @paths: (array length=n_paths): files
 * @sizes: of each, all but the last a multiple of a page's; as they were a moment ago
 * @size_bytes: of all together
 *
 * Maps files that whoever opens them keeps. Nothing is read yet. A file that is cut off meanwhile
 * ends this process when the missing bytes are looked at.
 *
 * Thread: the only one.
 *
 * Returns: (transfer full) (nullable): the files, or %NULL where they are not kept or can not be
 *   mapped: then they are to be read
 */
GBytes *
koma_kept_files_map (char *const   *paths,
                     const guint64 *sizes,
                     guint          n_paths,
                     guint64        size_bytes)
{
  Map  *map = NULL;
  void *data = NULL;

  if (!koma_file_has_opener () || size_bytes == 0)
    return NULL;
  data = mmap (NULL, size_bytes + KOMA_MEMORY_PADDING, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1,
               0);
  if (data == MAP_FAILED)
    return NULL;
  map = g_new0 (Map, 1);
  map->data = data;
  map->size_bytes = size_bytes;
  map->files = g_array_new (FALSE, FALSE, sizeof (KomaKeptPart));
  maps = g_list_prepend (maps, map);
  if (map_files (map, paths, sizes, n_paths))
    return g_bytes_new_with_free_func (data, size_bytes, free_map, map);
  free_map (map);
  return NULL;
}

static const Map *
find_map (const guint8 *data,
          gsize         size_bytes)
{
  for (const GList *link = maps; link != NULL; link = link->next) {
    const Map *map = link->data;

    if (data >= map->data && data < map->data + map->size_bytes &&
        size_bytes <= (gsize) (map->data + map->size_bytes - data))
      return map;
  }
  return NULL;
}

/**
 * koma_kept_files_find:
 * @data: anything
 * @size_bytes: 1 or more
 * @parts: the parts are appended; each is wanted where it lies in @data
 *
 * Thread: the only one, where anything is mapped.
 *
 * Returns: whether @data lies in mapped files
 */
gboolean
koma_kept_files_find (gconstpointer data,
                      gsize         size_bytes,
                      GArray       *parts)
{
  const Map *map = find_map (data, size_bytes);
  guint64    begin = 0;

  if (map == NULL || size_bytes == 0)
    return FALSE;
  begin = (guint64) ((const guint8 *) data - map->data);
  for (guint i = 0; i < map->files->len; i++) {
    const KomaKeptPart *file = &g_array_index (map->files, KomaKeptPart, i);
    const guint64       from = MAX (begin, file->at);
    const guint64       to = MIN (begin + size_bytes, file->at + file->size_bytes);
    const KomaKeptPart  part = { file->kept, from - file->at, to - from, from - begin };

    if (from < to)
      g_array_append_val (parts, part);
  }
  return TRUE;
}
