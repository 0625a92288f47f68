/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/measure/koma-measurement.h"

G_BEGIN_DECLS

/* KomaMeasurementRun: each makes a KomaExplanation, and reports it while it grows. */
gpointer koma_explain_by_occlusion (KomaMeasurement *measurement,
                                    KomaActiveModel *active_model,
                                    GError         **error);
gpointer koma_explain_by_activation (KomaMeasurement *measurement,
                                     KomaActiveModel *active_model,
                                     GError         **error);

G_END_DECLS
