/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/koma/koma-error.h"
#include "gzip.h"
#include "kept-files.h"

/* A process that can open no file is one for good. */
static KomaFileOpener opener;
static gpointer       opener_data;

static int
fail_with_errno (const char *path,
                 int         code,
                 GError    **error)
{
  g_autofree char *name = g_filename_display_basename (path);

  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), "%s: %s", name,
               g_strerror (code));
  return -1;
}

static gboolean
check_kind (const char        *path,
            const struct stat *info,
            GError           **error)
{
  g_autofree char *name = g_filename_display_basename (path);

  if (S_ISREG (info->st_mode))
    return TRUE;
  if (S_ISDIR (info->st_mode))
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR,
                 "%s: expected a file, found a folder", name);
  else
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                 "%s: expected a file, found a device or pipe", name);
  return FALSE;
}

/**
 * koma_file_open:
 * @path: a file
 * @ret_size_bytes: (out): its size
 * @error: return location
 *
 * Opens a regular file for reading. Everything else is refused: a pipe may
 * never end, nor does a device. O_NONBLOCK, because opening a pipe waits for
 * its other end, and a file can become one between a stat() and an open().
 *
 * Thread: any; blocks on the disk. Errors: #GFileError.
 *
 * Returns: the descriptor, or -1
 */
int
koma_file_open (const char *path,
                guint64    *ret_size_bytes,
                GError    **error)
{
  struct stat info = { 0 };
  int         fd = -1;

  if (opener != NULL)
    return opener (path, ret_size_bytes, NULL, opener_data, error);
  fd = open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd < 0)
    return fail_with_errno (path, errno, error);
  if (fstat (fd, &info) != 0 || !check_kind (path, &info, error)) {
    (void) close (fd);
    return -1;
  }
  *ret_size_bytes = (guint64) info.st_size;
  return fd;
}

/**
 * koma_file_open_kept:
 * @ret_kept: (out): which of the files that are kept it is; %KOMA_NOT_KEPT where nobody keeps it
 *
 * koma_file_open(), of a file that may be read by whoever opens it, too.
 *
 * Thread: any; blocks on the disk. Errors: #GFileError.
 *
 * Returns: the descriptor, or -1
 */
int
koma_file_open_kept (const char *path,
                     guint64    *ret_size_bytes,
                     guint      *ret_kept,
                     GError    **error)
{
  *ret_kept = KOMA_NOT_KEPT;
  if (opener != NULL)
    return opener (path, ret_size_bytes, ret_kept, opener_data, error);
  return koma_file_open (path, ret_size_bytes, error);
}

/**
 * koma_file_is_there:
 *
 * Thread: any; asks the disk.
 *
 * Returns: whether there is a regular file at @path
 */
gboolean
koma_file_is_there (const char *path)
{
  guint64 size_bytes = 0;
  int     fd = -1;

  if (opener == NULL)
    return g_file_test (path, G_FILE_TEST_IS_REGULAR);
  fd = opener (path, &size_bytes, NULL, opener_data, NULL);
  if (fd >= 0)
    (void) close (fd);
  return fd >= 0;
}

/**
 * koma_file_set_opener:
 * @new_opener: what koma_file_open() becomes
 *
 * Thread: the only one.
 */
void
koma_file_set_opener (KomaFileOpener new_opener,
                      gpointer       user_data)
{
  opener = new_opener;
  opener_data = user_data;
}

gboolean
koma_file_has_opener (void)
{
  return opener != NULL;
}

/* As many bytes as there were when the file was opened; fewer where it has
 * been shortened since. */
static gboolean
read_bytes (int    fd,
            gsize  size_bytes,
            char  *data, /* [size_bytes + 1] */
            gsize *ret_length)
{
  gsize  length = 0;
  gssize n_read = 1;

  while (length < size_bytes && n_read > 0) {
    do
      n_read = read (fd, data + length, size_bytes - length);
    while (n_read < 0 && errno == EINTR);
    length += (gsize) MAX (n_read, 0);
  }
  data[length] = '\0';
  *ret_length = length;
  return n_read >= 0;
}

static gboolean
read_open (int         fd,
           const char *path,
           guint64     size_bytes,
           guint64     max_bytes,
           char      **ret_data,
           gsize      *ret_length,
           GError    **error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *data = NULL;

  if (size_bytes > max_bytes) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "%s: has %" G_GUINT64_FORMAT " bytes, at most %" G_GUINT64_FORMAT " are allowed",
                 name, size_bytes, max_bytes);
    return FALSE;
  }
  data = g_try_malloc (size_bytes + 1);
  if (data == NULL) {
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "%s: no memory for %" G_GUINT64_FORMAT " bytes", name, size_bytes);
    return FALSE;
  }
  if (!read_bytes (fd, size_bytes, data, ret_length)) {
    fail_with_errno (path, errno, error);
    return FALSE;
  }
  *ret_data = g_steal_pointer (&data);
  return TRUE;
}

/**
 * koma_file_read_kept:
 * @path: a file
 * @max_bytes: how large it may be
 * @ret_kept: (out) (nullable): see koma_file_open_kept(); %NULL: nobody else is to read it
 * @ret_data: (out) (transfer full): its bytes, and a NUL
 * @ret_length: (out): their number, without that NUL
 * @error: return location
 *
 * Reads a whole regular file, see koma_file_open().
 *
 * Thread: any; blocks on the disk. Errors: #GFileError, %KOMA_ERROR_MEMORY
 * where the file is larger than @max_bytes.
 *
 * Returns: whether it was read
 */
gboolean
koma_file_read_kept (const char *path,
                     guint64     max_bytes,
                     guint      *ret_kept,
                     char      **ret_data,
                     gsize      *ret_length,
                     GError    **error)
{
  guint64  size_bytes = 0;
  gboolean is_read = FALSE;
  int      fd = ret_kept != NULL ? koma_file_open_kept (path, &size_bytes, ret_kept, error)
                                 : koma_file_open (path, &size_bytes, error);

  if (fd < 0)
    return FALSE;
  is_read = read_open (fd, path, size_bytes, max_bytes, ret_data, ret_length, error);
  (void) close (fd);
  return is_read;
}

/**
 * koma_file_read:
 *
 * As koma_file_read_kept(), of a file that nobody else is to read.
 *
 * Thread: any; blocks on the disk. Errors: those of koma_file_read_kept().
 */
gboolean
koma_file_read (const char *path,
                guint64     max_bytes,
                char      **ret_data,
                gsize      *ret_length,
                GError    **error)
{
  return koma_file_read_kept (path, max_bytes, NULL, ret_data, ret_length, error);
}

/**
 * koma_file_prefix_error:
 * @error: (inout) (nullable): an error about what is in the file
 *
 * Puts the name of the file at @path before the error, for one that does not name it yet.
 * Errors: @error as it is, with the name. Thread: any.
 *
 * Returns: %FALSE
 */
gboolean
koma_file_prefix_error (const char *path,
                        GError    **error)
{
  g_autofree char *name = g_filename_display_basename (path);

  g_prefix_error (error, "%s: ", name);
  return FALSE;
}

/**
 * koma_file_is_inside:
 * @path: as a file of a model names another
 *
 * A model is data from strangers: what it names must lie in its own folder,
 * or it would have us read, or name, other people's files.
 *
 * Returns: whether @path leads nowhere else
 */
gboolean
koma_file_is_inside (const char *path)
{
  g_auto (GStrv) parts = g_strsplit_set (path, "/\\", -1);

  return *path != '\0' && !g_path_is_absolute (path) && strstr (path, "://") == NULL &&
         !g_strv_contains ((const char *const *) parts, "..");
}

/**
 * koma_file_read_head:
 * @path: a file
 * @head: (out caller-allocates): room for %KOMA_FILE_HEAD_BYTES
 * @ret_length: (out): bytes read
 * @error: return location
 *
 * Reads the beginning of a file; of one that gzip compressed, of what was compressed.
 *
 * Thread: any; blocks on the disk. Errors: #GFileError.
 *
 * Returns: whether it was read
 */
gboolean
koma_file_read_head (const char *path,
                     guint8     *head, /* [KOMA_FILE_HEAD_BYTES] */
                     gsize      *ret_length,
                     GError    **error)
{
  guint64 size_bytes = 0;
  int     fd = koma_file_open (path, &size_bytes, error);
  gssize  n_read = 0;

  if (fd < 0)
    return FALSE;
  n_read = read (fd, head, KOMA_FILE_HEAD_BYTES);
  (void) close (fd);
  *ret_length = (gsize) MAX (n_read, 0);
  koma_gzip_unpack_head (head, KOMA_FILE_HEAD_BYTES, ret_length);
  return TRUE;
}

/**
 * koma_file_looks_like_html:
 * @data: the beginning of a file
 * @length: bytes of @data
 *
 * Tells a web page from a model. Many servers answer with a page, and not
 * with an error, where a file is missing, and browsers save it under the
 * name that was asked for.
 *
 * Returns: whether @data begins as HTML does
 */
gboolean
koma_file_looks_like_html (const char *data,
                           gsize       length)
{
  static const char *const beginnings[] = { "<!doctype", "<html", "<head", "<?xml" };

  while (length > 0 && g_ascii_isspace (*data)) {
    data++;
    length--;
  }

  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++) {
    const gsize wanted = strlen (beginnings[i]);

    if (length >= wanted && g_ascii_strncasecmp (data, beginnings[i], wanted) == 0)
      return TRUE;
  }

  return FALSE;
}
