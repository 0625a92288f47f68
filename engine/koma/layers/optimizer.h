/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../tensor/gradients.h"

G_BEGIN_DECLS

/* What training changes variables with, for loops of one's own; koma_layers_model_compile_with()
 * takes one too. */
#define KOMA_TYPE_OPTIMIZER (koma_optimizer_get_type ())
G_DECLARE_FINAL_TYPE (KomaOptimizer, koma_optimizer, KOMA, OPTIMIZER, GObject)

KomaOptimizer *koma_optimizer_new (const char *name,
                                   const char *settings, /* (nullable) JSON */
                                   GError    **error);
KomaOptimizer *koma_optimizer_new_sgd (double learning_rate, GError **error);
KomaOptimizer *koma_optimizer_new_momentum (double   learning_rate,
                                            double   momentum,
                                            gboolean is_nesterov,
                                            GError **error);
KomaOptimizer *koma_optimizer_new_adagrad (double learning_rate, GError **error);
KomaOptimizer *koma_optimizer_new_adadelta (double learning_rate, GError **error);
KomaOptimizer *koma_optimizer_new_rmsprop (double learning_rate, GError **error);
KomaOptimizer *koma_optimizer_new_adam (double learning_rate, GError **error);
KomaOptimizer *koma_optimizer_new_adamax (double learning_rate, GError **error);

GPtrArray  *koma_optimizer_watch (KomaOptimizer       *self,
                                  KomaTape            *tape,
                                  KomaVariable *const *variables,
                                  guint                n_variables,
                                  GError             **error);
KomaTensor *koma_optimizer_learn (KomaOptimizer       *self,
                                  KomaTape            *tape,
                                  KomaTensor          *loss,
                                  KomaVariable *const *variables,
                                  guint                n_variables,
                                  GError             **error);
KomaTensor *koma_optimizer_minimize (KomaOptimizer       *self,
                                     KomaFunction         f,
                                     gpointer             user_data,
                                     KomaVariable *const *variables,
                                     guint                n_variables,
                                     GError             **error);
gboolean    koma_optimizer_apply_gradients (KomaOptimizer       *self,
                                            KomaVariable *const *variables,
                                            guint                n_variables,
                                            KomaTensor *const   *gradients,
                                            guint                n_gradients,
                                            GError             **error);

const char *koma_optimizer_get_name (KomaOptimizer *self);
double      koma_optimizer_get_learning_rate (KomaOptimizer *self);
gboolean    koma_optimizer_set_learning_rate (KomaOptimizer *self,
                                              double         learning_rate,
                                              GError       **error);
double      koma_optimizer_get_option (KomaOptimizer *self, const char *name);
gboolean    koma_optimizer_set_option (KomaOptimizer *self,
                                       const char    *name,
                                       double         value,
                                       GError       **error);
guint64     koma_optimizer_get_iterations (KomaOptimizer *self);
GPtrArray  *koma_optimizer_get_weights (KomaOptimizer *self, GError **error);
gboolean    koma_optimizer_set_weights (KomaOptimizer     *self,
                                        KomaTensor *const *weights,
                                        guint              n_weights,
                                        guint64            iterations,
                                        GError           **error);
void        koma_optimizer_dispose_data (KomaOptimizer *self);

G_END_DECLS
