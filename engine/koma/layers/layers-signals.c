/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-signals.h"

#include "engine/graph/nan.h"

static const char batch_end[] = "batch-end";
static const char epoch_end[] = "epoch-end";

/**
 * koma_layers_signals_install: (skip)
 */
void
koma_layers_signals_install (GObjectClass *klass)
{
  const GType type = G_OBJECT_CLASS_TYPE (klass);

  /**
   * KomaLayersModel::batch-end:
   * @self: the model
   * @epoch: from 0
   * @batch: from 0
   * @loss: of the batch, before it changed the weights
   *
   * While koma_layers_model_fit() trains the model. koma_layers_model_stop() may be called.
   */
  g_signal_new (batch_end, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                G_TYPE_UINT, G_TYPE_UINT, G_TYPE_DOUBLE);
  /**
   * KomaLayersModel::epoch-end:
   * @self: the model
   * @epoch: from 0
   * @history: of all epochs until now
   *
   * While koma_layers_model_fit() trains the model. koma_layers_model_stop() may be called.
   */
  g_signal_new (epoch_end, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                G_TYPE_UINT, KOMA_TYPE_HISTORY);
}

/**
 * koma_layers_signals_emit_batch: (skip)
 */
void
koma_layers_signals_emit_batch (gpointer model,
                                guint    epoch,
                                guint    batch,
                                double   loss)
{
  g_signal_emit_by_name (model, batch_end, epoch, batch, koma_nan_make_plain_double (loss));
}

/**
 * koma_layers_signals_emit_epoch: (skip)
 */
void
koma_layers_signals_emit_epoch (gpointer     model,
                                guint        epoch,
                                KomaHistory *history)
{
  g_signal_emit_by_name (model, epoch_end, epoch, history);
}
