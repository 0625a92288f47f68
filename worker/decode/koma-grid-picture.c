/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-grid-picture.h"

#include <math.h>

#include "engine/koma-app.h"
#include "worker/box/koma-box.h"

struct _KomaGridPicture
{
  gatomicrefcount ref_count;

  /* Immutable after construction. */
  GFile       *file;   /* (nullable) */
  GBytes      *bytes;  /* (nullable) */
  KomaPicture *pixels; /* (nullable) */
  char        *name;   /* (nullable) */
  guint        n_rows;
  guint        n_columns;
  gboolean     has_corners;
  KomaPoint    corners[4]; /* if @has_corners */

  /* Guarded by lock, which is held while decoding: others want the same. */
  GMutex       lock;
  KomaPicture *picture;  /* (nullable) until all cells have been cut out */
  guint        min_side; /* what @picture was decoded for */
  GError      *error;    /* (nullable) why it can not be decoded */
  guint        n_cut;
  guint        source_width; /* 0: not known yet */
  guint        source_height;
};

/**
 * koma_grid_picture_new:
 * @values: copied; rows and columns are 1 to %KOMA_GRID_MAX_SIDE; a file is first read when a cell
 *   is wanted
 *
 * Thread: any.
 *
 * Returns: (transfer full): a grid
 */
KomaGridPicture *
koma_grid_picture_new (const KomaGridValues *values)
{
  KomaGridPicture *grid = NULL;

  g_return_val_if_fail (values->n_rows > 0 && values->n_rows <= KOMA_GRID_MAX_SIDE, NULL);
  g_return_val_if_fail (values->n_columns > 0 && values->n_columns <= KOMA_GRID_MAX_SIDE, NULL);

  grid = g_new0 (KomaGridPicture, 1);
  g_atomic_ref_count_init (&grid->ref_count);
  g_mutex_init (&grid->lock);
  g_set_object (&grid->file, values->file);
  if (values->bytes != NULL)
    grid->bytes = g_bytes_ref (values->bytes);
  if (values->picture != NULL)
    grid->pixels = koma_picture_ref (values->picture);
  grid->name = g_strdup (values->name);
  grid->n_rows = values->n_rows;
  grid->n_columns = values->n_columns;
  grid->has_corners = values->corners != NULL;
  if (grid->has_corners)
    memcpy (grid->corners, values->corners, sizeof grid->corners);
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
           ? koma_grid_picture_new (&(KomaGridValues){
               .file = file, .n_rows = n_rows, .n_columns = n_columns })
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
  g_clear_object (&grid->file);
  g_clear_pointer (&grid->bytes, g_bytes_unref);
  g_clear_pointer (&grid->pixels, koma_picture_unref);
  g_free (grid->name);
  g_mutex_clear (&grid->lock);
  g_free (grid);
}

/**
 * koma_grid_picture_get_file:
 * @grid: a grid
 *
 * Returns: (transfer none) (nullable): the whole picture's file
 */
GFile *
koma_grid_picture_get_file (KomaGridPicture *grid)
{
  return grid->file;
}

/**
 * koma_grid_picture_get_name:
 * @grid: a grid
 *
 * Returns: (nullable): how people call a picture that has no file
 */
const char *
koma_grid_picture_get_name (KomaGridPicture *grid)
{
  return grid->name;
}

/**
 * koma_grid_picture_get_n_cells:
 * @grid: a grid
 *
 * Returns: how many cells there are, in all its rows
 */
guint
koma_grid_picture_get_n_cells (const KomaGridPicture *grid)
{
  return grid->n_rows * grid->n_columns;
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

/* The grid, in pixels of the file's picture, which has that size. */
static KomaSquareGrid
get_layout (const KomaGridPicture *grid,
            double                 width,
            double                 height)
{
  KomaSquareGrid layout = {
    .corners = { { 0, 0 }, { width, 0 }, { width, height }, { 0, height } },
    .n_rows = grid->n_rows,
    .n_columns = grid->n_columns,
  };

  if (grid->has_corners)
    memcpy (layout.corners, grid->corners, sizeof grid->corners);
  return layout;
}

/**
 * koma_grid_picture_get_cell_corners:
 * @grid: a grid
 * @index: which cell: row × columns + column
 * @ret_corners: (out): of that cell, in pixels of the file's picture
 *
 * Thread: any; waits while the picture is being decoded.
 *
 * Returns: whether they are known
 */
gboolean
koma_grid_picture_get_cell_corners (KomaGridPicture *grid,
                                    guint            index,
                                    KomaPoint        ret_corners[4])
{
  KomaSquareGrid layout;

  g_mutex_lock (&grid->lock);
  layout = get_layout (grid, grid->source_width, grid->source_height);
  g_mutex_unlock (&grid->lock);
  return koma_square_get_corners (&layout, index, ret_corners, NULL);
}

static gboolean
is_inside (const KomaGridPicture *grid,
           const KomaPicture     *picture)
{
  for (guint i = 0; i < 4; i++)
    if (!(grid->corners[i].x >= 0 && grid->corners[i].x <= picture->source_width &&
          grid->corners[i].y >= 0 && grid->corners[i].y <= picture->source_height))
      return FALSE;
  return TRUE;
}

static char *
dup_name (const KomaGridPicture *grid)
{
  if (grid->file != NULL)
    return g_file_get_basename (grid->file);
  return g_strdup (grid->name != NULL ? grid->name : "picture");
}

static gboolean
check_size (KomaGridPicture *grid,
            KomaPicture     *picture,
            GError         **error)
{
  g_autofree char *name = dup_name (grid);
  const gboolean   is_large =
    picture->width >= grid->n_columns && picture->height >= grid->n_rows;

  if (!is_large)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE,
                 "%s: %u × %u pixels can not be cut into %u rows of %u", name, picture->width,
                 picture->height, grid->n_rows, grid->n_columns);
  else if (grid->has_corners && !is_inside (grid, picture))
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_DECODE,
                 "%s: a corner is outside of the picture of %u × %u pixels", name,
                 picture->source_width, picture->source_height);
  else
    return TRUE;
  return FALSE;
}

static KomaPicture *
decode_whole (KomaGridPicture *grid,
              guint            min_side,
              GCancellable    *cancellable,
              GError         **error)
{
  /* A part of the picture wants all its pixels. */
  const guint side = grid->has_corners ? 0 : min_side * MAX (grid->n_rows, grid->n_columns);

  if (grid->pixels != NULL)
    return koma_picture_ref (grid->pixels);
  if (grid->bytes != NULL)
    return koma_box_decode_bytes (grid->bytes, side, cancellable, error);
  return koma_box_decode_file (grid->file, side, cancellable, error);
}

/* With the lock held. */
static void
keep (KomaGridPicture *grid,
      KomaPicture     *picture, /* (transfer full) */
      guint            min_side)
{
  g_clear_pointer (&grid->picture, koma_picture_unref);
  /* Kept until all cells are cut, by threads that decode others meanwhile. */
  if (picture != grid->pixels)
    koma_picture_drop_share (picture);
  grid->source_width = picture->source_width;
  grid->source_height = picture->source_height;
  grid->picture = picture;
  grid->min_side = min_side;
  grid->n_cut = 0;
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
    picture = decode_whole (grid, min_side, cancellable, &decode_error);
    if (g_error_matches (decode_error, G_IO_ERROR, G_IO_ERROR_CANCELLED)) {
      g_propagate_error (error, g_steal_pointer (&decode_error));
      return NULL;
    }
    if (picture == NULL || !check_size (grid, picture, &decode_error))
      grid->error = g_steal_pointer (&decode_error);
    else
      keep (grid, g_steal_pointer (&picture), min_side);
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

/* Of the whole picture, whose pixels are taken as they are. */
static KomaPicture *
copy_cell (const KomaGridPicture *grid,
           const KomaPicture     *picture,
           guint                  index)
{
  const guint row = index / grid->n_columns, column = index % grid->n_columns;
  const guint x = column * picture->width / grid->n_columns;
  const guint y = row * picture->height / grid->n_rows;

  return koma_picture_copy_part (picture, x, y,
                                 (column + 1) * picture->width / grid->n_columns - x,
                                 (row + 1) * picture->height / grid->n_rows - y);
}

static double
measure (KomaPoint a,
         KomaPoint b,
         KomaPoint c,
         KomaPoint d)
{
  return (hypot (b.x - a.x, b.y - a.y) + hypot (d.x - c.x, d.y - c.y)) / 2;
}

/* As large as it is in the picture, or as is wanted, if that is less. */
static KomaPicture *
straighten_cell (const KomaGridPicture *grid,
                 const KomaPicture     *picture,
                 guint                  index,
                 guint                  min_side,
                 GError               **error)
{
  KomaSquareGrid layout = get_layout (grid, picture->source_width, picture->source_height);
  KomaPoint      at[4];
  double         width = 0, height = 0, scale = 1;

  for (guint i = 0; i < 4; i++) {
    layout.corners[i].x *= (double) picture->width / picture->source_width;
    layout.corners[i].y *= (double) picture->height / picture->source_height;
  }
  if (!koma_square_get_corners (&layout, index, at, error))
    return NULL;
  width = measure (at[0], at[1], at[3], at[2]);
  height = measure (at[0], at[3], at[1], at[2]);
  if (min_side > 0)
    scale = MIN (min_side / MAX (MIN (width, height), 1.0), 1.0);
  return koma_square_cut (picture, &layout, index, (guint) MAX (lround (scale * width), 1),
                          (guint) MAX (lround (scale * height), 1), error);
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
 * are not enough pixels for a cell each, and where corners are outside of the picture or do not go
 * around an area clockwise.
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
  g_autoptr (KomaPicture) picture = NULL;

  g_return_val_if_fail (index / grid->n_columns < grid->n_rows, NULL);

  g_mutex_lock (&grid->lock);
  picture = decode (grid, min_side, cancellable, error);
  count_cell (grid);
  g_mutex_unlock (&grid->lock);
  if (picture == NULL)
    return NULL;
  return grid->has_corners ? straighten_cell (grid, picture, index, min_side, error)
                           : copy_cell (grid, picture, index);
}
