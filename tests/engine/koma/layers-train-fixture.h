/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A dense layer that is to learn a line. */
#pragma once

#include "engine/koma/koma.h"

G_BEGIN_DECLS

#define N 8 /* samples */

typedef struct
{
  KomaLayersModel *model;
  KomaTensor      *x; /* [N, 1] */
  KomaTensor      *y; /* 2 x + 1 */
  char            *folder;
  guint            n_batches; /* that the model told of */
  guint            n_epochs;
} Train;

/* [@n0, @n1] */
KomaTensor *train_make (const float *values, int n0, int n1);
void        train_set_up (Train *self, gconstpointer data);
void        train_tear_down (Train *self, gconstpointer data);

/* With the mean squared error, and "mae". */
void  train_compile (KomaLayersModel *model, const char *optimizer, double rate);
void  train_set_weights (KomaLayersModel *model, float kernel, float bias);
float train_get_weight (KomaLayersModel *model, guint index); /* its first number */

KomaHistory *train_fit (Train *self, KomaFitOptions *options);

#define TRAIN_ADD(name, func) \
  g_test_add ("/layers-train/" name, Train, NULL, train_set_up, func, train_tear_down)

G_END_DECLS
