/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-serving.h"
#include "koma-worker-queue.h"
#include "koma-worker-study.h"

G_BEGIN_DECLS

/* One closer look at a model: from the call to the thread that does it. Ends
 * exactly once, by whoever has it then. Atomic reference count, any thread. */
typedef struct _KomaStudy KomaStudy;

/* Does the work, on the study thread: the result, or NULL with an error. */
typedef gpointer (*KomaStudyRun) (KomaStudy   *study,
                                  KomaServing *serving,
                                  GError     **error);
typedef void (*KomaStudyReport) (gpointer so_far, gpointer user_data);

typedef struct
{
  KomaStudyRun            run;
  GDestroyNotify          free_value; /* of results and reports */
  const KomaStudyOptions *options;
  KomaStudyReport         report; /* (nullable) */
  gpointer                report_data;
  KomaWorkerQueue        *queue;
} KomaStudyParts;

KomaStudy *koma_study_new (const KomaStudyParts *parts,
                           GTask                *task); /* (transfer full) */
KomaStudy *koma_study_ref (KomaStudy *study);
void       koma_study_unref (KomaStudy *study);

/* For who runs it: what was asked for; whether pictures are being classified
 * now; whether to go on; what stops a compilation; telling what is known. */
const KomaStudyOptions *koma_study_get_options (const KomaStudy *study);
gboolean                koma_study_is_disturbed (const KomaStudy *study);
gboolean                koma_study_check (KomaStudy *study, GError **error);
const KomaProgress     *koma_study_get_progress (const KomaStudy *study);
void                    koma_study_report (KomaStudy *study,
                                           gpointer   so_far); /* (transfer full) */

/* For the thread. */
void koma_study_run (KomaStudy *study);
void koma_study_drop (KomaStudy *study); /* one that was never run */
void koma_study_cancel (KomaStudy *study);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaStudy, koma_study_unref)

G_END_DECLS
