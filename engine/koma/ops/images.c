/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "images.h"

#include "engine/koma/tensor/formula.h"

static KomaTensor *
call_resize (KomaTensor *x,
             KomaOp      op,
             int         height,
             int         width,
             gboolean    align_corners,
             gboolean    half_pixel_centers,
             const char *name,
             GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaAttrs    *attrs = NULL;
  KomaShape     shape = { 0 };
  gboolean      has_batch = FALSE;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, name, &x, 1, error))
    return NULL;
  attrs = koma_formula_attr_int ("align_corners", align_corners);
  koma_attrs_set_int (attrs, "half_pixel_centers", half_pixel_centers);
  has_batch = koma_builder_get_shape (builder, run.x[0]).rank != 3;
  y = op == KOMA_OP_RESIZE_BILINEAR ? koma_formula_real (builder, run.x[0])
                                    : koma_formula_number (builder, run.x[0]);
  if (!has_batch)
    y = koma_builder_binary (builder, KOMA_OP_EXPAND_DIMS, y, koma_builder_int (builder, 0));
  y = KOMA_BUILDER_NODE (builder, op, attrs, y,
                         koma_builder_ints (builder, (gint32[]){ height, width }, 2));
  shape = koma_builder_get_shape (builder, y);
  if (!has_batch)
    y = koma_builder_reshape (builder, y, KOMA_SHAPE (shape.dims[1], shape.dims[2], shape.dims[3]));
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_flip_left_right:
 * @self: (nullable): [n, h, w, c], of any dtype
 * @error: return location for an error
 *
 * The mirror images. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has another number of dimensions; %KOMA_ERROR_ARGUMENT if
 * @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype and the shape of @self, floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_flip_left_right (KomaTensor *self,
                             GError    **error)
{
  KomaExecution run;
  KomaShape     shape = { 0 };

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  shape = koma_builder_get_shape (&run.builder, run.x[0]);
  if (shape.rank != 4)
    koma_builder_fail (&run.builder, KOMA_ERROR_SHAPE,
                       "argument 'self' has %u dimensions, expected 4", shape.rank);
  return koma_execute_end (&run, koma_builder_reverse (&run.builder, run.x[0], 2), error);
}

/* Whether there are that many channels, the last of 2 dimensions or more. */
static gboolean
check_channels (KomaBuilder *builder,
                KomaValueId  x,
                gint64       n_channels)
{
  const KomaShape  shape = koma_builder_get_shape (builder, x);
  g_autofree char *found = koma_shape_to_string (&shape);

  if (shape.rank >= 2 && shape.dims[shape.rank - 1] == n_channels)
    return TRUE;
  koma_builder_fail (builder, KOMA_ERROR_SHAPE, "argument 'self' has shape %s, expected [..,%d]",
                     found, (int) n_channels);
  return FALSE;
}

/**
 * koma_tensor_grayscale_to_rgb:
 * @self: (nullable): [.., 1], of any dtype, of 2 dimensions or more
 * @error: return location for an error
 *
 * The only channel three times. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has another shape; %KOMA_ERROR_ARGUMENT if @self was disposed
 * of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self [.., 3], floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_grayscale_to_rgb (KomaTensor *self,
                              GError    **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  KomaShape     shape = { 0 };
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  shape = koma_builder_get_shape (builder, run.x[0]);
  if (check_channels (builder, run.x[0], 1)) {
    shape.dims[shape.rank - 1] = 3;
    y = koma_builder_broadcast_to (builder, run.x[0], shape);
  }
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_rgb_to_grayscale:
 * @self: (nullable): float32 or int32 [.., 3], of 2 dimensions or more
 * @error: return location for an error
 *
 * 0.2989 red + 0.587 green + 0.114 blue (ITU-R BT.601, as TensorFlow rounds it); of whole numbers
 * what is behind the point goes. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has another shape; %KOMA_ERROR_ARGUMENT if @self was disposed
 * of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self [.., 1], floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_rgb_to_grayscale (KomaTensor *self,
                              GError    **error)
{
  static const float shares[] = { 0.2989f, 0.587f, 0.114f };
  KomaExecution      run;
  KomaBuilder       *builder = &run.builder;
  KomaValueId        y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, &self, 1, error))
    return NULL;
  if (check_channels (builder, run.x[0], 3)) {
    const guint last = koma_builder_get_shape (builder, run.x[0]).rank - 1;

    y = koma_builder_binary (builder, KOMA_OP_MUL, koma_formula_real (builder, run.x[0]),
                             koma_builder_floats (builder, shares, 3));
    y = koma_builder_reduce (builder, KOMA_OP_SUM, y, 1u << last, TRUE);
    y = koma_formula_like (builder, y, run.x[0]);
  }
  return koma_execute_end (&run, y, error);
}

/**
 * koma_tensor_resize_bilinear:
 * @self: (nullable): float32 [n, h, w, c], or without a batch [h, w, c]
 * @height: rows of the result, 1 or more
 * @width: columns of the result, 1 or more
 * @align_corners: whether the middles of the corner pixels lie on each other
 * @half_pixel_centers: whether the middle of a pixel is at 0.5; not with @align_corners
 * @error: return location for an error
 *
 * Pictures in another size; between pixels lies what is between their colours. Thread: that of the
 * tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has another number of dimensions; %KOMA_ERROR_MODEL if a size
 * is out of its range, or both flags are set; %KOMA_ERROR_ARGUMENT if @self was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, @height, @width, c], without a batch if @self
 *   has none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_resize_bilinear (KomaTensor *self,
                             int         height,
                             int         width,
                             gboolean    align_corners,
                             gboolean    half_pixel_centers,
                             GError    **error)
{
  return call_resize (self, KOMA_OP_RESIZE_BILINEAR, height, width, align_corners,
                      half_pixel_centers, G_STRFUNC, error);
}

/**
 * koma_tensor_resize_nearest_neighbor:
 * @self: (nullable): float32 or int32 [n, h, w, c], or without a batch [h, w, c]
 * @height: rows of the result, 1 or more
 * @width: columns of the result, 1 or more
 * @align_corners: whether the middles of the corner pixels lie on each other
 * @half_pixel_centers: whether the middle of a pixel is at 0.5; not with @align_corners
 * @error: return location for an error
 *
 * Pictures in another size, of the nearest pixels. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has another number of dimensions; %KOMA_ERROR_MODEL if a size
 * is out of its range, or both flags are set; %KOMA_ERROR_ARGUMENT if @self was disposed of;
 * %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): of the dtype of @self [n, @height, @width, c], without a
 *   batch if @self has none, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_resize_nearest_neighbor (KomaTensor *self,
                                     int         height,
                                     int         width,
                                     gboolean    align_corners,
                                     gboolean    half_pixel_centers,
                                     GError    **error)
{
  return call_resize (self, KOMA_OP_RESIZE_NEAREST, height, width, align_corners,
                      half_pixel_centers, G_STRFUNC, error);
}
