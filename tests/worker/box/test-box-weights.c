/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Plain weights do not pass through the box: Koma reads them from the files that it opened for the
 * helper. The model is the same, whatever becomes of the files. */
#include "box-fixture.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "engine/graph/graph.h"
#include "engine/koma/koma-error.h"
#include "tests/remove-tree.h"
#include "tests/test-main.h"

#define N_LARGE    262144 /* numbers: 1 MB */
#define LARGE_HALF (N_LARGE * sizeof (float) / 2)

/* Of a manifest. */
#define GROUP(paths, weights) "{'paths': [" paths "], 'weights': [" weights "]}"
#define FLOATS(name, n)       "{'name': '" name "', 'shape': [" n "], 'dtype': 'float32'}"

#define W_IN_B GROUP ("'b'", FLOATS ("w", "7"))

static char *folder;

static char *
get_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
write_file (const char   *name,
            gconstpointer data,
            gsize         size_bytes)
{
  g_autofree char *path = get_path (name);

  g_assert_true (g_file_set_contents (path, data, (gssize) size_bytes, NULL));
}

/* Numbers of which each is another. */
static float *
make_numbers (gsize n,
              float first)
{
  float *numbers = g_new (float, n);

  for (gsize i = 0; i < n; i++)
    numbers[i] = first + (float) i;
  return numbers;
}

static void
write_numbers (const char *name,
               gsize       n,
               float       first)
{
  g_autofree float *numbers = make_numbers (n, first);

  write_file (name, numbers, n * sizeof (float));
}

/* A graph that adds “w” to its input; with ' for ". */
static char *
write_model (gsize       n,
             const char *manifest)
{
  g_autofree char *text = g_strdup_printf (
    "{'format': 'graph-model', 'modelTopology': {'node': ["
    "{'name': 'x', 'op': 'Placeholder', 'attr': {'dtype': {'type': 'DT_FLOAT'}, 'shape': {'shape': "
    "{'dim': [{'size': '%" G_GSIZE_FORMAT "'}]}}}},"
    "{'name': 'w', 'op': 'Const', 'attr': {'dtype': {'type': 'DT_FLOAT'}}},"
    "{'name': 'y', 'op': 'AddV2', 'input': ['x', 'w'], 'attr': {'T': {'type': 'DT_FLOAT'}}}]},"
    "'weightsManifest': [%s]}",
    n, manifest);

  g_strdelimit (text, "'", '"');
  write_file ("model.json", text, strlen (text));
  return get_path ("model.json");
}

static void
remove_file (const char *name)
{
  g_autofree char *path = get_path (name);

  (void) g_unlink (path);
}

static void
remove_shards (void)
{
  remove_file ("a");
  remove_file ("b");
  remove_file ("c");
}

/* Shards cut at pages and elsewhere; with what lies between the weights of a graph, and what is no
 * float32 or has no elements. */
static void
test_same (void)
{
  static const struct
  {
    const char *name;
    guint       n_numbers[3]; /* of each shard */
    gsize       n;            /* of w */
    const char *manifest;
  } cases[] = {
    { "one file", { 3 }, 3, GROUP ("'a'", FLOATS ("w", "3")) },
    { "cut at pages", { 1024, 2048, 5 }, 3077, GROUP ("'a', 'b', 'c'", FLOATS ("w", "3077")) },
    { "cut elsewhere", { 1000, 7, 1 }, 1008, GROUP ("'a', 'b', 'c'", FLOATS ("w", "1008")) },
    { "an empty file", { 1024, 0, 1 }, 1025, GROUP ("'a', 'b', 'c'", FLOATS ("w", "1025")) },
    { "others around it",
      { 1024, 1024 },
      1000,
      GROUP ("'a', 'b'", FLOATS ("before", "501") "," FLOATS ("empty", "0") "," FLOATS (
                           "w", "1000") ",{'name': 'behind', 'shape': [547], 'dtype': 'int32'}") },
    { "two groups", { 5, 7 }, 7, GROUP ("'a'", FLOATS ("u", "5")) "," W_IN_B },
    { "one file twice",
      { 5 },
      5,
      GROUP ("'a'", FLOATS ("u", "5")) "," GROUP ("'a'", FLOATS ("w", "5")) },
    { "a quantised group",
      { 5, 2 },
      8,
      GROUP ("'a'", FLOATS ("u", "5")) "," GROUP (
        "'b'", "{'name': 'w', 'shape': [8], 'dtype': 'float32',"
               "'quantization': {'dtype': 'uint8', 'scale': 0.5, 'min': -1}}") },
    { "a bool before it",
      { 2 },
      1,
      GROUP ("'a'", "{'name': 'u', 'shape': [4], 'dtype': 'bool'}," FLOATS ("w", "1")) },
    { "too short", { 2 }, 3, GROUP ("'a'", FLOATS ("w", "3")) },
    { "too long", { 4 }, 3, GROUP ("'a'", FLOATS ("w", "3")) },
    { "large", { N_LARGE / 2, N_LARGE / 2 }, N_LARGE, GROUP ("'a', 'b'", FLOATS ("w", "262144")) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = write_model (cases[i].n, cases[i].manifest);

    g_test_message ("%s", cases[i].name);
    remove_shards ();
    write_numbers ("a", cases[i].n_numbers[0], 1);
    write_numbers ("b", cases[i].n_numbers[1], 10000);
    write_numbers ("c", cases[i].n_numbers[2], -10000);
    box_assert_same_load (path);
  }
}

/* “w” in two files of half a megabyte. */
static char *
write_large (void)
{
  remove_shards ();
  write_numbers ("a", N_LARGE / 2, 1);
  write_numbers ("b", N_LARGE / 2, 10000);
  return write_model (N_LARGE, GROUP ("'a', 'b'", FLOATS ("w", "262144")));
}

/* What is done to the files while Koma reads them: the helper has answered by then. */
typedef struct
{
  void (*change) (void);
  double first; /* fraction that was told */
  double last;
} Reading;

static void
progress_cb (double   fraction,
             gpointer user_data)
{
  Reading *reading = user_data;

  g_assert_cmpfloat (fraction, >=, reading->last);
  if (reading->last == 0) {
    reading->first = fraction;
    reading->change ();
  }
  reading->last = fraction;
}

static void
cut_off (void)
{
  g_autofree char *path = get_path ("b");

  g_assert_cmpint (truncate (path, LARGE_HALF - 1), ==, 0);
}

static void
test_cut_off (void)
{
  g_autofree char *path = write_large ();
  Reading          reading = { .change = cut_off };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_box_load_model (path, NULL, progress_cb, &reading, &error);

  g_assert_null (model);
  g_assert_cmpfloat (reading.first, <, 0.5);
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_nonnull (strstr (error->message, "b: the file became shorter while it was read"));
}

static const KomaArray *
find_weights (const KomaModel *model)
{
  const KomaGraph *graph = koma_model_get_file_graph (model);

  for (KomaValueId id = 0; id < koma_graph_get_n_values (graph); id++)
    if (g_strcmp0 (koma_graph_get_value (graph, id)->name, "w") == 0)
      return koma_graph_get_value (graph, id)->constant;
  return NULL;
}

static void
assert_is_large (const KomaModel *model)
{
  const KomaArray  *weights = find_weights (model);
  g_autofree float *a = make_numbers (N_LARGE / 2, 1);
  g_autofree float *b = make_numbers (N_LARGE / 2, 10000);

  g_assert_nonnull (weights);
  g_assert_cmpmem (weights->data, LARGE_HALF, a, LARGE_HALF);
  g_assert_cmpmem ((const guint8 *) weights->data + LARGE_HALF, LARGE_HALF, b, LARGE_HALF);
}

/* As a download that is put in its place. */
static void
replace (void)
{
  g_autofree char *path = get_path ("b");
  g_autofree char *other = get_path ("c");

  write_numbers ("c", 3, 77);
  g_assert_cmpint (g_rename (other, path), ==, 0);
}

static void
test_replaced (void)
{
  g_autofree char *path = write_large ();
  Reading          reading = { .change = replace };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) before = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autoptr (KomaModel) model = koma_box_load_model (path, NULL, progress_cb, &reading, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (reading.first, <, 0.5);
  g_assert_cmpfloat (reading.last, ==, 1);
  assert_is_large (model);
  g_assert_cmpstr (koma_model_get_hash (model), ==, koma_model_get_hash (before));
}

static void
write_over (void)
{
  g_autofree char *path = get_path ("b");
  FILE            *file = fopen (path, "r+b");

  g_assert_nonnull (file);
  g_assert_cmpint (fseek (file, -4, SEEK_END), ==, 0);
  g_assert_cmpuint (fwrite ("\0\0\0\0", 4, 1, file), ==, 1);
  g_assert_cmpint (fclose (file), ==, 0);
}

/* The hash is of what was read. */
static void
test_written_over (void)
{
  g_autofree char *path = write_large ();
  Reading          reading = { .change = write_over };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_box_load_model (path, NULL, progress_cb, &reading, &error);
  g_autoptr (KomaModel) since = koma_model_load (path, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (((const float *) find_weights (model)->data)[N_LARGE - 1], ==, 0);
  g_assert_cmpstr (koma_model_get_hash (model), ==, koma_model_get_hash (since));
}

/* What never ends, or waits for another one, is refused before anybody reads it. */
static void
test_no_file (void)
{
  g_autofree char *path = write_large ();
  g_autofree char *shard = get_path ("b");

  remove_file ("b");
  box_assert_same_load (path);
  g_assert_cmpint (mkfifo (shard, 0600), ==, 0);
  box_assert_same_load (path);
  remove_file ("b");
  g_assert_cmpint (symlink ("/dev/zero", shard), ==, 0);
  box_assert_same_load (path);
  remove_file ("b");
  g_assert_cmpint (g_mkdir (shard, 0700), ==, 0);
  box_assert_same_load (path);
  g_assert_cmpint (g_rmdir (shard), ==, 0);
}

static guint
count_open_files (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  guint n = 0;

  g_assert_nonnull (dir);
  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

/* More files than are kept: the rest is read by the helper. */
static void
test_many (void)
{
  GString         *manifest = g_string_new (NULL);
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  guint            n_open = 0;

  for (guint i = 0; i < 300; i++) {
    g_autofree char *name = g_strdup_printf ("many-%u", i);

    write_numbers (name, 2, (float) i);
    g_string_append_printf (manifest,
                            "%s{'paths': ['%s'], 'weights': ["
                            "{'name': '%s', 'shape': [2], 'dtype': 'float32'}]}",
                            i > 0 ? "," : "", name, i == 299 ? "w" : name);
  }
  text = g_string_free (manifest, FALSE);
  path = write_model (2, text);
  box_assert_same_load (path);
  n_open = count_open_files ();
  box_assert_same_load (path);
  g_assert_cmpuint (count_open_files (), ==, n_open);
}

KOMA_TEST_MAIN (argc, argv)
{
  int result = 0;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("koma-box-XXXXXX", NULL);
  box_set_mode ("");
  koma_box_open ();
  g_test_add_func ("/box-weights/same", test_same);
  g_test_add_func ("/box-weights/cut-off", test_cut_off);
  g_test_add_func ("/box-weights/replaced", test_replaced);
  g_test_add_func ("/box-weights/written-over", test_written_over);
  g_test_add_func ("/box-weights/no-file", test_no_file);
  g_test_add_func ("/box-weights/many", test_many);
  result = g_test_run ();
  koma_box_close ();
  remove_tree (folder);
  g_free (folder);
  return result;
}
