/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A samples.json: which pictures of a folder are cut into cells. */

#include "fuzz.h"

#include "engine/model/grids.h"

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  guint n_rows = 1, n_columns = 1;
  g_autoptr (GError) error = NULL;
  g_autoptr (KomaGrids) grids = NULL;

  fuzz_write_file (KOMA_GRIDS_FILE_NAME, data, size);
  grids = koma_grids_load (fuzz_get_folder (), &error);
  g_assert_true (grids == NULL || error == NULL);
  if (grids != NULL && koma_grids_find (grids, "board.jpg", &n_rows, &n_columns)) {
    g_assert_cmpuint (n_rows - 1, <, KOMA_GRID_MAX_SIDE);
    g_assert_cmpuint (n_columns - 1, <, KOMA_GRID_MAX_SIDE);
  }
  return 0;
}
