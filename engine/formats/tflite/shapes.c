/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Operators that move elements, and those whose further inputs are sizes and axes. */
#include "rules.h"

#define RESHAPE_NEW_SHAPE    FIELD (0, "new_shape")
#define SQUEEZE_DIMS         FIELD (0, "squeeze_dims")
#define GATHER_AXIS          FIELD (0, "axis")
#define MIRROR_PAD_MODE      FIELD (0, "mode")
#define STRIDED_SLICE_OFFSET FIELD (5, "offset")

/* CUMSUM (x, axis) */
KomaValueId
koma_tflite_rule_cumsum (KomaBuilder          *b,
                         const KomaTfliteCall *call)
{
  return koma_tflite_apply (
    b, call, "rv", KOMA_TFLITE_INTS (call, 1, FIELD (0, "exclusive"), FIELD (1, "reverse")));
}

/* ONE_HOT (indices, depth, on, off) */
KomaValueId
koma_tflite_rule_one_hot (KomaBuilder          *b,
                          const KomaTfliteCall *call)
{
  return koma_tflite_apply (b, call, "vvrr", KOMA_TFLITE_INTS (call, 4, FIELD (0, "axis")));
}

/* DENSIFY (constant): what is read of it is dense already. */
KomaValueId
koma_tflite_rule_densify (KomaBuilder          *b,
                          const KomaTfliteCall *call)
{
  KomaTfliteTensor *output = koma_tflite_get_output (call, 0);
  const KomaValueId value = koma_tflite_value (call, 0);

  if (value != KOMA_VALUE_NONE && output->type != koma_tflite_get_input (call, 0)->type)
    return koma_tflite_refuse (b, call, "another type");
  output->value = value;
  return value;
}

/* A shape with ones before it, so that it is as long as the longer one. */
static KomaValueId
get_longer (KomaBuilder          *b,
            const KomaTfliteCall *call,
            guint                 index,
            gint64                n_dims)
{
  const gint64      n_ones = n_dims - koma_tflite_get_input (call, index)->shape.dims[0];
  const KomaValueId value = koma_tflite_value (call, index);
  gint32            ones[KOMA_MAX_RANK] = { 0 };

  if (n_ones == 0)
    return value;
  for (guint i = 0; i < n_ones; i++)
    ones[i] = 1;
  return koma_builder_concat (b, (KomaValueId[]){ koma_builder_ints (b, ones, n_ones), value }, 2,
                              0);
}

/* BROADCAST_ARGS (shape, shape): that of both together, each dimension from where it is not 1 */
KomaValueId
koma_tflite_rule_broadcast_args (KomaBuilder          *b,
                                 const KomaTfliteCall *call)
{
  gint64      n_dims = 0;
  KomaValueId x = KOMA_VALUE_NONE;
  KomaValueId y = KOMA_VALUE_NONE;

  for (guint i = 0; i < 2; i++) {
    const KomaShape *shape = NULL;

    if (koma_tflite_value (call, i) == KOMA_VALUE_NONE)
      return KOMA_VALUE_NONE;
    shape = &koma_tflite_get_input (call, i)->shape;
    if (shape->rank != 1 || shape->dims[0] < 0 || shape->dims[0] > KOMA_MAX_RANK)
      return koma_tflite_refuse (b, call, "shapes whose length is not known");
    n_dims = MAX (n_dims, shape->dims[0]);
  }
  x = get_longer (b, call, 0, n_dims);
  y = get_longer (b, call, 1, n_dims);
  return KOMA_BUILDER_NODE (b, call->op, NULL,
                            koma_builder_binary (b, KOMA_OP_EQUAL, x, koma_builder_int (b, 1)), y,
                            x);
}

KomaValueId
koma_tflite_rule_mirror_pad (KomaBuilder          *b,
                             const KomaTfliteCall *call)
{
  const gboolean is_symmetric = koma_flat_get_int (&call->options, MIRROR_PAD_MODE, 1, 0) != 0;
  KomaAttrs     *attrs = koma_attrs_new ();

  koma_attrs_set_string (attrs, "mode", is_symmetric ? "SYMMETRIC" : "REFLECT");
  return koma_tflite_apply (b, call, "rv", attrs);
}

KomaValueId
koma_tflite_rule_strided_slice (KomaBuilder          *b,
                                const KomaTfliteCall *call)
{
  if (koma_flat_get_int (&call->options, STRIDED_SLICE_OFFSET, 1, FALSE))
    return koma_tflite_refuse (b, call, "offset");
  return koma_tflite_apply (
    b, call, "rvvv",
    KOMA_TFLITE_INTS (call, 4, FIELD (0, "begin_mask"), FIELD (1, "end_mask"),
                      FIELD (2, "ellipsis_mask"), FIELD (3, "new_axis_mask"),
                      FIELD (4, "shrink_axis_mask")));
}

KomaValueId
koma_tflite_rule_reduce (KomaBuilder          *b,
                         const KomaTfliteCall *call)
{
  return koma_tflite_apply (b, call, "rv", KOMA_TFLITE_INTS (call, 1, FIELD (0, "keep_dims")));
}

/* GATHER (x, indices) */
KomaValueId
koma_tflite_rule_gather (KomaBuilder          *b,
                         const KomaTfliteCall *call)
{
  const gint32 axis = koma_flat_get_int (&call->options, GATHER_AXIS, 4, 0);

  return KOMA_BUILDER_NODE (b, call->op, KOMA_TFLITE_INTS (call, 4, FIELD (1, "batch_dims")),
                            koma_tflite_real (call, 0), koma_tflite_value (call, 1),
                            koma_builder_int (b, axis));
}

KomaValueId
koma_tflite_rule_squeeze (KomaBuilder          *b,
                          const KomaTfliteCall *call)
{
  const KomaFlatVector dims = koma_flat_get_vector (&call->options, SQUEEZE_DIMS, 4);
  gint64               axes[KOMA_MAX_RANK] = { 0 };
  KomaAttrs           *attrs = NULL;

  if (dims.n > KOMA_MAX_RANK)
    return koma_tflite_refuse (b, call, "more dimensions than Koma has");
  for (gsize i = 0; i < dims.n; i++)
    axes[i] = koma_flat_vector_get_int32 (&dims, i);
  attrs = koma_attrs_new ();
  koma_attrs_set_ints (attrs, "squeeze_dims", axes, dims.n);
  return koma_tflite_apply (b, call, "r", attrs);
}

/* The new shape is the second input or, in old files, an option. */
static gboolean
read_new_shape (KomaBuilder          *b,
                const KomaTfliteCall *call,
                KomaShape            *ret_shape)
{
  const KomaFlatVector option = koma_flat_get_vector (&call->options, RESHAPE_NEW_SHAPE, 4);
  const KomaArray     *constant = NULL;

  if (koma_tflite_has_input (call, 1)) {
    constant = koma_builder_get_constant (b, koma_tflite_value (call, 1));
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

KomaValueId
koma_tflite_rule_reshape (KomaBuilder          *b,
                          const KomaTfliteCall *call)
{
  KomaShape shape = { 0 };

  if (!read_new_shape (b, call, &shape))
    return koma_tflite_apply (b, call, "rv", NULL);
  open_batch (&shape);
  return koma_builder_reshape (b, koma_tflite_real (call, 0), shape);
}

/* DEPTH_TO_SPACE, SPACE_TO_DEPTH */
KomaValueId
koma_tflite_rule_block (KomaBuilder          *b,
                        const KomaTfliteCall *call)
{
  return koma_tflite_apply (b, call, "r", KOMA_TFLITE_INTS (call, 4, FIELD (0, "block_size")));
}

KomaValueId
koma_tflite_rule_resize (KomaBuilder          *b,
                         const KomaTfliteCall *call)
{
  /* Two fields of ResizeBilinearOptions are no more. */
  const guint first = call->op == KOMA_OP_RESIZE_BILINEAR ? 2 : 0;

  return koma_tflite_apply (b, call, "rv",
                            KOMA_TFLITE_INTS (call, 1, FIELD (first, "align_corners"),
                                              FIELD (first + 1, "half_pixel_centers")));
}
