/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-measurement.h"
#include "koma-profile-report.h"

G_BEGIN_DECLS

/* Times each step of a model. Thread: any but main where a window is. */
KomaProfileReport *koma_profiling_measure (KomaModel                *model,
                                           const KomaSessionOptions *options,
                                           const float              *picture, /* (nullable) */
                                           guint                     n_runs,
                                           GError                  **error);

/* KomaMeasurementRun: (transfer full) KomaProfileReport, of the model in use.
 * Thread: measurement. */
gpointer
koma_profiling (KomaMeasurement *measurement, KomaActiveModel *active_model, GError **error);

G_END_DECLS
