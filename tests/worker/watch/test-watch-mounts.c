/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* In a namespace where the test may mount: what is mounted over a watched folder and taken away,
 * and a user who may watch nothing. */
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "tests/test-main.h"
#include "watch-fixture.h"

static void
mount_at (const char *path)
{
  g_assert_cmpint (mount ("tmpfs", path, "tmpfs", 0, "size=1m"), ==, 0);
}

/* Only something that is mounted, or time, tells that a card is in. */
static void
test_card (WatchFixture *fixture,
           gconstpointer data)
{
  KomaFolderWatchSettings patient = watch_quick;

  patient.retry_ms = G_MAXINT;
  watch_fixture_make (fixture, "below.png");
  watch_fixture_start_with (fixture, &patient);
  watch_fixture_wait_for (fixture, "picture below.png");
  mount_at (fixture->root);
  watch_fixture_make (fixture, "a.png");
  watch_fixture_wait_for (fixture, "picture a.png");
  watch_fixture_wait_for (fixture, "vanished below.png");

  g_assert_cmpint (umount (fixture->root), ==, 0);
  watch_fixture_wait_for (fixture, "lost");
  mount_at (fixture->root);
  watch_fixture_make (fixture, "b.png");
  watch_fixture_wait_for (fixture, "back");
  watch_fixture_wait_for (fixture, "picture b.png");
  watch_fixture_wait_for (fixture, "vanished a.png");
  watch_fixture_wait_for_marker (fixture);
  g_assert_cmpuint (watch_fixture_count (fixture, "picture below.png"), ==, 1);
  g_clear_pointer (&fixture->watch, koma_folder_watch_free);
  g_assert_cmpint (umount2 (fixture->root, MNT_DETACH), ==, 0);
}

static void
test_folder_within (WatchFixture *fixture,
                    gconstpointer data)
{
  g_autofree char *sub = watch_fixture_get_path (fixture, "sub");

  watch_fixture_make (fixture, "sub/below.png");
  watch_fixture_start (fixture);
  watch_fixture_wait_for (fixture, "picture sub/below.png");
  mount_at (sub);
  watch_fixture_make (fixture, "sub/a.png");
  watch_fixture_wait_for (fixture, "picture sub/a.png");
  watch_fixture_wait_for (fixture, "vanished sub/below.png");
  g_assert_cmpint (umount2 (sub, MNT_DETACH), ==, 0);
  watch_fixture_wait_for_nth (fixture, "picture sub/below.png", 2);
  watch_fixture_wait_for (fixture, "vanished sub/a.png");
  g_assert_cmpuint (watch_fixture_count (fixture, "lost"), ==, 0);
}

/* Of this namespace's user; Linux gives it back to no other. */
static gboolean
set_limit (const char *path,
           const char *value)
{
  const int fd = open (path, O_WRONLY | O_CLOEXEC);
  gboolean  is_set = FALSE;

  if (fd < 0)
    return FALSE;
  is_set = write (fd, value, strlen (value)) > 0;
  close (fd);
  return is_set;
}

static void
check_limit (WatchFixture *fixture,
             const char   *path,
             const char   *value)
{
  g_autofree char *before = NULL;

  g_file_get_contents (path, &before, NULL, NULL);
  if (before == NULL || !set_limit (path, value)) {
    g_test_skip ("the limit can not be set here");
    return;
  }
  watch_fixture_make (fixture, "sub/a.png");
  watch_fixture_start (fixture);
  watch_fixture_wait_for (fixture, "picture sub/a.png");
  watch_fixture_make (fixture, "sub/b.png");
  watch_fixture_wait_for (fixture, "picture sub/b.png");
  g_assert_cmpuint (watch_fixture_count (fixture, "walks") +
                      watch_fixture_count (fixture, "walks sub"),
                    ==, 1);
  g_assert_true (set_limit (path, before));
}

static void
test_watches (WatchFixture *fixture,
              gconstpointer data)
{
  check_limit (fixture, "/proc/sys/user/max_inotify_watches", "1");
}

static void
test_instances (WatchFixture *fixture,
                gconstpointer data)
{
  check_limit (fixture, "/proc/sys/user/max_inotify_instances", "0");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/watch-mounts/card", WatchFixture, NULL, watch_fixture_set_up, test_card,
              watch_fixture_tear_down);
  g_test_add ("/watch-mounts/folder-within", WatchFixture, NULL, watch_fixture_set_up,
              test_folder_within, watch_fixture_tear_down);
  g_test_add ("/watch-mounts/watches", WatchFixture, NULL, watch_fixture_set_up, test_watches,
              watch_fixture_tear_down);
  g_test_add ("/watch-mounts/instances", WatchFixture, NULL, watch_fixture_set_up, test_instances,
              watch_fixture_tear_down);
  return g_test_run ();
}
