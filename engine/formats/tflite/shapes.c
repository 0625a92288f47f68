/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators that move elements, and those whose further inputs are sizes and axes. */
#include "rules.h"

#define RESHAPE_NEW_SHAPE    FIELD (0, "new_shape")
#define SQUEEZE_DIMS         FIELD (0, "squeeze_dims")
#define BLOCK_SIZE           FIELD (0, "block_size")
#define REDUCER_KEEP_DIMS    FIELD (0, "keep_dims")
#define GATHER_AXIS          FIELD (0, "axis")
#define GATHER_BATCH_DIMS    FIELD (1, "batch_dims")
#define ONE_HOT_AXIS         FIELD (0, "axis")
#define CUMSUM_IS_EXCLUSIVE  FIELD (0, "exclusive")
#define CUMSUM_IS_REVERSED   FIELD (1, "reverse")
#define MIRROR_PAD_MODE      FIELD (0, "mode")
#define STRIDED_SLICE_OFFSET FIELD (5, "offset")

/* The first inputs are data, and so dequantised, the others are integers. */
static gboolean
apply (const KomaTfliteCall *call,
       KomaAttrs            *attrs, /* (transfer full) (nullable) */
       guint                 n_data,
       guint                 n_inputs,
       GError              **error)
{
  g_autoptr (KomaAttrs) owned = attrs;
  KomaValueId     inputs[4] = { 0 };
  const KomaNode *node = NULL;

  for (guint i = 0; i < n_inputs; i++) {
    inputs[i] =
      i < n_data ? koma_tflite_real (call, i, error) : koma_tflite_value (call, i, error);
    if (inputs[i] == KOMA_VALUE_NONE)
      return FALSE;
  }
  node = koma_tflite_add (call, call->op, g_steal_pointer (&owned), inputs, n_inputs, error);
  return node != NULL && koma_tflite_set_output (call, 0, node->outputs[0], error);
}

/* NAME (x, integers) */
gboolean
koma_tflite_rule_with_value (const KomaTfliteCall *call,
                             GError              **error)
{
  return apply (call, NULL, 1, 2, error);
}

/* NAME (x, integers, integers) */
gboolean
koma_tflite_rule_with_values (const KomaTfliteCall *call,
                              GError              **error)
{
  return apply (call, NULL, 1, 3, error);
}

gboolean
koma_tflite_rule_shape (const KomaTfliteCall *call,
                        GError              **error)
{
  return apply (call, NULL, 0, 1, error);
}

gboolean
koma_tflite_rule_range (const KomaTfliteCall *call,
                        GError              **error)
{
  return apply (call, NULL, 0, 3, error);
}

/* CUMSUM (x, axis) */
gboolean
koma_tflite_rule_cumsum (const KomaTfliteCall *call,
                         GError              **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "exclusive",
                      koma_flat_get_int (&call->options, CUMSUM_IS_EXCLUSIVE, 1, FALSE));
  koma_attrs_set_int (attrs, "reverse",
                      koma_flat_get_int (&call->options, CUMSUM_IS_REVERSED, 1, FALSE));
  return apply (call, attrs, 1, 2, error);
}

/* ONE_HOT (indices, depth, on, off) */
gboolean
koma_tflite_rule_one_hot (const KomaTfliteCall *call,
                          GError              **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "axis", koma_flat_get_int (&call->options, ONE_HOT_AXIS, 4, 0));
  return koma_tflite_set_output (call, 0,
                                 koma_tflite_apply (call, call->op, attrs, error, 4,
                                                    koma_tflite_value (call, 0, error),
                                                    koma_tflite_value (call, 1, error),
                                                    koma_tflite_real (call, 2, error),
                                                    koma_tflite_real (call, 3, error)),
                                 error);
}

/* SCATTER_ND (indices, updates, shape) */
gboolean
koma_tflite_rule_scatter_nd (const KomaTfliteCall *call,
                             GError              **error)
{
  return koma_tflite_set_output (call, 0,
                                 koma_tflite_apply (call, call->op, NULL, error, 3,
                                                    koma_tflite_value (call, 0, error),
                                                    koma_tflite_real (call, 1, error),
                                                    koma_tflite_value (call, 2, error)),
                                 error);
}

/* DENSIFY (constant): what is read of it is dense already. */
gboolean
koma_tflite_rule_densify (const KomaTfliteCall *call,
                          GError              **error)
{
  const KomaValueId value = koma_tflite_value (call, 0, error);
  KomaTfliteTensor *output = NULL;

  if (value == KOMA_VALUE_NONE)
    return FALSE;
  output = &call->tflite->tensors[koma_flat_vector_get_int32 (&call->outputs, 0)];
  if (output->type != koma_tflite_get_input (call, 0)->type)
    return koma_tflite_refuse (call, "another type", error);
  output->value = value;
  return TRUE;
}

/* A shape with ones before it, so that it is as long as the longer one. */
static KomaValueId
get_longer (const KomaTfliteCall *call,
            guint                 index,
            gint64                n_dims,
            GError              **error)
{
  const KomaTfliteTensor *tensor = koma_tflite_get_input (call, index);
  const gint64            n_ones = n_dims - tensor->shape.dims[0];
  gint32                  ones[KOMA_MAX_RANK] = { 0 };

  if (n_ones == 0)
    return koma_tflite_value (call, index, error);
  for (guint i = 0; i < n_ones; i++)
    ones[i] = 1;
  return koma_tflite_apply (call, KOMA_OP_CONCAT, NULL, error, 3,
                            koma_tflite_ints (call, ones, n_ones, error),
                            koma_tflite_value (call, index, error),
                            koma_tflite_int (call, 0, error));
}

/* BROADCAST_ARGS (shape, shape): that of both together, each dimension from where it is not 1 */
gboolean
koma_tflite_rule_broadcast_args (const KomaTfliteCall *call,
                                 GError              **error)
{
  gint64      n_dims = 0;
  KomaValueId a = KOMA_VALUE_NONE;
  KomaValueId b = KOMA_VALUE_NONE;

  for (guint i = 0; i < 2; i++) {
    const KomaShape *shape = NULL;

    if (koma_tflite_value (call, i, error) == KOMA_VALUE_NONE)
      return FALSE;
    shape = &koma_tflite_get_input (call, i)->shape;
    if (shape->rank != 1 || shape->dims[0] < 0 || shape->dims[0] > KOMA_MAX_RANK)
      return koma_tflite_refuse (call, "shapes whose length is not known", error);
    n_dims = MAX (n_dims, shape->dims[0]);
  }
  a = get_longer (call, 0, n_dims, error);
  b = get_longer (call, 1, n_dims, error);
  return koma_tflite_set_output (
    call, 0,
    koma_tflite_apply (call, call->op, NULL, error, 3,
                       koma_tflite_apply (call, KOMA_OP_EQUAL, NULL, error, 2, a,
                                          koma_tflite_int (call, 1, error)),
                       b, a),
    error);
}

/* FILL (dims, value) */
gboolean
koma_tflite_rule_fill (const KomaTfliteCall *call,
                       GError              **error)
{
  return koma_tflite_set_output (call, 0,
                                 koma_tflite_apply (call, call->op, NULL, error, 2,
                                                    koma_tflite_value (call, 0, error),
                                                    koma_tflite_real (call, 1, error)),
                                 error);
}

/* PADV2 (x, paddings, value) */
gboolean
koma_tflite_rule_pad_v2 (const KomaTfliteCall *call,
                         GError              **error)
{
  return koma_tflite_set_output (call, 0,
                                 koma_tflite_apply (call, call->op, NULL, error, 3,
                                                    koma_tflite_real (call, 0, error),
                                                    koma_tflite_value (call, 1, error),
                                                    koma_tflite_real (call, 2, error)),
                                 error);
}

gboolean
koma_tflite_rule_mirror_pad (const KomaTfliteCall *call,
                             GError              **error)
{
  const gboolean is_symmetric = koma_flat_get_int (&call->options, MIRROR_PAD_MODE, 1, 0) != 0;
  KomaAttrs     *attrs = koma_attrs_new ();

  koma_attrs_set_string (attrs, "mode", is_symmetric ? "SYMMETRIC" : "REFLECT");
  return apply (call, attrs, 1, 2, error);
}

gboolean
koma_tflite_rule_strided_slice (const KomaTfliteCall *call,
                                GError              **error)
{
  static const char *const masks[] = { "begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask",
                                       "shrink_axis_mask" };
  KomaAttrs               *attrs = NULL;

  if (koma_flat_get_int (&call->options, STRIDED_SLICE_OFFSET, 1, FALSE))
    return koma_tflite_refuse (call, "offset", error);
  attrs = koma_attrs_new ();
  for (guint i = 0; i < G_N_ELEMENTS (masks); i++)
    koma_attrs_set_int (attrs, masks[i],
                        koma_flat_get_int (&call->options, FIELD (i, masks[i]), 4, 0));
  return apply (call, attrs, 1, 4, error);
}

gboolean
koma_tflite_rule_reduce (const KomaTfliteCall *call,
                         GError              **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "keep_dims",
                      koma_flat_get_int (&call->options, REDUCER_KEEP_DIMS, 1, FALSE));
  return apply (call, attrs, 1, 2, error);
}

/* GATHER (x, indices) */
gboolean
koma_tflite_rule_gather (const KomaTfliteCall *call,
                         GError              **error)
{
  const gint64 axis = koma_flat_get_int (&call->options, GATHER_AXIS, 4, 0);
  KomaAttrs   *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "batch_dims",
                      koma_flat_get_int (&call->options, GATHER_BATCH_DIMS, 4, 0));
  return koma_tflite_set_output (call, 0,
                                 koma_tflite_apply (call, call->op, attrs, error, 3,
                                                    koma_tflite_real (call, 0, error),
                                                    koma_tflite_value (call, 1, error),
                                                    koma_tflite_int (call, axis, error)),
                                 error);
}

gboolean
koma_tflite_rule_squeeze (const KomaTfliteCall *call,
                          GError              **error)
{
  const KomaFlatVector dims = koma_flat_get_vector (&call->options, SQUEEZE_DIMS, 4);
  gint64               axes[KOMA_MAX_RANK] = { 0 };
  KomaAttrs           *attrs = NULL;

  if (dims.n > KOMA_MAX_RANK)
    return koma_tflite_refuse (call, "more dimensions than Koma has", error);
  for (gsize i = 0; i < dims.n; i++)
    axes[i] = koma_flat_vector_get_int32 (&dims, i);
  attrs = koma_attrs_new ();
  koma_attrs_set_ints (attrs, "squeeze_dims", axes, dims.n);
  return apply (call, attrs, 1, 1, error);
}

/* The new shape is the second input or, in old files, an option. */
static gboolean
read_new_shape (const KomaTfliteCall *call,
                KomaShape            *ret_shape)
{
  const KomaFlatVector option = koma_flat_get_vector (&call->options, RESHAPE_NEW_SHAPE, 4);
  KomaValueId          value = KOMA_VALUE_NONE;
  const KomaArray     *constant = NULL;

  if (koma_tflite_has_input (call, 1)) {
    value = koma_tflite_value (call, 1, NULL);
    constant = value != KOMA_VALUE_NONE
                 ? koma_graph_get_value (call->tflite->raw->graph, value)->constant
                 : NULL;
    if (constant == NULL || constant->count > KOMA_MAX_RANK)
      return FALSE;
    ret_shape->rank = constant->count;
    for (guint i = 0; i < ret_shape->rank; i++)
      ret_shape->dims[i] = koma_array_get_int (constant, i);
    return TRUE;
  }
  if (option.n > KOMA_MAX_RANK)
    return FALSE;
  ret_shape->rank = option.n;
  for (guint i = 0; i < ret_shape->rank; i++)
    ret_shape->dims[i] = koma_flat_vector_get_int32 (&option, i);
  return TRUE;
}

/* A file is converted for one picture. Where the first dimension is the batch of 1 and no other is
 * open, it is left open, so that the graph takes several. */
static void
open_batch (KomaShape *shape)
{
  if (shape->rank == 0 || shape->dims[0] != 1)
    return;
  for (guint i = 1; i < shape->rank; i++)
    if (shape->dims[i] < 1)
      return;
  shape->dims[0] = -1;
}

gboolean
koma_tflite_rule_reshape (const KomaTfliteCall *call,
                          GError              **error)
{
  KomaShape shape = { 0 };
  gint32    sizes[KOMA_MAX_RANK] = { 0 };

  if (!read_new_shape (call, &shape))
    return apply (call, NULL, 1, 2, error);
  open_batch (&shape);
  for (guint i = 0; i < shape.rank; i++)
    sizes[i] = CLAMP (shape.dims[i], G_MININT32, G_MAXINT32);
  return koma_tflite_set_output (call, 0,
                                 koma_tflite_apply (call, call->op, NULL, error, 2,
                                                    koma_tflite_real (call, 0, error),
                                                    koma_tflite_ints (call, sizes, shape.rank,
                                                                      error)),
                                 error);
}

/* DEPTH_TO_SPACE, SPACE_TO_DEPTH */
gboolean
koma_tflite_rule_block (const KomaTfliteCall *call,
                        GError              **error)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, "block_size", koma_flat_get_int (&call->options, BLOCK_SIZE, 4, 0));
  return apply (call, attrs, 1, 1, error);
}

gboolean
koma_tflite_rule_resize (const KomaTfliteCall *call,
                         GError              **error)
{
  /* Two fields of ResizeBilinearOptions are no more. */
  const guint first = call->op == KOMA_OP_RESIZE_BILINEAR ? 2 : 0;
  KomaAttrs  *attrs = koma_attrs_new ();

  koma_attrs_set_int (
    attrs, "align_corners",
    koma_flat_get_int (&call->options, FIELD (first, "align_corners"), 1, FALSE));
  koma_attrs_set_int (
    attrs, "half_pixel_centers",
    koma_flat_get_int (&call->options, FIELD (first + 1, "half_pixel_centers"), 1, FALSE));
  return apply (call, attrs, 1, 2, error);
}
