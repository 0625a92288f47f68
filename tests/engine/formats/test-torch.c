/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights that torch.save () wrote: both forms of a file, types, views of storages, and where in a
 * file the weights are. */

#include <string.h>

#include "engine/formats/torch/torch.h"
#include "engine/koma/koma-error.h"
#include "fixture.h"
#include "tests/test-main.h"
#include "torch-writer.h"

/* As PyTorch stores 1, -2, 3 and 0.5, or 1, -2, 3 and 100. */
static const struct
{
  const char *storage_class;
  gsize       size_bytes;
  guint8      bytes[32];
  gboolean    is_real;
} types[] = {
  { "FloatStorage", 4, { 0, 0, 0x80, 0x3f, 0, 0, 0, 0xc0, 0, 0, 0x40, 0x40, 0, 0, 0, 0x3f }, TRUE },
  { "HalfStorage", 2, { 0, 0x3c, 0, 0xc0, 0, 0x42, 0, 0x38 }, TRUE },
  { "BFloat16Storage", 2, { 0x80, 0x3f, 0, 0xc0, 0x40, 0x40, 0, 0x3f }, TRUE },
  { "DoubleStorage",
    8,
    { 0, 0, 0, 0, 0, 0, 0xf0, 0x3f, 0, 0, 0, 0, 0, 0, 0, 0xc0,
      0, 0, 0, 0, 0, 0, 8, 0x40, 0, 0, 0, 0, 0, 0, 0xe0, 0x3f },
    TRUE },
  { "IntStorage", 4, { 1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 3, 0, 0, 0, 100 }, FALSE },
  { "ShortStorage", 2, { 1, 0, 0xfe, 0xff, 3, 0, 100 }, FALSE },
  { "CharStorage", 1, { 1, 0xfe, 3, 100 }, FALSE },
};
static const float reals[] = { 1, -2, 3, 0.5f };
static const gint  ints[] = { 1, -2, 3, 100 };

static const float six[] = { 1, 2, 3, 4, 5, 6 };

static const TorchTensor matrix = {
  .storage_class = "FloatStorage",
  .key = "7",
  .count = 6,
  .rank = 2,
  .shape = { 2, 3 },
  .strides = { 3, 1 },
};

static GHashTable *
read_bytes (gconstpointer data,
            gsize         length,
            GError      **error)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  gsize            n_float16 = 0;

  folder_init (&folder);
  path = folder_get (&folder, "weights.pth");
  folder_write (&folder, "weights.pth", data, (gssize) length);
  return koma_torch_read_tensors (path, NULL, &n_float16, error);
}

/* An archive of a pickle and one storage, "7". */
static GHashTable *
read_zip (const GByteArray *pickle,
          gconstpointer     numbers,
          gsize             length)
{
  g_auto (ZipWriter) zip = { 0 };
  g_autoptr (GError) error = NULL;
  GHashTable *tensors = NULL;

  zip_init (&zip);
  zip_add (&zip, "any name/data.pkl", pickle->data, pickle->len);
  zip_add (&zip, "any name/byteorder", "little", 6);
  zip_add (&zip, "any name/data/7", numbers, length);
  zip_add (&zip, "any name/version", "3\n", 2);
  zip_finish (&zip);
  tensors = read_bytes (zip.bytes->data, zip.bytes->len, &error);
  g_assert_no_error (error);
  return tensors;
}

static const KomaArray *
get (GHashTable *tensors,
     const char *name)
{
  const KomaArray *array = g_hash_table_lookup (tensors, name);

  g_assert_nonnull (array);
  return array;
}

static void
assert_floats (const KomaArray *array,
               const float     *expected,
               gsize            n)
{
  g_assert_cmpint (array->dtype, ==, KOMA_DTYPE_FLOAT32);
  g_assert_cmpuint (array->count, ==, n);
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat (((const float *) array->data)[i], ==, expected[i]);
}

/* {"w": tensor} */
static GByteArray *
make_dict (const TorchTensor *tensor,
           gboolean           is_legacy)
{
  GByteArray *pickle = g_byte_array_new ();

  PICKLE_PUT_LITERAL (pickle, PICKLE_PROTOCOL "}(");
  pickle_text (pickle, "w");
  pickle_tensor (pickle, tensor, is_legacy);
  PICKLE_PUT_LITERAL (pickle, "u.");
  return pickle;
}

static void
test_types (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    const TorchTensor tensor = {
      .storage_class = types[i].storage_class,
      .key = "7",
      .count = 4,
      .rank = 1,
      .shape = { 4 },
      .strides = { 1 },
    };
    g_autoptr (GByteArray) pickle = make_dict (&tensor, FALSE);
    g_autoptr (GHashTable) tensors = read_zip (pickle, types[i].bytes, 4 * types[i].size_bytes);
    const KomaArray *array = get (tensors, "w");

    g_test_message ("%s", types[i].storage_class);
    if (types[i].is_real)
      assert_floats (array, reals, 4);
    for (guint k = 0; !types[i].is_real && k < 4; k++)
      g_assert_cmpint (koma_array_get_int (array, k), ==, ints[k]);
  }
}

static void
test_legacy (void)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) object = make_dict (&matrix, TRUE);
  g_autoptr (GHashTable) tensors = NULL;
  g_autoptr (GError) error = NULL;

  legacy_begin (bytes);
  pickle_put (bytes, object->data, object->len);
  PICKLE_PUT_LITERAL (bytes, PICKLE_PROTOCOL "](X\1\0\0\0"
                                             "7e.");
  PICKLE_PUT_LITERAL (bytes, "\6\0\0\0\0\0\0\0");
  pickle_put (bytes, six, sizeof six);
  tensors = read_bytes (bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  assert_floats (get (tensors, "w"), six, 6);

  /* Cut anywhere, it is an error. */
  for (guint n = 0; n < bytes->len; n++) {
    g_autoptr (GError) cut_error = NULL;

    g_assert_null (read_bytes (bytes->data, n, &cut_error));
    g_assert_nonnull (cut_error);
  }
}

/* Several tensors of one storage; a transposed one; one that repeats a row; one without numbers. */
static void
test_views (void)
{
  static const struct
  {
    const char *name;
    TorchTensor tensor;
    gsize       n;
    float       expected[6];
  } rows[] = {
    { "whole", { "FloatStorage", "7", 6, 0, 2, { 2, 3 }, { 3, 1 } }, 6, { 1, 2, 3, 4, 5, 6 } },
    { "turned", { "FloatStorage", "7", 6, 0, 2, { 3, 2 }, { 1, 3 } }, 6, { 1, 4, 2, 5, 3, 6 } },
    { "row", { "FloatStorage", "7", 6, 3, 1, { 3 }, { 1 } }, 3, { 4, 5, 6 } },
    { "column", { "FloatStorage", "7", 6, 1, 1, { 2 }, { 3 } }, 2, { 2, 5 } },
    { "again", { "FloatStorage", "7", 6, 4, 2, { 3, 1 }, { 0, 1 } }, 3, { 5, 5, 5 } },
    { "one", { "FloatStorage", "7", 6, 5, 0, { 0 }, { 0 } }, 1, { 6 } },
    { "wide", { "FloatStorage", "7", 6, 0, 3, { 1, 3, 2 }, { 9, 1, 3 } }, 6, { 1, 4, 2, 5, 3, 6 } },
    { "none", { "FloatStorage", "7", 6, 6, 2, { 0, 3 }, { 3, 1 } }, 0, { 0 } },
  };
  g_autoptr (GByteArray) pickle = g_byte_array_new ();
  g_autoptr (GHashTable) tensors = NULL;

  PICKLE_PUT_LITERAL (pickle, PICKLE_PROTOCOL "ccollections\nOrderedDict\n)R(");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    pickle_text (pickle, rows[i].name);
    pickle_tensor (pickle, &rows[i].tensor, FALSE);
  }
  pickle_byte (pickle, 'u');
  /* _metadata */
  PICKLE_PUT_LITERAL (pickle, "}X\1\0\0\0v)sb.");
  tensors = read_zip (pickle, six, sizeof six);
  g_assert_cmpuint (g_hash_table_size (tensors), ==, G_N_ELEMENTS (rows));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    assert_floats (get (tensors, rows[i].name), rows[i].expected, rows[i].n);
}

/* Beside other things, and with names that wrappers changed. */
static void
test_wrapped (void)
{
  static const struct
  {
    const char *key;
    const char *prefix;
  } rows[] = {
    { "state_dict", "module." },
    { "model", "" },
    { "model_state_dict", "_orig_mod." },
    { "ema", "module._orig_mod." },
    { "somewhere", "model." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *name = g_strconcat (rows[i].prefix, "fc.weight", NULL);
    g_autoptr (GByteArray) pickle = g_byte_array_new ();
    g_autoptr (GHashTable) tensors = NULL;

    PICKLE_PUT_LITERAL (pickle, PICKLE_PROTOCOL "}(");
    pickle_text (pickle, "epoch");
    pickle_int (pickle, 17);
    pickle_text (pickle, "args");
    PICKLE_PUT_LITERAL (pickle, "cargparse\nNamespace\n)R}X\2\0\0\0lrG\0\0\0\0\0\0\0\0sb");
    pickle_text (pickle, "optimizer");
    PICKLE_PUT_LITERAL (pickle, "}");
    pickle_text (pickle, "state");
    PICKLE_PUT_LITERAL (pickle, "}s");
    pickle_text (pickle, rows[i].key);
    PICKLE_PUT_LITERAL (pickle, "}");
    pickle_text (pickle, name);
    pickle_tensor (pickle, &matrix, FALSE);
    PICKLE_PUT_LITERAL (pickle, "su.");
    tensors = read_zip (pickle, six, sizeof six);
    g_assert_cmpuint (g_hash_table_size (tensors), ==, 1);
    assert_floats (get (tensors, "fc.weight"), six, 6);
  }
}

/* Nothing at the top is taken for weights where a dict of weights is beside it. */
static void
test_neighbour (void)
{
  g_autoptr (GByteArray) pickle = g_byte_array_new ();
  g_autoptr (GHashTable) tensors = NULL;

  PICKLE_PUT_LITERAL (pickle, PICKLE_PROTOCOL "}(");
  pickle_text (pickle, "best_acc1");
  pickle_tensor (pickle, &matrix, FALSE);
  pickle_text (pickle, "state_dict");
  PICKLE_PUT_LITERAL (pickle, "}");
  pickle_text (pickle, "w");
  pickle_tensor (pickle, &matrix, FALSE);
  PICKLE_PUT_LITERAL (pickle, "su.");
  tensors = read_zip (pickle, six, sizeof six);
  g_assert_cmpuint (g_hash_table_size (tensors), ==, 1);
  get (tensors, "w");
}

/* Tied weights take memory once. */
static void
test_shared (void)
{
  g_autoptr (GByteArray) pickle = g_byte_array_new ();
  g_autoptr (GHashTable) tensors = NULL;

  PICKLE_PUT_LITERAL (pickle, PICKLE_PROTOCOL "}(");
  for (guint i = 0; i < 100; i++) {
    g_autofree char *name = g_strdup_printf ("w%u", i);

    pickle_text (pickle, name);
    pickle_tensor (pickle, &matrix, FALSE);
  }
  PICKLE_PUT_LITERAL (pickle, "u.");
  tensors = read_zip (pickle, six, sizeof six);
  g_assert_cmpuint (g_hash_table_size (tensors), ==, 100);
  g_assert_true (get (tensors, "w0") == get (tensors, "w99"));
}

/* OrderedDict of Python 2, and instructions of protocol 4. */
static void
test_protocols (void)
{
  g_autoptr (GByteArray) older = g_byte_array_new ();
  g_autoptr (GByteArray) newer = g_byte_array_new ();
  g_autoptr (GHashTable) from_older = NULL;
  g_autoptr (GHashTable) from_newer = NULL;

  PICKLE_PUT_LITERAL (older, PICKLE_PROTOCOL "ccollections\nOrderedDict\n](](U\1w");
  pickle_tensor (older, &matrix, FALSE);
  PICKLE_PUT_LITERAL (older, "ee\x85R.");
  from_older = read_zip (older, six, sizeof six);
  assert_floats (get (from_older, "w"), six, 6);

  PICKLE_PUT_LITERAL (newer, "\x80\x04\x95\1\0\0\0\0\0\0\0");
  PICKLE_PUT_LITERAL (newer, "\x8c\x0b"
                             "collections\x94\x8c\x0b"
                             "OrderedDict\x94\x93)\x81\x94");
  PICKLE_PUT_LITERAL (newer, "\x8c\1w\x94");
  pickle_tensor (newer, &matrix, FALSE);
  PICKLE_PUT_LITERAL (newer, "s.");
  from_newer = read_zip (newer, six, sizeof six);
  assert_floats (get (from_newer, "w"), six, 6);
}

/* The same bytes have the same hash, whichever way they are read. */
static void
test_hash (void)
{
  g_autofree char *data = g_malloc0 (3000000);
  g_autoptr (KomaContentHash) first = koma_content_hash_new ();
  g_autoptr (KomaContentHash) second = koma_content_hash_new ();
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  g_autofree char *first_text = NULL;
  g_autofree char *second_text = NULL;
  gsize            n_float16 = 0;

  memset (data + 2000000, 'x', 1000);
  folder_init (&folder);
  path = folder_get (&folder, "w.pth");
  folder_write (&folder, "w.pth", data, 3000000);
  g_assert_null (koma_torch_read_tensors (path, first, &n_float16, NULL));
  koma_content_hash_update (second, data, 3000000);
  first_text = koma_content_hash_to_string (first);
  second_text = koma_content_hash_to_string (second);
  g_assert_cmpstr (first_text, ==, second_text);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/torch/types", test_types);
  g_test_add_func ("/torch/legacy", test_legacy);
  g_test_add_func ("/torch/views", test_views);
  g_test_add_func ("/torch/wrapped", test_wrapped);
  g_test_add_func ("/torch/neighbour", test_neighbour);
  g_test_add_func ("/torch/shared", test_shared);
  g_test_add_func ("/torch/protocols", test_protocols);
  g_test_add_func ("/torch/hash", test_hash);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
