/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/preferences/koma-backend-control.h"
#include "worker/measure/koma-comparison.h"
#include "worker/measure/koma-profile-report.h"

G_BEGIN_DECLS

/* A plain text to send to somebody: koma_troubleshooting_describe() and what was
 * measured, in English. */
char *koma_diagnostics_report_describe (KomaBackendControl      *control,
                                        const KomaComparison    *comparison, /* (nullable) */
                                        const KomaProfileReport *profile);   /* (nullable) */

G_END_DECLS
