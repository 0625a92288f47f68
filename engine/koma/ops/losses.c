/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "losses.h"

#include "engine/koma/tensor/formula.h"

/* Labels, predictions, and weights where there are some. */
static gboolean
begin (KomaExecution *run,
       KomaTensor    *labels,
       KomaTensor    *predictions,
       KomaTensor    *weights,
       const char    *name,
       GError       **error)
{
  KomaTensor *tensors[] = { labels, predictions, weights };
  const guint n = weights != NULL ? 3 : 2;
  KomaShape   shapes[2] = { 0 };

  if (!koma_execute_begin (run, name, tensors, n, error))
    return FALSE;
  for (guint i = 0; i < n; i++)
    run->x[i] = koma_formula_real (&run->builder, run->x[i]);
  for (guint i = 0; i < 2; i++)
    shapes[i] = koma_builder_get_shape (&run->builder, run->x[i]);
  if (!koma_shape_equal (&shapes[0], &shapes[1])) {
    g_autofree char *found = koma_shape_to_string (&shapes[0]);
    g_autofree char *expected = koma_shape_to_string (&shapes[1]);

    koma_builder_fail (&run->builder, KOMA_ERROR_SHAPE,
                       "labels have shape %s, expected that of the predictions, %s", found,
                       expected);
  }
  return TRUE;
}

static KomaValueId
sum_all (KomaBuilder *builder,
         KomaValueId  x)
{
  return koma_builder_reduce (builder, KOMA_OP_SUM, x,
                              (1u << koma_builder_get_shape (builder, x).rank) - 1, FALSE);
}

/* The number of weights that are not 0, or their sum; broadcast to the losses. */
static KomaValueId
build_divisor (KomaBuilder  *builder,
               KomaValueId   losses,
               KomaValueId   weights,
               KomaReduction reduction)
{
  const KomaShape shape = koma_builder_get_shape (builder, losses);

  if (weights == KOMA_VALUE_NONE)
    return koma_builder_number (builder, koma_shape_count (&shape), losses);
  weights = koma_builder_broadcast_to (builder, weights, shape);
  if (reduction == KOMA_REDUCTION_SUM_BY_NONZERO_WEIGHTS) {
    weights = koma_builder_with_number (builder, KOMA_OP_NOT_EQUAL, weights, 0);
    weights = koma_builder_cast (builder, weights, KOMA_DTYPE_FLOAT32);
  }
  return sum_all (builder, weights);
}

static KomaTensor *
end (KomaExecution *run,
     KomaValueId    losses,
     gboolean       has_weights,
     KomaReduction  reduction,
     GError       **error)
{
  KomaBuilder *builder = &run->builder;
  KomaValueId  weights = has_weights ? run->x[2] : KOMA_VALUE_NONE;
  KomaValueId  y = losses;

  if (has_weights)
    y = koma_builder_binary (builder, KOMA_OP_MUL, losses, weights);
  if (reduction != KOMA_REDUCTION_NONE)
    y = sum_all (builder, y);
  if (reduction == KOMA_REDUCTION_SUM_BY_NONZERO_WEIGHTS || reduction == KOMA_REDUCTION_MEAN)
    y = koma_builder_binary (builder, KOMA_OP_DIV, y,
                             build_divisor (builder, losses, weights, reduction));
  return koma_execute_end (run, y, error);
}

/* labels · (1 - smoothing) + target · smoothing */
static KomaValueId
smooth (KomaBuilder *builder,
        KomaValueId  labels,
        double       smoothing,
        double       target)
{
  if (smoothing == 0)
    return labels;
  labels = koma_builder_with_number (builder, KOMA_OP_MUL, labels, 1 - smoothing);
  return koma_builder_with_number (builder, KOMA_OP_ADD, labels, target * smoothing);
}

/**
 * koma_tensor_absolute_difference:
 * @self: (nullable): the labels: float32, of any shape; int32 and bool are converted to it
 * @predictions: (nullable): of the same shape
 * @weights: (nullable): float32, by which the losses are multiplied; its shape is broadcast to
 *   theirs; %NULL: 1
 * @reduction: of the losses of the elements to one
 * @error: return location for an error
 *
 * |labels - predictions|. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the two shapes differ, or that of @weights can not be broadcast;
 * %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, a scalar, but with %KOMA_REDUCTION_NONE of the
 *   shape of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_absolute_difference (KomaTensor   *self,
                                 KomaTensor   *predictions,
                                 KomaTensor   *weights,
                                 KomaReduction reduction,
                                 GError      **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!begin (&run, self, predictions, weights, G_STRFUNC, error))
    return NULL;

  y = koma_builder_binary (builder, KOMA_OP_SUB, run.x[0], run.x[1]);
  y = koma_builder_unary (builder, KOMA_OP_ABS, y);
  return end (&run, y, weights != NULL, reduction, error);
}

/**
 * koma_tensor_cosine_distance:
 * @self: (nullable): the labels: float32, of any shape; int32 and bool are converted to it
 * @predictions: (nullable): of the same shape
 * @axis: along which the vectors lie; a negative one counts from the end
 * @weights: (nullable): float32, by which the losses are multiplied; its shape is broadcast to
 *   theirs; %NULL: 1
 * @reduction: of the losses of the elements to one
 * @error: return location for an error
 *
 * 1 - Σ labels · predictions along @axis, both of them vectors of length 1. Thread: that of the
 * tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if there is no such axis, the two shapes differ, or that of @weights
 * can not be broadcast; %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, a scalar, but with %KOMA_REDUCTION_NONE of the
 *   shape of @self, but 1 along @axis, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_cosine_distance (KomaTensor   *self,
                             KomaTensor   *predictions,
                             int           axis,
                             KomaTensor   *weights,
                             KomaReduction reduction,
                             GError      **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  guint         mask = 0;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!begin (&run, self, predictions, weights, G_STRFUNC, error))
    return NULL;

  y = koma_builder_binary (builder, KOMA_OP_MUL, run.x[0], run.x[1]);
  if (koma_formula_axes (builder, y, &axis, 1, &mask))
    y = koma_builder_reduce (builder, KOMA_OP_SUM, y, mask, TRUE);
  y = koma_builder_binary (builder, KOMA_OP_SUB, koma_builder_number (builder, 1, y), y);
  return end (&run, y, weights != NULL, reduction, error);
}

/**
 * koma_tensor_hinge_loss:
 * @self: (nullable): the labels: float32, of any shape; int32 and bool are converted to it
 * @predictions: (nullable): of the same shape
 * @weights: (nullable): float32, by which the losses are multiplied; its shape is broadcast to
 *   theirs; %NULL: 1
 * @reduction: of the losses of the elements to one
 * @error: return location for an error
 *
 * max (0, 1 - (2 labels - 1) · predictions), of labels 0 and 1. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the two shapes differ, or that of @weights can not be broadcast;
 * %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, a scalar, but with %KOMA_REDUCTION_NONE of the
 *   shape of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_hinge_loss (KomaTensor   *self,
                        KomaTensor   *predictions,
                        KomaTensor   *weights,
                        KomaReduction reduction,
                        GError      **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!begin (&run, self, predictions, weights, G_STRFUNC, error))
    return NULL;

  y = koma_builder_with_number (builder, KOMA_OP_MUL, run.x[0], 2);
  y = koma_builder_with_number (builder, KOMA_OP_SUB, y, 1);
  y = koma_builder_binary (builder, KOMA_OP_MUL, y, run.x[1]);
  y = koma_builder_binary (builder, KOMA_OP_SUB, koma_builder_number (builder, 1, y), y);
  y = koma_builder_unary (builder, KOMA_OP_RELU, y);
  return end (&run, y, weights != NULL, reduction, error);
}

/**
 * koma_tensor_huber_loss:
 * @self: (nullable): the labels: float32, of any shape; int32 and bool are converted to it
 * @predictions: (nullable): of the same shape
 * @delta: where the square ends; usually 1
 * @weights: (nullable): float32, by which the losses are multiplied; its shape is broadcast to
 *   theirs; %NULL: 1
 * @reduction: of the losses of the elements to one
 * @error: return location for an error
 *
 * d² / 2 of a difference d up to @delta, and @delta · (d - @delta / 2) above. Thread: that of the
 * tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the two shapes differ, or that of @weights can not be broadcast;
 * %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, a scalar, but with %KOMA_REDUCTION_NONE of the
 *   shape of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_huber_loss (KomaTensor   *self,
                        KomaTensor   *predictions,
                        double        delta,
                        KomaTensor   *weights,
                        KomaReduction reduction,
                        GError      **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   quadratic = KOMA_VALUE_NONE;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!begin (&run, self, predictions, weights, G_STRFUNC, error))
    return NULL;

  y = koma_builder_binary (builder, KOMA_OP_SUB, run.x[1], run.x[0]);
  y = koma_builder_unary (builder, KOMA_OP_ABS, y);
  quadratic = koma_builder_with_number (builder, KOMA_OP_MINIMUM, y, delta);
  y = koma_builder_with_number (builder, KOMA_OP_MUL,
                                koma_builder_binary (builder, KOMA_OP_SUB, y, quadratic), delta);
  quadratic = koma_builder_with_number (
    builder, KOMA_OP_MUL, koma_builder_unary (builder, KOMA_OP_SQUARE, quadratic), 0.5);
  y = koma_builder_binary (builder, KOMA_OP_ADD, quadratic, y);
  return end (&run, y, weights != NULL, reduction, error);
}

/* log (x + epsilon) */
static KomaValueId
log_with_epsilon (KomaBuilder *builder,
                  KomaValueId  x,
                  double       epsilon)
{
  return koma_builder_unary (builder, KOMA_OP_LOG,
                             koma_builder_with_number (builder, KOMA_OP_ADD, x, epsilon));
}

/* 1 - x */
static KomaValueId
complement (KomaBuilder *builder,
            KomaValueId  x)
{
  return koma_builder_binary (builder, KOMA_OP_SUB, koma_builder_number (builder, 1, x), x);
}

/**
 * koma_tensor_log_loss:
 * @self: (nullable): the labels: float32, of any shape; int32 and bool are converted to it
 * @predictions: (nullable): of the same shape
 * @epsilon: ε, so that no logarithm is of 0; usually 1e-7
 * @weights: (nullable): float32, by which the losses are multiplied; its shape is broadcast to
 *   theirs; %NULL: 1
 * @reduction: of the losses of the elements to one
 * @error: return location for an error
 *
 * -labels · log (predictions + ε) - (1 - labels) · log (1 - predictions + ε). Thread: that of the
 * tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the two shapes differ, or that of @weights can not be broadcast;
 * %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, a scalar, but with %KOMA_REDUCTION_NONE of the
 *   shape of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_log_loss (KomaTensor   *self,
                      KomaTensor   *predictions,
                      double        epsilon,
                      KomaTensor   *weights,
                      KomaReduction reduction,
                      GError      **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   other = KOMA_VALUE_NONE;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!begin (&run, self, predictions, weights, G_STRFUNC, error))
    return NULL;

  y = koma_builder_binary (builder, KOMA_OP_MUL, run.x[0],
                           log_with_epsilon (builder, run.x[1], epsilon));
  other = log_with_epsilon (builder, complement (builder, run.x[1]), epsilon);
  other = koma_builder_binary (builder, KOMA_OP_MUL, complement (builder, run.x[0]), other);
  y =
    koma_builder_unary (builder, KOMA_OP_NEG, koma_builder_binary (builder, KOMA_OP_ADD, y, other));
  return end (&run, y, weights != NULL, reduction, error);
}

/**
 * koma_tensor_mean_squared_error:
 * @self: (nullable): the labels: float32, of any shape; int32 and bool are converted to it
 * @predictions: (nullable): of the same shape
 * @weights: (nullable): float32, by which the losses are multiplied; its shape is broadcast to
 *   theirs; %NULL: 1
 * @reduction: of the losses of the elements to one
 * @error: return location for an error
 *
 * (labels - predictions)². Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the two shapes differ, or that of @weights can not be broadcast;
 * %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, a scalar, but with %KOMA_REDUCTION_NONE of the
 *   shape of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_mean_squared_error (KomaTensor   *self,
                                KomaTensor   *predictions,
                                KomaTensor   *weights,
                                KomaReduction reduction,
                                GError      **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!begin (&run, self, predictions, weights, G_STRFUNC, error))
    return NULL;

  y = koma_builder_binary (builder, KOMA_OP_SQUARED_DIFFERENCE, run.x[0], run.x[1]);
  return end (&run, y, weights != NULL, reduction, error);
}

/**
 * koma_tensor_sigmoid_cross_entropy:
 * @self: (nullable): the labels: float32, of any shape; int32 and bool are converted to it
 * @predictions: (nullable): of the same shape; logits: what a sigmoid makes probabilities of
 * @label_smoothing: 0 to 1: how far labels are moved towards 0.5; usually 0
 * @weights: (nullable): float32, by which the losses are multiplied; its shape is broadcast to
 *   theirs; %NULL: 1
 * @reduction: of the losses of the elements to one
 * @error: return location for an error
 *
 * max (x, 0) - x · labels + log (1 + exp (-|x|)) of logits x: the cross entropy of each class by
 * itself. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the two shapes differ, or that of @weights can not be broadcast;
 * %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, a scalar, but with %KOMA_REDUCTION_NONE of the
 *   shape of @self, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_sigmoid_cross_entropy (KomaTensor   *self,
                                   KomaTensor   *predictions,
                                   double        label_smoothing,
                                   KomaTensor   *weights,
                                   KomaReduction reduction,
                                   GError      **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaValueId   labels = KOMA_VALUE_NONE;
  KomaValueId   rest = KOMA_VALUE_NONE;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!begin (&run, self, predictions, weights, G_STRFUNC, error))
    return NULL;

  labels = smooth (builder, run.x[0], label_smoothing, 0.5);
  y = koma_builder_binary (builder, KOMA_OP_MUL, run.x[1], labels);
  y = koma_builder_binary (builder, KOMA_OP_SUB,
                           koma_builder_unary (builder, KOMA_OP_RELU, run.x[1]), y);
  rest =
    koma_builder_unary (builder, KOMA_OP_NEG, koma_builder_unary (builder, KOMA_OP_ABS, run.x[1]));
  rest =
    koma_builder_unary (builder, KOMA_OP_LOG1P, koma_builder_unary (builder, KOMA_OP_EXP, rest));
  y = koma_builder_binary (builder, KOMA_OP_ADD, y, rest);
  return end (&run, y, weights != NULL, reduction, error);
}

/**
 * koma_tensor_softmax_cross_entropy:
 * @self: (nullable): the labels: float32, of 1 dimension or more, the classes last; int32 and bool
 *   are converted to it
 * @predictions: (nullable): of the same shape; logits: what a softmax makes probabilities of
 * @label_smoothing: 0 to 1: how far labels are moved towards equal ones; usually 0
 * @weights: (nullable): float32, by which the losses are multiplied; its shape is broadcast to
 *   theirs; %NULL: 1
 * @reduction: of the losses of the elements to one
 * @error: return location for an error
 *
 * -Σ labels · log (softmax (x)) of logits x, over the classes. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the two shapes differ, or that of @weights can not be broadcast;
 * %KOMA_ERROR_ARGUMENT if a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, a scalar, but with %KOMA_REDUCTION_NONE of the
 *   shape of @self without the classes, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_softmax_cross_entropy (KomaTensor   *self,
                                   KomaTensor   *predictions,
                                   double        label_smoothing,
                                   KomaTensor   *weights,
                                   KomaReduction reduction,
                                   GError      **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaShape     shape = { 0 };
  KomaValueId   labels = KOMA_VALUE_NONE;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!begin (&run, self, predictions, weights, G_STRFUNC, error))
    return NULL;

  shape = koma_builder_get_shape (builder, run.x[0]);
  if (shape.rank < 1)
    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "labels have 0 dimensions, expected 1 or more");
  else
    labels = smooth (builder, run.x[0], label_smoothing, 1.0 / MAX (shape.dims[shape.rank - 1], 1));
  y = koma_builder_unary (builder, KOMA_OP_LOG_SOFTMAX, run.x[1]);
  y = koma_builder_binary (builder, KOMA_OP_MUL, y, labels);
  y = koma_builder_reduce (builder, KOMA_OP_SUM, y, 1u << (MAX (shape.rank, 1) - 1), FALSE);
  y = koma_builder_unary (builder, KOMA_OP_NEG, y);
  return end (&run, y, weights != NULL, reduction, error);
}
