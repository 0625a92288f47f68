/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers-model.h"

G_BEGIN_DECLS

/* Models of layers as files: those of TensorFlow.js, and those of Keras to be loaded. */
KomaLayersModel *koma_layers_model_load (const char *path, GError **error);
gboolean         koma_layers_model_save (KomaLayersModel *self,
                                         const char      *folder,
                                         gboolean         includes_optimizer,
                                         GError         **error);

G_END_DECLS
