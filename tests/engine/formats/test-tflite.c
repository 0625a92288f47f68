/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* TensorFlow Lite as a format: what a file says of itself, what Koma does not have, damage. */
#include <string.h>

#include "engine/model/model.h"
#include "fixture.h"
#include "tflite-writer.h"
#include "tests/test-main.h"

#define N_CLASSES 3

/* A picture [1,2,2,3], a mean of its pixels, a softmax: three classes. */
static const TfliteTensor tensors[] = {
  { .name = "picture", .rank = 4, .dims = { 1, 2, 2, 3 } },
  {
    .name = "axes",
    .type = KOMA_TFLITE_INT32,
    .rank = 1,
    .dims = { 2 },
    .data = (gint32[]){ 1, 2 },
    .size_bytes = 8,
  },
  { .name = "mean", .rank = 2, .dims = { 1, N_CLASSES } },
  { .name = "scores", .rank = 2, .dims = { 1, N_CLASSES } },
};
static const TfliteOp ops[] = {
  { .code = 40, .n_inputs = 2, .inputs = { 0, 1 }, .n_outputs = 1, .outputs = { 2 } },
  {
    .code = 25,
    .n_inputs = 1,
    .inputs = { 2 },
    .n_outputs = 1,
    .outputs = { 3 },
    .n_options = 1,
    .options = { { 0, 0x3f800000 } },
  },
};

static TfliteModel
make_model (void)
{
  return (TfliteModel){
    .n_tensors = G_N_ELEMENTS (tensors),
    .tensors = tensors,
    .n_ops = G_N_ELEMENTS (ops),
    .ops = ops,
    .n_inputs = 1,
    .inputs = { 0 },
    .n_outputs = 1,
    .outputs = { 3 },
  };
}

static KomaModel *
load (const Folder     *folder,
      const GByteArray *file,
      GError          **error)
{
  g_autofree char *path = folder_get (folder, "model.tflite");

  folder_write (folder, "model.tflite", file->len > 0 ? (const char *) file->data : "", file->len);
  return koma_model_load (path, NULL, NULL, NULL, error);
}

static void
test_plain (void)
{
  const TfliteModel described = make_model ();
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = tflite_write (&described);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;
  g_autofree char  *folder_name = NULL;

  folder_init (&folder);
  model = load (&folder, file, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (koma_model_get_format (model), ==, "TensorFlow Lite model");
  /* All are called model.tflite. */
  folder_name = g_path_get_basename (folder.path);
  g_assert_cmpstr (koma_model_get_name (model), ==, folder_name);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_GUESS);
  g_assert_cmpint (recipe->scores, ==, KOMA_SCORES_PROBABILITIES);
  g_assert_cmpuint (koma_labels_get_n (koma_model_get_labels (model)), ==, N_CLASSES);
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
  TfliteModel       described = make_model ();
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  described.metadata = metadata;
  file = tflite_write (&described);
  tflite_append_zip (file, "names.txt", "red\ngreen\nblue\n");
  model = load (&folder, file, &error);
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
    TfliteModel described = make_model ();

    described.metadata = metadata;
    file = tflite_write (&described);
    tflite_append_zip_of (file, ids);
    model = load (&folder, file, &error);
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
     tensors[0],
     tensors[1],
     tensors[2],
     tensors[3],
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
    ops[0],
    ops[1],
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
  TfliteModel       described = make_model ();
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  described.tensors = more;
  described.n_tensors = G_N_ELEMENTS (more);
  described.ops = all;
  described.n_ops = G_N_ELEMENTS (all);
  described.outputs[0] = 6;
  file = tflite_write (&described);
  model = load (&folder, file, &error);
  g_assert_no_error (error);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  g_assert_cmpint (recipe->scores, ==, KOMA_SCORES_PROBABILITIES);
  g_assert_cmpuint (koma_labels_get_n (koma_model_get_labels (model)), ==, N_CLASSES);
  g_assert_nonnull (strstr (koma_model_get_notes (model)[0], "“scores”, which it is chosen from"));
}

/* Without the archive, or with metadata of no sense, the model still runs. */
static void
test_damaged_metadata (void)
{
  static const char *const words[] = { "archive", "identifier" };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++) {
    g_autoptr (GBytes) metadata = i == 0 ? tflite_write_metadata (0, 1, "names.txt")
                                         : g_bytes_new_static ("nothing else", 12);
    g_autoptr (GByteArray) file = NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = NULL;
    TfliteModel described = make_model ();

    described.metadata = metadata;
    file = tflite_write (&described);
    model = load (&folder, file, &error);
    g_assert_no_error (error);
    g_assert_nonnull (koma_model_get_recipe (model, NULL));
    g_assert_nonnull (strstr (koma_model_get_warnings (model)[0], "metadata is damaged"));
    g_assert_nonnull (strstr (koma_model_get_warnings (model)[0], words[i]));
  }
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
    tensors[1],
    {
      .name = "mean",
      .type = KOMA_TFLITE_UINT8,
      .rank = 2,
      .dims = { 1, N_CLASSES },
      .n_scales = 1,
      .scales = { 0.5 },
      .zero_point = 10,
    },
    {
      .name = "scores",
      .type = KOMA_TFLITE_UINT8,
      .rank = 2,
      .dims = { 1, N_CLASSES },
      .n_scales = 1,
      .scales = { 1 / 256.0f },
    },
  };
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  TfliteModel       described = make_model ();
  const KomaRecipe *recipe = NULL;
  const KomaGraph  *graph = NULL;

  folder_init (&folder);
  described.tensors = bytes;
  file = tflite_write (&described);
  model = load (&folder, file, &error);
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
  TfliteModel      described = make_model ();

  folder_init (&folder);
  described.outputs[0] = 2;
  file = tflite_write (&described);
  model = load (&folder, file, &error);
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
    TfliteOp    changed[] = { rows[i].op, ops[1] };
    TfliteModel described = make_model ();
    g_autoptr (GByteArray) file = NULL;
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = NULL;

    changed[0].n_inputs = 2;
    changed[0].n_outputs = 1;
    changed[0].outputs[0] = 2;
    described.ops = changed;
    file = tflite_write (&described);
    model = load (&folder, file, &error);
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
  TfliteTensor changed[G_N_ELEMENTS (tensors)];
  TfliteModel  described = make_model ();
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;

  folder_init (&folder);
  memcpy (changed, tensors, sizeof tensors);
  changed[2].type = 7;
  described.tensors = changed;
  file = tflite_write (&described);
  model = load (&folder, file, &error);
  g_assert_no_error (error);
  assert_unsupported (model, "MEAN (INT16 tensors)");
}

typedef void (*Damage) (TfliteModel  *model,
                        TfliteTensor *changed_tensors,
                        TfliteOp     *changed_ops);

static void
drop_input (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[0].n_inputs = 1;
}

static void
drop_inputs (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[0].code = 0;
  o[0].n_inputs = 2;
  o[0].inputs[0] = o[0].inputs[1] = -1;
}

/* A SELECT, whose condition is looked at before the others. */
static void
drop_condition (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[0].code = 64;
  o[0].n_inputs = 3;
  o[0].inputs[0] = -1;
}

static void
lose_producer (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[0].inputs[0] = 3;
}

static void
point_outside (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[1].outputs[0] = 99;
}

static void
write_twice (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  o[1].outputs[0] = 2;
}

static void
shorten_constant (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  t[1].size_bytes = 5;
}

static void
lose_outputs (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  model->n_outputs = 0;
}

static void
move_zero_point (TfliteModel *model, TfliteTensor *t, TfliteOp *o)
{
  t[0] = (TfliteTensor){
    .name = "picture",
    .type = KOMA_TFLITE_UINT8,
    .rank = 4,
    .dims = { 1, 2, 2, 3 },
    .n_scales = 1,
    .scales = { 1 },
    .zero_point = 256,
  };
}

/* Sound as FlatBuffers, but no models. */
static void
test_senseless (void)
{
  static const struct
  {
    Damage      damage;
    const char *words;
  } rows[] = {
    { drop_input, "MEAN “mean” has no input 1" },
    { drop_inputs, "ADD “mean” has no input 0" },
    { drop_condition, "SELECT “mean” has no input 0" },
    { lose_producer, "nothing computes tensor “scores”" },
    { point_outside, "SOFTMAX: there is no tensor 99 among 4" },
    { write_twice, "SOFTMAX: its output “mean” has a value already" },
    { shorten_constant, "constant “axes”: its buffer has 5 bytes, expected 8" },
    { lose_outputs, "SubGraph, outputs: there are none" },
    { move_zero_point, "tensor “picture”: its zero point is 256, expected 0 to 255" },
  };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++) {
    TfliteTensor changed_tensors[G_N_ELEMENTS (tensors)];
    TfliteOp     changed_ops[G_N_ELEMENTS (ops)];
    TfliteModel  described = make_model ();
    g_autoptr (GByteArray) file = NULL;
    g_autoptr (GError) error = NULL;

    memcpy (changed_tensors, tensors, sizeof tensors);
    memcpy (changed_ops, ops, sizeof ops);
    described.tensors = changed_tensors;
    described.ops = changed_ops;
    rows[i].damage (&described, changed_tensors, changed_ops);
    file = tflite_write (&described);
    g_assert_null (load (&folder, file, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "model.tflite", rows[i].words, NULL);
  }
}

/* Cut anywhere, and with each byte changed, a file is refused or read, and nothing is touched
 * that is not its own. What is cut off is the reason, not what follows from that. */
static void
test_damaged (void)
{
  const TfliteModel described = make_model ();
  g_auto (Folder) folder = { 0 };
  g_autoptr (GByteArray) file = tflite_write (&described);

  folder_init (&folder);
  for (guint length = 0; length < file->len; length++) {
    g_autoptr (GByteArray) cut = g_byte_array_new ();
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = NULL;

    g_byte_array_append (cut, file->data, length);
    model = load (&folder, cut, &error);
    if (model == NULL)
      assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "table ", NULL);
  }
  for (guint i = 0; i < file->len; i++)
    for (guint bit = 0; bit < 8; bit += 7) {
      g_autoptr (GError) error = NULL;
      g_autoptr (KomaModel) model = NULL;

      file->data[i] ^= 1u << bit;
      model = load (&folder, file, &error);
      g_assert_true (model != NULL || error->domain == KOMA_ERROR);
      file->data[i] ^= 1u << bit;
    }
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tflite/plain", test_plain);
  g_test_add_func ("/tflite/metadata", test_metadata);
  g_test_add_func ("/tflite/label-lists", test_label_lists);
  g_test_add_func ("/tflite/arg-max", test_arg_max);
  g_test_add_func ("/tflite/damaged-metadata", test_damaged_metadata);
  g_test_add_func ("/tflite/quantized", test_quantized);
  g_test_add_func ("/tflite/features", test_features);
  g_test_add_func ("/tflite/unsupported", test_unsupported);
  g_test_add_func ("/tflite/types", test_types);
  g_test_add_func ("/tflite/senseless", test_senseless);
  g_test_add_func ("/tflite/damaged", test_damaged);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
