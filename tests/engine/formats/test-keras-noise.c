/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers that draw numbers while training: dropout, noise, dropout within cells. */
#include <math.h>

#include "engine/formats/keras/weight.h"
#include "engine/runtime/session.h"
#include "keras-built.h"
#include "tests/test-main.h"

/* Runs a layer on ones, as it trains, with a key. (transfer full) [n] */
static float *
run_noise (const char *layer,
           guint       n,
           gint32      seed)
{
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  g_autofree char *input = g_strdup_printf ("[1, 2, %u]", n / 2);

  built_make (&self, input, layer, TRUE, &error);
  g_assert_no_error (error);
  session = koma_session_new (self.builder.nodes.graph, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    ((float *) koma_session_get_input_data (session, 0))[i] = 1;
  for (guint i = 0; i < self.builder.keys->len; i++)
    memcpy (koma_session_get_input_data (session, i + 1),
            (const gint32[]){ seed, (gint32) i }, 2 * sizeof (gint32));
  g_assert_true (koma_session_run (session, &error));
  return g_memdup2 (koma_session_get_output_data (session, 0), n * sizeof (float));
}

static void
get_moments (const float *values,
             guint        n,
             double      *ret_mean,
             double      *ret_deviation)
{
  double sum = 0;
  double squares = 0;

  for (guint i = 0; i < n; i++) {
    sum += values[i];
    squares += values[i] * values[i];
  }
  *ret_mean = sum / n;
  *ret_deviation = sqrt (squares / n - *ret_mean * *ret_mean);
}

#define N_NOISE 20000

/* A quarter is dropped, the rest is scaled up by 4/3; another key drops others. */
static void
test_dropout (void)
{
  const char       *layer = "{'class_name': 'Dropout', 'config': {'name': 'd', 'rate': 0.25}}";
  g_autofree float *values = run_noise (layer, N_NOISE, 1);
  g_autofree float *same = run_noise (layer, N_NOISE, 1);
  g_autofree float *others = run_noise (layer, N_NOISE, 2);
  double            mean = 0;
  double            deviation = 0;

  for (guint i = 0; i < N_NOISE; i++)
    g_assert_true (values[i] == 0 || fabs (values[i] - 4.0 / 3) < 1e-6);
  get_moments (values, N_NOISE, &mean, &deviation);
  g_assert_cmpfloat_with_epsilon (mean, 1, 0.03);
  g_assert_cmpmem (values, N_NOISE * sizeof (float), same, N_NOISE * sizeof (float));
  g_assert_cmpint (memcmp (values, others, N_NOISE * sizeof (float)), !=, 0);
}

/* Whole channels are dropped: both steps alike. */
static void
test_spatial_dropout (void)
{
  g_autofree float *values = run_noise (
    "{'class_name': 'SpatialDropout1D', 'config': {'name': 'd', 'rate': 0.5}}", N_NOISE, 1);
  guint n_dropped = 0;

  for (guint i = 0; i < N_NOISE / 2; i++) {
    g_assert_cmpfloat (values[i], ==, values[i + N_NOISE / 2]);
    n_dropped += values[i] == 0;
  }
  g_assert_cmpfloat_with_epsilon (n_dropped / (N_NOISE / 2.0), 0.5, 0.03);
}

static const struct
{
  const char *layer;
  double      mean;
  double      deviation;
} noises[] = {
  { "{'class_name': 'GaussianNoise', 'config': {'name': 'n', 'stddev': 0.5}}", 1, 0.5 },
  { "{'class_name': 'GaussianDropout', 'config': {'name': 'n', 'rate': 0.2}}", 1, 0.5 },
  /* a = 1 / sqrt (0.8 (1 + 0.2 α²)), α = -1.758: 0.8 a + b and what is dropped, α a + b */
  { "{'class_name': 'AlphaDropout', 'config': {'name': 'n', 'rate': 0.2}}", 0.7033, 0.9697 },
};

static void
test_noise (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (noises); i++) {
    g_autofree float *values = run_noise (noises[i].layer, N_NOISE, 1);
    double            mean = 0;
    double            deviation = 0;

    get_moments (values, N_NOISE, &mean, &deviation);
    g_assert_cmpfloat_with_epsilon (mean, noises[i].mean, 0.03);
    g_assert_cmpfloat_with_epsilon (deviation, noises[i].deviation, 0.03);
  }
}

#define N_UNITS 200
#define N_STEPS 3

/* Runs h' = x + h, of ones and from zeros, with some of x or h dropped, as it trains.
 * (transfer full) [N_STEPS · N_UNITS] */
static float *
run_recurrent (const char *setting)
{
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaSession) session = NULL;
  g_autofree char *input = g_strdup_printf ("[1, %d, %d]", N_STEPS, N_UNITS);
  g_autofree char *layer = g_strdup_printf (
    "{'class_name': 'SimpleRNN', 'config': {'name': 'r', 'units': %d, 'activation': 'linear', "
    "'use_bias': false, 'return_sequences': true, '%s': 0.5}}",
    N_UNITS, setting);

  built_make (&self, input, layer, TRUE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (self.builder.keys->len, ==, 1);
  session = koma_session_new (self.builder.nodes.graph, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < koma_session_get_n_inputs (session); i++) {
    float           *data = koma_session_get_input_data (session, i);
    const KomaValue *value = koma_session_get_input (session, i);

    if (value->dtype == KOMA_DTYPE_INT32)
      memcpy (data, (const gint32[]){ 1, 2 }, 2 * sizeof (gint32));
    else
      for (gsize k = 0; k < koma_shape_count (&value->shape); k++)
        data[k] = value->shape.rank == 3 || k % (N_UNITS + 1) == 0;
  }
  g_assert_true (koma_session_run (session, &error));
  return g_memdup2 (koma_session_get_output_data (session, 0),
                    (gsize) N_STEPS * N_UNITS * sizeof (float));
}

/* Dropped, an element is missing in all steps; kept, it is doubled. */
static void
test_recurrent_dropout (void)
{
  static const struct
  {
    const char *setting;
    float       dropped[N_STEPS];
    float       kept[N_STEPS];
  } cases[] = {
    { "dropout", { 0, 0, 0 }, { 2, 4, 6 } },
    { "recurrent_dropout", { 1, 1, 1 }, { 1, 3, 7 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree float *values = run_recurrent (cases[i].setting);
    guint             n_dropped = 0;

    for (guint k = 0; k < N_UNITS; k++) {
      const float    last = values[(N_STEPS - 1) * N_UNITS + k];
      const gboolean is_dropped = last == cases[i].dropped[N_STEPS - 1];

      n_dropped += is_dropped;
      for (guint t = 0; t < N_STEPS; t++)
        g_assert_cmpfloat (values[t * N_UNITS + k], ==,
                           is_dropped ? cases[i].dropped[t] : cases[i].kept[t]);
    }
    g_assert_cmpuint (n_dropped, >, N_UNITS / 4);
    g_assert_cmpuint (n_dropped, <, N_UNITS * 3 / 4);
  }
}

/* Cells take it too; nothing is drawn where the model is not trained. */
static void
test_recurrent_dropout_cells (void)
{
  static const struct
  {
    const char *input;
    const char *layer;
  } cases[] = {
    { "[null, 2, 3]", "{'class_name': 'GRU', 'config': {'name': 'c', 'units': 2" },
    { "[null, 2, 3]", "{'class_name': 'GRU', 'config': {'name': 'c', 'units': 2, "
                      "'reset_after': true" },
    { "[null, 2, 3]", "{'class_name': 'LSTM', 'config': {'name': 'c', 'units': 2" },
    { "[null, 2, 5, 5, 1]", "{'class_name': 'ConvLSTM2D', 'config': {'name': 'c', 'filters': 2, "
                            "'kernel_size': 3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *layer =
      g_strconcat (cases[i].layer, ", 'dropout': 0.5, 'recurrent_dropout': 0.2}}", NULL);
    g_auto (Built) predicting = { 0 };
    g_auto (Built) training = { 0 };
    g_autoptr (GError) error = NULL;

    g_assert_true (built_make (&predicting, cases[i].input, layer, FALSE, &error));
    g_assert_true (built_make (&training, cases[i].input, layer, TRUE, &error));
    g_assert_no_error (error);
    g_assert_cmpuint (predicting.builder.keys->len, ==, 0);
    g_assert_cmpuint (training.builder.keys->len, ==, 2);
  }
}

static void
test_recurrent_dropout_refused (void)
{
  g_auto (Built) self = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_false (built_make (
    &self, "[null, 2, 3]",
    "{'class_name': 'GRU', 'config': {'name': 'g', 'units': 2, 'dropout': 1}}", TRUE, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MODEL);
  g_assert_cmpstr (error->message, ==, "GRU “g”: dropout is 1, expected 0 or more, less than 1");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/keras-noise/dropout", test_dropout);
  g_test_add_func ("/keras-noise/spatial-dropout", test_spatial_dropout);
  g_test_add_func ("/keras-noise/gaussian", test_noise);
  g_test_add_func ("/keras-noise/recurrent-dropout", test_recurrent_dropout);
  g_test_add_func ("/keras-noise/recurrent-dropout/cells", test_recurrent_dropout_cells);
  g_test_add_func ("/keras-noise/recurrent-dropout/refused", test_recurrent_dropout_refused);
  return g_test_run ();
}
