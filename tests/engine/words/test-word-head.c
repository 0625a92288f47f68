/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Words that change while a model is in use: the vector of a picture tells the scores that the
 * whole graph computes. */
#include <math.h>

#include "engine/classify/classifier.h"
#include "engine/koma/koma-error.h"
#include "engine/words/word-classes.h"
#include "tests/test-main.h"

#define N_PICTURES 3

static KomaModel *
load (const KomaModelOptions *options) /* (nullable) */
{
  g_autofree char *path = g_strconcat (g_getenv ("KOMA_SOURCE"),
                                       "/data/examples/programs/colour-words", NULL);
  g_autoptr (GError) error = NULL;
  KomaModel *model = koma_model_load (path, options, NULL, NULL, &error);

  g_assert_no_error (error);
  return model;
}

static KomaModel *
set (KomaModel  *model,
     const char *classes,
     const char *prompts)
{
  g_autoptr (GError) error = NULL;
  KomaModel *classifier = koma_word_classes_set (model, classes, prompts, &error);

  g_assert_no_error (error);
  return classifier;
}

/* Of each picture, as the classifier gives them. */
typedef struct
{
  float logits[N_PICTURES][4];
  float vectors[N_PICTURES][3];
  guint n_words;
  gsize input_size;
} Seen;

static void
fill_input (guint    index,
            float   *ret_input,
            gpointer user_data)
{
  const Seen *seen = user_data;

  for (gsize i = 0; i < seen->input_size; i++)
    ret_input[i] = i % 3 == index ? 1 : -0.5f;
}

static void
take_scores (guint        index,
             const float *scores,
             gpointer     user_data)
{
  Seen *seen = user_data;

  memcpy (seen->logits[index], scores, seen->n_words * sizeof *scores);
}

static void
take_vector (guint        index,
             const float *vector,
             guint        width,
             gpointer     user_data)
{
  Seen *seen = user_data;

  g_assert_cmpuint (width, ==, 3);
  memcpy (seen->vectors[index], vector, width * sizeof *vector);
}

static void
look (KomaModel *classifier,
      Seen      *ret_seen)
{
  const KomaSessionOptions options = { .backend = "cpu", .batch = 2, .is_batch_flexible = TRUE };
  const KomaPictureWork    work = { fill_input, take_scores, ret_seen, take_vector };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaClassifier) pictures = koma_classifier_new (koma_model_get_graph (classifier),
                                                             koma_model_get_output (classifier),
                                                             &options, &error);

  g_assert_no_error (error);
  ret_seen->n_words = koma_classifier_get_n_classes (pictures);
  ret_seen->input_size = koma_classifier_get_input_size (pictures);
  g_assert_true (koma_classifier_run (pictures, N_PICTURES, &work, &error));
  g_assert_no_error (error);
}

static void
test_score (void)
{
  g_autoptr (KomaModel) model = load (NULL);
  g_autoptr (KomaModel) classifier = set (model, "red, green, blue, dark yellow", NULL);
  const KomaWordHead *head = koma_word_head_find (classifier);
  Seen                seen = { 0 };
  float               scores[4] = { 0 };

  look (classifier, &seen);
  g_assert_cmpuint (seen.n_words, ==, 4);
  for (guint p = 0; p < N_PICTURES; p++) {
    double length = 0;

    for (guint i = 0; i < 3; i++)
      length += seen.vectors[p][i] * seen.vectors[p][i];
    g_assert_cmpfloat_with_epsilon (length, 1, 1e-5);
    koma_word_head_score (head, seen.vectors[p], scores);
    for (guint w = 0; w < 4; w++)
      g_assert_cmpfloat_with_epsilon (scores[w], seen.logits[p][w],
                                      1e-5 * MAX (fabsf (scores[w]), 1));
    for (guint w = 0; w < 3; w++)
      g_assert_cmpfloat (scores[w], <=, scores[p]);
  }
}

/* A text goes through the model once, in whichever list it stands. */
static void
test_memory (void)
{
  g_autoptr (KomaModel) model = load (NULL);
  g_autoptr (KomaModel) one = set (model, "red, green", NULL);
  KomaWordSpace *space = koma_word_head_get_space (koma_word_head_find (one));
  g_autoptr (KomaModel) two = NULL, three = NULL, four = NULL;

  g_assert_cmpuint (koma_word_space_get_n_encoded (space), ==, 2);
  two = set (one, "green, blue, red", NULL);
  g_assert_true (koma_word_head_get_space (koma_word_head_find (two)) == space);
  g_assert_cmpuint (koma_word_space_get_n_encoded (space), ==, 3);
  three = set (two, "red", "{}\n\n a very {} thing ");
  g_assert_cmpuint (koma_word_space_get_n_encoded (space), ==, 5);
  four = set (three, "red, green", NULL);
  g_assert_cmpuint (koma_word_space_get_n_encoded (space), ==, 5);
  g_assert_cmpstr (koma_model_get_hash (one), ==, koma_model_get_hash (four));
  g_assert_cmpstr (koma_model_get_hash (one), !=, koma_model_get_hash (two));
  g_assert_cmpstr (koma_word_classes_get_file_hash (one), ==, koma_model_get_hash (model));
  g_assert_cmpstr (koma_word_classes_get_file_hash (model), ==, koma_model_get_hash (model));
  g_assert_cmpstr (koma_model_get_hash (two), !=, koma_model_get_hash (three));
}

/* What was chosen comes back as one text, which means the same. */
static void
test_text (void)
{
  static const char *const cases[][2] = {
    { "red,green", "red, green" },
    { "red\ngreen\n", "red, green" },
    { "red, dark\ngreen", "red, dark\ngreen" },
  };
  g_autoptr (KomaModel) model = load (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (KomaModel) classifier = set (model, cases[i][0], "{}\n a {} ");
    g_autoptr (KomaModel) again = NULL;
    const KomaWordHead *head = koma_word_head_find (classifier);
    g_autofree char    *classes = koma_word_head_dup_text (head, KOMA_PART_CLASSES);
    g_autofree char    *prompts = koma_word_head_dup_text (head, KOMA_PART_PROMPTS);

    g_assert_cmpstr (classes, ==, cases[i][1]);
    g_assert_cmpstr (prompts, ==, "{}\na {}");
    again = set (classifier, classes, prompts);
    g_assert_cmpstr (koma_model_get_hash (again), ==, koma_model_get_hash (classifier));
  }
}

/* What no word is about: the first class, by the recipe. Pictures of other colours are none. */
static void
test_none (void)
{
  const KomaModelOptions options = { .parts = { [KOMA_PART_BACKGROUND] = "first" } };
  g_autoptr (KomaModel) model = load (&options);
  g_autoptr (KomaModel) classifier = set (model, "red, green", NULL);
  g_autoptr (KomaModel) without = NULL;
  KomaLabels *labels = koma_model_get_labels (classifier);
  Seen        seen = { 0 };

  g_assert_cmpuint (koma_labels_get_n (labels), ==, 3);
  g_assert_cmpstr (koma_labels_get (labels, 0), ==, KOMA_NONE_OF_THESE);
  g_assert_true (koma_labels_is_background (labels, 0));
  g_assert_cmpuint (koma_labels_count_classes (labels), ==, 2);
  look (classifier, &seen);
  g_assert_cmpuint (seen.n_words, ==, 3);
  g_assert_cmpfloat (seen.logits[0][1], >, seen.logits[0][0]);
  g_assert_cmpfloat (seen.logits[1][2], >, seen.logits[1][0]);
  g_assert_cmpfloat (seen.logits[2][0], >, seen.logits[2][1]);
  g_assert_cmpfloat (seen.logits[2][0], >, seen.logits[2][2]);

  g_clear_pointer (&model, koma_model_unref);
  model = load (NULL);
  without = set (model, "red, green", NULL);
  g_assert_cmpstr (koma_model_get_hash (classifier), !=, koma_model_get_hash (without));
}

/* No classes, and a model that knows no words: it stays. */
static void
test_stays (void)
{
  g_autofree char *path = g_strconcat (g_getenv ("KOMA_SOURCE"), "/data/models/shogi", NULL);
  g_autoptr (KomaModel) shogi = koma_model_load (path, NULL, NULL, NULL, NULL);
  g_autoptr (KomaModel) words = load (NULL);
  g_autoptr (KomaModel) same = set (shogi, "red, green", NULL);
  g_autoptr (KomaModel) still = set (words, NULL, "a {}");
  g_autoptr (GError) error = NULL;

  g_assert_true (same == shogi);
  g_assert_true (still == words);
  g_assert_null (koma_word_head_find (words));
  g_assert_null (koma_word_classes_set (words, " , ", NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

/* The options' classes are kept with the model, and who said so. */
static void
test_options (void)
{
  const KomaModelOptions options = { .parts = { [KOMA_PART_CLASSES] = "red, green" } };
  g_autoptr (KomaModel) model = load (&options);
  g_autoptr (KomaModel) other = load (NULL);
  g_autoptr (KomaModel) classifier = NULL;

  g_assert_cmpstr (koma_model_get_text (model, KOMA_PART_CLASSES), ==, "red, green");
  g_assert_null (koma_model_get_text (model, KOMA_PART_PROMPTS));
  g_assert_null (koma_model_get_text (other, KOMA_PART_CLASSES));
  classifier = set (model, koma_model_get_text (model, KOMA_PART_CLASSES), NULL);
  g_assert_cmpint (koma_model_get_recipe (classifier, NULL)->sources[KOMA_PART_LABELS], ==,
                   KOMA_SOURCE_OPTION);
  g_assert_nonnull (koma_model_get_picture_recipe (classifier));
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/word-head/score", test_score);
  g_test_add_func ("/word-head/memory", test_memory);
  g_test_add_func ("/word-head/text", test_text);
  g_test_add_func ("/word-head/none", test_none);
  g_test_add_func ("/word-head/stays", test_stays);
  g_test_add_func ("/word-head/options", test_options);
  return g_test_run ();
}
