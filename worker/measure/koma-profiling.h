/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-measurement.h"

G_BEGIN_DECLS

/* KomaMeasurementRun: (transfer full) KomaProfileReport. Thread: measurement. */
gpointer
koma_profiling (KomaMeasurement *measurement, KomaActiveModel *active_model, GError **error);

G_END_DECLS
