/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-measurement-options.h"
#include "worker/models/koma-active-model.h"
#include "worker/queue/koma-worker-queue.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

typedef struct _KomaMeasurement KomaMeasurement;

/* Does the work, on the measurement thread: the result, or NULL with an error. */
typedef gpointer (*KomaMeasurementRun) (KomaMeasurement *measurement,
                                        KomaActiveModel *active_model,
                                        GError         **error);

/* One measurement of the model in use, from the call to the thread that does it. */
struct _KomaMeasurement
{
  KomaCompletion completion; /* first; its value and its reports are results */

  /* Immutable after construction. */
  KomaCompletionClass    klass;
  KomaMeasurementRun     run;
  KomaMeasurementOptions options; /* what it points to is owned */
  KomaMeasurementReport  report;  /* (nullable) */
  gpointer               report_data;
  gpointer               data; /* (nullable) for @run */
  GDestroyNotify         free_data;
  KomaWorkerQueue       *queue;    /* outlives the task */
  KomaProgress           progress; /* stops what gets it when the measurement ends */
};

typedef struct
{
  KomaMeasurementRun            run;
  GDestroyNotify                free_value;  /* of results */
  GDestroyNotify                free_report; /* of reports */
  const KomaMeasurementOptions *options;
  KomaMeasurementReport         report; /* (nullable) */
  gpointer                      report_data;
  gpointer                      data; /* (transfer full) (nullable) for @run */
  GDestroyNotify                free_data;
  KomaWorkerQueue              *queue;
} KomaMeasurementParts;

KomaMeasurement *koma_measurement_new (const KomaMeasurementParts *parts,
                                       GTask                      *task); /* (transfer full) */

/* Measurement thread. */
void     koma_measurement_run (KomaMeasurement *measurement);
gboolean koma_measurement_check (KomaMeasurement *measurement, GError **error);
gboolean koma_measurement_is_disturbed (const KomaMeasurement *measurement);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaMeasurement, koma_completion_unref)

G_END_DECLS
