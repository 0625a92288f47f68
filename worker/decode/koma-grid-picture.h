/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma-app.h"

G_BEGIN_DECLS

/* A picture that is cut into cells, each to be classified for itself: a photographed board, a
 * contact sheet. It is decoded once for all of them, when the first is wanted. Reference counted,
 * any thread. */
typedef struct _KomaGridPicture KomaGridPicture;

/* What is cut, and how. */
typedef struct
{
  /* Exactly one is set. */
  GFile       *file;
  GBytes      *bytes;   /* an encoded picture */
  KomaPicture *picture; /* decoded pixels */

  const char *name; /* (nullable) of a picture without a file, for people */
  guint       n_rows;
  guint       n_columns;
  /* (nullable) [4] what the grid covers, in pixels of the file's picture, held upright: top left,
   * top right, bottom right, bottom left; NULL: all of it */
  const KomaPoint *corners;
} KomaGridValues;

KomaGridPicture *koma_grid_picture_new (const KomaGridValues *values);
/* (nullable) the picture is to be taken as a whole */
KomaGridPicture *koma_grid_picture_open (const KomaGrids *grids, GFile *file);
KomaGridPicture *koma_grid_picture_ref (KomaGridPicture *grid);
void             koma_grid_picture_unref (KomaGridPicture *grid);

GFile      *koma_grid_picture_get_file (KomaGridPicture *grid); /* (nullable) */
const char *koma_grid_picture_get_name (KomaGridPicture *grid); /* (nullable) */
guint       koma_grid_picture_get_n_cells (const KomaGridPicture *grid);
guint       koma_grid_picture_get_n_columns (const KomaGridPicture *grid);
/* As of KomaGridValues; FALSE where they are not known, before the picture was decoded. */
gboolean koma_grid_picture_get_cell_corners (KomaGridPicture *grid,
                                             guint            index,
                                             KomaPoint        ret_corners[4]);

/* Thread: any but main. */
KomaPicture *koma_grid_picture_decode_cell (KomaGridPicture *grid,
                                            guint            index,    /* row by row */
                                            guint            min_side, /* of a cell */
                                            GCancellable    *cancellable,
                                            GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGridPicture, koma_grid_picture_unref)

G_END_DECLS
