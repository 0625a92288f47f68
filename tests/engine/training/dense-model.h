/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A network of dense layers for a trainer, and what it learns, computed once more in double. */
#pragma once

#include "engine/training/trainer.h"

G_BEGIN_DECLS

#define DENSE_N_IN     2
#define DENSE_N_HIDDEN 3

/* The weights of y = tanh (x · a + b) · c + d, in this order. */
enum {
  DENSE_A,
  DENSE_B,
  DENSE_C,
  DENSE_D,
  DENSE_N_WEIGHTS,
};

typedef struct
{
  double a[DENSE_N_IN][DENSE_N_HIDDEN];
  double b[DENSE_N_HIDDEN];
  double c[DENSE_N_HIDDEN];
  double d;
} Dense;

gboolean dense_forward (KomaForward *forward,
                        guint        batch,
                        gboolean     is_training,
                        gpointer     user_data,
                        GError     **error);
/* The weights' names and shapes; all learn. */
const KomaTrainerWeight *dense_get_weights (void);
KomaTrainer             *dense_new_trainer (const char *optimizer, double learning_rate);

void   dense_read (Dense *dense, KomaTrainer *trainer);
double dense_predict (const Dense *dense, const float *x);
/* A step of gradient descent on mean squares; returns the loss before it. */
double dense_step (Dense *dense, const float *x, const float *y, guint n, double learning_rate);

G_END_DECLS
