/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "koma-correction.h"
#include "koma-rating.h"
#include "worker/decode/koma-grid-picture.h"
#include "worker/queue/koma-result.h"

G_BEGIN_DECLS

/* One picture as it is taken along. The answer is the worker's own: not steadied, not averaged. */
typedef struct
{
  char            *path;       /* as people spell it, with the cell: any bytes */
  char            *uri;        /* (nullable) absolute, "#" before the cell: all bytes, in ASCII */
  GFile           *file;       /* (nullable) that has the picture … */
  GBytes          *bytes;      /* (nullable) … or its bytes */
  KomaGridPicture *grid;       /* (nullable) not the whole picture, but of this grid … */
  guint            cell;       /* … this cell, row by row */
  KomaResult      *result;     /* (nullable) */
  GError          *error;      /* (nullable) where there is no result */
  KomaModelInfo   *info;       /* (nullable) then: the model that was asked, if not the sheet's */
  GBytes          *thumbnail;  /* (nullable) JPEG or PNG */
  KomaCorrection  *correction; /* (nullable) what a person says, which goes before the answer */
  KomaRating      *rating;     /* (nullable) how much a person likes it */
  char            *sha256;     /* (nullable) of the file, once it was computed */
} KomaExportRow;

/* These copy what they are given. */
KomaExportRow *koma_export_row_new_for_file (GFile *file, const char *path);
/* @path: of the whole picture */
KomaExportRow *koma_export_row_new_for_cell (KomaGridPicture *grid, guint cell, const char *path);
KomaExportRow *koma_export_row_new_for_bytes (GBytes     *bytes, /* (nullable) */
                                              const char *name);
void           koma_export_row_free (KomaExportRow *row);
/* Sets sha256; reads the file. Errors: those of GIO; G_IO_ERROR_CANCELLED. */
gboolean koma_export_row_hash (KomaExportRow *row, GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaExportRow, koma_export_row_free)

G_END_DECLS
