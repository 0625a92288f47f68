/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines that are added to a file: where a disk gets full in the middle of one, and where what is
 * there of it can not be removed. */
#include "worker/koma-journal-file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/test-main.h"

#define FIRST  "a first line\n"
#define SECOND "a second line\n"

static KomaJournalFile
make_file (void)
{
  const KomaJournalFile file = { .fd = memfd_create ("journal", MFD_CLOEXEC | MFD_ALLOW_SEALING) };

  g_assert_cmpint (file.fd, >=, 0);
  return file;
}

static void
check_text (const KomaJournalFile *file,
            const char            *expected)
{
  char          found[64] = { 0 };
  const ssize_t n = pread (file->fd, found, sizeof found - 1, 0);

  g_assert_cmpint (n, ==, strlen (expected));
  g_assert_cmpstr (found, ==, expected);
}

/* There is room for so many bytes of the second line. */
static gboolean
append_second_with_room (KomaJournalFile *file,
                         rlim_t           n_bytes)
{
  struct rlimit was = { 0 }, limit = { 0 };
  int           reason = 0;
  gboolean      is_there = FALSE;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &was), ==, 0);
  limit = (struct rlimit){ strlen (FIRST) + n_bytes, was.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  is_there = koma_journal_file_append (file, SECOND);
  reason = errno;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &was), ==, 0);
  errno = reason;
  return is_there;
}

/* The file has none of the line, and the next one comes behind the last whole one. */
static void
test_full (void)
{
  KomaJournalFile file = make_file ();

  g_assert_true (koma_journal_file_append (&file, FIRST));
  g_assert_false (append_second_with_room (&file, 5));
  g_assert_cmpint (errno, ==, EFBIG);
  check_text (&file, FIRST);
  g_assert_true (koma_journal_file_append (&file, SECOND));
  check_text (&file, FIRST SECOND);
  close (file.fd);
}

/* Nothing is written behind a half line: it would be a part of that. */
static void
test_half_line_stays (void)
{
  KomaJournalFile file = make_file ();

  g_assert_true (koma_journal_file_append (&file, FIRST));
  g_assert_cmpint (fcntl (file.fd, F_ADD_SEALS, F_SEAL_SHRINK), ==, 0);
  g_assert_false (append_second_with_room (&file, 5));
  g_assert_cmpint (errno, ==, EFBIG);
  check_text (&file, FIRST "a sec");
  g_assert_false (koma_journal_file_append (&file, "-\n"));
  g_assert_cmpint (errno, ==, EPERM);
  check_text (&file, FIRST "a sec");
  close (file.fd);
}

static void
test_cut (void)
{
  KomaJournalFile file = make_file ();

  g_assert_cmpint (write (file.fd, FIRST "a sec", strlen (FIRST "a sec")), >, 0);
  g_assert_true (koma_journal_file_cut (&file, strlen (FIRST)));
  check_text (&file, FIRST);
  g_assert_true (koma_journal_file_append (&file, SECOND));
  check_text (&file, FIRST SECOND);
  close (file.fd);
}

static gpointer
unlock_soon (gpointer fd)
{
  g_usleep (100000);
  close (GPOINTER_TO_INT (fd));
  return NULL;
}

/* A lock is waited for, but not for ever. */
static void
test_lock (void)
{
  g_autofree char *path = NULL;
  const int        fd = g_file_open_tmp ("koma-lock-XXXXXX", &path, NULL);
  const int        other = open (path, O_RDWR | O_CLOEXEC);
  GThread         *thread = NULL;

  g_assert_true (koma_journal_file_lock (other));
  g_assert_false (koma_journal_file_lock (fd));
  g_assert_cmpint (errno, ==, EWOULDBLOCK);
  thread = g_thread_new ("unlock", unlock_soon, GINT_TO_POINTER (other));
  g_assert_true (koma_journal_file_lock (fd));
  g_thread_join (thread);
  close (fd);
  unlink (path);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/journal-file/full", test_full);
  g_test_add_func ("/journal-file/half-line-stays", test_half_line_stays);
  g_test_add_func ("/journal-file/cut", test_cut);
  g_test_add_func ("/journal-file/lock", test_lock);
  return g_test_run ();
}
