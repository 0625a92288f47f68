/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attributes.h"
#include "engine/formats/json.h"
#include "expression-ops.h"

static void
broadcast_to (ExpressionCall *call,
              GError        **error)
{
  g_auto (Ints) values = attribute_ints (call->a, "shape");

  call->y[0] = koma_tensor_broadcast_to (call->x[0], values.at, values.n, error);
}

static void
reshape (ExpressionCall *call,
         GError        **error)
{
  g_auto (Ints) values = attribute_ints (call->a, "shape");

  call->y[0] = koma_tensor_reshape (call->x[0], values.at, values.n, error);
}

static void
reverse (ExpressionCall *call,
         GError        **error)
{
  g_auto (Ints) values = attribute_ints (call->a, "axis");

  call->y[0] = koma_tensor_reverse (call->x[0], values.at, values.n, error);
}

static void
squeeze (ExpressionCall *call,
         GError        **error)
{
  g_auto (Ints) values = attribute_ints (call->a, "axis");

  call->y[0] = koma_tensor_squeeze (call->x[0], values.at, values.n, error);
}

static void
tile (ExpressionCall *call,
      GError        **error)
{
  g_auto (Ints) values = attribute_ints (call->a, "reps");

  call->y[0] = koma_tensor_tile (call->x[0], values.at, values.n, error);
}

static void
transpose (ExpressionCall *call,
           GError        **error)
{
  g_auto (Ints) values = attribute_ints (call->a, "perm");

  call->y[0] = koma_tensor_transpose (call->x[0], values.at, values.n, error);
}

static void
batch_to_space_nd (ExpressionCall *call,
                   GError        **error)
{
  g_auto (Ints) block = attribute_ints (call->a, "blockShape");
  g_auto (Ints) crops = attribute_ints (call->a, "crops");

  call->y[0] =
    koma_tensor_batch_to_space_nd (call->x[0], block.at, block.n, crops.at, crops.n, error);
}

static void
space_to_batch_nd (ExpressionCall *call,
                   GError        **error)
{
  g_auto (Ints) block = attribute_ints (call->a, "blockShape");
  g_auto (Ints) paddings = attribute_ints (call->a, "paddings");

  call->y[0] =
    koma_tensor_space_to_batch_nd (call->x[0], block.at, block.n, paddings.at, paddings.n, error);
}

static void
bincount (ExpressionCall *call,
          GError        **error)
{
  call->y[0] = koma_tensor_bincount (call->x[0], call->n_x > 1 ? call->x[1] : NULL,
                                     attribute_int (call->a, "size", 0), error);
}

static void
concat (ExpressionCall *call,
        GError        **error)
{
  call->y[0] = koma_tensor_concat (call->x, call->n_x, attribute_int (call->a, "axis", 0), error);
}

static void
stack (ExpressionCall *call,
       GError        **error)
{
  call->y[0] = koma_tensor_stack (call->x, call->n_x, attribute_int (call->a, "axis", 0), error);
}

static void
depth_to_space (ExpressionCall *call,
                GError        **error)
{
  call->y[0] =
    koma_tensor_depth_to_space (call->x[0], attribute_int (call->a, "blockSize", 1), error);
}

static void
diag (ExpressionCall *call,
      GError        **error)
{
  call->y[0] = koma_tensor_diag (call->x[0], error);
}

static void
expand_dims (ExpressionCall *call,
             GError        **error)
{
  call->y[0] = koma_tensor_expand_dims (call->x[0], attribute_int (call->a, "axis", 0), error);
}

static void
gather (ExpressionCall *call,
        GError        **error)
{
  call->y[0] =
    koma_tensor_gather (call->x[0], call->x[1], attribute_int (call->a, "axis", 0), error);
}

static void
mirror_pad (ExpressionCall *call,
            GError        **error)
{
  g_auto (Ints) paddings = attribute_ints (call->a, "paddings");
  const char *mode = koma_json_get_string (call->a, "mode");

  call->y[0] = koma_tensor_mirror_pad (
    call->x[0], paddings.at, paddings.n,
    g_strcmp0 (mode, "reflect") == 0 ? KOMA_MIRROR_REFLECT : KOMA_MIRROR_SYMMETRIC, error);
}

static void
one_hot (ExpressionCall *call,
         GError        **error)
{
  call->y[0] = koma_tensor_one_hot (call->x[0], attribute_int (call->a, "depth", 0),
                                    attribute_int (call->a, "onValue", 1),
                                    attribute_int (call->a, "offValue", 0), error);
}

static void
pad (ExpressionCall *call,
     GError        **error)
{
  g_auto (Ints) paddings = attribute_ints (call->a, "paddings");

  call->y[0] = koma_tensor_pad (call->x[0], paddings.at, paddings.n,
                                attribute_double (call->a, "constantValue", 0), error);
}

static void
gather_nd (ExpressionCall *call,
           GError        **error)
{
  call->y[0] = koma_tensor_gather_nd (call->x[0], call->x[1], error);
}

static void
scatter_nd (ExpressionCall *call,
            GError        **error)
{
  g_auto (Ints) shape = attribute_ints (call->a, "shape");

  call->y[0] = koma_tensor_scatter_nd (call->x[0], call->x[1], shape.at, shape.n, error);
}

static void
slice (ExpressionCall *call,
       GError        **error)
{
  g_auto (Ints) begin = attribute_ints (call->a, "begin");
  g_auto (Ints) size = attribute_ints (call->a, "size");

  call->y[0] = koma_tensor_slice (call->x[0], begin.at, begin.n, size.at, size.n, error);
}

/* The tensors of a list stay in their scope. */
static void
take_list (ExpressionCall *call,
           GPtrArray      *list, /* (transfer full) (nullable) */
           GError        **error)
{
  if (list != NULL && list->len > EXPRESSION_MAX_RESULTS)
    koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%u results, at most %d", list->len,
               EXPRESSION_MAX_RESULTS);
  else
    for (guint i = 0; list != NULL && i < list->len; i++)
      call->y[i] = g_ptr_array_index (list, i);
  g_clear_pointer (&list, g_ptr_array_unref);
}

static void
split (ExpressionCall *call,
       GError        **error)
{
  g_auto (Ints) sizes = attribute_ints (call->a, "numOrSizeSplits");
  const gboolean is_list = koma_json_get_array (call->a, "numOrSizeSplits") != NULL;
  const int      n = attribute_int (call->a, "numOrSizeSplits", 0);
  const int      axis = attribute_int (call->a, "axis", 0);
  KomaTensor    *x = call->x[0];

  take_list (call,
             is_list ? koma_tensor_split_sizes (x, sizes.at, sizes.n, axis, error)
                     : koma_tensor_split (x, n, axis, error),
             error);
}

static void
unstack (ExpressionCall *call,
         GError        **error)
{
  const int axis = attribute_int (call->a, "axis", 0);

  take_list (call, koma_tensor_unstack (call->x[0], axis, error), error);
}

static void
strided_slice (ExpressionCall *call,
               GError        **error)
{
  g_auto (Ints) begin = attribute_ints (call->a, "begin");
  g_auto (Ints) end = attribute_ints (call->a, "end");
  g_auto (Ints) strides = attribute_ints (call->a, "strides");

  if (begin.n != end.n || begin.n != strides.n) {
    koma_fail (error, KOMA_ERROR_MODEL, "begin, end and strides differ in length");
    return;
  }
  call->y[0] = koma_tensor_strided_slice (
    call->x[0], begin.at, end.at, strides.at, begin.n, attribute_int (call->a, "beginMask", 0),
    attribute_int (call->a, "endMask", 0), attribute_int (call->a, "ellipsisMask", 0),
    attribute_int (call->a, "newAxisMask", 0), attribute_int (call->a, "shrinkAxisMask", 0), error);
}

static void
tensor_scatter_update (ExpressionCall *call,
                       GError        **error)
{
  call->y[0] = koma_tensor_tensor_scatter_update (call->x[0], call->x[1], call->x[2], error);
}

static void
unsorted_segment_sum (ExpressionCall *call,
                      GError        **error)
{
  call->y[0] = koma_tensor_unsorted_segment_sum (call->x[0], call->x[1],
                                                 attribute_int (call->a, "numSegments", 0), error);
}

const ExpressionOp expression_shapes[] = {
  { "batchToSpaceND", 1, batch_to_space_nd },
  { "bincount", 1, bincount },
  { "broadcastTo", 1, broadcast_to },
  { "concat", 1, concat },
  { "depthToSpace", 1, depth_to_space },
  { "diag", 1, diag },
  { "expandDims", 1, expand_dims },
  { "gather", 2, gather },
  { "gatherND", 2, gather_nd },
  { "mirrorPad", 1, mirror_pad },
  { "oneHot", 1, one_hot },
  { "pad", 1, pad },
  { "reshape", 1, reshape },
  { "reverse", 1, reverse },
  { "scatterND", 2, scatter_nd },
  { "slice", 1, slice },
  { "spaceToBatchND", 1, space_to_batch_nd },
  { "split", 1, split },
  { "squeeze", 1, squeeze },
  { "stack", 1, stack },
  { "stridedSlice", 1, strided_slice },
  { "tensorScatterUpdate", 3, tensor_scatter_update },
  { "tile", 1, tile },
  { "transpose", 1, transpose },
  { "unsortedSegmentSum", 2, unsorted_segment_sum },
  { "unstack", 1, unstack },
  { NULL, 0, NULL },
};
