/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Halves of a model of pictures and words that are alone, several, or do not fit. */
#include "engine/koma/koma-error.h"
#include "engine/model/purpose.h"
#include "onnx-words-fixture.h"
#include "tests/test-main.h"

/* A half without the other is what it was before. */
static void
test_alone (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  words_put (&folder, "words-pictures-fixed.onnx", "vision_model.onnx");
  model = words_load (&folder, "", &error);
  g_assert_no_error (error);
  g_assert_cmpint (koma_model_get_purpose (model), !=, KOMA_PURPOSE_WORDS);
  g_assert_cmpstr (koma_model_get_format (model), ==, "ONNX");
  words_put (&folder, "words-texts.onnx", "other.onnx");
  words_assert_fails (&folder, "other.onnx", KOMA_ERROR_UNSUPPORTED, "input_ids", "open in size");
}

/* Two models whose names differ in a word. */
static void
test_others (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;
  g_autoptr (KomaModel) scores = NULL;
  g_autoptr (GError) error = NULL;

  folder_init (&folder);
  words_put (&folder, "words-pictures-fixed.onnx", "image.onnx");
  words_put (&folder, "words-pictures-fixed.onnx", "text.onnx");
  model = words_load (&folder, "image.onnx", &error);
  g_assert_no_error (error);
  g_assert_cmpint (koma_model_get_purpose (model), !=, KOMA_PURPOSE_WORDS);
  words_put (&folder, "words-pictures-scores.onnx", "image.onnx");
  words_put (&folder, "words-texts.onnx", "text.onnx");
  scores = words_load (&folder, "image.onnx", &error);
  g_assert_no_error (error);
  g_assert_cmpint (koma_model_get_purpose (scores), !=, KOMA_PURPOSE_WORDS);
}

static void
test_bad (void)
{
  static const struct
  {
    const char *words;
    int         code;
    const char *says[2];
  } cases[] = {
    { "words-texts-wide.onnx", KOMA_ERROR_SHAPE, { "_embeds” has 3", "text_model.onnx has 4" } },
    { "words-texts-hidden.onnx", KOMA_ERROR_SHAPE, { "text_model.onnx", "last_hidden_state" } },
    { "words-texts-places.onnx", KOMA_ERROR_UNSUPPORTED, { "text_model.onnx", "position_ids" } },
  };
  g_auto (Folder) folder = { 0 };

  folder_init (&folder);
  words_put_pair (&folder);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    words_put (&folder, cases[i].words, "text_model.onnx");
    words_assert_fails (&folder, "", cases[i].code, cases[i].says[0], cases[i].says[1]);
    words_assert_fails (&folder, "text_model.onnx", cases[i].code, cases[i].says[0],
                        cases[i].says[1]);
  }
  folder_write (&folder, "text_model.onnx", "\xff\xff\xff", 3);
  words_assert_fails (&folder, "", KOMA_ERROR_MODEL, "text_model.onnx", "damaged");
  words_put_pair (&folder);
  folder_write (&folder, "config.json", "[]", -1);
  words_assert_fails (&folder, "", KOMA_ERROR_MODEL, "config.json", "object");
  folder_write_json (&folder, "config.json", "{'model_type':");
  words_assert_fails (&folder, "", KOMA_ERROR_MODEL, "config.json", "");
}

/* Nobody can tell which one is meant. */
static void
test_several (void)
{
  g_auto (Folder) folder = { 0 };
  g_auto (Folder) two = { 0 };

  folder_init (&folder);
  words_put (&folder, "words-pictures.onnx", "visual.onnx");
  words_put (&folder, "words-texts.onnx", "textual.onnx");
  words_put (&folder, "words-texts.onnx", "text.onnx");
  words_assert_fails (&folder, "visual.onnx", KOMA_ERROR_SEVERAL_MODELS, "visual.onnx",
                      "text.onnx");
  folder_init (&two);
  words_put (&two, "words-pictures.onnx", "a_image.onnx");
  words_put (&two, "words-texts.onnx", "a_text_fp16.onnx");
  words_put (&two, "words-texts.onnx", "a_text_int8.onnx");
  words_assert_fails (&two, "", KOMA_ERROR_SEVERAL_MODELS, "a_text_fp16.onnx", "a_text_int8.onnx");
  words_put (&two, "words-texts.onnx", "a_text.onnx");
  words_put (&two, "words-pictures.onnx", "b_image.onnx");
  words_put (&two, "words-texts.onnx", "b_text.onnx");
  words_assert_fails (&two, "", KOMA_ERROR_SEVERAL_MODELS, "a_image.onnx, b_image.onnx", "folder");
}

/* The files of several precisions are one model, the best of which is taken. */
static void
test_variants (void)
{
  g_auto (Folder) folder = { 0 };
  g_autoptr (KomaModel) model = NULL;

  folder_init (&folder);
  words_put_pair (&folder);
  words_put (&folder, "words-pictures.onnx", "vision_model_quantized.onnx");
  words_put (&folder, "words-texts.onnx", "text_model_quantized.onnx");
  words_put (&folder, "words-texts.onnx", "text_model_int8.onnx");
  model = words_open (&folder, "");
  g_assert_true (g_str_has_suffix (koma_model_get_path (model), "/vision_model.onnx"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/onnx-words/alone", test_alone);
  g_test_add_func ("/onnx-words/others", test_others);
  g_test_add_func ("/onnx-words/bad", test_bad);
  g_test_add_func ("/onnx-words/several", test_several);
  g_test_add_func ("/onnx-words/variants", test_variants);
  return g_test_run ();
}
