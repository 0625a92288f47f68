/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fit-options.h"
#include "history.h"
#include "layers-data.h"

G_BEGIN_DECLS

/* A training in progress, which goes on batch by batch. */
typedef struct _KomaLayersFit KomaLayersFit;

KomaLayersFit *koma_layers_fit_new (KomaLayersModel *model,
                                    KomaTensor     **x,
                                    guint            n_x,
                                    KomaTensor     **y,
                                    guint            n_y,
                                    KomaFitOptions  *options, /* (nullable) */
                                    GError         **error) G_GNUC_WARN_UNUSED_RESULT;
void           koma_layers_fit_free (KomaLayersFit *self);

gboolean     koma_layers_fit_is_done (const KomaLayersFit *self);
gboolean     koma_layers_fit_step (KomaLayersFit *self, GError **error);
void         koma_layers_fit_end (KomaLayersFit *self);
KomaHistory *koma_layers_fit_get_history (KomaLayersFit *self);

/* Means over all samples: [koma_trainer_get_n_results ()] */
gboolean koma_layers_evaluate (KomaLayersModel *model,
                               KomaLayersData  *data,
                               guint            batch_size,
                               double          *ret_results,
                               GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaLayersFit, koma_layers_fit_free)

G_END_DECLS
