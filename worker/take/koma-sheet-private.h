/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-provenance.h"
#include "koma-sheet.h"

G_BEGIN_DECLS

struct _KomaSheet
{
  KomaSheetOptions options;
  char            *title;
  guint            n_rows;
  GPtrArray       *infos; /* (element-type KomaModelInfo) of the rows, each once; HTML alone */
};

/* (nullable) the model that answered, or was asked */
KomaModelInfo *koma_sheet_get_info (KomaSheet *self, const KomaExportRow *row);
/* Where a row's answer comes from; FALSE: nobody was asked. */
gboolean koma_sheet_get_provenance (KomaSheet           *self,
                                    const KomaExportRow *row,
                                    KomaProvenance      *ret_provenance);
gboolean koma_sheet_is_sure (KomaSheet *self, KomaResult *result);
/* (nullable) "2026-05-01T06:30:00.250000Z": of a camera that does not know its zone, as if its
 * clock were UTC */
char *koma_sheet_dup_taken_at (const KomaExportRow *row);
char *koma_sheet_dup_camera (const KomaExportRow *row); /* (nullable) 16 hexadecimal digits */

void koma_sheet_csv_append_head (KomaSheet *self, GString *text);
void koma_sheet_csv_append_row (KomaSheet *self, GString *text, const KomaExportRow *row);
void koma_sheet_json_append_row (KomaSheet *self, GString *text, const KomaExportRow *row);
void koma_sheet_html_append_head (KomaSheet *self, GString *text);
void koma_sheet_html_append_row (KomaSheet *self, GString *text, const KomaExportRow *row);
void koma_sheet_html_append_tail (KomaSheet *self, GString *text);

G_END_DECLS
