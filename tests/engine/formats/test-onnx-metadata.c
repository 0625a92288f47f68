/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the entries of ONNX' metadata_props make of a model: channels, range, size, labels. */

#include <string.h>

#include "engine/formats/onnx/onnx.pb-c.h"
#include "engine/model/model.h"
#include "fixture.h"
#include "tests/test-main.h"

typedef Koma__Onnx__ModelProto  ModelProto;
typedef Koma__Onnx__StringEntry StringEntry;

#define MAX_ENTRIES 4

static void
model_proto_free (ModelProto *model)
{
  koma__onnx__model_proto__free_unpacked (model, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelProto, model_proto_free)

static ModelProto *
unpack (const char *name)
{
  g_autofree char *inside = g_strconcat ("tests/engine/formats/onnx-models/", name, NULL);
  g_autofree char *path = find_source (inside);
  g_autofree char *bytes = NULL;
  gsize            length = 0;
  ModelProto      *model = NULL;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  model = koma__onnx__model_proto__unpack (NULL, length, (const guint8 *) bytes);
  g_assert_nonnull (model);
  return model;
}

/* Loads @model with these entries in place of its own. */
static KomaModel *
load_with (ModelProto        *model,
           const char *const *entries) /* key, value, …, NULL */
{
  g_auto (Folder) folder = { 0 };
  g_autofree char   *path = NULL;
  g_autofree guint8 *bytes = NULL;
  g_autoptr (GError) error = NULL;
  StringEntry   list[MAX_ENTRIES];
  StringEntry  *pointers[MAX_ENTRIES] = { NULL };
  StringEntry **own = model->metadata_props;
  const gsize   n_own = model->n_metadata_props;
  gsize         length = 0;
  KomaModel    *loaded = NULL;

  model->metadata_props = pointers;
  model->n_metadata_props = 0;
  for (guint i = 0; entries[2 * i] != NULL; i++) {
    koma__onnx__string_entry__init (&list[i]);
    list[i].key = (char *) entries[2 * i];
    list[i].value = (char *) entries[2 * i + 1];
    pointers[model->n_metadata_props++] = &list[i];
  }
  length = koma__onnx__model_proto__get_packed_size (model);
  bytes = g_malloc (length);
  koma__onnx__model_proto__pack (model, bytes);
  model->metadata_props = own;
  model->n_metadata_props = n_own;
  folder_init (&folder);
  folder_write (&folder, "model.onnx", bytes, (gssize) length);
  path = folder_get (&folder, "model.onnx");
  loaded = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return loaded;
}

#define LOAD(model, ...) load_with (model, (const char *const[]){ __VA_ARGS__, NULL })

static void
assert_warns (KomaModel  *model,
              const char *words, /* (nullable) none of the warnings is of metadata */
              const char *value)
{
  gboolean is_found = FALSE;

  for (char *const *at = (char *const *) koma_model_get_warnings (model); *at != NULL; at++)
    is_found = is_found || (strstr (*at, words) != NULL && strstr (*at, value) != NULL);
  g_assert_true (is_found);
}

static void
check_pixels (const char  *format,
              const char  *range,
              KomaChannels channels,
              double       low,
              double       high)
{
  g_autoptr (ModelProto) proto = unpack ("colours.onnx");
  g_autoptr (KomaModel) model =
    LOAD (proto, "Image.BitmapPixelFormat", format, "Image.NominalPixelRange", range,
          "Image.ColorSpaceGamma", "SRGB");
  const KomaRecipe *recipe = koma_model_get_recipe (model, NULL);

  g_assert_nonnull (recipe);
  g_assert_cmpint (recipe->channels, ==, channels);
  g_assert_cmpint (recipe->sources[KOMA_PART_CHANNELS], ==, KOMA_SOURCE_METADATA);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_METADATA);
  for (guint c = 0; c < 3; c++) {
    g_assert_cmpfloat_with_epsilon (recipe->offset[c], low, 1e-9);
    g_assert_cmpfloat_with_epsilon (255 * recipe->scale[c] + recipe->offset[c], high, 1e-9);
  }
}

/* Every value that ONNX' MetadataProps.md names, for pictures in colour. */
static void
test_pixels (void)
{
  check_pixels ("Bgr8", "NominalRange_0_255", KOMA_CHANNELS_BGR, 0, 255);
  check_pixels ("Bgra8", "Normalized_0_1", KOMA_CHANNELS_BGR, 0, 1);
  check_pixels ("Rgb8", "Normalized_1_1", KOMA_CHANNELS_RGB, -1, 1);
  check_pixels ("Rgba8", "NominalRange_16_235", KOMA_CHANNELS_RGB, 16, 235);
}

/* A shape of three channels is no grey picture whatever the metadata says. */
static void
test_wrong_channels (void)
{
  g_autoptr (ModelProto) proto = unpack ("colours.onnx");
  g_autoptr (KomaModel) model = LOAD (proto, "Image.BitmapPixelFormat", "Gray8");
  const KomaRecipe *recipe = koma_model_get_recipe (model, NULL);

  g_assert_nonnull (recipe);
  g_assert_cmpint (recipe->channels, ==, KOMA_CHANNELS_RGB);
  g_assert_cmpint (recipe->sources[KOMA_PART_CHANNELS], ==, KOMA_SOURCE_GUESS);
}

/* What Koma can not do is told, and guessed as without. */
static void
test_unknown (void)
{
  static const char *const entries[][2] = {
    { "Image.BitmapPixelFormat", "Nv12" },
    { "Image.NominalPixelRange", "NominalRange_12_34" },
    { "Image.ColorSpaceGamma", "Linear" },
    { "Image.NominalPixelRange", "" },
  };
  g_autoptr (ModelProto) proto = unpack ("colours.onnx");

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++) {
    g_autoptr (KomaModel) model = LOAD (proto, entries[i][0], entries[i][1]);
    const KomaRecipe *recipe = koma_model_get_recipe (model, NULL);

    assert_warns (model, entries[i][0], entries[i][1]);
    g_assert_cmpint (recipe->sources[KOMA_PART_CHANNELS], ==, KOMA_SOURCE_GUESS);
    g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_GUESS);
  }
}

/* Classifiers of Ultralytics take 0 … 1; those of others say nothing of it. */
static void
test_ultralytics (void)
{
  g_autoptr (ModelProto) proto = unpack ("colours.onnx");
  g_autoptr (KomaModel) classifier = LOAD (proto, "author", "Ultralytics", "task", "classify");
  g_autoptr (KomaModel) other = LOAD (proto, "author", "Someone", "task", "classify");
  const KomaRecipe *recipe = koma_model_get_recipe (classifier, NULL);

  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_METADATA);
  g_assert_cmpfloat (255 * recipe->scale[0] + recipe->offset[0], ==, 1);
  recipe = koma_model_get_recipe (other, NULL);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_GUESS);
}

/* An input that is open in size has the one that the file says, and no guess. */
static void
test_size (void)
{
  static const char *const ignored[] = { "[0, 5]", "[20, 30, 40]", "big", "", "[99999999999, 3]" };
  g_autoptr (ModelProto) proto = unpack ("open.onnx");
  g_autoptr (KomaModel) model =
    LOAD (proto, "author", "Ultralytics", "task", "classify", "imgsz", "[20, 30]");
  g_autoptr (KomaModel) square =
    LOAD (proto, "author", "Ultralytics", "task", "classify", "imgsz", "24");

  g_assert_cmpuint (koma_model_get_recipe (model, NULL)->height, ==, 20);
  g_assert_cmpuint (koma_model_get_recipe (model, NULL)->width, ==, 30);
  for (char *const *at = (char *const *) koma_model_get_warnings (model); *at != NULL; at++)
    g_assert_null (strstr (*at, "is a guess"));
  g_assert_cmpuint (koma_model_get_recipe (square, NULL)->height, ==, 24);
  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++) {
    g_autoptr (KomaModel) usual = LOAD (proto, "author", "Ultralytics", "imgsz", ignored[i]);

    g_assert_cmpuint (koma_model_get_recipe (usual, NULL)->height, ==, 224);
    assert_warns (usual, "is a guess", "224×224");
  }
}

/* Where the channels of an open input are, as DimensionDenotation.md has it. */
static void
test_denotation (void)
{
  g_autoptr (ModelProto) proto = unpack ("open.onnx");
  Koma__Onnx__TensorShape *shape = proto->graph->input[0]->type->tensor_type->shape;
  g_autoptr (KomaModel) model = NULL;
  const KomaShape *found = NULL;
  KomaGraph       *graph = NULL;

  for (guint i = 1; i < 4; i++) {
    if (shape->dim[i]->value_case == KOMA__ONNX__TENSOR_SHAPE__DIM__VALUE_DIM_PARAM)
      free (shape->dim[i]->dim_param);
    shape->dim[i]->value_case = KOMA__ONNX__TENSOR_SHAPE__DIM__VALUE__NOT_SET;
  }
  shape->dim[3]->denotation = strdup ("DATA_CHANNEL");
  model = LOAD (proto, "author", "Someone");
  graph = koma_model_get_file_graph (model);
  found = &koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape;
  g_assert_cmpint (found->dims[1], ==, 224);
  g_assert_cmpint (found->dims[3], ==, 3);
}

static void
check_labels (const char *key,
              const char *text,
              const char *joined) /* (nullable) there are none */
{
  g_autoptr (ModelProto) proto = unpack ("colours.onnx");
  g_autoptr (KomaModel) model = LOAD (proto, key, text);
  KomaLabels      *labels = koma_model_get_labels (model);
  g_autofree char *found = g_strjoin ("|", koma_labels_get (labels, 0), koma_labels_get (labels, 1),
                                      koma_labels_get (labels, 2), NULL);

  g_assert_cmpstr (found, ==, joined != NULL ? joined : "#0|#1|#2");
}

static void
test_labels (void)
{
  check_labels ("names", "{0: 'a', 1: \"it's\", 2: 'c'}", "a|it's|c");
  check_labels ("names", "{2: 'c', 0: 'a', 1: 'b'}", "a|b|c");
  check_labels ("class_to_idx", "{'b': 1, 'a': 0, 'c': 2}", "a|b|c");
  check_labels ("Class Labels", "[\"a\", \"b\", \"c\"]", "a|b|c");
  check_labels ("id2label", "{\"0\": \"caf\\u00e9\", \"1\": \"\\ud83d\\ude00\", \"2\": \"\\\\\"}",
                "café|😀|\\");
  check_labels ("classes", "a,b,c\n", "a|b|c");
  check_labels ("categories", "a\nb\nc\n", "a|b|c");
  check_labels ("names", "{0: 'a', 1: 'b', 1: 'c'}", NULL);
  check_labels ("names", "{0: 'a', 1: 'b', 3: 'c'}", NULL);
  check_labels ("names", "{0: 'a', 'b', 2: 'c'}", NULL);
  check_labels ("names", "{0: 'a', 1: 'b', 2: '\\ud83d", NULL);
  check_labels ("nickname", "a,b,c", NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/onnx-metadata/pixels", test_pixels);
  g_test_add_func ("/onnx-metadata/wrong-channels", test_wrong_channels);
  g_test_add_func ("/onnx-metadata/unknown", test_unknown);
  g_test_add_func ("/onnx-metadata/ultralytics", test_ultralytics);
  g_test_add_func ("/onnx-metadata/size", test_size);
  g_test_add_func ("/onnx-metadata/denotation", test_denotation);
  g_test_add_func ("/onnx-metadata/labels", test_labels);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
