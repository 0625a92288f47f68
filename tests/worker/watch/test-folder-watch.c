/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "tests/remove-tree.h"
#include "tests/test-main.h"
#include "watch-fixture.h"

#define N_FOLDERS 40

static void
move (const char *from,
      const char *to)
{
  g_assert_cmpint (g_rename (from, to), ==, 0);
}

static void
test_start (WatchFixture *fixture,
            gconstpointer data)
{
  watch_fixture_make (fixture, "a.png");
  watch_fixture_make (fixture, "b/c/d.JPG");
  watch_fixture_make (fixture, "letter.txt");
  watch_fixture_make (fixture, "b/.hidden/e.png");
  watch_fixture_start (fixture);
  watch_fixture_wait_for (fixture, "picture a.png");
  watch_fixture_wait_for (fixture, "picture b/c/d.JPG");
  watch_fixture_wait_for_marker (fixture);
  g_assert_cmpuint (fixture->told->len, ==, 4);
}

/* What may be written at the start is waited for as well. */
static void
test_fresh (WatchFixture *fixture,
            gconstpointer data)
{
  KomaFolderWatchSettings settings = watch_quick;

  settings.settle_ms = G_MAXINT;
  watch_fixture_make (fixture, "a.png");
  watch_fixture_start_with (fixture, &settings);
  watch_fixture_wait_for (fixture, "walked");
  g_assert_cmpuint (fixture->told->len, ==, 1);
}

static void
test_new_only (WatchFixture *fixture,
               gconstpointer data)
{
  g_autofree char        *path = watch_fixture_get_path (fixture, "a.png");
  KomaFolderWatchSettings settings = watch_quick;

  settings.is_new_only = TRUE;
  watch_fixture_make (fixture, "a.png");
  watch_fixture_make (fixture, "b.png");
  watch_fixture_start_with (fixture, &settings);
  watch_fixture_wait_for (fixture, "walked");
  watch_fixture_wait_for_marker (fixture);
  g_assert_cmpuint (fixture->told->len, ==, 2);
  /* It is known, and told when it is another. */
  watch_fixture_make (fixture, "sub/c.png");
  watch_fixture_wait_for (fixture, "picture sub/c.png");
  watch_fixture_write (path, "another");
  watch_fixture_wait_for (fixture, "picture a.png");
}

/* Written in several goes, with as much time between them as it takes others to settle. */
static void
test_half_written (WatchFixture *fixture,
                   gconstpointer data)
{
  g_autofree char *path = watch_fixture_get_path (fixture, "a.png");
  int              fd = -1;

  watch_fixture_start (fixture);
  fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  g_assert_cmpint (fd, >=, 0);
  for (guint i = 0; i < 3; i++) {
    watch_fixture_wait_for_marker (fixture);
    g_assert_cmpuint (watch_fixture_count (fixture, "picture a.png"), ==, 0);
    g_assert_cmpint (write (fd, "part", 4), ==, 4);
  }
  watch_fixture_wait_for_marker (fixture);
  g_assert_cmpuint (watch_fixture_count (fixture, "picture a.png"), ==, 0);
  close (fd);
  watch_fixture_wait_for (fixture, "picture a.png");
  watch_fixture_wait_for_marker (fixture);
  g_assert_cmpuint (watch_fixture_count (fixture, "picture a.png"), ==, 1);
}

static void
test_renamed (WatchFixture *fixture,
              gconstpointer data)
{
  g_autofree char *path = watch_fixture_get_path (fixture, "a.png");
  g_autofree char *part = watch_fixture_get_path (fixture, "a.png.part");
  g_autofree char *hidden = watch_fixture_get_path (fixture, ".a.png.Xy12Zz");
  g_autofree char *other = watch_fixture_get_path (fixture, "b.png");

  watch_fixture_start (fixture);
  watch_fixture_write (part, "1");
  watch_fixture_wait_for_marker (fixture);
  move (part, path);
  watch_fixture_wait_for (fixture, "picture a.png");
  /* Another takes its place. */
  watch_fixture_write (hidden, "22");
  move (hidden, path);
  watch_fixture_wait_for_nth (fixture, "picture a.png", 2);
  g_assert_cmpuint (watch_fixture_count (fixture, "vanished a.png"), ==, 0);
  move (path, other);
  watch_fixture_wait_for (fixture, "vanished a.png");
  watch_fixture_wait_for (fixture, "picture b.png");
}

static void
test_temporary_names (WatchFixture *fixture,
                      gconstpointer data)
{
  static const char *const names[] = {
    ".a.png",
    "a.png.part",
    "a.jpg.crdownload",
    "a.jpg.tmp",
    "a.filepart",
    ".a.png.Ab3dEf",
    ".syncthing.a.png.tmp",
    "c.koma",
    "c.koma-wal",
    "c.koma-shm",
    "c.koma-lock",
    ".sub/a.png",
    ".goutput.png",
    "a.png~",
    ".syncthing.b.jpg",
  };

  watch_fixture_start (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    watch_fixture_make (fixture, names[i]);
  watch_fixture_wait_for_marker (fixture);
  g_assert_cmpuint (fixture->told->len, ==, 2);
}

static void
test_full_folders (WatchFixture *fixture,
                   gconstpointer data)
{
  g_autofree char *outside = g_build_filename (fixture->folder, "outside", NULL);
  g_autofree char *picture = g_build_filename (outside, "deep", "a.png", NULL);
  g_autofree char *inside = watch_fixture_get_path (fixture, "inside");

  watch_fixture_start (fixture);
  /* Each is there before the folder is watched, or after. */
  for (guint i = 0; i < N_FOLDERS; i++) {
    g_autofree char *name = g_strdup_printf ("%u/b/c.png", i);

    watch_fixture_make (fixture, name);
  }
  for (guint i = 0; i < N_FOLDERS; i++) {
    g_autofree char *told = g_strdup_printf ("picture %u/b/c.png", i);

    watch_fixture_wait_for (fixture, told);
  }
  watch_fixture_write (picture, "a");
  move (outside, inside);
  watch_fixture_wait_for (fixture, "picture inside/deep/a.png");
  /* It is watched, too. */
  watch_fixture_make (fixture, "inside/deep/b.png");
  watch_fixture_wait_for (fixture, "picture inside/deep/b.png");
  watch_fixture_wait_for_marker (fixture);
  g_assert_cmpuint (fixture->told->len, ==, 1 + N_FOLDERS + 2 + 1);
}

static void
test_changed (WatchFixture *fixture,
              gconstpointer data)
{
  g_autofree char *path = watch_fixture_get_path (fixture, "a.png");

  watch_fixture_make (fixture, "a.png");
  watch_fixture_start (fixture);
  watch_fixture_wait_for (fixture, "picture a.png");
  watch_fixture_write (path, "another");
  watch_fixture_wait_for_nth (fixture, "picture a.png", 2);
  /* Not by its rights. */
  g_assert_cmpint (g_chmod (path, 0400), ==, 0);
  watch_fixture_wait_for_marker (fixture);
  g_assert_cmpuint (watch_fixture_count (fixture, "picture a.png"), ==, 2);
}

static void
test_vanished (WatchFixture *fixture,
               gconstpointer data)
{
  g_autofree char *path = watch_fixture_get_path (fixture, "a.png");
  g_autofree char *sub = watch_fixture_get_path (fixture, "sub");
  g_autofree char *other = watch_fixture_get_path (fixture, "other");
  g_autofree char *outside = g_build_filename (fixture->folder, "outside", NULL);
  g_autofree char *picture = g_build_filename (outside, "d.png", NULL);

  watch_fixture_make (fixture, "a.png");
  watch_fixture_make (fixture, "sub/b.png");
  watch_fixture_make (fixture, "sub/deep/c.png");
  watch_fixture_start (fixture);
  watch_fixture_wait_for (fixture, "picture a.png");
  watch_fixture_wait_for (fixture, "picture sub/deep/c.png");
  g_assert_cmpint (g_unlink (path), ==, 0);
  watch_fixture_wait_for (fixture, "vanished a.png");
  watch_fixture_make (fixture, "a.png");
  watch_fixture_wait_for_nth (fixture, "picture a.png", 2);

  move (sub, other);
  watch_fixture_wait_for (fixture, "vanished sub/b.png");
  watch_fixture_wait_for (fixture, "vanished sub/deep/c.png");
  watch_fixture_wait_for (fixture, "picture other/deep/c.png");
  move (other, outside);
  watch_fixture_wait_for (fixture, "vanished other/deep/c.png");
  /* Nobody looks there any more. */
  watch_fixture_write (picture, "d");
  watch_fixture_wait_for_marker (fixture);
  g_assert_cmpuint (watch_fixture_count (fixture, "picture other/d.png"), ==, 0);
}

static void
test_lost (WatchFixture *fixture,
           gconstpointer data)
{
  g_autofree char *share = g_build_filename (fixture->folder, "share", NULL);
  g_autofree char *away = g_build_filename (fixture->folder, "away", NULL);
  g_autofree char *added = g_build_filename (away, "root", "new", "c.png", NULL);
  g_autofree char *removed = g_build_filename (away, "root", "b.png", NULL);
  g_autofree char *removed_folder = g_build_filename (away, "root", "sub", NULL);

  watch_fixture_make (fixture, "a.png");
  watch_fixture_make (fixture, "b.png");
  watch_fixture_make (fixture, "sub/d.png");
  watch_fixture_start (fixture);
  watch_fixture_wait_for (fixture, "picture a.png");
  watch_fixture_wait_for (fixture, "picture b.png");
  watch_fixture_wait_for (fixture, "picture sub/d.png");
  for (guint n = 1; n <= 2; n++) {
    move (share, away);
    watch_fixture_wait_for_nth (fixture, "lost", n);
    if (n == 1) {
      watch_fixture_write (added, "c");
      g_assert_cmpint (g_unlink (removed), ==, 0);
      remove_tree (removed_folder);
    }
    move (away, share);
    watch_fixture_wait_for_nth (fixture, "back", n);
    watch_fixture_wait_for (fixture, "picture new/c.png");
    watch_fixture_wait_for (fixture, "vanished b.png");
    watch_fixture_wait_for (fixture, "vanished sub/d.png");
    watch_fixture_wait_for_marker (fixture);
  }
  g_assert_cmpuint (watch_fixture_count (fixture, "picture a.png"), ==, 1);
  g_assert_cmpuint (watch_fixture_count (fixture, "picture b.png"), ==, 1);
  g_assert_cmpuint (watch_fixture_count (fixture, "walked"), ==, 1);
}

/* Nobody tells that it is closed. */
static void
test_written_away (WatchFixture *fixture,
                   gconstpointer data)
{
  const char *const names[] = { "share", "share/root/sub" };

  watch_fixture_make (fixture, "sub/known.png");
  watch_fixture_start (fixture);
  watch_fixture_wait_for (fixture, "picture sub/known.png");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *from = g_build_filename (fixture->folder, names[i], NULL);
    g_autofree char *to = g_build_filename (fixture->folder, "away", NULL);
    g_autofree char *name = g_strdup_printf ("sub/%u.png", i);
    g_autofree char *path = watch_fixture_get_path (fixture, name);
    g_autofree char *told = g_strconcat ("picture ", name, NULL);
    const int        fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

    g_assert_cmpint (write (fd, "part", 4), ==, 4);
    watch_fixture_wait_for_marker (fixture);
    move (from, to);
    watch_fixture_wait_for (fixture, i == 0 ? "lost" : "vanished sub/known.png");
    close (fd);
    move (to, from);
    watch_fixture_wait_for (fixture, told);
  }
}

static void
test_not_there_yet (WatchFixture *fixture,
                    gconstpointer data)
{
  remove_tree (fixture->root);
  watch_fixture_start_with (fixture, &watch_quick);
  watch_fixture_wait_for (fixture, "lost");
  watch_fixture_make (fixture, "a.png");
  watch_fixture_wait_for (fixture, "back");
  watch_fixture_wait_for (fixture, "walked");
  watch_fixture_wait_for (fixture, "picture a.png");
  /* Removed, and another one made. */
  remove_tree (fixture->root);
  watch_fixture_wait_for_nth (fixture, "lost", 2);
  watch_fixture_make (fixture, "b.png");
  watch_fixture_wait_for (fixture, "picture b.png");
  watch_fixture_wait_for (fixture, "vanished a.png");
}

static void
test_links (WatchFixture *fixture,
            gconstpointer data)
{
  g_autofree char *loop = watch_fixture_get_path (fixture, "sub/loop");
  g_autofree char *outside = g_build_filename (fixture->folder, "outside", NULL);
  g_autofree char *picture = g_build_filename (outside, "a.png", NULL);
  g_autofree char *folder_link = watch_fixture_get_path (fixture, "link");
  g_autofree char *soft = watch_fixture_get_path (fixture, "soft.png");
  g_autofree char *hard = watch_fixture_get_path (fixture, "hard.png");

  watch_fixture_make (fixture, "sub/b.png");
  g_assert_cmpint (symlink ("..", loop), ==, 0);
  watch_fixture_write (picture, "a");
  watch_fixture_start (fixture);
  watch_fixture_wait_for (fixture, "picture sub/b.png");
  g_assert_cmpint (symlink (outside, folder_link), ==, 0);
  watch_fixture_wait_for (fixture, "picture link/a.png");
  g_assert_cmpint (symlink (picture, soft), ==, 0);
  watch_fixture_wait_for (fixture, "picture soft.png");
  g_assert_cmpint (link (picture, hard), ==, 0);
  watch_fixture_wait_for (fixture, "picture hard.png");
  g_assert_cmpint (g_unlink (folder_link), ==, 0);
  watch_fixture_wait_for (fixture, "vanished link/a.png");
  watch_fixture_wait_for_marker (fixture);
  g_assert_cmpuint (fixture->told->len, ==, 7);
}

/* As on a share, and where all watches of the system are taken. */
static void
check_walked (WatchFixture                  *fixture,
              const KomaFolderWatchSettings *settings)
{
  g_autofree char *path = watch_fixture_get_path (fixture, "sub/a.png");

  watch_fixture_make (fixture, "sub/a.png");
  watch_fixture_start_with (fixture, settings);
  watch_fixture_wait_for (fixture, "walked");
  watch_fixture_wait_for (fixture, "picture sub/a.png");
  watch_fixture_make (fixture, "sub/new/b.png");
  watch_fixture_wait_for (fixture, "picture sub/new/b.png");
  watch_fixture_write (path, "another");
  watch_fixture_wait_for_nth (fixture, "picture sub/a.png", 2);
  g_assert_cmpint (g_unlink (path), ==, 0);
  watch_fixture_wait_for (fixture, "vanished sub/a.png");
  watch_fixture_wait_for_marker (fixture);
}

static void
test_walks (WatchFixture *fixture,
            gconstpointer data)
{
  KomaFolderWatchSettings settings = watch_quick;

  settings.is_walked = TRUE;
  check_walked (fixture, &settings);
  g_assert_cmpuint (watch_fixture_count (fixture, "walks"), ==, 0);
}

static void
test_no_more_watches (WatchFixture *fixture,
                      gconstpointer data)
{
  KomaFolderWatchSettings settings = watch_quick;

  settings.max_watches = 1;
  check_walked (fixture, &settings);
  g_assert_cmpuint (watch_fixture_count (fixture, "walks sub"), ==, 1);
}

static void
test_unreadable (WatchFixture *fixture,
                 gconstpointer data)
{
  g_autofree char *sub = watch_fixture_get_path (fixture, "sub");

  if (geteuid () == 0) {
    g_test_skip ("root may read everything");
    return;
  }
  watch_fixture_make (fixture, "sub/a.png");
  g_assert_cmpint (g_chmod (sub, 0), ==, 0);
  watch_fixture_start (fixture);
  watch_fixture_wait_for (fixture, "unreadable sub");
  g_assert_cmpint (g_chmod (sub, 0700), ==, 0);
  watch_fixture_wait_for (fixture, "picture sub/a.png");
}

/* Its thread may be anywhere. */
static void
test_freed (WatchFixture *fixture,
            gconstpointer data)
{
  watch_fixture_make (fixture, "a.png");
  for (guint i = 0; i < 50; i++) {
    watch_fixture_start_with (fixture, &watch_quick);
    if (i % 2 == 1)
      g_main_context_iteration (NULL, TRUE);
    g_clear_pointer (&fixture->watch, koma_folder_watch_free);
  }
  g_ptr_array_set_size (fixture->told, 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (fixture->told->len, ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  static const struct
  {
    const char *name;
    void (*test) (WatchFixture *, gconstpointer);
  } tests[] = {
    { "start", test_start },
    { "fresh", test_fresh },
    { "new-only", test_new_only },
    { "half-written", test_half_written },
    { "renamed", test_renamed },
    { "temporary-names", test_temporary_names },
    { "full-folders", test_full_folders },
    { "changed", test_changed },
    { "vanished", test_vanished },
    { "lost", test_lost },
    { "written-away", test_written_away },
    { "not-there-yet", test_not_there_yet },
    { "links", test_links },
    { "walks", test_walks },
    { "no-more-watches", test_no_more_watches },
    { "unreadable", test_unreadable },
    { "freed", test_freed },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++) {
    g_autofree char *path = g_strconcat ("/folder-watch/", tests[i].name, NULL);

    g_test_add (path, WatchFixture, NULL, watch_fixture_set_up, tests[i].test,
                watch_fixture_tear_down);
  }
  return g_test_run ();
}
