/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "packed-file.h"

#include "engine/formats/archive-reader.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"

/* Files of an archive that are looked at. */
#define MAX_FILES 1000
#define CHUNK     65536

static gboolean
find (KomaArchiveReader *reader,
      const char        *name,
      GError           **error)
{
  struct archive_entry *entry = NULL;

  for (guint i = 0; i < MAX_FILES; i++) {
    const int status = reader->library.archive_read_next_header (reader->archive, &entry);

    if (status == ARCHIVE_EOF)
      break;
    if (status < ARCHIVE_WARN)
      return koma_archive_reader_fail (reader, "the archive at its end", error);
    if (g_strcmp0 (reader->library.archive_entry_pathname (entry), name) == 0)
      return TRUE;
  }
  return koma_fail (error, KOMA_ERROR_MODEL, "the archive at its end has no file “%s”", name);
}

/* The size that the archive gives is not believed. */
static char *
read_file (KomaArchiveReader *reader,
           const char        *name,
           GError           **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *chunk = g_malloc (CHUNK);
  gssize           n_read = 0;

  while ((n_read = reader->library.archive_read_data (reader->archive, chunk, CHUNK)) > 0) {
    if (text->len + n_read > KOMA_MAX_SIDE_BYTES) {
      koma_fail (error, KOMA_ERROR_MEMORY, "“%s” in the archive at its end has more than %u bytes",
                 name, KOMA_MAX_SIDE_BYTES);
      return NULL;
    }
    g_string_append_len (text, chunk, n_read);
  }
  if (n_read < 0) {
    koma_archive_reader_fail (reader, "the archive at its end", error);
    return NULL;
  }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * koma_packed_file_read:
 * @data: (array length=size_bytes): ends in a zip archive
 * @name: of a file in it
 *
 * Errors: %KOMA_ERROR_MODEL if there is no such archive or file, or it is damaged;
 * %KOMA_ERROR_MEMORY if the file is too large; %KOMA_ERROR_UNSUPPORTED where libarchive is missing.
 * Thread: any.
 *
 * Returns: (transfer full): its text, up to the first NUL
 */
char *
koma_packed_file_read (const guint8 *data,
                       gsize         size_bytes,
                       const char   *name,
                       GError      **error)
{
  g_autoptr (KomaArchiveReader) reader = koma_archive_reader_new (error);

  if (reader == NULL)
    return NULL;
  if (reader->library.archive_read_open_memory (reader->archive, data, size_bytes) != ARCHIVE_OK) {
    koma_fail (error, KOMA_ERROR_MODEL, "there is no archive at its end");
    return NULL;
  }
  return find (reader, name, error) ? read_file (reader, name, error) : NULL;
}
