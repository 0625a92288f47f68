/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "worker/decode/koma-grid-picture.h"

G_BEGIN_DECLS

/* How pictures are cut: as --grid says of all, or as samples.json says of
 * those in its folder. */
typedef struct
{
  char    *given;         /* (nullable) "9x9", as the option has it */
  char    *corners_given; /* (nullable) as the option has them */
  gboolean is_board;      /* a board is searched instead */

  guint      n_rows; /* of @given */
  guint      n_columns;
  KomaPoint  corners[4]; /* of @corners_given */
  char      *folder;     /* (nullable) that was looked at last … */
  KomaGrids *grids;      /* (nullable) … and what it says */
} KomaCliGrid;

void     koma_cli_grid_clear (KomaCliGrid *self);
gboolean koma_cli_grid_parse (KomaCliGrid *self);
/* That --format may be, as koma_cli_options_get_format () takes them. */
const char *koma_cli_grid_get_formats (const KomaCliGrid *self);
/* (transfer full) (nullable) the picture is to be taken as a whole */
KomaGridPicture *koma_cli_grid_open (KomaCliGrid *self, const char *path);

G_END_DECLS
