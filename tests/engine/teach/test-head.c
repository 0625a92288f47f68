/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/teach/head-private.h"

#include <math.h>

#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define N          5
#define N_FEATURES 19 /* not a multiple of any vector's length */

static const char *const names[] = { "cat", "dog", "none" };

typedef struct
{
  KomaFeatureVector *vectors[N];
  guint              classes[N];
} Fixture;

/* The examples 0 to 2 are cats, 3 and 4 dogs; the third class has none. */
static void
fixture_init (Fixture *self)
{
  for (guint i = 0; i < N; i++) {
    float values[N_FEATURES];

    for (guint k = 0; k < N_FEATURES; k++)
      values[k] = (float) g_test_rand_double_range (0, 1);
    values[i < 3 ? 0 : 1] += 4;
    self->classes[i] = i < 3 ? 0 : 1;
    self->vectors[i] = koma_feature_vector_new (values, N_FEATURES);
  }
}

static void
fixture_clear (Fixture *self)
{
  for (guint i = 0; i < N; i++)
    koma_feature_vector_unref (self->vectors[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static KomaExamples
get_examples (const Fixture *self)
{
  return (KomaExamples){ .features = self->vectors,
                         .classes = self->classes,
                         .n = N,
                         .names = names,
                         .n_classes = G_N_ELEMENTS (names) };
}

static KomaHead *
make_nearest (const Fixture *fixture)
{
  const KomaExamples examples = get_examples (fixture);
  g_autoptr (GError) error = NULL;
  KomaHead *head = koma_head_new_nearest (&examples, &error);

  g_assert_no_error (error);
  return head;
}

static double
find_cosine (const float *a,
             const float *b)
{
  double ab = 0, aa = 0, bb = 0;

  for (guint i = 0; i < N_FEATURES; i++) {
    ab += (double) a[i] * b[i];
    aa += (double) a[i] * a[i];
    bb += (double) b[i] * b[i];
  }
  return ab / sqrt (aa * bb);
}

static void
test_vector (void)
{
  g_auto (Fixture) fixture = { 0 };
  const float zeros[N_FEATURES] = { 0 };
  g_autoptr (KomaFeatureVector) zero = koma_feature_vector_new (zeros, N_FEATURES);

  fixture_init (&fixture);
  g_assert_cmpuint (koma_feature_vector_get_n (fixture.vectors[0]), ==, N_FEATURES);
  for (guint i = 0; i < N; i++)
    g_assert_cmpfloat_with_epsilon (
      koma_feature_vector_compare (fixture.vectors[0], fixture.vectors[i]),
      find_cosine (koma_feature_vector_get_values (fixture.vectors[0]),
                   koma_feature_vector_get_values (fixture.vectors[i])),
      1e-6);
  g_assert_cmpfloat (koma_feature_vector_compare (zero, fixture.vectors[0]), ==, 0);
}

/* Against the definition in double. */
static void
test_nearest (void)
{
  g_auto (Fixture) fixture = { 0 };
  g_autoptr (KomaHead) head = NULL;
  float  x[2][N_FEATURES], scores[2][3], unlike[2];
  double votes[2] = { 0 }, nearest = -1;

  fixture_init (&fixture);
  head = make_nearest (&fixture);
  for (guint i = 0; i < N_FEATURES; i++) {
    x[0][i] = koma_feature_vector_get_values (fixture.vectors[3])[i] * 7;
    x[1][i] = (float) g_test_rand_double_range (0, 1);
  }
  koma_head_score (head, x[0], 2, scores[0], unlike);
  g_assert_cmpfloat (scores[0][1], >, 0.9);
  g_assert_cmpfloat_with_epsilon (unlike[0], 0, 1e-6);
  for (guint i = 0; i < N; i++) {
    const double cosine = find_cosine (koma_feature_vector_get_values (fixture.vectors[i]), x[1]);

    votes[fixture.classes[i]] += exp (40 * cosine);
    nearest = MAX (nearest, cosine);
  }
  g_assert_cmpfloat_with_epsilon (scores[1][0], votes[0] / (votes[0] + votes[1]), 1e-4);
  g_assert_cmpfloat_with_epsilon (scores[1][2], 0, 1e-6);
  g_assert_cmpfloat_with_epsilon (unlike[1], 1 - nearest, 1e-5);
}

/* Scores of any input sum to 1. */
static void
test_zeros (void)
{
  g_auto (Fixture) fixture = { 0 };
  g_autoptr (KomaHead) head = NULL;
  const float x[N_FEATURES] = { 0 };
  float       scores[3], unlike = 0;

  fixture_init (&fixture);
  head = make_nearest (&fixture);
  koma_head_score (head, x, 1, scores, &unlike);
  g_assert_cmpfloat_with_epsilon (scores[0] + scores[1] + scores[2], 1, 1e-6);
  g_assert_cmpfloat (unlike, ==, 1);
}

/* Relu (x0 - 1), x1 + x2 → two classes, in numbers that can be followed. */
static void
test_dense (void)
{
  g_auto (Fixture) fixture = { 0 };
  KomaExamples examples = { 0 };
  g_autoptr (GError) error = NULL;
  KomaDenseLayers *layers = koma_dense_layers_new (N_FEATURES, 2, 3);
  g_autoptr (KomaHead) head = NULL, cautious = NULL;
  float       x[N_FEATURES] = { 0.5f, 1, 2 }, scores[3], softer[3], unlike = -1;
  const float last[] = { 1, 0, 0, 1, 0, 0 };
  double      sum = 0;

  layers->layers[0].weights[0] = 1;
  layers->layers[0].bias[0] = -1;
  layers->layers[0].weights[N_FEATURES + 1] = 1;
  layers->layers[0].weights[N_FEATURES + 2] = 1;
  memcpy (layers->layers[1].weights, last, sizeof last);
  layers->layers[1].bias[2] = 0.5f;
  fixture_init (&fixture);
  examples = get_examples (&fixture);
  head = koma_head_new_dense (&examples, layers, &error);
  g_assert_no_error (error);
  koma_head_score (head, x, 1, scores, &unlike);
  sum = exp (0) + exp (3) + exp (0.5);
  g_assert_cmpfloat_with_epsilon (scores[0], exp (0) / sum, 1e-6);
  g_assert_cmpfloat_with_epsilon (scores[1], exp (3) / sum, 1e-6);
  g_assert_cmpfloat_with_epsilon (scores[2], exp (0.5) / sum, 1e-6);
  g_assert_cmpfloat (unlike, >, 0);

  cautious = koma_head_new_calibrated (head, &(KomaCalibration){ 2, 0.7, 0.3 });
  koma_head_score (cautious, x, 1, softer, NULL);
  sum = exp (0) + exp (1.5) + exp (0.25);
  g_assert_cmpfloat_with_epsilon (softer[1], exp (1.5) / sum, 1e-6);
  g_assert_cmpfloat (koma_head_get_calibration (cautious)->sure_from, ==, 0.7);
  g_assert_cmpint (koma_head_get_kind (cautious), ==, KOMA_HEAD_DENSE);
  g_assert_cmpstr (koma_head_get_names (cautious)[1], ==, "dog");
}

static void
test_bad_examples (void)
{
  g_auto (Fixture) fixture = { 0 };
  KomaExamples examples = { 0 };
  g_autoptr (GError) error = NULL;
  const float values[N_FEATURES] = { 1, NAN };

  fixture_init (&fixture);
  examples = get_examples (&fixture);
  examples.n = 0;
  g_assert_null (koma_head_new_nearest (&examples, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  examples.n = N;
  fixture.classes[4] = 3;
  g_assert_null (koma_head_new_nearest (&examples, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  fixture.classes[4] = 1;
  koma_feature_vector_unref (fixture.vectors[4]);
  fixture.vectors[4] = koma_feature_vector_new (values, N_FEATURES);
  g_assert_null (koma_head_new_nearest (&examples, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  koma_feature_vector_unref (fixture.vectors[4]);
  fixture.vectors[4] = koma_feature_vector_new (values, 1);
  g_assert_null (koma_head_new_nearest (&examples, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/head/vector", test_vector);
  g_test_add_func ("/head/nearest", test_nearest);
  g_test_add_func ("/head/zeros", test_zeros);
  g_test_add_func ("/head/dense", test_dense);
  g_test_add_func ("/head/bad-examples", test_bad_examples);
  return g_test_run ();
}
