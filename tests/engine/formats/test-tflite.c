/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TensorFlow Lite as a format: what a file says of itself, and what Koma does not have. */
#include <string.h>

#include "tests/test-main.h"
#include "tflite-classifier.h"

static void
test_plain (void)
{
  const TfliteModel described = tflite_classifier_make ();
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = tflite_write (&described);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;
  g_autofree char  *folder_name = NULL;

  folder_init (&folder);
  model = tflite_classifier_load (&folder, file, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (koma_model_get_format (model), ==, "TensorFlow Lite model");
  /* All are called model.tflite. */
  folder_name = g_path_get_basename (folder.path);
  g_assert_cmpstr (koma_model_get_name (model), ==, folder_name);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_GUESS);
  g_assert_cmpint (recipe->scores, ==, KOMA_SCORES_PROBABILITIES);
  g_assert_cmpuint (koma_labels_get_n (koma_model_get_labels (model)), ==, TFLITE_N_CLASSES);
}

/* The range and the labels stand in the file. */
static void
test_metadata (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GBytes) metadata = tflite_write_metadata (100, 50, "names.txt");
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  TfliteModel       described = tflite_classifier_make ();
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  described.metadata = metadata;
  file = tflite_write (&described);
  tflite_append_zip (file, "names.txt", "red\ngreen\nblue\n");
  model = tflite_classifier_load (&folder, file, &error);
  g_assert_no_error (error);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_METADATA);
  for (guint c = 0; c < 3; c++) {
    g_assert_cmpfloat (recipe->scale[c], ==, 0.02);
    g_assert_cmpfloat (recipe->offset[c], ==, -2);
  }
  g_assert_cmpstr (koma_labels_get_source (koma_model_get_labels (model)), ==, "metadata");
  g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), 1), ==, "green");
  g_assert_null (koma_model_get_warnings (model)[0]);
}

/* Of several lists the one with names, whatever its place; in no language, then in English. */
static void
test_label_lists (void)
{
  static const char *const ids[] = { "ids.txt", "/m/01yrx\n/m/0bt9lr\n/m/015p6\n",
                                     "wn.txt", "n02123045\nn02084071\nn01503061\n",
                                     "de.txt", "Katze\nHund\nVogel\n",
                                     "en.txt", "cat\ndog\nbird\n", NULL };
  static const struct
  {
    const char *files;
    const char *label;
  } rows[] = {
    { "ids.txt,en.txt:en", "dog" },
    { "ids.txt,de.txt:de,en.txt:en-US", "dog" },
    { "wn.txt,ids.txt,de.txt:de", "Hund" },
    { "en.txt,ids.txt", "dog" },
    { "de.txt,en.txt:en", "Hund" },
    { "missing.txt,ids.txt,en.txt:en", "dog" },
    { "ids.txt", "/m/0bt9lr" },
  };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_autoptr (GBytes) metadata = tflite_write_metadata (0, 1, rows[i].files);
    g_autoptr (GByteArray) file = NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = NULL;
    TfliteModel described = tflite_classifier_make ();

    described.metadata = metadata;
    file = tflite_write (&described);
    tflite_append_zip_of (file, ids);
    model = tflite_classifier_load (&folder, file, &error);
    g_assert_no_error (error);
    g_assert_nonnull (koma_model_get_recipe (model, NULL));
    g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), 1), ==, rows[i].label);
  }
}

/* The number of a class is made from scores, which are wanted. */
static void
test_arg_max (void)
{
  static const gint32 axis[] = { 1 };
  const TfliteTensor  more[] = {
     tflite_classifier_tensors[0],
     tflite_classifier_tensors[1],
     tflite_classifier_tensors[2],
     tflite_classifier_tensors[3],
     {
       .name = "axis",
       .type = KOMA_TFLITE_INT32,
       .rank = 1,
       .dims = { 1 },
       .data = axis,
       .size_bytes = sizeof axis,
    },
     { .name = "number", .type = KOMA_TFLITE_INT32, .rank = 1, .dims = { 1 } },
     { .name = "class", .rank = 1, .dims = { 1 } },
  };
  const TfliteOp all[] = {
    tflite_classifier_ops[0],
    tflite_classifier_ops[1],
    { .code = 56, .n_inputs = 2, .inputs = { 3, 4 }, .n_outputs = 1, .outputs = { 5 } },
    {
      .code = 53,
      .n_inputs = 1,
      .inputs = { 5 },
      .n_outputs = 1,
      .outputs = { 6 },
      .n_options = 1,
      .options = { { 0, KOMA_TFLITE_INT32 } },
    },
  };
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  TfliteModel       described = tflite_classifier_make ();
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  described.tensors = more;
  described.n_tensors = G_N_ELEMENTS (more);
  described.ops = all;
  described.n_ops = G_N_ELEMENTS (all);
  described.outputs[0] = 6;
  file = tflite_write (&described);
  model = tflite_classifier_load (&folder, file, &error);
  g_assert_no_error (error);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  g_assert_cmpint (recipe->scores, ==, KOMA_SCORES_PROBABILITIES);
  g_assert_cmpuint (koma_labels_get_n (koma_model_get_labels (model)), ==, TFLITE_N_CLASSES);
  g_assert_nonnull (strstr (koma_model_get_notes (model)[0], "“scores”, which it is chosen from"));
}

/* Bytes in and out; pictures and scores are floats. */
static void
test_quantized (void)
{
  const TfliteTensor bytes[] = {
    {
      .name = "picture",
      .type = KOMA_TFLITE_UINT8,
      .rank = 4,
      .dims = { 1, 2, 2, 3 },
      .n_scales = 1,
      .scales = { 0.5 },
      .zero_point = 10,
    },
    tflite_classifier_tensors[1],
    {
      .name = "mean",
      .type = KOMA_TFLITE_UINT8,
      .rank = 2,
      .dims = { 1, TFLITE_N_CLASSES },
      .n_scales = 1,
      .scales = { 0.5 },
      .zero_point = 10,
    },
    {
      .name = "scores",
      .type = KOMA_TFLITE_UINT8,
      .rank = 2,
      .dims = { 1, TFLITE_N_CLASSES },
      .n_scales = 1,
      .scales = { 1 / 256.0f },
    },
  };
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  TfliteModel       described = tflite_classifier_make ();
  const KomaRecipe *recipe = NULL;
  const KomaGraph  *graph = NULL;

  folder_init (&folder);
  described.tensors = bytes;
  file = tflite_write (&described);
  model = tflite_classifier_load (&folder, file, &error);
  g_assert_no_error (error);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_GRAPH);
  g_assert_cmpint (recipe->scores, ==, KOMA_SCORES_PROBABILITIES);
  g_assert_cmpfloat (recipe->scale[0], ==, 0.5);
  g_assert_cmpfloat (recipe->offset[2], ==, -5);
  graph = koma_model_get_graph (model);
  g_assert_cmpint (koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->dtype, ==,
                   KOMA_DTYPE_FLOAT32);
  graph = koma_model_get_file_graph (model);
  g_assert_cmpint (koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->dtype, ==,
                   KOMA_DTYPE_UINT8);
}

/* The file's output is a mean over the picture: a classifier only where the user names it. */
static void
test_features (void)
{
  const KomaModelOptions options = { .output = "mean" };
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaModel) named = NULL;
  g_autofree char *path = NULL;
  TfliteModel      described = tflite_classifier_make ();

  folder_init (&folder);
  described.outputs[0] = 2;
  file = tflite_write (&described);
  model = tflite_classifier_load (&folder, file, &error);
  g_assert_no_error (error);
  g_assert_null (koma_model_get_recipe (model, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "3 values are means", NULL);
  path = folder_get (&folder, "model.tflite");
  named = koma_model_load (path, &options, NULL, NULL, NULL);
  g_assert_nonnull (koma_model_get_recipe (named, NULL));
}

static void
assert_unsupported (KomaModel  *model,
                    const char *name)
{
  g_assert_cmpuint (
    GPOINTER_TO_UINT (g_hash_table_lookup (koma_model_get_unsupported (model), name)), ==, 1);
}

/* They are counted, and what follows from them is not. */
static void
test_unsupported (void)
{
  static const struct
  {
    TfliteOp    op;
    const char *name;
  } rows[] = {
    { { .code = 27 }, "SVDF" },
    { { .code = 32, .custom = "Mine" }, "CUSTOM Mine" },
    { { .code = 250 }, "operator 250" },
    { { .code = 0, .n_options = 1, .options = { { 0, 5 } } }, "ADD (its activation)" },
  };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    TfliteOp    changed[] = { rows[i].op, tflite_classifier_ops[1] };
    TfliteModel described = tflite_classifier_make ();
    g_autoptr (GByteArray) file = NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = NULL;

    changed[0].n_inputs = 2;
    changed[0].n_outputs = 1;
    changed[0].outputs[0] = 2;
    described.ops = changed;
    file = tflite_write (&described);
    model = tflite_classifier_load (&folder, file, &error);
    g_assert_no_error (error);
    assert_unsupported (model, rows[i].name);
    g_assert_cmpuint (g_hash_table_size (koma_model_get_unsupported (model)), ==, 1);
    g_assert_null (koma_model_get_recipe (model, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, rows[i].name, NULL);
  }
}

/* Of a type that Koma does not hold. */
static void
test_types (void)
{
  TfliteTensor changed[G_N_ELEMENTS (tflite_classifier_tensors)];
  TfliteModel  described = tflite_classifier_make ();
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;

  folder_init (&folder);
  memcpy (changed, tflite_classifier_tensors, sizeof tflite_classifier_tensors);
  changed[2].type = 7;
  described.tensors = changed;
  file = tflite_write (&described);
  model = tflite_classifier_load (&folder, file, &error);
  g_assert_no_error (error);
  assert_unsupported (model, "MEAN (INT16 tensors)");
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tflite/plain", test_plain);
  g_test_add_func ("/tflite/metadata", test_metadata);
  g_test_add_func ("/tflite/label-lists", test_label_lists);
  g_test_add_func ("/tflite/arg-max", test_arg_max);
  g_test_add_func ("/tflite/quantized", test_quantized);
  g_test_add_func ("/tflite/features", test_features);
  g_test_add_func ("/tflite/unsupported", test_unsupported);
  g_test_add_func ("/tflite/types", test_types);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
