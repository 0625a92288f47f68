/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-grid-picture.h"

#include "engine/koma/koma-error.h"
#include "worker/box/koma-box.h"

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
 * Returns: (transfer full): a grid
 */
KomaGridPicture *
koma_grid_picture_new (GFile *file,
                       guint  n_rows,
                       guint  n_columns)
{
  KomaGridPicture *grid = NULL;

  g_return_val_if_fail (n_rows > 0 && n_rows <= KOMA_GRID_MAX_SIDE, NULL);
  g_return_val_if_fail (n_columns > 0 && n_columns <= KOMA_GRID_MAX_SIDE, NULL);

  grid = g_new0 (KomaGridPicture, 1);
  g_atomic_ref_count_init (&grid->ref_count);
  g_mutex_init (&grid->lock);
  grid->file = g_object_ref (file);
  grid->n_rows = n_rows;
  grid->n_columns = n_columns;
  return grid;
}

/**
 * koma_grid_picture_open:
 * @grids: what is said of the folder that @file is in
 * @file: a picture
 *
 * Thread: any; nothing is read.
 *
 * Returns: (transfer full) (nullable): a grid; %NULL where @file is not to
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
 * @grid: a grid
 *
 * Thread: any.
 *
 * Returns: (transfer full): @grid
 */
KomaGridPicture *
koma_grid_picture_ref (KomaGridPicture *grid)
{
  g_atomic_ref_count_inc (&grid->ref_count);
  return grid;
}

/**
 * koma_grid_picture_unref:
 * @grid: (nullable) (transfer full): a grid
 *
 * Thread: any.
 */
void
koma_grid_picture_unref (KomaGridPicture *grid)
{
  if (grid == NULL || !g_atomic_ref_count_dec (&grid->ref_count))
    return;

  g_clear_pointer (&grid->picture, koma_picture_unref);
  g_clear_error (&grid->error);
  g_object_unref (grid->file);
  g_mutex_clear (&grid->lock);
  g_free (grid);
}

/**
 * koma_grid_picture_get_file:
 * @grid: a grid
 *
 * Returns: (transfer none): the whole picture's file
 */
GFile *
koma_grid_picture_get_file (KomaGridPicture *grid)
{
  return grid->file;
}

/**
 * koma_grid_picture_get_n_rows:
 * @grid: a grid
 *
 * Returns: rows of cells
 */
guint
koma_grid_picture_get_n_rows (const KomaGridPicture *grid)
{
  return grid->n_rows;
}

/**
 * koma_grid_picture_get_n_columns:
 * @grid: a grid
 *
 * Returns: cells of a row
 */
guint
koma_grid_picture_get_n_columns (const KomaGridPicture *grid)
{
  return grid->n_columns;
}

static gboolean
check_size (KomaGridPicture *grid,
            KomaPicture     *picture,
            GError         **error)
{
  g_autofree char *name = NULL;

  if (picture->width >= grid->n_columns &&
      picture->height >= grid->n_rows)
    return TRUE;
  name = g_file_get_basename (grid->file);
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE,
               "%s: %u × %u pixels can not be cut into %u rows of %u", name,
               picture->width, picture->height,
               grid->n_rows, grid->n_columns);
  return FALSE;
}

/* With the lock held. What is wrong with the file is found out once, too. */
static KomaPicture *
decode (KomaGridPicture *grid,
        guint            min_side,
        GCancellable    *cancellable,
        GError         **error)
{
  g_autoptr (KomaPicture) picture = NULL;
  g_autoptr (GError) decode_error = NULL;

  if (grid->error == NULL && (grid->picture == NULL || grid->min_side != min_side)) {
    guint whole_side = min_side * MAX (grid->n_rows, grid->n_columns);

    picture = koma_box_decode_file (grid->file, whole_side, cancellable, &decode_error);
    if (g_error_matches (decode_error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
      g_propagate_error (error, g_steal_pointer (&decode_error));
      return NULL;
    }
    if (picture == NULL || !check_size (grid, picture, &decode_error)) {
      grid->error = g_steal_pointer (&decode_error);
    } else {
      g_clear_pointer (&grid->picture, koma_picture_unref);
      /* Kept until all cells are cut, by threads that decode others meanwhile. */
      koma_picture_drop_share (picture);
      grid->picture = g_steal_pointer (&picture);
      grid->min_side = min_side;
      grid->n_cut = 0;
    }
  }
  if (grid->error != NULL) {
    g_propagate_error (error, g_error_copy (grid->error));
    return NULL;
  }
  return koma_picture_ref (grid->picture);
}

/* Pixels are not kept longer than they are needed; a list of results may hold
 * the grid for hours. */
static void
count_cell (KomaGridPicture *grid)
{
  if (++grid->n_cut < grid->n_rows * grid->n_columns)
    return;
  g_clear_pointer (&grid->picture, koma_picture_unref);
  g_clear_error (&grid->error);
  grid->n_cut = 0;
}

/**
 * koma_grid_picture_decode_cell:
 * @grid: a grid
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
koma_grid_picture_decode_cell (KomaGridPicture *grid,
                               guint            index,
                               guint            min_side,
                               GCancellable    *cancellable,
                               GError         **error)
{
  const guint row = index / grid->n_columns;
  const guint column = index % grid->n_columns;
  g_autoptr (KomaPicture) picture = NULL;
  guint width = 0, height = 0, x = 0, y = 0;

  g_return_val_if_fail (row < grid->n_rows, NULL);

  g_mutex_lock (&grid->lock);
  picture = decode (grid, min_side, cancellable, error);
  count_cell (grid);
  g_mutex_unlock (&grid->lock);
  if (picture == NULL)
    return NULL;

  width = picture->width;
  height = picture->height;
  x = column * width / grid->n_columns;
  y = row * height / grid->n_rows;
  return koma_picture_copy_part (picture, x, y, (column + 1) * width / grid->n_columns - x,
                                 (row + 1) * height / grid->n_rows - y);
}
