/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-journal-file.h"

#include <errno.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "koma-write-all.h"

#define LOCK_TRIES   25
#define LOCK_WAIT_US 20000

/* Behind the lines that are whole. */
static gboolean
write_text (const KomaJournalFile *self,
            const char            *text,
            gsize                  length)
{
  return lseek (self->fd, (off_t) self->length, SEEK_SET) >= 0 &&
         koma_write_all (self->fd, text, length) && fdatasync (self->fd) == 0;
}

gboolean
koma_journal_file_append (KomaJournalFile *self,
                          const char      *text)
{
  const gsize length = strlen (text);

  if (self->has_half_line && !koma_journal_file_cut (self, self->length))
    return FALSE;
  if (!write_text (self, text, length)) {
    const int reason = errno;

    self->has_half_line = ftruncate (self->fd, (off_t) self->length) != 0;
    errno = reason;
    return FALSE;
  }
  self->length += length;
  return TRUE;
}

gboolean
koma_journal_file_cut (KomaJournalFile *self,
                       gsize            length)
{
  if (ftruncate (self->fd, (off_t) length) != 0)
    return FALSE;
  self->length = length;
  self->has_half_line = FALSE;
  return TRUE;
}

gboolean
koma_journal_file_lock (int fd)
{
  for (guint i = 1; flock (fd, LOCK_EX | LOCK_NB) != 0; i++) {
    if (errno != EWOULDBLOCK || i == LOCK_TRIES)
      return FALSE;
    g_usleep (LOCK_WAIT_US);
  }
  return TRUE;
}
