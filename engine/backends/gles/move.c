/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "move.h"

#include <string.h>

#include "kernel.h"

/**
 * koma_gles_move_init:
 *
 * Sets @move to one element, from the first place to the first.
 */
void
koma_gles_move_init (KomaGlesMove *move)
{
  *move = (KomaGlesMove){ .fill = 0 };
  koma_gles_loops_init (&move->loops);
}

/**
 * koma_gles_move_clear:
 */
void
koma_gles_move_clear (KomaGlesMove *move)
{
  g_clear_pointer (&move->table, g_array_unref);
}

/**
 * koma_gles_move_add:
 *
 * Adds a loop inside those there are, with places at regular distances.
 */
void
koma_gles_move_add (KomaGlesMove *move,
                    gsize         size,
                    gssize        in_stride,
                    gssize        out_stride)
{
  koma_gles_loops_add (&move->loops, size, in_stride, out_stride);
}

/**
 * koma_gles_move_add_table:
 *
 * Adds a loop inside those there are, with any places.
 *
 * Returns: (transfer none): input and output offset of each round, or
 *   %KOMA_GLES_OUTSIDE as the input's; to be filled before the next call
 */
gint32 *
koma_gles_move_add_table (KomaGlesMove *move,
                          gsize         size)
{
  guint begin = 0;

  if (move->table == NULL)
    move->table = g_array_new (FALSE, TRUE, sizeof (gint32));
  begin = move->table->len;
  g_array_set_size (move->table, begin + 2 * size);
  koma_gles_loops_add_table (&move->loops, size, begin / 2);
  return &g_array_index (move->table, gint32, begin);
}

/**
 * koma_gles_move_record:
 *
 * Adds the move to the plan. Errors: %KOMA_ERROR_MEMORY, %KOMA_ERROR_BACKEND.
 */
gboolean
koma_gles_move_record (const KomaGlesMove *move,
                       KomaGlesPlan       *plan,
                       KomaGlesBinding     input,
                       KomaGlesBinding     output,
                       GError            **error)
{
  KomaGlesDispatch dispatch = { .shader = "move.comp" };
  KomaGlesBinding  table = input;

  if (koma_gles_loops_count (&move->loops) == 0)
    return TRUE;
  if (move->table != NULL) {
    gpointer data =
      koma_gles_plan_add_constant (plan, move->table->len * sizeof (gint32), &table, error);

    if (data == NULL)
      return FALSE;
    memcpy (data, move->table->data, move->table->len * sizeof (gint32));
  }
  koma_gles_dispatch_bind (&dispatch, input);
  koma_gles_dispatch_bind (&dispatch, table);
  koma_gles_dispatch_bind (&dispatch, output);
  koma_gles_dispatch_set (&dispatch, 1,
                          (gint32[]){ move->loops.n_loops, move->in_start, move->out_start,
                                      koma_gles_float_bits (move->fill) });
  koma_gles_loops_set (&move->loops, &dispatch, 2);
  return koma_gles_plan_add_line (plan, &dispatch, koma_gles_loops_count (&move->loops), error);
}

/**
 * koma_gles_move_copy:
 *
 * Adds what gives the node's first input, whatever its shape, as its output.
 * Errors: as koma_gles_move_record().
 */
gboolean
koma_gles_move_copy (KomaGlesPlan   *plan,
                     const KomaNode *node,
                     GError        **error)
{
  g_auto (KomaGlesMove) move = { 0 };

  koma_gles_move_init (&move);
  koma_gles_move_add (&move, koma_shape_count (koma_gles_out_shape (plan, node)), 1, 1);
  return koma_gles_move_record (&move, plan, koma_gles_plan_input (plan, node, 0),
                                koma_gles_plan_output (plan, node, 0), error);
}
