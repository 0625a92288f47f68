/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/builder.h"

G_BEGIN_DECLS

/* At most so many of each in a KomaOptimizerRule. */
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
 * KomaOptimizerRule:
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
  guint               n_held_rates; /* the first, which KomaOptimizer holds as tensors: as many as
                                     * TensorFlow.js does, for tf.memory () */

  /* (optional) What a slot is filled with at first; NULL: 0. */
  double (*get_slot_value) (const double *options);
  /* (optional) How many slots, the first, the formula uses with these options; NULL: all. */
  guint (*count_slots) (const double *options);
  /* Computes the rates of a step; @step counts from 1. */
  void (*set_rates) (const double *options, guint64 step, float *ret_rates);
  /* Writes the formula: fills new_weight and new_slots. */
  void (*builder) (KomaBuilder *builder, KomaOptimizerUpdate *update);
} KomaOptimizerRule;

#define KOMA_OPTIMIZER_RULE(name, definition) \
  extern const KomaOptimizerRule koma_optimizer_rule_##definition;
#include "optimizers.inc"
#undef KOMA_OPTIMIZER_RULE

/* An optimizer with its options, a value. */
typedef struct
{
  const char              *name; /* (static) "RMSProp" */
  const KomaOptimizerRule *rule;
  double                   options[KOMA_OPTIMIZER_MAX_OPTIONS];
} KomaOptimizerSettings;

/* Its options are those of TensorFlow.js at first. */
gboolean koma_optimizer_settings_init (KomaOptimizerSettings *self,
                                       const char            *name,
                                       GError               **error);
gboolean koma_optimizer_settings_set (KomaOptimizerSettings *self,
                                      const char            *option,
                                      double                 value,
                                      GError               **error);
gboolean koma_optimizer_settings_is_fixed (const KomaOptimizerSettings *self,
                                           const char                  *option);
guint    koma_optimizer_settings_get_n_slots (const KomaOptimizerSettings *self);
double   koma_optimizer_settings_get (const KomaOptimizerSettings *self,
                                      const char                  *option);

G_END_DECLS
