/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "constraint.h"
#include "loss.h"
#include "optimizer.h"
#include "regularizer.h"

G_BEGIN_DECLS

/* Another value for a weight that does not learn by gradients: a moving mean, a state. */
typedef struct
{
  guint       weight;
  KomaValueId value;
} KomaTrainerUpdate;

/* The loss of a step grows by what the regularizer makes of a value, divided by the batch size. */
typedef struct
{
  KomaValueId     value;
  KomaRegularizer regularizer;
} KomaTrainerPenalty;

/* A model as a graph, for one batch size. The graph is inferred (koma_builder_init()) and has no
 * outputs yet. */
typedef struct
{
  KomaGraph *graph;
  GArray    *inputs;    /* KomaValueId: graph inputs, of whole batches */
  GArray    *weights;   /* KomaValueId: graph inputs, in the order of KomaTrainerOptions */
  GArray    *keys;      /* KomaValueId: graph inputs, int32 [2], of ops that make random numbers */
  GArray    *outputs;   /* KomaValueId: float32, [batch, ..] */
  GArray    *updates;   /* KomaTrainerUpdate */
  GArray    *penalties; /* KomaTrainerPenalty */
} KomaForward;

/* Fills the arrays, and the graph, which is empty. Called once for each plan. */
typedef gboolean (*KomaForwardFunc) (KomaForward *forward,
                                     guint        batch,
                                     gboolean     is_training,
                                     gpointer     user_data,
                                     GError     **error);

typedef struct
{
  const char     *name;
  KomaShape       shape; /* float32 */
  gboolean        is_trainable;
  KomaRegularizer regularizer;
  KomaConstraint  constraint;
  float          *memory; /* (nullable) (borrowed) of koma_memory_alloc (), outlives the trainer */
} KomaTrainerWeight;

/* A loss or a metric of one's own: writes the formula of @y_true and @y_pred, which are of one
 * shape. What went wrong is in the builder. */
typedef KomaValueId (*KomaTrainerFormula) (KomaBuilder *builder,
                                           KomaValueId  y_true,
                                           KomaValueId  y_pred,
                                           gpointer     data);

typedef struct
{
  const char        *name; /* (nullable) of a metric */
  KomaTrainerFormula build;
  gpointer           data; /* outlives the trainer */
} KomaTrainerFunction;

/* An output of the model. */
typedef struct
{
  const char        *name; /* before the names of its results, where there are several outputs */
  KomaLoss           loss;
  double             loss_weight; /* 0: 1 */
  const char *const *metrics;     /* (nullable) ends with NULL; for koma_metric_check () */

  KomaTrainerFunction        own_loss;    /* without .build: loss */
  const KomaTrainerFunction *own_metrics; /* (nullable) [n_own_metrics] behind the others */
  guint                      n_own_metrics;
} KomaTrainerOutput;

typedef struct
{
  KomaForwardFunc forward;
  gpointer        user_data; /* outlives the trainer */

  const KomaTrainerWeight *weights;
  guint                    n_weights;
  const KomaTrainerOutput *outputs;
  guint                    n_outputs;

  KomaOptimizerSettings optimizer;
  guint                 n_threads; /* 0: koma_cpu_count_available () */
  guint32               seed;      /* of random numbers in a graph */
} KomaTrainerOptions;

/* A copy whose texts and lists are added to @owned. */
gboolean koma_trainer_options_copy (const KomaTrainerOptions *options,
                                    GPtrArray                *owned,
                                    KomaTrainerOptions       *ret_copy,
                                    GError                  **error);

G_END_DECLS
