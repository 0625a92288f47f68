/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-worker-measure.h"
#include "worker/model/koma-active-model.h"
#include "worker/queue/koma-worker-queue.h"

G_BEGIN_DECLS

/* One closer look at a model: from the call to the thread that does it. Ends
 * exactly once, by whoever has it then. Atomic reference count, any thread. */
typedef struct _KomaMeasurement KomaMeasurement;

/* Does the work, on the study thread: the result, or NULL with an error. */
typedef gpointer (*KomaMeasurementRun) (KomaMeasurement *measurement,
                                        KomaActiveModel *active_model,
                                        GError         **error);
typedef void (*KomaMeasurementReport) (gpointer so_far, gpointer user_data);

typedef struct
{
  KomaMeasurementRun            run;
  GDestroyNotify                free_value; /* of results and reports */
  const KomaMeasurementOptions *options;
  KomaMeasurementReport         report; /* (nullable) */
  gpointer                      report_data;
  KomaWorkerQueue              *queue;
} KomaMeasurementParts;

KomaMeasurement *koma_measurement_new (const KomaMeasurementParts *parts,
                                       GTask                      *task); /* (transfer full) */
KomaMeasurement *koma_measurement_ref (KomaMeasurement *measurement);
void             koma_measurement_unref (KomaMeasurement *measurement);

/* For who runs it: what was asked for; whether pictures are being classified
 * now; whether to go on; what stops a compilation; telling what is known. */
const KomaMeasurementOptions *koma_measurement_get_options (const KomaMeasurement *measurement);
gboolean                      koma_measurement_is_disturbed (const KomaMeasurement *measurement);
gboolean                      koma_measurement_check (KomaMeasurement *measurement, GError **error);
const KomaProgress           *koma_measurement_get_progress (const KomaMeasurement *measurement);
/* @so_far: (transfer full) */
void koma_measurement_report (KomaMeasurement *measurement, gpointer so_far);

/* For the thread. */
void koma_measurement_run (KomaMeasurement *measurement);
void koma_measurement_drop (KomaMeasurement *measurement); /* one that was never run */
void koma_measurement_cancel (KomaMeasurement *measurement);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaMeasurement, koma_measurement_unref)

G_END_DECLS
