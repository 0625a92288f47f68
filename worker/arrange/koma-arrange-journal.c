/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-journal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "engine/formats/file.h"
#include "koma-file-place.h"
#include "worker/koma-fail-errno.h"

#define SUFFIX    ".jsonl"
#define MAX_KEPT  20
#define MAX_BYTES (G_GUINT64_CONSTANT (1) << 30)

struct _KomaArrangeJournal
{
  char    *path;
  int      fd;        /* locked */
  gboolean is_broken; /* a half line stays at its end */
};

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "koma", "sorted", NULL);
}

void
koma_arrange_journal_free (KomaArrangeJournal *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  g_free (self);
}

static KomaArrangeJournal *
open_at (const char *path,
         int         flags,
         GError    **error)
{
  g_autoptr (KomaArrangeJournal) self = g_new0 (KomaArrangeJournal, 1);

  self->path = g_strdup (path);
  self->fd = open (path, flags | O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (self->fd >= 0 && flock (self->fd, LOCK_EX | LOCK_NB) == 0)
    return g_steal_pointer (&self);
  koma_fail_errno (error, errno, path);
  return NULL;
}

/* Names sort by time. */
KomaArrangeJournal *
koma_arrange_journal_create (GError **error)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *name =
    g_strdup_printf ("%020" G_GINT64_FORMAT "-%08x" SUFFIX, g_get_real_time (), g_random_int ());
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (KomaArrangeJournal) self = NULL;

  if (g_mkdir_with_parents (folder, 0700) != 0) {
    koma_fail_errno (error, errno, folder);
    return NULL;
  }
  self = open_at (path, O_CREAT | O_EXCL, error);
  /* That there is one is on the disk too. */
  if (self == NULL || !koma_file_sync_folder (path, error))
    return NULL;
  return g_steal_pointer (&self);
}

KomaArrangeJournal *
koma_arrange_journal_open (const char *path,
                           GError    **error)
{
  return open_at (path, 0, error);
}

const char *
koma_arrange_journal_get_path (const KomaArrangeJournal *self)
{
  return self->path;
}

static gboolean
write_line (int         fd,
            const char *line,
            gsize       length)
{
  for (gsize done = 0; done < length;) {
    const ssize_t n = write (fd, line + done, length - done);

    if (n < 0 && errno != EINTR)
      return FALSE;
    done += n > 0 ? (gsize) n : 0;
  }
  return fdatasync (fd) == 0;
}

gboolean
koma_arrange_journal_add (KomaArrangeJournal      *self,
                          const KomaArrangeRecord *record,
                          GError                 **error)
{
  g_autofree char *line = koma_arrange_record_to_line (record);
  const off_t      before = lseek (self->fd, 0, SEEK_END);

  if (!self->is_broken && write_line (self->fd, line, strlen (line)))
    return TRUE;
  koma_fail_errno (error, self->is_broken ? EIO : errno, self->path);
  /* What follows a half line would not be read. */
  self->is_broken = self->is_broken || ftruncate (self->fd, before) != 0;
  return FALSE;
}

static void
record_free (gpointer record)
{
  koma_arrange_record_clear (record);
  g_free (record);
}

GPtrArray *
koma_arrange_journal_read (KomaArrangeJournal *self,
                           GError            **error)
{
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func (record_free);
  g_autofree char *text = NULL;
  gsize            length = 0;
  const char      *end = NULL;

  if (!koma_file_read (self->path, MAX_BYTES, &text, &length, error))
    return NULL;
  for (const char *line = text; (end = memchr (line, '\n', length - (gsize) (line - text))) != NULL;
       line = end + 1) {
    KomaArrangeRecord record = { 0 };

    if (!koma_arrange_record_parse (line, (gsize) (end - line), &record))
      break;
    g_ptr_array_add (records, g_memdup2 (&record, sizeof record));
  }
  return g_steal_pointer (&records);
}

void
koma_arrange_journal_remove (KomaArrangeJournal *self)
{
  unlink (self->path);
}

/* Newest first. */
static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) b, *(char *const *) a);
}

/* (element-type filename) */
static GPtrArray *
list_paths (void)
{
  GPtrArray       *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, SUFFIX))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_names);
  return paths;
}

/* FALSE: somebody has it, or it says nothing. */
static gboolean
look_at (const char *path,
         gboolean   *ret_is_whole)
{
  g_autoptr (KomaArrangeJournal) journal = koma_arrange_journal_open (path, NULL);
  g_autoptr (GPtrArray) records =
    journal != NULL ? koma_arrange_journal_read (journal, NULL) : NULL;
  const KomaArrangeRecord *last = NULL;

  if (records == NULL)
    return FALSE;
  if (records->len == 0) {
    koma_arrange_journal_remove (journal);
    return FALSE;
  }
  last = records->pdata[records->len - 1];
  *ret_is_whole = last->kind == KOMA_RECORD_END;
  return TRUE;
}

char *
koma_arrange_journal_find (gboolean *ret_is_whole)
{
  g_autoptr (GPtrArray) paths = list_paths ();

  for (guint i = 0; i < paths->len; i++)
    if (look_at (paths->pdata[i], ret_is_whole))
      return g_strdup (paths->pdata[i]);
  return NULL;
}

void
koma_arrange_journal_prune (void)
{
  g_autoptr (GPtrArray) paths = list_paths ();

  for (guint i = MAX_KEPT; i < paths->len; i++) {
    gboolean is_whole = FALSE;

    if (look_at (paths->pdata[i], &is_whole) && is_whole)
      unlink (paths->pdata[i]);
  }
}
