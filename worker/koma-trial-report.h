/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/trial.h"

G_BEGIN_DECLS

/* What came of one backend with one model. */
typedef struct
{
  char          *backend; /* "xnnpack" */
  KomaTrialState state;
  double         run_ms; /* one picture, the fastest run: others only add to it */
  char          *op;     /* (nullable) the first that differs from plain C: "Conv2D" */
  char          *node;   /* (nullable) its name */
  char          *reason; /* (nullable) why it failed, in English */
} KomaTrialEntry;

/* What came of all that automatic choice has tried with a model. Not changed
 * any more once it is shared; atomic reference count, any thread. */
typedef struct _KomaTrialReport KomaTrialReport;

KomaTrialReport *koma_trial_report_new (void);
KomaTrialReport *koma_trial_report_ref (KomaTrialReport *report);
void             koma_trial_report_unref (KomaTrialReport *report);

void koma_trial_report_add (KomaTrialReport       *report,
                            const char            *backend,
                            const KomaTrialResult *result);
/* @batch: pictures of one inference of bulk work; 0: not measured yet */
KomaTrialReport *koma_trial_report_copy_with_batch (const KomaTrialReport *report, guint batch);

guint                 koma_trial_report_get_n_entries (const KomaTrialReport *report);
const KomaTrialEntry *koma_trial_report_get_entry (const KomaTrialReport *report, guint index);
guint                 koma_trial_report_get_batch (const KomaTrialReport *report);
/* (nullable) @failed: bit i: other than koma_backends_get (i) */
const char *koma_trial_report_get_best (const KomaTrialReport *report, guint failed);

/* As text to keep; NULL for what is damaged. */
void             koma_trial_report_save (const KomaTrialReport *report,
                                         GKeyFile              *file,
                                         const char            *group);
KomaTrialReport *koma_trial_report_load (GKeyFile *file, const char *group);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTrialReport, koma_trial_report_unref)

G_END_DECLS
