/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-board-cells.h"

#include "worker/koma-thread.h"

/* Of a shogi board. */
#define N_ROWS    9
#define N_COLUMNS 9

static void
add_cells (GPtrArray      *cells,
           KomaResultItem *board)
{
  g_autoptr (KomaGridPicture) grid = NULL;

  if (!koma_result_item_is_whole_file (board))
    return;
  grid = koma_grid_picture_new (koma_result_item_get_file (board), N_ROWS, N_COLUMNS);
  for (guint i = 0; i < N_ROWS * N_COLUMNS; i++)
    g_ptr_array_add (cells, koma_result_item_new_for_cell (grid, i));
}

GPtrArray *
koma_board_cells_new (GPtrArray *boards)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_object_unref);

  KOMA_ASSERT_MAIN_THREAD ();

  for (guint i = 0; i < boards->len; i++)
    add_cells (cells, g_ptr_array_index (boards, i));
  return cells;
}
