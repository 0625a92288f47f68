/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of an archive are written into a folder for temporary ones. They come from strangers: none
 * goes outside of it, and there are no more bytes than a model of that size could unpack to. */

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "archive.h"
#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "file.h"

typedef struct
{
  KomaUnpacked unpacked;
  guint64      max_bytes;
  guint64      written_bytes;
  int          fd; /* -1, or the file that is being written */
} Unpacking;

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

static void
end_file (Unpacking *self)
{
  if (self->fd >= 0)
    (void) close (self->fd);
  self->fd = -1;
}

static gboolean
make_file (Unpacking  *self,
           const char *name,
           GError    **error)
{
  char            *path = g_build_filename (self->unpacked.folder, name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_ptr_array_add (self->unpacked.paths, path);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    self->fd = g_open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (self->fd < 0) {
    const int code = errno;

    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code),
                 "“%s” can not be unpacked: %s", name, g_strerror (code));
  }
  return self->fd >= 0;
}

static gboolean
begin_file (const char *name,
            gpointer    user_data,
            GError    **error)
{
  Unpacking *self = user_data;

  end_file (self);
  if (!koma_file_is_inside (name))
    return koma_fail (error, KOMA_ERROR_MODEL, "“%s” in it would lie outside of its folder", name);
  if (self->unpacked.paths->len >= KOMA_MAX_ARCHIVE_FILES)
    return koma_fail (error, KOMA_ERROR_MEMORY, "there are more than %d files in it",
                      KOMA_MAX_ARCHIVE_FILES);
  return make_file (self, name, error);
}

static gboolean
write_file (gconstpointer data,
            gsize         length,
            gpointer      user_data,
            GError      **error)
{
  Unpacking *self = user_data;

  if (self->fd < 0)
    return koma_fail (error, KOMA_ERROR_MODEL, "a file in it has no name");
  if (length > self->max_bytes - self->written_bytes)
    return koma_fail (error, KOMA_ERROR_MEMORY,
                      "it unpacks to more than %" G_GUINT64_FORMAT " bytes", self->max_bytes);
  self->written_bytes += length;
  return write_all (self->fd, data, length, error);
}

static gboolean
unpack (Unpacking      *self,
        int             fd,
        guint64         size_bytes,
        KomaArchiveRead read,
        GError        **error)
{
  const KomaArchiveSink sink = { begin_file, write_file, self };
  gboolean              is_read = FALSE;

  self->max_bytes = MIN (KOMA_ARCHIVE_ALLOWANCE_BYTES + KOMA_MAX_ARCHIVE_RATIO * size_bytes,
                         KOMA_MAX_WEIGHT_BYTES);
  self->unpacked.folder = g_dir_make_tmp ("koma-XXXXXX", error);
  is_read = self->unpacked.folder != NULL && read (fd, &sink, error);
  end_file (self);
  return is_read;
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
 * @read: koma_archive_read(), or what has another process do it
 * @ret_unpacked: (out caller-allocates): its files
 * @error: return location
 *
 * Unpacks an archive into a new folder for temporary files. Links, devices and hidden
 * files are left out.
 *
 * Thread: any; blocks on the disk. Errors: those of @read; %KOMA_ERROR_MODEL where a file would lie
 * outside of the folder; %KOMA_ERROR_MEMORY where it unpacks to more than %KOMA_MAX_ARCHIVE_RATIO
 * times its size; #GFileError. They name the archive.
 *
 * Returns: whether it was unpacked
 */
gboolean
koma_archive_unpack (const char     *path,
                     KomaArchiveRead read,
                     KomaUnpacked   *ret_unpacked,
                     GError        **error)
{
  Unpacking self = { .unpacked.paths = g_ptr_array_new_with_free_func (g_free), .fd = -1 };
  guint64   size_bytes = 0;
  gboolean  is_unpacked = FALSE;
  int       fd = koma_file_open (path, &size_bytes, error);

  if (fd >= 0) {
    is_unpacked = unpack (&self, fd, size_bytes, read, error) ||
                  koma_file_prefix_error (path, error);
    (void) close (fd);
  }
  if (!is_unpacked) {
    koma_unpacked_clear (&self.unpacked);
    return FALSE;
  }
  g_ptr_array_sort (self.unpacked.paths, compare_paths);
  *ret_unpacked = self.unpacked;
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
