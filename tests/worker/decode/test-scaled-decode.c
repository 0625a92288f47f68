/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Scaled decoding does not change the answers: photographs enlarged to 12
 * megapixels and saved as JPEG get the same first class whether they are
 * decoded in full or at n/8, in 97 of 100. Some of them are tried; all with
 * KOMA_SLOW_TESTS=1. */

#include <math.h>
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/model/model.h"
#include "engine/classify/classifier.h"
#include "engine/classify/top-k.h"
#include "engine/picture/preprocess.h"
#include "engine/picture/resize.h"
#include "engine/picture/decoder.h"
#include "worker/decode/koma-thumbnail.h"
#include "tests/test-main.h"

#define N_PIXELS 12000000.0
#define EVERY    10 /* photograph, unless all are asked for */

static char *
build_path (const char *name)
{
  const char *shared = g_getenv ("KOMA_SHARED");

  return g_build_filename (shared != NULL ? shared : "/nonexistent", name, NULL);
}

static int
compare_strings (gconstpointer a,
                 gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* (element-type filename), sorted */
static GPtrArray *
list_photographs (void)
{
  g_autofree char *folder = build_path ("photos/imagenet");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray  *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name = NULL;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".JPEG"))
      g_ptr_array_add (paths, g_build_filename (folder, name, NULL));
  g_ptr_array_sort (paths, compare_strings);
  return paths;
}

/* The photograph with 12 million pixels, as a JPEG file. */
static GBytes *
enlarge (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_file (file, 0, NULL, &error);
  g_autoptr (KomaPicture) enlarged = NULL;
  KomaPixels pixels = { .n_channels = 3 };
  GBytes    *jpeg = NULL;
  guint8    *rgb = NULL;
  guint      width = 0;
  guint      height = 0;

  g_assert_no_error (error);
  pixels.data = picture->rgb;
  pixels.width = picture->width;
  pixels.height = picture->height;
  pixels.stride = picture->stride;
  width = (guint) sqrt (N_PIXELS * pixels.width / pixels.height);
  height = (guint) (N_PIXELS / width);

  rgb = g_malloc_n ((gsize) width * height, 3);
  koma_resize (&pixels, KOMA_RESIZE_BILINEAR, width, height, rgb, &error);
  g_assert_no_error (error);
  enlarged = koma_picture_new_take (rgb, width, height, (gsize) width * 3);
  jpeg = koma_thumbnail_encode (enlarged, MAX (width, height), &error);
  g_assert_no_error (error);
  return jpeg;
}

typedef struct
{
  const KomaRecipe  *recipe;
  const KomaPicture *picture;
} Shown;

static void
fill_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  const Shown       *shown = user_data;
  const KomaPicture *picture = shown->picture;

  g_assert_true (koma_preprocess (shown->recipe, picture->rgb, picture->width, picture->height,
                                  picture->stride, ret_input, NULL));
}

static guint
classify (KomaClassifier   *classifier,
          const KomaRecipe *recipe,
          GBytes           *jpeg,
          guint             min_side)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaPicture) picture = koma_decoder_decode_bytes (jpeg, min_side, NULL, &error);
  const guint              n_classes = koma_classifier_get_n_classes (classifier);
  g_autofree float        *scores = g_new (float, n_classes);
  Shown                    shown = { recipe, picture };
  const KomaClassification what = {
    .recipe = recipe, .n_classes = n_classes, .fill_input = fill_input, .user_data = &shown
  };
  KomaClassScore top = { 0 };

  g_assert_no_error (error);
  koma_classifier_classify (classifier, 1, &what, scores, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (koma_top_k (scores, n_classes, 1, &top), ==, 1);
  return top.index;
}

static void
test_answers (void)
{
  const KomaModelOptions   options = { .parts[KOMA_PART_RANGE] = "imagenet" };
  const KomaSessionOptions session = { .batch = 1 };
  g_autofree char         *model_path = build_path ("models/mobilenet_v2_1.0_224/tfjs_graph");
  g_autoptr (GPtrArray) photographs = list_photographs ();
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaClassifier) classifier = NULL;
  g_autoptr (GError) error = NULL;
  const KomaRecipe *recipe = NULL;
  const guint       step = g_getenv ("KOMA_SLOW_TESTS") != NULL ? 1 : EVERY;
  guint             n_tried = 0;
  guint             n_equal = 0;

  if (photographs->len == 0) {
    g_test_skip ("shared data not there");
    return;
  }
  model = koma_model_load (model_path, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  recipe = koma_model_get_recipe (model, &error);
  g_assert_no_error (error);
  classifier = koma_classifier_new (koma_model_get_graph (model), koma_model_get_output (model),
                                    &session, &error);
  g_assert_no_error (error);

  for (guint i = 0; i < photographs->len; i += step, n_tried++) {
    g_autoptr (GBytes) jpeg = enlarge (g_ptr_array_index (photographs, i));

    n_equal += classify (classifier, recipe, jpeg, 0) ==
               classify (classifier, recipe, jpeg, 2 * MAX (recipe->width, recipe->height));
  }
  g_test_message ("the same first class for %u of %u photographs", n_equal, n_tried);
  g_assert_cmpuint (n_equal * 100, >=, n_tried * 97);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scaled-decode/answers", test_answers);
  return g_test_run ();
}
