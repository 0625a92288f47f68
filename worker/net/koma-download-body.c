/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The bytes of an answer, on their way to the disk, and what that has room for. */
#include "koma-download-private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "koma-net-error.h"
#include "worker/koma-write-all.h"

#define BUFFER_BYTES (64u << 10)
/* A web page in place of a small file is read, so that it can be told from a file that is too
 * large. */
#define PAGE_BYTES (1u << 20)
/* Of the disk, for all others: this much, or a fiftieth of a small one. */
#define SPARED_BYTES (32u << 20)
#define SPARED_PART  50
/* How often the disk is looked at while a file arrives. */
#define LOOK_BYTES (8u << 20)

static guint64
get_max (const KomaDownloadFile *file)
{
  return file->size_bytes > 0 ? MAX (file->size_bytes, PAGE_BYTES) : file->max_bytes;
}

/**
 * koma_download_check_space:
 * @more_bytes: that are to come
 * @error: return location
 *
 * Asks whether the disk has room for them, with some left for others. Where it does not say, it
 * has.
 *
 * Thread: that of @self. Errors: %KOMA_NET_ERROR_DISK_FULL.
 */
gboolean
koma_download_check_space (KomaDownload *self,
                           guint64       more_bytes,
                           GError      **error)
{
  struct statvfs disk = { 0 };
  guint64        free_bytes = 0;
  guint64        spared = 0;

  if (statvfs (self->folder, &disk) != 0 || disk.f_blocks == 0)
    return TRUE;
  free_bytes = (guint64) disk.f_bavail * disk.f_frsize;
  spared = MIN (SPARED_BYTES, (guint64) disk.f_blocks * disk.f_frsize / SPARED_PART);
  return (free_bytes >= spared && free_bytes - spared >= more_bytes) ||
         koma_net_fail_errno (error, ENOSPC, self->folder);
}

/* Others write to it, too; and a server need not say how much will come. */
static gboolean
look_at_disk (KomaDownload              *self,
              const KomaDownloadArrival *arrival,
              guint64                    total, /* 0: not known */
              guint64                   *next_look,
              GError                   **error)
{
  if (arrival->from < *next_look)
    return TRUE;
  *next_look = arrival->from + LOOK_BYTES;
  return koma_download_check_space (self, total > arrival->from ? total - arrival->from : 0, error);
}

/* From the answer to the disk. libsoup takes a connection that ends within a chunk for the end of
 * the file; the reader of the model sees what is missing then. */
static gboolean
copy_body (KomaDownload        *self,
           KomaDownloadArrival *arrival,
           guint64              total, /* bytes of the file; 0: not known */
           int                  fd,
           GError             **error)
{
  const KomaDownloadFile *file = arrival->file;
  g_autofree char        *buffer = g_malloc (BUFFER_BYTES);
  gssize                  n = 0;
  GError                 *cause = NULL;
  guint64                 next_look = 0;

  while ((n = self->transport->read (self->connection, buffer, BUFFER_BYTES, self->cancellable,
                                     &cause)) > 0) {
    if (arrival->from + (guint64) n > get_max (file))
      return koma_net_fail (error, KOMA_NET_ERROR_TOO_LARGE, file->address);
    if (!look_at_disk (self, arrival, total, &next_look, error))
      return FALSE;
    if (!koma_write_all (fd, buffer, (gsize) n))
      return koma_net_fail_errno (error, errno, arrival->part);
    arrival->from += (guint64) n;
    self->progress (arrival->from, total, self->progress_data);
  }
  if (n < 0)
    koma_net_propagate (error, cause, file->address);
  return n == 0;
}

/*< private >
 * koma_download_receive:
 * @arrival: from where the answer goes on; counts what comes
 * @reply: whose bytes are read next
 *
 * Thread: that of @self. Errors: %KOMA_NET_ERROR_TOO_LARGE, %KOMA_NET_ERROR_SHORT, those of the
 * transport and of the disk.
 *
 * Returns: whether all of it is on the disk
 */
gboolean
koma_download_receive (KomaDownload        *self,
                       KomaDownloadArrival *arrival,
                       const KomaReply     *reply,
                       GError             **error)
{
  const gboolean is_known = reply->length >= 0 && !reply->is_encoded;
  const guint64  told = arrival->claim.size_bytes;
  const guint64  end = is_known ? arrival->from + (guint64) reply->length : told;
  const int      flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY;
  const int      fd = open (arrival->part, flags | (arrival->from > 0 ? O_APPEND : O_TRUNC), 0600);
  gboolean       is_copied = FALSE;

  if (fd < 0)
    return koma_net_fail_errno (error, errno, arrival->part);
  if (end > get_max (arrival->file)) {
    close (fd);
    return koma_net_fail (error, KOMA_NET_ERROR_TOO_LARGE, arrival->file->address);
  }
  is_copied = copy_body (self, arrival, end, fd, error);
  if (is_copied && fsync (fd) != 0)
    is_copied = koma_net_fail_errno (error, errno, arrival->part);
  close (fd);
  if (is_copied && arrival->from < end)
    return koma_net_fail (error, KOMA_NET_ERROR_SHORT, arrival->file->address);
  return is_copied;
}
