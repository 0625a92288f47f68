/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "parts.h"

#include <string.h>

#include "rules.h"

/**
 * koma_onnx_apply:
 * @operator_name: of rules.inc, without a domain if it is ONNX' own
 * @inputs: of that operator, in place of the node's
 *
 * Returns: its first result; %KOMA_VALUE_NONE where the call has an error. Thread: any.
 */
KomaValueId
koma_onnx_apply (KomaOnnxCall      *call,
                 const char        *operator_name,
                 const KomaValueId *inputs,
                 guint              n_inputs)
{
  const KomaOnnxRow *row = koma_onnx_row_find (operator_name);
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  KomaOnnxCall inner = *call;

  g_assert (row != NULL);
  inner.koma_op = row->koma_op;
  inner.inputs = inputs;
  inner.n_inputs = n_inputs;
  inner.n_outputs = 1;
  inner.outputs = outputs;
  for (guint i = 0; i < row->min_inputs; i++)
    if (!koma_onnx_has_input (&inner, i))
      koma_onnx_fail (&inner, KOMA_ERROR_MODEL, "an input is missing");
  if (inner.error == NULL)
    row->rule (&inner);
  call->error = inner.error;
  return call->error == NULL && outputs->len > 0 ? g_array_index (outputs, KomaValueId, 0)
                                                 : KOMA_VALUE_NONE;
}

/**
 * koma_onnx_split:
 * @sizes: [n] along @axis
 * @ret_pieces: [n]
 *
 * Thread: any.
 */
void
koma_onnx_split (KomaOnnxCall *call,
                 KomaValueId   x,
                 guint         axis,
                 const gint64 *sizes,
                 guint         n,
                 KomaValueId  *ret_pieces)
{
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaValueId first = KOMA_VALUE_NONE;

  koma_attrs_set_int (attrs, "axis", axis);
  koma_attrs_set_int (attrs, "num_split", n);
  first = koma_onnx_add (call, KOMA_OP_SPLIT, attrs, 2, x, koma_onnx_ints (call, sizes, n));
  /* The results of a node have ids one after the other. */
  for (guint i = 0; i < n; i++)
    ret_pieces[i] = first != KOMA_VALUE_NONE ? first + i : KOMA_VALUE_NONE;
}

/**
 * koma_onnx_join:
 *
 * Returns: the pieces one behind the other along @axis. Thread: any.
 */
KomaValueId
koma_onnx_join (KomaOnnxCall      *call,
                const KomaValueId *pieces,
                guint              n,
                guint              axis)
{
  g_autofree KomaValueId *inputs = g_new (KomaValueId, n + 1);

  memcpy (inputs, pieces, n * sizeof *pieces);
  inputs[n] = koma_onnx_number (call, KOMA_DTYPE_INT32, axis);
  return koma_onnx_addv (call, KOMA_OP_CONCAT, NULL, inputs, n + 1);
}

/**
 * koma_onnx_refuse_attr:
 *
 * Returns: %FALSE, and the call is unsupported, where the node has it, and not as 0. Thread: any.
 */
gboolean
koma_onnx_refuse_attr (KomaOnnxCall *call,
                       const char   *name)
{
  if (koma_onnx_attr_int (call->node, name, 0) != 0)
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "%s", name);
  return call->error == NULL;
}

/**
 * koma_onnx_refuse_input:
 * @name: of the input, in the operator's definition
 *
 * Returns: %FALSE, and the call is unsupported, where the node has it. Thread: any.
 */
gboolean
koma_onnx_refuse_input (KomaOnnxCall *call,
                        guint         index,
                        const char   *name)
{
  if (koma_onnx_has_input (call, index))
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "%s", name);
  return call->error == NULL;
}
