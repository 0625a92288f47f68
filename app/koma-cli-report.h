/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-cli-options.h"
#include "worker/take/koma-sheet.h"

G_BEGIN_DECLS

/* What `koma classify` prints: results on standard output, failures and
 * progress on standard error. */
typedef struct _KomaCliReport KomaCliReport;

/* FALSE: text for people is no table. */
gboolean koma_cli_report_get_sheet (KomaFormatKind format, KomaSheetKind *ret_kind);

KomaCliReport *koma_cli_report_new (KomaFormatKind format, const KomaSheetOptions *options);
void           koma_cli_report_free (KomaCliReport *self); /* ends the output */
/* @row: of a file, or a cell of one; gets the hash where that is wanted */
void koma_cli_report_add (KomaCliReport *self, KomaExportRow *row);
void koma_cli_report_flush (void); /* the rows so far: before a wait */
void koma_cli_report_progress (KomaCliReport *self,
                               guint          n_done,
                               guint          n_found,
                               gboolean       is_all_found);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaCliReport, koma_cli_report_free)

G_END_DECLS
