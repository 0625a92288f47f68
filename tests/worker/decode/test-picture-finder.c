/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker/decode/koma-picture-finder.h"

#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/picture/picture-name.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

typedef struct
{
  char    *folder;
  GString *found; /* names in order, each with a space after it */
  guint    n_found;
  guint    n_batches;
  gboolean is_finished;
  gboolean has_succeeded;
  guint    n_unreadable;
  GError  *error;
  GThread *thread;
  /* (nullable) cancelled when the first batch arrives */
  GCancellable *cancellable;
} Fixture;

static void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("koma-finder-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->found = g_string_new (NULL);
  fixture->thread = g_thread_self ();
}

static void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  remove_tree (fixture->folder);
  g_free (fixture->folder);
  g_string_free (fixture->found, TRUE);
  g_clear_error (&fixture->error);
  g_clear_object (&fixture->cancellable);
}

/* "a/b/" makes folders, "a/b" a file. */
static void
make (Fixture    *fixture,
      const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  if (g_str_has_suffix (name, "/")) {
    g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
    return;
  }
  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}

static void
make_link (Fixture    *fixture,
           const char *name,
           const char *target)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_cmpint (symlink (target, path), ==, 0);
}

/* As stat () says it, of what a link leads to. */
static void
check_id (GFile            *file,
          const KomaFileId *id)
{
  struct stat info = { 0 };
  KomaFileId  now = { 0 };

  if (stat (g_file_peek_path (file), &info) == 0)
    now = koma_file_id_from_stat (&info);
  g_assert_true (koma_file_id_equal (id, &now));
}

static void
found_cb (GPtrArray        *files,
          const KomaFileId *ids,
          gpointer          user_data)
{
  Fixture *fixture = user_data;

  g_assert_true (g_thread_self () == fixture->thread);
  g_assert_false (fixture->is_finished);
  g_assert_cmpuint (files->len, >, 0);
  fixture->n_batches++;
  fixture->n_found += files->len;
  for (guint i = 0; i < files->len && fixture->n_found < 100; i++) {
    g_autofree char *name = g_file_get_basename (g_ptr_array_index (files, i));

    g_string_append_printf (fixture->found, "%s ", name);
    check_id (files->pdata[i], &ids[i]);
  }
  if (fixture->cancellable != NULL)
    g_cancellable_cancel (fixture->cancellable);
}

static void
finished_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Fixture *fixture = user_data;

  fixture->is_finished = TRUE;
  fixture->has_succeeded = koma_picture_finder_find_finish (result, &fixture->n_unreadable,
                                                            &fixture->error);
}

/* @names: (nullable) below the folder, with spaces between; the folder itself. */
static void
search (Fixture    *fixture,
        const char *names)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_auto (GStrv) parts = g_strsplit (names, " ", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    g_ptr_array_add (files, g_file_new_build_filename (fixture->folder, parts[i], NULL));
  koma_picture_finder_find_async (files, found_cb, fixture, fixture->cancellable, finished_cb,
                                  fixture);
  while (!fixture->is_finished)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_folder (Fixture      *fixture,
             gconstpointer data)
{
  make (fixture, "2.jpg");
  make (fixture, "10.JPEG");
  make (fixture, "b/1.png");
  make (fixture, "b/a/deep.webp");
  make (fixture, ".hidden.jpg");
  make (fixture, ".git/x.png");
  make (fixture, "letter.txt");
  make (fixture, "film.mp4");
  make (fixture, "jpg");
  make (fixture, "folder.jpg/z.gif");
  search (fixture, ".");
  g_assert_true (fixture->has_succeeded);
  g_assert_cmpstr (fixture->found->str, ==, "2.jpg 10.JPEG 1.png deep.webp z.gif ");
  g_assert_cmpuint (fixture->n_unreadable, ==, 0);
}

static void
test_named (Fixture      *fixture,
            gconstpointer data)
{
  make (fixture, "letter.txt");
  make (fixture, ".hidden/a.png");
  make (fixture, "b.jpg");
  search (fixture, "letter.txt missing.jpg .hidden b.jpg b.jpg");
  g_assert_true (fixture->has_succeeded);
  g_assert_cmpstr (fixture->found->str, ==, "letter.txt missing.jpg a.png b.jpg b.jpg ");
}

static void
test_links (Fixture      *fixture,
            gconstpointer data)
{
  make (fixture, "a/1.jpg");
  make (fixture, "b/2.jpg");
  make_link (fixture, "a/loop", "..");
  make_link (fixture, "a/self", ".");
  make_link (fixture, "b/again", "../a");
  make_link (fixture, "b/broken.jpg", "/nonexistent");
  make_link (fixture, "b/round.jpg", "round.jpg");
  make_link (fixture, "b/picture.jpg", "2.jpg");
  search (fixture, ".");
  g_assert_true (fixture->has_succeeded);
  g_assert_cmpstr (fixture->found->str, ==, "1.jpg 2.jpg picture.jpg ");
}

static void
test_deep (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint i = 0; i < 100; i++)
    g_string_append (path, "d/");
  g_string_append (path, "unseen.jpg");
  make (fixture, path->str);
  make (fixture, "seen.jpg");
  search (fixture, ".");
  g_assert_true (fixture->has_succeeded);
  g_assert_cmpstr (fixture->found->str, ==, "seen.jpg ");
  g_assert_cmpuint (fixture->n_unreadable, ==, 1);
}

static void
test_unreadable (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *secret = g_build_filename (fixture->folder, "secret", NULL);

  if (geteuid () == 0) {
    g_test_skip ("root reads everything");
    return;
  }
  make (fixture, "secret/1.jpg");
  make (fixture, "2.jpg");
  g_assert_cmpint (g_chmod (secret, 0), ==, 0);
  search (fixture, ".");
  g_assert_cmpint (g_chmod (secret, 0700), ==, 0);
  g_assert_true (fixture->has_succeeded);
  g_assert_cmpstr (fixture->found->str, ==, "2.jpg ");
  g_assert_cmpuint (fixture->n_unreadable, ==, 1);
}

static void
make_many (Fixture *fixture)
{
  for (guint i = 0; i < 600; i++) {
    g_autofree char *name = g_strdup_printf ("%u.jpg", i);

    make (fixture, name);
  }
}

static void
test_many (Fixture      *fixture,
           gconstpointer data)
{
  make_many (fixture);
  search (fixture, ".");
  g_assert_true (fixture->has_succeeded);
  g_assert_cmpuint (fixture->n_found, ==, 600);
  g_assert_cmpuint (fixture->n_batches, ==, 3);
}

static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  make_many (fixture);
  fixture->cancellable = g_cancellable_new ();
  search (fixture, ".");
  g_assert_false (fixture->has_succeeded);
  g_assert_error (fixture->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (fixture->n_batches, ==, 1);
}

static void
test_names (void)
{
  g_assert_true (koma_picture_name_is_picture ("a.jpg"));
  g_assert_true (koma_picture_name_is_picture ("/b/日本.WebP"));
  g_assert_false (koma_picture_name_is_picture ("jpg"));
  g_assert_false (koma_picture_name_is_picture ("a.jpg.txt"));
  g_assert_false (koma_picture_name_is_picture (""));
  g_assert_false (koma_picture_name_is_picture ("a."));
  g_assert_true (g_strv_contains (koma_picture_finder_get_mime_types (), "image/jpeg"));
}

#define ADD(name, function) \
  g_test_add ("/picture-finder/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("folder", test_folder);
  ADD ("named", test_named);
  ADD ("links", test_links);
  ADD ("deep", test_deep);
  ADD ("unreadable", test_unreadable);
  ADD ("many", test_many);
  ADD ("cancelled", test_cancelled);
  g_test_add_func ("/picture-finder/names", test_names);
  return g_test_run ();
}
