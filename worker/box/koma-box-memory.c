/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-box-memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/koma-app.h"

static gboolean
map (KomaBoxMemory *self,
     gsize          size_bytes)
{
  void *data = mmap (NULL, size_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, self->fd, 0);

  if (data == MAP_FAILED)
    return FALSE;
  self->data = data;
  self->size_bytes = size_bytes;
  return TRUE;
}

static int
make_sealed (gsize    size_bytes,
             GError **error)
{
  int fd = memfd_create ("koma-picture", MFD_CLOEXEC | MFD_ALLOW_SEALING);

  if (fd >= 0 && ftruncate (fd, (off_t) size_bytes) == 0 &&
      fcntl (fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return fd;
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
               "no shared memory of %" G_GSIZE_FORMAT " bytes: %s", size_bytes,
               g_strerror (errno));
  if (fd >= 0)
    (void) close (fd);
  return -1;
}

/**
 * koma_box_memory_make:
 * @self: memory, or none
 * @size_bytes: 1 or more
 * @error: return location
 *
 * Makes memory of a size that nobody can change.
 *
 * Returns: whether there is such memory now; none otherwise
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_box_memory_make (KomaBoxMemory *self,
                      gsize          size_bytes,
                      GError       **error)
{
  koma_box_memory_clear (self);
  self->fd = make_sealed (size_bytes, error);
  if (self->fd >= 0 && map (self, size_bytes))
    return TRUE;
  if (self->fd >= 0)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "no room for shared memory: %s",
                 g_strerror (errno));
  koma_box_memory_clear (self);
  return FALSE;
}

/**
 * koma_box_memory_adopt:
 * @self: memory, or none
 * @fd: (transfer full): of koma_box_memory_make(), in another process
 *
 * Returns: whether it is there now; none otherwise
 */
gboolean
koma_box_memory_adopt (KomaBoxMemory *self,
                       int            fd)
{
  struct stat info = { 0 };

  koma_box_memory_clear (self);
  self->fd = fd;
  if (fd < 0 || fstat (fd, &info) != 0 || info.st_size <= 0 || !map (self, (gsize) info.st_size)) {
    koma_box_memory_clear (self);
    return FALSE;
  }
  (void) close (fd);
  self->fd = -1;
  return TRUE;
}

void
koma_box_memory_clear (KomaBoxMemory *self)
{
  if (self->data != NULL)
    (void) munmap (self->data, self->size_bytes);
  if (self->fd >= 0)
    (void) close (self->fd);
  *self = (KomaBoxMemory) KOMA_BOX_MEMORY_INIT;
}

/* What another picture does not need. */
void
koma_box_memory_drop_large (KomaBoxMemory *self)
{
  if (self->size_bytes > KOMA_BOX_KEPT_BYTES)
    koma_box_memory_clear (self);
}
