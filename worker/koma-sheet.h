/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/grids.h"
#include "koma-picture.h"

G_BEGIN_DECLS

/* A picture file that is cut into equal cells, each to be classified for
 * itself: a photographed board, a contact sheet. It is decoded once for all
 * of them, when the first is wanted. Reference counted, any thread. */
typedef struct _KomaSheet KomaSheet;

KomaSheet *koma_sheet_new (GFile *file, guint n_rows, guint n_columns);
/* (nullable) the picture is to be taken as a whole */
KomaSheet *koma_sheet_open (const KomaGrids *grids, GFile *file);
KomaSheet *koma_sheet_ref (KomaSheet *sheet);
void       koma_sheet_unref (KomaSheet *sheet);

GFile *koma_sheet_get_file (KomaSheet *sheet);
guint  koma_sheet_get_n_rows (const KomaSheet *sheet);
guint  koma_sheet_get_n_columns (const KomaSheet *sheet);

/* Thread: any but main. */
KomaPicture *koma_sheet_decode_cell (KomaSheet    *sheet,
                                     guint         index,    /* row by row */
                                     guint         min_side, /* of a cell, as a decoder has it */
                                     GCancellable *cancellable,
                                     GError      **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaSheet, koma_sheet_unref)

G_END_DECLS
