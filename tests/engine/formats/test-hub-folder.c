/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What config.json and preprocessor_config.json say of pictures and of answers. The model is the
 * smallest that Hugging Face's names can have: a ViT without a block. */
#include <string.h>

#include "engine/koma/koma-error.h"
#include "engine/model/model.h"
#include "fixture.h"
#include "tests/test-main.h"

#define N_CLASSES 3

typedef struct
{
  const char *name;
  const char *shape;
  guint       n;
} Weight;

static const Weight weights[] = {
  { "vit.embeddings.cls_token", "1,1,2", 2 },
  { "vit.embeddings.position_embeddings", "1,5,2", 10 },
  { "vit.embeddings.patch_embeddings.projection.weight", "2,3,4,4", 96 },
  { "vit.embeddings.patch_embeddings.projection.bias", "2", 2 },
  { "vit.layernorm.weight", "2", 2 },
  { "vit.layernorm.bias", "2", 2 },
  { "classifier.weight", "3,2", 6 },
  { "classifier.bias", "3", N_CLASSES },
};

static void
write_weights (const Folder *folder)
{
  g_autoptr (GString) header = g_string_new ("{");
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint64           length = 0;
  guint             end = 0;
  g_autofree float *numbers = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (weights); i++) {
    const guint begin = end;

    end += weights[i].n * (guint) sizeof (float);
    g_string_append_printf (header,
                            "%s\"%s\":{\"dtype\":\"F32\",\"shape\":[%s],\"data_offsets\":[%u,%u]}",
                            i > 0 ? "," : "", weights[i].name, weights[i].shape, begin, end);
  }
  g_string_append_c (header, '}');
  length = GUINT64_TO_LE (header->len);
  numbers = g_new (float, end / sizeof (float));
  for (guint i = 0; i < end / sizeof (float); i++)
    numbers[i] = (float) (i % 7) - 3;
  g_byte_array_append (bytes, (const guint8 *) &length, sizeof length);
  g_byte_array_append (bytes, (const guint8 *) header->str, (guint) header->len);
  g_byte_array_append (bytes, (const guint8 *) numbers, end);
  folder_write (folder, "model.safetensors", bytes->data, bytes->len);
}

static KomaModel *
load (const char *config, /* members behind the first */
      const char *preprocessor,
      GError    **error)
{
  g_auto (Folder) folder = { 0 };
  g_autofree char *whole = g_strdup_printf ("{'model_type':'vit','image_size':8%s}", config);
  g_autofree char *path = NULL;

  folder_init (&folder);
  write_weights (&folder);
  folder_write_json (&folder, "config.json", whole);
  folder_write_json (&folder, "preprocessor_config.json", preprocessor);
  path = folder_get (&folder, "model.safetensors");
  return koma_model_load (path, NULL, NULL, NULL, error);
}

/* Pillow's filters have numbers; what is none of them is an error and not another filter. */
static void
test_resample (void)
{
  static const KomaResize filters[] = { KOMA_RESIZE_NEAREST, KOMA_RESIZE_LANCZOS,
                                        KOMA_RESIZE_BILINEAR, KOMA_RESIZE_BICUBIC,
                                        KOMA_RESIZE_BOX, KOMA_RESIZE_HAMMING };
  g_autoptr (KomaModel) refused = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (filters); i++) {
    g_autofree char *text = g_strdup_printf ("{'image_processor_type':'ViTImageProcessor',"
                                             "'size':8,'resample':%u}",
                                             i);
    g_autoptr (KomaModel) model = load ("", text, &error);

    g_assert_no_error (error);
    g_assert_cmpint (koma_model_get_recipe (model, NULL)->resize, ==, filters[i]);
  }
  refused = load ("", "{'image_processor_type':'ViTImageProcessor','size':8,'resample':6}", &error);
  g_assert_null (refused);
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "resample", "6", NULL);
}

static void
test_numbers (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = load (
    "", "{'image_processor_type':'ViTImageProcessor','size':{'height':8,'width':8},"
        "'rescale_factor':0.5,'image_mean':[1,2,3],'image_std':[0.5,0.25,2]}",
    &error);
  const KomaRecipe *recipe = NULL;

  g_assert_no_error (error);
  recipe = koma_model_get_recipe (model, NULL);
  g_assert_cmpfloat (recipe->scale[1], ==, 2);
  g_assert_cmpfloat (recipe->offset[1], ==, -8);
  g_assert_cmpfloat (recipe->offset[2], ==, -1.5);
  g_assert_cmpint (recipe->fit, ==, KOMA_FIT_STRETCH);
}

/* Names lie by their numbers, whatever the order of the file. */
static void
test_names (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaModel) model = load (",'id2label':{'2':'c','0':'a','1':'b'}", "{'size':8}",
                                      &error);
  KomaLabels *labels = NULL;

  g_assert_no_error (error);
  labels = koma_model_get_labels (model);
  g_assert_cmpstr (koma_labels_get (labels, 0), ==, "a");
  g_assert_cmpstr (koma_labels_get (labels, 2), ==, "c");
}

/* Several classes may hold at once only where the file says so. */
static void
test_problem_type (void)
{
  static const struct
  {
    const char *config;
    KomaScores  scores;
  } cases[] = {
    { "", KOMA_SCORES_LOGITS },
    { ",'problem_type':'single_label_classification'", KOMA_SCORES_LOGITS },
    { ",'problem_type':null", KOMA_SCORES_LOGITS },
    { ",'problem_type':'multi_label_classification'", KOMA_SCORES_MULTI_LABEL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *config =
      g_strconcat (",'id2label':{'0':'a','1':'b','2':'c'}", cases[i].config, NULL);
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) model = load (config, "{'size':8}", &error);

    g_assert_no_error (error);
    g_assert_cmpint (koma_model_get_recipe (model, NULL)->scores, ==, cases[i].scores);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hub-folder/resample", test_resample);
  g_test_add_func ("/hub-folder/numbers", test_numbers);
  g_test_add_func ("/hub-folder/names", test_names);
  g_test_add_func ("/hub-folder/problem-type", test_problem_type);
  return g_test_run ();
}
