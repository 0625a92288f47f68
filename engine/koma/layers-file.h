/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers-model.h"

G_BEGIN_DECLS

/* Layers models of TensorFlow.js: a folder with model.json and weights. */
KomaLayersModel *koma_layers_model_load (const char *path, GError **error);
gboolean         koma_layers_model_save (KomaLayersModel *self,
                                         const char      *folder,
                                         gboolean         includes_optimizer,
                                         GError         **error);

G_END_DECLS
