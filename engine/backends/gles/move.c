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

/* The output is all that is moved, in the order of the loops. */
static gboolean
is_dense (const KomaGlesMove *move)
{
  gint64 distance = 1;

  for (guint i = move->loops.n_loops; i-- > 0;) {
    const gint32 *loop = move->loops.loops[i];
    const gint32 *rows =
      loop[3] != KOMA_GLES_NO_TABLE ? &g_array_index (move->table, gint32, 2 * loop[3]) : NULL;

    if (rows == NULL && loop[0] > 1 && loop[2] != distance)
      return FALSE;
    for (gint64 k = 0; rows != NULL && k < loop[0]; k++)
      if (rows[2 * k + 1] != k * distance)
        return FALSE;
    distance *= loop[0];
  }
  return move->out_start == 0;
}

static gboolean
can_be_fours (const KomaGlesMove *move)
{
  for (guint i = 0; move->table != NULL && i < move->table->len; i += 2)
    if (g_array_index (move->table, gint32, i) % 4 != 0)
      return FALSE;
  return move->in_start % 4 == 0 && koma_gles_loops_can_be_fours (&move->loops, 0);
}

/* The least integer is divisible by 4 as well, but stays what it is. */
static void
divide_table (gint32 *table,
              guint   length)
{
  for (guint i = 0; i < length; i++)
    if (table[i] != KOMA_GLES_OUTSIDE)
      table[i] /= 4;
}

static gboolean
is_table_even (const KomaGlesMove *move,
               const gint32       *loop) /* [4] */
{
  const gint32 *rows = &g_array_index (move->table, gint32, 2 * loop[3]);

  for (gint32 i = 0; i < loop[0]; i++)
    if (rows[2 * i + 1] % 2 != 0)
      return FALSE;
  return TRUE;
}

/* Whether elements 2i and 2i + 1 of the output come in the same rounds of all
 * loops but the innermost. */
static gboolean
can_pair (const KomaGlesMove *move)
{
  const guint   last = move->loops.n_loops - 1;
  const gint32 *inner = move->loops.loops[last];

  if (inner[3] != KOMA_GLES_NO_TABLE || inner[0] % 2 != 0 || inner[2] != 1 ||
      move->out_start % 2 != 0)
    return FALSE;
  for (guint i = 0; i < last; i++) {
    const gint32 *loop = move->loops.loops[i];

    if (loop[3] == KOMA_GLES_NO_TABLE ? loop[2] % 2 != 0 : !is_table_even (move, loop))
      return FALSE;
  }
  return TRUE;
}

static void
pair (KomaGlesLoops    *loops,
      KomaGlesDispatch *dispatch)
{
  gint32 *inner = loops->loops[loops->n_loops - 1];

  koma_gles_dispatch_set (dispatch, 2 + loops->n_loops, (gint32[]){ inner[1], 0, 0, 0 });
  inner[0] /= 2;
  inner[1] *= 2;
  inner[2] *= 2;
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
  KomaGlesLoops    loops = move->loops;
  KomaGlesBinding  table = input;

  if (koma_gles_loops_count (&loops) == 0)
    return TRUE;
  if (plan->tier == KOMA_GLES_TIER_FRAGMENT) {
    g_assert (is_dense (move));
    dispatch.is_in_fours = can_be_fours (move);
  }
  if (dispatch.is_in_fours)
    koma_gles_loops_make_fours (&loops);
  else if (plan->tier == KOMA_GLES_TIER_COMPUTE && plan->is_half && can_pair (move)) {
    dispatch.defines = "#define IS_PAIRED\n";
    pair (&loops, &dispatch);
  }
  if (move->table != NULL) {
    gint32 *data = koma_gles_plan_add_table (plan, move->table->len, &table, error);

    if (data == NULL)
      return FALSE;
    memcpy (data, move->table->data, move->table->len * sizeof (gint32));
    if (dispatch.is_in_fours)
      divide_table (data, move->table->len);
  }
  koma_gles_dispatch_bind (&dispatch, input);
  koma_gles_dispatch_bind (&dispatch, table);
  koma_gles_dispatch_bind (&dispatch, output);
  koma_gles_dispatch_set (&dispatch, 1,
                          (gint32[]){ loops.n_loops,
                                      move->in_start / (dispatch.is_in_fours ? 4 : 1),
                                      move->out_start,
                                      koma_gles_float_bits (move->fill) });
  koma_gles_loops_set (&loops, &dispatch, 2);
  if (plan->tier == KOMA_GLES_TIER_FRAGMENT)
    return koma_gles_plan_add_elements (plan, &dispatch, koma_gles_loops_count (&move->loops),
                                        error);
  return koma_gles_plan_add_line (plan, &dispatch, koma_gles_loops_count (&loops), error);
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
