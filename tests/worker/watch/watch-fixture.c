/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "watch-fixture.h"

#include <stdio.h>
#include <string.h>

#include <glib/gstdio.h>

#include "tests/remove-tree.h"

#define PATIENCE_S 120

const KomaFolderWatchSettings watch_quick = {
  .settle_ms = 30, .walk_ms = 50, .retry_ms = 20, .retry_max_ms = 50
};

void
watch_fixture_set_up (WatchFixture *fixture,
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

void
watch_fixture_tear_down (WatchFixture *fixture,
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
  WatchFixture *fixture = data;
  const char   *below = event->path + strlen (fixture->root);

  g_assert_true (g_thread_self () == fixture->thread);
  g_assert_true (g_str_has_prefix (event->path, fixture->root));
  g_assert_true ((event->kind == KOMA_WATCH_LOST || event->kind == KOMA_WATCH_UNREADABLE) ==
                 (event->message != NULL));
  g_ptr_array_add (fixture->told, g_strconcat (kinds[event->kind], *below == '/' ? " " : "",
                                               *below == '/' ? below + 1 : below, NULL));
}

guint
watch_fixture_count (const WatchFixture *fixture,
                     const char         *what)
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

void
watch_fixture_wait_for_nth (WatchFixture *fixture,
                            const char   *what,
                            guint         n)
{
  const guint timer = g_timeout_add_seconds (PATIENCE_S, impatient_cb, (gpointer) what);

  while (watch_fixture_count (fixture, what) < n)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  g_assert_cmpuint (watch_fixture_count (fixture, what), ==, n);
}

void
watch_fixture_wait_for (WatchFixture *fixture,
                        const char   *what)
{
  watch_fixture_wait_for_nth (fixture, what, 1);
}

char *
watch_fixture_get_path (const WatchFixture *fixture,
                        const char         *name)
{
  return g_build_filename (fixture->root, name, NULL);
}

/* Not g_file_set_contents(), which renames. */
void
watch_fixture_write (const char *path,
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

void
watch_fixture_make (WatchFixture *fixture,
                    const char   *name)
{
  g_autofree char *path = watch_fixture_get_path (fixture, name);

  watch_fixture_write (path, name);
}

void
watch_fixture_wait_for_marker (WatchFixture *fixture)
{
  g_autofree char *name = g_strdup_printf ("marker-%u.png", fixture->n_markers++);
  g_autofree char *told = g_strconcat ("picture ", name, NULL);

  watch_fixture_make (fixture, name);
  watch_fixture_wait_for (fixture, told);
}

void
watch_fixture_start_with (WatchFixture                  *fixture,
                          const KomaFolderWatchSettings *settings)
{
  fixture->watch = koma_folder_watch_new (fixture->root, settings, told_cb, fixture);
}

void
watch_fixture_start (WatchFixture *fixture)
{
  watch_fixture_start_with (fixture, &watch_quick);
  watch_fixture_wait_for (fixture, "walked");
}
