/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/measure/koma-measurement.h"

G_BEGIN_DECLS

KomaWorkerQueue *koma_worker_get_queue (KomaWorker *self);
void             koma_worker_start_study (KomaWorker      *self,
                                          KomaMeasurement *measurement); /* (transfer full) */

G_END_DECLS
