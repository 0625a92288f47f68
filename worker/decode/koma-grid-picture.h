/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/grids.h"
#include "engine/decode/picture.h"

G_BEGIN_DECLS

/* A picture file that is cut into equal cells, each to be classified for
 * itself: a photographed board, a contact grid. It is decoded once for all
 * of them, when the first is wanted. Reference counted, any thread. */
typedef struct _KomaGridPicture KomaGridPicture;

KomaGridPicture *koma_grid_picture_new (GFile *file, guint n_rows, guint n_columns);
/* (nullable) the picture is to be taken as a whole */
KomaGridPicture *koma_grid_picture_open (const KomaGrids *grids, GFile *file);
KomaGridPicture *koma_grid_picture_ref (KomaGridPicture *grid);
void             koma_grid_picture_unref (KomaGridPicture *grid);

GFile *koma_grid_picture_get_file (KomaGridPicture *grid);
guint  koma_grid_picture_get_n_rows (const KomaGridPicture *grid);
guint  koma_grid_picture_get_n_columns (const KomaGridPicture *grid);

/* Thread: any but main. */
KomaPicture *koma_grid_picture_decode_cell (KomaGridPicture *grid,
                                            guint            index,    /* row by row */
                                            guint            min_side, /* of a cell */
                                            GCancellable    *cancellable,
                                            GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGridPicture, koma_grid_picture_unref)

G_END_DECLS
