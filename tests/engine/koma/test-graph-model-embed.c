/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Vectors of pictures, of a model that knows words and of classifiers; classes that are words. */
#include <math.h>

#include "engine/picture/decoder.h"
#include "tests/test-main.h"
#include "words-fixture.h"

static const struct
{
  const char *picture;
  const char *word;
} pictures[] = {
  { "rose", "red" },
  { "meadow", "green" },
  { "sky", "blue" },
  { "sun", "yellow" },
  { "snow", "white" },
  { "night", "black" },
};

/* Each picture is nearest to its word. */
static void
test_image (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaGraphModel) model = load_words ();
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  KomaTensor       *vectors = NULL, *words = NULL, *cosines = NULL;
  g_autofree float *numbers = NULL;
  g_autofree int   *best = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    g_ptr_array_add (paths, find_picture (pictures[i].picture));
  g_ptr_array_add (paths, NULL);
  vectors = koma_graph_model_embed_image (model, (const char *const *) paths->pdata, &error);
  g_assert_no_error (error);
  numbers = read_rows (vectors, G_N_ELEMENTS (pictures), 3);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    assert_unit (numbers + 3 * i, 3);
  words = koma_graph_model_embed_text (model, colours, &error);
  cosines = koma_tensor_mat_mul (vectors, words, FALSE, TRUE, &error);
  best = read_ints (koma_tensor_arg_max (cosines, -1, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    g_assert_cmpstr (colours[best[i]], ==, pictures[i].word);
}

static KomaTensor *
embed_pixels (KomaGraphModel *model,
              const char     *path,
              gsize           n_missing,
              GError        **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (KomaPicture) picture = koma_decoder_decode_file (file, 1, NULL, NULL);

  g_assert_nonnull (picture);
  return koma_graph_model_embed_pixels (
    model, picture->rgb, picture->stride * (picture->height - 1) + 3 * picture->width - n_missing,
    picture->width, picture->height, picture->stride, error);
}

/* Those in memory are as good as the file. */
static void
test_pixels (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaGraphModel) model = load_words ();
  g_autofree char  *path = find_picture ("sky");
  const char *const paths[] = { path, NULL };
  g_autoptr (GError) error = NULL;
  KomaTensor       *from_file = koma_graph_model_embed_image (model, paths, &error);
  KomaTensor       *from_pixels = embed_pixels (model, path, 0, &error);
  g_autofree float *a = NULL, *b = NULL;

  g_assert_no_error (error);
  a = read_rows (from_file, 1, 3);
  b = read_rows (from_pixels, 1, 3);
  g_assert_cmpmem (a, 3 * sizeof *a, b, 3 * sizeof *b);
  g_assert_null (embed_pixels (model, path, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

/* What any classifier computes before its last layer; words it knows none. */
static void
test_classifier (void)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaGraphModel) model = load ("models/shogi");
  g_autofree char  *rook = find_data ("samples/07-rook.jpg");
  g_autofree char  *king = find_data ("samples/08-king.jpg");
  const char *const paths[] = { rook, king, rook, NULL };
  g_autoptr (GError) error = NULL;
  KomaTensor       *vectors = koma_graph_model_embed_image (model, paths, &error);
  g_autofree float *cosines = NULL;

  g_assert_no_error (error);
  cosines = read_floats (koma_tensor_mat_mul (vectors, vectors, FALSE, TRUE, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (cosines[0], 1, 1e-5);
  g_assert_cmpfloat_with_epsilon (cosines[2], 1, 1e-5);
  g_assert_cmpfloat (cosines[1], <, 0.9);
  g_assert_false (koma_graph_model_knows_words (model));
  g_assert_null (koma_graph_model_embed_text (model, colours, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_true (g_str_has_prefix (error->message, koma_graph_model_get_path (model)));
  g_assert_nonnull (strstr (error->message, "knows no words"));
  g_clear_error (&error);
  g_assert_null (koma_graph_model_make_classifier (model, colours, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
}

/* The softmax of 3 times the cosines. */
static void
test_make_classifier (void)
{
  g_autoptr (KomaGraphModel) model = load_words ();
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraphModel) classifier =
    koma_graph_model_make_classifier (model, colours, NULL, &error);

  g_assert_no_error (error);
  g_clear_object (&model);
  g_assert_cmpuint (koma_graph_model_get_n_labels (classifier), ==, N_COLOURS);
  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++) {
    g_autofree char *path = find_picture (pictures[i].picture);
    g_autoptr (GPtrArray) found = koma_graph_model_classify (classifier, path, N_COLOURS, &error);
    double sum = 0;

    g_assert_no_error (error);
    g_assert_cmpstr (((KomaPrediction *) found->pdata[0])->label, ==, pictures[i].word);
    for (guint k = 0; k < found->len; k++)
      sum += ((KomaPrediction *) found->pdata[k])->score;
    g_assert_cmpfloat_with_epsilon (sum, 1, 1e-5);
  }
}

/* A class is the mean of its prompts: “green” weighs as much here as the class. */
static void
test_prompts (void)
{
  static const char *const    words[] = { "blue", "red", NULL };
  static const char *const    prompts[] = { "{} and green", NULL };
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaGraphModel) model = load_words ();
  g_autofree char *path = find_picture ("sun"); /* yellow: red and green */
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGraphModel) plain =
    koma_graph_model_make_classifier (model, words, NULL, &error);
  g_autoptr (KomaGraphModel) prompted =
    koma_graph_model_make_classifier (model, words, prompts, &error);
  g_autoptr (GPtrArray) before = koma_graph_model_classify (plain, path, 1, &error);
  g_autoptr (GPtrArray) after = koma_graph_model_classify (prompted, path, 1, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (((KomaPrediction *) after->pdata[0])->label, ==, "red");
  g_assert_cmpfloat (((KomaPrediction *) after->pdata[0])->score, !=,
                     ((KomaPrediction *) before->pdata[0])->score);
}

/* No classifier as it is. */
static void
test_no_classes (void)
{
  g_autoptr (KomaGraphModel) model = load_words ();
  g_autofree char *path = find_picture ("rose");
  g_autoptr (GError) error = NULL;

  g_assert_null (koma_graph_model_classify (model, path, 1, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_true (g_str_has_prefix (error->message, koma_graph_model_get_path (model)));
  g_assert_nonnull (strstr (error->message, "needs words"));
}

static gpointer
embed_elsewhere (gpointer data)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autofree char            *path = find_picture ("rose");
  const char *const           paths[] = { path, NULL };
  g_autofree float           *text =
    read_floats (koma_graph_model_embed_text (data, colours, NULL));
  g_autofree float *image =
    read_floats (koma_graph_model_embed_image (data, paths, NULL));

  g_assert_nonnull (image);
  g_assert_cmpfloat_with_epsilon (text[0], 1 / sqrt (3), 1e-6);
  return NULL;
}

/* Threads ask one model at once; each part is compiled once for each. */
static void
test_threads (void)
{
  g_autoptr (KomaGraphModel) model = load_words ();
  const guint n_programs = koma_environment_get_n_programs (koma_environment_get ());
  GThread    *threads[3];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("embed", embed_elsewhere, model);
  embed_elsewhere (model);
  embed_elsewhere (model);
  g_assert_cmpuint (koma_environment_get_n_programs (koma_environment_get ()), ==, n_programs + 2);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_clear_object (&model);
  g_assert_cmpuint (koma_environment_get_n_programs (koma_environment_get ()), ==, n_programs);
  assert_memory (0, 0, 0);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graph-model-embed/image", test_image);
  g_test_add_func ("/graph-model-embed/pixels", test_pixels);
  g_test_add_func ("/graph-model-embed/classifier", test_classifier);
  g_test_add_func ("/graph-model-embed/make-classifier", test_make_classifier);
  g_test_add_func ("/graph-model-embed/prompts", test_prompts);
  g_test_add_func ("/graph-model-embed/no-classes", test_no_classes);
  g_test_add_func ("/graph-model-embed/threads", test_threads);
  return g_test_run ();
}
