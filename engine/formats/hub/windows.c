/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Shift and cut are one choice of tokens by their numbers, and so is the way back, which leaves out
 * the padding. */

#include "windows.h"

#include <string.h>

/* What is added where nothing is to be seen. */
#define UNSEEN (-100.0f)

KomaHubWindows
koma_hub_windows_find (gint64   side,
                       gint64   height,
                       gint64   width,
                       gboolean is_shifted)
{
  KomaHubWindows windows = { .height = height, .width = width };

  if (MIN (height, width) <= side) {
    side = MIN (height, width);
    is_shifted = FALSE;
  }
  side = MAX (side, 1);
  windows.side = side;
  windows.padded_height = (height + side - 1) / side * side;
  windows.padded_width = (width + side - 1) / side * side;
  windows.shift = is_shifted ? side / 2 : 0;
  return windows;
}

static gint64
count_windows (const KomaHubWindows *windows)
{
  return windows->padded_height * windows->padded_width / (windows->side * windows->side);
}

/* The number, in the padded map, of a token of a window. */
static gint64
find_token (const KomaHubWindows *windows,
            gint64                window,
            gint64                token)
{
  const gint64 n_across = windows->padded_width / windows->side;
  const gint64 row = window / n_across * windows->side + token / windows->side;
  const gint64 column = window % n_across * windows->side + token % windows->side;

  return (row + windows->shift) % windows->padded_height * windows->padded_width +
         (column + windows->shift) % windows->padded_width;
}

static KomaValueId
gather_rows (KomaHub      *self,
             KomaValueId   x,
             const gint32 *rows,
             gint64        n_rows)
{
  return KOMA_BUILDER_NODE (&self->nodes, KOMA_OP_GATHER, NULL, x,
                            koma_builder_ints (&self->nodes, rows, (guint) n_rows),
                            koma_builder_int (&self->nodes, 1));
}

KomaValueId
koma_hub_windows_cut (KomaHub              *self,
                      const KomaHubWindows *windows,
                      KomaValueId           x)
{
  const gint64       n_tokens = windows->side * windows->side;
  const gint64       n_windows = count_windows (windows);
  const gint64       width = koma_builder_get_dim (&self->nodes, x, 2);
  const gint64       more_h = windows->padded_height - windows->height;
  const gint64       more_w = windows->padded_width - windows->width;
  g_autofree gint32 *rows = NULL;

  if (x == KOMA_VALUE_NONE)
    return x;
  if (more_h > 0 || more_w > 0) {
    x = koma_hub_rows_to_pixels (self, x, windows->height, windows->width);
    x = koma_hub_pixels_to_rows (self, koma_hub_pad_pixels (self, x, 0, more_h, more_w));
  }
  rows = g_new (gint32, (gsize) (n_windows * n_tokens));
  for (gint64 i = 0; i < n_windows * n_tokens; i++)
    rows[i] = (gint32) find_token (windows, i / n_tokens, i % n_tokens);
  x = gather_rows (self, x, rows, n_windows * n_tokens);
  return koma_builder_reshape (&self->nodes, x, KOMA_SHAPE (-1, n_tokens, width));
}

KomaValueId
koma_hub_windows_join (KomaHub              *self,
                       const KomaHubWindows *windows,
                       KomaValueId           x)
{
  const gint64       n_tokens = windows->side * windows->side;
  const gint64       n_all = count_windows (windows) * n_tokens;
  const gint64       width = koma_builder_get_dim (&self->nodes, x, 2);
  g_autofree gint32 *rows = g_new (gint32, (gsize) (windows->height * windows->width) + 1);

  if (x == KOMA_VALUE_NONE)
    return x;
  for (gint64 i = 0; i < n_all; i++) {
    const gint64 token = find_token (windows, i / n_tokens, i % n_tokens);
    const gint64 row = token / windows->padded_width;
    const gint64 column = token % windows->padded_width;

    if (row < windows->height && column < windows->width)
      rows[row * windows->width + column] = (gint32) i;
  }
  x = koma_builder_reshape (&self->nodes, x, KOMA_SHAPE (-1, n_all, width));
  return gather_rows (self, x, rows, windows->height * windows->width);
}

/* Which of three parts of a side a token of the shifted map is in: those that were neighbours. */
static gint64
find_part (gint64 place,
           gint64 padded,
           gint64 side,
           gint64 shift)
{
  return place < padded - side ? 0 : place < padded - shift ? 1
                                                            : 2;
}

static gint64
find_region (const KomaHubWindows *windows,
             gint64                window,
             gint64                token)
{
  const gint64 n_across = windows->padded_width / windows->side;
  const gint64 row = window / n_across * windows->side + token / windows->side;
  const gint64 column = window % n_across * windows->side + token % windows->side;

  return 3 * find_part (row, windows->padded_height, windows->side, windows->shift) +
         find_part (column, windows->padded_width, windows->side, windows->shift);
}

/* [side²,side²] of one window and head. */
static void
fill_bias (const KomaHubWindows *windows,
           const KomaArray      *table, /* [(2 side - 1)²,heads] */
           gint64                window,
           gint64                head,
           float                *ret_bias)
{
  const gint64 side = windows->side;
  const gint64 n_tokens = side * side;
  const gint64 n_heads = table->shape.dims[1];
  const gint64 across = 2 * side - 1;

  for (gint64 q = 0; q < n_tokens; q++)
    for (gint64 k = 0; k < n_tokens; k++) {
      const gint64 down = q / side - k / side + side - 1;
      const gint64 right = q % side - k % side + side - 1;
      const gint64 at = (down * across + right) * n_heads + head;
      const gint64 of_query = windows->shift > 0 ? find_region (windows, window, q) : 0;
      const gint64 of_key = windows->shift > 0 ? find_region (windows, window, k) : 0;

      ret_bias[q * n_tokens + k] =
        ((const float *) table->data)[at] + (of_query != of_key ? UNSEEN : 0);
    }
}

KomaValueId
koma_hub_windows_bias (KomaHub              *self,
                       const KomaHubWindows *windows,
                       const char           *name,
                       KomaArray            *table)
{
  g_autoptr (KomaArray) owned G_GNUC_UNUSED = table;
  g_autoptr (KomaArray) bias = NULL;
  const gint64 across = 2 * windows->side - 1;
  const gint64 n_tokens = windows->side * windows->side;
  const gint64 n_windows = windows->shift > 0 ? count_windows (windows) : 1;
  gint64       n_heads = 0;
  KomaShape    shape = { 0 };

  if (table == NULL)
    return KOMA_VALUE_NONE;
  if (table->shape.dims[0] != across * across)
    return koma_builder_fail (&self->nodes, KOMA_ERROR_SHAPE,
                              "weight “%s” has %" G_GINT64_FORMAT
                              " rows, expected %" G_GINT64_FORMAT
                              " for windows with a side of %" G_GINT64_FORMAT " tokens",
                              name, table->shape.dims[0], across * across, windows->side);
  n_heads = table->shape.dims[1];
  shape = KOMA_SHAPE (n_windows * n_heads, n_tokens, n_tokens);
  bias = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &self->nodes.error);
  for (gint64 i = 0; bias != NULL && i < n_windows * n_heads; i++)
    fill_bias (windows, table, i / n_heads, i % n_heads,
               (float *) bias->data + i * n_tokens * n_tokens);
  return bias != NULL ? koma_builder_constant (&self->nodes, name, bias) : KOMA_VALUE_NONE;
}
