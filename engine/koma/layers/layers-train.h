/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fit-options.h"
#include "history.h"
#include "layers-model.h"
#include "optimizer.h"

G_BEGIN_DECLS

/* Training and using a model. Samples stand along the first dimension of tensors; x is one tensor
 * for each input of the model, y one for each output. */
gboolean koma_layers_model_compile (KomaLayersModel   *self,
                                    const char        *optimizer, /* "adam" */
                                    const char        *loss,      /* "meanSquaredError" */
                                    const char *const *metrics,   /* (nullable) */
                                    GError           **error);
gboolean koma_layers_model_compile_with (KomaLayersModel   *self,
                                         KomaOptimizer     *optimizer,
                                         const char        *loss,
                                         const char *const *metrics, /* (nullable) */
                                         GError           **error);
gboolean koma_layers_model_set_option (KomaLayersModel *self,
                                       const char      *name,
                                       double           value,
                                       GError         **error);
gboolean koma_layers_model_set_losses (KomaLayersModel   *self,
                                       const char *const *losses,
                                       GError           **error);

/* What the optimizer has noted: the state of the training beside the model's weights. */
guint64    koma_layers_model_get_iterations (KomaLayersModel *self);
GPtrArray *koma_layers_model_get_optimizer_weights (KomaLayersModel *self, GError **error);
gboolean   koma_layers_model_set_optimizer_weights (KomaLayersModel   *self,
                                                    KomaTensor *const *weights,
                                                    guint              n_weights,
                                                    guint64            iterations,
                                                    GError           **error);

KomaHistory *koma_layers_model_fit (KomaLayersModel *self,
                                    KomaTensor     **x,
                                    guint            n_x,
                                    KomaTensor     **y,
                                    guint            n_y,
                                    KomaFitOptions  *options, /* (nullable) */
                                    GCancellable    *cancellable,
                                    GError         **error);
void         koma_layers_model_fit_async (KomaLayersModel    *self,
                                          KomaTensor        **x,
                                          guint               n_x,
                                          KomaTensor        **y,
                                          guint               n_y,
                                          KomaFitOptions     *options, /* (nullable) */
                                          GCancellable       *cancellable,
                                          GAsyncReadyCallback callback,
                                          gpointer            user_data);
KomaHistory *koma_layers_model_fit_finish (KomaLayersModel *self,
                                           GAsyncResult    *result,
                                           GError         **error);
void         koma_layers_model_stop (KomaLayersModel *self);

const double *koma_layers_model_get_batch_results (KomaLayersModel *self,
                                                   gsize           *ret_n_results);

double     *koma_layers_model_train_on_batch (KomaLayersModel *self,
                                              KomaTensor     **x,
                                              guint            n_x,
                                              KomaTensor     **y,
                                              guint            n_y,
                                              gsize           *ret_n_results,
                                              GError         **error);
double     *koma_layers_model_evaluate (KomaLayersModel *self,
                                        KomaTensor     **x,
                                        guint            n_x,
                                        KomaTensor     **y,
                                        guint            n_y,
                                        guint            batch_size,
                                        gsize           *ret_n_results,
                                        GError         **error);
char      **koma_layers_model_get_result_names (KomaLayersModel *self, GError **error);
KomaTensor *koma_layers_model_predict (KomaLayersModel *self,
                                       KomaTensor     **x,
                                       guint            n_x,
                                       guint            batch_size,
                                       GError         **error);
GPtrArray  *koma_layers_model_apply (KomaLayersModel *self,
                                     KomaTensor     **x,
                                     guint            n_x,
                                     gboolean         is_training,
                                     GError         **error);
GPtrArray  *koma_layers_model_predict_all (KomaLayersModel *self,
                                           KomaTensor     **x,
                                           guint            n_x,
                                           guint            batch_size,
                                           GError         **error);

G_END_DECLS
