/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "koma-export-row.h"

#include "engine/koma-app.h"

G_BEGIN_DECLS

typedef enum {
  KOMA_SHEET_CSV,   /* RFC 4180, a line a picture, safe in spreadsheets */
  KOMA_SHEET_JSONL, /* an object a line */
  KOMA_SHEET_JSON,  /* an array of them */
  KOMA_SHEET_HTML,  /* a contact sheet: one file with its thumbnails */
  KOMA_N_SHEETS,
} KomaSheetKind;

#define KOMA_SURE_BY_MODEL (-1.0)

typedef struct
{
  KomaSheetKind kind;
  guint         top_k;     /* columns of CSV: that many classes */
  double        sure_from; /* the lowest score of an answer that is sure, or KOMA_SURE_BY_MODEL */
  gboolean      has_sha256;
  gboolean      has_corrections; /* columns of CSV for what persons say */
  gboolean      has_ratings;     /* columns of CSV for stars */
  gboolean      has_taken;       /* when photographs were taken, and by which camera; not in HTML */
  /* (nullable) the model that was asked: for pictures without an answer */
  KomaModelInfo *info;
  /* (nullable) how a range that nothing says was compared with others; outlives the sheet */
  const KomaRangeTrial *range;
  const char           *title; /* (nullable) of the contact sheet; UTF-8 */
} KomaSheetOptions;

/* Text of a file of answers, made row by row. koma(1) describes it. Thread: one at a time. */
typedef struct _KomaSheet KomaSheet;

KomaSheet *koma_sheet_new (const KomaSheetOptions *options); /* copied */
void       koma_sheet_free (KomaSheet *self);
void       koma_sheet_append_head (KomaSheet *self, GString *text);
void       koma_sheet_append_row (KomaSheet *self, GString *text, const KomaExportRow *row);
void       koma_sheet_append_tail (KomaSheet *self, GString *text);

const char *koma_sheet_kind_get_suffix (KomaSheetKind kind); /* "csv" */

/* Of the member "error" in JSON. */
const char *koma_sheet_get_error_code (const GError *error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaSheet, koma_sheet_free)

G_END_DECLS
