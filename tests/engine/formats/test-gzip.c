/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that gzip compressed, read in their place: a model of each format with all its files. */
#include "engine/formats/gzip.h"

#include <gio/gio.h>

#include "engine/koma-limits.h"
#include "engine/koma/koma-error.h"
#include "engine/model/model.h"
#include "fixture.h"
#include "tests/test-main.h"

static GByteArray *
compress (gconstpointer data,
          gsize         length)
{
  g_autoptr (GZlibCompressor) zlib = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream =
    g_converter_output_stream_new (memory, G_CONVERTER (zlib));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_output_stream_write_all (stream, data, length, NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (stream, NULL, &error);
  g_assert_no_error (error);
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
  return g_bytes_unref_to_array (g_steal_pointer (&bytes));
}

static char *
unpack (const GByteArray *packed,
        guint64           max_bytes,
        gsize            *ret_length,
        GError          **error)
{
  char *text = NULL;

  return koma_gzip_unpack (packed->data, packed->len, max_bytes, &text, ret_length, error) ? text
                                                                                           : NULL;
}

static void
test_unpack (void)
{
  static const char words[] = "kabocha, kabocha, kabocha";
  g_autoptr (GByteArray) packed = compress (words, strlen (words));
  g_autoptr (GByteArray) more = compress ("!", 1);
  const guint      n = packed->len;
  g_autofree char *text = NULL;
  g_autofree char *both = NULL;
  gsize            length = 0;
  g_autoptr (GError) error = NULL;

  text = unpack (packed, 1000, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, words);
  g_assert_cmpuint (length, ==, strlen (words));
  g_assert_null (unpack (packed, strlen (words) - 1, &length, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "bytes", NULL);
  g_clear_error (&error);
  for (guint i = KOMA_GZIP_HEAD_BYTES; i < n; i++) {
    g_autoptr (GByteArray) shorter = g_byte_array_new ();
    g_autoptr (GError) cut = NULL;

    g_byte_array_append (shorter, packed->data, i);
    g_assert_null (unpack (shorter, 1000, &length, &cut));
    assert_error_says (cut, KOMA_ERROR, KOMA_ERROR_MODEL, "gzip", NULL);
  }
  g_byte_array_append (packed, more->data, more->len);
  both = unpack (packed, 1000, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (both, ==, "kabocha, kabocha, kabocha!");
}

/* 30 MB of zeros in 30 kB. */
static void
test_bomb (void)
{
  g_autofree char *zeros = g_malloc0 (30u << 20);
  g_autoptr (GByteArray) packed = compress (zeros, 30u << 20);
  gsize length = 0;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (packed->len, <, 1u << 20);
  g_assert_null (unpack (packed, KOMA_MAX_WEIGHT_BYTES, &length, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "unpacks to more", NULL);
}

/* A model's files, and those that they name. */
static const char *const models[][4] = {
  { "tests/data/colours", "model.json", "weights.bin" },
  { "tests/data/colours-2018", "tensorflowjs_model.pb", "weights_manifest.json",
    "group1-shard1of1" },
  { "tests/data/colours-frozen", "colours.pb" },
  { "tests/engine/formats/keras-models", "colours.h5" },
  { "tests/fuzz/corpus/onnx", "classifier.onnx" },
  { "tests/fuzz/corpus/tflite", "float.tflite" },
};

static char *
get_format (const char *path)
{
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (read_raw_model (path, &raw, &error));
  g_assert_no_error (error);
  return g_strdup (raw.format);
}

static void
test_model (gconstpointer data)
{
  const char *const *files = data;
  g_auto (Folder) folder = { 0 };
  g_autofree char *plain = g_strconcat (files[0], "/", files[1], NULL);
  g_autofree char *source = find_source (plain);
  g_autofree char *format = get_format (source);

  folder_init (&folder);
  for (guint i = 1; i < 4 && files[i] != NULL; i++) {
    g_autofree char *relative = g_strconcat (files[0], "/", files[i], NULL);
    g_autofree char *path = find_source (relative);
    g_autofree char *ending = g_strconcat (files[i], ".gz", NULL);
    g_autofree char *contents = NULL;
    gsize            length = 0;
    g_autoptr (GByteArray) packed = NULL;

    g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
    packed = compress (contents, length);
    folder_write (&folder, files[i], packed->data, packed->len);
    if (i == 1)
      folder_write (&folder, ending, packed->data, packed->len);
  }
  for (guint i = 0; i < 2; i++) {
    g_autofree char *name = g_strconcat (files[1], i == 0 ? "" : ".gz", NULL);
    g_autofree char *path = folder_get (&folder, name);
    g_autofree char *found = get_format (path);

    g_assert_cmpstr (found, ==, format);
  }
}

/* Weights that begin as a file of gzip does are weights. */
static void
test_chance (void)
{
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  path = folder_get (&folder, "model.json");
  folder_write (&folder, "w.bin", "\x1f\x8b\x08\x00 seventeen bytes", 20);
  folder_write_json (
    &folder, "model.json",
    "{'modelTopology': {'class_name': 'Sequential', 'config': {'layers': [{'class_name': "
    "'Dense', 'config': {'name': 'd', 'units': 1, 'use_bias': false, 'batch_input_shape': "
    "[null, 5]}}]}}, 'weightsManifest': [{'paths': ['w.bin'], 'weights': [{'name': "
    "'d/kernel', 'shape': [5, 1], 'dtype': 'float32'}]}]}");
  g_assert_true (read_raw_model (path, &raw, &error));
  g_assert_no_error (error);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gzip/unpack", test_unpack);
  g_test_add_func ("/gzip/bomb", test_bomb);
  for (guint i = 0; i < G_N_ELEMENTS (models); i++) {
    g_autofree char *path = g_strconcat ("/gzip/model/", models[i][1], NULL);

    g_test_add_data_func (path, models[i], test_model);
  }
  g_test_add_func ("/gzip/chance", test_chance);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
