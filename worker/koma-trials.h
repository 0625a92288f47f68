/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-trial-report.h"

#include "engine/model.h"

G_BEGIN_DECLS

/* Finds out which backend is best for a model: those that automatic choice may
 * take, one after the other, a piece at a time. Thread: inference. */
typedef struct _KomaTrials KomaTrials;

/* @options: threads and precision that each backend computes with */
KomaTrials *koma_trials_new (KomaModel *model, const KomaSessionOptions *options);
void        koma_trials_free (KomaTrials *trials);
gboolean    koma_trials_step (KomaTrials *trials); /* whether there is more to do */
/* What came of it, when all is done. */
KomaTrialReport *koma_trials_get_report (KomaTrials *trials);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaTrials, koma_trials_free)

G_END_DECLS
