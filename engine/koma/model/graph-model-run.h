/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph-model.h"
#include "../tensor/tensor.h"

G_BEGIN_DECLS

/* A model computes tensors from tensors. */
KomaTensor *koma_graph_model_predict (KomaGraphModel *self,
                                      KomaTensor    **inputs,
                                      guint           n_inputs,
                                      GError        **error);
GPtrArray  *koma_graph_model_predict_all (KomaGraphModel *self,
                                          KomaTensor    **inputs,
                                          guint           n_inputs,
                                          GError        **error);
GPtrArray  *koma_graph_model_execute (KomaGraphModel    *self,
                                      const char *const *input_names,
                                      KomaTensor       **inputs,
                                      guint              n_inputs,
                                      const char *const *output_names, /* (nullable) all */
                                      GError           **error);

G_END_DECLS
