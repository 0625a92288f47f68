/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-measurement.h"

G_BEGIN_DECLS

/* The thread that does studies, one at a time, beside the one that answers.
 * The newest supersedes all others. It is started with the first measurement,
 * which koma_measurement_thread_start () takes over. */
typedef struct _KomaMeasurementThread KomaMeasurementThread;

KomaMeasurementThread *koma_measurement_thread_new (void);
void                   koma_measurement_thread_start (KomaMeasurementThread *self,
                                                      KomaMeasurement       *measurement);
/* (transfer full) cancels, and waits for a piece that runs */
void koma_measurement_thread_join (KomaMeasurementThread *self);

G_END_DECLS
