/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs kept as files: found again by the next device, and written again
 * where they are damaged or another's. */
#include <glib/gstdio.h>
#include <string.h>
#include <utime.h>

#include "engine/backends/gles/device.h"
#include "engine/backends/gles/program-cache-tidy.h"
#include "tests/list-files.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

/* As program-cache.c writes it: magic, key, format, size, digest. */
#define KEY_OFFSET   8
#define KEY_BYTES    64
#define HEADER_BYTES (8 + 64 + 4 + 4 + 32)
#define DAY_S        86400

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

static void
empty_folder (void)
{
  g_autoptr (GPtrArray) paths = list_files (fixture.folder);

  for (guint i = 0; i < paths->len; i++)
    g_assert_cmpint (g_unlink (paths->pdata[i]), ==, 0);
}

/* Builds, and lists what was written; NULL, and the test is skipped, where
 * there is nothing to build with or the driver gives no programs out. */
static GPtrArray *
fill_cache (void)
{
  g_autoptr (GError) error = use_cache ();
  g_autoptr (GPtrArray) paths = list_files (fixture.folder);

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
  remove_tree (fixture.folder);
  g_assert_true (g_file_set_contents (fixture.folder, "in the way", -1, NULL));
  g_assert_null (use_cache ());
  g_assert_cmpint (g_unlink (fixture.folder), ==, 0);
}

static void
set_age (const char *path,
         gint64      age_s)
{
  const gint64   used_s = g_get_real_time () / G_USEC_PER_SEC - age_s;
  struct utimbuf times = { used_s, used_s };

  g_assert_cmpint (g_utime (path, &times), ==, 0);
}

static gint64
get_age (const char *path)
{
  GStatBuf info;

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  return g_get_real_time () / G_USEC_PER_SEC - info.st_mtime;
}

/* One that is used stays young, and no start writes for that every time. */
static void
test_use (void)
{
  g_autoptr (GPtrArray) paths = fill_cache ();

  if (paths == NULL)
    return;
  set_age (paths->pdata[0], 50 * DAY_S);
  set_age (paths->pdata[1], DAY_S / 2);
  g_assert_null (use_cache ());
  g_assert_cmpint (get_age (paths->pdata[0]), <, DAY_S / 4);
  g_assert_cmpint (get_age (paths->pdata[1]), >, DAY_S / 4);
  empty_folder ();
}

/* What a session leaves of files that others and earlier ones wrote. */
static void
test_tidied_by_use (void)
{
  g_autoptr (GPtrArray) paths = fill_cache ();
  g_autofree char *foreign = g_build_filename (fixture.folder, "0123456789abcdef", NULL);
  g_autofree char *old = g_build_filename (foreign, "old", NULL);

  if (paths == NULL)
    return;
  empty_folder ();
  g_assert_cmpint (g_mkdir_with_parents (foreign, 0700), ==, 0);
  g_assert_true (g_file_set_contents (old, "another driver's", -1, NULL));
  set_age (old, 8 * DAY_S);
  g_assert_null (use_cache ());
  g_assert_false (g_file_test (foreign, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (paths->pdata[0], G_FILE_TEST_EXISTS));
  empty_folder ();
}

typedef struct
{
  const char *name; /* below the folder */
  gint64      age_s;
  gsize       size_bytes;
  gboolean    stays;
} CacheFile;

static void
write_files (const char      *folder,
             const CacheFile *files,
             guint            n_files)
{
  for (guint i = 0; i < n_files; i++) {
    g_autofree char *path = g_build_filename (folder, files[i].name, NULL);
    g_autofree char *parent = g_path_get_dirname (path);
    g_autofree char *contents = g_malloc0 (files[i].size_bytes + 1);

    g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
    g_assert_true (g_file_set_contents (path, contents, files[i].size_bytes, NULL));
    set_age (path, files[i].age_s);
  }
}

static void
expect_files (const char      *folder,
              const CacheFile *files,
              guint            n_files)
{
  for (guint i = 0; i < n_files; i++) {
    g_autofree char *path = g_build_filename (folder, files[i].name, NULL);

    if (g_file_test (path, G_FILE_TEST_EXISTS) != files[i].stays)
      g_error ("%s should%s be there", files[i].name, files[i].stays ? "" : " not");
  }
}

static const KomaGlesCacheLimits small_limits = { 100, 10, 1000 };

static void
test_tidy_by_age (void)
{
  static const CacheFile files[] = {
    { "own/used", 50, 10, TRUE },
    { "own/old", 150, 10, FALSE },
    { "own/left by a crash.X1Y2Z3", 150, 10, FALSE },
    { "own/deeper/old", 150, 10, TRUE }, /* nobody of ours made that */
    { "other/used", 5, 10, TRUE },
    { "other/old", 50, 10, FALSE },
    { "gone/old", 50, 10, FALSE },
    { "of a version before", 50, 10, FALSE },
  };
  g_autofree char *folder = g_dir_make_tmp ("koma-gles-tidy-XXXXXX", NULL);
  g_autofree char *gone = g_build_filename (folder, "gone", NULL);

  write_files (folder, files, G_N_ELEMENTS (files));
  koma_gles_program_cache_tidy_folder (folder, "own", &small_limits);
  expect_files (folder, files, G_N_ELEMENTS (files));
  g_assert_false (g_file_test (gone, G_FILE_TEST_EXISTS));
  remove_tree (folder);
  /* As where somebody else removed it. */
  koma_gles_program_cache_tidy_folder (folder, "own", &small_limits);
}

static void
test_tidy_by_size (void)
{
  static const CacheFile files[] = {
    { "own/a", 4, 300, TRUE },
    { "own/b", 90, 300, FALSE },
    { "own/c", 50, 300, TRUE },
    { "other/d", 8, 300, TRUE },
    { "other/e", 9, 1, TRUE },
    { "own/f", 95, 300, FALSE },
  };
  g_autofree char *folder = g_dir_make_tmp ("koma-gles-tidy-XXXXXX", NULL);

  write_files (folder, files, G_N_ELEMENTS (files));
  koma_gles_program_cache_tidy_folder (folder, "own", &small_limits);
  expect_files (folder, files, G_N_ELEMENTS (files));
  remove_tree (folder);
}

/* Several at once, as processes are, that write, remove and look for the same
 * files: each gets its programs. */
static gpointer
tidy_again_and_again (gpointer data)
{
  const KomaGlesCacheLimits nothing = { -10, -10, 0 };

  while (!g_atomic_int_get ((gint *) data))
    koma_gles_program_cache_tidy_folder (fixture.folder, "own", &nothing);
  return NULL;
}

static void
test_at_once (void)
{
  g_autoptr (GPtrArray) paths = fill_cache ();
  GThread *users[3] = { NULL };
  GThread *tidier = NULL;
  gint     is_done = FALSE;

  if (paths == NULL)
    return;
  tidier = g_thread_new ("tidier", tidy_again_and_again, &is_done);
  for (guint round = 0; round < 5; round++) {
    for (guint i = 0; i < G_N_ELEMENTS (users); i++)
      users[i] = g_thread_new ("user", build_programs, NULL);
    for (guint i = 0; i < G_N_ELEMENTS (users); i++)
      g_assert_null (g_thread_join (users[i]));
  }
  g_atomic_int_set (&is_done, TRUE);
  g_thread_join (tidier);
  empty_folder ();
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

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  fixture_set_up ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gles-cache/found-again", test_found_again);
  g_test_add_func ("/gles-cache/damaged", test_damaged);
  g_test_add_func ("/gles-cache/no-folder", test_no_folder);
  g_test_add_func ("/gles-cache/use", test_use);
  g_test_add_func ("/gles-cache/tidied-by-use", test_tidied_by_use);
  g_test_add_func ("/gles-cache/tidy-by-age", test_tidy_by_age);
  g_test_add_func ("/gles-cache/tidy-by-size", test_tidy_by_size);
  g_test_add_func ("/gles-cache/at-once", test_at_once);
  status = g_test_run ();
  /* The driver may have left something of its own. */
  remove_tree (fixture.cache);
  g_free (fixture.cache);
  g_free (fixture.folder);
  return status;
}
