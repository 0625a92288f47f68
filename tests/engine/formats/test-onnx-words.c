/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models of pictures and words in two files of ONNX, opened by the folder and by either file. */
#include "engine/formats/onnx/half-names.h"
#include "engine/koma/koma-error.h"
#include "engine/model/model-find.h"
#include "engine/words/word-classes.h"
#include "onnx-words-fixture.h"
#include "tests/test-main.h"

#define VOCABULARY \
  "{'r</w>':1,'g</w>':2,'b</w>':3,'<|startoftext|>':0,'<|endoftext|>':4}"

/* ---- Layouts ---- */

typedef struct
{
  const char *pictures;
  const char *words;
  const char *name; /* of the model; NULL: the folder's */
} Layout;

static const Layout layouts[] = {
  { "vision_model.onnx", "text_model.onnx" },
  { "vision_model_fp16.onnx", "text_model_fp16.onnx" },
  { "vision_model_quantized.onnx", "text_model_int8.onnx" },
  { "visual.onnx", "textual.onnx" },
  { "Clip-Image.onnx", "Clip-Text.onnx", "Clip-Image" },
  { "mobileclip_s0_image.onnx", "mobileclip_s0_text.onnx", "mobileclip_s0_image" },
  { "image_encoder.onnx", "text_encoder.onnx" },
  { "onnx/vision_model.onnx", "onnx/text_model.onnx" },
  { "onnx/vision_model.onnx", "onnx/text_model_uint8.onnx" },
  { "visual/model.onnx", "textual/model.onnx" },
  { "visual/model_fp16.onnx", "textual/model_int8.onnx" },
};

static void
write_layout (const Folder *folder,
              const Layout *layout)
{
  words_put (folder, "words-pictures.onnx", layout->pictures);
  words_put (folder, "words-texts.onnx", layout->words);
  folder_write_json (folder, "config.json", CLIP_CONFIG);
  folder_write_json (folder, "preprocessor_config.json", PREPROCESSOR);
}

/* Folder, one file and the other are one model. */
static void
test_layout (gconstpointer data)
{
  const Layout *layout = data;
  const char   *opened[] = { "", layout->pictures, layout->words };
  g_auto (Folder) folder = { 0 };
  g_autofree char *hash = NULL;

  folder_init (&folder);
  write_layout (&folder, layout);
  for (guint i = 0; i < G_N_ELEMENTS (opened); i++) {
    g_autoptr (KomaModel) model = words_open (&folder, opened[i]);
    g_autoptr (KomaTowers) towers = words_cut (model);
    g_autofree char *name = g_path_get_basename (folder.path);

    words_check_recipe (model);
    words_check_pictures (towers);
    words_check_words (towers, 77);
    g_assert_cmpfloat_with_epsilon (koma_towers_get_scale (towers), 100, 1e-4);
    g_assert_false (koma_towers_is_sigmoid (towers));
    if (i < 2)
      g_assert_cmpstr (koma_model_get_name (model), ==, layout->name != NULL ? layout->name : name);
    if (hash != NULL)
      g_assert_cmpstr (koma_model_get_hash (model), ==, hash);
    else
      hash = g_strdup (koma_model_get_hash (model));
  }
}

/* A folder that is dropped is a model where files have usual names, and both halves are there. */
static void
test_usual (void)
{
  static const struct
  {
    const char *pictures;
    const char *words;
    gboolean    is_usual;
  } cases[] = {
    { "vision_model.onnx", "text_model_fp16.onnx", TRUE },
    { "onnx/vision_model_q4.onnx", "onnx/text_model.onnx", TRUE },
    { "visual.onnx", "textual.onnx", TRUE },
    { "onnx/model.onnx", "onnx/other.onnx", TRUE },
    { "vision_model.onnx", "onnx/text_model.onnx", FALSE },
    { "mine_image.onnx", "mine_text.onnx", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_auto (Folder) folder = { 0 };
    g_autofree char *path = NULL;
    g_autofree char *found = NULL;

    folder_init (&folder);
    words_put (&folder, "words-pictures.onnx", cases[i].pictures);
    words_put (&folder, "words-texts.onnx", cases[i].words);
    path = folder_get (&folder, cases[i].pictures);
    found = koma_model_find_usual (folder.path);
    g_assert_cmpstr (found, ==, cases[i].is_usual ? path : NULL);
  }
}

/* Either file is a part of the model, and so is what says how to use it. */
static void
test_hash (void)
{
  static const struct
  {
    const char *model;
    const char *name;
  } changes[] = {
    { "words-texts-pooled.onnx", "text_model.onnx" },
    { "words-pictures-fixed.onnx", "vision_model.onnx" },
    { NULL, "config.json" },
  };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) before = NULL;

  folder_init (&folder);
  words_put_pair (&folder);
  before = words_open (&folder, "");
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autoptr (KomaModel) after = NULL;

    words_put_pair (&folder);
    if (changes[i].model != NULL)
      words_put (&folder, changes[i].model, changes[i].name);
    else
      folder_write_json (&folder, changes[i].name, "{'model_type':'siglip'}");
    after = words_open (&folder, "");
    g_assert_cmpstr (koma_model_get_hash (after), !=, koma_model_get_hash (before));
  }
}

/* ---- Words ---- */

static void
test_tokenizer (void)
{
  static const char *const words[] = { "r", "g", "b", NULL };
  static const char *const prompts[] = { "{}", NULL };
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaModel) none = NULL;
  g_autoptr (KomaModel) classes = NULL;
  g_autoptr (KomaSession) session = NULL;
  g_autoptr (GError) error = NULL;
  float *pixels = NULL;

  folder_init (&folder);
  write_layout (&folder, &layouts[7]);
  model = words_open (&folder, "");
  none = koma_word_classes_new (model, words, prompts, &error);
  g_assert_null (none);
  assert_error_says (error, KOMA_ERROR, KOMA_ERROR_MODEL, "tokenizer.json", "vocab.json", NULL);
  g_clear_error (&error);
  folder_write_json (&folder, "vocab.json", VOCABULARY);
  folder_write (&folder, "merges.txt", "", 0);
  classes = koma_word_classes_new (model, words, prompts, &error);
  g_assert_no_error (error);
  session = words_open_session (koma_model_get_graph (classes), 1);
  pixels = koma_session_get_input_data (session, 0);
  for (guint i = 0; i < SIDE * SIDE * 3; i++)
    pixels[i] = (const float[]){ 3, 0, 4 }[i % 3];
  words_run (session);
  g_assert_cmpfloat_with_epsilon (((float *) koma_session_get_output_data (session, 0))[0], 60,
                                  1e-3);
  g_assert_cmpfloat_with_epsilon (((float *) koma_session_get_output_data (session, 0))[2], 80,
                                  1e-3);
}

/* What Immich keeps beside each half is found from both. */
static void
test_immich (void)
{
  static const char *const words[] = { "r", "g", "b", NULL };
  static const char *const files[] = { "visual/model.onnx", "textual/model.onnx" };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  words_put (&folder, "words-pictures.onnx", files[0]);
  words_put (&folder, "words-texts.onnx", files[1]);
  folder_write_json (&folder, "config.json", "{'embed_dim':3,'text_cfg':{'context_length':20}}");
  folder_write_json (&folder, "visual/preprocess_cfg.json",
                     "{'size':[6,6],'mean':[0.5,0.5,0.5],'std':[0.25,0.25,0.25],"
                     "'interpolation':'bicubic','resize_mode':'squash'}");
  folder_write_json (&folder, "textual/vocab.json", VOCABULARY);
  folder_write (&folder, "textual/merges.txt", "", 0);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (KomaModel) model = words_open (&folder, files[i]);
    const KomaRecipe *recipe = koma_model_get_picture_recipe (model);
    g_autoptr (GError) error = NULL;
    g_autoptr (KomaModel) classes = koma_word_classes_new (model, words, NULL, &error);

    g_assert_no_error (error);
    g_assert_cmpuint (koma_labels_get_n (koma_model_get_labels (classes)), ==, 3);
    g_assert_cmpuint (recipe->width, ==, 6);
    g_assert_cmpint (recipe->fit, ==, KOMA_FIT_STRETCH);
    g_assert_cmpfloat_with_epsilon (recipe->scale[0], 1 / (255 * 0.25), 1e-9);
    g_assert_cmpfloat_with_epsilon (recipe->offset[0], -2, 1e-9);
    g_assert_cmpint (recipe->sources[KOMA_PART_RANGE], ==, KOMA_SOURCE_METADATA);
  }
  folder_write_json (&folder, "visual/preprocess_cfg.json", "[]");
  words_assert_fails (&folder, files[1], KOMA_ERROR_MODEL, "preprocess_cfg.json", "object");
}

/* ---- Names ---- */

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    KomaHalf    half;
    gboolean    is_usual;
    const char *others; /* of no variant, in a line */
  } cases[] = {
    { "a/b/vision_model.onnx", KOMA_HALF_PICTURES, TRUE, "a/b/text_model.onnx" },
    { "text_model_q4f16.onnx", KOMA_HALF_WORDS, TRUE,
      "vision_model.onnx visual_model.onnx image_model.onnx img_model.onnx" },
    { "Visual.ONNX", KOMA_HALF_PICTURES, TRUE, "Textual.onnx Text.onnx" },
    { "x-IMG-2.onnx", KOMA_HALF_PICTURES, FALSE, "x-TXT-2.onnx x-TEXT-2.onnx" },
    { "texture.onnx", KOMA_HALF_NONE, FALSE, "" },
    { "a/visual/model.onnx", KOMA_HALF_PICTURES, FALSE, "a/textual/model.onnx" },
    { "textual/model_fp16.onnx", KOMA_HALF_WORDS, FALSE, "visual/model.onnx" },
    { "visual/readme.txt", KOMA_HALF_NONE, FALSE, "" },
    { "audiovisual/model.onnx", KOMA_HALF_NONE, FALSE, "" },
    { "context.onnx", KOMA_HALF_NONE, FALSE, "" },
    { "image_text.onnx", KOMA_HALF_NONE, FALSE, "" },
    { "vision_model.tflite", KOMA_HALF_NONE, FALSE, "" },
    { "text/model.onnx", KOMA_HALF_NONE, FALSE, "" },
    { ".onnx", KOMA_HALF_NONE, FALSE, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GPtrArray) others = koma_half_names_list_others (cases[i].name, 0);
    g_autofree char *line = NULL;

    g_test_message ("%s", cases[i].name);
    g_ptr_array_add (others, NULL);
    line = g_strjoinv (" ", (char **) others->pdata);
    g_assert_cmpint (koma_half_names_find (cases[i].name), ==, cases[i].half);
    g_assert_cmpint (koma_half_names_is_usual (cases[i].name), ==, cases[i].is_usual);
    g_assert_cmpstr (line, ==, cases[i].others);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++) {
    g_autofree char *test = g_strdup_printf ("/onnx-words/layout/%s", layouts[i].words);

    g_test_add_data_func (test, &layouts[i], test_layout);
  }
  g_test_add_func ("/onnx-words/usual", test_usual);
  g_test_add_func ("/onnx-words/hash", test_hash);
  g_test_add_func ("/onnx-words/tokenizer", test_tokenizer);
  g_test_add_func ("/onnx-words/immich", test_immich);
  g_test_add_func ("/onnx-words/names", test_names);
  return g_test_run ();
}
