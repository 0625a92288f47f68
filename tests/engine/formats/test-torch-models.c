/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Weights of PyTorch as a model: which architecture they are of, and under which names they are
 * opened. */

#include "engine/formats/archive.h"
#include "engine/formats/hub/architectures.h"
#include "engine/formats/torch/recognize.h"
#include "engine/koma/koma-error.h"
#include "engine/model/model-find.h"
#include "engine/model/model.h"
#include "fixture.h"
#include "tests/test-main.h"
#include "torch-writer.h"

/* Weights of one number each, in a file. */
static void
write_weights (const Folder      *folder,
               const char        *file,
               const char *const *names)
{
  const TorchTensor tensor = { "FloatStorage", "0", 1, 0, 4, { 1, 1, 1, 1 }, { 1, 1, 1, 1 } };
  const float       one = 1;
  g_auto (ZipWriter) zip = { 0 };
  g_autoptr (GByteArray) pickle = g_byte_array_new ();

  PICKLE_PUT_LITERAL (pickle, PICKLE_PROTOCOL "}(");
  for (; *names != NULL; names++) {
    pickle_text (pickle, *names);
    pickle_tensor (pickle, &tensor, FALSE);
  }
  PICKLE_PUT_LITERAL (pickle, "u.");
  zip_init (&zip);
  zip_add (&zip, "a/data.pkl", pickle->data, pickle->len);
  zip_add (&zip, "a/data/0", &one, sizeof one);
  zip_finish (&zip);
  folder_write (folder, file, zip.bytes->data, (gssize) zip.bytes->len);
}

static void
check_architecture (const char *const *names,
                    gint64             side,
                    const char        *expected)
{
  const KomaShape shape = KOMA_SHAPE (1, 3, side, side);
  g_auto (KomaHubWeights) weights = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaArray) array = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &error);

  g_assert_no_error (error);
  koma_hub_weights_init (&weights);
  for (; *names != NULL; names++)
    g_assert_true (koma_hub_weights_add (&weights, *names, array, NULL));
  g_assert_cmpstr (koma_torch_recognize (&weights), ==, expected);
  if (expected != NULL)
    g_assert_nonnull (koma_hub_architecture_find (KOMA_HUB_TORCHVISION, expected));
}

static void
test_recognize (void)
{
  static const struct
  {
    const char *names[3];
    gint64      side;
    const char *architecture;
  } rows[] = {
    { { "features.0.weight", "classifier.6.weight" }, 3, "vgg" },
    { { "features.0.weight", "classifier.6.weight" }, 11, "alexnet" },
    { { "features.0.weight", "classifier.6.weight" }, 5, NULL },
    { { "layer1.0.conv1.weight", "fc.weight" }, 3, "resnet" },
    { { "layer1.0.conv1.weight" }, 3, NULL },
    { { "features.denseblock1.denselayer1.conv.1.weight", "classifier.weight" }, 1, "densenet" },
    { { "features.1.0.block.0.0.weight", "classifier.1.weight" }, 3, "efficientnet" },
    { { "inception3a.branch1.conv.weight", "fc.weight" }, 1, "googlenet" },
    { { "Mixed_5b.branch5x5_1.conv.weight", "fc.weight" }, 1, "inception_v3" },
    { { "fc.weight", "fc.bias" }, 1, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check_architecture (rows[i].names, rows[i].side, rows[i].architecture);
}

/* All these are read by what is in them; no config.json, or one, says what the error says. */
static void
test_names (void)
{
  static const char *const weights[] = { "something.weight", NULL };
  static const char *const files[] = { "a.pth", "a.PT", "a.ckpt", "a.bin", "checkpoint.pth.tar" };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_auto (KomaRawModel) raw = { 0 };
    g_autofree char *path = folder_get (&folder, files[i]);
    g_autoptr (GError) error = NULL;

    write_weights (&folder, files[i], weights);
    g_assert_false (koma_archive_is (path));
    g_assert_false (read_raw_model (path, &raw, &error));
    assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, files[i], "torchvision", NULL);
  }
}

/* The smallest ResNet; numbers are zeros. */
static void
write_resnet (const Folder *folder,
              const char   *file)
{
  static const TorchTensor stem = { "FloatStorage", "0", 3, 0, 4, { 1, 3, 1, 1 }, { 3, 1, 1, 1 } };
  static const TorchTensor conv = { "FloatStorage", "0", 3, 0, 4, { 1, 1, 1, 1 }, { 1, 1, 1, 1 } };
  static const TorchTensor norm = { "FloatStorage", "0", 3, 0, 1, { 1 }, { 1 } };
  static const TorchTensor dense = { "FloatStorage", "0", 3, 0, 2, { 2, 1 }, { 1, 1 } };
  static const struct
  {
    const char        *layer;
    const TorchTensor *weight; /* NULL: a norm */
  } layers[] = {
    { "conv1", &stem },
    { "bn1", NULL },
    { "layer1.0.conv1", &conv },
    { "layer1.0.bn1", NULL },
    { "layer1.0.conv2", &conv },
    { "layer1.0.bn2", NULL },
    { "fc", &dense },
  };
  static const char *const parts[] = { "weight", "bias", "running_mean", "running_var" };
  const float              zeros[3] = { 0 };
  g_auto (ZipWriter) zip = { 0 };
  g_autoptr (GByteArray) pickle = g_byte_array_new ();

  PICKLE_PUT_LITERAL (pickle, PICKLE_PROTOCOL "}(");
  for (guint i = 0; i < G_N_ELEMENTS (layers); i++)
    for (guint k = 0; k < (layers[i].weight == NULL ? 4 : 1); k++) {
      g_autofree char *name = g_strdup_printf ("module.%s.%s", layers[i].layer, parts[k]);

      pickle_text (pickle, name);
      pickle_tensor (pickle, layers[i].weight != NULL ? layers[i].weight : &norm, FALSE);
    }
  PICKLE_PUT_LITERAL (pickle, "u.");
  zip_init (&zip);
  zip_add (&zip, "a/data.pkl", pickle->data, pickle->len);
  zip_add (&zip, "a/data/0", zeros, sizeof zeros);
  zip_finish (&zip);
  folder_write (folder, file, zip.bytes->data, (gssize) zip.bytes->len);
}

/* Nothing of the recipe is in the file: all is what is usual, and is said to be a guess. */
static void
test_guess (void)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = NULL;
  const KomaRecipe *recipe = NULL;

  folder_init (&folder);
  path = folder_get (&folder, "a.pth");
  write_resnet (&folder, "a.pth");
  model = koma_model_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (recipe->width, ==, 224);
  g_assert_cmpuint (recipe->scaled_width, ==, 256);
  g_assert_cmpint (recipe->resize, ==, KOMA_RESIZE_BILINEAR);
  g_assert_cmpfloat_with_epsilon (recipe->offset[0], -0.485 / 0.229, 1e-6);
  g_assert_cmpint (recipe->sources[KOMA_PART_SIZE], ==, KOMA_SOURCE_GUESS);
  g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_GUESS);
  g_assert_cmpint (recipe->sources[KOMA_PART_FIT], ==, KOMA_SOURCE_GUESS);
  g_assert_cmpint (recipe->sources[KOMA_PART_RESIZE], ==, KOMA_SOURCE_GUESS);
}

/* A weight that the architecture needs is missing, and named. */
static void
test_missing (void)
{
  static const char *const weights[] = { "layer1.0.conv1.weight", "fc.weight", NULL };
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  path = folder_get (&folder, "a.pth");
  write_weights (&folder, "a.pth", weights);
  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "a.pth",
                     "“conv1.weight” is missing", NULL);
}

/* Shards of a folder of Hugging Face: all of them are read before the configuration. */
static void
test_shards (void)
{
  static const char *const first[] = { "a.weight", NULL };
  static const char *const twice[] = { "a.weight", "b.weight", NULL };
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  path = folder_get (&folder, "pytorch_model.bin.index.json");
  folder_write_json (&folder, "pytorch_model.bin.index.json",
                     "{'weight_map': {'a.weight': 'x.bin', 'b.weight': 'y.bin'}}");
  write_weights (&folder, "x.bin", first);
  write_weights (&folder, "y.bin", twice);
  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "y.bin", "a.weight", "twice", NULL);
}

/* The weights of open_clip are found by their name, and their configuration is open_clip's. */
static void
test_open_clip (void)
{
  static const char *const names[] = { "visual.class_embedding", NULL };
  g_auto (Folder) folder = { 0 };
  g_auto (KomaRawModel) raw = { 0 };
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  write_weights (&folder, "open_clip_pytorch_model.bin", names);
  folder_write_json (&folder, "config.json", "{'model_type':'clip'}");
  folder_write_json (&folder, "open_clip_config.json",
                     "{'model_cfg':{'vision_cfg':{'no_ln_pre':true}}}");
  path = koma_model_find_file (folder.path, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_suffix (path, "/open_clip_pytorch_model.bin"));
  g_assert_false (read_raw_model (path, &raw, &error));
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED, "“no_ln_pre” of vision_cfg", NULL);
}

KOMA_TEST_MAIN (argc, argv)
{
  int status = 0;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/torch-models/recognize", test_recognize);
  g_test_add_func ("/torch-models/names", test_names);
  g_test_add_func ("/torch-models/guess", test_guess);
  g_test_add_func ("/torch-models/missing", test_missing);
  g_test_add_func ("/torch-models/shards", test_shards);
  g_test_add_func ("/torch-models/open-clip", test_open_clip);
  status = g_test_run ();
  assert_no_buffers ();
  return status;
}
