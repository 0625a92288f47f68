/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Damaged and hostile TensorFlow.js models. Each gets a clear error, and
 * leaves nothing behind. See test-weights.c and test-tf-lower.c for what is
 * wrong inside of weights and of graphs. */

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fixture.h"
#include "tests/test-main.h"

/* A sound model of one op, with its one weight on disk. */
#define NODES                                                                  \
  "{'name': 'x', 'op': 'Placeholder', 'attr': {'dtype': {'type': 'DT_FLOAT'}," \
  " 'shape': {'shape': {'dim': [{'size': '1'}, {'size': '2'}]}}}},"            \
  "{'name': 'w', 'op': 'Const', 'attr': {}},"                                  \
  "{'name': 'y', 'op': 'AddV2', 'input': ['x', 'w']}"
#define WEIGHTS                             \
  "{'paths': ['weights.bin'], 'weights': [" \
  "{'name': 'w', 'shape': [2], 'dtype': 'float32'}]}"
#define MODEL                                                         \
  "{'format': 'graph-model', 'modelTopology': {'node': [" NODES "]}," \
  " 'weightsManifest': [" WEIGHTS "]}"

static void
write_good (const Folder *folder)
{
  static const guint8 weights[8] = { 0 };

  folder_write_json (folder, "model.json", MODEL);
  folder_write (folder, "weights.bin", weights, sizeof weights);
}

static gboolean
read_model (const Folder *folder,
            const char   *name,
            GError      **error)
{
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = folder_get (folder, name);

  return read_raw_model (path, &raw, error);
}

/* The tests below break this one; it must be sound. */
static void
test_good (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  write_good (&folder);
  read_model (&folder, "model.json", &error);
  g_assert_no_error (error);
}

typedef struct
{
  const char *text;
  const char *words[3];
} BadCase;

static const BadCase bad_models[] = {
  { "", { "nothing" } },
  { "null", { "modelTopology" } },
  { "7", { "modelTopology" } },
  { "[]", { "modelTopology" } },
  { "{}", { "modelTopology" } },
  { "{'modelTopology': null}", { "modelTopology" } },
  { "{'modelTopology': []}", { "modelTopology" } },
  { "{'modelTopology': {}}", { "node", "class_name" } },
  { "{'modelTopology': {'node': {}}}", { "node", "class_name" } },
  { "{'weightsManifest': [" WEIGHTS "]}", { "holds weights but no graph" } },
  { "{'modelTopology': {'node': []}, 'weightsManifest': []}", { "computes nothing" } },
  { "{'modelTopology': {'node': [" NODES "]}}", { "Const 'w'", "weights" } },
  { "{'modelTopology': {'node': [" NODES "]}, 'weightsManifest': {}}", { "Const 'w'", "weights" } },
  { "{'modelTopology': {'node': [" NODES "]}, 'weightsManifest': [7]}", { "group" } },
  { "{'modelTopology': {'node': [null]}, 'weightsManifest': []}", { "node 0" } },
  { "<!DOCTYPE html><html><body>Not Found</body></html>", { "web page" } },
};

static void
test_bad_models (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (bad_models); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (GError) error = NULL;

    g_test_message ("%s", bad_models[i].text);
    folder_init (&folder);
    write_good (&folder);
    folder_write_json (&folder, "model.json", bad_models[i].text);
    g_assert_false (read_model (&folder, "model.json", &error));
    /* Sound JSON that is no model may be another program's. */
    assert_error_says (error, KOMA_ERROR,
                       strstr (error->message, "expected a TensorFlow.js model") != NULL
                         ? KOMA_ERROR_UNSUPPORTED
                         : KOMA_ERROR_MODEL,
                       "model.json", bad_models[i].words[0],
                       bad_models[i].words[1], bad_models[i].words[2], NULL);
  }
}

/* Cut off at every byte. */
static void
test_truncated (void)
{
  g_autofree char *text = g_strdelimit (g_strdup (MODEL), "'", '"');

  for (gsize length = 0; length < strlen (text); length++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (GError) error = NULL;

    folder_init (&folder);
    write_good (&folder);
    folder_write (&folder, "model.json", text, (gssize) length);
    g_assert_false (read_model (&folder, "model.json", &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "model.json", NULL);
  }
}

static void
test_nested (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new ("{\"modelTopology\": ");

  for (guint i = 0; i < 200000; i++)
    g_string_append (text, "{\"a\":[");

  folder_init (&folder);
  folder_write (&folder, "model.json", text->str, (gssize) text->len);
  g_assert_false (read_model (&folder, "model.json", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "model.json", "400001", "64", NULL);
}

/* Names and texts of a length that nobody meant. */
static void
test_long_strings (void)
{
  static const char *const formats[] = {
    "{'modelTopology': {'node': [{'name': '%s', 'op': 'Neg'}]}}",
    "{'modelTopology': {'node': [{'name': 'y', 'op': '%s'}]}}",
    "{'modelTopology': {'node': [{'name': 'y', 'op': 'Neg', 'input': ['%s']}]}}",
    "{'modelTopology': {'node': [{'name': 'y', 'op': 'Neg', 'attr': {'padding': {'s': '%s'}}}]}}",
    "{'modelTopology': {'node': [" NODES "]},"
    " 'weightsManifest': [{'paths': ['%s'], 'weights': []}]}",
  };
  const gsize      length = 20u << 20;
  g_autofree char *name = g_strnfill (length, 'A');

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (GError) error = NULL;
    g_auto (GStrv) parts = g_strsplit (formats[i], "%s", 2);
    g_autofree char *text = g_strconcat (parts[0], name, parts[1], NULL);

    folder_init (&folder);
    folder_write_json (&folder, "model.json", text);
    if (!read_model (&folder, "model.json", &error))
      g_assert_nonnull (error);
  }
}

static void
test_missing_and_odd_files (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *pipe_path = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  write_good (&folder);

  g_assert_false (read_model (&folder, "gone.json", &error));
  assert_error_says (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "gone.json", NULL);
  g_clear_error (&error);

  g_assert_false (read_model (&folder, ".", &error));
  assert_error_says (error, G_FILE_ERROR, G_FILE_ERROR_ISDIR, "a folder", NULL);
  g_clear_error (&error);

  /* Opening it would wait for ever. */
  pipe_path = folder_get (&folder, "pipe.json");
  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  g_assert_false (read_model (&folder, "pipe.json", &error));
  assert_error_says (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "pipe.json", NULL);
  g_clear_error (&error);

  folder_write (&folder, "notes", "hello", -1);
  g_assert_false (read_model (&folder, "notes", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "notes", "TensorFlow.js", NULL);
  g_clear_error (&error);

  folder_write (&folder, "notes.txt", "hello", -1);
  g_assert_false (read_model (&folder, "notes.txt", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "notes.txt", "labels.txt", NULL);
  g_clear_error (&error);

  folder_write_json (&folder, "metadata.json", "{'labels': ['a']}");
  g_assert_false (read_model (&folder, "metadata.json", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "metadata.json", NULL);
}

/* The limit is looked at before the file. */
static void
test_too_large (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  write_good (&folder);
  path = folder_get (&folder, "model.json");
  g_assert_cmpint (truncate (path, (1 << 28) + 1), ==, 0);
  g_assert_false (read_model (&folder, "model.json", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "model.json", "268435457", "268435456",
                     NULL);
}

/* Weights that are missing, short, long, or a page that says so. */
static void
test_bad_shards (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *shard = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  write_good (&folder);
  shard = folder_get (&folder, "weights.bin");

  g_assert_cmpint (truncate (shard, 7), ==, 0);
  g_assert_false (read_model (&folder, "model.json", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "model.json", "weights.bin", "expected 8",
                     "found 7", NULL);
  g_clear_error (&error);

  g_assert_cmpint (truncate (shard, 0), ==, 0);
  g_assert_false (read_model (&folder, "model.json", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "weights.bin", "found 0", NULL);
  g_clear_error (&error);

  folder_write (&folder, "weights.bin", "<html>404", -1);
  g_assert_false (read_model (&folder, "model.json", &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "weights.bin", "web page", NULL);
  g_clear_error (&error);

  g_assert_cmpint (g_remove (shard), ==, 0);
  g_assert_false (read_model (&folder, "model.json", &error));
  assert_error_says (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "model.json", "weights.bin", NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tfjs-bad-input/good", test_good);
  g_test_add_func ("/tfjs-bad-input/bad-models", test_bad_models);
  g_test_add_func ("/tfjs-bad-input/truncated", test_truncated);
  g_test_add_func ("/tfjs-bad-input/nested", test_nested);
  g_test_add_func ("/tfjs-bad-input/long-strings", test_long_strings);
  g_test_add_func ("/tfjs-bad-input/missing-and-odd-files", test_missing_and_odd_files);
  g_test_add_func ("/tfjs-bad-input/too-large", test_too_large);
  g_test_add_func ("/tfjs-bad-input/bad-shards", test_bad_shards);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
