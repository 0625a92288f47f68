/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Files of Keras: those that make-keras.py wrote with HDF5's own library, and damaged ones. */

#include <unistd.h>

#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "engine/model/model.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

#define SIDE   32
#define MODELS "tests/engine/formats/keras-models/"
/* Of the bytes of a file that are changed, one by one, and of the lengths that it is cut to. */
#define STEP 11

/* Of a picture of one colour: the blur misses a quarter at the right and at the bottom. */
static void
check_colours (const KomaGraph *graph)
{
  static const float       colour[] = { 0.5f, 0.25f, 0.125f };
  const float              gain = (15.75f / 16) * (15.75f / 16);
  const KomaSessionOptions options = { .backend = "cpu" };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = koma_session_new (graph, &options, &error);
  float *pixels = NULL;

  g_assert_no_error (error);
  pixels = koma_session_get_input_data (session, 0);
  for (guint i = 0; i < SIDE * SIDE * 3; i++)
    pixels[i] = colour[i % 3];
  koma_session_run (session, &error);
  g_assert_no_error (error);
  for (guint k = 0; k < 3; k++)
    g_assert_cmpfloat_with_epsilon (
      ((const float *) koma_session_get_output_data (session, 0))[k],
      gain * (12 * colour[k] - 4 * 0.875f), 1e-5);
}

static void
test_colours (gconstpointer data)
{
  g_autofree char *path = find_source (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_autofree char *name = g_path_get_basename (path);

  g_assert_no_error (error);
  g_assert_cmpstr (koma_model_get_format (model), ==, "Keras model");
  *strchr (name, '.') = '\0';
  g_assert_cmpstr (koma_model_get_name (model), ==, name);
  check_colours (koma_model_get_graph (model));
}

static void
test_bad (void)
{
  static const struct
  {
    const char *name;
    int         code;
    const char *words;
  } rows[] = {
    { "bad-circle.h5", KOMA_ERROR_MODEL, "nested deeper" },
    { "bad-compressed.h5", KOMA_ERROR_UNSUPPORTED, "compressed" },
    { "bad-config.h5", KOMA_ERROR_MODEL, "model_config" },
    { "bad-external.h5", KOMA_ERROR_UNSUPPORTED, "in another file" },
    { "bad-latest.h5", KOMA_ERROR_UNSUPPORTED, "newer structures" },
    { "bad-link.h5", KOMA_ERROR_UNSUPPORTED, "newer structures" },
    { "bad-number.h5", KOMA_ERROR_UNSUPPORTED, "dense/dense/kernel:0" },
    { "bad-rank.h5", KOMA_ERROR_MODEL, "expected float32 with 2 dimensions" },
    { "bad-text.h5", KOMA_ERROR_UNSUPPORTED, "dense/dense/note" },
    { "bad-weights-only.h5", KOMA_ERROR_UNSUPPORTED, "model.save ()" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *relative = g_strconcat (MODELS, rows[i].name, NULL);
    g_autofree char *path = find_source (relative);
    KomaRawModel     raw = { 0 };
    g_autoptr (GError) error = NULL;

    g_assert_false (read_raw_model (path, &raw, &error));
    assert_error_says (error, KOMA_ERROR, rows[i].code, rows[i].name, rows[i].words, NULL);
  }
}

static void
read_changed (const Folder *folder,
              const char   *data,
              gsize         length)
{
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = folder_get (folder, "changed.h5");
  g_autoptr (GError) error = NULL;

  folder_write (folder, "changed.h5", data, (gssize) length);
  g_assert_true (read_raw_model (path, &raw, &error) == (error == NULL));
}

static void
test_damaged (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = find_source (MODELS "small.h5");
  g_autofree char *data = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  folder_init (&folder);
  for (gsize at = 0; at < length; at += STEP) {
    read_changed (&folder, data, at);
    data[at] ^= 0x41;
    read_changed (&folder, data, length);
    data[at] ^= 0x41;
  }
}

/* What to_json () and save_weights () wrote, under names that people use; either is opened. */
static void
test_architecture (void)
{
  static const char *const pairs[][2] = {
    { "model.json", "model.h5" },
    { "model.json", "model.weights.h5" },
    { "net.json", "net.h5" },
    { "model.json", "weights.h5" },
  };
  static const char json[] =
    "{'class_name': 'Sequential', 'config': {'name': 'net', 'layers': [{'class_name': 'Dense', "
    "'config': {'name': 'dense', 'units': 2, 'batch_input_shape': [null, 3]}}]}, "
    "'keras_version': '2.4.0', 'backend': 'tensorflow'}";
  g_autofree char *weights = find_source (MODELS "bad-weights-only.h5");
  g_autofree char *data = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (weights, &data, &length, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++) {
    g_auto (Folder) folder = { 0 };

    folder_init (&folder);
    folder_write_json (&folder, pairs[i][0], json);
    folder_write (&folder, pairs[i][1], data, (gssize) length);
    for (guint k = 0; k < 2; k++) {
      g_auto (KomaRawModel) raw = { 0 };
      g_autofree char *path = folder_get (&folder, pairs[i][k]);
      g_autoptr (GError) error = NULL;

      if (i == 1 && k == 1)
        continue;
      (void) read_raw_model (path, &raw, &error);
      g_assert_no_error (error);
    }
  }
}

/* The model of a .keras file, without its weights and without its layers. */
static void
test_apart (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *small = find_source (MODELS "small.h5");
  g_autofree char *path = NULL;
  g_autofree char *data = NULL;
  gsize            length = 0;
  g_autoptr (GError) no_config = NULL;
  g_autoptr (GError) no_weights = NULL;

  g_assert_true (g_file_get_contents (small, &data, &length, NULL));
  folder_init (&folder);
  path = folder_get (&folder, "model.weights.h5");
  folder_write (&folder, "model.weights.h5", data, (gssize) length);
  g_assert_null (koma_model_load (folder.path, NULL, NULL, NULL, &no_config));
  assert_error_says (no_config, G_FILE_ERROR, G_FILE_ERROR_NOENT, "config.json", NULL);
  folder_write_json (&folder, "config.json",
                     "{'class_name': 'Sequential', 'config': {'layers': [{'class_name': 'Dense', "
                     "'config': {'name': 'd', 'units': 1, 'batch_input_shape': [null, 3]}}]}}");
  g_assert_null (koma_model_load (folder.path, NULL, NULL, NULL, &no_weights));
  assert_error_says (no_weights, KOMA_ERROR, KOMA_ERROR_MODEL, "d/kernel", NULL);
}

/* Its name stands in the error once. */
static void
test_too_large (void)
{
  g_autofree char *small = find_source ("tests/fuzz/corpus/keras-h5/small.h5");
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  g_autofree char *data = NULL;
  gsize            length = 0;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (small, &data, &length, NULL));
  folder_init (&folder);
  path = folder_get (&folder, "large.h5");
  folder_write (&folder, "large.h5", data, (gssize) length);
  if (truncate (path, (off_t) KOMA_MAX_WEIGHT_BYTES + 1) != 0) {
    g_test_skip ("no file of this size here");
    return;
  }
  g_assert_null (koma_model_load (path, NULL, NULL, NULL, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MEMORY, "bytes", NULL);
  g_assert_true (g_str_has_prefix (error->message, "large.h5: has "));
}

KOMA_TEST_MAIN (argc, argv)
{
  static const char *const good[] = {
    "colours.h5",
    "colours.keras",
    "many.h5",
    "nested.h5",
    "older.h5",
    "older.keras",
    "python.h5",
    "twice.keras",
    "windows.keras",
    "wrapped.keras",
  };
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    g_autofree char *test_path = g_strconcat ("/keras-h5/good/", good[i], NULL);
    char            *path = g_strconcat (MODELS, good[i], NULL);

    g_test_add_data_func_full (test_path, path, test_colours, g_free);
  }
  g_test_add_func ("/keras-h5/bad", test_bad);
  g_test_add_func ("/keras-h5/damaged", test_damaged);
  g_test_add_func ("/keras-h5/architecture", test_architecture);
  g_test_add_func ("/keras-h5/apart", test_apart);
  g_test_add_func ("/keras-h5/too-large", test_too_large);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
