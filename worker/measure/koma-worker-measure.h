/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-comparison.h"
#include "koma-measurement-options.h"
#include "koma-profile-report.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* Measurements of the model in use: each on sessions of its own and a thread
 * beside the one that answers, so that pictures are classified meanwhile. One at
 * a time: a later call cancels an earlier one. */

/* Every backend there is: first run, steady runs over batch sizes, memory,
 * and whether it agrees with plain C. */
void            koma_worker_compare_async (KomaWorker                   *self,
                                           const KomaMeasurementOptions *options,
                                           KomaMeasurementReport         progress, /* (nullable) */
                                           gpointer                      progress_data,
                                           GCancellable                 *cancellable,
                                           GAsyncReadyCallback           callback,
                                           gpointer                      user_data);
KomaComparison *koma_worker_compare_finish (KomaWorker   *self,
                                            GAsyncResult *result,
                                            GError      **error);

/* What each step takes on one backend, for one picture. */
void               koma_worker_profile_async (KomaWorker                   *self,
                                              const KomaMeasurementOptions *options,
                                              GCancellable                 *cancellable,
                                              GAsyncReadyCallback           callback,
                                              gpointer                      user_data);
KomaProfileReport *koma_worker_profile_finish (KomaWorker   *self,
                                               GAsyncResult *result,
                                               GError      **error);

G_END_DECLS
