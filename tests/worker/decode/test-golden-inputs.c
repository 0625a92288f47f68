/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* From a picture file to a model's input, against the inputs that the
 * reference answers were made with: every float the same to the last bit. */

#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/picture/preprocess.h"
#include "engine/picture/decoder.h"
#include "tests/test-main.h"

typedef struct
{
  const char  *picture;
  const char  *golden; /* little-endian floats */
  guint        side;
  KomaChannels channels;
  const char  *range;
  gboolean     is_nchw;
  guint        box[4]; /* left, top, right, bottom; right 0: no box */
} GoldenInput;

static const GoldenInput inputs[] = {
  { "photos/scikit-image/chelsea.png",
    "scikit-image_chelsea_1x224x224x3_m1p1.f32",
    224, KOMA_CHANNELS_RGB, "-1,1" },
  { "photos/scikit-image/chelsea.png",
    "scikit-image_chelsea_1x128x128x3_m1p1.f32",
    128, KOMA_CHANNELS_RGB, "-1,1" },
  { "photos/scikit-image/chelsea.png",
    "scikit-image_chelsea_1x224x224x3_norm.f32",
    224, KOMA_CHANNELS_RGB, "imagenet" },
  { "photos/scikit-image/chelsea.png",
    "scikit-image_chelsea_1x3x224x224_norm.f32",
    224, KOMA_CHANNELS_RGB, "imagenet", TRUE },
  { "photos/scikit-image/astronaut.png",
    "scikit-image_astronaut_1x128x128x3_m1p1.f32",
    128, KOMA_CHANNELS_RGB, "-1,1" },
  { "photos/scikit-image/astronaut.png",
    "scikit-image_astronaut_1x192x192x3_01_box140-30-310-200.f32",
    192,
    KOMA_CHANNELS_RGB,
    "0,1",
    FALSE,
    { 140, 30, 310, 200 } },
  { "photos/scikit-image/coins.png",
    "scikit-image_coins_1x224x224x3_m1p1.f32",
    224, KOMA_CHANNELS_RGB, "-1,1" },
  { "photos/coral/mnist_nine.bmp",
    "coral_mnist_nine_1x1x28x28_255.f32",
    28, KOMA_CHANNELS_GREY, "0,255", TRUE },
  { "photos/tfjs-models/mobilenet_demo_coffee.jpg",
    "tfjs-models_mobilenet_demo_coffee_1x224x224x3_m1p1.f32",
    224, KOMA_CHANNELS_RGB, "-1,1" },
  { "photos/tfjs-models/pose-detection_test_data_pose.jpg",
    "tfjs-models_pose-detection_test_data_pose_1x257x257x3_m1p1.f32",
    257, KOMA_CHANNELS_RGB, "-1,1" },
  { "photos/teachable_machine/Class 2/0.png",
    "teachable_machine_Class_2_0_1x224x224x3_tm.f32",
    224, KOMA_CHANNELS_RGB, "teachable-machine" },
  { "models/tfjs/automl_flowers/daisy.jpg",
    "models_tfjs_automl_flowers_daisy_1x224x224x3_m1p1.f32",
    224, KOMA_CHANNELS_RGB, "-1,1" },
  { "shogi/sugyan_parts/koma_kinki/-FU.png",
    "shogi_sugyan_parts_koma_kinki_-FU_1x1x64x64_shogi.f32",
    64, KOMA_CHANNELS_GREY, "shogi", TRUE },
};

static char *
build_path (const char *folder,
            const char *name)
{
  const char *shared = g_getenv ("KOMA_SHARED");

  return g_build_filename (shared != NULL ? shared : "/nonexistent", folder, name, NULL);
}

static void
set_range (KomaRecipe *recipe,
           const char *range)
{
  g_autoptr (GError) error = NULL;

  if (!g_str_equal (range, "shogi")) {
    koma_recipe_set_range (recipe, range, &error);
    g_assert_no_error (error);
    return;
  }
  recipe->scale[0] = 1.0 / (255.0 * 0.11954846978187561);
  recipe->offset[0] = -0.655180811882019 / 0.11954846978187561;
}

static float *
make_input (const GoldenInput *input,
            const KomaRecipe  *recipe,
            KomaPicture       *picture)
{
  const guint   *box = input->box;
  const gboolean has_box = box[2] != 0;
  const gsize    stride = picture->stride;
  const guint8  *rgb = picture->rgb + box[1] * stride + box[0] * 3;
  const guint    width = has_box ? box[2] - box[0] : picture->width;
  const guint    height = has_box ? box[3] - box[1] : picture->height;
  float         *result = g_new0 (float, (gsize) input->side * input->side * 3);
  g_autoptr (GError) error = NULL;

  koma_preprocess (recipe, rgb, width, height, stride, result, &error);
  g_assert_no_error (error);
  return result;
}

/* Index into the golden file of element i of an NHWC picture. */
static gsize
find_golden_index (const GoldenInput *input,
                   guint              n_channels,
                   gsize              i)
{
  const gsize n_pixels = (gsize) input->side * input->side;

  return input->is_nchw ? i % n_channels * n_pixels + i / n_channels : i;
}

static void
test_golden (gconstpointer data)
{
  const GoldenInput *input = data;

  KomaRecipe recipe = {
    .width = input->side, .height = input->side, .channels = input->channels
  };
  g_autofree char *picture_path = build_path ("", input->picture);
  g_autofree char *golden_path = build_path ("golden/inputs", input->golden);
  g_autoptr (GFile) file = g_file_new_for_path (picture_path);
  g_autoptr (KomaPicture) picture = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char  *golden = NULL;
  g_autofree float *made = NULL;
  gsize             golden_bytes = 0;
  gsize             n_elements = 0;
  gsize             n_inexact = 0;

  if (!g_file_get_contents (golden_path, &golden, &golden_bytes, NULL)) {
    g_test_skip ("shared data not there");
    return;
  }
  picture = koma_decoder_decode_file (file, 0, NULL, &error);
  g_assert_no_error (error);
  set_range (&recipe, input->range);
  made = make_input (input, &recipe, picture);

  n_elements = (gsize) input->side * input->side * koma_recipe_get_n_channels (&recipe);
  g_assert_cmpuint (golden_bytes, ==, n_elements * sizeof (float));
  for (gsize i = 0; i < n_elements; i++) {
    gsize index = find_golden_index (input, koma_recipe_get_n_channels (&recipe), i);
    float expected = 0.0f;

    memcpy (&expected, golden + index * sizeof expected, sizeof expected);
    g_assert_cmpfloat_with_epsilon (made[i], expected, 1e-6);
    n_inexact += made[i] != expected;
  }
  g_test_message ("%" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " values differ in the last bit",
                  n_inexact, n_elements);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++) {
    g_autofree char *path = g_strdup_printf ("/golden-inputs/%s", inputs[i].golden);

    g_test_add_data_func (path, &inputs[i], test_golden);
  }
  return g_test_run ();
}
