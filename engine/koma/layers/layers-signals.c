/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-signals.h"

#include "engine/graph/nan.h"

static const char train_begin[] = "train-begin";
static const char train_end[] = "train-end";
static const char epoch_begin[] = "epoch-begin";
static const char epoch_end[] = "epoch-end";
static const char batch_begin[] = "batch-begin";
static const char batch_end[] = "batch-end";

/**
 * koma_layers_signals_install: (skip)
 */
void
koma_layers_signals_install (GObjectClass *klass)
{
  const GType type = G_OBJECT_CLASS_TYPE (klass);

  /**
   * KomaLayersModel::train-begin:
   * @self: the model
   *
   * Before the first epoch of koma_layers_model_fit(). koma_layers_model_stop() may be called in
   * the handlers of this signal and of those that follow.
   */
  g_signal_new (train_begin, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * KomaLayersModel::train-end:
   * @self: the model
   * @history: of all epochs
   *
   * When koma_layers_model_fit() has trained the model, or was stopped; not after an error.
   */
  g_signal_new (train_end, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                KOMA_TYPE_HISTORY);
  /**
   * KomaLayersModel::epoch-begin:
   * @self: the model
   * @epoch: from 0
   *
   * Before the first batch of an epoch.
   */
  g_signal_new (epoch_begin, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_UINT);
  /**
   * KomaLayersModel::batch-begin:
   * @self: the model
   * @epoch: from 0
   * @batch: from 0
   * @size: how many samples it has
   *
   * Before a batch.
   */
  g_signal_new (batch_begin, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 3,
                G_TYPE_UINT, G_TYPE_UINT, G_TYPE_UINT);
  /**
   * KomaLayersModel::batch-end:
   * @self: the model
   * @epoch: from 0
   * @batch: from 0
   * @loss: of the batch, before it changed the weights
   *
   * While koma_layers_model_fit() trains the model. koma_layers_model_stop() may be called, and
   * koma_layers_model_get_batch_results() has the metrics, too.
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

/**
 * koma_layers_signals_emit_train_begin: (skip)
 */
void
koma_layers_signals_emit_train_begin (gpointer model)
{
  g_signal_emit_by_name (model, train_begin);
}

/**
 * koma_layers_signals_emit_train_end: (skip)
 */
void
koma_layers_signals_emit_train_end (gpointer     model,
                                    KomaHistory *history)
{
  g_signal_emit_by_name (model, train_end, history);
}

/**
 * koma_layers_signals_emit_epoch_begin: (skip)
 */
void
koma_layers_signals_emit_epoch_begin (gpointer model,
                                      guint    epoch)
{
  g_signal_emit_by_name (model, epoch_begin, epoch);
}

/**
 * koma_layers_signals_emit_batch_begin: (skip)
 */
void
koma_layers_signals_emit_batch_begin (gpointer model,
                                      guint    epoch,
                                      guint    batch,
                                      guint    size)
{
  g_signal_emit_by_name (model, batch_begin, epoch, batch, size);
}
