/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-evaluated-pair.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* @fraction: 0 … 1 of all pictures. */
typedef void (*KomaEvaluateProgress) (double   fraction,
                                      gpointer user_data);

/* Evaluates the model in use. A measurement as those of koma-worker-measure.h: beside the thread
 * that answers, one at a time. */
void           koma_worker_evaluate_async (KomaWorker          *self,
                                           KomaGroundTruth     *truth,
                                           KomaEvaluateProgress progress,
                                           gpointer             progress_data,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             user_data);
KomaEvaluated *koma_worker_evaluate_finish (KomaWorker *self, GAsyncResult *result, GError **error);

/* The same with another model, or the same one read in another way, beside it. */
void               koma_worker_evaluate_pair_async (KomaWorker            *self,
                                                    KomaGroundTruth       *truth,
                                                    const KomaWorkerModel *other,
                                                    KomaEvaluateProgress   progress,
                                                    gpointer               progress_data,
                                                    GCancellable          *cancellable,
                                                    GAsyncReadyCallback    callback,
                                                    gpointer               user_data);
KomaEvaluatedPair *koma_worker_evaluate_pair_finish (KomaWorker   *self,
                                                     GAsyncResult *result,
                                                     GError      **error);

G_END_DECLS
