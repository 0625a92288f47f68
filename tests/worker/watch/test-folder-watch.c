/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/watch/koma-folder-watch.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define PATIENCE_S 120
#define N_FOLDERS  40

/* What is not told can not be waited for: a marker is made after it, and told after it. */
typedef struct
{
  char            *folder; /* the share … */
  char            *root;   /* … and what is watched, a folder in it */
  KomaFolderWatch *watch;  /* (nullable) */
  GPtrArray       *told;   /* "picture a.png", in order */
  GThread         *thread;
  guint            n_markers;
} Fixture;

static const KomaFolderWatchSettings quick = {
  .settle_ms = 30, .walk_ms = 50, .retry_ms = 20, .retry_max_ms = 50
};

static void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("koma-watch-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->root = g_build_filename (fixture->folder, "share", "root", NULL);
  g_assert_cmpint (g_mkdir_with_parents (fixture->root, 0700), ==, 0);
  fixture->told = g_ptr_array_new_with_free_func (g_free);
  fixture->thread = g_thread_self ();
}

static void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  koma_folder_watch_free (fixture->watch);
  remove_tree (fixture->folder);
  g_ptr_array_unref (fixture->told);
  g_free (fixture->root);
  g_free (fixture->folder);
}

static void
told_cb (const KomaWatchEvent *event,
         gpointer              data)
{
  static const char *const kinds[] = {
    [KOMA_WATCH_PICTURE] = "picture",
    [KOMA_WATCH_VANISHED] = "vanished",
    [KOMA_WATCH_WALKED] = "walked",
    [KOMA_WATCH_LOST] = "lost",
    [KOMA_WATCH_BACK] = "back",
    [KOMA_WATCH_UNREADABLE] = "unreadable",
    [KOMA_WATCH_WALKS] = "walks",
  };
  Fixture    *fixture = data;
  const char *below = event->path + strlen (fixture->root);

  g_assert_true (g_thread_self () == fixture->thread);
  g_assert_true (g_str_has_prefix (event->path, fixture->root));
  g_assert_true ((event->kind == KOMA_WATCH_LOST || event->kind == KOMA_WATCH_UNREADABLE) ==
                 (event->message != NULL));
  g_ptr_array_add (fixture->told, g_strconcat (kinds[event->kind], *below == '/' ? " " : "",
                                               *below == '/' ? below + 1 : below, NULL));
}

static guint
count (const Fixture *fixture,
       const char    *what)
{
  guint n = 0;

  for (guint i = 0; i < fixture->told->len; i++)
    n += g_str_equal (fixture->told->pdata[i], what);
  return n;
}

static gboolean
impatient_cb (gpointer data)
{
  g_error ("“%s” is not told", (const char *) data);
  return G_SOURCE_REMOVE;
}

static void
wait_for_nth (Fixture    *fixture,
              const char *what,
              guint       n)
{
  const guint timer = g_timeout_add_seconds (PATIENCE_S, impatient_cb, (gpointer) what);

  while (count (fixture, what) < n)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  g_assert_cmpuint (count (fixture, what), ==, n);
}

static void
wait_for (Fixture    *fixture,
          const char *what)
{
  wait_for_nth (fixture, what, 1);
}

static char *
get_path (const Fixture *fixture,
          const char    *name)
{
  return g_build_filename (fixture->root, name, NULL);
}

/* Not g_file_set_contents(), which renames. */
static void
write_at (const char *path,
          const char *content)
{
  g_autofree char *parent = g_path_get_dirname (path);
  FILE            *file = NULL;

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  file = fopen (path, "w");
  g_assert_nonnull (file);
  g_assert_cmpint (fputs (content, file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
make (Fixture    *fixture,
      const char *name)
{
  g_autofree char *path = get_path (fixture, name);

  write_at (path, name);
}

static void
move (const char *from,
      const char *to)
{
  g_assert_cmpint (g_rename (from, to), ==, 0);
}

static void
wait_for_marker (Fixture *fixture)
{
  g_autofree char *name = g_strdup_printf ("marker-%u.png", fixture->n_markers++);
  g_autofree char *told = g_strconcat ("picture ", name, NULL);

  make (fixture, name);
  wait_for (fixture, told);
}

static void
start_with (Fixture                       *fixture,
            const KomaFolderWatchSettings *settings)
{
  fixture->watch = koma_folder_watch_new (fixture->root, settings, told_cb, fixture);
}

static void
start (Fixture *fixture)
{
  start_with (fixture, &quick);
  wait_for (fixture, "walked");
}

static void
test_start (Fixture      *fixture,
            gconstpointer data)
{
  make (fixture, "a.png");
  make (fixture, "b/c/d.JPG");
  make (fixture, "letter.txt");
  make (fixture, "b/.hidden/e.png");
  start (fixture);
  wait_for (fixture, "picture a.png");
  wait_for (fixture, "picture b/c/d.JPG");
  wait_for_marker (fixture);
  g_assert_cmpuint (fixture->told->len, ==, 4);
}

static void
test_new_only (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char        *path = get_path (fixture, "a.png");
  KomaFolderWatchSettings settings = quick;

  settings.is_new_only = TRUE;
  make (fixture, "a.png");
  make (fixture, "b.png");
  start_with (fixture, &settings);
  wait_for (fixture, "walked");
  wait_for_marker (fixture);
  g_assert_cmpuint (fixture->told->len, ==, 2);
  /* It is known, and told when it is another. */
  make (fixture, "sub/c.png");
  wait_for (fixture, "picture sub/c.png");
  write_at (path, "another");
  wait_for (fixture, "picture a.png");
}

/* Written in several goes, with as much time between them as it takes others to settle. */
static void
test_half_written (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "a.png");
  int              fd = -1;

  start (fixture);
  fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  g_assert_cmpint (fd, >=, 0);
  for (guint i = 0; i < 3; i++) {
    wait_for_marker (fixture);
    g_assert_cmpuint (count (fixture, "picture a.png"), ==, 0);
    g_assert_cmpint (write (fd, "part", 4), ==, 4);
  }
  wait_for_marker (fixture);
  g_assert_cmpuint (count (fixture, "picture a.png"), ==, 0);
  close (fd);
  wait_for (fixture, "picture a.png");
  wait_for_marker (fixture);
  g_assert_cmpuint (count (fixture, "picture a.png"), ==, 1);
}

static void
test_renamed (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "a.png");
  g_autofree char *part = get_path (fixture, "a.png.part");
  g_autofree char *hidden = get_path (fixture, ".a.png.Xy12Zz");

  start (fixture);
  write_at (part, "1");
  wait_for_marker (fixture);
  move (part, path);
  wait_for (fixture, "picture a.png");
  /* Another takes its place. */
  write_at (hidden, "22");
  move (hidden, path);
  wait_for_nth (fixture, "picture a.png", 2);
  g_assert_cmpuint (count (fixture, "vanished a.png"), ==, 0);
}

static void
test_temporary_names (Fixture      *fixture,
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

  start (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    make (fixture, names[i]);
  wait_for_marker (fixture);
  g_assert_cmpuint (fixture->told->len, ==, 2);
}

static void
test_full_folders (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *outside = g_build_filename (fixture->folder, "outside", NULL);
  g_autofree char *picture = g_build_filename (outside, "deep", "a.png", NULL);
  g_autofree char *inside = get_path (fixture, "inside");

  start (fixture);
  /* Each is there before the folder is watched, or after. */
  for (guint i = 0; i < N_FOLDERS; i++) {
    g_autofree char *name = g_strdup_printf ("%u/b/c.png", i);

    make (fixture, name);
  }
  for (guint i = 0; i < N_FOLDERS; i++) {
    g_autofree char *told = g_strdup_printf ("picture %u/b/c.png", i);

    wait_for (fixture, told);
  }
  write_at (picture, "a");
  move (outside, inside);
  wait_for (fixture, "picture inside/deep/a.png");
  /* It is watched, too. */
  make (fixture, "inside/deep/b.png");
  wait_for (fixture, "picture inside/deep/b.png");
  wait_for_marker (fixture);
  g_assert_cmpuint (fixture->told->len, ==, 1 + N_FOLDERS + 2 + 1);
}

static void
test_changed (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "a.png");

  make (fixture, "a.png");
  start (fixture);
  wait_for (fixture, "picture a.png");
  write_at (path, "another");
  wait_for_nth (fixture, "picture a.png", 2);
  /* Not by its rights. */
  g_assert_cmpint (g_chmod (path, 0400), ==, 0);
  wait_for_marker (fixture);
  g_assert_cmpuint (count (fixture, "picture a.png"), ==, 2);
}

static void
test_vanished (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "a.png");
  g_autofree char *sub = get_path (fixture, "sub");
  g_autofree char *other = get_path (fixture, "other");
  g_autofree char *outside = g_build_filename (fixture->folder, "outside", NULL);
  g_autofree char *picture = g_build_filename (outside, "d.png", NULL);

  make (fixture, "a.png");
  make (fixture, "sub/b.png");
  make (fixture, "sub/deep/c.png");
  start (fixture);
  wait_for (fixture, "picture a.png");
  wait_for (fixture, "picture sub/deep/c.png");
  g_assert_cmpint (g_unlink (path), ==, 0);
  wait_for (fixture, "vanished a.png");
  make (fixture, "a.png");
  wait_for_nth (fixture, "picture a.png", 2);

  move (sub, other);
  wait_for (fixture, "vanished sub/b.png");
  wait_for (fixture, "vanished sub/deep/c.png");
  wait_for (fixture, "picture other/deep/c.png");
  move (other, outside);
  wait_for (fixture, "vanished other/deep/c.png");
  /* Nobody looks there any more. */
  write_at (picture, "d");
  wait_for_marker (fixture);
  g_assert_cmpuint (count (fixture, "picture other/d.png"), ==, 0);
}

static void
test_lost (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *share = g_build_filename (fixture->folder, "share", NULL);
  g_autofree char *away = g_build_filename (fixture->folder, "away", NULL);
  g_autofree char *added = g_build_filename (away, "root", "new", "c.png", NULL);
  g_autofree char *removed = g_build_filename (away, "root", "b.png", NULL);

  make (fixture, "a.png");
  make (fixture, "b.png");
  start (fixture);
  wait_for (fixture, "picture a.png");
  wait_for (fixture, "picture b.png");
  for (guint n = 1; n <= 2; n++) {
    move (share, away);
    wait_for_nth (fixture, "lost", n);
    if (n == 1) {
      write_at (added, "c");
      g_assert_cmpint (g_unlink (removed), ==, 0);
    }
    move (away, share);
    wait_for_nth (fixture, "back", n);
    wait_for (fixture, "picture new/c.png");
    wait_for (fixture, "vanished b.png");
    wait_for_marker (fixture);
  }
  g_assert_cmpuint (count (fixture, "picture a.png"), ==, 1);
  g_assert_cmpuint (count (fixture, "picture b.png"), ==, 1);
  g_assert_cmpuint (count (fixture, "walked"), ==, 1);
}

static void
test_not_there_yet (Fixture      *fixture,
                    gconstpointer data)
{
  remove_tree (fixture->root);
  start_with (fixture, &quick);
  wait_for (fixture, "lost");
  make (fixture, "a.png");
  wait_for (fixture, "back");
  wait_for (fixture, "walked");
  wait_for (fixture, "picture a.png");
  /* Removed, and another one made. */
  remove_tree (fixture->root);
  wait_for_nth (fixture, "lost", 2);
  make (fixture, "b.png");
  wait_for (fixture, "picture b.png");
  wait_for (fixture, "vanished a.png");
}

static void
test_links (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *loop = get_path (fixture, "sub/loop");
  g_autofree char *outside = g_build_filename (fixture->folder, "outside", NULL);
  g_autofree char *picture = g_build_filename (outside, "a.png", NULL);
  g_autofree char *folder_link = get_path (fixture, "link");
  g_autofree char *soft = get_path (fixture, "soft.png");
  g_autofree char *hard = get_path (fixture, "hard.png");

  make (fixture, "sub/b.png");
  g_assert_cmpint (symlink ("..", loop), ==, 0);
  write_at (picture, "a");
  start (fixture);
  wait_for (fixture, "picture sub/b.png");
  g_assert_cmpint (symlink (outside, folder_link), ==, 0);
  wait_for (fixture, "picture link/a.png");
  g_assert_cmpint (symlink (picture, soft), ==, 0);
  wait_for (fixture, "picture soft.png");
  g_assert_cmpint (link (picture, hard), ==, 0);
  wait_for (fixture, "picture hard.png");
  g_assert_cmpint (g_unlink (folder_link), ==, 0);
  wait_for (fixture, "vanished link/a.png");
  wait_for_marker (fixture);
  g_assert_cmpuint (fixture->told->len, ==, 7);
}

/* As on a share, and where all watches of the system are taken. */
static void
check_walked (Fixture                       *fixture,
              const KomaFolderWatchSettings *settings)
{
  g_autofree char *path = get_path (fixture, "sub/a.png");

  make (fixture, "sub/a.png");
  start_with (fixture, settings);
  wait_for (fixture, "walked");
  wait_for (fixture, "picture sub/a.png");
  make (fixture, "sub/new/b.png");
  wait_for (fixture, "picture sub/new/b.png");
  write_at (path, "another");
  wait_for_nth (fixture, "picture sub/a.png", 2);
  g_assert_cmpint (g_unlink (path), ==, 0);
  wait_for (fixture, "vanished sub/a.png");
  wait_for_marker (fixture);
}

static void
test_walks (Fixture      *fixture,
            gconstpointer data)
{
  KomaFolderWatchSettings settings = quick;

  settings.is_walked = TRUE;
  check_walked (fixture, &settings);
  g_assert_cmpuint (count (fixture, "walks"), ==, 0);
}

static void
test_no_more_watches (Fixture      *fixture,
                      gconstpointer data)
{
  KomaFolderWatchSettings settings = quick;

  settings.max_watches = 1;
  check_walked (fixture, &settings);
  g_assert_cmpuint (count (fixture, "walks sub"), ==, 1);
}

static void
test_unreadable (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *sub = get_path (fixture, "sub");

  if (geteuid () == 0) {
    g_test_skip ("root may read everything");
    return;
  }
  make (fixture, "sub/a.png");
  g_assert_cmpint (g_chmod (sub, 0), ==, 0);
  start (fixture);
  wait_for (fixture, "unreadable sub");
  g_assert_cmpint (g_chmod (sub, 0700), ==, 0);
  wait_for (fixture, "picture sub/a.png");
}

/* Its thread may be anywhere. */
static void
test_freed (Fixture      *fixture,
            gconstpointer data)
{
  make (fixture, "a.png");
  for (guint i = 0; i < 50; i++) {
    start_with (fixture, &quick);
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
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "start", test_start },
    { "new-only", test_new_only },
    { "half-written", test_half_written },
    { "renamed", test_renamed },
    { "temporary-names", test_temporary_names },
    { "full-folders", test_full_folders },
    { "changed", test_changed },
    { "vanished", test_vanished },
    { "lost", test_lost },
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

    g_test_add (path, Fixture, NULL, fixture_set_up, tests[i].test, fixture_tear_down);
  }
  return g_test_run ();
}
