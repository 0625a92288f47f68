/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The sizes of convolutions: all compute the same to the last bit; the trial of
 * a device, which nothing here expects to end one way or the other; and the file
 * that keeps its outcome, which may say anything. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/backends/gles/device.h"
#include "engine/backends/gles/program-cache.h"
#include "engine/backends/gles/sizes.h"
#include "engine/runtime/flags.h"
#include "engine/runtime/session.h"
#include "gles-fixture.h"
#include "tests/engine/graph-fixture.h"
#include "tests/list-files.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

/* As program-cache.c writes it: magic, key, format, size, digest. */
#define KEY_OFFSET   8
#define HEADER_BYTES (8 + 64 + 4 + 4 + 32)

/* How far a session says it is while sizes are built, and only then: no more
 * than COMPILE_SHARE of program.c times TUNING_SHARE of backend.c. */
#define LAST_OF_TRIAL 0.09

typedef struct
{
  char *cache;  /* what XDG_CACHE_HOME says */
  char *folder; /* where the files are */
} Fixture;

static Fixture fixture;

/* Tiles and lines with a rest for each size, in ones and in fours, an unusual
 * window, and more columns than a work group has lanes. */
static KomaGraph *
make_graph (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaValueId x = graph_fixture_input (graph, "picture", KOMA_SHAPE (-1, 13, 9, 3));

  x = graph_fixture_conv (graph, "stem", x, KOMA_SHAPE (3, 3, 3, 8), "SAME");
  x = graph_fixture_conv (graph, "up", x, KOMA_SHAPE (1, 1, 8, 96), "VALID");
  x = graph_fixture_depthwise (graph, "across", x, 1, KOMA_SHAPE (3, 3, 96, 1));
  x = graph_fixture_depthwise (graph, "down", x, 2, KOMA_SHAPE (3, 3, 96, 1));
  x = graph_fixture_conv (graph, "odd", x, KOMA_SHAPE (1, 1, 96, 33), "VALID");
  x = graph_fixture_depthwise (graph, "wide", x, 1, KOMA_SHAPE (5, 3, 33, 1));
  koma_graph_add_output (graph, "scores", x);
  return g_steal_pointer (&graph);
}

static KomaSession *
run_session (const KomaGraph *graph,
             const char      *backend,
             KomaPrecision    precision,
             int              flag)
{
  const KomaSessionOptions options = { .backend = backend,
                                       .batch = 2,
                                       .n_threads = 1,
                                       .precision = precision,
                                       .is_range_known = TRUE };
  KomaSession             *session = NULL;

  g_assert_true (koma_flags_set (KOMA_FLAG_GLES_SIZES, flag, NULL));
  session = koma_session_new (graph, &options, NULL);
  koma_flags_reset (KOMA_FLAG_GLES_SIZES);
  g_assert_nonnull (session);
  graph_fixture_fill_input (session);
  g_assert_true (koma_session_run (session, NULL));
  return session;
}

static void
assert_near (const float *found,
             const float *expected,
             gsize        n,
             double       tolerance) /* of the largest */
{
  double largest = 0;

  for (gsize i = 0; i < n; i++)
    largest = MAX (largest, fabs (expected[i]));
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (found[i], expected[i], tolerance * largest);
}

static void
check_same (KomaPrecision precision,
            double        tolerance)
{
  g_autoptr (KomaGraph) graph = make_graph ();
  g_autoptr (KomaSession) reference = run_session (graph, "cpu", KOMA_PRECISION_FLOAT32, 0);
  g_autoptr (KomaSession) usual = run_session (graph, "gles", precision, 0);
  const gsize  n = koma_shape_count (&koma_session_get_output (usual, 0)->shape);
  const float *expected = koma_session_get_output_data (reference, 0);
  const float *found = koma_session_get_output_data (usual, 0);

  assert_near (found, expected, n, tolerance);
  for (guint i = 0; i < koma_gles_sizes_get_n (); i++) {
    g_autoptr (KomaSession) other = run_session (graph, "gles", precision, i + 1);

    g_test_message ("sizes %u", i + 1);
    g_assert_cmpmem (koma_session_get_output_data (other, 0), n * sizeof (float), found,
                     n * sizeof (float));
  }
}

static void
test_same (void)
{
  check_same (KOMA_PRECISION_FLOAT32, 1e-5);
}

static void
test_same_as_halves (void)
{
  check_same (KOMA_PRECISION_FLOAT16, 2e-2);
}

/* The flag takes each of the list, and no more. */
static void
test_flag (void)
{
  g_assert_true (koma_flags_set (KOMA_FLAG_GLES_SIZES, koma_gles_sizes_get_n (), NULL));
  g_assert_false (koma_flags_set (KOMA_FLAG_GLES_SIZES, koma_gles_sizes_get_n () + 1, NULL));
  koma_flags_reset (KOMA_FLAG_GLES_SIZES);
}

static KomaGlesInfo
make_info (const char *version)
{
  return (KomaGlesInfo){ .vendor = (char *) "Test",
                         .renderer = (char *) "Card",
                         .version = (char *) version,
                         .has_compute = TRUE,
                         .max_lanes = 128 };
}

/* Every driver takes the usual ones; 128 lanes is what ES 3.1 promises. */
static void
test_possible (void)
{
  for (guint is_software = 0; is_software < 2; is_software++) {
    KomaGlesInfo        info = make_info ("1");
    KomaGlesSizes       sizes;
    const KomaGlesSizes strange[] = { { 0, 0, 0, 0 },
                                      { 4, 64, 0, 64 },
                                      { 4, 1 << 30, 1, 64 },
                                      { 8, 64, 1, 64 },
                                      { 4, 64, 1, 63 } };

    info.is_software = is_software;
    sizes = koma_gles_sizes_get_usual (&info);
    g_assert_true (koma_gles_sizes_are_possible (&sizes, &info));
    for (guint i = 0; i < koma_gles_sizes_get_n (); i++)
      g_assert_true (koma_gles_sizes_are_possible (koma_gles_sizes_get (i), &info));
    for (guint i = 0; i < G_N_ELEMENTS (strange); i++)
      g_assert_false (koma_gles_sizes_are_possible (&strange[i], &info));
    info.max_lanes = MAX (sizes.tile_lanes, sizes.window_lanes) - 1;
    g_assert_false (koma_gles_sizes_are_possible (&sizes, &info));
  }
}

static char *
find_only_file (void)
{
  g_autoptr (GPtrArray) paths = list_files (fixture.folder);

  g_assert_cmpuint (paths->len, ==, 1);
  return g_strdup (paths->pdata[0]);
}

/* Of one driver, precision and way to read; there is nothing of the others. */
static void
test_kept (void)
{
  KomaGlesInfo             info = make_info ("1");
  KomaGlesInfo             newer = make_info ("2");
  const KomaGlesSizes      sizes = { 7, 32, 1, 128 };
  const KomaGlesSizesOwner owner = { &info, FALSE, FALSE };
  const KomaGlesSizesOwner others[] = { { &info, TRUE, FALSE },
                                        { &info, FALSE, TRUE },
                                        { &newer, FALSE, FALSE } };
  KomaGlesSizes            found = { 1, 2, 3, 4 };

  g_assert_false (koma_gles_sizes_load (&owner, &found));
  g_assert_cmpuint (found.window_lanes, ==, 4);
  g_assert_true (koma_gles_sizes_store (&owner, &sizes));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_false (koma_gles_sizes_load (&others[i], &found));
  g_assert_cmpuint (found.window_lanes, ==, 4);
  g_assert_true (koma_gles_sizes_load (&owner, &found));
  g_assert_cmpmem (&found, sizeof found, &sizes, sizeof sizes);
  koma_gles_sizes_forget (&owner);
  g_assert_false (koma_gles_sizes_load (&owner, &found));
  remove_tree (fixture.folder);
}

/* Cut anywhere, or any byte another: nothing of it is believed. */
static void
test_damaged (void)
{
  KomaGlesInfo             info = make_info ("1");
  const KomaGlesSizesOwner owner = { &info, FALSE, FALSE };
  KomaGlesSizes            found;
  g_autofree char         *path = NULL;
  g_autofree char         *contents = NULL;
  gsize                    size_bytes = 0;

  g_assert_true (koma_gles_sizes_store (&owner, koma_gles_sizes_get (2)));
  path = find_only_file ();
  g_assert_true (g_file_get_contents (path, &contents, &size_bytes, NULL));
  g_assert_cmpuint (size_bytes, ==, HEADER_BYTES + sizeof found);
  for (gsize i = 0; i < size_bytes; i++) {
    g_assert_true (g_file_set_contents (path, contents, i, NULL));
    g_assert_false (koma_gles_sizes_load (&owner, &found));
    /* The driver's format of a program means nothing here. */
    if (i >= KEY_OFFSET + 64 && i < KEY_OFFSET + 64 + 4)
      continue;
    contents[i] ^= 1;
    g_assert_true (g_file_set_contents (path, contents, size_bytes, NULL));
    g_assert_false (koma_gles_sizes_load (&owner, &found));
    contents[i] ^= 1;
  }
  g_assert_true (g_file_set_contents (path, contents, size_bytes, NULL));
  g_assert_true (koma_gles_sizes_load (&owner, &found));
  remove_tree (fixture.folder);
}

/* Whole, with a digest that is right, and a lie. */
static void
test_hostile (void)
{
  const KomaGlesSizes lies[] = { { 0, 0, 0, 0 },
                                 { 7, 8, 2, G_MAXUINT32 },
                                 { 7, 1024, 2, 64 },
                                 { 3, 8, 2, 64 },
                                 { 7, 8, 3, 64 } };
  KomaGlesInfo        info = make_info ("1");
  KomaGlesInfo        small = make_info ("1");
  KomaGlesSizes       found;

  small.max_lanes = 64;
  for (guint i = 0; i < G_N_ELEMENTS (lies); i++) {
    g_assert_true (koma_gles_sizes_store (&(KomaGlesSizesOwner){ &info }, &lies[i]));
    g_assert_false (koma_gles_sizes_load (&(KomaGlesSizesOwner){ &info }, &found));
  }
  g_assert_true (koma_gles_sizes_store (&(KomaGlesSizesOwner){ &info },
                                        &(KomaGlesSizes){ 4, 128, 1, 64 }));
  g_assert_true (koma_gles_sizes_load (&(KomaGlesSizesOwner){ &info }, &found));
  g_assert_false (koma_gles_sizes_load (&(KomaGlesSizesOwner){ &small }, &found));
  remove_tree (fixture.folder);
}

typedef struct
{
  guint    n_calls;
  guint    n_of_trial; /* calls before anything is recorded */
  guint    stop_at;    /* 0: never */
  guint    lose_at;    /* 0: never */
  gboolean is_told;    /* else there is no progress */
} Told;

static gboolean
told_cb (double   fraction,
         gpointer user_data)
{
  Told *told = user_data;

  told->n_calls++;
  told->n_of_trial += fraction < LAST_OF_TRIAL;
  if (told->n_calls == told->lose_at)
    koma_gles_lose_after (1, 1);
  return told->n_calls != told->stop_at;
}

typedef struct
{
  Told          told;
  KomaGlesSizes sizes;    /* in the file afterwards */
  gboolean      is_there; /* the file */
  GError       *error;
} Opened;

/* A model that is right on whatever sizes. */
static void
check_session (KomaSession     *session,
               const KomaGraph *graph)
{
  g_autoptr (KomaSession) reference = run_session (graph, "cpu", KOMA_PRECISION_FLOAT32, 0);

  graph_fixture_fill_input (session);
  g_assert_true (koma_session_run (session, NULL));
  assert_near (koma_session_get_output_data (session, 0),
               koma_session_get_output_data (reference, 0),
               koma_shape_count (&koma_session_get_output (session, 0)->shape), 1e-5);
}

static gboolean
load_own (KomaGlesSizes *ret_sizes)
{
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (NULL);
  const KomaGlesInfo      *info = koma_gles_device_get_info (device);
  const KomaGlesSizesOwner owner = { info, FALSE,
                                     koma_gles_texels_are_wanted (&info->texels,
                                                                  info->is_software) };

  return koma_gles_sizes_load (&owner, ret_sizes);
}

static gpointer
open_in_thread (gpointer data)
{
  Opened            *opened = data;
  const KomaProgress progress = { told_cb, &opened->told };
  g_autoptr (KomaGraph) graph = make_graph ();
  const KomaSessionOptions options = { .backend = "gles",
                                       .batch = 2,
                                       .n_threads = 1,
                                       .progress = opened->told.is_told ? &progress : NULL };
  g_autoptr (KomaSession) session = koma_session_new (graph, &options, &opened->error);

  if (session != NULL)
    check_session (session, graph);
  koma_gles_lose_after (0, 0);
  opened->is_there = load_own (&opened->sizes);
  return NULL;
}

/* A thread has a device of its own, as a new start. */
static Opened
open_session (Told told)
{
  Opened opened = { .told = told };

  g_thread_join (g_thread_new ("fresh", open_in_thread, &opened));
  return opened;
}

static guint64
get_inode (const char *path)
{
  GStatBuf info;

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  return info.st_ino;
}

static guint64
get_inode_of_sizes (void)
{
  g_autoptr (GPtrArray) paths = list_files (fixture.folder);

  for (guint i = 0; i < paths->len; i++) {
    gsize            size_bytes = 0;
    g_autofree char *contents = NULL;

    g_assert_true (g_file_get_contents (paths->pdata[i], &contents, &size_bytes, NULL));
    if (size_bytes == HEADER_BYTES + sizeof (KomaGlesSizes))
      return get_inode (paths->pdata[i]);
  }
  g_assert_not_reached ();
}

/* Where somebody waits and is told, once. */
static void
test_once (void)
{
  Opened  opened = open_session ((Told){ 0 });
  guint64 inode = 0;

  g_assert_no_error (opened.error);
  g_assert_false (opened.is_there);
  opened = open_session ((Told){ .is_told = TRUE });
  g_assert_no_error (opened.error);
  g_assert_true (opened.is_there);
  g_assert_cmpuint (opened.told.n_of_trial, >, 0);
  inode = get_inode_of_sizes ();
  opened = open_session ((Told){ .is_told = TRUE });
  g_assert_no_error (opened.error);
  g_assert_cmpuint (opened.told.n_of_trial, ==, 0);
  g_assert_cmpuint (get_inode_of_sizes (), ==, inode);
  remove_tree (fixture.folder);
}

static void
check_untried (void)
{
  const Opened opened = open_session ((Told){ .is_told = TRUE });

  g_assert_no_error (opened.error);
  g_assert_false (opened.is_there);
  g_assert_cmpuint (opened.told.n_calls, >, 0);
  g_assert_cmpuint (opened.told.n_of_trial, ==, 0);
}

/* With the flag nothing is tried, nor written. */
static void
test_fixed (void)
{
  g_assert_true (koma_flags_set (KOMA_FLAG_GLES_SIZES, 3, NULL));
  check_untried ();
  koma_flags_reset (KOMA_FLAG_GLES_SIZES);
  remove_tree (fixture.folder);
}

/* Stopped early, in the middle or just before its end: the next start tries again. */
static void
test_cancelled (void)
{
  const guint n_trial = koma_gles_sizes_get_n () + 1;
  const guint stops[] = { 1, n_trial / 2, n_trial };

  for (guint i = 0; i < G_N_ELEMENTS (stops); i++) {
    Opened opened = open_session ((Told){ .is_told = TRUE, .stop_at = stops[i] });

    g_assert_error (opened.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_assert_false (opened.is_there);
    g_clear_error (&opened.error);
  }
  remove_tree (fixture.folder);
}

/* By sizes that this driver does not bear, say: it is not tried again. */
static void
test_lost (void)
{
  const Opened opened = open_session ((Told){ .is_told = TRUE, .lose_at = 2 });
  g_autoptr (KomaGlesDevice) device = koma_gles_device_get (NULL);
  const KomaGlesSizes usual = koma_gles_sizes_get_usual (koma_gles_device_get_info (device));

  g_assert_no_error (opened.error);
  g_assert_true (opened.is_there);
  g_assert_cmpmem (&opened.sizes, sizeof opened.sizes, &usual, sizeof usual);
  remove_tree (fixture.folder);
}

/* Nothing could be kept, so nothing is tried. */
static void
test_no_folder (void)
{
  g_autofree char *parent = g_path_get_dirname (fixture.folder);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (fixture.folder, "in the way", -1, NULL));
  check_untried ();
  g_assert_cmpint (g_unlink (fixture.folder), ==, 0);
}

static void
test_read_only (void)
{
  if (geteuid () == 0) {
    g_test_skip ("root writes anywhere");
    return;
  }
  g_assert_cmpint (g_mkdir_with_parents (fixture.folder, 0700), ==, 0);
  g_assert_cmpint (g_chmod (fixture.folder, 0500), ==, 0);
  check_untried ();
  g_assert_cmpint (g_chmod (fixture.folder, 0700), ==, 0);
  remove_tree (fixture.folder);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  fixture.cache = g_dir_make_tmp ("koma-gles-XXXXXX", NULL);
  fixture.folder = g_build_filename (fixture.cache, "koma", "gles", NULL);
  /* GLib reads it once. */
  g_setenv ("XDG_CACHE_HOME", fixture.cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gles-sizes/flag", test_flag);
  g_test_add_func ("/gles-sizes/possible", test_possible);
  g_test_add_func ("/gles-sizes/kept", test_kept);
  g_test_add_func ("/gles-sizes/damaged", test_damaged);
  g_test_add_func ("/gles-sizes/hostile", test_hostile);
  gles_fixture_add ("/gles-sizes/same", test_same);
  gles_fixture_add ("/gles-sizes/same-as-halves", test_same_as_halves);
  gles_fixture_add ("/gles-sizes/once", test_once);
  gles_fixture_add ("/gles-sizes/fixed", test_fixed);
  gles_fixture_add ("/gles-sizes/cancelled", test_cancelled);
  gles_fixture_add ("/gles-sizes/lost", test_lost);
  gles_fixture_add ("/gles-sizes/no-folder", test_no_folder);
  gles_fixture_add ("/gles-sizes/read-only", test_read_only);
  status = g_test_run ();
  /* The driver may have left something of its own. */
  remove_tree (fixture.cache);
  g_free (fixture.cache);
  g_free (fixture.folder);
  return status;
}
