/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs kept as files: found again by the next device, and written again
 * where they are damaged or another's. */
#include <glib/gstdio.h>
#include <string.h>

#include "engine/backends/gles/device.h"
#include "tests/remove-tree.h"

/* As program-cache.c writes it: magic, key, format, size, digest. */
#define KEY_OFFSET   8
#define KEY_BYTES    32
#define HEADER_BYTES (8 + 32 + 4 + 4 + 32)

static const char *const defines[] = {
  "#define APPLY(x) (x + 1.0)\n",
  "#define APPLY(x) (x + 2.0)\n",
};

typedef struct
{
  char *cache;  /* what XDG_CACHE_HOME says */
  char *folder; /* where the files are */
} Fixture;

static Fixture fixture;

static gpointer
build_programs (gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (&error);

  g_autoptr (GPtrArray) programs = g_ptr_array_new ();

  if (device == NULL)
    return g_steal_pointer (&error);
  for (guint i = 0; i < G_N_ELEMENTS (defines); i++)
    g_ptr_array_add (programs,
                     koma_gles_device_want_program (device, "unary.comp", defines[i], &error));
  g_assert_no_error (error);
  koma_gles_device_build_programs (device, programs, NULL, &error);
  g_assert_no_error (error);
  return NULL;
}

/* A thread has no programs yet, and looks into the cache. */
static GError *
use_cache (void)
{
  return g_thread_join (g_thread_new ("fresh", build_programs, NULL));
}

static GPtrArray *
list_files (void)
{
  g_autoptr (GDir) dir = g_dir_open (fixture.folder, 0, NULL);
  GPtrArray  *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (paths, g_build_filename (fixture.folder, name, NULL));
  return paths;
}

static void
empty_folder (void)
{
  g_autoptr (GPtrArray) paths = list_files ();

  for (guint i = 0; i < paths->len; i++)
    g_assert_cmpint (g_unlink (paths->pdata[i]), ==, 0);
}

/* Builds, and lists what was written; NULL, and the test is skipped, where
 * there is nothing to build with or the driver gives no programs out. */
static GPtrArray *
fill_cache (void)
{
  g_autoptr (GError) error = use_cache ();
  g_autoptr (GPtrArray) paths = list_files ();

  if (error == NULL && paths->len > 0)
    return g_steal_pointer (&paths);
  g_test_skip (error != NULL ? error->message : "the driver gives out no programs");
  return NULL;
}

static char *
read_file (const char *path,
           gsize      *ret_size_bytes)
{
  g_autoptr (GError) error = NULL;
  char *contents = NULL;

  g_file_get_contents (path, &contents, ret_size_bytes, &error);
  g_assert_no_error (error);
  return contents;
}

static guint64
get_inode (const char *path)
{
  GStatBuf info;

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  return info.st_ino;
}

static void
test_found_again (void)
{
  g_autoptr (GPtrArray) paths = fill_cache ();
  guint64 inodes[G_N_ELEMENTS (defines)];

  if (paths == NULL)
    return;
  g_assert_cmpuint (paths->len, ==, G_N_ELEMENTS (defines));
  for (guint i = 0; i < paths->len; i++)
    inodes[i] = get_inode (paths->pdata[i]);
  g_assert_null (use_cache ());
  for (guint i = 0; i < paths->len; i++)
    g_assert_cmpuint (get_inode (paths->pdata[i]), ==, inodes[i]);
  empty_folder ();
}

typedef void (*Damage) (char  *contents,
                        gsize *size_bytes);

static void
cut (char  *contents,
     gsize *size_bytes)
{
  *size_bytes /= 2;
}

static void
cut_header (char  *contents,
            gsize *size_bytes)
{
  *size_bytes = KEY_OFFSET + 1;
}

static void
turn_last_byte (char  *contents,
                gsize *size_bytes)
{
  contents[*size_bytes - 1] ^= 1;
}

/* Another driver's, under this name. */
static void
turn_key (char  *contents,
          gsize *size_bytes)
{
  contents[KEY_OFFSET] ^= 1;
}

/* Whole by its digest, which is of the data alone, but none that the driver
 * knows. */
static void
turn_format (char  *contents,
             gsize *size_bytes)
{
  contents[KEY_OFFSET + KEY_BYTES] ^= 1;
}

static void
check_damage (const char *path,
              Damage      damage)
{
  gsize            size_bytes = 0;
  gsize            size_after = 0;
  g_autofree char *contents = read_file (path, &size_bytes);
  g_autofree char *damaged = g_memdup2 (contents, size_bytes);
  gsize            size_damaged = size_bytes;
  g_autofree char *after = NULL;

  g_assert_cmpuint (size_bytes, >, HEADER_BYTES);
  damage (damaged, &size_damaged);
  g_assert_true (g_file_set_contents (path, damaged, size_damaged, NULL));
  g_assert_null (use_cache ());
  after = read_file (path, &size_after);
  /* Up to the format; drivers need not build the same bytes twice. */
  g_assert_cmpuint (size_after, >, HEADER_BYTES);
  g_assert_cmpmem (after, KEY_OFFSET + KEY_BYTES + 4, contents, KEY_OFFSET + KEY_BYTES + 4);
  g_assert_false (size_after == size_damaged && memcmp (after, damaged, size_damaged) == 0);
}

static void
test_damaged (void)
{
  static const Damage damages[] = { cut, cut_header, turn_last_byte, turn_key, turn_format };
  g_autoptr (GPtrArray) paths = fill_cache ();

  if (paths == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (damages); i++)
    check_damage (paths->pdata[0], damages[i]);
  empty_folder ();
}

/* A folder that can not be made costs time, and nothing else. */
static void
test_no_folder (void)
{
  g_autoptr (GPtrArray) paths = fill_cache ();

  if (paths == NULL)
    return;
  empty_folder ();
  g_assert_cmpint (g_rmdir (fixture.folder), ==, 0);
  g_assert_true (g_file_set_contents (fixture.folder, "in the way", -1, NULL));
  g_assert_null (use_cache ());
  g_assert_cmpint (g_unlink (fixture.folder), ==, 0);
}

/* GLib reads the environment once. */
static void
fixture_set_up (void)
{
  fixture.cache = g_dir_make_tmp ("koma-gles-XXXXXX", NULL);
  g_assert_nonnull (fixture.cache);
  g_setenv ("XDG_CACHE_HOME", fixture.cache, TRUE);
  fixture.folder = g_build_filename (fixture.cache, "koma", "gles", NULL);
}

int
main (int    argc,
      char **argv)
{
  int status = 0;

  fixture_set_up ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gles-cache/found-again", test_found_again);
  g_test_add_func ("/gles-cache/damaged", test_damaged);
  g_test_add_func ("/gles-cache/no-folder", test_no_folder);
  status = g_test_run ();
  /* The driver may have left something of its own. */
  remove_tree (fixture.cache);
  g_free (fixture.cache);
  g_free (fixture.folder);
  return status;
}
