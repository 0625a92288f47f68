/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/measure/koma-comparison.h"
#include "worker/measure/koma-profile-report.h"

G_BEGIN_DECLS

/* Figures of the Diagnostics window in the user's language; all (transfer full). */
char *koma_measurement_words_for_ms (double ms);
char *koma_measurement_words_for_spread (const KomaComparedBatch *batch);
char *koma_measurement_words_for_agreement (const KomaComparedBackend *backend);
char *koma_measurement_words_for_answer (const KomaComparedBackend *backend);
/* (nullable) why batches after the first were not measured */
char *koma_measurement_words_for_gaps (const KomaComparedBackend *backend);
/* Whose figures these are: model, picture, threads */
char *koma_measurement_words_for_comparison (const KomaComparison *comparison);
char *koma_measurement_words_for_profile (const KomaProfileReport *report);

G_END_DECLS
