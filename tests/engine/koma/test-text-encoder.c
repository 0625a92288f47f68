/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts as tokens and vectors, the whole model at once, and what is refused. */
#include <math.h>

#include "tests/test-main.h"
#include "words-fixture.h"

/* As tests/engine/formats/make-colour-words.py has them. */
static const float signs[N_COLOURS][3] = {
  { 1, -1, -1 },
  { -1, 1, -1 },
  { -1, -1, 1 },
  { 1, 1, -1 },
  { -1, 1, 1 },
  { 1, -1, 1 },
  { 1, 1, 1 },
  { -1, -1, -1 },
};

static void
test_text (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaGraphModel) model = load_words ();
  g_autoptr (GError) error = NULL;
  KomaTensor       *vectors = koma_graph_model_embed_text (model, colours, &error);
  g_autofree float *numbers = NULL;

  g_assert_no_error (error);
  g_assert_true (koma_graph_model_knows_words (model));
  numbers = read_rows (vectors, N_COLOURS, 3);
  for (guint c = 0; c < N_COLOURS; c++)
    for (guint i = 0; i < 3; i++)
      g_assert_cmpfloat_with_epsilon (numbers[3 * c + i], signs[c][i] / sqrt (3), 1e-6);
}

static void
test_encoder (void)
{
  static const char *const    texts[] = { "Red", "red green", "", NULL };
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaGraphModel) model = load_words ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTextEncoder) encoder = koma_text_encoder_new (model, &error);
  KomaTensor       *ids = NULL;
  g_autofree int   *tokens = NULL;
  g_autofree float *vectors = NULL;

  g_assert_no_error (error);
  g_clear_object (&model);
  g_assert_cmpuint (koma_text_encoder_get_context_length (encoder), ==, 16);
  g_assert_cmpuint (koma_text_encoder_get_width (encoder), ==, 3);
  ids = koma_text_encoder_tokenize (encoder, texts, &error);
  g_assert_cmpint (koma_tensor_get_dtype (ids), ==, KOMA_DTYPE_INT32);
  tokens = read_ints (ids);
  g_assert_no_error (error);
  /* Begin and end are the same for all, “red” is for the first two. */
  for (guint i = 1; i < 3; i++)
    g_assert_cmpint (tokens[16 * i], ==, tokens[0]);
  g_assert_cmpint (tokens[17], ==, tokens[1]);
  g_assert_cmpint (tokens[19], ==, tokens[2]);
  g_assert_cmpint (tokens[33], ==, tokens[2]);
  g_assert_cmpint (tokens[18], !=, tokens[1]);
  vectors = read_rows (koma_text_encoder_encode (encoder, texts, &error), 3, 3);
  assert_unit (vectors, 3);
  assert_unit (vectors + 3, 3);
  g_assert_cmpfloat (vectors[6], ==, 0);
}

/* The whole model at once, by the names of its inputs: 3 times the cosine. */
static void
test_execute (void)
{
  static const char *const    names[] = { "pixel_values", "input_ids", NULL };
  static const char *const    scores[] = { "logits_per_image", NULL };
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaGraphModel) model = load_words ();
  g_autoptr (KomaTextEncoder) encoder = koma_text_encoder_new (model, NULL);
  g_autofree char  *path = find_picture ("rose");
  const char *const paths[] = { path, NULL };
  g_autoptr (GError) error = NULL;
  KomaTensor *inputs[] = { koma_graph_model_read_picture (model, path, &error),
                           koma_text_encoder_tokenize (encoder, colours, &error) };
  g_autoptr (GPtrArray) found =
    koma_graph_model_execute (model, names, inputs, 2, scores, &error);
  KomaTensor       *image = koma_graph_model_embed_image (model, paths, &error);
  KomaTensor       *words = koma_graph_model_embed_text (model, colours, &error);
  g_autofree float *cosines =
    read_floats (koma_tensor_mat_mul (image, words, FALSE, TRUE, &error));
  g_autofree float *logits = NULL;

  g_assert_no_error (error);
  logits = read_rows (found->pdata[0], 1, N_COLOURS);
  for (guint i = 0; i < N_COLOURS; i++)
    g_assert_cmpfloat_with_epsilon (logits[i], 3 * cosines[i], 1e-5);
}

static void
assert_refused (KomaTensor *tensor,
                GError     *error, /* (transfer full) */
                const char *words)
{
  g_autoptr (GError) owned = error;

  g_assert_null (tensor);
  g_assert_error (owned, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_assert_nonnull (strstr (owned->message, "colour-words"));
  g_assert_nonnull (strstr (owned->message, words));
}

static void
test_bad_input (void)
{
  static const char *const none[] = { NULL };
  static const char *const broken[] = { "red", "\xff", NULL };
  const char *const        missing[] = { "/nonexistent/a.jpg", NULL };
  g_autoptr (KomaGraphModel) model = load_words ();
  g_autoptr (KomaGraphModel) classifier = NULL;
  GError *error = NULL;
  g_autoptr (GError) lost = NULL;
  g_autoptr (KomaTextEncoder) encoder = koma_text_encoder_new (model, NULL);
  KomaTensor *tensor = koma_graph_model_embed_text (model, none, &error);

  assert_refused (tensor, g_steal_pointer (&error), "no texts");
  tensor = koma_graph_model_embed_text (model, broken, &error);
  assert_refused (tensor, g_steal_pointer (&error), "text 2 is not UTF-8");
  tensor = koma_text_encoder_tokenize (encoder, broken, &error);
  assert_refused (tensor, g_steal_pointer (&error), "text 2 is not UTF-8");
  tensor = koma_graph_model_embed_image (model, none, &error);
  assert_refused (tensor, g_steal_pointer (&error), "no pictures");
  classifier = koma_graph_model_make_classifier (model, none, NULL, &error);
  assert_refused ((gpointer) classifier, g_steal_pointer (&error), "0 classes");
  classifier = koma_graph_model_make_classifier (model, broken, NULL, &error);
  assert_refused ((gpointer) classifier, g_steal_pointer (&error), "class 2");
  classifier = koma_graph_model_make_classifier (model, colours, broken, &error);
  assert_refused ((gpointer) classifier, g_steal_pointer (&error), "prompt 2");
  g_assert_null (koma_graph_model_embed_image (model, missing, &lost));
  g_assert_error (lost, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (lost->message, "a.jpg"));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/text-encoder/text", test_text);
  g_test_add_func ("/text-encoder/encoder", test_encoder);
  g_test_add_func ("/text-encoder/execute", test_execute);
  g_test_add_func ("/text-encoder/bad-input", test_bad_input);
  return g_test_run ();
}
