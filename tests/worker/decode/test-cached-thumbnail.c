/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Thumbnails that other programs have left in the user's cache: only those that belong to the file
 * as it is, are large enough, and are what they say. */

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/remove-tree.h"
#include "worker/decode/koma-cached-thumbnail.h"
#include "tests/test-main.h"

#define TIME 1700000000

typedef struct
{
  char  *folder;
  GFile *file; /* a picture, which is black */
  char  *uri;
} Fixture;

static char *
get_path (Fixture    *fixture,
          const char *size)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_MD5, fixture->uri, -1);
  g_autofree char *name = g_strconcat (sum, ".png", NULL);

  return g_build_filename (g_get_user_cache_dir (), "thumbnails", size, name, NULL);
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  const char *const all[] = { "normal", "large", "x-large", "xx-large" };
  g_autofree char  *path = NULL;

  fixture->folder = g_dir_make_tmp ("koma-thumbnails-XXXXXX", NULL);
  path = g_build_filename (fixture->folder, "Straße 1.jpg", NULL);
  fixture->file = g_file_new_for_path (path);
  fixture->uri = g_file_get_uri (fixture->file);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_true (g_file_set_attribute_uint64 (fixture->file, G_FILE_ATTRIBUTE_TIME_MODIFIED, TIME,
                                              G_FILE_QUERY_INFO_NONE, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (all); i++) {
    g_autofree char *thumbnail = get_path (fixture, all[i]);
    g_autofree char *folder = g_path_get_dirname (thumbnail);

    g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
    g_remove (thumbnail);
  }
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  g_assert_true (g_file_delete (fixture->file, NULL, NULL));
  g_rmdir (fixture->folder);
  g_object_unref (fixture->file);
  g_free (fixture->uri);
  g_free (fixture->folder);
}

/* A red picture of @side × @side / 2 pixels. */
static void
write_thumbnail (Fixture    *fixture,
                 const char *size,
                 guint       side,
                 const char *uri,
                 const char *mtime)
{
  g_autofree char *path = get_path (fixture, size);
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, side, side / 2);
  g_autoptr (GError) error = NULL;

  gdk_pixbuf_fill (pixbuf, 0xff0000ff);
  gdk_pixbuf_save (pixbuf, path, "png", &error, "tEXt::Thumb::URI", uri, "tEXt::Thumb::MTime",
                   mtime, NULL);
  g_assert_no_error (error);
}

static guint
read_width (Fixture *fixture,
            guint    side)
{
  g_autoptr (KomaPicture) picture = koma_cached_thumbnail_read (fixture->file, side, NULL);

  if (picture != NULL)
    g_assert_cmpuint (picture->rgb[0], ==, 255);
  return picture != NULL ? picture->width : 0;
}

/* The smallest that is large enough. */
static void
test_sizes (Fixture      *fixture,
            gconstpointer data)
{
  g_assert_cmpuint (read_width (fixture, 100), ==, 0);
  write_thumbnail (fixture, "normal", 128, fixture->uri, "1700000000");
  g_assert_cmpuint (read_width (fixture, 128), ==, 128);
  g_assert_cmpuint (read_width (fixture, 129), ==, 0);
  write_thumbnail (fixture, "xx-large", 1024, fixture->uri, "1700000000");
  write_thumbnail (fixture, "large", 256, fixture->uri, "1700000000");
  g_assert_cmpuint (read_width (fixture, 129), ==, 256);
  g_assert_cmpuint (read_width (fixture, 400), ==, 1024);
  g_assert_cmpuint (read_width (fixture, 1025), ==, 0);
}

/* Of the file as it was, of another file, or of none. */
static void
test_others (Fixture      *fixture,
             gconstpointer data)
{
  const char *const times[] = { "1699999999", "", "x1700000000", "-1", "99999999999999999999999" };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++) {
    write_thumbnail (fixture, "normal", 128, fixture->uri, times[i]);
    g_assert_cmpuint (read_width (fixture, 100), ==, 0);
  }
  write_thumbnail (fixture, "normal", 128, "file:///another.jpg", "1700000000");
  g_assert_cmpuint (read_width (fixture, 100), ==, 0);
  /* It stands aside for one that is right. */
  write_thumbnail (fixture, "large", 256, fixture->uri, "1700000000");
  g_assert_cmpuint (read_width (fixture, 100), ==, 256);
  g_assert_true (g_file_set_attribute_uint64 (fixture->file, G_FILE_ATTRIBUTE_TIME_MODIFIED,
                                              TIME + 1, G_FILE_QUERY_INFO_NONE, NULL, NULL));
  g_assert_cmpuint (read_width (fixture, 100), ==, 0);
}

/* Cut off anywhere, or with any byte changed, it is none or a picture. */
static void
test_damaged (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "normal");
  g_autofree char *whole = NULL;
  gsize            size = 0;

  write_thumbnail (fixture, "normal", 128, fixture->uri, "1700000000");
  g_assert_true (g_file_get_contents (path, &whole, &size, NULL));
  for (gsize i = 0; i < size; i += i < 200 ? 1 : 37) {
    g_autofree char *changed = g_memdup2 (whole, size);
    g_autoptr (KomaPicture) cut = NULL;
    g_autoptr (KomaPicture) other = NULL;

    g_assert_true (g_file_set_contents (path, whole, i, NULL));
    cut = koma_cached_thumbnail_read (fixture->file, 100, NULL);
    changed[i] ^= 0x80;
    g_assert_true (g_file_set_contents (path, changed, size, NULL));
    other = koma_cached_thumbnail_read (fixture->file, 100, NULL);
    if (i < 50) /* before what tells the file */
      g_assert_null (cut);
  }
}

/* A pipe does not make us wait; a file that is far too large is not read. */
static void
test_strange (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *path = get_path (fixture, "normal");

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_cmpuint (read_width (fixture, 100), ==, 0);
  g_remove (path);
  write_thumbnail (fixture, "normal", 128, fixture->uri, "1700000000");
  g_assert_cmpuint (read_width (fixture, 100), ==, 128);
  g_assert_cmpint (truncate (path, 64 << 20), ==, 0);
  g_assert_cmpuint (read_width (fixture, 100), ==, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_autofree char *cache = g_dir_make_tmp ("koma-cache-XXXXXX", NULL);
  int              status = 0;

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
#define ADD(path, func) \
  g_test_add ("/worker/cached-thumbnail/" path, Fixture, NULL, set_up, func, tear_down)
  ADD ("sizes", test_sizes);
  ADD ("others", test_others);
  ADD ("damaged", test_damaged);
  ADD ("strange", test_strange);
#undef ADD
  status = g_test_run ();
  remove_tree (cache);
  return status;
}
