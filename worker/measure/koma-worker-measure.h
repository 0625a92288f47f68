/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-comparison.h"
#include "koma-profile-report.h"
#include "worker/koma-worker.h"

G_BEGIN_DECLS

/* Closer looks at the model in use, for somebody who wants to know: each on
 * sessions of its own and a thread beside the one that answers, so that
 * pictures are classified meanwhile. One at a time: a later call supersedes
 * an earlier one, which ends with G_IO_ERROR_CANCELLED. */

/* A plain value, copied by the call. */
typedef struct
{
  KomaRequest  *request;   /* (nullable) the picture that is computed; NULL: made numbers */
  const char   *name;      /* (nullable) of the picture, for people */
  const char   *backend;   /* to profile; (nullable): the one in use */
  guint         n_threads; /* 0: as the model in use */
  KomaPrecision precision; /* float16 for backends that have it */
  guint         max_batch; /* to compare; a power of 2; 0: 16 */
  double        runs_ms;   /* to compare: of steady runs with each batch, about; 0: 400 */
  guint         n_runs;    /* to profile; 0: 20 */
} KomaMeasurementOptions;

/* What is known so far, whenever that is more: the last one is the result. */
typedef void (*KomaComparisonProgress) (KomaComparison *so_far, /* borrowed */
                                        gpointer        user_data);

/* Every backend there is: first run, steady runs over batch sizes, memory,
 * and whether it agrees with plain C. */
void            koma_worker_compare_async (KomaWorker                   *self,
                                           const KomaMeasurementOptions *options,
                                           KomaComparisonProgress        progress, /* (nullable) */
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
