/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-grid-picture.h"

#include "engine/koma-error.h"
#include "koma-decoder.h"

struct _KomaGridPicture
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  GFile *file;
  guint  n_rows;
  guint  n_columns;

  /* Guarded by lock, which is held while decoding: others want the same. */
  GMutex       lock;
  KomaPicture *picture;  /* (nullable) until all cells have been cut out */
  guint        min_side; /* what @picture was decoded for */
  GError      *error;    /* (nullable) why it can not be decoded */
  guint        n_cut;
};

/**
 * koma_grid_picture_new:
 * @file: a picture; first read when a cell is wanted
 * @n_rows: 1 to %KOMA_GRID_MAX_SIDE
 * @n_columns: likewise
 *
 * Thread: any.
 *
 * Returns: (transfer full): a sheet
 */
KomaGridPicture *
koma_grid_picture_new (GFile *file,
                       guint  n_rows,
                       guint  n_columns)
{
  KomaGridPicture *sheet = NULL;

  g_return_val_if_fail (n_rows > 0 && n_rows <= KOMA_GRID_MAX_SIDE, NULL);
  g_return_val_if_fail (n_columns > 0 && n_columns <= KOMA_GRID_MAX_SIDE, NULL);

  sheet = g_new0 (KomaGridPicture, 1);
  g_atomic_ref_count_init (&sheet->ref_count);
  g_mutex_init (&sheet->lock);
  sheet->file = g_object_ref (file);
  sheet->n_rows = n_rows;
  sheet->n_columns = n_columns;
  return sheet;
}

/**
 * koma_grid_picture_open:
 * @grids: what is said of the folder that @file is in
 * @file: a picture
 *
 * Thread: any; nothing is read.
 *
 * Returns: (transfer full) (nullable): a sheet; %NULL where @file is not to
 *   be cut
 */
KomaGridPicture *
koma_grid_picture_open (const KomaGrids *grids,
                        GFile           *file)
{
  g_autofree char *name = g_file_get_basename (file);
  guint            n_rows = 0, n_columns = 0;

  return koma_grids_find (grids, name, &n_rows, &n_columns)
           ? koma_grid_picture_new (file, n_rows, n_columns)
           : NULL;
}

/**
 * koma_grid_picture_ref:
 * @sheet: a sheet
 *
 * Thread: any.
 *
 * Returns: (transfer full): @sheet
 */
KomaGridPicture *
koma_grid_picture_ref (KomaGridPicture *sheet)
{
  g_atomic_ref_count_inc (&sheet->ref_count);
  return sheet;
}

/**
 * koma_grid_picture_unref:
 * @sheet: (nullable) (transfer full): a sheet
 *
 * Thread: any.
 */
void
koma_grid_picture_unref (KomaGridPicture *sheet)
{
  if (sheet == NULL || !g_atomic_ref_count_dec (&sheet->ref_count))
    return;

  g_clear_pointer (&sheet->picture, koma_picture_unref);
  g_clear_error (&sheet->error);
  g_object_unref (sheet->file);
  g_mutex_clear (&sheet->lock);
  g_free (sheet);
}

/**
 * koma_grid_picture_get_file:
 * @sheet: a sheet
 *
 * Returns: (transfer none): the whole picture's file
 */
GFile *
koma_grid_picture_get_file (KomaGridPicture *sheet)
{
  return sheet->file;
}

/**
 * koma_grid_picture_get_n_rows:
 * @sheet: a sheet
 *
 * Returns: rows of cells
 */
guint
koma_grid_picture_get_n_rows (const KomaGridPicture *sheet)
{
  return sheet->n_rows;
}

/**
 * koma_grid_picture_get_n_columns:
 * @sheet: a sheet
 *
 * Returns: cells of a row
 */
guint
koma_grid_picture_get_n_columns (const KomaGridPicture *sheet)
{
  return sheet->n_columns;
}

static gboolean
check_size (KomaGridPicture *sheet,
            KomaPicture     *picture,
            GError         **error)
{
  g_autofree char *name = NULL;

  if (picture->width >= sheet->n_columns &&
      picture->height >= sheet->n_rows)
    return TRUE;
  name = g_file_get_basename (sheet->file);
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE,
               "%s: %u × %u pixels can not be cut into %u rows of %u", name,
               picture->width, picture->height,
               sheet->n_rows, sheet->n_columns);
  return FALSE;
}

/* With the lock held. What is wrong with the file is found out once, too. */
static KomaPicture *
decode (KomaGridPicture *sheet,
        guint            min_side,
        GCancellable    *cancellable,
        GError         **error)
{
  g_autoptr (KomaPicture) picture = NULL;
  g_autoptr (GError) decode_error = NULL;

  if (sheet->error == NULL && (sheet->picture == NULL || sheet->min_side != min_side)) {
    guint whole_side = min_side * MAX (sheet->n_rows, sheet->n_columns);

    picture = koma_decoder_decode_file (sheet->file, whole_side, cancellable, &decode_error);
    if (g_error_matches (decode_error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
      g_propagate_error (error, g_steal_pointer (&decode_error));
      return NULL;
    }
    if (picture == NULL || !check_size (sheet, picture, &decode_error)) {
      sheet->error = g_steal_pointer (&decode_error);
    } else {
      g_clear_pointer (&sheet->picture, koma_picture_unref);
      /* Kept until all cells are cut, by threads that decode others meanwhile. */
      koma_picture_drop_share (picture);
      sheet->picture = g_steal_pointer (&picture);
      sheet->min_side = min_side;
      sheet->n_cut = 0;
    }
  }
  if (sheet->error != NULL) {
    g_propagate_error (error, g_error_copy (sheet->error));
    return NULL;
  }
  return koma_picture_ref (sheet->picture);
}

/* Pixels are not kept longer than they are needed; a list of results may hold
 * the sheet for hours. */
static void
count_cell (KomaGridPicture *sheet)
{
  if (++sheet->n_cut < sheet->n_rows * sheet->n_columns)
    return;
  g_clear_pointer (&sheet->picture, koma_picture_unref);
  g_clear_error (&sheet->error);
  sheet->n_cut = 0;
}

/**
 * koma_grid_picture_decode_cell:
 * @sheet: a sheet
 * @index: which cell: row × columns + column
 * @min_side: pixels that the shorter side of a cell should have at least, if
 *   the file has them; 0: all there are
 * @cancellable: (nullable): ends decoding
 *
 * Errors: those of koma_decoder_decode_file(); %KOMA_ERROR_DECODE where there
 * are not enough pixels for a cell each.
 *
 * Thread: any but main.
 *
 * Returns: (transfer full): the cell as a picture of its own
 */
KomaPicture *
koma_grid_picture_decode_cell (KomaGridPicture *sheet,
                               guint            index,
                               guint            min_side,
                               GCancellable    *cancellable,
                               GError         **error)
{
  const guint row = index / sheet->n_columns;
  const guint column = index % sheet->n_columns;
  g_autoptr (KomaPicture) picture = NULL;
  guint width = 0, height = 0, x = 0, y = 0;

  g_return_val_if_fail (row < sheet->n_rows, NULL);

  g_mutex_lock (&sheet->lock);
  picture = decode (sheet, min_side, cancellable, error);
  count_cell (sheet);
  g_mutex_unlock (&sheet->lock);
  if (picture == NULL)
    return NULL;

  width = picture->width;
  height = picture->height;
  x = column * width / sheet->n_columns;
  y = row * height / sheet->n_rows;
  return koma_picture_copy_part (picture, x, y, (column + 1) * width / sheet->n_columns - x,
                                 (row + 1) * height / sheet->n_rows - y);
}
