/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Checkpoints of TensorFlow 1: those that make-checkpoint.py wrote, and damaged ones. */

#include <glib/gstdio.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/model/model-find.h"
#include "engine/model/model.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

#define PIXELS      (8 * 8 * 3)
#define CLASSES     3
#define CHECKPOINTS "tests/engine/formats/checkpoints/"

static void
load_model (const char   *path,
            KomaRawModel *ret_raw)
{
  g_autoptr (GError) error = NULL;

  read_raw_model (path, ret_raw, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_hash_table_size (ret_raw->unsupported), ==, 0);
  g_assert_cmpuint (koma_graph_get_n_inputs (ret_raw->graph), ==, 1);
  g_assert_cmpuint (koma_graph_get_n_outputs (ret_raw->graph), ==, 1);
}

static void
compute (const KomaGraph *graph,
         float           *scores) /* [CLASSES] */
{
  const KomaSessionOptions options = { .backend = "cpu" };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = koma_session_new (graph, &options, &error);
  float *pixels = NULL;

  g_assert_no_error (error);
  pixels = koma_session_get_input_data (session, 0);
  for (guint i = 0; i < PIXELS; i++)
    pixels[i] = (float) (i * 7 % 31) / 31 - 0.5f;
  koma_session_run (session, &error);
  g_assert_no_error (error);
  memcpy (scores, koma_session_get_output_data (session, 0), CLASSES * sizeof (float));
}

static void
compute_file (const char *path,
              const char *format,
              float      *scores)
{
  g_auto (KomaRawModel) raw = { 0 };

  load_model (path, &raw);
  g_assert_cmpstr (raw.format, ==, format);
  g_assert_cmpstr (koma_graph_get_output_name (raw.graph, 0), ==, "final");
  compute (raw.graph, scores);
}

static void
compute_source (const char *name,
                const char *format,
                float      *scores)
{
  g_autofree char *path = find_source (name);

  compute_file (path, format, scores);
}

/* To the last bit what the frozen graph computes. */
static void
assert_like_frozen (const char *name,
                    const char *frozen)
{
  float found[CLASSES] = { 0 };
  float expected[CLASSES] = { 0 };

  compute_source (name, "TensorFlow checkpoint", found);
  compute_source (frozen, "frozen TensorFlow graph", expected);
  g_assert_cmpmem (found, sizeof found, expected, sizeof expected);
  g_assert_cmpfloat_with_epsilon (found[0] + found[1] + found[2], 1, 1e-5);
}

/* By each of its files. Two shards, labels, what dropout keeps, a flag, Adam. */
static void
test_trained (void)
{
  static const char *const names[] = { "checkpoint", "model.ckpt-9.meta", "model.ckpt-9.index" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *name = g_strconcat (CHECKPOINTS "trained/", names[i], NULL);

    assert_like_frozen (name, CHECKPOINTS "frozen/trained.pb");
  }
}

/* Only graph.pbtxt; examples from a queue, the statistics of a batch, a weight in parts. */
static void
test_queued (void)
{
  static const char *const names[] = { "checkpoint", "graph.pbtxt", "model.ckpt-1500.index" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *name = g_strconcat (CHECKPOINTS "queued/", names[i], NULL);

    assert_like_frozen (name, CHECKPOINTS "frozen/queued.pb");
  }
}

/* A queue knows how large its pictures are. */
static void
test_queue_shape (void)
{
  g_autofree char *path = find_source (CHECKPOINTS "queued/checkpoint");
  g_auto (KomaRawModel) raw = { 0 };
  const KomaValue *input = NULL;
  g_autofree char *shape = NULL;

  load_model (path, &raw);
  input = koma_graph_get_value (raw.graph, koma_graph_get_input (raw.graph, 0));
  shape = koma_shape_to_string (&input->shape);
  g_assert_cmpstr (shape, ==, "[?,8,8,3]");
}

/* A .meta file that is text; a graph that was frozen and written as text. */
static void
test_text (void)
{
  float found[CLASSES] = { 0 };
  float expected[CLASSES] = { 0 };

  assert_like_frozen (CHECKPOINTS "text/net.meta", CHECKPOINTS "frozen/trained.pb");
  compute_source (CHECKPOINTS "frozen/trained.pbtxt", "frozen TensorFlow graph", found);
  compute_source (CHECKPOINTS "frozen/trained.pb", "frozen TensorFlow graph", expected);
  g_assert_cmpmem (found, sizeof found, expected, sizeof expected);
}

/* What is there for training alone is gone. */
static void
test_pruned (void)
{
  static const char *const gone[] = { "ApplyAdam", "RestoreV2", "SaveV2", "Assign", "RandomUniform",
                                      "ScalarSummary", "SparseSoftmaxCrossEntropyWithLogits",
                                      "QueueDequeueManyV2", "ArgMax" };
  g_autofree char         *path = find_source (CHECKPOINTS "queued/checkpoint");
  g_auto (KomaRawModel) raw = { 0 };

  load_model (path, &raw);
  for (guint i = 0; i < G_N_ELEMENTS (gone); i++)
    g_assert_false (g_hash_table_contains (raw.op_counts, gone[i]));
  g_assert_true (g_hash_table_contains (raw.op_counts, "Softmax"));
}

/* ---- Folders ---- */

static void
copy_file (const Folder *folder,
           const char   *from,
           const char   *name)
{
  g_autofree char *relative = g_strconcat (CHECKPOINTS, from, "/", name, NULL);
  g_autofree char *path = find_source (relative);
  g_autofree char *data = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  folder_write (folder, name, data, (gssize) length);
}

static void
copy_files (const Folder      *folder,
            const char        *from,
            const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    copy_file (folder, from, names[i]);
}

static const char *const step_9[] = { "model.ckpt-9.meta", "model.ckpt-9.index",
                                      "model.ckpt-9.data-00000-of-00002",
                                      "model.ckpt-9.data-00001-of-00002", NULL };
static const char *const step_10[] = { "model.ckpt-10.meta", "model.ckpt-10.index",
                                       "model.ckpt-10.data-00000-of-00001", NULL };

static void
remove_file (const Folder *folder,
             const char   *name)
{
  g_autofree char *path = folder_get (folder, name);

  g_assert_cmpint (g_unlink (path), ==, 0);
}

static void
assert_found (const Folder *folder,
              const char   *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *found = koma_model_find_file (folder->path, &error);
  g_autofree char *wanted = folder_get (folder, expected);

  g_assert_no_error (error);
  g_assert_cmpstr (found, ==, wanted);
}

/* The file "checkpoint" names the newest; without it, the highest number is; what was exported
 * stands for both. */
static void
test_folder (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *usual = NULL;

  folder_init (&folder);
  copy_files (&folder, "trained", step_9);
  copy_files (&folder, "trained", step_10);
  copy_file (&folder, "trained", "checkpoint");
  copy_file (&folder, "queued", "graph.pbtxt");
  assert_found (&folder, "checkpoint");
  usual = koma_model_find_usual (folder.path);
  g_assert_nonnull (usual);
  g_assert_true (g_str_has_suffix (usual, "/checkpoint"));

  remove_file (&folder, "checkpoint");
  assert_found (&folder, "model.ckpt-10.index");
  remove_file (&folder, "model.ckpt-10.index");
  assert_found (&folder, "model.ckpt-9.index");
  copy_file (&folder, "frozen", "trained.pb");
  assert_found (&folder, "trained.pb");
}

/* Two trainings in one folder. */
static void
test_folder_several (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  copy_files (&folder, "trained", step_9);
  copy_file (&folder, "small", "m.index");
  g_assert_null (koma_model_find_file (folder.path, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_SEVERAL_MODELS, "m.index", "model.ckpt-9.index",
                     NULL);
}

/* Of an archive, whose files are in the order of their names. */
static void
test_among (void)
{
  static const char *const names[] = { "checkpoint", "model.ckpt-10.index", "model.ckpt-10.meta",
                                       "model.ckpt-9.index", "model.ckpt-9.meta" };
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *name = g_strconcat (CHECKPOINTS "trained/", names[i], NULL);

    g_ptr_array_add (paths, find_source (name));
  }
  g_assert_cmpstr (koma_model_find_among (paths, &error), ==, paths->pdata[0]);
  g_ptr_array_remove_index (paths, 0);
  g_assert_cmpstr (koma_model_find_among (paths, &error), ==, paths->pdata[0]);
  g_ptr_array_remove_index (paths, 0);
  g_ptr_array_remove_index (paths, 0);
  g_assert_cmpstr (koma_model_find_among (paths, &error), ==, paths->pdata[0]);
  g_assert_no_error (error);
}

/* Labels beside it; it is called after its folder. */
static void
test_model (void)
{
  g_autofree char *path = find_source (CHECKPOINTS "trained");
  g_autofree char *index = find_source (CHECKPOINTS "trained/model.ckpt-10.index");
  g_autofree char *own = koma_model_name_from_path (index);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = koma_model_load (path, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (koma_model_get_name (model), ==, "trained");
  g_assert_cmpstr (own, ==, "trained");
  g_assert_nonnull (koma_model_get_recipe (model, NULL));
  g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), 2), ==, "blue");
}

/* The same model however it is opened; another step is another model. */
static void
test_hash (void)
{
  static const char *const names[] = { "checkpoint", "model.ckpt-9.index", "model.ckpt-9.meta",
                                       "model.ckpt-10.meta" };
  g_auto (GStrv) hashes = g_new0 (char *, G_N_ELEMENTS (names) + 1);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *name = g_strconcat (CHECKPOINTS "trained/", names[i], NULL);
    g_autofree char *path = find_source (name);
    g_auto (KomaRawModel) raw = { 0 };

    load_model (path, &raw);
    hashes[i] = g_strdup (raw.hash);
  }
  g_assert_cmpstr (hashes[0], ==, hashes[1]);
  g_assert_cmpstr (hashes[0], ==, hashes[2]);
  g_assert_cmpstr (hashes[0], !=, hashes[3]);
}

/* ---- What is missing or damaged ---- */

static void
assert_refused (const Folder *folder,
                const char   *name,
                GQuark        domain,
                int           code,
                const char   *words,
                const char   *more)
{
  g_autofree char *path = folder_get (folder, name);
  KomaRawModel     raw = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, domain, code, words, more, NULL);
}

static void
test_missing (void)
{
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  copy_files (&folder, "trained", step_9);
  copy_file (&folder, "trained", "checkpoint");
  remove_file (&folder, "model.ckpt-9.data-00001-of-00002");
  assert_refused (&folder, "checkpoint", G_FILE_ERROR, G_FILE_ERROR_NOENT,
                  "model.ckpt-9.data-00001-of-00002", "variable '");
  remove_file (&folder, "model.ckpt-9.meta");
  assert_refused (&folder, "model.ckpt-9.index", G_FILE_ERROR, G_FILE_ERROR_NOENT,
                  "only the weights are there", "model.ckpt-9.meta or graph.pbtxt");
  remove_file (&folder, "model.ckpt-9.index");
  assert_refused (&folder, "checkpoint", G_FILE_ERROR, G_FILE_ERROR_NOENT,
                  "it names “model.ckpt-9”", "no file model.ckpt-9.index");
  /* "model.ckpt-10" is not what this names. */
  copy_files (&folder, "trained", step_10);
  folder_write (&folder, "checkpoint", "model_checkpoint_path: \"model.ckpt-10\\000\"", -1);
  assert_refused (&folder, "checkpoint", KOMA_ERROR, KOMA_ERROR_MODEL, "without a NUL",
                  "model_checkpoint_path");
}

static void
test_no_index (void)
{
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  copy_file (&folder, "trained", "model.ckpt-9.meta");
  copy_file (&folder, "queued", "graph.pbtxt");
  assert_refused (&folder, "model.ckpt-9.meta", G_FILE_ERROR, G_FILE_ERROR_NOENT,
                  "model.ckpt-9.index", NULL);
  assert_refused (&folder, "graph.pbtxt", KOMA_ERROR, KOMA_ERROR_MODEL, "“checkpoint”",
                  "Open the .index file");
}

static void
test_state (void)
{
  static const struct
  {
    const char *text;
    gboolean    names_one; /* which is not there */
    const char *words;
  } rows[] = {
    { "model_checkpoint_path: \"\"\n", FALSE, "it names no checkpoint" },
    { "model_checkpoint_path: \"\xff\"\n", FALSE, "it names no checkpoint" },
    { "model_checkpoint_path: 3\n", FALSE, "line 1: expected a text in quotes" },
    { "model_checkpoint_path: \"../../secret\"\n", TRUE, "no file secret.index beside it" },
    { "model_checkpoint_path: \"C:\\\\train\\\\m\"\n", TRUE, "no file m.index beside it" },
  };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    folder_write (&folder, "checkpoint", rows[i].text, -1);
    assert_refused (&folder, "checkpoint", rows[i].names_one ? G_FILE_ERROR : KOMA_ERROR,
                    rows[i].names_one ? (int) G_FILE_ERROR_NOENT : (int) KOMA_ERROR_MODEL,
                    "checkpoint: ", rows[i].words);
  }
}

/* Files of other programs that have such names are none of ours. */
static void
test_foreign (void)
{
  static const struct
  {
    const char *name;
    const char *contents;
  } rows[] = {
    { "Player.prefab.meta", "fileFormatVersion: 2\n" },
    { "pack.index", "DIRC" },
    { "labels.pbtxt", "item {\n id: 1\n}\n" },
    { "checkpoint", "yesterday" },
  };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autofree char *path = folder_get (&folder, rows[i].name);

    folder_write (&folder, rows[i].name, rows[i].contents, -1);
    g_assert_null (koma_formats_find (path, NULL));
  }
}

/* Each file of the smallest one cut off at each byte, and each byte of it changed. */
static void
test_damaged (void)
{
  static const char *const files[] = { "m.meta", "m.index", "m.data-00000-of-00001", NULL };
  g_auto (Folder) folder = { 0 };
  g_autofree char *meta = NULL;

  folder_init (&folder);
  copy_files (&folder, "small", files);
  meta = folder_get (&folder, files[0]);
  for (guint i = 0; files[i] != NULL; i++) {
    g_autofree char *path = folder_get (&folder, files[i]);
    g_autofree char *data = NULL;
    gsize            length = 0;

    g_assert_true (g_file_get_contents (path, &data, &length, NULL));
    for (gsize at = 0; at < 2 * length; at++) {
      const gsize cut = at < length ? at : length;
      g_auto (KomaRawModel) raw = { 0 };
      g_autoptr (GError) error = NULL;

      if (at >= length)
        data[at - length] ^= 0x41;
      folder_write (&folder, files[i], data, (gssize) cut);
      g_assert_true (read_raw_model (meta, &raw, &error) == (error == NULL));
      g_assert_true (i == 0 || error != NULL || (i == 1 && at >= length));
      if (at >= length)
        data[at - length] ^= 0x41;
    }
    folder_write (&folder, files[i], data, (gssize) length);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/checkpoint/trained", test_trained);
  g_test_add_func ("/checkpoint/queued", test_queued);
  g_test_add_func ("/checkpoint/queue-shape", test_queue_shape);
  g_test_add_func ("/checkpoint/text", test_text);
  g_test_add_func ("/checkpoint/pruned", test_pruned);
  g_test_add_func ("/checkpoint/folder", test_folder);
  g_test_add_func ("/checkpoint/folder-several", test_folder_several);
  g_test_add_func ("/checkpoint/among", test_among);
  g_test_add_func ("/checkpoint/model", test_model);
  g_test_add_func ("/checkpoint/hash", test_hash);
  g_test_add_func ("/checkpoint/missing", test_missing);
  g_test_add_func ("/checkpoint/no-index", test_no_index);
  g_test_add_func ("/checkpoint/state", test_state);
  g_test_add_func ("/checkpoint/foreign", test_foreign);
  g_test_add_func ("/checkpoint/damaged", test_damaged);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
