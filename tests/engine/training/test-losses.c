/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Losses against their definitions, written once more in double, and gradients against differences
 * of these. */
#include "engine/gradient/gradient.h"
#include "engine/runtime/session.h"
#include "engine/training/loss.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define N_SAMPLES 3
#define N         4
#define EPSILON   1e-7
/* The float32 next to 1 - ε. */
#define TOP ((double) (float) (1 - EPSILON))

typedef double (*Definition) (const double *t,
                              const double *p);

static double
clip (double x,
      double min,
      double max)
{
  return fmin (fmax (x, min), max);
}

/* One term of a sum over the elements of a sample. */
#define MEAN_OF(function, term)   \
  static double                   \
  function (const double *t,      \
            const double *p)      \
  {                               \
    double sum = 0;               \
                                  \
    for (guint i = 0; i < N; i++) \
      sum += (term);              \
    return sum / N;               \
  }

MEAN_OF (squared_error, (p[i] - t[i]) * (p[i] - t[i]))
MEAN_OF (absolute_error, fabs (p[i] - t[i]))
MEAN_OF (percentage_error, 100 * fabs ((p[i] - t[i]) / fmax (fabs (t[i]), EPSILON)))
MEAN_OF (logarithmic_error, pow (log1p (fmax (p[i], EPSILON)) - log1p (fmax (t[i], EPSILON)), 2))
MEAN_OF (log_cosh, log (cosh (p[i] - t[i])))
MEAN_OF (huber, fabs (p[i] - t[i]) > 1 ? fabs (p[i] - t[i]) - 0.5 : pow (p[i] - t[i], 2) / 2)
MEAN_OF (poisson, p[i] - t[i] * log (p[i] + EPSILON))
MEAN_OF (hinge, fmax (0, 1 - t[i] * p[i]))
MEAN_OF (squared_hinge, pow (fmax (0, 1 - t[i] * p[i]), 2))
MEAN_OF (binary_crossentropy,
         -t[i] * log (clip (p[i], EPSILON, TOP)) - (1 - t[i]) * log (1 - clip (p[i], EPSILON, TOP)))
MEAN_OF (divergence, N *t[i] * log (clip (t[i], EPSILON, 1) / clip (p[i], EPSILON, 1)))

static double
categorical_crossentropy (const double *t,
                          const double *p)
{
  const double total = p[0] + p[1] + p[2] + p[3];
  double       sum = 0;

  for (guint i = 0; i < N; i++)
    sum -= t[i] * log (clip (p[i] / total, EPSILON, TOP));
  return sum;
}

static double
sparse_categorical_crossentropy (const double *t,
                                 const double *p)
{
  double rows[N] = { 0 };
  double clipped[N] = { 0 };

  rows[(guint) t[0]] = 1;
  for (guint i = 0; i < N; i++)
    clipped[i] = clip (p[i], EPSILON, TOP);
  return categorical_crossentropy (rows, clipped);
}

static double
categorical_hinge (const double *t,
                   const double *p)
{
  double right = 0;
  double wrong = -G_MAXDOUBLE;

  for (guint i = 0; i < N; i++) {
    right += t[i] * p[i];
    wrong = fmax (wrong, (1 - t[i]) * p[i]);
  }
  return fmax (0, 1 + wrong - right);
}

static double
cosine (const double *t,
        const double *p)
{
  double product = 0;
  double tt = 0;
  double pp = 0;

  for (guint i = 0; i < N; i++) {
    product += t[i] * p[i];
    tt += t[i] * t[i];
    pp += p[i] * p[i];
  }
  return -product / sqrt (fmax (tt, EPSILON)) / sqrt (fmax (pp, EPSILON));
}

/* Targets: any number; 0 or 1, at random or one of each sample; -1 or 1; the number of a class. */
typedef enum {
  NUMBERS,
  BITS,
  ONE_HOT,
  SIGNS,
  CLASSES,
} Targets;

static const struct
{
  const char *name; /* also in the other spelling */
  Targets     targets;
  gboolean    is_probability;
  Definition  define;
} cases[] = {
  { "meanSquaredError", NUMBERS, FALSE, squared_error },
  { "mean_absolute_error", NUMBERS, FALSE, absolute_error },
  { "MAPE", NUMBERS, FALSE, percentage_error },
  { "msle", NUMBERS, FALSE, logarithmic_error },
  { "logcosh", NUMBERS, FALSE, log_cosh },
  { "Huber", NUMBERS, FALSE, huber },
  { "poisson", BITS, TRUE, poisson },
  { "hinge", SIGNS, FALSE, hinge },
  { "squaredHinge", SIGNS, FALSE, squared_hinge },
  { "categorical_hinge", ONE_HOT, FALSE, categorical_hinge },
  { "binaryCrossentropy", BITS, TRUE, binary_crossentropy },
  { "categoricalCrossentropy", ONE_HOT, TRUE, categorical_crossentropy },
  { "sparse_categorical_crossentropy", CLASSES, TRUE, sparse_categorical_crossentropy },
  { "kullbackLeiblerDivergence", BITS, TRUE, divergence },
  { "cosineProximity", NUMBERS, FALSE, cosine },
};

static void
fill_targets (double *t,
              Targets targets)
{
  const guint right = g_test_rand_int_range (0, N);

  for (guint i = 0; i < N; i++) {
    if (targets == NUMBERS)
      t[i] = g_test_rand_double_range (-3, 3);
    else if (targets == BITS)
      t[i] = g_test_rand_int_range (0, 2);
    else if (targets == ONE_HOT)
      t[i] = i == right;
    else if (targets == SIGNS)
      t[i] = g_test_rand_int_range (0, 2) * 2 - 1;
    else
      t[i] = right;
  }
}

/* A prediction that is 0 or 1 exactly is clipped. */
static void
fill_predictions (double  *p,
                  gboolean is_probability)
{
  for (guint i = 0; i < N; i++)
    p[i] = (float) g_test_rand_double_range (is_probability ? 0 : -3, is_probability ? 1 : 3);
  if (is_probability && g_test_rand_int_range (0, 3) == 0) {
    p[0] = 0;
    p[1] = 1;
  }
}

/* The loss of each sample, and what it changes by with each prediction. */
static KomaSession *
make_session (const char *name,
              KomaShape   target,
              KomaShape   prediction)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  const KomaValueId t = graph_fixture_input (graph, "t", target);
  const KomaValueId p = graph_fixture_input (graph, "p", prediction);
  KomaValueId       y = KOMA_VALUE_NONE;
  KomaValueId       dp = KOMA_VALUE_NONE;
  KomaSession      *session = NULL;
  KomaLoss          loss = 0;
  KomaBuilder       builder;

  koma_builder_init (&builder, graph, "loss");
  g_assert_true (koma_loss_from_name (name, &loss, &error));
  y = koma_loss_build (&builder, loss, t, p);
  koma_graph_add_output (graph, "y", y);
  g_assert_true (koma_builder_finish (&builder, &error));
  g_assert_true (koma_gradient_add (graph,
                                    &(KomaGradientRequest){ .y = &y, .n_y = 1, .x = &p, .n_x = 1 },
                                    &dp, &error));
  koma_graph_add_output (graph, "dp", dp);
  session = koma_session_new (graph, &(KomaSessionOptions){ .backend = "cpu", .n_threads = 1 },
                              &error);
  g_assert_no_error (error);
  return session;
}

/* Differences to both sides; where they are not the same, as at a kink, nothing is compared. */
static void
compare_gradient (Definition    define,
                  const double *t,
                  const double *p,
                  const float  *found)
{
  const double h = 1e-5;

  for (guint i = 0; i < N; i++) {
    double moved[N];
    double left, right;

    memcpy (moved, p, sizeof moved);
    moved[i] = p[i] + h;
    right = (define (t, moved) - define (t, p)) / h;
    moved[i] = p[i] - h;
    left = (define (t, p) - define (t, moved)) / h;
    if (fabs (left - right) < 0.01 * fmax (1, fabs (left)))
      g_assert_cmpfloat_with_epsilon (found[i], (left + right) / 2,
                                      2e-3 * fmax (1, fabs (left)));
  }
}

static void
test_values (gconstpointer data)
{
  const guint    index = GPOINTER_TO_UINT (data);
  const gboolean is_sparse = cases[index].targets == CLASSES;
  g_autoptr (KomaSession) session =
    make_session (cases[index].name, KOMA_SHAPE (N_SAMPLES, is_sparse ? 1 : N),
                  KOMA_SHAPE (N_SAMPLES, N));
  float       *targets = koma_session_get_input_data (session, 0);
  float       *predictions = koma_session_get_input_data (session, 1);
  const float *found = koma_session_get_output_data (session, 0);
  const float *gradient = koma_session_get_output_data (session, 1);

  for (guint round = 0; round < 20; round++) {
    double t[N_SAMPLES][N] = { 0 };
    double p[N_SAMPLES][N] = { 0 };

    for (guint k = 0; k < N_SAMPLES; k++) {
      fill_targets (t[k], cases[index].targets);
      fill_predictions (p[k], cases[index].is_probability);
      for (guint i = 0; i < N; i++) {
        predictions[k * N + i] = p[k][i];
        targets[is_sparse ? k : k * N + i] = t[k][i];
        t[k][i] = (float) t[k][i];
      }
    }
    g_assert_true (koma_session_run (session, NULL));
    for (guint k = 0; k < N_SAMPLES; k++) {
      const double expected = cases[index].define (t[k], p[k]);

      g_assert_cmpfloat_with_epsilon (found[k], expected, 2e-5 * fmax (1, fabs (expected)));
      compare_gradient (cases[index].define, t[k], p[k], gradient + k * N);
    }
  }
}

static void
test_all_are_tested (void)
{
  for (guint i = 0; i < KOMA_N_LOSSES; i++) {
    gboolean is_tested = FALSE;

    for (guint k = 0; k < G_N_ELEMENTS (cases); k++) {
      KomaLoss loss = 0;

      is_tested = is_tested || (koma_loss_from_name (cases[k].name, &loss, NULL) && loss == i);
    }
    g_assert_true (is_tested);
  }
}

static void
test_bad (void)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) shape = NULL;
  KomaLoss    loss = 0;
  KomaBuilder builder;

  g_assert_false (koma_loss_from_name ("mean_square", &loss, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_cmpstr (error->message, ==, "There is no loss “mean_square”");
  koma_builder_init (&builder, graph, "loss");
  koma_loss_build (&builder, KOMA_LOSS_HINGE, graph_fixture_input (graph, "t", KOMA_SHAPE (3, 1)),
                   graph_fixture_input (graph, "p", KOMA_SHAPE (3, 4)));
  g_assert_false (koma_builder_finish (&builder, &shape));
  g_assert_error (shape, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_cmpstr (shape->message, ==, "hinge: targets are [3,1], expected [3,4]");
}

/* The result has one loss for each position. */
static void
test_higher_rank (void)
{
  for (guint i = 0; i < KOMA_N_LOSSES; i++) {
    g_autofree char *name = koma_loss_get_name (i);
    const KomaShape  prediction = KOMA_SHAPE (2, 5, 3);
    g_autoptr (KomaSession) session =
      make_session (name, koma_loss_get_target_shape (i, &prediction), prediction);
    const KomaShape expected = KOMA_SHAPE (2, 5);

    g_assert_true (koma_shape_equal (&koma_session_get_output (session, 0)->shape, &expected));
    g_assert_true (koma_session_run (session, NULL));
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/losses/values/", cases[i].name, NULL);

    g_test_add_data_func (path, GUINT_TO_POINTER (i), test_values);
  }
  graph_fixture_add_test ("/losses/all-are-tested", test_all_are_tested);
  graph_fixture_add_test ("/losses/bad", test_bad);
  graph_fixture_add_test ("/losses/higher-rank", test_higher_rank);
  return g_test_run ();
}
