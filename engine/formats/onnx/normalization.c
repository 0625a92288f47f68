/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Normalisations: (x - mean) / sqrt (variance + epsilon) * scale + offset, each with a mean of its
 * own over some dimensions. */

#include "normalization.h"

#include "parts.h"
#include "rules.h"

/**
 * koma_onnx_axes_from:
 *
 * Returns: bit i set: dimension i, from @first on. Thread: any.
 */
guint
koma_onnx_axes_from (guint first,
                     guint rank)
{
  return (1u << rank) - (1u << MIN (first, rank));
}

/**
 * koma_onnx_inverse_root:
 * @fallback: where the node has no attribute "epsilon"
 *
 * Returns: 1 / sqrt (x + epsilon). Thread: any.
 */
KomaValueId
koma_onnx_inverse_root (KomaOnnxCall *call,
                        KomaValueId   x,
                        double        fallback)
{
  const double epsilon = koma_onnx_attr_float (call->node, "epsilon", fallback);

  return koma_builder_unary (call->nodes, KOMA_OP_RSQRT,
                             koma_onnx_with_float (call, KOMA_OP_ADD, x, epsilon));
}

typedef struct
{
  KomaValueId mean;
  KomaValueId centred;  /* x - mean */
  KomaValueId variance; /* without epsilon */
} Moments;

static Moments
add_moments (KomaOnnxCall *call,
             KomaValueId   x,
             guint         axes)
{
  Moments moments = { .mean = koma_builder_reduce (call->nodes, KOMA_OP_MEAN, x, axes, TRUE) };

  moments.centred = koma_builder_binary (call->nodes, KOMA_OP_SUB, x, moments.mean);
  moments.variance = koma_builder_reduce (
    call->nodes, KOMA_OP_MEAN, koma_builder_unary (call->nodes, KOMA_OP_SQUARE, moments.centred),
    axes, TRUE);
  return moments;
}

static KomaValueId
normalize (KomaOnnxCall *call,
           KomaValueId   x,
           guint         axes)
{
  const Moments moments = add_moments (call, x, axes);

  return koma_builder_binary (call->nodes, KOMA_OP_MUL, moments.centred,
                              koma_onnx_inverse_root (call, moments.variance, 1e-5));
}

/* A number for each channel as [c,1,1]; for each group as [groups,1]. */
static KomaValueId
spread (KomaOnnxCall *call,
        KomaValueId   numbers,
        guint         n_ones)
{
  KomaShape shape = KOMA_SHAPE (-1, 1, 1, 1, 1, 1);

  shape.rank = MIN (1 + n_ones, KOMA_MAX_RANK);
  return koma_builder_reshape (call->nodes, numbers, shape);
}

static KomaValueId
scale_and_shift (KomaOnnxCall *call,
                 KomaValueId   x,
                 guint         n_ones)
{
  const KomaValueId scaled = koma_builder_binary (call->nodes, KOMA_OP_MUL, x,
                                                  spread (call, call->inputs[1], n_ones));

  return koma_builder_binary (call->nodes, KOMA_OP_ADD, scaled,
                              spread (call, call->inputs[2], n_ones));
}

/* BatchNormalization (x, scale, b, mean, variance): the statistics are given. */
KomaValueId
koma_onnx_rule_batch_normalization (KomaOnnxCall *call)
{
  const double epsilon = koma_onnx_attr_float (call->node, "epsilon", 1e-5);
  KomaValueId  value = KOMA_VALUE_NONE;

  if (koma_onnx_attr_int (call->node, "training_mode", 0) != 0)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "training_mode");
  if (koma_onnx_attr_int (call->node, "spatial", 1) == 0)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "spatial 0");
  value = koma_onnx_to_channels_last (call, call->inputs[0]);
  value = KOMA_BUILDER_NODE (call->nodes, KOMA_OP_FUSED_BATCH_NORM,
                             koma_attrs_new_float ("epsilon", epsilon), value, call->inputs[1],
                             call->inputs[2], call->inputs[3], call->inputs[4]);
  return koma_onnx_to_channels_first (call, value);
}

/* InstanceNormalization (x, scale, b): over the spatial dimensions. */
KomaValueId
koma_onnx_rule_instance_normalization (KomaOnnxCall *call)
{
  const guint rank = koma_builder_get_rank (call->nodes, call->inputs[0]);

  if (rank < 3)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "input has %u dimensions, expected 3 or more", rank);
  return scale_and_shift (
    call, normalize (call, call->inputs[0], koma_onnx_axes_from (2, rank)), rank - 2);
}

/* LayerNormalization (x, scale, b): over the dimensions from axis on. Results are y, the mean and
 * the inverse of the deviation. */
KomaValueId
koma_onnx_rule_layer_normalization (KomaOnnxCall *call)
{
  const guint       rank = koma_builder_get_rank (call->nodes, call->inputs[0]);
  const guint       axes = koma_onnx_axes_from (koma_onnx_attr_axis (call, -1), rank);
  const Moments     moments = add_moments (call, call->inputs[0], axes);
  const KomaValueId inverse = koma_onnx_inverse_root (call, moments.variance, 1e-5);
  const KomaValueId value =
    koma_builder_binary (call->nodes, KOMA_OP_MUL, moments.centred, inverse);

  koma_onnx_give (call, moments.mean);
  koma_onnx_give (call, inverse);
  return koma_onnx_plus (
    call, koma_builder_binary (call->nodes, KOMA_OP_MUL, value, call->inputs[1]),
    koma_onnx_input (call, 2));
}

/* MeanVarianceNormalization (x): over axes, those of [n,c,h,w] but the channels unless they are
 * named. ONNX' definition has its own epsilon, beside the deviation. */
KomaValueId
koma_onnx_rule_mean_variance_normalization (KomaOnnxCall *call)
{
  static const gint64 usual[] = { 0, 2, 3 };
  const guint         rank = koma_builder_get_rank (call->nodes, call->inputs[0]);
  gsize               n = 0;
  const gint64       *listed = koma_onnx_attr_ints (call->node, "axes", &n);
  guint               axes = 0;
  Moments             moments = { 0 };
  KomaValueId         deviation = KOMA_VALUE_NONE;

  if (listed == NULL)
    n = G_N_ELEMENTS (usual);
  if (n > rank)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE, "there are %zu axes of %u dimensions",
                              n, rank);
  for (gsize i = 0; i < n; i++)
    axes |= 1u << koma_onnx_axis (call, listed != NULL ? listed[i] : usual[i], rank);
  moments = add_moments (call, call->inputs[0], axes);
  deviation = koma_builder_unary (call->nodes, KOMA_OP_SQRT, moments.variance);
  return koma_builder_binary (call->nodes, KOMA_OP_DIV, moments.centred,
                              koma_onnx_with_float (call, KOMA_OP_ADD, deviation, 1e-9));
}

/* GroupNormalization (x, scale, b): over groups of channels; a scale for each group before opset
 * 21, for each channel since. */
KomaValueId
koma_onnx_rule_group_normalization (KomaOnnxCall *call)
{
  const KomaValueId x = call->inputs[0];
  KomaShape         shape = koma_builder_get_shape (call->nodes, x);
  const gint64      n_groups = koma_onnx_attr_int (call->node, "num_groups", 0);
  gint64            rest = 1;
  KomaValueId       value = KOMA_VALUE_NONE;

  if (shape.rank < 3 || n_groups < 1 || shape.dims[1] % n_groups != 0)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "can not divide the channels into %" G_GINT64_FORMAT " groups",
                              n_groups);
  for (guint i = 1; i < shape.rank; i++)
    rest *= shape.dims[i];
  shape.dims[0] = KOMA_DIM_UNKNOWN;
  value = koma_builder_reshape (call->nodes, x, KOMA_SHAPE (-1, n_groups, rest / n_groups));
  value = normalize (call, value, 1u << 2);
  if (call->opset < 21)
    return koma_builder_reshape (call->nodes, scale_and_shift (call, value, 1), shape);
  return scale_and_shift (call, koma_builder_reshape (call->nodes, value, shape), shape.rank - 2);
}

/* LpNormalization (x): x divided by its norm along an axis. */
KomaValueId
koma_onnx_rule_lp_normalization (KomaOnnxCall *call)
{
  const KomaValueId x = call->inputs[0];
  const guint       axis = koma_onnx_attr_axis (call, -1);
  const gboolean    is_square = koma_onnx_attr_int (call->node, "p", 2) == 2;
  const KomaValueId size =
    koma_builder_unary (call->nodes, is_square ? KOMA_OP_SQUARE : KOMA_OP_ABS, x);
  KomaValueId norm = koma_builder_reduce (call->nodes, KOMA_OP_SUM, size, 1u << axis, TRUE);

  if (is_square)
    norm = koma_builder_unary (call->nodes, KOMA_OP_SQRT, norm);
  return koma_builder_binary (call->nodes, KOMA_OP_DIV, x, norm);
}

/* LRN (x): x / (bias + alpha / size * sum)^beta, the sum being that of the squares of size channels
 * around. */
KomaValueId
koma_onnx_rule_lrn (KomaOnnxCall *call)
{
  const KomaValueId x = koma_onnx_to_channels_last (call, call->inputs[0]);
  const gint64      size = koma_onnx_attr_int (call->node, "size", 1);
  KomaAttrs        *attrs = koma_attrs_new_int ("size", size);

  koma_attrs_set_float (attrs, "bias", koma_onnx_attr_float (call->node, "bias", 1));
  koma_attrs_set_float (attrs, "alpha",
                        koma_onnx_attr_float (call->node, "alpha", 1e-4) / (double) MAX (size, 1));
  koma_attrs_set_float (attrs, "beta", koma_onnx_attr_float (call->node, "beta", 0.75));
  return koma_onnx_to_channels_first (call,
                                      KOMA_BUILDER_NODE (call->nodes, KOMA_OP_LRN, attrs, x));
}
