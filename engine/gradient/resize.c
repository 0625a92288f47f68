/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ResizeBilinear and ResizeNearestNeighbor have ops of their own, but for antialias. That and
 * ResizeBicubic: each side is a product with a matrix of
 * weights: the op itself, applied to the pictures of one pixel, says which. It is a constant. */
#include "rule.h"

/* Of one side, as that of rows. */
static KomaAttrs *
side_attrs (const KomaNode *node,
            guint           side)
{
  static const char *const scales[] = { "scale_h", "scale_w" };
  static const char *const ints[] = { "align_corners", "half_pixel_centers", "exclude_outside",
                                      "antialias" };
  static const char *const words[] = { "coordinate_transformation_mode", "nearest_mode" };
  KomaAttrs               *attrs = koma_attrs_new ();

  for (guint i = 0; i < G_N_ELEMENTS (ints); i++)
    if (koma_attrs_has (node->attrs, ints[i]))
      koma_attrs_set_int (attrs, ints[i], koma_attrs_get_int (node->attrs, ints[i], 0));
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (koma_attrs_has (node->attrs, words[i]))
      koma_attrs_set_string (attrs, words[i], koma_attrs_get_string (node->attrs, words[i], ""));
  if (koma_attrs_has (node->attrs, "cubic_coeff_a"))
    koma_attrs_set_float (attrs, "cubic_coeff_a",
                          koma_attrs_get_float (node->attrs, "cubic_coeff_a", 0));
  if (koma_attrs_has (node->attrs, scales[side]))
    koma_attrs_set_float (attrs, "scale_h", koma_attrs_get_float (node->attrs, scales[side], 0));
  return attrs;
}

/* A picture of one column; channel i is 1 in row i and 0 elsewhere. */
static KomaValueId
make_unit_pictures (KomaGradient *self,
                    gint64        n)
{
  KomaShape shape = KOMA_SHAPE (1, n, 1, n);
  g_autoptr (KomaArray) units = NULL;

  if (self->builder.error == NULL)
    units = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &self->builder.error);
  if (units == NULL)
    return KOMA_VALUE_NONE;
  for (gint64 i = 0; i < n; i++)
    ((float *) units->data)[i * n + i] = 1;
  return koma_builder_array (&self->builder, units);
}

/* [out, in] */
static KomaValueId
make_weights (KomaGradient   *self,
              const KomaNode *node,
              guint           side,
              gint64          in,
              gint64          out)
{
  KomaBuilder *builder = &self->builder;
  const gint32 size[2] = { out, 1 };
  KomaValueId  units = make_unit_pictures (self, in);

  units = KOMA_BUILDER_NODE (builder, node->op, side_attrs (node, side), units,
                             koma_builder_ints (builder, size, 2));
  return koma_builder_reshape (builder, units, KOMA_SHAPE (out, in));
}

/* First the rows, of all columns and channels; then the columns. */
static KomaValueId
derive_by_weights (KomaGradient   *self,
                   const KomaNode *node,
                   KomaValueId     dy)
{
  KomaBuilder *builder = &self->builder;
  KomaShape    in = koma_builder_get_shape (builder, node->inputs[0]);
  KomaShape    out = koma_builder_get_shape (builder, dy);

  dy = koma_builder_reshape (builder, dy,
                             KOMA_SHAPE (out.dims[0], out.dims[1], out.dims[2] * out.dims[3]));
  dy = koma_builder_mat_mul (builder, make_weights (self, node, 0, in.dims[1], out.dims[1]), dy,
                             TRUE, FALSE);
  dy = koma_builder_reshape (builder, dy,
                             KOMA_SHAPE (in.dims[0] * in.dims[1], out.dims[2], out.dims[3]));
  dy = koma_builder_mat_mul (builder, make_weights (self, node, 1, in.dims[2], out.dims[2]), dy,
                             TRUE, FALSE);
  return koma_builder_reshape (builder, dy, in);
}

void
koma_gradient_of_resize_bicubic (KomaGradient      *self,
                                 const KomaNode    *node,
                                 const KomaValueId *dy,
                                 KomaValueId       *ret_dx)
{
  ret_dx[0] = derive_by_weights (self, node, dy[0]);
}

void
koma_gradient_of_resize_bilinear (KomaGradient      *self,
                                  const KomaNode    *node,
                                  const KomaValueId *dy,
                                  KomaValueId       *ret_dx)
{
  ret_dx[0] = node->params.resize.is_antialiased
                ? derive_by_weights (self, node, dy[0])
                : KOMA_BUILDER_NODE (&self->builder, KOMA_OP_RESIZE_BILINEAR_GRAD,
                                     koma_attrs_copy (node->attrs), dy[0], node->inputs[0]);
}

/* Rows and columns. */
static KomaValueId
size_of (KomaGradient *self,
         KomaValueId   x)
{
  KomaShape    shape = koma_builder_get_shape (&self->builder, x);
  const gint32 size[2] = { shape.dims[1], shape.dims[2] };

  return koma_builder_ints (&self->builder, size, 2);
}

void
koma_gradient_of_resize_nearest (KomaGradient      *self,
                                 const KomaNode    *node,
                                 const KomaValueId *dy,
                                 KomaValueId       *ret_dx)
{
  ret_dx[0] =
    KOMA_BUILDER_NODE (&self->builder, KOMA_OP_RESIZE_NEAREST_GRAD, koma_attrs_copy (node->attrs),
                       dy[0], size_of (self, node->inputs[0]));
}

/* They are linear: the gradient of their gradient is the resize. */
void
koma_gradient_of_resize_bilinear_grad (KomaGradient      *self,
                                       const KomaNode    *node,
                                       const KomaValueId *dy,
                                       KomaValueId       *ret_dx)
{
  ret_dx[0] =
    KOMA_BUILDER_NODE (&self->builder, KOMA_OP_RESIZE_BILINEAR, koma_attrs_copy (node->attrs),
                       dy[0], size_of (self, node->inputs[0]));
}

void
koma_gradient_of_resize_nearest_grad (KomaGradient      *self,
                                      const KomaNode    *node,
                                      const KomaValueId *dy,
                                      KomaValueId       *ret_dx)
{
  ret_dx[0] =
    KOMA_BUILDER_NODE (&self->builder, KOMA_OP_RESIZE_NEAREST, koma_attrs_copy (node->attrs), dy[0],
                       size_of (self, node->inputs[0]));
}
