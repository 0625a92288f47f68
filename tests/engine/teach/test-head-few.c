/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A head that learned from one example a class, or from five: how often it is right, beside the
 * nearest mean and logistic regression of the features as they are. Features are made by chance, of
 * several kinds, from a seed that is always the same; what is compared are means over draws. */
#include "engine/teach/head-train.h"
#include "engine/teach/standard-score.h"

#include <math.h>

#include "engine/training/random.h"
#include "tests/test-main.h"

#define N_FEATURES  96
#define MAX_CLASSES 10
#define MAX_EACH    5
#define MAX_LEARNED (MAX_CLASSES * MAX_EACH)
#define N_TRIED     200
#define POINTS      3.0
#define N_STEPS     200

typedef enum {
  ALIKE,  /* all features alike */
  SIZES,  /* of sizes that differ by powers */
  RELU,   /* as behind a ReLU: many zeros, and sizes that differ */
  HIDDEN, /* large ones that say nothing hide small ones that do */
  SHARED, /* what features have in common says nothing */
  N_KINDS,
} Kind;

static const char *const kind_names[N_KINDS] = { "alike", "sizes", "relu", "hidden", "shared" };

/* One draw: where classes are, what is learned, what is tried. */
typedef struct
{
  Kind       kind;
  guint      n_classes, n_each;
  KomaRandom random;
  float      sizes[N_FEATURES];
  float      common[N_FEATURES];
  float      places[MAX_CLASSES][N_FEATURES];
  float      learned[MAX_LEARNED][N_FEATURES];
  float      tried[N_TRIED][N_FEATURES];
} Draw;

static float
normal (Draw *self)
{
  return (float) koma_random_normal (&self->random);
}

static void
draw_places (Draw *self)
{
  static const float spreads[N_KINDS] = { 0, 1, 0.7f, 0.3f, 0 };
  const guint        n_hiding = N_FEATURES / 8;

  for (guint k = 0; k < N_FEATURES; k++) {
    self->sizes[k] = expf (spreads[self->kind] * normal (self));
    self->common[k] = normal (self);
    if (self->kind == HIDDEN && k < n_hiding)
      self->sizes[k] *= 8;
    for (guint c = 0; c < self->n_classes; c++)
      self->places[c][k] = self->kind == HIDDEN && k < n_hiding ? 0
                           : self->kind == RELU                 ? 0.5f * normal (self) - 0.7f
                                                                : 0.4f * normal (self);
  }
}

static void
draw_example (Draw  *self,
              guint  c,
              float *ret_values)
{
  const float shared = self->kind == SHARED ? 0.5f * normal (self) : 0;

  for (guint k = 0; k < N_FEATURES; k++) {
    float value = self->places[c][k] + normal (self) + shared * self->common[k];

    if (self->kind == RELU)
      value = MAX (value, 0);
    ret_values[k] = value * self->sizes[k];
  }
}

static void
draw_init (Draw *self,
           Kind  kind,
           guint n_classes,
           guint n_each,
           guint seed)
{
  self->kind = kind;
  self->n_classes = n_classes;
  self->n_each = n_each;
  self->random = (KomaRandom){ seed };
  draw_places (self);
  for (guint i = 0; i < n_classes * n_each; i++)
    draw_example (self, i % n_classes, self->learned[i]);
  for (guint i = 0; i < N_TRIED; i++)
    draw_example (self, i % n_classes, self->tried[i]);
}

/* How much of what was tried is right, in per cent. */
static double
count_right (const Draw  *self,
             const float *weights, /* [n_classes, N_FEATURES] */
             const float *bias)    /* [n_classes] */
{
  guint n_right = 0;

  for (guint i = 0; i < N_TRIED; i++) {
    float best = -INFINITY;
    guint answer = 0;

    for (guint c = 0; c < self->n_classes; c++) {
      float score = bias[c];

      for (guint k = 0; k < N_FEATURES; k++)
        score += weights[c * N_FEATURES + k] * self->tried[i][k];
      if (score > best) {
        best = score;
        answer = c;
      }
    }
    n_right += answer == i % self->n_classes;
  }
  return 100.0 * n_right / N_TRIED;
}

static double
try_nearest_mean (const Draw *self)
{
  float weights[MAX_CLASSES * N_FEATURES] = { 0 };
  float bias[MAX_CLASSES] = { 0 };

  for (guint i = 0; i < self->n_classes * self->n_each; i++)
    for (guint k = 0; k < N_FEATURES; k++)
      weights[i % self->n_classes * N_FEATURES + k] += self->learned[i][k] / self->n_each;
  for (guint c = 0; c < self->n_classes; c++)
    for (guint k = 0; k < N_FEATURES; k++)
      bias[c] -= weights[c * N_FEATURES + k] * weights[c * N_FEATURES + k] / 2;
  return count_right (self, weights, bias);
}

static void
to_probabilities (float *scores,
                  guint  n)
{
  float max = -INFINITY;
  float sum = 0;

  for (guint c = 0; c < n; c++)
    max = MAX (max, scores[c]);
  for (guint c = 0; c < n; c++)
    sum += scores[c] = expf (scores[c] - max);
  for (guint c = 0; c < n; c++)
    scores[c] /= sum;
}

/* Mean cross-entropy + 0.5 / n · sum (w²), down its gradient with momentum. @x: around its mean, so
 * that the bias has little to do */
static void
descend (const Draw *self,
         const float (*x)[N_FEATURES],
         float  step,
         float *weights,
         float *bias)
{
  const guint n = self->n_classes * self->n_each;
  const guint n_params = self->n_classes * (N_FEATURES + 1);
  float       speed[MAX_CLASSES * (N_FEATURES + 1)] = { 0 };

  for (guint t = 0; t < N_STEPS; t++) {
    float gradient[MAX_CLASSES * (N_FEATURES + 1)] = { 0 };

    for (guint i = 0; i < n; i++) {
      float scores[MAX_CLASSES];

      for (guint c = 0; c < self->n_classes; c++) {
        scores[c] = bias[c];
        for (guint k = 0; k < N_FEATURES; k++)
          scores[c] += weights[c * N_FEATURES + k] * x[i][k];
      }
      to_probabilities (scores, self->n_classes);
      for (guint c = 0; c < self->n_classes; c++) {
        const float wrong = (scores[c] - (c == i % self->n_classes)) / n;

        for (guint k = 0; k < N_FEATURES; k++)
          gradient[c * N_FEATURES + k] += wrong * x[i][k];
        gradient[self->n_classes * N_FEATURES + c] += wrong;
      }
    }
    for (guint p = 0; p < n_params; p++) {
      float *param = p < self->n_classes * N_FEATURES ? &weights[p]
                                                      : &bias[p - self->n_classes * N_FEATURES];

      if (p < self->n_classes * N_FEATURES)
        gradient[p] += weights[p] / n;
      speed[p] = 0.9f * speed[p] - step * gradient[p];
      *param += speed[p];
    }
  }
}

static double
try_regression (const Draw *self)
{
  const guint n = self->n_classes * self->n_each;
  float       weights[MAX_CLASSES * N_FEATURES] = { 0 };
  float       bias[MAX_CLASSES] = { 0 };
  float       mean[N_FEATURES] = { 0 };
  float       x[MAX_LEARNED][N_FEATURES];
  float       largest = 0;

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < N_FEATURES; k++)
      mean[k] += self->learned[i][k] / n;
  for (guint i = 0; i < n; i++) {
    float length = 0;

    for (guint k = 0; k < N_FEATURES; k++) {
      x[i][k] = self->learned[i][k] - mean[k];
      length += x[i][k] * x[i][k];
    }
    largest = MAX (largest, length);
  }
  descend (self, (const float (*)[N_FEATURES]) x, 1 / (largest / 2 + 2), weights, bias);
  for (guint c = 0; c < self->n_classes; c++)
    for (guint k = 0; k < N_FEATURES; k++)
      bias[c] -= weights[c * N_FEATURES + k] * mean[k];
  return count_right (self, weights, bias);
}

static double
try_head (const Draw *self)
{
  static const char *const names[] = { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" };
  const guint              n = self->n_classes * self->n_each;
  KomaFeatureVector       *vectors[MAX_LEARNED] = { 0 };
  guint                    classes[MAX_LEARNED] = { 0 };
  const KomaExamples       examples = { vectors, classes, n, names, self->n_classes };
  g_autofree float        *scores = g_new (float, (gsize) N_TRIED * self->n_classes);
  guint                    n_right = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaHead) head = NULL;

  for (guint i = 0; i < n; i++) {
    vectors[i] = koma_feature_vector_new (self->learned[i], N_FEATURES);
    classes[i] = i % self->n_classes;
  }
  head = koma_head_train (&examples, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  koma_head_score (head, self->tried[0], N_TRIED, scores, NULL);
  for (guint i = 0; i < N_TRIED; i++) {
    const float *row = scores + (gsize) i * self->n_classes;
    guint        answer = 0;

    for (guint c = 1; c < self->n_classes; c++)
      if (row[c] > row[answer])
        answer = c;
    n_right += answer == i % self->n_classes;
  }
  for (guint i = 0; i < n; i++)
    koma_feature_vector_unref (vectors[i]);
  return 100.0 * n_right / N_TRIED;
}

static void
test_kind (gconstpointer data)
{
  const Kind         kind = GPOINTER_TO_UINT (data);
  static const guint sizes[] = { 2, 5, 10 };
  static const guint each[] = { 1, 5 };
  g_autofree Draw   *draw = g_new0 (Draw, 1);

  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++) {
    for (guint e = 0; e < G_N_ELEMENTS (each); e++) {
      const guint n_draws = sizes[s] == 2 ? 24 : 8;
      double      head = 0, nearest_mean = 0, regression = 0;

      for (guint d = 0; d < n_draws; d++) {
        draw_init (draw, kind, sizes[s], each[e], 1 + d);
        head += try_head (draw) / n_draws;
        nearest_mean += try_nearest_mean (draw) / n_draws;
        regression += try_regression (draw) / n_draws;
      }
      g_test_message ("%s, %u classes of %u: head %.1f %%, nearest mean %.1f, regression %.1f",
                      kind_names[kind], sizes[s], each[e], head, nearest_mean, regression);
      g_assert_cmpfloat (head, >=, MAX (nearest_mean, regression) - POINTS);
    }
  }
}

#define N_MANY 400

/* Features of the deviations 1 and 10 in turn, or all of 1, and what each is multiplied with. */
static void
get_scales (guint   n_examples,
            float   large,
            double *ret_scales) /* [N_FEATURES] */
{
  static const char *const names[] = { "a", "b" };
  KomaRandom               random = { 7 };
  KomaFeatureVector       *vectors[N_MANY];
  guint                    classes[N_MANY];
  const KomaExamples       examples = { vectors, classes, n_examples, names, 2 };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (KomaStandardScore) standard = { 0 };

  for (guint i = 0; i < n_examples; i++) {
    float values[N_FEATURES];

    for (guint k = 0; k < N_FEATURES; k++)
      values[k] = (float) koma_random_normal (&random) * (k % 2 == 0 ? 1 : large);
    values[0] = 3;
    vectors[i] = koma_feature_vector_new (values, N_FEATURES);
    classes[i] = i % 2;
    g_array_append_val (all, i);
  }
  koma_standard_score_init (&standard, &examples, all);
  memcpy (ret_scales, standard.scales, N_FEATURES * sizeof *ret_scales);
  for (guint i = 0; i < n_examples; i++)
    koma_feature_vector_unref (vectors[i]);
}

/* Of two examples all features keep their sizes; of many they come to one, unless that they differ
 * is chance. */
static void
test_scales (void)
{
  double scales[N_FEATURES];

  get_scales (2, 10, scales);
  g_assert_cmpfloat (scales[0], ==, 0);
  for (guint k = 2; k < N_FEATURES; k++)
    g_assert_cmpfloat (scales[k], ==, scales[1]);
  get_scales (N_MANY, 10, scales);
  for (guint k = 1; k < N_FEATURES; k++)
    g_assert_cmpfloat_with_epsilon (scales[k] * (k % 2 == 0 ? 1 : 10), 1, 0.2);
  get_scales (10, 1, scales);
  for (guint k = 2; k < N_FEATURES; k++)
    g_assert_cmpfloat_with_epsilon (scales[k] / scales[1], 1, 0.3);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/head-few/scales", test_scales);
  for (guint kind = 0; kind < N_KINDS; kind++) {
    g_autofree char *path = g_strconcat ("/head-few/", kind_names[kind], NULL);

    g_test_add_data_func (path, GUINT_TO_POINTER (kind), test_kind);
  }
  return g_test_run ();
}
