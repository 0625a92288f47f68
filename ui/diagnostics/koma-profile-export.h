/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "worker/measure/koma-profile-report.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_EXPORT_CSV,
  KOMA_EXPORT_JSON,
} KomaExportFormat;

/* Asks where to, writes there beside the main loop, and tells in @toasts how that went. */
void koma_profile_export (AdwToastOverlay   *toasts,
                          KomaProfileReport *report,
                          KomaExportFormat   format);

/* The same without a question. */
void koma_profile_export_to_file (AdwToastOverlay   *toasts,
                                  KomaProfileReport *report,
                                  KomaExportFormat   format,
                                  GFile             *file);

G_END_DECLS
