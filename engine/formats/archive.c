/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Zip and tar archives of models, read by libarchive. They come from
 * strangers: only regular files are taken, none outside the folder, and no
 * more bytes than a model of that size could unpack to. */

#include "archive.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "archive-reader.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "file.h"
#include "foreign.h"

#define BLOCK_BYTES 65536

static const char *const endings[] = { ".zip", ".tar", ".tar.gz", ".tgz",
                                       ".tar.bz2", ".tar.xz", ".tar.zst" };

typedef struct
{
  KomaArchiveReader *archive;
  KomaUnpacked      *unpacked;
  guint64            max_bytes;
  guint64            written_bytes;
} Unpacking;

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
  /* Documents and models of other programs are zip archives too. */
  if (length >= 4 && memcmp (head, "PK\3\4", 4) == 0 && koma_foreign_find (path, NULL, 0) == NULL)
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++) {
    if (g_str_has_suffix (lower, endings[i]))
      return TRUE;
  }
  return FALSE;
}

static gboolean
write_all (int           fd,
           const guint8 *data,
           gsize         length,
           GError      **error)
{
  while (length > 0) {
    const gssize n = write (fd, data, length);

    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0) {
      const int code = errno;

      g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
                   "it can not be unpacked: %s", g_strerror (code));
      return FALSE;
    }
    data += n;
    length -= (gsize) n;
  }
  return TRUE;
}

static gboolean
fail_damaged (const Unpacking *self,
              GError         **error)
{
  return koma_archive_reader_fail (self->archive, "the archive is damaged", error);
}

static gboolean
copy_data (Unpacking *self,
           int        fd,
           GError   **error)
{
  g_autofree guint8 *block = g_malloc (BLOCK_BYTES);
  gssize             n = 0;

  while ((n = archive_read_data (self->archive, block, BLOCK_BYTES)) > 0) {
    self->written_bytes += (guint64) n;
    if (self->written_bytes > self->max_bytes)
      return koma_fail (error, KOMA_ERROR_MEMORY,
                        "it unpacks to more than %" G_GUINT64_FORMAT " bytes", self->max_bytes);
    if (!write_all (fd, block, (gsize) n, error))
      return FALSE;
  }
  return n == 0 || fail_damaged (self, error);
}

static gboolean
write_file (Unpacking  *self,
            const char *name,
            GError    **error)
{
  char            *path = g_build_filename (self->unpacked->folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  gboolean         is_written = FALSE;
  int              fd = -1;

  g_ptr_array_add (self->unpacked->paths, path);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) {
    const int code = errno;

    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
                 "“%s” can not be unpacked: %s", name, g_strerror (code));
    return FALSE;
  }

  is_written = copy_data (self, fd, error);
  (void) close (fd);
  return is_written;
}

/* What file managers leave in archives, and what is no file. */
static gboolean
is_skipped (struct archive_entry *entry,
            const char           *name)
{
  g_autofree char *base = g_path_get_basename (name);

  return archive_entry_filetype (entry) != AE_IFREG || base[0] == '.' ||
         g_str_has_prefix (name, "__MACOSX/");
}

static gboolean
unpack_entry (Unpacking            *self,
              struct archive_entry *entry,
              GError              **error)
{
  const char *name = archive_entry_pathname (entry);

  if (name == NULL)
    name = archive_entry_pathname_utf8 (entry);
  if (name == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "a file in it has no name that can be read");
  while (g_str_has_prefix (name, "./"))
    name += 2;
  if (!koma_file_is_inside (name))
    return koma_fail (error, KOMA_ERROR_MODEL, "“%s” in it would lie outside of its folder", name);
  if (is_skipped (entry, name))
    return TRUE;
  if (archive_entry_is_encrypted (entry))
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "“%s” in it is protected by a password", name);
  if (self->unpacked->paths->len >= KOMA_MAX_ARCHIVE_FILES)
    return koma_fail (error, KOMA_ERROR_MEMORY, "there are more than %d files in it",
                      KOMA_MAX_ARCHIVE_FILES);

  return write_file (self, name, error);
}

static gboolean
unpack_entries (Unpacking *self,
                GError   **error)
{
  struct archive_entry *entry = NULL;
  int                   status = ARCHIVE_OK;

  while ((status = archive_read_next_header (self->archive, &entry)) == ARCHIVE_OK ||
         status == ARCHIVE_WARN) {
    if (!unpack_entry (self, entry, error))
      return FALSE;
  }
  return status == ARCHIVE_EOF || fail_damaged (self, error);
}

static KomaArchiveReader *
open_archive (int fd)
{
  KomaArchiveReader *archive = koma_archive_reader_new ();

  (void) archive_read_support_format_tar (archive);
  (void) archive_read_support_filter_gzip (archive);
  (void) archive_read_support_filter_bzip2 (archive);
  (void) archive_read_support_filter_xz (archive);
  (void) archive_read_support_filter_zstd (archive);
  (void) archive_read_open_fd (archive, fd, BLOCK_BYTES); /* the first header tells of an error */
  return archive;
}

static gboolean
unpack (int           fd,
        guint64       size_bytes,
        KomaUnpacked *unpacked,
        GError      **error)
{
  const guint64 by_size = KOMA_ARCHIVE_ALLOWANCE_BYTES + KOMA_MAX_ARCHIVE_RATIO * size_bytes;
  g_autoptr (KomaArchiveReader) archive = open_archive (fd);
  Unpacking self = {
    .archive = archive,
    .unpacked = unpacked,
    .max_bytes = MIN (by_size, KOMA_MAX_WEIGHT_BYTES),
  };

  unpacked->folder = g_dir_make_tmp ("koma-XXXXXX", error);
  return unpacked->folder != NULL && unpack_entries (&self, error);
}

static int
compare_paths (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * koma_archive_unpack:
 * @path: a zip or a tar archive, the latter also compressed
 * @ret_unpacked: (out caller-allocates): its files
 * @error: return location
 *
 * Unpacks an archive into a new folder for temporary files. Links, devices and hidden
 * files are left out.
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_MODEL where it is
 * damaged, or a file would lie outside of the folder; %KOMA_ERROR_MEMORY
 * where it unpacks to more than %KOMA_MAX_ARCHIVE_RATIO times its size;
 * %KOMA_ERROR_UNSUPPORTED for a password; #GFileError. They name the archive.
 *
 * Returns: whether it was unpacked
 */
gboolean
koma_archive_unpack (const char   *path,
                     KomaUnpacked *ret_unpacked,
                     GError      **error)
{
  g_auto (KomaUnpacked) unpacked = { .paths = g_ptr_array_new_with_free_func (g_free) };
  guint64  size_bytes = 0;
  gboolean is_unpacked = FALSE;
  int      fd = koma_file_open (path, &size_bytes, error);

  if (fd < 0)
    return FALSE;
  is_unpacked = unpack (fd, size_bytes, &unpacked, error);
  (void) close (fd);
  if (!is_unpacked) {
    g_autofree char *name = g_filename_display_basename (path);

    g_prefix_error (error, "%s: ", name);
    return FALSE;
  }

  g_ptr_array_sort (unpacked.paths, compare_paths);
  *ret_unpacked = unpacked;
  unpacked = (KomaUnpacked){ 0 };
  return TRUE;
}

/* The folders above @path, as far as they are empty; @folder is the last. */
static void
remove_folders (const char *path,
                const char *folder)
{
  g_autofree char *above = g_path_get_dirname (path);

  if (g_str_has_prefix (above, folder) && g_rmdir (above) == 0)
    remove_folders (above, folder);
}

/**
 * koma_unpacked_clear:
 * @unpacked: the files of an archive
 *
 * Removes the files and their folder, and empties @unpacked. Thread: any;
 * touches the disk.
 */
void
koma_unpacked_clear (KomaUnpacked *unpacked)
{
  for (guint i = 0; unpacked->paths != NULL && i < unpacked->paths->len; i++) {
    (void) g_unlink (unpacked->paths->pdata[i]);
    remove_folders (unpacked->paths->pdata[i], unpacked->folder);
  }
  if (unpacked->folder != NULL)
    (void) g_rmdir (unpacked->folder);
  g_clear_pointer (&unpacked->paths, g_ptr_array_unref);
  g_clear_pointer (&unpacked->folder, g_free);
}
