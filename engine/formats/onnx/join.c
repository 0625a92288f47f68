/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Concat and Split. */

#include "rules.h"

/* Concat (x0, x1, …): attribute axis. */
void
koma_onnx_rule_concat (KomaOnnxCall *call)
{
  g_autofree KomaValueId *inputs = g_new (KomaValueId, call->n_inputs + 1);
  const guint             axis = koma_onnx_axis (call, koma_onnx_attr_int (call->node, "axis", 0),
                                                 koma_onnx_rank (call, call->inputs[0]));

  for (guint i = 0; i < call->n_inputs; i++)
    inputs[i] = koma_onnx_input (call, i);
  inputs[call->n_inputs] = koma_onnx_number (call, KOMA_DTYPE_INT32, axis);
  koma_onnx_return (call, koma_onnx_addv (call, KOMA_OP_CONCAT, NULL, inputs, call->n_inputs + 1));
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
void
koma_onnx_rule_split (KomaOnnxCall *call)
{
  const KomaShape   *shape = koma_onnx_shape (call, call->inputs[0]);
  const guint        axis = koma_onnx_axis (call, koma_onnx_attr_int (call->node, "axis", 0),
                                            shape->rank);
  g_autofree gint64 *sizes = NULL;
  gsize              n = 0;
  KomaAttrs         *attrs = NULL;
  KomaValueId        first = KOMA_VALUE_NONE;

  if (!koma_onnx_list (call, "split", 1, &sizes, &n))
    return;
  if (sizes == NULL) {
    n = call->n_outputs;
    sizes = divide (call, shape->dims[axis]);
  }
  if (n != call->n_outputs) {
    koma_onnx_fail (call, KOMA_ERROR_MODEL, "there are %zu sizes for %u results", n,
                    call->n_outputs);
    return;
  }
  attrs = koma_attrs_new ();
  koma_attrs_set_int (attrs, "axis", axis);
  koma_attrs_set_int (attrs, "num_split", (gint64) n);
  first = koma_onnx_add (call, KOMA_OP_SPLIT, attrs, 2, call->inputs[0],
                         koma_onnx_ints (call, sizes, (guint) n));
  /* The results of a node have ids one after the other. */
  for (guint i = 0; first != KOMA_VALUE_NONE && i < n; i++)
    koma_onnx_return (call, first + i);
}
