/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The one reader of small files: regular ones, no larger than is said. */
#include "engine/formats/file.h"
#include "engine/formats/model-folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include "engine/koma/koma-error.h"
#include "fixture.h"
#include "tests/test-main.h"

static void
test_read (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  g_autofree char *data = NULL;
  gsize            length = 0;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  folder_write (&folder, "file", "one\0two", 7);
  path = folder_get (&folder, "file");
  g_assert_true (koma_file_read (path, 7, &data, &length, &error));
  g_assert_no_error (error);
  g_assert_cmpmem (data, length + 1, "one\0two", 8);
}

static void
assert_refused (const char *path,
                guint64     max_bytes,
                GQuark      domain,
                int         code)
{
  char *data = NULL;
  gsize length = 0;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_path_get_basename (path);

  g_assert_false (koma_file_read (path, max_bytes, &data, &length, &error));
  assert_error_says (error, domain, code, name, NULL);
  g_assert_null (data);
}

static void
test_limit (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;

  folder_init (&folder);
  folder_write (&folder, "file", "12345678", 8);
  path = folder_get (&folder, "file");
  assert_refused (path, 7, KOMA_ERROR, KOMA_ERROR_MEMORY);
}

/* None of them is waited for, and none read without end. */
static void
test_no_files (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *fifo = NULL;

  folder_init (&folder);
  fifo = folder_get (&folder, "fifo");
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  assert_refused (fifo, 1000, G_FILE_ERROR, G_FILE_ERROR_INVAL);
  assert_refused ("/dev/zero", 1000, G_FILE_ERROR, G_FILE_ERROR_INVAL);
  assert_refused (folder.path, 1000, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
  assert_refused ("/nonexistent/file", 1000, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

static void
test_inside (void)
{
  static const char *const inside[] = { "a", "a/b", "a..b", "..a", "a b/%20" };
  static const char *const outside[] = { "", "/a", "..", "a/..", "../a", "a\\..\\b", "http://a" };

  for (guint i = 0; i < G_N_ELEMENTS (inside); i++)
    g_assert_true (koma_file_is_inside (inside[i]));
  for (guint i = 0; i < G_N_ELEMENTS (outside); i++)
    g_assert_false (koma_file_is_inside (outside[i]));
}

/* Of a folder “onnx” alone, and two files alone. */
static void
test_above (void)
{
  static const struct
  {
    const char *path;
    const char *above; /* (nullable) */
    const char *root;
    const char *name;
  } cases[] = {
    { "/a/onnx/b.onnx", "/a", "/a", "onnx/b.onnx" },
    { "/a/onnx/b.ONNX", "/a", "/a", "onnx/b.ONNX" },
    { "/a/onnx/b.tflite", NULL, "/a/onnx", "b.tflite" },
    { "/a/other/b.onnx", NULL, "/a/other", "b.onnx" },
    { "/onnx/b.onnx", "/", "/", "onnx/b.onnx" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *name = NULL;
    g_autofree char *above = koma_model_folder_find_above (cases[i].path);
    g_autofree char *root = koma_model_folder_get_root (cases[i].path, &name);

    g_assert_cmpstr (above, ==, cases[i].above);
    g_assert_cmpstr (root, ==, cases[i].root);
    g_assert_cmpstr (name, ==, cases[i].name);
  }
}

static void
test_may_open (void)
{
  static const char *const opened[] = { "onnx/c.onnx", "onnx/d/e.bin", "config.json",
                                        "preprocessor_config.json", "tokenizer.json", "vocab.json",
                                        "merges.txt", "spiece.model", "special_tokens_map.json",
                                        "tokenizer_config.json", "open_clip_config.json",
                                        "preprocess_cfg.json" };
  static const char *const refused[] = { "c.onnx", "secret.json", "other/config.json", "onnx",
                                         "onnx/../config.json", "../config.json", "/config.json",
                                         "other/vocab.json" };

  for (guint i = 0; i < G_N_ELEMENTS (opened); i++)
    g_assert_true (koma_model_folder_may_open ("onnx/b.onnx", opened[i]));
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    g_assert_false (koma_model_folder_may_open ("onnx/b.onnx", refused[i]));
  g_assert_true (koma_model_folder_may_open ("b.onnx", "c.onnx"));
  g_assert_true (koma_model_folder_may_open ("visual/b.onnx", "visual/c.bin"));
  g_assert_true (koma_model_folder_may_open ("visual/b.onnx", "textual/c.bin"));
  g_assert_true (koma_model_folder_may_open ("textual/b.onnx", "config.json"));
  g_assert_false (koma_model_folder_may_open ("textual/b.onnx", "c.bin"));
  g_assert_false (koma_model_folder_may_open ("textual/b.onnx", "textual/../c.bin"));
  g_assert_false (koma_model_folder_may_open ("textual/b.onnx", "onnx/c.bin"));
  g_assert_false (koma_model_folder_may_open ("onnx/b.onnx", "visual/c.bin"));
  g_assert_false (koma_model_folder_may_open ("visual/b.onnx", "visually/c.bin"));
  g_assert_false (koma_model_folder_may_open ("b.onnx", "../config.json"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file/above", test_above);
  g_test_add_func ("/file/may-open", test_may_open);
  g_test_add_func ("/file/read", test_read);
  g_test_add_func ("/file/limit", test_limit);
  g_test_add_func ("/file/no-files", test_no_files);
  g_test_add_func ("/file/inside", test_inside);
  return g_test_run ();
}
