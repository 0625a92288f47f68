/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "morphology.h"

#include <float.h>
#include <math.h>

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/tensor-private.h"
#include "pools.h"
#include "window-attrs.h"

/* A tap of the filter: what of the picture it meets, plus its number. */
static KomaValueId
build_tap (KomaBuilder          *builder,
           const KomaWindowSide *sides, /* rows, columns */
           KomaValueId           x,     /* padded */
           KomaValueId           filter,
           gint32                row,
           gint32                column)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);
  const gint32    top = row * sides[0].dilation;
  const gint32    left = column * sides[1].dilation;
  KomaValueId     part = KOMA_VALUE_NONE;
  KomaValueId     number = KOMA_VALUE_NONE;

  part = KOMA_BUILDER_NODE (
    builder, KOMA_OP_STRIDED_SLICE, NULL, x,
    koma_builder_ints (builder, (gint32[]){ 0, top, left }, 3),
    koma_builder_ints (builder,
                       (gint32[]){ shape.dims[0], top + (sides[0].n_out - 1) * sides[0].stride + 1,
                                   left + (sides[1].n_out - 1) * sides[1].stride + 1 },
                       3),
    koma_builder_ints (builder, (gint32[]){ 1, sides[0].stride, sides[1].stride }, 3));
  number = koma_builder_slice (builder, filter, (gint32[]){ row, column, 0 },
                               (gint32[]){ 1, 1, -1 });
  number = koma_builder_reshape (builder, number, KOMA_SHAPE (shape.dims[3]));
  return koma_builder_binary (builder, KOMA_OP_ADD, part, number);
}

/* So low that no tap outside is the greatest. */
static KomaValueId
pad_low (KomaBuilder          *builder,
         const KomaWindowSide *sides,
         KomaValueId           x)
{
  const gint32 paddings[] = {
    0, 0, sides[0].before, sides[0].after, sides[1].before, sides[1].after, 0, 0
  };

  return KOMA_BUILDER_NODE (builder, KOMA_OP_PAD, NULL, x, koma_builder_ints (builder, paddings, 8),
                            koma_builder_float (builder, -FLT_MAX / 2));
}

static KomaValueId
build_dilation (KomaBuilder             *builder,
                const KomaWindowOptions *options,
                KomaValueId              x,
                KomaValueId              filter)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);
  const KomaShape kernel = koma_builder_get_shape (builder, filter);
  KomaWindowSide  sides[2] = { 0 };
  KomaValueId     y = KOMA_VALUE_NONE;

  if (!koma_window_get_sides (builder, options, FALSE, &shape, kernel.dims, sides))
    return KOMA_VALUE_NONE;
  x = pad_low (builder, sides, x);
  for (gint32 row = 0; row < kernel.dims[0]; row++)
    for (gint32 column = 0; column < kernel.dims[1] && builder->error == NULL; column++) {
      const KomaValueId tap = build_tap (builder, sides, x, filter, row, column);

      y = row == 0 && column == 0 ? tap
                                  : koma_builder_binary (builder, KOMA_OP_MAXIMUM, y, tap);
    }
  return y;
}

/**
 * koma_tensor_dilation2d:
 * @self: (nullable): float32 [n, h, w, c], or without a batch [h, w, c]
 * @filter: (nullable): float32 [kernel_h, kernel_w, c]
 * @options: (nullable): strides, dilations and padding; %NULL: strides of 1, no padding
 * @error: return location for an error
 *
 * Greyscale dilation: the greatest sum of a window's elements and the filter's, of each channel by
 * itself, as TensorFlow's Dilation2D; padding is no part of it. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits;
 * %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or a tensor was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, out_h, out_w, c], without a batch if @self has
 *   none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_dilation2d (KomaTensor              *self,
                        KomaTensor              *filter,
                        const KomaWindowOptions *options,
                        GError                 **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaShape     shape = { 0 };
  KomaShape     kernel = { 0 };
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, filter }, 2, error))
    return NULL;
  for (guint i = 0; i < 2; i++)
    run.x[i] = koma_formula_real (builder, run.x[i]);
  shape = koma_builder_get_shape (builder, run.x[0]);
  kernel = koma_builder_get_shape (builder, run.x[1]);
  y = run.x[0];
  if (shape.rank == 3)
    y = koma_builder_expand_dims (builder, y, 0);
  if ((shape.rank != 3 && shape.rank != 4) || kernel.rank != 3 || kernel.dims[0] < 1 ||
      kernel.dims[1] < 1 || kernel.dims[2] != shape.dims[shape.rank - 1]) {
    g_autofree char *of_x = koma_shape_to_string (&shape);
    g_autofree char *of_filter = koma_shape_to_string (&kernel);

    koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                       "'self' has shape %s and 'filter' %s, expected [n,h,w,c] and [h,w,c]", of_x,
                       of_filter);
    return koma_execute_end (&run, KOMA_VALUE_NONE, error);
  }
  y = build_dilation (builder, options, y, run.x[1]);
  if (shape.rank == 3)
    y = koma_builder_squeeze (builder, y, 0);
  return koma_execute_end (&run, y, error);
}

/* Where the greatest number of a window is, the first of equal ones; @x: of a picture's channel. */
static gint32
find_greatest (const float          *x,
               const KomaShape      *shape,
               const KomaWindowSide *sides,
               gint64                top,
               gint64                left)
{
  float  greatest = -INFINITY;
  gint64 place = 0;

  for (gint64 i = 0; i < sides[0].size; i++)
    for (gint64 j = 0; j < sides[1].size; j++) {
      const gint64 row = top + i * sides[0].dilation;
      const gint64 column = left + j * sides[1].dilation;
      const gint64 at = (row * shape->dims[2] + column) * shape->dims[3];

      if (row >= 0 && row < shape->dims[1] && column >= 0 && column < shape->dims[2] &&
          x[at] > greatest) {
        greatest = x[at];
        place = at;
      }
    }
  return (gint32) place;
}

static void
find_all (const KomaArray      *x,
          const KomaWindowSide *sides,
          gboolean              includes_batch,
          gint32               *places)
{
  const gint64 *dims = x->shape.dims;
  const gint64  n_elements = dims[1] * dims[2] * dims[3];

  for (gint64 i = 0; i < dims[0]; i++)
    for (gint64 row = 0; row < sides[0].n_out; row++)
      for (gint64 column = 0; column < sides[1].n_out; column++)
        for (gint64 c = 0; c < dims[3]; c++)
          *places++ = find_greatest ((const float *) x->data + i * n_elements + c, &x->shape, sides,
                                     row * sides[0].stride - sides[0].before,
                                     column * sides[1].stride - sides[1].before) +
                      c + (includes_batch ? i * n_elements : 0);
}

/* As the op of the graph has them; its checks are made by then. */
static gboolean
get_sides (KomaTensor              *x,
           const KomaWindowOptions *options,
           KomaWindowSide          *sides,
           GError                 **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  KomaBuilder builder;

  koma_builder_init (&builder, graph, "koma_tensor_max_pool_with_argmax");
  /* A FALSE is the error that the builder has. */
  if (!koma_window_get_sides (&builder, options, TRUE, &x->shape, NULL, sides))
    sides[0].n_out = 0;
  return koma_builder_finish (&builder, error);
}

/**
 * koma_tensor_max_pool_with_argmax:
 * @self: (nullable): float32 [n, h, w, c]
 * @options: size, strides, which are the size where they are 0, and padding
 * @includes_batch: whether an index counts pictures before it, too
 * @ret_result: (out) (transfer none) (optional): float32 [n, out_h, out_w, c]: what
 *   koma_tensor_max_pool() gives, floating, or the scope's in force
 * @ret_indices: (out) (transfer none) (optional): int32, of the same shape: where it was, (y · w +
 *   x) · c + channel, floating, or the scope's in force
 * @error: return location for an error
 *
 * The greatest number of each window, and where it is, the first of equal ones. The places are read
 * at once; of the numbers there is a gradient. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has other dimensions, or no window fits; %KOMA_ERROR_MODEL or
 * %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or @self was disposed of;
 * %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_MEMORY.
 *
 * Returns: whether it was done; %FALSE without an error where @self is %NULL
 */
gboolean
koma_tensor_max_pool_with_argmax (KomaTensor              *self,
                                  const KomaWindowOptions *options,
                                  gboolean                 includes_batch,
                                  KomaTensor             **ret_result,
                                  KomaTensor             **ret_indices,
                                  GError                 **error)
{
  KomaWindowSide sides[2] = { 0 };
  KomaTensor    *result = NULL;
  g_autoptr (KomaArray) x = NULL;
  g_autoptr (KomaArray) places = NULL;

  if (!koma_at_once_begin (&self, 1, G_STRFUNC, error))
    return FALSE;
  if (self->shape.rank != 4)
    return koma_at_once_fail_shape (G_STRFUNC, "self", self, "[n,h,w,c]", error);
  if (!get_sides (self, options, sides, error)) {
    g_prefix_error (error, "%s: ", G_STRFUNC);
    return FALSE;
  }
  result = koma_tensor_max_pool (self, options, error);
  x = result != NULL ? koma_at_once_read (self, KOMA_DTYPE_FLOAT32, G_STRFUNC, error) : NULL;
  places = x != NULL ? koma_array_new (KOMA_DTYPE_INT32, &result->shape, error) : NULL;
  if (places == NULL) {
    g_clear_pointer (&result, koma_at_once_drop);
    return FALSE;
  }
  find_all (x, sides, includes_batch, places->data);
  koma_formula_return (result, ret_result);
  koma_formula_return (koma_tensor_new_from_array (places), ret_indices);
  return TRUE;
}
