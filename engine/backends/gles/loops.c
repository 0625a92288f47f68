/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* A division for each loop and element is what elementwise programs spend
 * their time on: two neighbouring loops are one if, for each operand, the
 * outer stride is the inner stride times the inner size. */

#include "loops.h"

#include <string.h>

/**
 * koma_gles_loops_init:
 *
 * Sets @loops to one loop of size 1; add loops from the outermost in.
 */
void
koma_gles_loops_init (KomaGlesLoops *loops)
{
  *loops = (KomaGlesLoops){ .n_loops = 1, .loops = { { 1, 0, 0, KOMA_GLES_NO_TABLE } } };
}

static void
append (KomaGlesLoops *loops,
        const gint32  *loop) /* [4] */
{
  const gint32 *last = loops->loops[loops->n_loops - 1];

  if (last[0] != 1 || last[3] != KOMA_GLES_NO_TABLE)
    loops->n_loops++;
  g_assert (loops->n_loops <= KOMA_GLES_MAX_LOOPS);
  memcpy (loops->loops[loops->n_loops - 1], loop, sizeof loops->loops[0]);
}

/**
 * koma_gles_loops_add:
 * @stride_0: elements from one round to the next, in the first operand
 * @stride_1: in the second
 *
 * Adds a loop inside those there are.
 */
void
koma_gles_loops_add (KomaGlesLoops *loops,
                     gsize          size,
                     gssize         stride_0,
                     gssize         stride_1)
{
  gint32 *last = loops->loops[loops->n_loops - 1];

  if (size == 1)
    return;
  if (last[3] == KOMA_GLES_NO_TABLE && last[0] != 1 && last[1] == stride_0 * (gssize) size &&
      last[2] == stride_1 * (gssize) size) {
    last[0] *= size;
    last[1] = stride_0;
    last[2] = stride_1;
    return;
  }
  append (loops, (gint32[]){ size, stride_0, stride_1, KOMA_GLES_NO_TABLE });
}

/**
 * koma_gles_loops_add_table:
 * @first_row: of a table with the two offsets of each round
 *
 * Adds a loop inside those there are.
 */
void
koma_gles_loops_add_table (KomaGlesLoops *loops,
                           gsize          size,
                           guint          first_row)
{
  append (loops, (gint32[]){ size, 0, 0, first_row });
}

/**
 * koma_gles_loops_count:
 *
 * Returns: rounds of all loops together
 */
gsize
koma_gles_loops_count (const KomaGlesLoops *loops)
{
  gsize count = 1;

  for (guint i = 0; i < loops->n_loops; i++)
    count *= loops->loops[i][0];
  return count;
}

/**
 * koma_gles_loops_are_repeated:
 *
 * Returns: whether the innermost loop stays at one element of @operand
 */
gboolean
koma_gles_loops_are_repeated (const KomaGlesLoops *loops,
                              guint                operand)
{
  const gint32 *inner = loops->loops[loops->n_loops - 1];

  return inner[3] == KOMA_GLES_NO_TABLE && inner[1 + operand] == 0;
}

/**
 * koma_gles_loops_can_be_fours:
 *
 * Returns: whether four rounds in turn are four elements of @operand that lie
 *   together, at a place divisible by 4; tables are not looked at
 */
gboolean
koma_gles_loops_can_be_fours (const KomaGlesLoops *loops,
                              guint                operand)
{
  const guint   last = loops->n_loops - 1;
  const gint32 *inner = loops->loops[last];

  if (inner[3] != KOMA_GLES_NO_TABLE || inner[1 + operand] != 1 ||
      (last > 0 && inner[0] % 4 != 0))
    return FALSE;
  for (guint i = 0; i < last; i++)
    if (loops->loops[i][1 + operand] % 4 != 0)
      return FALSE;
  return TRUE;
}

/**
 * koma_gles_loops_make_fours:
 *
 * Counts in fours what was in elements; operands that are repeated, and tables,
 * stay as they are.
 */
void
koma_gles_loops_make_fours (KomaGlesLoops *loops)
{
  const guint last = loops->n_loops - 1;

  for (guint operand = 0; operand < 2; operand++)
    for (guint i = 0; i < last && !koma_gles_loops_are_repeated (loops, operand); i++)
      loops->loops[i][1 + operand] /= 4;
  loops->loops[last][0] = (loops->loops[last][0] + 3) / 4;
}

/**
 * koma_gles_loops_set:
 * @index: the first of the params that the loops become
 */
void
koma_gles_loops_set (const KomaGlesLoops *loops,
                     KomaGlesDispatch    *dispatch,
                     guint                index)
{
  for (guint i = 0; i < loops->n_loops; i++)
    koma_gles_dispatch_set (dispatch, index + i, loops->loops[i]);
}
