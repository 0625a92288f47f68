/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of a recipe, as the graph, koma.json and the caller say. */
#include <string.h>

#include "engine/model/model.h"
#include "engine/runtime/session.h"
#include "fixture.h"
#include "tests/test-main.h"

/* For pictures of any size. */
static void
copy_colours_open (const Folder *folder)
{
  folder_copy_colours (folder, "model.json");
  folder_replace (folder, "model.json", "\"size\": \"32\"", "\"size\": \"-1\"", 2);
}

/* Where each part was learned from; an option goes over koma.json, that over the graph. */
static void
test_sources (void)
{
  static const KomaRecipeSource expected[KOMA_N_PARTS] = {
    [KOMA_PART_SIZE] = KOMA_SOURCE_GRAPH,
    [KOMA_PART_RANGE] = KOMA_SOURCE_OPTION,
    [KOMA_PART_INVERT] = KOMA_SOURCE_KOMA_JSON,
    [KOMA_PART_CHANNELS] = KOMA_SOURCE_OPTION,
    [KOMA_PART_FIT] = KOMA_SOURCE_KOMA_JSON,
    [KOMA_PART_RESIZE] = KOMA_SOURCE_GUESS,
    [KOMA_PART_SCORES] = KOMA_SOURCE_GRAPH,
    [KOMA_PART_BACKGROUND] = KOMA_SOURCE_METADATA,
    [KOMA_PART_LABELS] = KOMA_SOURCE_METADATA,
    [KOMA_PART_TEMPERATURE] = KOMA_SOURCE_KOMA_JSON,
    [KOMA_PART_SURE_FROM] = KOMA_SOURCE_KOMA_JSON,
  };
  const KomaModelOptions options = { .parts = { [KOMA_PART_RANGE] = "-1,1",
                                                [KOMA_PART_CHANNELS] = "bgr" } };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  folder_copy_colours (&folder, "model.json");
  folder_write_json (&folder, "koma.json", "{'range': '0,255', 'channels': 'rgb', 'fit': 'pad', "
                                           "'invert': true, 'sureFrom': 0.5, 'temperature': 2}");
  model = open_model (folder.path, &options);
  recipe = koma_model_get_recipe (model, NULL);
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++)
    g_assert_cmpint (recipe->sources[part], ==, expected[part]);
  g_assert_cmpfloat (recipe->offset[0], ==, 1);
  g_assert_cmpint (recipe->channels, ==, KOMA_CHANNELS_BGR);
  g_assert_cmpint (recipe->fit, ==, KOMA_FIT_PAD);
  g_assert_cmpfloat (recipe->sure_from, ==, 0.5);
  g_assert_cmpfloat (recipe->temperature, ==, 2);
}

/* The first class means nothing: the list names the others, or has a name for it. */
static void
test_background (void)
{
  static const struct
  {
    const char *word; /* (nullable) */
    const char *labels;
    const char *first;
    const char *second;
    gboolean    has_background;
    gboolean    is_warned;
  } cases[] = {
    { "first", "a\nb\n", "background", "a", TRUE, FALSE },
    { "first", "a\nb\nc\n", "background", "b", TRUE, FALSE },
    { "first", "nothing\nb\nc\n", "nothing", "b", TRUE, FALSE },
    { "none", "a\nb\n", "#0", "#1", FALSE, TRUE },
    { "none", "a\nb\nc\n", "a", "b", FALSE, FALSE },
    { NULL, "a\nb\n", "background", "a", TRUE, TRUE },
    { NULL, "none\nb\nc\n", "none", "b", TRUE, FALSE },
    { NULL, "a\nb\nc\n", "a", "b", FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autofree char *labels_path = NULL;
    g_autoptr (KomaModel) model = NULL;
    KomaLabels *labels = NULL;

    folder_init (&folder);
    folder_copy_colours (&folder, "model.json");
    folder_write (&folder, "mine.txt", cases[i].labels, -1);
    labels_path = folder_get (&folder, "mine.txt");
    model = open_model (folder.path,
                        &(KomaModelOptions){ .parts = { [KOMA_PART_LABELS] = labels_path,
                                                        [KOMA_PART_BACKGROUND] = cases[i].word } });
    labels = koma_model_get_labels (model);
    g_assert_cmpstr (koma_labels_get (labels, 0), ==, cases[i].first);
    g_assert_cmpstr (koma_labels_get (labels, 1), ==, cases[i].second);
    g_assert_cmpint (koma_model_get_recipe (model, NULL)->has_background, ==,
                     cases[i].has_background);
    g_assert_cmpint (koma_model_get_warnings (model)[0] != NULL, ==, cases[i].is_warned);
  }
}

/* Words that were right once, or that somebody wrote into the file: a warning, and what the model
 * says. */
static void
test_optional_parts (void)
{
  const KomaModelOptions options = { .parts = { [KOMA_PART_SIZE] = "64x64",
                                                [KOMA_PART_CHANNELS] = "grey",
                                                [KOMA_PART_FIT] = "stretch" },
                                     .are_parts_optional = TRUE };
  g_autofree char       *path = find_source ("tests/data/colours");
  g_autoptr (KomaModel) model = open_model (path, &options);
  const KomaRecipe *recipe = koma_model_get_recipe (model, NULL);

  g_assert_cmpint (recipe->fit, ==, KOMA_FIT_STRETCH);
  g_assert_cmpint (recipe->channels, ==, KOMA_CHANNELS_RGB);
  g_assert_nonnull (strstr (koma_model_get_warnings (model)[0], "64x64"));
  g_assert_nonnull (strstr (koma_model_get_warnings (model)[1], "grey"));
  g_assert_cmpint (recipe->sources[KOMA_PART_SIZE], ==, KOMA_SOURCE_GRAPH);
}

/* Of pictures of any size, the one that is asked for, else the usual one. */
static void
test_open_size (void)
{
  static const struct
  {
    const char      *option;    /* (nullable) */
    const char      *koma_json; /* (nullable) */
    gboolean         has_shape;
    guint            width;
    KomaRecipeSource source;
  } cases[] = {
    { NULL, NULL, FALSE, 224, KOMA_SOURCE_GUESS },
    { "40x48", NULL, FALSE, 40, KOMA_SOURCE_OPTION },
    { NULL, "{'size': '36x48'}", FALSE, 36, KOMA_SOURCE_KOMA_JSON },
    { "40x48", "{'size': '36x48'}", FALSE, 40, KOMA_SOURCE_OPTION },
    { NULL, NULL, TRUE, 52, KOMA_SOURCE_OPTION },
  };
  const KomaShape shape = KOMA_SHAPE (1, 48, 52, 3);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    const KomaModelOptions options = { .parts = { [KOMA_PART_SIZE] = cases[i].option },
                                       .input_shapes = &shape,
                                       .n_input_shapes = cases[i].has_shape };
    g_autoptr (KomaModel) model = NULL;
    g_autoptr (KomaSession) session = NULL;
    g_autoptr (GError) error = NULL;
    const KomaRecipe *recipe = NULL;

    folder_init (&folder);
    copy_colours_open (&folder);
    if (cases[i].koma_json != NULL)
      folder_write_json (&folder, "koma.json", cases[i].koma_json);
    model = open_model (folder.path, &options);
    recipe = koma_model_get_recipe (model, &error);
    g_assert_no_error (error);
    g_assert_cmpint (koma_model_is_size_open (model), ==, !cases[i].has_shape);
    g_assert_cmpuint (recipe->width, ==, cases[i].width);
    g_assert_cmpint (recipe->sources[KOMA_PART_SIZE], ==, cases[i].source);
    session = koma_session_new (koma_model_get_graph (model), NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpint (koma_session_get_input (session, 0)->shape.dims[2], ==, cases[i].width);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model-parts/sources", test_sources);
  g_test_add_func ("/model-parts/background", test_background);
  g_test_add_func ("/model-parts/optional", test_optional_parts);
  g_test_add_func ("/model-parts/open-size", test_open_size);
  return g_test_run ();
}
