/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Normalisations: (x - mean) / sqrt (variance + epsilon) * scale + offset, each with a mean of its
 * own over some dimensions. */

#include <string.h>

#include "rules.h"

#define MAX_AXES KOMA_MAX_RANK

typedef struct
{
  gint64 at[MAX_AXES];
  guint  n;
} Axes;

static Axes
axes_from (guint first,
           guint rank)
{
  Axes axes = { { 0 }, 0 };

  for (guint i = first; i < rank; i++)
    axes.at[axes.n++] = i;
  return axes;
}

static KomaValueId
reduce (KomaOnnxCall *call,
        KomaOp        op,
        KomaValueId   x,
        const Axes   *axes)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "keep_dims", TRUE);
  return koma_onnx_add (call, op, attrs, 2, x, koma_onnx_ints (call, axes->at, axes->n));
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
             const Axes   *axes)
{
  Moments moments = { .mean = reduce (call, KOMA_OP_MEAN, x, axes) };

  moments.centred = koma_onnx_add (call, KOMA_OP_SUB, NULL, 2, x, moments.mean);
  moments.variance =
    reduce (call, KOMA_OP_MEAN, koma_onnx_add (call, KOMA_OP_SQUARE, NULL, 1, moments.centred),
            axes);
  return moments;
}

/* 1 / sqrt (variance + epsilon) */
static KomaValueId
add_inverse (KomaOnnxCall  *call,
             const Moments *moments)
{
  const double epsilon = koma_onnx_attr_float (call->node, "epsilon", 1e-5);

  return koma_onnx_add (call, KOMA_OP_RSQRT, NULL, 1,
                        koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, moments->variance,
                                       koma_onnx_float (call, epsilon)));
}

static KomaValueId
normalize (KomaOnnxCall *call,
           KomaValueId   x,
           const Axes   *axes)
{
  const Moments moments = add_moments (call, x, axes);

  return koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, moments.centred, add_inverse (call, &moments));
}

/* A number for each channel as [c,1,1]; for each group as [groups,1]. */
static KomaValueId
spread (KomaOnnxCall *call,
        KomaValueId   numbers,
        guint         n_ones)
{
  gint64 dims[KOMA_MAX_RANK] = { -1, 1, 1, 1, 1, 1 };

  return koma_onnx_reshape (call, numbers, dims, MIN (1 + n_ones, KOMA_MAX_RANK));
}

static KomaValueId
scale_and_shift (KomaOnnxCall *call,
                 KomaValueId   x,
                 guint         n_ones)
{
  const KomaValueId scaled = koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, x,
                                            spread (call, call->inputs[1], n_ones));

  return koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, scaled,
                        spread (call, call->inputs[2], n_ones));
}

/* BatchNormalization (x, scale, b, mean, variance): the statistics are given. */
void
koma_onnx_rule_batch_normalization (KomaOnnxCall *call)
{
  KomaAttrs  *attrs = koma_attrs_new ();
  KomaValueId value = KOMA_VALUE_NONE;

  koma_attrs_set_float (attrs, "epsilon", koma_onnx_attr_float (call->node, "epsilon", 1e-5));
  if (koma_onnx_attr_int (call->node, "training_mode", 0) != 0)
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "training_mode");
  if (koma_onnx_attr_int (call->node, "spatial", 1) == 0)
    koma_onnx_fail (call, KOMA_ERROR_UNSUPPORTED, "spatial 0");
  value = koma_onnx_add (call, KOMA_OP_FUSED_BATCH_NORM, attrs, 5,
                         koma_onnx_to_channels_last (call, call->inputs[0]), call->inputs[1],
                         call->inputs[2], call->inputs[3], call->inputs[4]);
  koma_onnx_return (call, koma_onnx_to_channels_first (call, value));
}

/* InstanceNormalization (x, scale, b): over the spatial dimensions. */
void
koma_onnx_rule_instance_normalization (KomaOnnxCall *call)
{
  const guint rank = koma_onnx_rank (call, call->inputs[0]);
  const Axes  axes = axes_from (2, rank);

  if (rank < 3)
    koma_onnx_fail (call, KOMA_ERROR_SHAPE, "input has %u dimensions, expected 3 or more", rank);
  koma_onnx_return (call, scale_and_shift (call, normalize (call, call->inputs[0], &axes),
                                           rank < 3 ? 0 : rank - 2));
}

/* LayerNormalization (x, scale, b): over the dimensions from axis on. Results are y, the mean and
 * the inverse of the deviation. */
void
koma_onnx_rule_layer_normalization (KomaOnnxCall *call)
{
  const guint rank = koma_onnx_rank (call, call->inputs[0]);
  const Axes  axes =
    axes_from (koma_onnx_axis (call, koma_onnx_attr_int (call->node, "axis", -1), rank), rank);
  const Moments     moments = add_moments (call, call->inputs[0], &axes);
  const KomaValueId inverse = add_inverse (call, &moments);
  KomaValueId       value =
    koma_onnx_add (call, KOMA_OP_MUL, NULL, 2,
                   koma_onnx_add (call, KOMA_OP_MUL, NULL, 2, moments.centred, inverse),
                   call->inputs[1]);

  if (koma_onnx_has_input (call, 2))
    value = koma_onnx_add (call, KOMA_OP_ADD, NULL, 2, value, call->inputs[2]);
  koma_onnx_return (call, value);
  koma_onnx_return (call, moments.mean);
  koma_onnx_return (call, inverse);
}

/* MeanVarianceNormalization (x): over axes, those of [n,c,h,w] but the channels unless they are
 * named. ONNX' definition has its own epsilon, beside the deviation. */
void
koma_onnx_rule_mean_variance_normalization (KomaOnnxCall *call)
{
  static const gint64 usual[] = { 0, 2, 3 };
  const guint         rank = koma_onnx_rank (call, call->inputs[0]);
  gsize               n = 0;
  const gint64       *listed = koma_onnx_attr_ints (call->node, "axes", &n);
  Axes                axes = { { 0 }, 0 };
  Moments             moments = { 0 };
  KomaValueId         deviation = KOMA_VALUE_NONE;

  if (listed == NULL)
    n = G_N_ELEMENTS (usual);
  if (n > rank) {
    koma_onnx_fail (call, KOMA_ERROR_SHAPE, "there are %zu axes of %u dimensions", n, rank);
    return;
  }
  for (; axes.n < n; axes.n++)
    axes.at[axes.n] = koma_onnx_axis (call, listed != NULL ? listed[axes.n] : usual[axes.n], rank);
  moments = add_moments (call, call->inputs[0], &axes);
  deviation = koma_onnx_add (call, KOMA_OP_ADD, NULL, 2,
                             koma_onnx_add (call, KOMA_OP_SQRT, NULL, 1, moments.variance),
                             koma_onnx_float (call, 1e-9));
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_DIV, NULL, 2, moments.centred, deviation));
}

/* GroupNormalization (x, scale, b): over groups of channels; a scale for each group before opset
 * 21, for each channel since. */
void
koma_onnx_rule_group_normalization (KomaOnnxCall *call)
{
  const KomaShape *shape = koma_onnx_shape (call, call->inputs[0]);
  const gint64     n_groups = koma_onnx_attr_int (call->node, "num_groups", 0);
  const Axes       axes = axes_from (2, 3);
  gint64           dims[KOMA_MAX_RANK] = { -1, n_groups };
  gint64           rest = 1;
  KomaValueId      value = KOMA_VALUE_NONE;

  if (shape->rank < 3 || n_groups < 1 || shape->dims[1] % n_groups != 0) {
    koma_onnx_fail (call, KOMA_ERROR_SHAPE,
                    "can not divide the channels into %" G_GINT64_FORMAT " groups", n_groups);
    return;
  }
  for (guint i = 1; i < shape->rank; i++)
    rest *= shape->dims[i];
  dims[2] = rest / n_groups;
  value = normalize (call, koma_onnx_reshape (call, call->inputs[0], dims, 3), &axes);
  if (call->opset < 21)
    value = scale_and_shift (call, value, 1);
  memcpy (&dims[1], &shape->dims[1], (shape->rank - 1) * sizeof *dims);
  value = koma_onnx_reshape (call, value, dims, shape->rank);
  koma_onnx_return (call, call->opset < 21 ? value
                                           : scale_and_shift (call, value, shape->rank - 2));
}

/* LpNormalization (x): x divided by its norm along an axis. */
void
koma_onnx_rule_lp_normalization (KomaOnnxCall *call)
{
  const guint       rank = koma_onnx_rank (call, call->inputs[0]);
  const guint       axis = koma_onnx_axis (call, koma_onnx_attr_int (call->node, "axis", -1), rank);
  const Axes        axes = { { axis }, 1 };
  const gboolean    is_square = koma_onnx_attr_int (call->node, "p", 2) == 2;
  const KomaValueId size = koma_onnx_add (call, is_square ? KOMA_OP_SQUARE : KOMA_OP_ABS, NULL, 1,
                                          call->inputs[0]);
  KomaValueId       norm = reduce (call, KOMA_OP_SUM, size, &axes);

  if (is_square)
    norm = koma_onnx_add (call, KOMA_OP_SQRT, NULL, 1, norm);
  koma_onnx_return (call, koma_onnx_add (call, KOMA_OP_DIV, NULL, 2, call->inputs[0], norm));
}

/* LRN (x): x / (bias + alpha / size * sum)^beta, the sum being that of the squares of size channels
 * around. */
void
koma_onnx_rule_lrn (KomaOnnxCall *call)
{
  const gint64 size = koma_onnx_attr_int (call->node, "size", 1);
  KomaAttrs   *attrs = koma_attrs_new ();
  KomaValueId  value = KOMA_VALUE_NONE;

  koma_attrs_set_int (attrs, "size", size);
  koma_attrs_set_float (attrs, "bias", koma_onnx_attr_float (call->node, "bias", 1));
  koma_attrs_set_float (attrs, "alpha",
                        koma_onnx_attr_float (call->node, "alpha", 1e-4) / (double) MAX (size, 1));
  koma_attrs_set_float (attrs, "beta", koma_onnx_attr_float (call->node, "beta", 0.75));
  value = koma_onnx_add (call, KOMA_OP_LRN, attrs, 1,
                         koma_onnx_to_channels_last (call, call->inputs[0]));
  koma_onnx_return (call, koma_onnx_to_channels_first (call, value));
}
