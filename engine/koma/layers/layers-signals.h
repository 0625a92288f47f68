/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "history.h"

G_BEGIN_DECLS

void koma_layers_signals_install (GObjectClass *klass);
/* @model: a KomaLayersModel */
void koma_layers_signals_emit_batch (gpointer model,
                                     guint    epoch,
                                     guint    batch,
                                     double   loss);
void koma_layers_signals_emit_epoch (gpointer model, guint epoch, KomaHistory *history);
void koma_layers_signals_emit_train_begin (gpointer model);
void koma_layers_signals_emit_train_end (gpointer model, KomaHistory *history);
void koma_layers_signals_emit_epoch_begin (gpointer model, guint epoch);
void koma_layers_signals_emit_batch_begin (gpointer model, guint epoch, guint batch, guint size);

G_END_DECLS
