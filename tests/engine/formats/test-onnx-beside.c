/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Classifiers of ONNX, and what config.json and preprocessor_config.json beside them say. */

#include "engine/koma/koma-error.h"
#include "engine/model/model.h"
#include "fixture.h"
#include "tests/test-main.h"

#define LABELS "'id2label':{'0':'oak','1':'elm','2':'ash'}"
#define CONFIG "{'model_type':'resnet'," LABELS "}"
#define PREPROCESSOR                                                             \
  "{'image_processor_type':'ViTImageProcessor','size':{'height':20,'width':24}," \
  "'image_mean':[0.5,0.5,0.5],'image_std':[0.25,0.25,0.25],'resample':3}"
#define TIMM                                                                        \
  "{'architecture':'resnet18','label_names':['oak','elm','ash'],'pretrained_cfg':{" \
  "'input_size':[3,32,32],'crop_pct':1.0,'interpolation':'bicubic','mean':[0,0,0]," \
  "'std':[1,1,1]}}"

static void
put (const Folder *folder,
     const char   *model,
     const char   *name)
{
  g_autofree char *source = g_strconcat ("tests/engine/formats/onnx-models/", model, NULL);
  g_autofree char *path = find_source (source);
  g_autofree char *bytes = NULL;
  gsize            length = 0;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  folder_write (folder, name, bytes, (gssize) length);
}

static KomaModel *
load (const Folder *folder)
{
  g_autoptr (GError) error = NULL;
  KomaModel *model = koma_model_load (folder->path, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (koma_model_get_recipe (model, &error));
  return model;
}

typedef struct
{
  const char      *model;
  const char      *name;
  const char      *config;       /* (nullable) */
  const char      *preprocessor; /* (nullable) */
  guint            height;
  guint            width;
  KomaRecipeSource size;
  KomaRecipeSource range;
  KomaRecipeSource fit;
  double           scale; /* 0: not looked at */
  const char      *label; /* (nullable) the second */
  const char      *warning;
} Case;

static const Case cases[] = {
  { "open-all.onnx", "model.onnx", NULL, NULL, 224, 224, KOMA_SOURCE_GUESS, KOMA_SOURCE_GUESS,
    KOMA_SOURCE_GUESS, 0, NULL, "guess" },
  { "open-all.onnx", "model.onnx", CONFIG, PREPROCESSOR, 20, 24, KOMA_SOURCE_GRAPH,
    KOMA_SOURCE_METADATA, KOMA_SOURCE_METADATA, 4 / 255.0, "elm", NULL },
  { "open-all.onnx", "onnx/model.onnx", CONFIG, PREPROCESSOR, 20, 24, KOMA_SOURCE_GRAPH,
    KOMA_SOURCE_METADATA, KOMA_SOURCE_METADATA, 4 / 255.0, "elm", NULL },
  { "open.onnx", "model.onnx", "{'model_type':'vit','image_size':40}", NULL, 40, 40,
    KOMA_SOURCE_GRAPH, KOMA_SOURCE_GUESS, KOMA_SOURCE_GUESS, 0, NULL, "numbered" },
  { "open.onnx", "model.onnx", TIMM, NULL, 32, 32, KOMA_SOURCE_GRAPH, KOMA_SOURCE_METADATA,
    KOMA_SOURCE_METADATA, 1 / 255.0, "elm", NULL },
  { "open.onnx", "model.onnx", "{'image_size':40," LABELS "}", NULL, 224, 224, KOMA_SOURCE_GUESS,
    KOMA_SOURCE_GUESS, KOMA_SOURCE_GUESS, 0, NULL, "guess" },
  { "open.onnx", "model.onnx", "// of another program", NULL, 224, 224, KOMA_SOURCE_GUESS,
    KOMA_SOURCE_GUESS, KOMA_SOURCE_GUESS, 0, NULL, "config.json" },
  { "open.onnx", "model.onnx", CONFIG, "{'size':-4}", 224, 224, KOMA_SOURCE_GUESS,
    KOMA_SOURCE_GUESS, KOMA_SOURCE_GUESS, 0, "elm", "preprocessor_config.json" },
};

static void
write_case (const Folder *folder,
            const Case   *one)
{
  put (folder, one->model, one->name);
  if (one->config != NULL)
    folder_write_json (folder, "config.json", one->config);
  if (one->preprocessor != NULL)
    folder_write_json (folder, "preprocessor_config.json", one->preprocessor);
}

static void
check_warning (const KomaModel *model,
               const char      *wanted) /* (nullable) */
{
  const char *const *warnings = koma_model_get_warnings (model);

  if (wanted == NULL)
    g_assert_null (warnings[0]);
  else
    g_assert_nonnull (strstr (warnings[0], wanted));
}

static void
test_case (gconstpointer data)
{
  const Case *one = data;
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  write_case (&folder, one);
  model = load (&folder);
  recipe = koma_model_get_recipe (model, NULL);
  g_assert_cmpuint (recipe->height, ==, one->height);
  g_assert_cmpuint (recipe->width, ==, one->width);
  g_assert_cmpint (recipe->sources[KOMA_PART_SIZE], ==, one->size);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, one->range);
  g_assert_cmpint (recipe->sources[KOMA_PART_FIT], ==, one->fit);
  if (one->scale > 0)
    g_assert_cmpfloat_with_epsilon (recipe->scale[0], one->scale, 1e-9);
  if (one->label != NULL)
    g_assert_cmpstr (koma_labels_get (koma_model_get_labels (model), 1), ==, one->label);
  check_warning (model, one->warning);
}

/* What says how pictures are made ready belongs to the model; what another program keeps there does
 * not. */
static void
test_hash (void)
{
  static const struct
  {
    const char *config;
    gboolean    is_other;
  } configs[] = { { "{'window':[1,2]}", FALSE }, { "//", FALSE }, { CONFIG, TRUE } };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) plain = NULL;

  folder_init (&folder);
  put (&folder, "open.onnx", "model.onnx");
  plain = load (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (configs); i++) {
    g_autoptr (KomaModel) model = NULL;

    folder_write_json (&folder, "config.json", configs[i].config);
    model = load (&folder);
    g_assert_cmpint (g_strcmp0 (koma_model_get_hash (model), koma_model_get_hash (plain)) != 0, ==,
                     configs[i].is_other);
  }
}

/* A graph of a fixed size is right, and how to get to another is of no use. */
static void
test_fixed (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  put (&folder, "classifier.onnx", "model.onnx");
  folder_write_json (&folder, "preprocessor_config.json", PREPROCESSOR);
  model = load (&folder);
  recipe = koma_model_get_recipe (model, NULL);
  g_assert_cmpuint (recipe->width, ==, 8);
  g_assert_cmpint (recipe->sources[KOMA_PART_FIT], ==, KOMA_SOURCE_GUESS);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_METADATA);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *test = g_strdup_printf ("/onnx-beside/case/%u", i);

    g_test_add_data_func (test, &cases[i], test_case);
  }
  g_test_add_func ("/onnx-beside/hash", test_hash);
  g_test_add_func ("/onnx-beside/fixed", test_fixed);
  return g_test_run ();
}
