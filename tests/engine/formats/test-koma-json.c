/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What koma.json, beside a model, says of it. */
#include <glib/gstdio.h>

#include "engine/model/model.h"
#include "fixture.h"
#include "tests/test-main.h"

static void
test_koma_json (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  folder_copy_colours (&folder, "model.json");
  folder_write_json (
    &folder, "koma.json",
    "{'name': 'Farben', 'labels': ['rot', 'grün', 'blau'], 'range': '0,255', "
    "'channels': 'bgr', 'fit': 'stretch', 'resize': 'nearest', 'scores': 'probabilities'}");
  model = open_model (folder.path, NULL);
  recipe = koma_model_get_recipe (model, NULL);
  g_assert_cmpstr (koma_model_get_name (model), ==, "Farben");
  g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), 1), ==, "grün");
  g_assert_cmpfloat (recipe->scale[0], ==, 1);
  g_assert_cmpint (recipe->channels, ==, KOMA_CHANNELS_BGR);
  g_assert_cmpint (recipe->fit, ==, KOMA_FIT_STRETCH);
  g_assert_cmpint (recipe->resize, ==, KOMA_RESIZE_NEAREST);
  g_assert_cmpint (recipe->scores, ==, KOMA_SCORES_PROBABILITIES);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_KOMA_JSON);
}

/* Numbers instead of a range, and labels in a file beside it. */
static void
test_koma_json_numbers (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  folder_copy_colours (&folder, "model.json");
  folder_write (&folder, "names/colours.txt", "R\nG\nB\n", -1);
  folder_write_json (&folder, "koma.json",
                     "{'scale': [1, 2, 3], 'offset': -5, 'labels': 'names/colours.txt'}");
  model = open_model (folder.path, NULL);
  recipe = koma_model_get_recipe (model, NULL);
  g_assert_cmpfloat (recipe->scale[2], ==, 3);
  g_assert_cmpfloat (recipe->offset[1], ==, -5);
  g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), 0), ==, "R");

  /* By a path that begins where the user is. */
  g_clear_pointer (&model, koma_model_unref);
  g_assert_cmpint (g_chdir (folder.path), ==, 0);
  model = open_model ("model.json", NULL);
  g_assert_cmpint (g_chdir ("/"), ==, 0);
  g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), 0), ==, "R");
}

static void
test_sure_from (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) silent = NULL;
  g_autoptr (KomaModel) model = NULL;

  folder_init (&folder);
  folder_copy_colours (&folder, "model.json");
  silent = open_model (folder.path, NULL);
  g_assert_cmpfloat (koma_model_get_sure_from (silent), ==, 0.3);
  folder_write_json (&folder, "koma.json", "{'sureFrom': 0}");
  model = open_model (folder.path, NULL);
  g_assert_cmpfloat (koma_model_get_sure_from (model), ==, 0);
}

static const char *const damaged[] = {
  "{",
  "[]",
  "{'range': 'warm'}",
  "{'fit': 'squeeze'}",
  "{'labels': 'nowhere.txt'}",
  "{'labels': '../labels.txt'}",
  "{'labels': '/etc/hostname'}",
  "{'labels': [1]}",
  "{'labels': []}",
  "{'scale': 'big'}",
  "{'channels': 'grey'}",
  "{'sureFrom': 1.1}",
  "{'sureFrom': -0.1}",
  "{'sureFrom': 'NaN'}",
  "{'output': 'nobody'}",
};

static void
test_koma_json_damaged (gconstpointer text)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  folder_copy_colours (&folder, "model.json");
  folder_write_json (&folder, "koma.json", text);
  g_assert_null (koma_model_load (folder.path, NULL, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "koma.json"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/koma-json/all", test_koma_json);
  g_test_add_func ("/koma-json/numbers", test_koma_json_numbers);
  for (guint i = 0; i < G_N_ELEMENTS (damaged); i++) {
    g_autofree char *path = g_strdup_printf ("/koma-json/damaged/%u", i);

    g_test_add_data_func (path, damaged[i], test_koma_json_damaged);
  }
  g_test_add_func ("/koma-json/sure-from", test_sure_from);
  return g_test_run ();
}
