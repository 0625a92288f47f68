/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Training, and cross-validation, on clouds of points. */
#include "engine/teach/class-distance.h"
#include "engine/teach/cross-validation.h"
#include "engine/teach/head-private.h"
#include "engine/teach/standard-score.h"

#include <gio/gio.h>
#include <math.h>

#include "engine/koma/koma-error.h"
#include "tests/test-main.h"

#define N_EACH     30
#define N_CLASSES  3
#define N          (N_EACH * N_CLASSES)
#define N_FEATURES 21

static const char *const names[] = { "a", "b", "c" };

typedef struct
{
  KomaFeatureVector *vectors[N];
  guint              classes[N];
  KomaExamples       examples;
} Cloud;

static void
cloud_set (Cloud       *self,
           guint        i,
           const float *values,
           guint        c)
{
  self->vectors[i] = koma_feature_vector_new (values, N_FEATURES);
  self->classes[i] = c;
}

static void
cloud_finish (Cloud *self)
{
  self->examples = (KomaExamples){ self->vectors, self->classes, N, names, N_CLASSES };
}

/* Around a place for each class, @width wide; features differ in size, and one is always the
 * same. */
static void
cloud_init (Cloud *self,
            double width)
{
  for (guint i = 0; i < N; i++) {
    float values[N_FEATURES];

    for (guint k = 0; k < N_FEATURES; k++)
      values[k] = (float) ((k == i % N_CLASSES) + width * g_test_rand_double_range (-1, 1)) *
                  (k % 2 == 0 ? 1 : 3);
    values[N_FEATURES - 1] = 0.5f;
    cloud_set (self, i, values, i % N_CLASSES);
  }
  cloud_finish (self);
}

/* Classes that no line divides: near 0, and on a ring around it. */
static void
cloud_init_ring (Cloud *self)
{
  for (guint i = 0; i < N; i++) {
    const double angle = g_test_rand_double_range (0, 2 * G_PI);
    float        values[N_FEATURES] = { 0 };

    values[0] = (float) ((i % N_CLASSES) * cos (angle));
    values[1] = (float) ((i % N_CLASSES) * sin (angle));
    cloud_set (self, i, values, i % N_CLASSES);
  }
  cloud_finish (self);
}

static void
cloud_clear (Cloud *self)
{
  for (guint i = 0; i < N; i++)
    koma_feature_vector_unref (self->vectors[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cloud, cloud_clear)

static double
get_accuracy (const KomaHead *head,
              const Cloud    *cloud)
{
  g_autofree float *scores = g_new (float, N *N_CLASSES);
  g_autoptr (KomaEvaluation) evaluation = NULL;

  for (guint i = 0; i < N; i++)
    koma_head_score (head, koma_feature_vector_get_values (cloud->vectors[i]), 1,
                     scores + i * N_CLASSES, NULL);
  evaluation = koma_evaluation_new (cloud->classes, scores, N, N_CLASSES);
  return evaluation->accuracy;
}

static KomaHead *
train (const Cloud                *cloud,
       const KomaHeadTrainOptions *options,
       KomaHeadProgress            progress,
       gpointer                    user_data)
{
  g_autoptr (GError) error = NULL;
  KomaHead *head = koma_head_train (&cloud->examples, options, progress, user_data, &error);

  g_assert_no_error (error);
  return head;
}

/* The loss with its penalty in double, for the scores that it learns from: at the minimum all
 * derivatives are 0. */
static void
assert_is_minimum (const KomaHead *head,
                   const Cloud    *cloud)
{
  const KomaDenseLayer *layer = &koma_head_get_layers (head)->layers[0];
  double                gradient[N_CLASSES][N_FEATURES] = { 0 };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_auto (KomaStandardScore) standard = { 0 };

  for (guint i = 0; i < N; i++)
    g_array_append_val (all, i);
  koma_standard_score_init (&standard, &cloud->examples, all);
  for (guint i = 0; i < N; i++) {
    const float *x = koma_feature_vector_get_values (cloud->vectors[i]);
    float        scores[N_CLASSES];

    koma_head_score (head, x, 1, scores, NULL);
    for (guint c = 0; c < N_CLASSES; c++)
      for (guint k = 0; k < N_FEATURES - 1; k++)
        gradient[c][k] += (scores[c] - (c == cloud->classes[i])) * (x[k] - standard.means[k]) *
                          standard.scales[k] / N;
  }
  for (guint c = 0; c < N_CLASSES; c++)
    for (guint k = 0; k < N_FEATURES - 1; k++)
      g_assert_cmpfloat_with_epsilon (
        gradient[c][k] + layer->weights[c * N_FEATURES + k] / standard.scales[k] / N, 0, 2e-4);
}

static void
test_minimum (void)
{
  g_auto (Cloud) cloud = { 0 };
  g_autoptr (KomaHead) head = NULL;

  cloud_init (&cloud, 1.5);
  head = train (&cloud, &(KomaHeadTrainOptions){ .n_epochs = 200 }, NULL, NULL);
  assert_is_minimum (head, &cloud);
  g_assert_cmpint (koma_head_get_kind (head), ==, KOMA_HEAD_DENSE);
  g_assert_cmpfloat (koma_head_get_layers (head)->layers[0].weights[N_FEATURES - 1], ==, 0);
}

static void
test_hidden (void)
{
  g_auto (Cloud) cloud = { 0 };
  g_autoptr (KomaHead) line = NULL, curve = NULL;

  cloud_init_ring (&cloud);
  line = train (&cloud, NULL, NULL, NULL);
  curve = train (&cloud, &(KomaHeadTrainOptions){ .n_hidden = 32, .n_epochs = 200 }, NULL, NULL);
  g_assert_cmpfloat (get_accuracy (line, &cloud), <, 0.9);
  g_assert_cmpfloat (get_accuracy (curve, &cloud), >, 0.97);
}

typedef struct
{
  KomaHeadEpoch last;
  guint         stop_at;
} Watcher;

static gboolean
watch (const KomaHeadEpoch *epoch,
       gpointer             user_data)
{
  Watcher *self = user_data;

  g_assert_cmpuint (epoch->epoch, ==, self->last.epoch + 1);
  g_assert_cmpuint (epoch->n_epochs, ==, 60);
  self->last = *epoch;
  return epoch->epoch != self->stop_at;
}

static void
test_progress (void)
{
  const KomaHeadTrainOptions options = { .n_epochs = 60, .validation_share = 0.3, .seed = 3 };
  g_auto (Cloud) cloud = { 0 };
  g_autoptr (KomaHead) head = NULL, again = NULL, stopped = NULL;
  g_autoptr (GError) error = NULL;
  Watcher watcher = { 0 }, second = { 0 }, third = { .stop_at = 4 };

  cloud_init (&cloud, 0.3);
  head = train (&cloud, &options, watch, &watcher);
  g_assert_cmpfloat (watcher.last.loss, <, 0.2);
  g_assert_cmpfloat (watcher.last.accuracy, ==, 1);
  g_assert_cmpfloat (watcher.last.validation_loss, <, 0.5);
  g_assert_cmpfloat (watcher.last.validation_accuracy, >, 0.9);
  again = train (&cloud, &options, watch, &second);
  g_assert_cmpuint (second.last.epoch, ==, watcher.last.epoch);
  g_assert_cmpmem (koma_head_get_layers (head)->layers[0].weights,
                   N_FEATURES * N_CLASSES * sizeof (float),
                   koma_head_get_layers (again)->layers[0].weights,
                   N_FEATURES * N_CLASSES * sizeof (float));
  stopped = koma_head_train (&cloud.examples, &options, watch, &third, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (stopped);
  g_assert_cmpuint (third.last.epoch, ==, 4);
}

static void
test_refused (void)
{
  g_auto (Cloud) cloud = { 0 };
  g_autoptr (GError) error = NULL;

  cloud_init (&cloud, 0.3);
  g_assert_null (koma_head_train (&cloud.examples, &(KomaHeadTrainOptions){ .n_hidden = 2000 },
                                  NULL, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
  g_clear_error (&error);
  for (guint i = 0; i < N; i++)
    cloud.classes[i] = 1;
  g_assert_null (koma_head_train (&cloud.examples, NULL, NULL, NULL, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_ARGUMENT);
}

static KomaCrossValidation *
validate (const Cloud *cloud,
          KomaHeadKind kind)
{
  g_autoptr (GError) error = NULL;
  KomaCrossValidation *found = koma_cross_validation_new (&cloud->examples, kind, NULL, 0, NULL,
                                                          &error);

  g_assert_no_error (error);
  return found;
}

/* Each fold has as many of each class, up to one. */
static void
assert_stratified (const KomaCrossValidation *found,
                   const Cloud               *cloud)
{
  guint counts[5][N_CLASSES] = { 0 };

  for (guint i = 0; i < N; i++)
    counts[found->folds[i]][cloud->classes[i]]++;
  for (guint fold = 0; fold < 5; fold++)
    for (guint c = 0; c < N_CLASSES; c++)
      g_assert_cmpuint (counts[fold][c], ==, N_EACH / 5);
}

static void
assert_worst_first (const KomaCrossValidation *found,
                    const Cloud               *cloud)
{
  float before = 0;

  for (guint k = 0; k < found->n_held_out; k++) {
    const guint i = found->worst[k];
    const float score = found->scores[i * N_CLASSES + cloud->classes[i]];

    g_assert_cmpfloat (score, >=, before);
    before = score;
  }
}

static void
test_cross_validation (void)
{
  for (KomaHeadKind kind = KOMA_HEAD_NEAREST; kind <= KOMA_HEAD_DENSE; kind++) {
    g_auto (Cloud) cloud = { 0 };
    g_autoptr (KomaCrossValidation) found = NULL;

    cloud_init (&cloud, 0.05);
    cloud.classes[0] = 1; /* one that is wrong */
    cloud.classes[1] = 0; /* and another, so that folds stay equal */
    found = validate (&cloud, kind);
    g_assert_cmpuint (found->n_held_out, ==, N);
    assert_stratified (found, &cloud);
    assert_worst_first (found, &cloud);
    g_assert_cmpuint (MIN (found->worst[0], found->worst[1]), ==, 0);
    g_assert_cmpuint (MAX (found->worst[0], found->worst[1]), ==, 1);
    g_assert_cmpfloat (found->evaluation->accuracy, >, 0.9);
    g_assert_cmpfloat (found->evaluation->accuracy, <, 1);
    g_assert_cmpfloat (found->calibration.temperature, >, 0);
    g_assert_cmpfloat (found->calibration.sure_from, >=, 0.5);
    g_assert_cmpfloat (found->calibration.unlike_from, <, 1);
  }
}

/* Classes that mean nothing: scores that were held out are no better than chance, and say so. */
static void
test_chance (void)
{
  g_auto (Cloud) cloud = { 0 };
  g_autoptr (KomaCrossValidation) found = NULL;

  cloud_init (&cloud, 0.3);
  for (guint i = 0; i < N; i++)
    cloud.classes[i] = (guint) g_test_rand_int_range (0, N_CLASSES);
  found = validate (&cloud, KOMA_HEAD_DENSE);
  g_assert_cmpfloat (found->evaluation->accuracy, <, 0.65);
  g_assert_cmpfloat (found->calibration.temperature, >, 1.5);
  g_assert_cmpfloat (found->evaluation->calibration_error, <, 0.25);
}

/* A class of one example is learned, and not tried. */
static void
test_single (void)
{
  g_auto (Cloud) cloud = { 0 };
  g_autoptr (KomaCrossValidation) found = NULL, none = NULL;

  cloud_init (&cloud, 0.2);
  cloud.examples.n = 5; /* 0 1 2 0 1 */
  found = validate (&cloud, KOMA_HEAD_DENSE);
  g_assert_cmpuint (found->n_held_out, ==, 4);
  g_assert_cmpuint (found->folds[2], ==, KOMA_FOLD_NONE);
  g_assert_true (isnan (found->scores[2 * N_CLASSES]));
  g_assert_false (isnan (found->scores[0]));
  cloud.examples.n = 3;
  none = validate (&cloud, KOMA_HEAD_NEAREST);
  g_assert_cmpuint (none->n_held_out, ==, 0);
  g_assert_true (isnan (none->evaluation->accuracy));
  g_assert_cmpfloat (none->calibration.temperature, ==, 1);
}

/* Of many, some are compared with all others, and all are answered. */
static void
test_many (void)
{
  enum {
    N_TIMES = 13
  };
  g_auto (Cloud) cloud = { 0 };
  g_autoptr (KomaCrossValidation) found = NULL;
  KomaFeatureVector *vectors[N_TIMES * N];
  guint              classes[N_TIMES * N], n_compared = 0;

  cloud_init (&cloud, 0.2);
  for (guint i = 0; i < N_TIMES * N; i++) {
    vectors[i] = cloud.vectors[i % N];
    classes[i] = cloud.classes[i % N];
  }
  cloud.examples = (KomaExamples){ vectors, classes, N_TIMES * N, names, N_CLASSES };
  found = validate (&cloud, KOMA_HEAD_NEAREST);
  g_assert_cmpuint (found->n_held_out, ==, N_TIMES * N);
  for (guint i = 0; i < N_TIMES * N; i++) {
    g_assert_false (isnan (found->scores[i * N_CLASSES]));
    n_compared += !isnan (found->unlike[i]);
  }
  g_assert_cmpuint (n_compared, ==, N_TIMES * N / 2);
  /* Each has its likes, so that the next class alone says how far is far. */
  g_assert_cmpfloat_with_epsilon (found->calibration.unlike_from,
                                  koma_class_distance (&cloud.examples) / 2, 1e-6);
}

/* Examples of one place: another picture of the same thing is nearer to them than to the other
 * class, and not unlike. */
static void
test_one_place (void)
{
  g_auto (Cloud) cloud = { 0 };
  g_autoptr (KomaCrossValidation) found = NULL;
  KomaExamples one;

  cloud_init (&cloud, 0.001);
  found = validate (&cloud, KOMA_HEAD_NEAREST);
  g_assert_cmpfloat (koma_class_distance (&cloud.examples), >, 0.05);
  g_assert_cmpfloat (found->calibration.unlike_from, >, 0.025);
  g_assert_cmpfloat (found->calibration.unlike_from, <, koma_class_distance (&cloud.examples));

  one = cloud.examples;
  one.n = 1;
  g_assert_cmpfloat (koma_class_distance (&one), ==, 2);
}

static gboolean
stop_halfway (double   fraction,
              gpointer user_data)
{
  double *last = user_data;

  g_assert_cmpfloat (fraction, >=, *last);
  *last = fraction;
  return fraction < 0.5;
}

static void
test_cross_validation_stopped (void)
{
  g_auto (Cloud) cloud = { 0 };
  g_autoptr (GError) error = NULL;
  double             last = 0;
  const KomaProgress progress = { stop_halfway, &last };

  cloud_init (&cloud, 0.2);
  g_assert_null (
    koma_cross_validation_new (&cloud.examples, KOMA_HEAD_DENSE, NULL, 0, &progress, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpfloat (last, <, 0.7);
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/head-train/minimum", test_minimum);
  g_test_add_func ("/head-train/hidden", test_hidden);
  g_test_add_func ("/head-train/progress", test_progress);
  g_test_add_func ("/head-train/refused", test_refused);
  g_test_add_func ("/cross-validation/classes", test_cross_validation);
  g_test_add_func ("/cross-validation/chance", test_chance);
  g_test_add_func ("/cross-validation/single", test_single);
  g_test_add_func ("/cross-validation/many", test_many);
  g_test_add_func ("/cross-validation/one-place", test_one_place);
  g_test_add_func ("/cross-validation/stopped", test_cross_validation_stopped);
  return g_test_run ();
}
