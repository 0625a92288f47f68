/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TensorFlow's SavedModels: those that make-saved-model.py wrote, and damaged ones. */

#include <string.h>

#include "engine/formats/saved-model/crc32c.h"
#include "engine/koma/koma-error.h"
#include "engine/model/model.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

#define SIDE   32
#define MODELS "tests/engine/formats/saved-models/"

static const char *const files[] = { "saved_model.pb", "variables/variables.index",
                                     "variables/variables.data-00000-of-00001" };

static char *
load_bytes (const char *name,
            gsize      *ret_length)
{
  g_autofree char *path = find_source (name);
  char            *bytes = NULL;

  g_assert_true (g_file_get_contents (path, &bytes, ret_length, NULL));
  return bytes;
}

static KomaSession *
open_session (const KomaGraph *graph,
              const char      *backend)
{
  const KomaSessionOptions options = { .backend = backend, .precision = KOMA_PRECISION_FLOAT32 };
  g_autoptr (GError) error = NULL;
  KomaSession *session = koma_session_new (graph, &options, &error);

  g_assert_no_error (error);
  return session;
}

/* Of a picture of one colour: the blur misses a quarter at the right and at the bottom. */
static void
check_colours (const KomaGraph *graph,
               const char      *backend)
{
  static const float colour[] = { 0.5f, 0.25f, 0.125f };
  const float        gain = (15.75f / 16) * (15.75f / 16);
  g_autoptr (KomaSession) session = open_session (graph, backend);
  g_autoptr (GError) error = NULL;
  float       *pixels = koma_session_get_input_data (session, 0);
  const float *logits = koma_session_get_output_data (session, 0);

  for (guint i = 0; i < SIDE * SIDE * 3; i++)
    pixels[i] = colour[i % 3];
  koma_session_run (session, &error);
  g_assert_no_error (error);
  for (guint k = 0; k < 3; k++)
    g_assert_cmpfloat_with_epsilon (logits[k], gain * (12 * colour[k] - 4 * 0.875f), 1e-5);
}

/* Functions that call functions; two variables of one name. */
static void
test_functions (void)
{
  g_autofree char *path = find_source (MODELS "colours/saved_model.pb");
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;

  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (raw.format, ==, "TensorFlow SavedModel");
  g_assert_cmpuint (g_hash_table_size (raw.unsupported), ==, 0);
  g_assert_false (g_hash_table_contains (raw.op_counts, "RestoreV2"));
  g_assert_cmpuint (koma_graph_get_n_inputs (raw.graph), ==, 1);
  g_assert_cmpstr (koma_graph_get_value (raw.graph, koma_graph_get_input (raw.graph, 0))->name, ==,
                   "pixels");
  g_assert_cmpuint (koma_graph_get_n_outputs (raw.graph), ==, 1);
  g_assert_cmpstr (koma_graph_get_output_name (raw.graph, 0), ==, "logits");
  for (guint i = 0; i < koma_backends_get_n (); i++)
    if (koma_backends_find_available (koma_backends_get (i)->name, NULL) != NULL)
      check_colours (raw.graph, koma_backends_get (i)->name);
}

/* Variables of TensorFlow 1, one of them in parts; in two shards, and of a big-endian machine. */
static void
test_parts (gconstpointer data)
{
  const char      *name = data;
  g_autofree char *path = find_source (name);
  g_auto (KomaRawModel) raw = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  gsize            length = 0;
  gsize            n_scores = 0;
  g_autofree char *x = load_bytes (MODELS "parts/x.f32", &length);
  g_autofree char *bytes = load_bytes (MODELS "parts/scores.f32", &n_scores);
  const float     *scores = (const float *) bytes;

  read_raw_model (path, &raw, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (koma_graph_get_output_name (raw.graph, 0), ==, "double");
  g_assert_cmpstr (koma_graph_get_output_name (raw.graph, 1), ==, "scores");
  session = open_session (raw.graph, "cpu");
  memcpy (koma_session_get_input_data (session, 0), x, length);
  koma_session_run (session, &error);
  g_assert_no_error (error);
  for (guint k = 0; k < n_scores / sizeof (float); k++) {
    g_assert_cmpfloat_with_epsilon (((const float *) koma_session_get_output_data (session, 0))[k],
                                    2 * scores[k], 1e-5);
    g_assert_cmpfloat_with_epsilon (((const float *) koma_session_get_output_data (session, 1))[k],
                                    scores[k], 1e-5);
  }
}

/* A folder is opened as one, and has its own name. */
static void
test_folder (void)
{
  g_autofree char *path = find_source (MODELS "colours");
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (koma_model_get_name (model), ==, "colours");
  g_assert_nonnull (koma_model_get_recipe (model, NULL));
}

static void
test_crc32c (void)
{
  guint8 bytes[32] = { 0 };

  g_assert_cmphex (koma_crc32c ((const guint8 *) "123456789", 9), ==, 0xe3069283);
  g_assert_cmphex (koma_crc32c (bytes, sizeof bytes), ==, 0x8a9136aa);
  memset (bytes, 0xff, sizeof bytes);
  g_assert_cmphex (koma_crc32c (bytes, sizeof bytes), ==, 0x62a8ab43);
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
    { "bad-checksum", KOMA_ERROR_MODEL, "checksum" },
    { "bad-compressed", KOMA_ERROR_UNSUPPORTED, "save the model again" },
    { "bad-cycle", KOMA_ERROR_MODEL, "call each other" },
    { "bad-far", KOMA_ERROR_SHAPE, "the file has 12" },
    { "bad-large", KOMA_ERROR_MEMORY, "above the limit" },
    { "bad-missing-argument", KOMA_ERROR_MODEL, "has 1 arguments, found 0" },
    { "bad-missing-function", KOMA_ERROR_MODEL, "function 'g' is not in the file" },
    { "bad-negative", KOMA_ERROR_MODEL, "byte -4" },
    { "bad-no-signature", KOMA_ERROR_UNSUPPORTED, "found none" },
    { "bad-shard", KOMA_ERROR_MODEL, "shard 7 of 1" },
    { "bad-size", KOMA_ERROR_SHAPE, "expected 12 bytes" },
    { "bad-two-signatures", KOMA_ERROR_UNSUPPORTED, "first, second" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *relative = g_build_filename (MODELS, rows[i].name, files[0], NULL);
    g_autofree char *path = find_source (relative);
    KomaRawModel     raw = { 0 };
    g_autoptr (GError) error = NULL;

    g_assert_false (read_raw_model (path, &raw, &error));
    assert_error_says (error, KOMA_ERROR, rows[i].code, files[0], rows[i].words, NULL);
  }
}

/* Writes the smallest model, one of its files changed. */
static gboolean
read_changed (const Folder *folder,
              guint         changed,
              const char   *data,
              gsize         length,
              GError      **error)
{
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = folder_get (folder, files[0]);

  folder_write (folder, files[changed], data, (gssize) length);
  return read_raw_model (path, &raw, error);
}

static void
write_one (const Folder *folder)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *relative = g_build_filename (MODELS "one", files[i], NULL);
    gsize            length = 0;
    g_autofree char *data = load_bytes (relative, &length);

    folder_write (folder, files[i], data, (gssize) length);
  }
}

/* Each file cut off at each byte, and each byte of it changed. */
static void
test_damaged (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_auto (Folder) folder = { 0 };
    g_autofree char *relative = g_build_filename (MODELS "one", files[i], NULL);
    gsize            length = 0;
    g_autofree char *data = load_bytes (relative, &length);

    folder_init (&folder);
    write_one (&folder);
    for (gsize at = 0; at < length; at++) {
      g_autoptr (GError) cut = NULL;
      g_autoptr (GError) changed = NULL;

      g_assert_true (read_changed (&folder, i, data, at, &cut) == (cut == NULL));
      g_assert_true (i == 0 || cut != NULL);
      data[at] ^= 0x41;
      g_assert_true (read_changed (&folder, i, data, length, &changed) == (changed == NULL));
      g_assert_true (i != 2 || changed != NULL);
      data[at] ^= 0x41;
    }
  }
}

static void
test_no_variables (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  gsize            length = 0;
  g_autofree char *data = load_bytes (MODELS "one/saved_model.pb", &length);
  KomaRawModel     raw = { 0 };
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  folder_write (&folder, files[0], data, (gssize) length);
  path = folder_get (&folder, files[0]);
  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, "variables.index", NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/saved-model/functions", test_functions);
  g_test_add_data_func ("/saved-model/parts", MODELS "parts/saved_model.pb", test_parts);
  g_test_add_data_func ("/saved-model/big-endian", MODELS "big-endian/saved_model.pb", test_parts);
  g_test_add_func ("/saved-model/folder", test_folder);
  g_test_add_func ("/saved-model/crc32c", test_crc32c);
  g_test_add_func ("/saved-model/bad", test_bad);
  g_test_add_func ("/saved-model/damaged", test_damaged);
  g_test_add_func ("/saved-model/no-variables", test_no_variables);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
