/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/training/optimizer.h"
#include "optimizer.h"

G_BEGIN_DECLS

/* What is remembered of a variable. It does not keep the variable alive. */
typedef struct
{
  GWeakRef      variable;
  guint         place;                           /* among all variables, by their first steps */
  KomaVariable *slots[KOMA_OPTIMIZER_MAX_SLOTS]; /* (owned) as many as the optimizer uses */
} KomaOptimizerNote;

struct _KomaOptimizer
{
  GObject parent_instance;

  KomaOptimizerSettings settings;
  guint64               iterations;

  /* (owned) What it holds from step to step; NULL after its disposal. */
  KomaVariable *rates[KOMA_OPTIMIZER_MAX_RATES]; /* [n_held_rates of the rule] */
  GHashTable   *notes;                           /* KomaVariable * → KomaOptimizerNote */
  guint         n_noted;                         /* variables, those too that have gone */

  /* (nullable) (element-type KomaVariable) What koma_optimizer_set_weights() was given: of each
   * slot those of all variables. A variable takes its own in its first step. */
  GPtrArray *given;
};

/* Makes what it holds. */
gboolean koma_optimizer_set_up (KomaOptimizer *self, GError **error);

gboolean koma_optimizer_check_usable (KomaOptimizer *self, GError **error);

/* Computes @loss, where there is one, and new values of the variables in one run, and assigns
 * them. */
gboolean koma_optimizer_make_step (KomaOptimizer       *self,
                                   KomaVariable *const *variables,
                                   KomaTensor *const   *gradients,
                                   guint                n,
                                   KomaTensor          *loss, /* (nullable) */
                                   GError             **error);

G_END_DECLS
