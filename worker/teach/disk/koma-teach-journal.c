/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-teach-journal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/koma-app.h"
#include "worker/koma-fail-errno.h"
#include "worker/koma-journal-file.h"

#define NEW_NAME "journal.new"

struct _KomaTeachJournal
{
  char *folder;
  char *path;
  int   folder_fd; /* locked: until the program ends, however it does */
  int   pictures_fd;

  KomaJournalFile lines;
};

static gboolean
fail (KomaTeachJournal *self,
      GError          **error)
{
  return koma_fail_errno (error, errno, self->folder);
}

static void
close_if_open (int fd)
{
  if (fd >= 0)
    close (fd);
}

static int
open_folder (int         parent,
             const char *name)
{
  if (mkdirat (parent, name, 0700) != 0 && errno != EEXIST)
    return -1;
  return openat (parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* That the folder has the journal is on the disk too. */
static gboolean
open_all (KomaTeachJournal *self)
{
  if (g_mkdir_with_parents (self->folder, 0700) != 0)
    return FALSE;
  self->folder_fd = open (self->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (self->folder_fd < 0 || !koma_journal_file_lock (self->folder_fd))
    return FALSE;
  self->pictures_fd = open_folder (self->folder_fd, KOMA_TEACH_PICTURES);
  if (self->pictures_fd < 0)
    return FALSE;
  self->lines.fd = openat (self->folder_fd, KOMA_TEACH_JOURNAL,
                           O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  return self->lines.fd >= 0 && fsync (self->folder_fd) == 0;
}

/**
 * koma_teach_journal_open:
 * @folder: of the project; made where there is none
 * @error: return location
 *
 * Thread: any but main. Errors: %G_IO_ERROR_BUSY: another Koma has it; those of
 * koma_fail_errno().
 *
 * Returns: (transfer full): a journal that has not been read
 */
KomaTeachJournal *
koma_teach_journal_open (const char *folder,
                         GError    **error)
{
  g_autoptr (KomaTeachJournal) self = g_new0 (KomaTeachJournal, 1);

  self->folder = g_strdup (folder);
  self->path = g_build_filename (folder, KOMA_TEACH_JOURNAL, NULL);
  self->folder_fd = self->pictures_fd = self->lines.fd = -1;
  if (!open_all (self)) {
    fail (self, error);
    return NULL;
  }
  return g_steal_pointer (&self);
}

void
koma_teach_journal_free (KomaTeachJournal *self)
{
  close_if_open (self->lines.fd);
  close_if_open (self->pictures_fd);
  close_if_open (self->folder_fd);
  g_free (self->folder);
  g_free (self->path);
  g_free (self);
}

/**
 * koma_teach_journal_read:
 *
 * Errors: those of koma_file_read().
 *
 * Returns: whether it could be read
 */
gboolean
koma_teach_journal_read (KomaTeachJournal *self,
                         char            **ret_text,
                         gsize            *ret_length,
                         GError          **error)
{
  return koma_file_read (self->path, KOMA_MAX_SIDE_BYTES, ret_text, ret_length, error);
}

/**
 * koma_teach_journal_cut:
 * @whole_bytes: of whole lines; the next lines follow them
 *
 * Errors: those of koma_fail_errno().
 *
 * Returns: whether that could be done
 */
gboolean
koma_teach_journal_cut (KomaTeachJournal *self,
                        gsize             whole_bytes,
                        GError          **error)
{
  return koma_journal_file_cut (&self->lines, whole_bytes) || fail (self, error);
}

/**
 * koma_teach_journal_append:
 * @text: lines
 *
 * Errors: those of koma_fail_errno(); the journal is as before then.
 *
 * Returns: whether they are on the disk
 */
gboolean
koma_teach_journal_append (KomaTeachJournal *self,
                           const char       *text,
                           GError          **error)
{
  return koma_journal_file_append (&self->lines, text) || fail (self, error);
}

/**
 * koma_teach_journal_replace:
 * @text: all lines
 *
 * Errors: those of koma_fail_errno(); the journal is as before then.
 *
 * Returns: whether they are on the disk, in place of the others
 */
gboolean
koma_teach_journal_replace (KomaTeachJournal *self,
                            const char       *text,
                            GError          **error)
{
  KomaJournalFile fresh = { .fd = openat (self->folder_fd, NEW_NAME,
                                          O_RDWR | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
                                          0600) };

  if (fresh.fd < 0 || !koma_journal_file_append (&fresh, text) || fsync (fresh.fd) != 0 ||
      renameat (self->folder_fd, NEW_NAME, self->folder_fd, KOMA_TEACH_JOURNAL) != 0) {
    fail (self, error);
    close_if_open (fresh.fd);
    unlinkat (self->folder_fd, NEW_NAME, 0);
    return FALSE;
  }
  close (self->lines.fd);
  self->lines = fresh;
  return fsync (self->folder_fd) == 0 || fail (self, error);
}

/**
 * koma_teach_journal_get_pictures:
 *
 * Returns: the descriptor of the folder of pictures, which the journal keeps
 */
int
koma_teach_journal_get_pictures (KomaTeachJournal *self)
{
  return self->pictures_fd;
}
