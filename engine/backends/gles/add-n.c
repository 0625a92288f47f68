/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The first two are added, then each of the others to what there is: a
 * program can not add to what it reads. */
#include "binary.h"
#include "kernel.h"
#include "move.h"

static gboolean
add_n_record (KomaGlesPlan   *plan,
              const KomaNode *node,
              GError        **error)
{
  const KomaShape *shape = koma_gles_out_shape (plan, node);
  KomaGlesOperand  operands[] = { { koma_gles_plan_input (plan, node, 0), shape },
                                  { .shape = shape } };
  KomaGlesBinding  parts[2] = { { 0 } }; /* sums of the first ones, in turn */

  if (node->n_inputs == 1)
    return koma_gles_move_copy (plan, node, error);
  for (guint i = 0; i < MIN (node->n_inputs - 2, 2); i++)
    parts[(i + 1) % 2] = koma_gles_plan_add_temporary (plan, koma_shape_count (shape));
  for (guint i = 1; i < node->n_inputs; i++) {
    KomaGlesDispatch dispatch = { .shader = "binary.comp",
                                  .defines = "#define APPLY(a, b) (a + b)\n",
                                  .clamp = KOMA_CLAMP_NONE };

    const KomaGlesBinding sum = i + 1 == node->n_inputs ? koma_gles_plan_output (plan, node, 0)
                                                        : parts[i % 2];

    operands[1].binding = koma_gles_plan_input (plan, node, i);
    if (!koma_gles_binary_record (plan, operands, shape, sum, &dispatch, error))
      return FALSE;
    operands[0].binding = sum;
  }
  return TRUE;
}

const KomaGlesKernel koma_gles_add_n = { .record = add_n_record };
