/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Concat and Split. */

#include "parts.h"
#include "rules.h"

/* Concat (x0, x1, …): attribute axis. */
KomaValueId
koma_onnx_rule_concat (KomaOnnxCall *call)
{
  for (guint i = 0; i < call->n_inputs; i++)
    (void) koma_onnx_need_input (call, i);
  return koma_builder_concat (call->nodes, call->inputs, call->n_inputs,
                              koma_onnx_attr_axis (call, 0));
}

/* Without sizes the pieces are equal, but the last, which may be smaller. */
static gint64 *
divide (KomaOnnxCall *call,
        gint64        size)
{
  const gint64 n = MAX (call->n_outputs, 1);
  const gint64 piece = (size + n - 1) / n;
  gint64      *sizes = g_new0 (gint64, n);

  for (gint64 i = 0; i < n; i++)
    sizes[i] = CLAMP (size - i * piece, 0, piece);
  return sizes;
}

/* Split (x, split): attribute split before opset 13. */
KomaValueId
koma_onnx_rule_split (KomaOnnxCall *call)
{
  const guint             axis = koma_onnx_attr_axis (call, 0);
  g_autofree KomaValueId *pieces = g_new0 (KomaValueId, call->n_outputs + 1);
  g_autofree gint64      *sizes = NULL;
  gsize                   n = 0;

  if (!koma_onnx_list (call, "split", 1, &sizes, &n))
    return KOMA_VALUE_NONE;
  if (sizes == NULL) {
    n = call->n_outputs;
    sizes = divide (call, koma_builder_get_dim (call->nodes, call->inputs[0], axis));
  }
  if (n != call->n_outputs)
    return koma_builder_fail (call->nodes, KOMA_ERROR_MODEL, "there are %zu sizes for %u results",
                              n, call->n_outputs);
  koma_onnx_split (call, call->inputs[0], axis, sizes, (guint) n, pieces);
  for (guint i = 1; i < n; i++)
    koma_onnx_give (call, pieces[i]);
  return pieces[0];
}
