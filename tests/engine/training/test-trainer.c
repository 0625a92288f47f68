/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A trainer against the same steps in double, and what a model can ask of it. */
#include "dense-model.h"
#include "engine/runtime/memory.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define N_SAMPLES 7

static void
fill (float *values,
      guint  n)
{
  for (guint i = 0; i < n; i++)
    values[i] = g_test_rand_double_range (-1, 1);
}

static void
step (KomaTrainer *trainer,
      const float *x,
      const float *y,
      guint        n,
      float       *ret_results)
{
  g_autoptr (GError) error = NULL;

  koma_trainer_step (trainer, n, (const gconstpointer[]){ x }, (const float *const[]){ y },
                     ret_results, &error);
  g_assert_no_error (error);
}

static void
assert_close (const Dense *found,
              const Dense *expected)
{
  const double *a = (const double *) found;
  const double *b = (const double *) expected;

  for (guint i = 0; i < sizeof *found / sizeof *a; i++)
    g_assert_cmpfloat_with_epsilon (a[i], b[i], 1e-5);
}

/* Batches of 4 and 3: one plan each, the same weights. */
static void
test_steps (void)
{
  g_autoptr (KomaTrainer) trainer = dense_new_trainer ("sgd", 0.2);
  float x[N_SAMPLES * DENSE_N_IN], y[N_SAMPLES];
  Dense dense, found;

  fill (x, N_SAMPLES * DENSE_N_IN);
  fill (y, N_SAMPLES);
  dense_read (&dense, trainer);
  for (guint i = 0; i < 40; i++) {
    const guint  first = i % 2 * 4;
    const guint  n = i % 2 == 0 ? 4 : 3;
    float        loss = 0;
    const double expected = dense_step (&dense, x + first * DENSE_N_IN, y + first, n, 0.2);

    step (trainer, x + first * DENSE_N_IN, y + first, n, &loss);
    g_assert_cmpfloat_with_epsilon (loss, expected, 1e-5);
  }
  dense_read (&found, trainer);
  assert_close (&found, &dense);
  g_assert_cmpuint (koma_trainer_get_n_steps (trainer), ==, 40);
}

/* They read what steps wrote, and write nothing. */
static void
test_evaluate_and_predict (void)
{
  g_autoptr (KomaTrainer) trainer = dense_new_trainer ("adam", 0.01);
  float        x[N_SAMPLES * DENSE_N_IN], y[N_SAMPLES];
  const float *found = NULL;
  float        loss = 0;
  double       expected = 0;
  Dense        dense, after;

  fill (x, N_SAMPLES * DENSE_N_IN);
  fill (y, N_SAMPLES);
  for (guint i = 0; i < 3; i++)
    step (trainer, x, y, N_SAMPLES, &loss);
  dense_read (&dense, trainer);
  g_assert_true (koma_trainer_predict (trainer, N_SAMPLES, (const gconstpointer[]){ x }, &found,
                                       NULL));
  for (guint i = 0; i < N_SAMPLES; i++) {
    const double y_pred = dense_predict (&dense, x + i * DENSE_N_IN);

    g_assert_cmpfloat_with_epsilon (found[i], y_pred, 1e-5);
    expected += (y_pred - y[i]) * (y_pred - y[i]) / N_SAMPLES;
  }
  g_assert_true (koma_trainer_evaluate (trainer, N_SAMPLES, (const gconstpointer[]){ x },
                                        (const float *const[]){ y }, &loss, NULL));
  g_assert_cmpfloat_with_epsilon (loss, expected, 1e-5);
  dense_read (&after, trainer);
  g_assert_cmpmem (&dense, sizeof dense, &after, sizeof after);
  g_assert_cmpuint (koma_trainer_get_n_steps (trainer), ==, 3);
}

/* Weights, slots and the number of steps are all that another trainer needs to go on. */
static void
test_continue (void)
{
  g_autoptr (KomaTrainer) a = dense_new_trainer ("adam", 0.05);
  g_autoptr (KomaTrainer) b = dense_new_trainer ("adam", 0.05);
  float x[N_SAMPLES * DENSE_N_IN], y[N_SAMPLES];
  float loss_a = 0;
  float loss_b = 0;

  fill (x, N_SAMPLES * DENSE_N_IN);
  fill (y, N_SAMPLES);
  for (guint i = 0; i < 5; i++)
    step (a, x, y, N_SAMPLES, &loss_a);
  for (guint i = 0; i < DENSE_N_WEIGHTS; i++) {
    const gsize size_bytes = koma_shape_count (&dense_get_weights ()[i].shape) * sizeof (float);

    memcpy (koma_trainer_get_weight (b, i), koma_trainer_get_weight (a, i), size_bytes);
    for (guint slot = 0; slot < 2; slot++)
      memcpy (koma_trainer_get_slot (b, i, slot), koma_trainer_get_slot (a, i, slot), size_bytes);
  }
  koma_trainer_set_n_steps (b, koma_trainer_get_n_steps (a));
  for (guint i = 0; i < 5; i++) {
    step (a, x, y, N_SAMPLES, &loss_a);
    step (b, x, y, N_SAMPLES, &loss_b);
    g_assert_cmpfloat (loss_a, ==, loss_b);
  }
}

/* The learning rate changes without another plan: nothing is allocated. */
static void
test_options (void)
{
  g_autoptr (KomaTrainer) trainer = dense_new_trainer ("nesterov", 0.1);
  float          x[N_SAMPLES * DENSE_N_IN], y[N_SAMPLES];
  float          loss = 0;
  KomaMemoryInfo before, after;
  Dense          dense, found;
  g_autoptr (GError) error = NULL;

  fill (x, N_SAMPLES * DENSE_N_IN);
  fill (y, N_SAMPLES);
  step (trainer, x, y, N_SAMPLES, &loss);
  dense_read (&dense, trainer);
  koma_memory_get_info (&before);
  g_assert_true (koma_trainer_set_option (trainer, "learningRate", 0, NULL));
  step (trainer, x, y, N_SAMPLES, &loss);
  koma_memory_get_info (&after);
  dense_read (&found, trainer);
  g_assert_cmpmem (&found, sizeof found, &dense, sizeof dense);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  g_assert_false (koma_trainer_set_option (trainer, "use_nesterov", FALSE, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
}

/* Of many sizes of a batch, only so many plans are kept. */
static void
test_many_sizes (void)
{
  g_autoptr (KomaTrainer) trainer = dense_new_trainer ("sgd", 0.1);
  float          x[40 * DENSE_N_IN], y[40];
  float          loss = 0;
  KomaMemoryInfo before, after;
  Dense          dense, found;

  fill (x, G_N_ELEMENTS (x));
  fill (y, G_N_ELEMENTS (y));
  dense_read (&dense, trainer);
  for (guint n = 1; n <= 40; n++) {
    if (n == 20)
      koma_memory_get_info (&before);
    dense_step (&dense, x, y, n, 0.1);
    step (trainer, x, y, n, &loss);
  }
  koma_memory_get_info (&after);
  g_assert_cmpuint (after.n_buffers, ==, before.n_buffers);
  dense_read (&found, trainer);
  assert_close (&found, &dense);
}

static void
test_no_samples (void)
{
  g_autoptr (KomaTrainer) trainer = dense_new_trainer ("sgd", 0.1);
  g_autoptr (GError) error = NULL;
  const float x[DENSE_N_IN] = { 1, 2 };
  float       loss = 0;

  g_assert_false (koma_trainer_step (trainer, 0, (const gconstpointer[]){ x },
                                     (const float *const[]){ x }, &loss, &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_SHAPE);
  g_assert_cmpstr (error->message, ==, "A batch has one sample or more");
}

/* Every allocation fails once: an error that says so, and nothing left. */
static void
test_no_memory (void)
{
  const float x[DENSE_N_IN] = { 1, 2 };
  const float y[1] = { 3 };
  gboolean    is_done = FALSE;

  for (guint n = 1; !is_done; n++) {
    g_autoptr (KomaTrainer) trainer = dense_new_trainer ("adam", 0.1);
    g_autoptr (GError) error = NULL;
    float loss = 0;

    koma_memory_fail_after (n);
    is_done = koma_trainer_step (trainer, 1, (const gconstpointer[]){ x },
                                 (const float *const[]){ y }, &loss, &error);
    koma_memory_fail_after (0);
    if (!is_done)
      g_assert_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY);
    g_assert_cmpuint (koma_trainer_get_n_steps (trainer), ==, is_done);
  }
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/trainer/steps", test_steps);
  graph_fixture_add_test ("/trainer/evaluate-and-predict", test_evaluate_and_predict);
  graph_fixture_add_test ("/trainer/continue", test_continue);
  graph_fixture_add_test ("/trainer/options", test_options);
  graph_fixture_add_test ("/trainer/many-sizes", test_many_sizes);
  graph_fixture_add_test ("/trainer/no-samples", test_no_samples);
  graph_fixture_add_test ("/trainer/no-memory", test_no_memory);
  return g_test_run ();
}
