/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* The first two are added, then each of the others to what there is. */
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

  if (node->n_inputs == 1)
    return koma_gles_move_copy (plan, node, error);
  for (guint i = 1; i < node->n_inputs; i++) {
    KomaGlesDispatch dispatch = { .shader = "binary.comp",
                                  .defines = "#define APPLY(a, b) (a + b)\n",
                                  .clamp = KOMA_CLAMP_NONE };

    operands[1].binding = koma_gles_plan_input (plan, node, i);
    if (!koma_gles_binary_record (plan, operands, shape, koma_gles_plan_output (plan, node, 0),
                                  &dispatch, error))
      return FALSE;
    operands[0].binding = koma_gles_plan_output (plan, node, 0);
  }
  return TRUE;
}

const KomaGlesKernel koma_gles_add_n = { .record = add_n_record };
