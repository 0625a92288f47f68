/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Vectors of pictures and words: of a model that knows eight words, and of classifiers. */
#include <math.h>

#include "engine/picture/decoder.h"
#include "tests/engine/koma/memory-fixture.h"
#include "tests/test-main.h"

#define N_COLOURS 8

static const char *const colours[] = { "red", "green", "blue", "yellow",
                                       "cyan", "magenta", "white", "black", NULL };
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

static char *
find_data (const char *name)
{
  return g_build_filename (g_getenv ("KOMA_SOURCE"), "data", name, NULL);
}

static char *
find_picture (const char *name)
{
  g_autofree char *path = g_strdup_printf ("examples/programs/colour-words/%s.png", name);

  return find_data (path);
}

static KomaGraphModel *
load (const char *name)
{
  g_autofree char *path = find_data (name);
  g_autoptr (GError) error = NULL;
  KomaGraphModel *model = koma_graph_model_load (path, &error);

  g_assert_no_error (error);
  return model;
}

static KomaGraphModel *
load_words (void)
{
  return load ("examples/programs/colour-words");
}

static float *
read_floats (KomaTensor *tensor)
{
  g_autoptr (GError) error = NULL;
  gsize  n = 0;
  float *numbers = koma_tensor_read_floats (tensor, &n, &error);

  g_assert_no_error (error);
  return numbers;
}

static int *
read_ints (KomaTensor *tensor)
{
  g_autoptr (GError) error = NULL;
  gsize n = 0;
  int  *numbers = koma_tensor_read_ints (tensor, &n, &error);

  g_assert_no_error (error);
  return numbers;
}

/* (transfer full) The numbers of a tensor [rows, width]. */
static float *
read_rows (KomaTensor *tensor,
           guint       n_rows,
           guint       width)
{
  guint      rank = 0;
  const int *shape = koma_tensor_get_shape (tensor, &rank);

  g_assert_cmpuint (rank, ==, 2);
  g_assert_cmpint (shape[0], ==, (int) n_rows);
  g_assert_cmpint (shape[1], ==, (int) width);
  g_assert_cmpint (koma_tensor_get_dtype (tensor), ==, KOMA_DTYPE_FLOAT32);
  return read_floats (tensor);
}

static void
assert_unit (const float *vector,
             guint        width)
{
  double sum = 0;

  for (guint i = 0; i < width; i++)
    sum += (double) vector[i] * vector[i];
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-5);
}

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
  g_test_add_func ("/graph-model-embed/text", test_text);
  g_test_add_func ("/graph-model-embed/image", test_image);
  g_test_add_func ("/graph-model-embed/pixels", test_pixels);
  g_test_add_func ("/graph-model-embed/classifier", test_classifier);
  g_test_add_func ("/graph-model-embed/make-classifier", test_make_classifier);
  g_test_add_func ("/graph-model-embed/prompts", test_prompts);
  g_test_add_func ("/graph-model-embed/encoder", test_encoder);
  g_test_add_func ("/graph-model-embed/bad-input", test_bad_input);
  g_test_add_func ("/graph-model-embed/threads", test_threads);
  return g_test_run ();
}
