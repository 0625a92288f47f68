/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators of com.microsoft that onnxruntime makes of several when it optimises a file. */

#include "conv.h"
#include "parts.h"
#include "rules.h"

#define MAX_NUMBERS 2

/* What follows a convolution or a product, as "activation" names it. */
typedef struct
{
  const char *name;
  KomaOp      op;
  const char *attr;                 /* (nullable) of the op, is its first number */
  double      numbers[MAX_NUMBERS]; /* where the node has none */
} Activation;

static const Activation activations[] = {
  { "Elu", KOMA_OP_ELU, "alpha", { 1 } },
  { "LeakyRelu", KOMA_OP_LEAKY_RELU, "alpha", { 0.01 } },
  { "Relu", KOMA_OP_RELU, NULL, { 0 } },
  { "Sigmoid", KOMA_OP_SIGMOID, NULL, { 0 } },
  { "Softplus", KOMA_OP_SOFTPLUS, NULL, { 0 } },
  { "Softsign", KOMA_OP_SOFTSIGN, NULL, { 0 } },
  { "Tanh", KOMA_OP_TANH, NULL, { 0 } },
};

static const Activation *
find_activation (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (activations); i++)
    if (g_str_equal (activations[i].name, name))
      return &activations[i];
  return NULL;
}

static KomaValueId
clip (KomaOnnxCall *call,
      KomaValueId   x,
      double        low,
      double        high)
{
  return koma_onnx_add (call, KOMA_OP_CLIP, NULL, 3, x, koma_onnx_float (call, low),
                        koma_onnx_float (call, high));
}

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

static KomaValueId
activate (KomaOnnxCall *call,
          KomaValueId   x)
{
  g_autofree char  *name = koma_onnx_attr_string (call->node, "activation", "");
  const Activation *found = find_activation (name);
  double            numbers[MAX_NUMBERS] = { 0.2, 0.5 }; /* of HardSigmoid */
  KomaAttrs        *attrs = NULL;

  if (*name == '\0')
    return x;
  for (guint i = 0; found != NULL && i < MAX_NUMBERS; i++)
    numbers[i] = found->numbers[i];
  read_numbers (call, numbers);
  if (g_str_equal (name, "Clip"))
    return clip (call, x, numbers[0], numbers[1]);
  if (g_str_equal (name, "HardSigmoid")) {
    x = koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, x, koma_onnx_float (call, numbers[0]));
    x = koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, x, koma_onnx_float (call, numbers[1]));
    return clip (call, x, 0, 1);
  }
  if (found == NULL)
    return koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "activation %s", name);
  if (found->attr != NULL) {
    attrs = koma_attrs_new ();
    koma_attrs_set_float (attrs, found->attr, numbers[0]);
  }
  return koma_onnx_add (call, found->op, attrs, 1, x);
}

/* FusedConv (x, w, b, z) = activation (Conv (x, w, b) + z) */
void
koma_onnx_rule_fused_conv (KomaOnnxCall *call)
{
  KomaValueId value = koma_onnx_conv (call, call->inputs[0], call->inputs[1],
                                      koma_onnx_input (call, 2));

  if (koma_onnx_has_input (call, 3))
    value = koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, value, call->inputs[3]);
  koma_onnx_return (call, activate (call, value));
}

/* FusedGemm (a, b, c) = activation (Gemm (a, b, c)) */
void
koma_onnx_rule_fused_gemm (KomaOnnxCall *call)
{
  koma_onnx_return (call, activate (call, koma_onnx_apply (call, "Gemm", call->inputs,
                                                           call->n_inputs)));
}

/* A side whose first dimension is that of the matrix, and whose batches stand behind it; then its
 * matrices turned. A vector stays. */
static KomaValueId
turn (KomaOnnxCall *call,
      KomaValueId   x,
      const char   *batch_attr,
      const char   *attr)
{
  const guint rank = koma_onnx_rank (call, x);
  gint64      perm[KOMA_MAX_RANK] = { 0 };

  for (guint i = 0; i < rank; i++)
    perm[i] = i;
  if (rank < 2)
    return x;
  if (koma_onnx_attr_int (call->node, batch_attr, 0) != 0)
    for (guint i = 0; i + 1 < rank; i++)
      perm[i] = i + 2 < rank ? i + 1 : 0;
  if (koma_onnx_attr_int (call->node, attr, 0) != 0) {
    const gint64 row = perm[rank - 2];

    perm[rank - 2] = perm[rank - 1];
    perm[rank - 1] = row;
  }
  for (guint i = 0; i < rank; i++)
    if (perm[i] != i)
      return koma_onnx_transpose (call, x, perm);
  return x;
}

/* FusedMatMul, and TransposeMatMul as it was called before (a, b) = alpha * a · b */
void
koma_onnx_rule_fused_mat_mul (KomaOnnxCall *call)
{
  const double      alpha = koma_onnx_attr_float (call->node, "alpha", 1);
  const KomaValueId a = turn (call, call->inputs[0], "transBatchA", "transA");
  const KomaValueId b = turn (call, call->inputs[1], "transBatchB", "transB");
  KomaValueId       value = koma_onnx_mat_mul (call, a, b);

  if (alpha != 1)
    value = koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, value, koma_onnx_float (call, alpha));
  koma_onnx_return (call, value);
}

static void
return_gelu (KomaOnnxCall *call,
             gboolean      is_approximate)
{
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaValueId x = call->inputs[0];

  if (koma_onnx_has_input (call, 1))
    x = koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, x, call->inputs[1]);
  koma_attrs_set_int (attrs, "approximate", is_approximate);
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_GELU, attrs, 1, x));
}

/* BiasGelu (x, b) = Gelu (x + b) */
void
koma_onnx_rule_bias_gelu (KomaOnnxCall *call)
{
  return_gelu (call, FALSE);
}

/* FastGelu (x, b), likewise, by tanh; b may be left out. */
void
koma_onnx_rule_fast_gelu (KomaOnnxCall *call)
{
  return_gelu (call, TRUE);
}

/* BiasSoftmax (x, b) = Softmax (x + b) over all dimensions from axis on, as one. */
void
koma_onnx_rule_bias_softmax (KomaOnnxCall *call)
{
  const gint64      opset = call->opset;
  const KomaValueId sum =
    koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, call->inputs[0], call->inputs[1]);

  call->opset = 1;
  koma_onnx_return (call, koma_onnx_apply (call, "Softmax", &sum, 1));
  call->opset = opset;
}
