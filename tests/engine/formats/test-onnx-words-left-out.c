/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What files of a model of pictures and words leave out, and where it is found then. */
#include <math.h>

#include "engine/koma/koma-error.h"
#include "engine/model/doctor.h"
#include "onnx-words-fixture.h"
#include "tests/test-main.h"

static gboolean
has_finding (const KomaModel *model,
             const char      *id)
{
  g_autoptr (GPtrArray) findings = koma_doctor_examine (model, NULL, NULL);

  for (guint i = 0; i < findings->len; i++)
    if (g_str_equal (((const KomaFinding *) findings->pdata[i])->id, id))
      return TRUE;
  return FALSE;
}

/* What training begins with is no statement. */
static void
test_scale (void)
{
  static const struct
  {
    const char *config; /* (nullable) */
    double      scale;
    double      bias;
    gboolean    is_guess;
    gint64      n_rows;
  } cases[] = {
    { NULL, 100, 0, TRUE, 77 },
    { CLIP_CONFIG, 100, 0, TRUE, 77 },
    { "{'model_type':'clip','logit_scale_init_value':3,"
      "'text_config':{'max_position_embeddings':16}}",
      20.085537, 0, FALSE, 16 },
    { "{'model_type':'clip','logit_scale_init_value':1000}", 100, 0, TRUE, 77 },
    { "{'model_type':'siglip','text_config':{}}", 117.33, -12.93, TRUE, 64 },
    { "{'model_type':'siglip2','max_position_embeddings':32}", 117.33, -12.93, TRUE, 32 },
    { "{'embed_dim':3,'text_cfg':{'context_length':20}}", 100, 0, TRUE, 20 },
    { "{'embed_dim':3,'init_logit_bias':-10,'text_cfg':{}}", 117.33, -12.93, TRUE, 64 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (KomaModel) model = NULL;
    g_autoptr (KomaTowers) towers = NULL;

    folder_init (&folder);
    words_put_pair (&folder);
    folder_write_json (&folder, "preprocessor_config.json", PREPROCESSOR);
    if (cases[i].config != NULL)
      folder_write_json (&folder, "config.json", cases[i].config);
    model = words_open (&folder, "");
    towers = words_cut (model);
    g_assert_cmpfloat_with_epsilon (koma_towers_get_scale (towers), cases[i].scale, 1e-4);
    g_assert_cmpfloat_with_epsilon (koma_towers_get_bias (towers), cases[i].bias, 1e-4);
    g_assert_cmpint (koma_towers_is_sigmoid (towers), ==, cases[i].bias != 0);
    g_assert_cmpint (has_finding (model, "scale-guess"), ==, cases[i].is_guess);
    words_check_words (towers, cases[i].n_rows);
  }
}

/* The size of pictures: of preprocessor_config.json, of config.json, of the graph, or guessed. */
static void
test_size (void)
{
  static const struct
  {
    const char      *pictures;
    const char      *config;
    const char      *preprocessor;
    guint            side;
    KomaRecipeSource source;
  } cases[] = {
    { "words-pictures.onnx", CLIP_CONFIG, PREPROCESSOR, 6, KOMA_SOURCE_GRAPH },
    { "words-pictures.onnx", "{'vision_config':{'image_size':12}}", NULL, 12, KOMA_SOURCE_GRAPH },
    { "words-pictures.onnx", "{'model_type':'clip'}", NULL, 224, KOMA_SOURCE_GUESS },
    { "words-pictures-fixed.onnx", "{'vision_config':{'image_size':12}}", NULL, 6,
      KOMA_SOURCE_GRAPH },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (KomaModel) model = NULL;
    const KomaRecipe *recipe = NULL;

    folder_init (&folder);
    words_put (&folder, cases[i].pictures, "visual.onnx");
    words_put (&folder, "words-texts.onnx", "textual.onnx");
    folder_write_json (&folder, "config.json", cases[i].config);
    if (cases[i].preprocessor != NULL)
      folder_write_json (&folder, "preprocessor_config.json", cases[i].preprocessor);
    model = words_open (&folder, "");
    recipe = koma_model_get_picture_recipe (model);
    g_assert_nonnull (recipe);
    g_assert_cmpuint (recipe->width, ==, cases[i].side);
    g_assert_cmpint (recipe->sources[KOMA_PART_SIZE], ==, cases[i].source);
  }
}

/* Without preprocessor_config.json: as nearly all models of the kind, which stays a guess. */
static void
test_usual_picture (void)
{
  static const struct
  {
    const char *config;
    double      scale;  /* of red */
    double      offset; /* of blue */
  } cases[] = {
    { CLIP_CONFIG, 1 / (255 * 0.26862954), -0.40821073 / 0.27577711 },
    { "{}", 1 / (255 * 0.26862954), -0.40821073 / 0.27577711 },
    { "{'model_type':'siglip'}", 1 / 127.5, -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (KomaModel) model = NULL;
    const KomaRecipe *recipe = NULL;

    folder_init (&folder);
    words_put (&folder, "words-pictures-fixed.onnx", "vision_model.onnx");
    words_put (&folder, "words-texts.onnx", "text_model.onnx");
    folder_write_json (&folder, "config.json", cases[i].config);
    model = words_open (&folder, "");
    recipe = koma_model_get_picture_recipe (model);
    g_assert_nonnull (recipe);
    g_assert_cmpfloat_with_epsilon (recipe->scale[0], cases[i].scale, 1e-9);
    g_assert_cmpfloat_with_epsilon (recipe->offset[2], cases[i].offset, 1e-9);
    g_assert_cmpint (recipe->resize, ==, KOMA_RESIZE_BICUBIC);
    g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_GUESS);
    g_assert_cmpint (recipe->sources[KOMA_PART_FIT], ==, KOMA_SOURCE_GUESS);
  }
}

/* SigLIP's vectors are those that CLIP projects. */
static void
test_pooled (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaTowers) towers = NULL;

  folder_init (&folder);
  words_put (&folder, "words-pictures-pooled.onnx", "vision_model.onnx");
  words_put (&folder, "words-texts-pooled.onnx", "text_model.onnx");
  folder_write_json (&folder, "preprocessor_config.json", PREPROCESSOR);
  folder_write_json (&folder, "config.json", "{'model_type':'siglip'}");
  model = words_open (&folder, "");
  towers = words_cut (model);
  words_check_pictures (towers);
  words_check_words (towers, 64);
  folder_write_json (&folder, "config.json", CLIP_CONFIG);
  words_assert_fails (&folder, "", KOMA_ERROR_SHAPE, "vision_model.onnx", "pooler_output");
}

/* A text's vector is that of its end token, whose row is another in each text. */
static void
test_end (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaTowers) towers = NULL;

  folder_init (&folder);
  words_put (&folder, "words-pictures.onnx", "vision_model.onnx");
  words_put (&folder, "words-texts-end.onnx", "text_model.onnx");
  model = words_open (&folder, "");
  towers = words_cut (model);
  words_check_words (towers, 77);
}

/* One file has its own scale, unless it leaves the scores out. */
static void
test_both (void)
{
  static const char *const files[] = { "words-both.onnx", "words-both-plain.onnx" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_auto (Folder) folder = { 0 };
    g_autoptr (KomaModel) model = NULL;
    g_autoptr (KomaTowers) towers = NULL;

    folder_init (&folder);
    words_put (&folder, files[i], "onnx/model.onnx");
    folder_write_json (&folder, "config.json", CLIP_CONFIG);
    folder_write_json (&folder, "preprocessor_config.json", PREPROCESSOR);
    model = words_open (&folder, "");
    towers = words_cut (model);
    words_check_recipe (model);
    words_check_pictures (towers);
    words_check_words (towers, 77);
    g_assert_cmpfloat_with_epsilon (koma_towers_get_scale (towers), i == 0 ? 20 : 100, 1e-4);
    g_assert_cmpint (has_finding (model, "scale-guess"), ==, i == 1);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/onnx-words/scale", test_scale);
  g_test_add_func ("/onnx-words/size", test_size);
  g_test_add_func ("/onnx-words/usual-picture", test_usual_picture);
  g_test_add_func ("/onnx-words/pooled", test_pooled);
  g_test_add_func ("/onnx-words/end", test_end);
  g_test_add_func ("/onnx-words/both", test_both);
  return g_test_run ();
}
