/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* KomaModel: files and folders, options, and what is made of the models that are shared. */
#include "engine/model/model-find.h"
#include "engine/model/model.h"
#include "fixture.h"
#include "tests/test-main.h"

static void
assert_load_fails (const char             *path,
                   const KomaModelOptions *options,
                   GQuark                  domain,
                   int                     code,
                   const char             *word)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_model_load (path, options, NULL, NULL, &error));
  assert_error_says (error, domain, code, word, NULL);
}

static void
test_colours (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  folder_copy_colours (&folder, "model.json");
  g_assert_true (koma_model_is_path (folder.path));
  model = open_model (folder.path, NULL);
  recipe = koma_model_get_recipe (model, NULL);
  g_assert_nonnull (recipe);
  g_assert_cmpuint (recipe->width, ==, 32);
  g_assert_cmpfloat (recipe->offset[0], ==, 0);
  g_assert_cmpint (recipe->scores, ==, KOMA_SCORES_LOGITS);
  g_assert_cmpuint (koma_labels_get_n (koma_model_get_labels (model)), ==, 3);
  g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), 1), ==, "green");
  g_assert_cmpuint (strlen (koma_model_get_hash (model)), ==, 32);
  g_assert_true (g_str_has_suffix (koma_model_get_path (model), "model.json"));
  g_assert_cmpuint (g_strv_length ((char **) koma_model_get_notes (model)), >=, 2);
  g_assert_cmpuint (g_strv_length ((char **) koma_model_get_warnings (model)), ==, 0);
}

static void
progress_cb (double   fraction,
             gpointer user_data)
{
  double *last = user_data;

  g_assert_cmpfloat (fraction, >=, *last);
  *last = fraction;
}

/* Of every format: progress ends at 1, and there is a hash; what can not be read leaves nothing. */
static void
test_formats (gconstpointer name)
{
  g_autofree char *path = find_source (name);
  g_autofree char *bytes = NULL;
  gsize            length = 0;
  double           fraction = 0;
  g_auto (Folder) folder = { 0 };
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *cut = NULL;
  g_auto (KomaRawModel) raw = { 0 };
  KomaRawModel        none = { 0 };
  const KomaModelFile file = { .path = path, .progress = progress_cb, .user_data = &fraction };
  const KomaFormat   *format = koma_formats_find (path, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_format_read (format, &file, &raw, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (fraction, ==, 1);
  g_assert_cmpuint (strlen (raw.hash), ==, 32);
  g_assert_nonnull (raw.format);
  folder_init (&folder);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  folder_write (&folder, base, bytes, (gssize) (length / 2));
  cut = folder_get (&folder, base);
  g_assert_false (koma_format_read (format, &(KomaModelFile){ .path = cut }, &none, &error));
  g_assert_true (g_str_has_prefix (error->message, base));
  g_assert_null (none.format);
  g_assert_null (none.hash);
}

static void
test_folders (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;

  folder_init (&folder);
  g_assert_false (koma_model_is_path (folder.path));
  assert_load_fails (folder.path, NULL, KOMA_ERROR, KOMA_ERROR_NO_MODEL, "no model");
  assert_load_fails ("/nowhere/at/all", NULL, G_FILE_ERROR, G_FILE_ERROR_NOENT, "/nowhere/at/all");
  folder_copy_colours (&folder, "colours.json");
  folder_write_json (&folder, "metadata.json", "{'labels': ['r', 'g', 'b']}");
  model = open_model (folder.path, NULL);
  g_assert_cmpstr (koma_model_get_name (model), ==, "colours");
  folder_copy_colours (&folder, "again.json");
  assert_load_fails (folder.path, NULL, KOMA_ERROR, KOMA_ERROR_SEVERAL_MODELS,
                     "again.json, colours.json");
}

/* Options go over koma.json. */
static void
test_options (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *labels_path = NULL;
  KomaModelOptions options = { .parts = { [KOMA_PART_RANGE] = "-1,1", [KOMA_PART_FIT] = "crop" } };
  g_autoptr (KomaModel) model = NULL;

  folder_init (&folder);
  folder_copy_colours (&folder, "model.json");
  folder_write_json (&folder, "koma.json",
                     "{'range': '0,255', 'fit': 'stretch', 'labels': ['x', 'y', 'z']}");
  folder_write (&folder, "mine", "a\nb\nc\n", -1);
  labels_path = folder_get (&folder, "mine");
  options.parts[KOMA_PART_LABELS] = labels_path;
  model = open_model (folder.path, &options);
  g_assert_cmpfloat (koma_model_get_recipe (model, NULL)->offset[0], ==, -1);
  g_assert_cmpint (koma_model_get_recipe (model, NULL)->fit, ==, KOMA_FIT_CROP);
  g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), 0), ==, "a");

  options.parts[KOMA_PART_RANGE] = "warm";
  assert_load_fails (folder.path, &options, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "warm");
  options.parts[KOMA_PART_RANGE] = NULL;
  options.parts[KOMA_PART_FIT] = "squeeze";
  assert_load_fails (folder.path, &options, KOMA_ERROR, KOMA_ERROR_MODEL, "squeeze");
  options.parts[KOMA_PART_FIT] = NULL;
  options.parts[KOMA_PART_LABELS] = "/nowhere";
  g_assert_null (koma_model_load (folder.path, &options, NULL, NULL, NULL));
}

static void
complete_cb (const char       *hash,
             KomaModelOptions *options,
             gpointer          user_data)
{
  g_assert_cmpuint (strlen (hash), ==, 32);
  options->parts[KOMA_PART_RANGE] = user_data;
}

/* What depends on the content of the file is told once that is known. */
static void
test_complete (void)
{
  g_autofree char       *path = find_source ("tests/data/colours");
  const KomaModelOptions options = { .complete = complete_cb, .complete_data = (char *) "1,0" };
  g_autoptr (KomaModel) model = open_model (path, &options);

  g_assert_cmpfloat (koma_model_get_recipe (model, NULL)->offset[0], ==, 1);
  g_assert_cmpint (koma_model_get_recipe (model, NULL)->sources[KOMA_PART_RANGE], ==,
                   KOMA_SOURCE_OPTION);
}

/* Labels that were good once: without them the model is as it was without the option. */
static void
test_optional_labels (void)
{
  static const struct
  {
    const char *text; /* NULL: no such file */
    const char *first;
    gboolean    is_warned;
  } cases[] = {
    { "a\nb\nc\n", "a", FALSE },
    { "a\nb\n", "background", TRUE },
    { "a\n", "red", TRUE },
    { "a\nb\nc\nd\n", "red", TRUE },
    { "\xff", "red", TRUE },
    { NULL, "red", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autofree char *labels_path = NULL;
    g_autoptr (KomaModel) model = NULL;

    folder_init (&folder);
    folder_copy_colours (&folder, "model.json");
    labels_path = folder_get (&folder, "mine.txt");
    if (cases[i].text != NULL)
      folder_write (&folder, "mine.txt", cases[i].text, -1);
    model = open_model (folder.path, &(KomaModelOptions){ .parts[KOMA_PART_LABELS] = labels_path,
                                                          .are_parts_optional = TRUE });
    g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), 0), ==, cases[i].first);
    g_assert_cmpstr (koma_model_get_labels_path (model), ==, labels_path);
    g_assert_cmpint (koma_model_get_warnings (model)[0] != NULL, ==, cases[i].is_warned);
  }
}

static void
test_same (void)
{
  static const char *const changes[] = { "{'range': '0,255'}", "{'name': 'other'}",
                                         "{'labels': ['red', 'green', 'violet']}",
                                         "{'sureFrom': 0.5}",
                                         "{'halfTurn': {'swap': [['red', 'blue']]}}" };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) first = NULL;
  g_autoptr (KomaModel) again = NULL;
  g_autoptr (KomaModel) with_blue = NULL;
  g_autoptr (KomaModel) with_green = NULL;

  folder_init (&folder);
  folder_copy_colours (&folder, "model.json");
  first = open_model (folder.path, NULL);
  again = open_model (folder.path, NULL);
  g_assert_true (koma_model_is_same (first, again));
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autoptr (KomaModel) changed = NULL;

    folder_write_json (&folder, "koma.json", changes[i]);
    changed = open_model (folder.path, NULL);
    g_assert_false (koma_model_is_same (first, changed));
  }
  with_blue = open_model (folder.path, NULL);
  folder_write_json (&folder, "koma.json", "{'halfTurn': {'swap': [['red', 'green']]}}");
  with_green = open_model (folder.path, NULL);
  g_assert_false (koma_model_is_same (with_blue, with_green));
}

/* Any node can be the output; a name that is none is an error. */
static void
test_output (void)
{
  const KomaModelOptions nobody = { .output = "nobody" };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) plain = NULL;

  folder_init (&folder);
  folder_copy_colours (&folder, "model.json");
  plain = open_model (folder.path, NULL);
  for (guint i = 0; i < koma_graph_get_n_nodes (koma_model_get_graph (plain)); i++) {
    const KomaNode        *node = koma_graph_get_node (koma_model_get_graph (plain), i);
    const KomaModelOptions options = { .output = node->name };
    g_autoptr (KomaModel) model = open_model (folder.path, &options);

    g_assert_cmpuint (koma_graph_get_n_outputs (koma_model_get_graph (model)), ==, 1);
    g_assert_cmpstr (koma_graph_get_output_name (koma_model_get_graph (model), 0), ==, node->name);
  }
  assert_load_fails (folder.path, &nobody, KOMA_ERROR, KOMA_ERROR_MODEL, "nobody");
}

typedef struct
{
  const char *path;
  const char *range; /* NULL: no classifier */
  KomaScores  scores;
  const char *source; /* of the labels */
} Shared;

static const Shared shared[] = {
  { "models/tfjs/mobilenet_v1_025_224_layers", "-1,1", KOMA_SCORES_PROBABILITIES, "numbers" },
  { "models/tfjs/teachable_machine/image-model", "teachable-machine", KOMA_SCORES_PROBABILITIES,
    "metadata.json" },
  { "models/tfjs/automl_flowers", "-1,1", KOMA_SCORES_PROBABILITIES, "dict.txt" },
  { "models/tfjs2018/emoji_scavenger_hunt", "-1,1", KOMA_SCORES_PROBABILITIES, "numbers" },
  { "models/tfjs2018/glamhack18", "-1,1", KOMA_SCORES_PROBABILITIES, "numbers" },
  { "models/mobilenet_v2_1.0_224/tfjs_graph", "imagenet", KOMA_SCORES_PROBABILITIES, "numbers" },
  { "models/mobilenet_v2_1.0_224/tfjs_layers", "imagenet", KOMA_SCORES_PROBABILITIES, "numbers" },
  { "models/tfjs/blazeface_google", NULL, 0, NULL },
  { "models/tfjs/facemesh_google", NULL, 0, NULL },
  { "models/tfjs/posenet_quant2_075", NULL, 0, NULL },
  { "models/tfjs/bodypix/quant1_050", NULL, 0, NULL },
};

static void
test_shared (gconstpointer data)
{
  const Shared    *expected = data;
  g_autofree char *path = find_shared (expected->path);
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;
  KomaRecipe        same = { 0 };

  if (path == NULL)
    return;
  model = open_model (path, NULL);
  recipe = koma_model_get_recipe (model, NULL);
  g_assert_cmpint (recipe != NULL, ==, expected->range != NULL);
  if (recipe == NULL)
    return;
  same = *recipe;
  g_assert_true (koma_recipe_set_range (&same, expected->range, NULL));
  for (guint c = 0; c < 3; c++) {
    g_assert_cmpfloat (recipe->scale[c], ==, same.scale[c]);
    g_assert_cmpfloat (recipe->offset[c], ==, same.offset[c]);
  }
  g_assert_cmpint (recipe->scores, ==, expected->scores);
  g_assert_cmpuint (recipe->width, ==, 224);
  g_assert_cmpstr (koma_labels_get_source (koma_model_get_labels (model)), ==, expected->source);
}

/* Outputs of real networks without softmax and without labels of their number. */
static const struct
{
  const char *path;
  const char *output;
  gboolean    is_classifier;
} outputs[] = {
  { "models/tfjs/facemesh_google", "Identity", FALSE },   /* 468 points */
  { "models/tfjs/facemesh_google", "Identity_1", FALSE }, /* contours */
  { "models/mobilenet_v2_1.0_224/tfjs_graph", "logits", TRUE },
  { "models/mobilenet_v2_1.0_224/tfjs_graph", "pool", TRUE }, /* nothing speaks against it */
  { "models/tfjs/mobilenet_v1_025_224_layers", "conv_preds", TRUE },
  { "models/tfjs2018/emoji_scavenger_hunt", "MobilenetV1/Logits/SpatialSqueeze", TRUE },
};

static void
test_no_softmax (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (outputs); i++) {
    const KomaModelOptions options = { .output = outputs[i].output };
    g_autofree char       *path = find_shared (outputs[i].path);
    g_autoptr (KomaModel) model = NULL;
    g_autoptr (GError) error = NULL;
    const KomaRecipe *recipe = NULL;

    if (path == NULL)
      return;
    model = open_model (path, &options);
    recipe = koma_model_get_recipe (model, &error);
    g_assert_cmpint (recipe != NULL, ==, outputs[i].is_classifier);
    if (recipe != NULL)
      g_assert_cmpint (recipe->sources[KOMA_PART_SCORES], ==, KOMA_SOURCE_GUESS);
    else
      assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "coordinates", NULL);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  static const char *const files[] = {
    "tests/data/colours/model.json",
    "tests/fuzz/corpus/graphdef/frozen.pb",
    "tests/fuzz/corpus/keras-h5/small.h5",
    "tests/fuzz/corpus/onnx/classifier.onnx",
    "tests/fuzz/corpus/tflite/float.tflite",
  };
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/colours", test_colours);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *name = g_path_get_basename (files[i]);
    g_autofree char *path = g_strconcat ("/model/formats/", name, NULL);

    g_test_add_data_func (path, files[i], test_formats);
  }
  g_test_add_func ("/model/folders", test_folders);
  g_test_add_func ("/model/options", test_options);
  g_test_add_func ("/model/complete", test_complete);
  g_test_add_func ("/model/optional-labels", test_optional_labels);
  g_test_add_func ("/model/same", test_same);
  g_test_add_func ("/model/output", test_output);
  for (guint i = 0; i < G_N_ELEMENTS (shared); i++) {
    g_autofree char *path = g_strconcat ("/model/shared/", shared[i].path, NULL);

    g_test_add_data_func (path, &shared[i], test_shared);
  }
  g_test_add_func ("/model/shared/no-softmax", test_no_softmax);
  return g_test_run ();
}
