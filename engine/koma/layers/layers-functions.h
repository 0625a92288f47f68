/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "layers-model.h"
#include "../tensor/gradients.h"

G_BEGIN_DECLS

/* Losses and metrics of one's own: functions of the targets and of what the model gives. */
gboolean koma_layers_model_set_loss_function (KomaLayersModel *self,
                                              guint            output,
                                              KomaFunction     f,
                                              gpointer         user_data,
                                              GDestroyNotify   destroy,
                                              GError         **error);
gboolean koma_layers_model_add_metric_function (KomaLayersModel *self,
                                                const char      *name,
                                                KomaFunction     f,
                                                gpointer         user_data,
                                                GDestroyNotify   destroy,
                                                GError         **error);

G_END_DECLS
