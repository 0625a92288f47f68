/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-worker.h"
#include "worker/measure/koma-measurement.h"
#include "worker/models/koma-load-request.h"

G_BEGIN_DECLS

/* What koma-worker-load.c, koma-worker-classify.c, measure/koma-worker-measure.c,
 * evaluation/koma-worker-evaluate.c and explain/koma-worker-explain.c need of koma-worker.c. */

/* Each does the latest that it was given, and ends none of the others. */
typedef enum {
  KOMA_WORKER_THREAD_LOAD, /* KomaLoadRequest; the others: KomaMeasurement */
  KOMA_WORKER_THREAD_MEASURE,
  KOMA_WORKER_THREAD_EXPLAIN,
  KOMA_WORKER_THREAD_EVALUATE,
  KOMA_WORKER_THREAD_WORDS,
  KOMA_N_WORKER_THREADS,
} KomaWorkerThread;

KomaWorkerQueue *koma_worker_get_queue (KomaWorker *self);
void             koma_worker_start (KomaWorker      *self,
                                    KomaWorkerThread thread,
                                    gpointer         completion); /* (transfer full) */

G_END_DECLS
