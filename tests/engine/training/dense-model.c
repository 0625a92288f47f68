/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "dense-model.h"

#include "engine/training/initializer.h"

static KomaValueId
add (KomaForward *forward,
     GArray      *list,
     KomaShape    shape)
{
  const KomaValueId id = koma_graph_add_input (forward->graph, "input", KOMA_DTYPE_FLOAT32, &shape);

  g_array_append_val (list, id);
  return id;
}

gboolean
dense_forward (KomaForward *forward,
               guint        batch,
               gboolean     is_training,
               gpointer     user_data,
               GError     **error)
{
  const KomaTrainerWeight *weights = dense_get_weights ();
  KomaValueId              ids[DENSE_N_WEIGHTS] = { 0 };
  KomaValueId              y = KOMA_VALUE_NONE;
  KomaBuilder              builder;

  koma_builder_init (&builder, forward->graph, "dense");
  y = add (forward, forward->inputs, KOMA_SHAPE (batch, DENSE_N_IN));
  for (guint i = 0; i < DENSE_N_WEIGHTS; i++)
    ids[i] = add (forward, forward->weights, weights[i].shape);
  y = koma_builder_mat_mul (&builder, y, ids[DENSE_A], FALSE, FALSE);
  y = koma_builder_binary (&builder, KOMA_OP_ADD, y, ids[DENSE_B]);
  y = koma_builder_unary (&builder, KOMA_OP_TANH, y);
  y = koma_builder_mat_mul (&builder, y, ids[DENSE_C], FALSE, FALSE);
  y = koma_builder_binary (&builder, KOMA_OP_ADD, y, ids[DENSE_D]);
  g_array_append_val (forward->outputs, y);
  return koma_builder_finish (&builder, error);
}

const KomaTrainerWeight *
dense_get_weights (void)
{
  static KomaTrainerWeight weights[DENSE_N_WEIGHTS];

  weights[DENSE_A] = (KomaTrainerWeight){ "a", KOMA_SHAPE (DENSE_N_IN, DENSE_N_HIDDEN), TRUE };
  weights[DENSE_B] = (KomaTrainerWeight){ "b", KOMA_SHAPE (DENSE_N_HIDDEN), TRUE };
  weights[DENSE_C] = (KomaTrainerWeight){ "c", KOMA_SHAPE (DENSE_N_HIDDEN, 1), TRUE };
  weights[DENSE_D] = (KomaTrainerWeight){ "d", KOMA_SHAPE (1), TRUE };
  return weights;
}

KomaTrainer *
dense_new_trainer (const char *optimizer,
                   double      learning_rate)
{
  const KomaTrainerOutput output = { .name = "y", .loss = KOMA_LOSS_MEAN_SQUARED_ERROR };
  KomaTrainerOptions      options = {
         .forward = dense_forward,
         .weights = dense_get_weights (),
         .n_weights = DENSE_N_WEIGHTS,
         .outputs = &output,
         .n_outputs = 1,
         .n_threads = 1,
  };
  KomaInitializer initializer = { 0 };
  g_autoptr (KomaTrainer) trainer = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (koma_optimizer_settings_init (&options.optimizer, optimizer, NULL));
  g_assert_true (koma_optimizer_settings_set (&options.optimizer, "learning_rate",
                                              learning_rate, NULL));
  g_assert_true (koma_initializer_init (&initializer, "glorot_uniform", NULL));
  trainer = koma_trainer_new (&options, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < DENSE_N_WEIGHTS; i++)
    g_assert_true (koma_initializer_fill (&initializer, &options.weights[i].shape, i + 1,
                                          koma_trainer_get_weight (trainer, i), NULL));
  return g_steal_pointer (&trainer);
}

void
dense_read (Dense       *dense,
            KomaTrainer *trainer)
{
  for (guint j = 0; j < DENSE_N_HIDDEN; j++) {
    for (guint i = 0; i < DENSE_N_IN; i++)
      dense->a[i][j] = koma_trainer_get_weight (trainer, DENSE_A)[i * DENSE_N_HIDDEN + j];
    dense->b[j] = koma_trainer_get_weight (trainer, DENSE_B)[j];
    dense->c[j] = koma_trainer_get_weight (trainer, DENSE_C)[j];
  }
  dense->d = koma_trainer_get_weight (trainer, DENSE_D)[0];
}

static double
compute (const Dense *dense,
         const float *x,
         double      *ret_hidden)
{
  double y = dense->d;

  for (guint j = 0; j < DENSE_N_HIDDEN; j++) {
    ret_hidden[j] = tanh (x[0] * dense->a[0][j] + x[1] * dense->a[1][j] + dense->b[j]);
    y += ret_hidden[j] * dense->c[j];
  }
  return y;
}

double
dense_predict (const Dense *dense,
               const float *x)
{
  double hidden[DENSE_N_HIDDEN];

  return compute (dense, x, hidden);
}

double
dense_step (Dense       *dense,
            const float *x,
            const float *y,
            guint        n,
            double       learning_rate)
{
  const Dense old = *dense;
  double      loss = 0;

  for (guint k = 0; k < n; k++, x += DENSE_N_IN) {
    double       hidden[DENSE_N_HIDDEN];
    const double error = compute (&old, x, hidden) - y[k];
    const double step = learning_rate * 2 * error / n;

    loss += error * error / n;
    dense->d -= step;
    for (guint j = 0; j < DENSE_N_HIDDEN; j++) {
      const double inner = step * old.c[j] * (1 - hidden[j] * hidden[j]);

      dense->c[j] -= step * hidden[j];
      dense->b[j] -= inner;
      dense->a[0][j] -= inner * x[0];
      dense->a[1][j] -= inner * x[1];
    }
  }
  return loss;
}
