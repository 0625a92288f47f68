/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows that come before the patches are the same for each picture, and so are positions. Zeros are
 * put in the place of those rows, and one table is added, which has both: the batch may be any.
 *
 * A table of positions has a row for each patch, and before them one for each of the first tokens
 * that have a position: registers have none, and sometimes the class token has none. */

#include "tokens.h"

#include <math.h>

#include "resample-table.h"
#include "resize-table.h"

static KomaValueId
add_patches (KomaHub    *self,
             KomaValueId x,
             const char *name)
{
  const KomaShape     shape = koma_hub_look_shape (self, koma_hub_name (self, "%s.weight", name));
  const KomaHubWindow window = { .stride = shape.dims[2], .pad = KOMA_HUB_PAD_NONE };

  return koma_hub_conv (self, x, name, window);
}

static KomaShape
make_row_shape (KomaShape stored)
{
  if (stored.rank == 1)
    return KOMA_SHAPE (1, 1, stored.dims[0]);
  return stored.rank == 2 ? KOMA_SHAPE (1, stored.dims[0], stored.dims[1]) : stored;
}

/* (transfer full) (nullable) [1,rows,c] */
static KomaArray *
take_rows (KomaHub    *self,
           const char *name)
{
  const KomaShape stored = koma_hub_look_shape (self, name);
  const KomaShape shape = make_row_shape (stored);
  const guint     rank = shape.rank == 3 ? stored.rank : 3;
  g_autoptr (KomaArray) array = koma_hub_take (self, name, rank);

  return array != NULL ? koma_array_reshape (array, &shape, &self->nodes.error) : NULL;
}

/* Rows of @from, [1,rows,c], are added to those of @table, which has room for them. */
static void
add_rows (KomaArray       *table, /* [rows,c] */
          gint64           row,
          const KomaArray *from,
          gint64           first,
          gint64           n_rows)
{
  const gint64 width = table->shape.dims[1];
  float       *out = (float *) table->data + row * width;
  const float *in = (const float *) from->data + first * width;

  for (gint64 i = 0; i < n_rows * width; i++)
    out[i] += in[i];
}

static gboolean
check_width (KomaHub         *self,
             const KomaArray *table,
             const KomaArray *from,
             const char      *name)
{
  if (from->shape.dims[0] == 1 && from->shape.dims[2] == table->shape.dims[1])
    return TRUE;
  koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE,
                     "weight “%s” has %" G_GINT64_FORMAT " columns, expected %" G_GINT64_FORMAT,
                     name, from->shape.dims[2], table->shape.dims[1]);
  return FALSE;
}

static gint64
count_first (const KomaHub       *self,
             const KomaHubTokens *how)
{
  gint64 n = 0;

  for (guint i = 0; i < KOMA_HUB_MAX_TOKENS && how->tokens[i] != NULL; i++)
    if (koma_hub_has (self, how->tokens[i]))
      n += make_row_shape (koma_hub_look_shape (self, how->tokens[i])).dims[1];
  return n;
}

static void
add_tokens (KomaHub             *self,
            const KomaHubTokens *how,
            KomaArray           *table)
{
  gint64 row = 0;

  for (guint i = 0; i < KOMA_HUB_MAX_TOKENS && how->tokens[i] != NULL; i++) {
    g_autoptr (KomaArray) token = NULL;

    if (!koma_hub_has (self, how->tokens[i]))
      continue;
    token = take_rows (self, how->tokens[i]);
    if (token == NULL || !check_width (self, table, token, how->tokens[i]))
      return;
    add_rows (table, row, token, 0, token->shape.dims[1]);
    row += token->shape.dims[1];
  }
}

/* The side of a square grid; 0: it is none. */
static gint64
find_side (gint64 n_rows)
{
  const gint64 side = (gint64) llround (sqrt ((double) MAX (n_rows, 0)));

  return side * side == n_rows ? side : 0;
}

/* (transfer full) (nullable) The positions of a grid of that size, of a table whose grid is square
 * and whose first rows stay. */
static KomaArray *
resize_positions (KomaHub   *self,
                  KomaArray *positions, /* (transfer full) [1,rows,c] */
                  gint64     n_first,
                  gint64     height,
                  gint64     width)
{
  g_autoptr (KomaArray) stored = positions;
  const gint64 side = find_side (stored->shape.dims[1] - n_first);

  if (side == 0)
    return g_steal_pointer (&stored);
  return koma_hub_resize_table (stored, n_first, side, height, width, &self->nodes.error);
}

/* (transfer full) (nullable) Where a table has neither as many positions as there are rows, nor as
 * many as there are patches: its first rows have a position or they have none, whatever makes a
 * square of the others. */
static KomaArray *
resample_positions (KomaHub   *self,
                    KomaArray *positions, /* (transfer full) [1,rows,c] */
                    gint64     n_first,
                    KomaShape  grid)
{
  g_autoptr (KomaArray) stored = positions;
  const gint64 n_rows = stored->shape.dims[1];
  const gint64 n_patches = grid.dims[1] * grid.dims[2];
  const gint64 side_behind = find_side (n_rows - n_first);
  const gint64 side = side_behind > 0 ? side_behind : find_side (n_rows);

  if (side == 0 || stored->shape.dims[0] != 1 ||
      (n_rows >= n_patches && n_rows <= n_patches + n_first))
    return g_steal_pointer (&stored);
  return koma_hub_resample_table (stored, side_behind > 0 ? n_first : 0, side, grid.dims[1],
                                  grid.dims[2], &self->nodes.error);
}

static void
add_positions (KomaHub             *self,
               const KomaHubTokens *how,
               KomaArray           *table,
               KomaShape            grid) /* [n,h,w,c] */
{
  const gint64 n_patches = grid.dims[1] * grid.dims[2];
  const gint64 n_first = table->shape.dims[0] - n_patches;
  g_autoptr (KomaArray) positions = NULL;
  gint64 n_with = 0; /* first rows that have a position */

  if (how->positions == NULL || !koma_hub_has (self, how->positions))
    return;
  positions = take_rows (self, how->positions);
  if (positions != NULL && how->is_resized && positions->shape.dims[1] != 1 + n_patches)
    positions = resize_positions (self, g_steal_pointer (&positions), 1, grid.dims[1],
                                  grid.dims[2]);
  if (positions != NULL && how->is_resampled)
    positions = resample_positions (self, g_steal_pointer (&positions), n_first, grid);
  if (positions == NULL)
    return;
  n_with = positions->shape.dims[1] - n_patches;
  if (n_with < 0 || n_with > n_first) {
    koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE,
                       "weight “%s” has %" G_GINT64_FORMAT
                       " positions, pictures of %u × %u pixels have %" G_GINT64_FORMAT " patches",
                       how->positions, positions->shape.dims[1], self->width, self->height,
                       n_patches);
    return;
  }
  if (!check_width (self, table, positions, how->positions))
    return;
  add_rows (table, 0, positions, 0, n_with);
  add_rows (table, n_first, positions, n_with, n_patches);
}

KomaValueId
koma_hub_tokens (KomaHub             *self,
                 KomaValueId          pictures,
                 const KomaHubTokens *how,
                 gint64              *ret_n_first)
{
  const KomaValueId patches = add_patches (self, pictures, how->patches);
  const KomaShape   grid = koma_builder_get_shape (&self->nodes, patches);
  const gint64      n_first = count_first (self, how);
  const gint32      paddings[] = { 0, 0, (gint32) n_first, 0, 0, 0 };
  const KomaShape   shape = KOMA_SHAPE (n_first + grid.dims[1] * grid.dims[2], grid.dims[3]);
  g_autoptr (KomaArray) table = NULL;
  KomaValueId x = koma_hub_pixels_to_rows (self, patches);

  *ret_n_first = n_first;
  if (x == KOMA_VALUE_NONE)
    return x;
  table = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &self->nodes.error);
  if (table == NULL)
    return KOMA_VALUE_NONE;
  add_tokens (self, how, table);
  add_positions (self, how, table, grid);
  self->nodes.name = "embeddings";
  if (n_first > 0)
    x = KOMA_BUILDER_NODE (
      &self->nodes, KOMA_OP_PAD, NULL, x,
      koma_builder_data (&self->nodes, KOMA_DTYPE_INT32, KOMA_SHAPE (3, 2), paddings));
  return koma_builder_binary (&self->nodes, KOMA_OP_ADD, x,
                              koma_builder_array (&self->nodes, table));
}
