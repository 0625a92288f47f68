/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-picture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/koma-app.h"
#include "worker/koma-fail-errno.h"
#include "worker/koma-write-all.h"
#include "worker/teach/project/koma-teach-example.h"
#include "worker/decode/koma-input.h"
#include "worker/decode/koma-thumbnail.h"

/* NULL: of a kind that is not kept as it is. */
static const char *
find_ending (GBytes *bytes)
{
  gsize         size_bytes = 0;
  const guint8 *data = g_bytes_get_data (bytes, &size_bytes);

  if (size_bytes >= 3 && memcmp (data, "\xff\xd8\xff", 3) == 0)
    return ".jpg";
  return size_bytes >= 4 && memcmp (data, "\x89PNG", 4) == 0 ? ".png" : NULL;
}

/* One that was small in pixels and large in bytes is written anew, too. */
static gboolean
is_small (const KomaPicture *picture,
          GBytes            *bytes)
{
  return MAX (picture->source_width, picture->source_height) <= KOMA_TEACH_SIDE &&
         g_bytes_get_size (bytes) <= 4u * KOMA_TEACH_SIDE * KOMA_TEACH_SIDE;
}

/* (nullable): those of a file; NULL without an error where there are only pixels */
static GBytes *
read_bytes (KomaRequest  *request,
            GCancellable *cancellable,
            GError      **error)
{
  if (request->bytes != NULL)
    return g_bytes_ref (request->bytes);
  if (request->file == NULL)
    return NULL;
  return koma_file_reader_read (request->file, KOMA_MAX_PICTURE_BYTES, cancellable, error);
}

static GBytes *
encode (KomaRequest  *request,
        GCancellable *cancellable,
        const char  **ret_ending,
        GError      **error)
{
  GError *read_error = NULL;
  g_autoptr (GBytes) bytes = read_bytes (request, cancellable, &read_error);
  g_autoptr (KomaPicture) picture = NULL;

  if (read_error != NULL) {
    g_propagate_error (error, read_error);
    return NULL;
  }
  picture = koma_input_decode_request (request, bytes, KOMA_TEACH_SIDE, cancellable, error);
  if (picture == NULL)
    return NULL;
  *ret_ending = bytes != NULL && is_small (picture, bytes) ? find_ending (bytes) : NULL;
  if (*ret_ending != NULL)
    return g_steal_pointer (&bytes);
  *ret_ending = ".jpg";
  return koma_thumbnail_encode (picture, KOMA_TEACH_SIDE, error);
}

static gboolean
is_there (int         folder,
          const char *name,
          gsize       size_bytes)
{
  struct stat info = { 0 };

  return fstatat (folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG (info.st_mode) &&
         (guint64) info.st_size == size_bytes;
}

static gboolean
begin_file (KomaTeachPicture *self,
            GBytes           *bytes,
            GError          **error)
{
  gsize         size_bytes = 0;
  const guint8 *data = g_bytes_get_data (bytes, &size_bytes);

  if (is_there (self->folder, self->name, size_bytes))
    return TRUE;
  /* The same picture may be under way twice. */
  self->new_name = g_strdup_printf (KOMA_TEACH_NEW_PICTURE "%s-%08x", self->name, g_random_int ());
  self->fd = openat (self->folder, self->new_name,
                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (self->fd < 0 || !koma_write_all (self->fd, data, size_bytes))
    return koma_fail_errno (error, errno, self->name);
  return TRUE;
}

/**
 * koma_teach_picture_new:
 * @request: a picture
 * @folder: descriptor of the folder that it goes to
 * @cancellable: (nullable): interrupts it
 * @error: return location
 *
 * Reads, decodes and writes it. Where it is kept as it is, so is its EXIF orientation.
 *
 * Thread: any but main. Errors: those of koma_input_decode_request() and koma_fail_errno().
 *
 * Returns: (transfer full): for koma_teach_picture_finish()
 */
KomaTeachPicture *
koma_teach_picture_new (KomaRequest  *request,
                        int           folder,
                        GCancellable *cancellable,
                        GError      **error)
{
  const char *ending = NULL;
  g_autoptr (GBytes) bytes = encode (request, cancellable, &ending, error);
  g_autoptr (KomaTeachPicture) self = NULL;
  g_autofree char *hash = NULL;

  if (bytes == NULL)
    return NULL;
  self = g_new0 (KomaTeachPicture, 1);
  hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  self->name = g_strconcat (hash, ending, NULL);
  self->folder = folder;
  self->fd = -1;
  return begin_file (self, bytes, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_teach_picture_finish:
 *
 * Thread: any but main. Errors: those of koma_fail_errno().
 *
 * Returns: whether the folder has it; on the disk once the folder is synchronised
 */
gboolean
koma_teach_picture_finish (KomaTeachPicture *self,
                           GError          **error)
{
  if (self->new_name == NULL)
    return TRUE;
  if (fsync (self->fd) != 0 ||
      renameat (self->folder, self->new_name, self->folder, self->name) != 0)
    return koma_fail_errno (error, errno, self->name);
  g_clear_pointer (&self->new_name, g_free);
  return TRUE;
}

void
koma_teach_picture_free (KomaTeachPicture *self)
{
  if (self->fd >= 0)
    close (self->fd);
  if (self->new_name != NULL)
    unlinkat (self->folder, self->new_name, 0);
  g_free (self->new_name);
  g_free (self->name);
  g_free (self);
}
