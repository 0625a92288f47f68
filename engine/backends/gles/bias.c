/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "bias.h"

/**
 * koma_gles_bias_bind:
 * @index: the input that is the bias, if there are so many
 * @is_exact: whether it stays float32 where tensors are float16; it must be
 *   constant then
 * @ret_binding: (out)
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_gles_bias_bind (KomaGlesPlan    *plan,
                     const KomaNode  *node,
                     guint            index,
                     gsize            out_c,
                     gboolean         is_exact,
                     KomaGlesBinding *ret_binding,
                     GError         **error)
{
  if (index >= node->n_inputs)
    return koma_gles_plan_add_constant (plan, out_c, is_exact, ret_binding, error) != NULL;
  *ret_binding = is_exact ? koma_gles_plan_exact_input (plan, node, index)
                          : koma_gles_plan_input (plan, node, index);
  return TRUE;
}
