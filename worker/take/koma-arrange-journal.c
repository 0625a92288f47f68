/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-arrange-journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "engine/koma-app.h"
#include "koma-file-place.h"
#include "worker/koma-fail-errno.h"
#include "worker/koma-journal-file.h"
#include "worker/koma-set-aside.h"

#define SUFFIX    ".jsonl"
#define MAX_BYTES (G_GUINT64_CONSTANT (1) << 30)
/* Names had the time in microseconds once; later ones come behind them. */
#define MAX_NUMBER G_GUINT64_CONSTANT (1000000000000000000)
/* Others may take a number meanwhile, but not for ever. */
#define MAX_TRIES 100

struct _KomaArrangeJournal
{
  char           *path;
  KomaJournalFile lines;   /* locked */
  guint64         n_lines; /* that have a number */
};

static char *
get_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "koma", "sorted", NULL);
}

void
koma_arrange_journal_free (KomaArrangeJournal *self)
{
  if (self->lines.fd >= 0)
    close (self->lines.fd);
  g_free (self->path);
  g_free (self);
}

static gboolean
is_file (int    fd,
         gsize *ret_length)
{
  struct stat info = { 0 };

  if (fstat (fd, &info) != 0)
    return FALSE;
  *ret_length = (gsize) info.st_size;
  errno = EINVAL;
  return S_ISREG (info.st_mode);
}

static KomaArrangeJournal *
open_at (const char *path,
         int         flags,
         GError    **error)
{
  g_autoptr (KomaArrangeJournal) self = g_new0 (KomaArrangeJournal, 1);

  self->path = g_strdup (path);
  self->lines.fd = open (path, flags | O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0600);
  if (self->lines.fd >= 0 && koma_journal_file_lock (self->lines.fd) &&
      is_file (self->lines.fd, &self->lines.length))
    return g_steal_pointer (&self);
  koma_fail_errno (error, errno, path);
  return NULL;
}

/* FALSE: it is no journal's name. */
static gboolean
read_number (const char *path,
             guint64    *ret_number)
{
  g_autofree char *name = g_path_get_basename (path);
  char            *end = NULL;
  const guint64    number = g_ascii_strtoull (name, &end, 10);

  *ret_number = g_ascii_isdigit (*name) && number <= MAX_NUMBER ? number : 0;
  return g_str_has_suffix (name, SUFFIX);
}

/* Newest first. */
static int
compare_paths (gconstpointer a,
               gconstpointer b)
{
  const char *path_a = *(char *const *) a, *path_b = *(char *const *) b;
  guint64     number_a = 0, number_b = 0;

  read_number (path_a, &number_a);
  read_number (path_b, &number_b);
  if (number_a != number_b)
    return number_a < number_b ? 1 : -1;
  return strcmp (path_b, path_a);
}

/* (element-type filename) */
static GPtrArray *
list_paths (void)
{
  GPtrArray       *paths = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = get_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;
  guint64     number = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (read_number (name, &number))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}

/* The name that comes after all others. */
static char *
dup_next_path (void)
{
  g_autoptr (GPtrArray) paths = list_paths ();
  g_autofree char *folder = get_folder ();
  guint64          number = 0;

  if (paths->len > 0)
    read_number (paths->pdata[0], &number);
  return g_strdup_printf ("%s/%020" G_GUINT64_FORMAT SUFFIX, folder, number + 1);
}

/* From its unfinished name to its number. Errors: those of koma_file_place (). */
static gboolean
take_number (KomaArrangeJournal *self,
             GError            **error)
{
  for (guint i = 1;; i++) {
    g_autofree char *path = dup_next_path ();
    g_autoptr (GError) failure = NULL;

    if (koma_file_place (self->path, path, &failure)) {
      g_free (self->path);
      self->path = g_steal_pointer (&path);
      return koma_file_sync_folder (self->path, error);
    }
    if (i == MAX_TRIES || !g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_EXISTS)) {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  }
}

/* It has its first line before anybody can see it, so that one without is a damaged one. */
KomaArrangeJournal *
koma_arrange_journal_create (GError **error)
{
  g_autofree char *folder = get_folder ();
  g_autofree char *path = g_strdup_printf ("%s/.new-%08x", folder, g_random_int ());
  g_autofree char *first = koma_arrange_lines_dup_first ();
  g_autoptr (KomaArrangeJournal) self = NULL;

  if (g_mkdir_with_parents (folder, 0700) != 0) {
    koma_fail_errno (error, errno, folder);
    return NULL;
  }
  self = open_at (path, O_CREAT | O_EXCL, error);
  if (self == NULL)
    return NULL;
  if (koma_journal_file_append (&self->lines, first)) {
    if (take_number (self, error))
      return g_steal_pointer (&self);
  } else
    koma_fail_errno (error, errno, self->path);
  unlink (self->path);
  return NULL;
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

gboolean
koma_arrange_journal_add (KomaArrangeJournal      *self,
                          const KomaArrangeRecord *record,
                          GError                 **error)
{
  KomaArrangeRecord numbered = *record; /* borrows */
  g_autofree char  *object = NULL;
  g_autofree char  *line = NULL;

  numbered.number = self->n_lines + 1;
  object = koma_arrange_record_to_json (&numbered);
  line = koma_arrange_lines_seal (object);
  if (!koma_journal_file_append (&self->lines, line))
    return koma_fail_errno (error, errno, self->path);
  self->n_lines++;
  return TRUE;
}

gboolean
koma_arrange_journal_read (KomaArrangeJournal *self,
                           KomaArrangeLines   *ret_lines,
                           GError            **error)
{
  g_autofree char *text = NULL;
  gsize            length = 0;

  if (!koma_file_read (self->path, MAX_BYTES, &text, &length, error))
    return FALSE;
  if (!koma_arrange_lines_parse (text, length, self->path, ret_lines, error))
    return FALSE;
  self->n_lines = koma_arrange_lines_get_last (ret_lines);
  return TRUE;
}

void
koma_arrange_journal_remove (KomaArrangeJournal *self)
{
  unlink (self->path);
}

char *
koma_arrange_journal_set_aside (KomaArrangeJournal *self,
                                GError            **error)
{
  return koma_set_aside (self->path, error);
}

/* FALSE: somebody has it, or it says that nothing was done. */
static gboolean
look_at (const char *path,
         gboolean   *ret_is_whole)
{
  g_autoptr (KomaArrangeJournal) journal = koma_arrange_journal_open (path, NULL);
  g_auto (KomaArrangeLines) lines = { 0 };

  if (journal == NULL)
    return FALSE;
  *ret_is_whole = TRUE;
  /* Who is to undo it is told why it can not be read. */
  if (!koma_arrange_journal_read (journal, &lines, NULL))
    return TRUE;
  if (!koma_arrange_lines_say_something (&lines)) {
    koma_arrange_journal_remove (journal);
    return FALSE;
  }
  *ret_is_whole = koma_arrange_lines_have_end (&lines);
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

gboolean
koma_arrange_journal_check (const char      *path,
                            KomaArrangeWork *ret_work,
                            GError         **error)
{
  g_autoptr (KomaArrangeJournal) journal = koma_arrange_journal_open (path, error);
  g_auto (KomaArrangeLines) lines = { 0 };
  g_autofree char *name = g_filename_display_name (path);

  if (journal == NULL || !koma_arrange_journal_read (journal, &lines, error))
    return FALSE;
  *ret_work = koma_arrange_lines_sum_up (&lines);
  if (koma_arrange_lines_are_whole (&lines))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("%s: damaged; not all can be undone"),
               name);
  return FALSE;
}
