/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-file-place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "worker/koma-fail-errno.h"
#include "worker/koma-write-all.h"

#define PIECE_BYTES (256u << 10)

static gboolean
fail (const char *path,
      GError    **error)
{
  return koma_fail_errno (error, errno, path);
}

/* Where the file system can not rename without overwriting: an empty file of ours is
 * overwritten. */
static gboolean
place_over_own (const char *from,
                const char *to)
{
  const int fd = open (to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  int       code = 0;

  if (fd < 0)
    return FALSE;
  close (fd);
  if (rename (from, to) == 0)
    return TRUE;
  code = errno;
  unlink (to);
  errno = code;
  return FALSE;
}

gboolean
koma_file_place (const char *from,
                 const char *to,
                 GError    **error)
{
  if (renameat2 (AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ||
      ((errno == EINVAL || errno == ENOSYS) && place_over_own (from, to)))
    return TRUE;
  if (errno != EXDEV)
    return fail (errno == EEXIST ? to : from, error);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, g_strerror (EXDEV));
  return FALSE;
}

/* Names and tags that other programs gave; what the target can not have is left out. */
static void
copy_attributes (int from,
                 int to)
{
  char          names[4096];
  const ssize_t length = flistxattr (from, names, sizeof names);

  for (const char *name = names; length > 0 && name < names + length; name += strlen (name) + 1) {
    char          value[4096];
    const ssize_t size = fgetxattr (from, name, value, sizeof value);

    if (g_str_has_prefix (name, "user.") && size >= 0 &&
        fsetxattr (to, name, value, (size_t) size, 0) != 0)
      g_debug ("%s: %s", name, g_strerror (errno));
  }
}

/* Whoever made the file does not decide as whom others run it: set-user-ID, set-group-ID and the
 * sticky bit stay behind. */
static gboolean
set_mode_and_times (int                fd,
                    const struct stat *info)
{
  const struct timespec times[] = { info->st_atim, info->st_mtim };

  /* Only the administrator may give files away. */
  if (fchown (fd, info->st_uid, info->st_gid) != 0)
    g_debug ("fchown: %s", g_strerror (errno));
  return fchmod (fd, info->st_mode & 0777) == 0 && futimens (fd, times) == 0;
}

static gboolean
finish_part (int         fd,
             KomaFileId *ret_id)
{
  struct stat info = { 0 };

  if (fsync (fd) != 0 || fstat (fd, &info) != 0)
    return FALSE;
  *ret_id = koma_file_id_from_stat (&info);
  return TRUE;
}

static int
create_part (const char *part)
{
  return open (part, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

/* From one descriptor to the other, with the hash of what went over; 0, or an errno. */
static int
copy_content (int           from,
              int           to,
              GChecksum    *checksum,
              GCancellable *cancellable)
{
  g_autofree guint8 *piece = g_malloc (PIECE_BYTES);

  while (!g_cancellable_is_cancelled (cancellable)) {
    const ssize_t n = read (from, piece, PIECE_BYTES);

    if (n == 0)
      return 0;
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0 || (to >= 0 && !koma_write_all (to, piece, (gsize) n)))
      return errno;
    g_checksum_update (checksum, piece, n);
  }
  return ECANCELED;
}

static int
copy_opened (int           from,
             int           to,
             GChecksum    *checksum,
             GCancellable *cancellable,
             KomaFileId   *ret_id)
{
  struct stat before = { 0 }, after = { 0 };
  KomaFileId  first, last;
  int         code = fstat (from, &before) == 0 ? 0 : errno;

  if (code == 0)
    code = copy_content (from, to, checksum, cancellable);
  if (code != 0)
    return code;
  copy_attributes (from, to);
  if (!set_mode_and_times (to, &before) || !finish_part (to, ret_id) || fstat (from, &after) != 0)
    return errno;
  first = koma_file_id_from_stat (&before);
  last = koma_file_id_from_stat (&after);
  return koma_file_id_equal (&first, &last) ? 0 : EAGAIN;
}

static gboolean
fail_copy (int         code,
           const char *from,
           const char *part,
           GError    **error)
{
  g_autofree char *name = g_filename_display_name (from);

  if (code == EAGAIN)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("%s: changed meanwhile"), name);
  else if (code == ECANCELED)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, g_strerror (code));
  else
    koma_fail_errno (error, code, code == ENOENT || code == EIO ? from : part);
  return FALSE;
}

gboolean
koma_file_copy_part (const char   *from,
                     const char   *part,
                     GCancellable *cancellable,
                     KomaFileId   *ret_id,
                     char        **ret_sha256,
                     GError      **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const int in = open (from, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  int       out = -1;
  int       code = 0;

  if (in < 0)
    return fail (from, error);
  out = create_part (part);
  code = out >= 0 ? copy_opened (in, out, checksum, cancellable, ret_id) : errno;
  close (in);
  if (out >= 0 && close (out) != 0 && code == 0)
    code = errno;
  if (code == 0) {
    *ret_sha256 = g_strdup (g_checksum_get_string (checksum));
    return TRUE;
  }
  if (out >= 0)
    unlink (part);
  return fail_copy (code, from, part, error);
}

gboolean
koma_file_write_part (GBytes            *bytes,
                      const char        *part,
                      const struct stat *info,
                      KomaFileId        *ret_id,
                      GError           **error)
{
  gsize       length = 0;
  const void *data = g_bytes_get_data (bytes, &length);
  const int   fd = create_part (part);
  gboolean    is_written = FALSE;

  if (fd < 0)
    return fail (part, error);
  is_written = koma_write_all (fd, data, length) &&
               (info != NULL ? set_mode_and_times (fd, info) : fchmod (fd, 0644) == 0) &&
               finish_part (fd, ret_id);
  if (!is_written)
    fail (part, error);
  close (fd);
  if (!is_written)
    unlink (part);
  return is_written;
}

/* A pipe has no content to come back to, and a device may have no end. */
static int
hash_opened (int           fd,
             GChecksum    *checksum,
             GCancellable *cancellable,
             guint64      *ret_size_bytes)
{
  struct stat info = { 0 };
  int         code = fstat (fd, &info) == 0 ? 0 : errno;

  if (code == 0 && !S_ISREG (info.st_mode))
    code = S_ISDIR (info.st_mode) ? EISDIR : EINVAL;
  if (code == 0)
    code = copy_content (fd, -1, checksum, cancellable);
  if (code == 0 && ret_size_bytes != NULL)
    *ret_size_bytes = (guint64) info.st_size;
  return code;
}

char *
koma_file_hash (const char   *path,
                guint64      *ret_size_bytes,
                GCancellable *cancellable,
                GError      **error)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  const int fd = open (path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
  int       code = fd >= 0 ? hash_opened (fd, checksum, cancellable, ret_size_bytes) : errno;

  if (fd >= 0)
    close (fd);
  if (code == 0)
    return g_strdup (g_checksum_get_string (checksum));
  koma_fail_errno (error, code, path);
  return NULL;
}

gboolean
koma_file_sync_folder (const char *path,
                       GError    **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  const int        fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const gboolean   is_synced = fd >= 0 && fsync (fd) == 0;

  if (!is_synced)
    fail (folder, error);
  if (fd >= 0)
    close (fd);
  return is_synced;
}
