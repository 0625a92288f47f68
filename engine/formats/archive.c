/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Zip and tar archives of models, read by libarchive. */

#include "archive.h"

#include <string.h>

#include "archive-reader.h"
#include "engine/koma/koma-error.h"
#include "file.h"
#include "foreign.h"
#include "torch/torch.h"

#define BLOCK_BYTES 65536

static const char *const endings[] = { ".zip", ".tar", ".tar.gz", ".tgz",
                                       ".tar.bz2", ".tar.xz", ".tar.zst", NULL };

typedef struct
{
  KomaArchiveReader     *reader;
  const KomaArchiveSink *sink;
} Reading;

/**
 * koma_archive_is:
 * @path: a file
 *
 * Thread: any; reads the first bytes of the file.
 *
 * Returns: whether it is an archive that can be unpacked
 */
gboolean
koma_archive_is (const char *path)
{
  guint8           head[KOMA_FILE_HEAD_BYTES] = { 0 };
  gsize            length = 0;
  g_autofree char *lower = g_ascii_strdown (path, -1);

  if (!koma_file_read_head (path, head, &length, NULL))
    return FALSE;
  /* As checkpoints of PyTorch are called, which are no tar archives. */
  if (g_str_has_suffix (lower, ".pth.tar") && koma_torch_may_be (head, length))
    return FALSE;
  /* Documents and models of other programs are zip archives too. */
  if (length >= 4 && memcmp (head, "PK\3\4", 4) == 0 && koma_foreign_find (path, NULL, 0) == NULL)
    return TRUE;
  for (guint i = 0; endings[i] != NULL; i++) {
    if (g_str_has_suffix (lower, endings[i]))
      return TRUE;
  }
  return FALSE;
}

/**
 * koma_archive_get_endings:
 *
 * Thread: any.
 *
 * Returns: (transfer none): NULL-terminated, in lower case: how archives end that can be unpacked
 */
const char *const *
koma_archive_get_endings (void)
{
  return endings;
}

static gboolean
fail_damaged (const Reading *self,
              GError       **error)
{
  return koma_archive_reader_fail (self->reader, "the archive is damaged", error);
}

static gboolean
copy_data (const Reading *self,
           GError       **error)
{
  const KomaArchiveReader *reader = self->reader;
  g_autofree guint8       *block = g_malloc (BLOCK_BYTES);
  gssize                   n = 0;

  while ((n = reader->library.archive_read_data (reader->archive, block, BLOCK_BYTES)) > 0)
    if (!self->sink->write (block, (gsize) n, self->sink->user_data, error))
      return FALSE;
  return n == 0 || fail_damaged (self, error);
}

/* What file managers leave in archives. */
static gboolean
is_skipped (const char *name)
{
  g_autofree char *base = g_path_get_basename (name);

  return base[0] == '.' || g_str_has_prefix (name, "__MACOSX/");
}

static gboolean
read_entry (const Reading        *self,
            struct archive_entry *entry,
            GError              **error)
{
  const KomaLibarchive *library = &self->reader->library;
  const char           *name = library->archive_entry_pathname (entry);

  if (name == NULL)
    name = library->archive_entry_pathname_utf8 (entry);
  if (name == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "a file in it has no name that can be read");
  while (g_str_has_prefix (name, "./"))
    name += 2;
  /* Nothing of it is written, wherever it would lie: "./", "/", a link. */
  if (library->archive_entry_filetype (entry) != AE_IFREG)
    return TRUE;
  if (!koma_file_is_inside (name))
    return koma_fail (error, KOMA_ERROR_MODEL, "“%s” in it would lie outside of its folder", name);
  if (is_skipped (name))
    return TRUE;
  if (library->archive_entry_is_encrypted (entry))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "“%s” in it is protected by a password", name);
  return self->sink->begin (name, self->sink->user_data, error) && copy_data (self, error);
}

static int
next_entry (const KomaArchiveReader *reader,
            struct archive_entry   **ret_entry)
{
  return reader->library.archive_read_next_header (reader->archive, ret_entry);
}

static KomaArchiveReader *
open_archive (int      fd,
              GError **error)
{
  KomaArchiveReader    *reader = koma_archive_reader_new (error);
  const KomaLibarchive *library = NULL;

  if (reader == NULL)
    return NULL;
  library = &reader->library;
  (void) library->archive_read_support_format_tar (reader->archive);
  (void) library->archive_read_support_filter_gzip (reader->archive);
  (void) library->archive_read_support_filter_bzip2 (reader->archive);
  (void) library->archive_read_support_filter_xz (reader->archive);
  (void) library->archive_read_support_filter_zstd (reader->archive);
  /* The first header tells of an error. */
  (void) library->archive_read_open_fd (reader->archive, fd, BLOCK_BYTES);
  return reader;
}

/**
 * koma_archive_prepare:
 *
 * Loads what archives are read with, for a process that will not be able to. Where it is missing,
 * reading one tells. Thread: any; reads files.
 */
void
koma_archive_prepare (void)
{
  KomaLibarchive library;

  (void) !koma_libarchive_load (&library, NULL);
}

/**
 * koma_archive_read:
 * @fd: a zip or a tar archive, the latter also compressed; open for reading, stays the caller's
 * @sink: is given the files, without links, devices and hidden files
 * @error: return location
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_MODEL where the archive is damaged, or a
 * file would lie outside of its folder; %KOMA_ERROR_UNSUPPORTED for a password, and where there
 * is no libarchive; those of @sink.
 *
 * Returns: whether all of it was read
 */
gboolean
koma_archive_read (int                    fd,
                   const KomaArchiveSink *sink,
                   GError               **error)
{
  g_autoptr (KomaArchiveReader) reader = open_archive (fd, error);
  const Reading         self = { reader, sink };
  struct archive_entry *entry = NULL;
  int                   status = ARCHIVE_OK;

  if (reader == NULL)
    return FALSE;
  while ((status = next_entry (reader, &entry)) == ARCHIVE_OK || status == ARCHIVE_WARN) {
    if (!read_entry (&self, entry, error))
      return FALSE;
  }
  return status == ARCHIVE_EOF || fail_damaged (&self, error);
}
