/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "engine/formats/json.h"
#include "engine/formats/tfjs/weights.h"
#include "engine/runtime/memory.h"
#include "fixture.h"
#include "tests/test-main.h"

#define N_MANY 1000000

/* Little-endian, on every machine. */
static const guint8 floats[] = {
  0, 0, 0x80, 0x3f, /* 1 */
  0, 0, 0, 0xc0,    /* -2 */
  0, 0, 0, 0x3f,    /* 0.5 */
};

/* With ' for ". */
static JsonNode *
parse_manifest (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  JsonNode *node = koma_json_parse (json, strlen (json), "manifest", &error);

  g_assert_no_error (error);
  return node;
}

static GHashTable *
read_weights (const Folder *folder,
              const char   *manifest,
              GError      **error)
{
  g_autoptr (JsonNode) node = parse_manifest (manifest);

  return koma_tfjs_weights_read (folder->path, koma_json_node_array (node), NULL, NULL, NULL,
                                 error);
}

static const float *
get_floats (GHashTable *weights,
            const char *name,
            gsize       count)
{
  KomaArray *tensor = g_hash_table_lookup (weights, name);

  g_assert_nonnull (tensor);
  g_assert_cmpint (tensor->dtype, ==, KOMA_DTYPE_FLOAT32);
  g_assert_cmpuint (tensor->count, ==, count);
  return tensor->data;
}

static void
assert_is_floats (GHashTable *weights)
{
  const float *values = get_floats (weights, "w", 3);

  g_assert_cmpfloat (values[0], ==, 1);
  g_assert_cmpfloat (values[1], ==, -2);
  g_assert_cmpfloat (values[2], ==, 0.5);
}

/* A tensor cut at every place, into files of any length. */
static void
test_straddling (void)
{
  for (gsize cut = 0; cut <= sizeof floats; cut++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (GError) error = NULL;
    g_autoptr (GHashTable) weights = NULL;

    folder_init (&folder);
    folder_write (&folder, "a", floats, cut);
    folder_write (&folder, "b", "", 0);
    folder_write (&folder, "c", floats + cut, sizeof floats - cut);
    weights = read_weights (&folder, "[{'paths': ['a', 'b', 'c'], 'weights': ["
                                     "{'name': 'w', 'shape': [3], 'dtype': 'float32'}]}]",
                            &error);
    g_assert_no_error (error);
    assert_is_floats (weights);
  }
}

static void
test_dtypes (void)
{
  static const guint8 bytes[] = {
    0xff, 0xff, 0xff, 0xff, /* int32 -1 */
    0, 1, 7,                /* bool: no, yes, yes */
    255, 3,                 /* uint8 */
    0, 0, 0x80, 0x3f,       /* float32 1, not aligned in the file */
  };
  g_auto (Folder) folder = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) weights = NULL;
  KomaArray *flags = NULL;

  folder_init (&folder);
  folder_write (&folder, "w", bytes, sizeof bytes);
  weights = read_weights (&folder, "[{'paths': ['w'], 'weights': ["
                                   "{'name': 'i', 'shape': [], 'dtype': 'int32'},"
                                   "{'name': 'b', 'shape': [3], 'dtype': 'bool'},"
                                   "{'name': 'u', 'shape': [2, 1], 'dtype': 'uint8'},"
                                   "{'name': 'none', 'shape': [0, 5], 'dtype': 'float32'},"
                                   "{'name': 'f', 'shape': [1], 'dtype': 'float32'}]}]",
                          &error);
  g_assert_no_error (error);
  g_assert_cmpint (koma_array_get_int (g_hash_table_lookup (weights, "i"), 0), ==, -1);
  g_assert_cmpuint (((KomaArray *) g_hash_table_lookup (weights, "i"))->shape.rank, ==, 0);
  g_assert_cmpint (koma_array_get_int (g_hash_table_lookup (weights, "u"), 0), ==, 255);
  g_assert_cmpint (koma_array_get_int (g_hash_table_lookup (weights, "u"), 1), ==, 3);
  g_assert_cmpfloat (*get_floats (weights, "f", 1), ==, 1);
  get_floats (weights, "none", 0);

  flags = g_hash_table_lookup (weights, "b");
  g_assert_cmpint (flags->dtype, ==, KOMA_DTYPE_BOOL);
  g_assert_cmpmem (flags->data, koma_array_get_size_bytes (flags), "\0\1\1", 3);
}

static void
test_quantized (void)
{
  static const guint8 bytes[] = {
    0, 255,           /* uint8 */
    0, 0, 0xff, 0xff, /* uint16 */
    0x00, 0x3c,       /* float16 1 */
    0x01, 0x00,       /* float16, the smallest: 2^-24 */
    0x00, 0xfc,       /* -infinity */
    1, 2,             /* uint8, of an int32 */
  };
  g_auto (Folder) folder = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) weights = NULL;
  const float *values = NULL;

  folder_init (&folder);
  folder_write (&folder, "w", bytes, sizeof bytes);
  weights = read_weights (
    &folder,
    "[{'paths': ['w'], 'weights': ["
    "{'name': 'a', 'shape': [2], 'dtype': 'float32',"
    " 'quantization': {'dtype': 'uint8', 'scale': 0.1, 'min': -3}},"
    "{'name': 'b', 'shape': [2], 'dtype': 'float32',"
    " 'quantization': {'dtype': 'uint16', 'scale': 0.5, 'min': 1.25}},"
    "{'name': 'c', 'shape': [3], 'dtype': 'float32',"
    " 'quantization': {'dtype': 'float16'}},"
    "{'name': 'd', 'shape': [2], 'dtype': 'int32',"
    " 'quantization': {'dtype': 'uint8', 'scale': 1.4, 'min': -10}}]}]",
    &error);
  g_assert_no_error (error);

  values = get_floats (weights, "a", 2);
  g_assert_cmpfloat (values[0], ==, -3);
  g_assert_cmpfloat (values[1], ==, (float) (255 * 0.1 - 3));
  values = get_floats (weights, "b", 2);
  g_assert_cmpfloat (values[0], ==, 1.25f);
  g_assert_cmpfloat (values[1], ==, 65535 * 0.5f + 1.25f);
  values = get_floats (weights, "c", 3);
  g_assert_cmpfloat (values[0], ==, 1);
  g_assert_cmpfloat (values[1], ==, 0x1p-24f);
  g_assert_cmpfloat (values[2], ==, -INFINITY);
  g_assert_cmpint (koma_array_get_int (g_hash_table_lookup (weights, "d"), 0), ==, -9);
  g_assert_cmpint (koma_array_get_int (g_hash_table_lookup (weights, "d"), 1), ==, -7);
}

/* Each entry: the path in the manifest, and the file that is there. */
static void
test_paths (void)
{
  static const char *const cases[][2] = {
    { "group1-shard1of1", "group1-shard1of1" },
    { "group1-shard1of1", "group1-shard1of1.bin" },
    { "group1-shard1of1.bin", "group1-shard1of1" },
    { "my%20weights.bin", "my weights.bin" },
    { "100%25.bin", "100%.bin" },
    { "my%20weights.bin", "my%20weights.bin" },
    { "sub/shard.bin", "sub/shard.bin" },
    { "./shard..bin", "shard..bin" },
    { "重み.bin", "重み.bin" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (GError) error = NULL;
    g_autoptr (GHashTable) weights = NULL;
    g_autofree char *manifest = g_strdup_printf (
      "[{'weights': [{'dtype': 'float32', 'shape': [3], 'name': 'w'}], 'paths': ['%s']}]",
      cases[i][0]);

    folder_init (&folder);
    folder_write (&folder, cases[i][1], floats, sizeof floats);
    weights = read_weights (&folder, manifest, &error);
    g_assert_no_error (error);
    assert_is_floats (weights);
  }
}

/* Files that are there, and must not be read all the same. */
static void
test_outside (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *absolute = NULL;
  g_autofree char *inner = NULL;
  const char      *paths[] = {
         "../secret",
         "sub/../../secret",
         "%2e%2e/secret",
         "..%2fsecret",
         "..\\\\secret",
         "",
         "https://example.org/shard.bin",
         "file:///etc/hostname",
         "..",
         NULL,
  };
  Folder model = { 0 };

  folder_init (&folder);
  folder_write (&folder, "secret", floats, sizeof floats);
  folder_write (&folder, "model/here", floats, sizeof floats);
  absolute = folder_get (&folder, "secret");
  inner = folder_get (&folder, "model");
  paths[G_N_ELEMENTS (paths) - 1] = absolute;
  model.path = inner;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *manifest = g_strdup_printf (
      "[{'paths': ['%s'], 'weights': [{'name': 'w', 'shape': [3], 'dtype': 'float32'}]}]",
      paths[i]);

    g_assert_null (read_weights (&model, manifest, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "folder", NULL);
  }
}

typedef struct
{
  guint  n_calls;
  double fraction;
} Progress;

static void
progress_cb (double   fraction,
             gpointer user_data)
{
  Progress *progress = user_data;

  g_assert_cmpfloat (fraction, >=, progress->fraction);
  progress->fraction = fraction;
  progress->n_calls++;
}

/* Progress ends at 1; the checksum does not depend on how shards are cut. */
static void
test_progress_and_checksum (void)
{
  const char      *entry = "'weights': [{'name': 'w', 'shape': [786432], 'dtype': 'float32'}]";
  const gsize      size = 3 << 20;
  g_autofree char *data = g_malloc0 (size);
  g_autofree char *whole = g_strdup_printf ("[{'paths': ['whole'], %s}]", entry);
  g_autofree char *parts = g_strdup_printf ("[{'paths': ['a', 'b'], %s}]", entry);
  g_autofree char *expected = NULL;
  g_autoptr (KomaContentHash) whole_hash = koma_content_hash_new ();
  const char *manifests[] = { whole, parts };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  data[1234567] = 42;
  folder_write (&folder, "whole", data, size);
  folder_write (&folder, "a", data, 1000001);
  folder_write (&folder, "b", data + 1000001, size - 1000001);
  koma_content_hash_update (whole_hash, data, size);
  expected = koma_content_hash_to_string (whole_hash);

  for (guint i = 0; i < G_N_ELEMENTS (manifests); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (JsonNode) node = parse_manifest (manifests[i]);
    g_autoptr (KomaContentHash) checksum = koma_content_hash_new ();
    g_autoptr (GHashTable) weights = NULL;
    g_autofree char *found = NULL;
    Progress         progress = { 0 };

    weights = koma_tfjs_weights_read (folder.path, koma_json_node_array (node), progress_cb,
                                      &progress, checksum, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (progress.n_calls, >=, 3);
    g_assert_cmpfloat (progress.fraction, ==, 1);
    found = koma_content_hash_to_string (checksum);
    g_assert_cmpstr (found, ==, expected);
  }
}

#define ENTRY                "{'name': 'w', 'shape': [3], 'dtype': 'float32'}"
#define GROUP(path, entries) "[{'paths': ['" path "'], 'weights': [" entries "]}]"
#define WITH(what)           "{'name': 'w', " what "}"
#define SHAPED(shape, dtype) WITH ("'shape': " shape ", 'dtype': '" dtype "'")

static void
test_bad_manifest (void)
{
  static const struct
  {
    const char *manifest;
    int         code;
    const char *words[3];
  } cases[] = {
    { "[7]", KOMA_ERROR_MODEL, { "group", "weights" } },
    { "[{}]", KOMA_ERROR_MODEL, { "group", "weights" } },
    { "[{'weights': [" ENTRY "]}]", KOMA_ERROR_MODEL, { "12", "0" } },
    { "[{'paths': [7], 'weights': [" ENTRY "]}]", KOMA_ERROR_MODEL, { "path" } },
    { GROUP ("w", "7"), KOMA_ERROR_MODEL, { "name" } },
    { GROUP ("w", "{'name': 7}"), KOMA_ERROR_MODEL, { "name" } },
    { GROUP ("w", ENTRY "," ENTRY), KOMA_ERROR_MODEL, { "24", "12" } },
    { GROUP ("two", ENTRY "," ENTRY), KOMA_ERROR_MODEL, { "two weights", "'w'" } },
    { GROUP ("short", ENTRY), KOMA_ERROR_MODEL, { "short", "12", "11" } },
    { GROUP ("long", ENTRY), KOMA_ERROR_MODEL, { "long", "13", "another model" } },
    { GROUP ("page", ENTRY), KOMA_ERROR_MODEL, { "page", "web page" } },
    { GROUP ("w", WITH ("'shape': [3]")), KOMA_ERROR_MODEL, { "'w'", "dtype", "none" } },
    { GROUP ("w", SHAPED ("[3]", "complex64")), KOMA_ERROR_UNSUPPORTED, { "complex64" } },
    { GROUP ("w", WITH ("'dtype': 'float32'")), KOMA_ERROR_SHAPE, { "'w'", "shape" } },
    { GROUP ("w", WITH ("'shape': 3, 'dtype': 'float32'")), KOMA_ERROR_SHAPE, { "'w'" } },
    { GROUP ("w", SHAPED ("[-3]", "float32")), KOMA_ERROR_SHAPE, { "dimension 0" } },
    { GROUP ("w", SHAPED ("[1.5]", "float32")), KOMA_ERROR_SHAPE, { "dimension 0" } },
    { GROUP ("w", SHAPED ("[[3]]", "float32")), KOMA_ERROR_SHAPE, { "dimension 0" } },
    { GROUP ("w", SHAPED ("[1,1,1,1,1,1,3]", "float32")), KOMA_ERROR_SHAPE, { "6" } },
    { GROUP ("w", WITH ("'shape': [3], 'dtype': 'float32', 'quantization': {}")),
      KOMA_ERROR_UNSUPPORTED,
      { "'w'", "no dtype" } },
    { GROUP ("w", WITH ("'shape': [3], 'dtype': 'float32', 'quantization': {'dtype': 'uint8'}")),
      KOMA_ERROR_MODEL,
      { "'w'", "scale" } },
    { GROUP ("w", WITH ("'shape': [3], 'dtype': 'int32', 'quantization': {'dtype': 'float16'}")),
      KOMA_ERROR_UNSUPPORTED,
      { "float16" } },
  };
  g_auto (Folder) folder = { 0 };
  guint8 two[2 * sizeof floats] = { 0 };

  folder_init (&folder);
  folder_write (&folder, "w", floats, sizeof floats);
  folder_write (&folder, "two", two, sizeof two);
  folder_write (&folder, "short", floats, sizeof floats - 1);
  folder_write (&folder, "long", two, sizeof floats + 1);
  folder_write (&folder, "page", "\n<!doctype HTML><title>404</title>", -1);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (read_weights (&folder, cases[i].manifest, &error));
    assert_error_says (error, KOMA_ERROR, cases[i].code, cases[i].words[0], cases[i].words[1],
                       cases[i].words[2], NULL);
  }
}

/* Asked for before anything is allocated: sizes that overflow, and sizes
 * that no file is behind. */
static void
test_huge (void)
{
  static const char *const shapes[] = {
    "[2147483647, 2147483647, 2147483647, 2147483647]",
    "[65536, 65536, 65536, 65536]",
    "[9223372036854775807]",
    "[4294967296]",
    "[1e30]",
    "[1000000000]",
    "[100000000]",
  };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  folder_write (&folder, "w", floats, sizeof floats);

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *manifest = g_strdup_printf (
      GROUP ("w", WITH ("'shape': %s, 'dtype': 'float32'")), shapes[i]);

    g_assert_null (read_weights (&folder, manifest, &error));
    g_assert_nonnull (error);
    g_assert_true (error->domain == KOMA_ERROR);
  }
}

static void
test_missing (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  folder_write (&folder, "folder/x", "", 0);
  g_assert_null (read_weights (&folder, GROUP ("group1-shard2of4", ENTRY), &error));
  assert_error_says (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "group1-shard2of4", "missing", NULL);
  g_clear_error (&error);

  g_assert_null (read_weights (&folder, GROUP ("folder", ENTRY), &error));
  assert_error_says (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR, "a folder", NULL);
}

/* Three files of 2 GiB without a byte on the disk: each tensor is one that may
 * be, all of them together are not. */
static void
test_too_many (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GString) manifest = g_string_new ("[");
  g_autoptr (GError) error = NULL;
  const guint64 n_bytes = KOMA_MAX_TENSOR_BYTES - 4;

  folder_init (&folder);
  for (guint i = 0; i < 3; i++) {
    g_autofree char *name = g_strdup_printf ("%u", i);
    g_autofree char *path = folder_get (&folder, name);

    folder_write (&folder, name, "", 0);
    g_assert_cmpint (truncate (path, (off_t) n_bytes), ==, 0);
    g_string_append_printf (manifest,
                            "%s{'paths': ['%u'], 'weights': [{'name': '%u', 'dtype': 'float32', "
                            "'shape': [%" G_GUINT64_FORMAT "]}]}",
                            i > 0 ? ", " : "", i, i, n_bytes / 4);
  }
  g_string_append (manifest, "]");
  g_assert_cmpuint (3 * n_bytes, >, KOMA_MAX_WEIGHT_BYTES);
  g_assert_null (read_weights (&folder, manifest->str, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "6442450932", "4294967296", NULL);
  assert_no_buffers ();
}

/* The tensors of a large model lie in one buffer, which goes with the last of them. */
static void
test_together (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) weights = NULL;
  g_autoptr (KomaArray) small = NULL;
  g_autofree guint8 *bytes = g_malloc0 (N_MANY * sizeof (float) + sizeof floats + 2);
  KomaMemoryInfo     before = { 0 };
  KomaMemoryInfo     now = { 0 };

  memcpy (bytes + N_MANY * sizeof (float), floats, sizeof floats);
  bytes[N_MANY * sizeof (float) + sizeof floats + 1] = 7;
  folder_init (&folder);
  folder_write (&folder, "a", bytes, N_MANY * sizeof (float) + sizeof floats + 2);
  koma_memory_get_info (&before);
  weights = read_weights (&folder, "[{'paths': ['a'], 'weights': ["
                                   "{'name': 'many', 'shape': [1000, 1000], 'dtype': 'float32'},"
                                   "{'name': 'w', 'shape': [3], 'dtype': 'float32'},"
                                   "{'name': 'u', 'shape': [2], 'dtype': 'uint8'}]}]",
                          &error);
  g_assert_no_error (error);
  assert_is_floats (weights);
  small = koma_array_ref (g_hash_table_lookup (weights, "u"));
  g_assert_cmpint (koma_array_get_int (small, 1), ==, 7);
  koma_memory_get_info (&now);
  if (!KOMA_MEMORY_IS_CHECKED)
    g_assert_cmpuint (now.n_buffers, ==, before.n_buffers + 1);
  g_clear_pointer (&weights, g_hash_table_unref);
  g_assert_cmpint (koma_array_get_int (small, 1), ==, 7);
  g_clear_pointer (&small, koma_array_unref);
  koma_memory_get_info (&now);
  g_assert_cmpuint (now.n_buffers, ==, before.n_buffers);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/weights/straddling", test_straddling);
  g_test_add_func ("/weights/dtypes", test_dtypes);
  g_test_add_func ("/weights/quantized", test_quantized);
  g_test_add_func ("/weights/paths", test_paths);
  g_test_add_func ("/weights/outside", test_outside);
  g_test_add_func ("/weights/progress-and-checksum", test_progress_and_checksum);
  g_test_add_func ("/weights/bad-manifest", test_bad_manifest);
  g_test_add_func ("/weights/huge", test_huge);
  g_test_add_func ("/weights/too-many", test_too_many);
  g_test_add_func ("/weights/missing", test_missing);
  g_test_add_func ("/weights/together", test_together);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
