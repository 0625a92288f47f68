/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-measurement.h"

G_BEGIN_DECLS

/* What every measurement makes of its options. Thread: measurement. */
gboolean koma_measurement_make_input (KomaMeasurement       *measurement,
                                      const KomaActiveModel *active_model,
                                      float                **ret_picture, /* (nullable) */
                                      GError               **error);
guint    koma_measurement_choose_n_threads (const KomaMeasurementOptions *options,
                                            const KomaActiveModel        *active_model);

G_END_DECLS
