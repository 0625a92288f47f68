/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/emit.h"

G_BEGIN_DECLS

/* At most so many of each in a KomaOptimizerClass. */
#define KOMA_OPTIMIZER_MAX_OPTIONS 6
#define KOMA_OPTIMIZER_MAX_RATES   6
#define KOMA_OPTIMIZER_MAX_SLOTS   3

typedef struct
{
  const char *name; /* as Keras has it: "learning_rate" */
  double      fallback;
  gboolean    is_fixed; /* chooses the formula: it does not change after the plan is made */
} KomaOptimizerOption;

/* A weight, its gradient and its slots, of one shape, and what is to be in their place. */
typedef struct
{
  const double *options;                         /* [KOMA_OPTIMIZER_MAX_OPTIONS] */
  KomaValueId   rates[KOMA_OPTIMIZER_MAX_RATES]; /* scalars */
  KomaValueId   gradient;
  KomaValueId   weight;
  KomaValueId   slots[KOMA_OPTIMIZER_MAX_SLOTS];

  KomaValueId new_weight;
  KomaValueId new_slots[KOMA_OPTIMIZER_MAX_SLOTS];
} KomaOptimizerUpdate;

/**
 * KomaOptimizerClass:
 *
 * How gradients change weights. All numbers that may change from step to step are graph inputs, the
 * rates: the plan of a step stays.
 */
typedef struct
{
  KomaOptimizerOption options[KOMA_OPTIMIZER_MAX_OPTIONS]; /* the name of the last is NULL */
  const char         *slots[KOMA_OPTIMIZER_MAX_SLOTS];     /* names: "m"; (nullable) */
  guint               n_slots;
  guint               n_rates;

  /* (optional) What a slot is filled with at first; NULL: 0. */
  double (*get_slot_value) (const double *options);
  /* Computes the rates of a step; @step counts from 1. */
  void (*set_rates) (const double *options, guint64 step, float *ret_rates);
  /* Writes the formula: fills new_weight and new_slots. */
  void (*emit) (KomaEmit *emit, KomaOptimizerUpdate *update);
} KomaOptimizerClass;

#define KOMA_OPTIMIZER(name, definition) \
  extern const KomaOptimizerClass koma_optimizer_##definition;
#include "optimizers.inc"
#undef KOMA_OPTIMIZER

/* An optimizer with its options, a value. */
typedef struct
{
  const char               *name; /* (static) "RMSProp" */
  const KomaOptimizerClass *klass;
  double                    options[KOMA_OPTIMIZER_MAX_OPTIONS];
} KomaOptimizer;

gboolean koma_optimizer_init (KomaOptimizer *self, /* its options are those of TensorFlow.js */
                              const char    *name,
                              GError       **error);
gboolean koma_optimizer_set (KomaOptimizer *self,
                             const char    *option,
                             double         value,
                             GError       **error);
gboolean koma_optimizer_is_fixed (const KomaOptimizer *self,
                                  const char          *option);
double   koma_optimizer_get (const KomaOptimizer *self,
                             const char          *option);

G_END_DECLS
