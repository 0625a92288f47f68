/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-worker.h"
#include "worker/measure/koma-measurement.h"
#include "worker/model/koma-load-request.h"

G_BEGIN_DECLS

/* What koma-worker-load.c, koma-worker-classify.c, measure/koma-worker-measure.c,
 * evaluation/koma-worker-evaluate.c and explain/koma-worker-explain.c need of koma-worker.c. */
KomaWorkerQueue *koma_worker_get_queue (KomaWorker *self);
void             koma_worker_start_load (KomaWorker      *self,
                                         KomaLoadRequest *load); /* (transfer full) */
void             koma_worker_start_measurement (KomaWorker      *self,
                                                KomaMeasurement *measurement); /* (transfer full) */
void             koma_worker_start_evaluation (KomaWorker      *self,
                                               KomaMeasurement *measurement); /* (transfer full) */
void             koma_worker_start_explanation (KomaWorker      *self,
                                                KomaMeasurement *measurement); /* (transfer full) */

G_END_DECLS
