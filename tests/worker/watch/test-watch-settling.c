/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/watch/koma-watch-settling.h"

#include <glib/gstdio.h>

#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define QUIET_US 1000

/* Time is the test's own. */
typedef struct
{
  char             *folder;
  char             *path;
  KomaWatchSettling settling;
} Fixture;

static void
write_file (const char *path,
            const char *content)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, content, -1, &error);
  g_assert_no_error (error);
}

static void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("koma-settling-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "a.png", NULL);
  write_file (fixture->path, "1");
  koma_watch_settling_init (&fixture->settling, QUIET_US);
}

static void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  koma_watch_settling_clear (&fixture->settling);
  remove_tree (fixture->folder);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static void
assert_taken (Fixture *fixture,
              gint64   now_us,
              gboolean is_taken)
{
  struct stat      info = { 0 };
  g_autofree char *path = koma_watch_settling_take (&fixture->settling, now_us, &info);

  g_assert_cmpstr (path, ==, is_taken ? fixture->path : NULL);
  g_assert_true (!is_taken || info.st_size > 0);
}

static void
test_quiet (Fixture      *fixture,
            gconstpointer data)
{
  g_assert_cmpint (koma_watch_settling_get_due (&fixture->settling), ==, G_MAXINT64);
  koma_watch_settling_add (&fixture->settling, fixture->path, 0);
  g_assert_cmpint (koma_watch_settling_get_due (&fixture->settling), ==, QUIET_US);
  assert_taken (fixture, QUIET_US - 1, FALSE);
  /* What happens to it begins the time anew. */
  koma_watch_settling_add (&fixture->settling, fixture->path, QUIET_US - 1);
  assert_taken (fixture, QUIET_US, FALSE);
  assert_taken (fixture, 2 * QUIET_US - 1, TRUE);
  assert_taken (fixture, 9 * QUIET_US, FALSE);
  g_assert_false (koma_watch_settling_has (&fixture->settling, fixture->path));
}

static void
test_changes (Fixture      *fixture,
              gconstpointer data)
{
  koma_watch_settling_add (&fixture->settling, fixture->path, 0);
  write_file (fixture->path, "12");
  assert_taken (fixture, QUIET_US, FALSE);
  write_file (fixture->path, "123");
  assert_taken (fixture, 2 * QUIET_US, FALSE);
  assert_taken (fixture, 3 * QUIET_US, TRUE);
}

static void
test_written (Fixture      *fixture,
              gconstpointer data)
{
  koma_watch_settling_add (&fixture->settling, fixture->path, 0);
  koma_watch_settling_hold (&fixture->settling, fixture->path);
  koma_watch_settling_touch (&fixture->settling, fixture->path, 1);
  g_assert_cmpint (koma_watch_settling_get_due (&fixture->settling), ==, G_MAXINT64);
  assert_taken (fixture, 9 * QUIET_US, FALSE);
  g_assert_true (koma_watch_settling_has (&fixture->settling, fixture->path));
  /* Closed. */
  koma_watch_settling_add (&fixture->settling, fixture->path, 9 * QUIET_US);
  assert_taken (fixture, 10 * QUIET_US, TRUE);
  /* Whether it was closed, nobody knows. */
  koma_watch_settling_hold (&fixture->settling, fixture->path);
  koma_watch_settling_release (&fixture->settling, 20 * QUIET_US);
  assert_taken (fixture, 21 * QUIET_US, FALSE);
  assert_taken (fixture, 22 * QUIET_US, TRUE);
}

static void
test_gone (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *other = g_strconcat (fixture->folder, "2.png", NULL);

  koma_watch_settling_add (&fixture->settling, other, 0);
  koma_watch_settling_add (&fixture->settling, fixture->path, 1);
  koma_watch_settling_drop_below (&fixture->settling, fixture->folder);
  g_assert_true (koma_watch_settling_has (&fixture->settling, other));
  g_assert_false (koma_watch_settling_has (&fixture->settling, fixture->path));
  /* It was never there. */
  assert_taken (fixture, 9 * QUIET_US, FALSE);
  g_assert_false (koma_watch_settling_has (&fixture->settling, other));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/watch-settling/quiet", Fixture, NULL, fixture_set_up, test_quiet,
              fixture_tear_down);
  g_test_add ("/watch-settling/changes", Fixture, NULL, fixture_set_up, test_changes,
              fixture_tear_down);
  g_test_add ("/watch-settling/written", Fixture, NULL, fixture_set_up, test_written,
              fixture_tear_down);
  g_test_add ("/watch-settling/gone", Fixture, NULL, fixture_set_up, test_gone,
              fixture_tear_down);
  return g_test_run ();
}
