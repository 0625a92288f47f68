/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators of com.microsoft that onnxruntime makes of several when it optimises a file. */

#include "activation-names.h"
#include "conv.h"
#include "parts.h"
#include "rules.h"

#define MAX_NUMBERS 2

/* The numbers of the node: a list, or attributes of their own. */
static void
read_numbers (const KomaOnnxCall *call,
              double             *numbers)
{
  static const char *const names[] = { "activation_alpha", "activation_beta" };
  gsize                    n = 0;
  const float             *listed = koma_onnx_attr_floats (call->node, "activation_params", &n);

  for (guint i = 0; i < MAX_NUMBERS; i++)
    numbers[i] = listed != NULL && i < n
                   ? listed[i]
                   : koma_onnx_attr_float (call->node, names[i], numbers[i]);
}

/* What follows a convolution or a product. */
static KomaValueId
activate (KomaOnnxCall *call,
          KomaValueId   x)
{
  g_autofree char          *name = koma_onnx_attr_string (call->node, "activation", "");
  const KomaOnnxActivation *found = koma_onnx_activation_find (name);
  double                    numbers[MAX_NUMBERS] = { 0.2, 0.5 }; /* of HardSigmoid */
  KomaAttrs                *attrs = NULL;

  if (*name == '\0')
    return x;
  if (found != NULL)
    numbers[0] = found->number;
  read_numbers (call, numbers);
  if (g_str_equal (name, "Clip"))
    return koma_onnx_clip (call, x, numbers[0], numbers[1]);
  if (g_str_equal (name, "HardSigmoid")) {
    x = koma_onnx_with_float (call, KOMA_OP_MUL, x, numbers[0]);
    x = koma_onnx_with_float (call, KOMA_OP_ADD, x, numbers[1]);
    return koma_onnx_clip (call, x, 0, 1);
  }
  if (found == NULL)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "activation %s", name);
  if (found->attr != NULL)
    attrs = koma_attrs_new_float (found->attr, numbers[0]);
  return KOMA_BUILDER_NODE (call->nodes, found->op, attrs, x);
}

/* FusedConv (x, w, b, z) = activation (Conv (x, w, b) + z) */
KomaValueId
koma_onnx_rule_fused_conv (KomaOnnxCall *call)
{
  const KomaValueId value = koma_onnx_conv (call, call->inputs[0], call->inputs[1],
                                            koma_onnx_input (call, 2));

  return activate (call, koma_onnx_plus (call, value, koma_onnx_input (call, 3)));
}

/* FusedGemm (a, b, c) = activation (Gemm (a, b, c)) */
KomaValueId
koma_onnx_rule_fused_gemm (KomaOnnxCall *call)
{
  return activate (call, koma_onnx_apply (call, "Gemm", call->inputs, call->n_inputs));
}

/* A side whose first dimension is that of the matrix, and whose batches stand behind it; then its
 * matrices turned. A vector stays. */
static KomaValueId
turn (KomaOnnxCall *call,
      KomaValueId   x,
      const char   *batch_attr,
      const char   *attr)
{
  const guint    rank = koma_builder_get_rank (call->nodes, x);
  const gboolean is_behind = koma_onnx_attr_int (call->node, batch_attr, 0) != 0;
  guint          perm[KOMA_MAX_RANK] = { 0 };
  gboolean       is_turned = FALSE;

  if (rank < 2)
    return x;
  for (guint i = 0; i < rank; i++)
    perm[i] = !is_behind || i + 1 == rank ? i : i + 2 < rank ? i + 1
                                                             : 0;
  if (koma_onnx_attr_int (call->node, attr, 0) != 0) {
    const guint row = perm[rank - 2];

    perm[rank - 2] = perm[rank - 1];
    perm[rank - 1] = row;
  }
  for (guint i = 0; i < rank; i++)
    is_turned = is_turned || perm[i] != i;
  return is_turned ? koma_builder_transpose (call->nodes, x, perm) : x;
}

/* FusedMatMul, and TransposeMatMul as it was called before (a, b) = alpha * a · b */
KomaValueId
koma_onnx_rule_fused_mat_mul (KomaOnnxCall *call)
{
  const double      alpha = koma_onnx_attr_float (call->node, "alpha", 1);
  const KomaValueId a = turn (call, call->inputs[0], "transBatchA", "transA");
  const KomaValueId b = turn (call, call->inputs[1], "transBatchB", "transB");
  const KomaValueId value = koma_onnx_mat_mul (call, a, b);

  return alpha == 1 ? value : koma_onnx_with_float (call, KOMA_OP_MUL, value, alpha);
}

static KomaValueId
add_gelu (KomaOnnxCall *call,
          gboolean      is_approximate)
{
  return KOMA_BUILDER_NODE (call->nodes, KOMA_OP_GELU,
                            koma_attrs_new_int ("approximate", is_approximate),
                            koma_onnx_plus (call, call->inputs[0], koma_onnx_input (call, 1)));
}

/* BiasGelu (x, b) = Gelu (x + b) */
KomaValueId
koma_onnx_rule_bias_gelu (KomaOnnxCall *call)
{
  return add_gelu (call, FALSE);
}

/* FastGelu (x, b), likewise, by tanh; b may be left out. */
KomaValueId
koma_onnx_rule_fast_gelu (KomaOnnxCall *call)
{
  return add_gelu (call, TRUE);
}

/* BiasSoftmax (x, b) = Softmax (x + b) over all dimensions from axis on, as one. */
KomaValueId
koma_onnx_rule_bias_softmax (KomaOnnxCall *call)
{
  const gint64      opset = call->opset;
  const KomaValueId sum = koma_onnx_plus (call, call->inputs[0], call->inputs[1]);
  KomaValueId       value = KOMA_VALUE_NONE;

  call->opset = 1;
  value = koma_onnx_apply (call, "Softmax", &sum, 1);
  call->opset = opset;
  return value;
}
