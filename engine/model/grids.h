/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Which pictures of a folder are to be cut into cells: what samples.json in it
 * says, an object from names of files to what is known of them.
 *
 *   {"board.jpg": {"grid": [9, 9]}}        rows, columns
 *
 * Other members are not looked at. Immutable, any thread. */
typedef struct _KomaGrids KomaGrids;

#define KOMA_GRIDS_FILE_NAME "samples.json"
#define KOMA_GRID_MAX_SIDE   64 /* rows, and columns */

KomaGrids *koma_grids_new_from_json (const char *text, gsize length, GError **error);
/* Of a folder; NULL without an error: it says nothing, or has another
 * program's file of that name, which is larger. */
KomaGrids *koma_grids_load (const char *folder, GError **error);
void       koma_grids_free (KomaGrids *grids); /* (nullable) */
/* FALSE: nothing is said of a file with this name. */
gboolean koma_grids_find (const KomaGrids *grids,
                          const char      *name,
                          guint           *ret_n_rows,
                          guint           *ret_n_columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (KomaGrids, koma_grids_free)

G_END_DECLS
