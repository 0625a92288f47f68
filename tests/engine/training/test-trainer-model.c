/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model may have beside weights that learn: frozen ones, regularizers, constraints, values
 * that are carried on, random numbers, several outputs. All models are y = w x, with numbers that
 * are computed by hand. */
#include "engine/training/arithmetic.h"
#include "engine/training/trainer.h"
#include "tests/engine/graph-fixture.h"
#include "tests/test-main.h"

#define RATE 0.5

/* The weights w, [2, 1], and m, a scalar. */
typedef struct
{
  gboolean has_update;
  gboolean has_key;
  gboolean is_flat; /* y is [batch] */
  guint    n_outputs;
  guint    n_missing; /* weights */
} Model;

static KomaValueId
add (KomaForward *forward,
     GArray      *list,
     KomaDType    dtype,
     KomaShape    shape)
{
  const KomaValueId id = koma_graph_add_input (forward->graph, "input", dtype, &shape);

  g_array_append_val (list, id);
  return id;
}

/* m becomes (m + mean (x)) / 2, in training alone. */
static void
add_update (KomaForward *forward,
            KomaBuilder *builder,
            KomaValueId  x,
            KomaValueId  m)
{
  KomaTrainerUpdate update = { .weight = 1 };

  update.value = build_add (builder, m, koma_builder_reduce (builder, KOMA_OP_MEAN, x, 3, FALSE));
  update.value = koma_builder_with_number (builder, KOMA_OP_MUL, update.value, 0.5);
  g_array_append_val (forward->updates, update);
}

static gboolean
make (KomaForward *forward,
      guint        batch,
      gboolean     is_training,
      gpointer     user_data,
      GError     **error)
{
  const Model *model = user_data;
  KomaValueId  x, w, m, y;
  KomaBuilder  builder;

  koma_builder_init (&builder, forward->graph, "model");
  x = add (forward, forward->inputs, KOMA_DTYPE_FLOAT32, KOMA_SHAPE (batch, 2));
  w = add (forward, forward->weights, KOMA_DTYPE_FLOAT32, KOMA_SHAPE (2, 1));
  m = add (forward, forward->weights, KOMA_DTYPE_FLOAT32, KOMA_SHAPE_SCALAR);
  g_array_set_size (forward->weights, 2 - model->n_missing);
  y = koma_builder_mat_mul (&builder, x, w, FALSE, FALSE);
  if (model->is_flat)
    y = koma_builder_reshape (&builder, y, KOMA_SHAPE (batch));
  if (model->has_update && is_training)
    add_update (forward, &builder, x, m);
  if (model->has_key) {
    const KomaValueId key = add (forward, forward->keys, KOMA_DTYPE_INT32, KOMA_SHAPE (2));

    y = koma_builder_cast (&builder, key, KOMA_DTYPE_FLOAT32);
  }
  for (guint i = 0; i < MAX (model->n_outputs, 1); i++) {
    g_array_append_val (forward->outputs, y);
    y = koma_builder_with_number (&builder, KOMA_OP_MUL, y, 2);
  }
  return koma_builder_finish (&builder, error);
}

static KomaTrainer *
open_trainer (Model             *model,
              KomaTrainerWeight  first,
              KomaTrainerOutput *outputs,
              GError           **error)
{
  const KomaTrainerWeight weights[] = { first, { "m", KOMA_SHAPE_SCALAR } };
  KomaTrainerOptions      options = {
         .forward = make,
         .user_data = model,
         .weights = weights,
         .n_weights = 2,
         .outputs = outputs,
         .n_outputs = MAX (model->n_outputs, 1),
         .n_threads = 1,
         .seed = 5,
  };
  KomaTrainer *trainer = NULL;

  g_assert_true (koma_optimizer_settings_init (&options.optimizer, "sgd", NULL));
  g_assert_true (koma_optimizer_settings_set (&options.optimizer, "learning_rate", RATE, NULL));
  trainer = koma_trainer_new (&options, error);
  if (trainer != NULL) {
    koma_trainer_get_weight (trainer, 0)[0] = 3;
    koma_trainer_get_weight (trainer, 0)[1] = -4;
  }
  return trainer;
}

static KomaTrainerOutput mse = { .name = "y", .loss = KOMA_LOSS_MEAN_SQUARED_ERROR };

/* A batch of one sample; its gradient by w is 2 (y - t) x. */
static void
step (KomaTrainer *trainer,
      float        x0,
      float        x1,
      float        t,
      float       *ret_results)
{
  const float x[2] = { x0, x1 };
  g_autoptr (GError) error = NULL;

  koma_trainer_step (trainer, 1, (const gconstpointer[]){ x },
                     (const float *const[]){ &t, &t, &t }, ret_results, &error);
  g_assert_no_error (error);
}

static void
assert_weight (KomaTrainer *trainer,
               double       a,
               double       b)
{
  g_assert_cmpfloat_with_epsilon (koma_trainer_get_weight (trainer, 0)[0], a, 1e-5);
  g_assert_cmpfloat_with_epsilon (koma_trainer_get_weight (trainer, 0)[1], b, 1e-5);
}

/* y = 3 - 8 = -5; the gradient of 0.1 |w| + 0.01 w² is 0.1 sign (w) + 0.02 w. */
static void
test_regularizer (void)
{
  Model model = { 0 };
  float loss = 0;
  g_autoptr (KomaTrainer) trainer = open_trainer (
    &model, (KomaTrainerWeight){ "w", KOMA_SHAPE (2, 1), TRUE, { .l1 = 0.1, .l2 = 0.01 } }, &mse,
    NULL);

  step (trainer, 1, 2, -6, &loss);
  g_assert_cmpfloat_with_epsilon (loss, 1 + 0.1 * 7 + 0.01 * 25, 1e-5);
  assert_weight (trainer, 3 - RATE * (2 + 0.1 + 0.06), -4 - RATE * (4 - 0.1 - 0.08));
}

/* What w is after a step without a gradient. */
static void
check_constraint (KomaConstraint constraint,
                  double         a,
                  double         b)
{
  Model model = { 0 };
  float loss = 0;
  g_autoptr (KomaTrainer) trainer = open_trainer (
    &model, (KomaTrainerWeight){ "w", KOMA_SHAPE (2, 1), TRUE, { 0 }, constraint }, &mse, NULL);

  step (trainer, 1, 2, -5, &loss);
  assert_weight (trainer, a, b);
}

static void
test_constraints (void)
{
  KomaConstraint constraint = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_constraint_init (&constraint, "maxNorm", NULL));
  check_constraint (constraint, 3 * 2 / 5., -4 * 2 / 5.);
  constraint.max_value = 6;
  check_constraint (constraint, 3, -4);
  g_assert_true (koma_constraint_init (&constraint, "unit_norm", NULL));
  check_constraint (constraint, 3 / 5., -4 / 5.);
  constraint.axis = 1;
  check_constraint (constraint, 1, -1);
  g_assert_true (koma_constraint_init (&constraint, "NonNeg", NULL));
  check_constraint (constraint, 3, 0);
  g_assert_true (koma_constraint_init (&constraint, "min_max_norm", NULL));
  constraint.rate = 0.5;
  check_constraint (constraint, 3 * 3 / 5., -4 * 3 / 5.);
  constraint = (KomaConstraint){ KOMA_CONSTRAINT_MIN_MAX_NORM, .min_value = 10, .max_value = 20,
                                 .rate = 1 };
  check_constraint (constraint, 6, -8);
  g_assert_false (koma_constraint_init (&constraint, "even", &error));
  g_assert_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED);
}

static void
test_frozen (void)
{
  Model model = { 0 };
  float loss = 0;
  g_autoptr (KomaTrainer) trainer =
    open_trainer (&model, (KomaTrainerWeight){ "w", KOMA_SHAPE (2, 1), FALSE }, &mse, NULL);

  step (trainer, 1, 2, 1, &loss);
  g_assert_cmpfloat (loss, ==, 36);
  assert_weight (trainer, 3, -4);
}

static void
test_update (void)
{
  Model       model = { .has_update = TRUE };
  const float x[2] = { 1, 2 };
  const float t = 1;
  float       loss = 0;
  g_autoptr (KomaTrainer) trainer =
    open_trainer (&model, (KomaTrainerWeight){ "w", KOMA_SHAPE (2, 1), TRUE }, &mse, NULL);

  koma_trainer_get_weight (trainer, 1)[0] = 4;
  step (trainer, 1, 2, 1, &loss);
  g_assert_cmpfloat (koma_trainer_get_weight (trainer, 1)[0], ==, 2.75);
  step (trainer, 1, 2, 1, &loss);
  g_assert_cmpfloat (koma_trainer_get_weight (trainer, 1)[0], ==, 2.125);
  g_assert_true (koma_trainer_evaluate (trainer, 1, (const gconstpointer[]){ x },
                                        (const float *const[]){ &t }, &loss, NULL));
  g_assert_cmpfloat (koma_trainer_get_weight (trainer, 1)[0], ==, 2.125);
}

/* The second number of a key is that of the step. */
static void
test_keys (void)
{
  Model        model = { .has_key = TRUE };
  const float  x[2] = { 1, 2 };
  const float *y = NULL;
  g_autoptr (KomaTrainer) trainer =
    open_trainer (&model, (KomaTrainerWeight){ "w", KOMA_SHAPE (2, 1), TRUE }, &mse, NULL);

  koma_trainer_set_n_steps (trainer, 9);
  g_assert_true (koma_trainer_predict (trainer, 1, (const gconstpointer[]){ x }, &y, NULL));
  g_assert_cmpfloat (y[0], ==, 5);
  g_assert_cmpfloat (y[1], ==, 9);
}

/* y = -5 and 2 y; the loss is (y - t)² + |2 y - t| / 4. */
static void
test_outputs (void)
{
  const char *const metrics[] = { "mae", "accuracy", NULL };
  KomaTrainerOutput outputs[] = {
    { "y", KOMA_LOSS_MEAN_SQUARED_ERROR, 0, metrics },
    { "z", KOMA_LOSS_MEAN_ABSOLUTE_ERROR, 0.25 },
  };
  const char *const names[] = { "loss", "y_loss", "z_loss", "y_mae", "y_acc" };
  const double      expected[] = { 9 + 8 / 4., 9, 8, 3, 0 };
  Model             model = { .n_outputs = 2 };
  float             results[5] = { 0 };
  g_autoptr (KomaTrainer) trainer =
    open_trainer (&model, (KomaTrainerWeight){ "w", KOMA_SHAPE (2, 1), TRUE }, outputs, NULL);

  g_assert_cmpuint (koma_trainer_get_n_results (trainer), ==, G_N_ELEMENTS (names));
  step (trainer, 1, 2, -2, results);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_assert_cmpstr (koma_trainer_get_result_name (trainer, i), ==, names[i]);
    g_assert_cmpfloat_with_epsilon (results[i], expected[i], 1e-5);
  }
  assert_weight (trainer, 3 - RATE * (-6 - 0.5), -4 - RATE * (-6 - 0.5) * 2);
}

/* Predictions without a last dimension: the loss is a scalar before its mean is taken. */
static void
test_flat (void)
{
  Model model = { .is_flat = TRUE };
  float loss = 0;
  g_autoptr (KomaTrainer) trainer =
    open_trainer (&model, (KomaTrainerWeight){ "w", KOMA_SHAPE (2, 1), TRUE }, &mse, NULL);

  step (trainer, 1, 2, -6, &loss);
  g_assert_cmpfloat (loss, ==, 1);
  assert_weight (trainer, 3 - RATE * 2, -4 - RATE * 4);
}

static void
check_refused (Model             model,
               KomaShape         shape,
               KomaTrainerOutput output,
               KomaError         code,
               const char       *message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaTrainer) trainer =
    open_trainer (&model, (KomaTrainerWeight){ "w", shape, TRUE }, &output, &error);
  const float x[2] = { 1, 2 };
  float       loss = 0;

  if (trainer != NULL)
    g_assert_false (koma_trainer_step (trainer, 1, (const gconstpointer[]){ x },
                                       (const float *const[]){ x }, &loss, &error));
  g_assert_error (error, KOMA_ERROR, (int) code);
  g_assert_cmpstr (error->message, ==, message);
}

static void
test_bad (void)
{
  const char *const metrics[] = { "luck", NULL };

  check_refused ((Model){ 0 }, KOMA_SHAPE (1, 2), mse, KOMA_ERROR_SHAPE,
                 "Weight “w” is float32 [2,1], expected float32 [1,2]");
  check_refused ((Model){ .n_missing = 1 }, KOMA_SHAPE (2, 1), mse, KOMA_ERROR_MODEL,
                 "The model has 1 weights and 1 outputs, expected 2 and 1");
  check_refused ((Model){ 0 }, KOMA_SHAPE (2, 1),
                 (KomaTrainerOutput){ .name = "y", .metrics = metrics }, KOMA_ERROR_UNSUPPORTED,
                 "There is no metric “luck”");
}

KOMA_TEST_MAIN (argc, argv)
{
  g_test_init (&argc, &argv, NULL);
  graph_fixture_add_test ("/trainer-model/regularizer", test_regularizer);
  graph_fixture_add_test ("/trainer-model/constraints", test_constraints);
  graph_fixture_add_test ("/trainer-model/frozen", test_frozen);
  graph_fixture_add_test ("/trainer-model/update", test_update);
  graph_fixture_add_test ("/trainer-model/keys", test_keys);
  graph_fixture_add_test ("/trainer-model/outputs", test_outputs);
  graph_fixture_add_test ("/trainer-model/flat", test_flat);
  graph_fixture_add_test ("/trainer-model/bad", test_bad);
  return g_test_run ();
}
