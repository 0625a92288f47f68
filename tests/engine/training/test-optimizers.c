/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Ten steps of each optimizer, computed in double from the formulas of their authors as
 * TensorFlow.js has them. */
#include "engine/runtime/session.h"
#include "engine/training/optimizer.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define N       5
#define N_STEPS 10

/* One element: its weight and slots, moved by gradient @g in step @t, which counts from 1. */
typedef struct
{
  double w, a, b, c;
} Element;

typedef void (*Definition) (Element *e,
                            double   g,
                            double   t);

static void
sgd (Element *e,
     double   g,
     double   t)
{
  e->w -= 0.3 * g;
}

static void
momentum (Element *e,
          double   g,
          double   t)
{
  e->a = 0.8 * e->a + g;
  e->w -= 0.1 * e->a;
}

static void
nesterov (Element *e,
          double   g,
          double   t)
{
  e->a = 0.8 * e->a + g;
  e->w -= 0.1 * (g + 0.8 * e->a);
}

static void
adagrad (Element *e,
         double   g,
         double   t)
{
  e->a += g * g;
  e->w -= 0.1 * g / sqrt (e->a + 1e-7);
}

static void
adadelta (Element *e,
          double   g,
          double   t)
{
  const double step = sqrt ((e->b + 1e-6) / (e->a + 1e-6)) * g;

  e->a = 0.9 * e->a + 0.1 * g * g;
  e->b = 0.9 * e->b + 0.1 * step * step;
  e->w -= 0.5 * step;
}

static void
rms_prop (Element *e,
          double   g,
          double   t)
{
  e->a = 0.8 * e->a + 0.2 * g * g;
  e->b = 0.5 * e->b + 0.01 * g / sqrt (e->a + 1e-7);
  e->w -= e->b;
}

static void
rms_prop_centered (Element *e,
                   double   g,
                   double   t)
{
  e->a = 0.8 * e->a + 0.2 * g * g;
  e->c = 0.8 * e->c + 0.2 * g;
  e->b = 0.5 * e->b + 0.01 * g / sqrt (e->a - (e->c * e->c + 1e-15));
  e->w -= e->b;
}

static void
adam (Element *e,
      double   g,
      double   t)
{
  e->a = 0.8 * e->a + 0.2 * g;
  e->b = 0.99 * e->b + 0.01 * g * g;
  e->w -= 0.02 * (e->a / (1 - pow (0.8, t))) / (sqrt (e->b / (1 - pow (0.99, t))) + 1e-7);
}

static void
adamax (Element *e,
        double   g,
        double   t)
{
  e->a = 0.8 * e->a + 0.2 * g;
  e->b = fmax (0.99 * e->b, fabs (g));
  e->w -= 0.02 / (1 + 0.1 * (t - 1)) / (1 - pow (0.8, t)) * e->a / (e->b + 1e-7);
}

typedef struct
{
  const char *label;
  const char *name;
  struct
  {
    const char *name;
    double      value;
  } options[KOMA_OPTIMIZER_MAX_OPTIONS];
  double     slot_value;
  Definition define;
} Case;

static const Case cases[] = {
  { "sgd", "sgd", { { "learningRate", 0.3 } }, 0, sgd },
  { "momentum", "Momentum", { { "learning_rate", 0.1 }, { "momentum", 0.8 } }, 0, momentum },
  { "nesterov",
    "momentum",
    { { "learningRate", 0.1 }, { "momentum", 0.8 }, { "useNesterov", TRUE } },
    0,
    nesterov },
  { "adagrad",
    "adagrad",
    { { "learningRate", 0.1 }, { "initialAccumulatorValue", 0.2 } },
    0.2,
    adagrad },
  { "adadelta",
    "Adadelta",
    { { "learningRate", 0.5 }, { "rho", 0.9 }, { "epsilon", 1e-6 } },
    0,
    adadelta },
  { "rmsprop",
    "rmsprop",
    { { "learningRate", 0.01 }, { "decay", 0.8 }, { "momentum", 0.5 } },
    0,
    rms_prop },
  { "rmsprop-centered",
    "RMSProp",
    { { "learningRate", 0.01 },
      { "decay", 0.8 },
      { "momentum", 0.5 },
      { "epsilon", 1e-15 },
      { "centered", TRUE } },
    0,
    rms_prop_centered },
  { "adam", "adam", { { "learningRate", 0.02 }, { "beta1", 0.8 }, { "beta_2", 0.99 } }, 0, adam },
  { "adamax",
    "adamax",
    { { "learningRate", 0.02 }, { "beta1", 0.8 }, { "beta2", 0.99 }, { "decay", 0.1 } },
    0,
    adamax },
};

/* Inputs: gradient, weight, slots, rates; outputs: weight, slots. */
static KomaSession *
make_session (const KomaOptimizerSettings *optimizer)
{
  const KomaOptimizerRule *rule = optimizer->rule;
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GError) error = NULL;
  KomaOptimizerUpdate update = { .options = optimizer->options };
  KomaBuilder         builder;
  KomaSession        *session = NULL;

  koma_builder_init (&builder, graph, "update");
  update.gradient = graph_fixture_input (graph, "g", KOMA_SHAPE (N));
  update.weight = graph_fixture_input (graph, "w", KOMA_SHAPE (N));
  for (guint i = 0; i < rule->n_slots; i++) {
    update.slots[i] = graph_fixture_input (graph, rule->slots[i], KOMA_SHAPE (N));
    update.new_slots[i] = KOMA_VALUE_NONE;
  }
  for (guint i = 0; i < rule->n_rates; i++)
    update.rates[i] = graph_fixture_input (graph, "rate", KOMA_SHAPE_SCALAR);
  rule->builder (&builder, &update);
  g_assert_true (koma_builder_finish (&builder, &error));
  koma_graph_add_output (graph, "w", update.new_weight);
  for (guint i = 0; i < rule->n_slots; i++)
    if (update.new_slots[i] != KOMA_VALUE_NONE)
      koma_graph_add_output (graph, "slot", update.new_slots[i]);
  session = koma_session_new (graph, &(KomaSessionOptions){ .backend = "cpu", .n_threads = 1 },
                              &error);
  g_assert_no_error (error);
  return session;
}

static void
run_step (KomaSession                 *session,
          const KomaOptimizerSettings *optimizer,
          guint                        step)
{
  float rates[KOMA_OPTIMIZER_MAX_RATES] = { 0 };
  guint n_slots = optimizer->rule->n_slots;

  optimizer->rule->set_rates (optimizer->options, step, rates);
  for (guint i = 0; i < optimizer->rule->n_rates; i++)
    *(float *) koma_session_get_input_data (session, 2 + n_slots + i) = rates[i];
  g_assert_true (koma_session_run (session, NULL));
  for (guint i = 0; i < koma_session_get_n_outputs (session); i++)
    memcpy (koma_session_get_input_data (session, 1 + i), koma_session_get_output_data (session, i),
            N * sizeof (float));
}

static void
init (const Case            *test,
      KomaOptimizerSettings *optimizer)
{
  g_assert_true (koma_optimizer_settings_init (optimizer, test->name, NULL));
  for (guint i = 0; test->options[i].name != NULL; i++)
    g_assert_true (koma_optimizer_settings_set (optimizer, test->options[i].name,
                                                test->options[i].value,
                                                NULL));
}

static void
test_steps (gconstpointer data)
{
  const Case           *test = data;
  KomaOptimizerSettings optimizer = { 0 };
  Element               elements[N] = { 0 };
  float                *g = NULL;
  float                *w = NULL;
  g_autoptr (KomaSession) session = NULL;

  init (test, &optimizer);
  session = make_session (&optimizer);
  g = koma_session_get_input_data (session, 0);
  w = koma_session_get_input_data (session, 1);
  for (guint i = 0; i < N; i++)
    w[i] = elements[i].w = i - 2.0;
  for (guint slot = 0; slot < optimizer.rule->n_slots; slot++)
    for (guint i = 0; i < N; i++) {
      float *value = koma_session_get_input_data (session, 2 + slot);

      value[i] = optimizer.rule->get_slot_value != NULL
                   ? optimizer.rule->get_slot_value (optimizer.options)
                   : 0;
      elements[i].a = test->slot_value;
    }
  for (guint step = 1; step <= N_STEPS; step++) {
    for (guint i = 0; i < N; i++) {
      g[i] = g_test_rand_double_range (-1, 1);
      test->define (&elements[i], g[i], step);
    }
    run_step (session, &optimizer, step);
    for (guint i = 0; i < N; i++)
      g_assert_cmpfloat_with_epsilon (w[i], elements[i].w, 3e-6);
  }
}

static void
test_options (void)
{
  KomaOptimizerSettings optimizer = { 0 };
  g_autoptr (GError) unknown = NULL;
  g_autoptr (GError) option = NULL;
  g_autoptr (GError) number = NULL;

  g_assert_true (koma_optimizer_settings_init (&optimizer, "nesterov", NULL));
  g_assert_cmpstr (optimizer.name, ==, "Momentum");
  g_assert_cmpfloat (koma_optimizer_settings_get (&optimizer, "use_nesterov"), ==, 1);
  g_assert_true (koma_optimizer_settings_init (&optimizer, "adam", NULL));
  g_assert_cmpfloat (koma_optimizer_settings_get (&optimizer, "learningRate"), ==, 0.001);
  g_assert_cmpfloat (koma_optimizer_settings_get (&optimizer, "beta2"), ==, 0.999);
  g_assert_true (isnan (koma_optimizer_settings_get (&optimizer, "rho")));
  g_assert_false (koma_optimizer_settings_set (&optimizer, "rho", 1, &option));
  g_assert_cmpstr (option->message, ==, "Adam has no option “rho”");
  g_assert_false (koma_optimizer_settings_set (&optimizer, "epsilon", NAN, &number));
  g_assert_error (number, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_false (koma_optimizer_settings_init (&optimizer, "lamb", &unknown));
  g_assert_error (unknown, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
  g_assert_cmpstr (unknown->message, ==, "There is no optimizer “lamb”");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/optimizers/steps/", cases[i].label, NULL);

    g_test_add_data_func (path, &cases[i], test_steps);
  }
  graph_fixture_add_test ("/optimizers/options", test_options);
  return g_test_run ();
}
