/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Resize (x, roi, scales, sizes) and Upsample of [n,c,h,w] or [n,c,w]. Koma's ops have ONNX's ways
 * to place and to round; rows and columns change, batch and channels do not. */

#include <string.h>

#include "resize-crop.h"
#include "rules.h"
#include "window.h"

typedef struct
{
  KomaValueId x; /* [n,c,h,w] */
  gint64      out[KOMA_MAX_RANK];
  double      scale[KOMA_MAX_RANK];
} Spec;

/* Upsample, and Resize of opset 10, know one way to place and take scales alone. */
static gboolean
is_of_opset_10 (const KomaOnnxCall *call)
{
  return call->opset < 11 || g_str_equal (call->node->op_type, "Upsample");
}

/* Axes that scales and sizes are of; all where they are not listed. */
static gboolean
read_axes (KomaOnnxCall *call,
           guint         rank,
           guint        *axes, /* [KOMA_MAX_RANK] */
           gsize        *ret_n)
{
  gsize         n = 0;
  const gint64 *listed = koma_onnx_attr_ints (call->node, "axes", &n);

  for (guint i = 0; i < rank; i++)
    axes[i] = i;
  *ret_n = listed != NULL ? n : rank;
  if (*ret_n > rank)
    koma_builder_fail (call->nodes, KOMA_ERROR_MODEL, "there are %zu axes of %u dimensions", n,
                       rank);
  for (gsize i = 0; listed != NULL && i < n && call->nodes->error == NULL; i++)
    axes[i] = koma_onnx_axis (call, listed[i], rank);
  /* Of [n,c,1,w], which stands for [n,c,w]. */
  for (gsize i = 0; rank == 3 && i < *ret_n && call->nodes->error == NULL; i++)
    axes[i] += axes[i] == 2;
  return call->nodes->error == NULL;
}

static gboolean
set_size (KomaOnnxCall *call,
          Spec         *spec,
          guint         axis,
          double        scale,
          double        out)
{
  if (!(scale > 0) || !(out >= 1 && out <= G_MAXINT32)) {
    koma_builder_fail (call->nodes, KOMA_ERROR_MODEL, "can not resize dimension %u by %g to %g",
                       axis, scale, out);
    return FALSE;
  }
  spec->scale[axis] = scale;
  spec->out[axis] = (gint64) out;
  return TRUE;
}

static gboolean
read_scales (KomaOnnxCall *call,
             Spec         *spec,
             const float  *scales,
             const guint  *axes,
             gsize         n)
{
  const KomaShape shape = koma_builder_get_shape (call->nodes, spec->x);

  for (gsize i = 0; i < n; i++)
    if (!set_size (call, spec, axes[i], (double) scales[i],
                   floor ((double) shape.dims[axes[i]] * (double) scales[i])))
      return FALSE;
  return TRUE;
}

/* With a policy all dimensions have one scale: the smallest, or the largest. */
static gboolean
read_sizes (KomaOnnxCall    *call,
            Spec            *spec,
            const KomaArray *sizes,
            const guint     *axes,
            gsize            n)
{
  g_autofree char *policy =
    koma_onnx_attr_string (call->node, "keep_aspect_ratio_policy", "stretch");
  const KomaShape shape = koma_builder_get_shape (call->nodes, spec->x);
  const gboolean  is_least = g_str_equal (policy, "not_larger");
  double          one = is_least ? INFINITY : 0;

  for (gsize i = 0; i < n; i++) {
    const double out = (double) koma_array_get_int (sizes, i);
    const double scale = out / (double) shape.dims[axes[i]];

    one = is_least ? MIN (one, scale) : MAX (one, scale);
    if (!set_size (call, spec, axes[i], scale, out))
      return FALSE;
  }
  for (gsize i = 0; i < n && !g_str_equal (policy, "stretch"); i++)
    if (!set_size (call, spec, axes[i], one, floor (one * (double) shape.dims[axes[i]] + 0.5)))
      return FALSE;
  return TRUE;
}

static gboolean
read_target (KomaOnnxCall *call,
             Spec         *spec,
             guint         rank) /* of the node's own input */
{
  const gboolean   is_old = is_of_opset_10 (call);
  const KomaArray *scales = koma_onnx_known (call, koma_onnx_input (call, is_old ? 1 : 2));
  const KomaArray *sizes = koma_onnx_known (call, koma_onnx_input (call, 3));
  gsize            n_listed = 0;
  const float     *listed = koma_onnx_attr_floats (call->node, "scales", &n_listed);
  guint            axes[KOMA_MAX_RANK] = { 0 };
  gsize            n = 0;

  if (!read_axes (call, rank, axes, &n))
    return FALSE;
  if (listed != NULL && n_listed == n)
    return read_scales (call, spec, listed, axes, n);
  if (scales != NULL && scales->count == n && n > 0 && scales->dtype == KOMA_DTYPE_FLOAT32)
    return read_scales (call, spec, scales->data, axes, n);
  if (!is_old && sizes != NULL && sizes->count == n)
    return read_sizes (call, spec, sizes, axes, n);
  koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "a size known only when it runs");
  return FALSE;
}

/* Whether the scale says more than the sizes. */
static gboolean
is_scale_needed (const KomaOnnxCall *call,
                 const Spec         *spec,
                 guint               axis)
{
  const gint64 in = koma_builder_get_shape (call->nodes, spec->x).dims[axis];

  return spec->scale[axis] * (double) in != (double) spec->out[axis];
}

static KomaAttrs *
make_attrs (KomaOnnxCall *call,
            const Spec   *spec)
{
  const gboolean   is_old = is_of_opset_10 (call);
  KomaAttrs       *attrs = koma_attrs_new ();
  g_autofree char *place = koma_onnx_attr_string (call->node, "coordinate_transformation_mode",
                                                  is_old ? "asymmetric" : "half_pixel");
  g_autofree char *nearest =
    koma_onnx_attr_string (call->node, "nearest_mode", is_old ? "floor" : "round_prefer_floor");

  koma_attrs_set_string (attrs, "coordinate_transformation_mode", place);
  koma_attrs_set_string (attrs, "nearest_mode", nearest);
  koma_attrs_set_float (attrs, "cubic_coeff_a",
                        koma_onnx_attr_float (call->node, "cubic_coeff_a", -0.75));
  koma_attrs_set_int (attrs, "exclude_outside",
                      koma_onnx_attr_int (call->node, "exclude_outside", 0));
  koma_attrs_set_int (attrs, "antialias", koma_onnx_attr_int (call->node, "antialias", 0));
  if (is_scale_needed (call, spec, 2))
    koma_attrs_set_float (attrs, "scale_h", spec->scale[2]);
  if (is_scale_needed (call, spec, 3))
    koma_attrs_set_float (attrs, "scale_w", spec->scale[3]);
  return attrs;
}

static KomaOp
find_op (KomaOnnxCall *call)
{
  g_autofree char *mode = koma_onnx_attr_string (call->node, "mode", "nearest");

  if (g_str_equal (mode, "nearest"))
    return KOMA_OP_RESIZE_NEAREST;
  if (g_str_equal (mode, "linear") || g_str_equal (mode, "bilinear"))
    return KOMA_OP_RESIZE_BILINEAR;
  if (!g_str_equal (mode, "cubic"))
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "mode %s", mode);
  return KOMA_OP_RESIZE_BICUBIC;
}

static gboolean
is_crop (const KomaOnnxCall *call)
{
  g_autofree char *place = koma_onnx_attr_string (call->node, "coordinate_transformation_mode", "");

  return g_str_equal (place, "tf_crop_and_resize");
}

/* The second input has starts and ends of the region in all axes. */
static KomaValueId
crop (KomaOnnxCall *call,
      const Spec   *spec,
      guint         rank)
{
  const KomaArray *roi = koma_onnx_known (call, koma_onnx_input (call, 1));
  float            start[KOMA_MAX_RANK] = { 0 };
  float            end[KOMA_MAX_RANK] = { 1, 1, 1, 1 };
  guint            axes[KOMA_MAX_RANK] = { 0 };
  gsize            n = 0;

  if (!read_axes (call, rank, axes, &n))
    return KOMA_VALUE_NONE;
  if (roi == NULL)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED,
                              "a region known only when it runs");
  if (roi->dtype != KOMA_DTYPE_FLOAT32 || roi->count != 2 * n)
    return koma_builder_fail (call->nodes, KOMA_ERROR_SHAPE,
                              "the region has %zu numbers, expected %zu", roi->count, 2 * n);
  for (gsize i = 0; i < n; i++) {
    start[axes[i]] = ((const float *) roi->data)[i];
    end[axes[i]] = ((const float *) roi->data)[n + i];
  }
  if (start[0] != 0 || start[1] != 0 || end[0] != 1 || end[1] != 1)
    return koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "a region of batch or channels");
  return koma_onnx_resize_crop (call, spec->x, &spec->out[2], &start[2], &end[2]);
}

KomaValueId
koma_onnx_rule_resize (KomaOnnxCall *call)
{
  const guint rank = koma_builder_get_rank (call->nodes, call->inputs[0]);
  Spec        spec = { .x = koma_onnx_to_rows (call, call->inputs[0]), .scale = { 1, 1, 1, 1 } };
  KomaOp      op = find_op (call);
  KomaValueId value = KOMA_VALUE_NONE;

  if (koma_builder_get_rank (call->nodes, spec.x) != 4)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "%u dimensions", rank);
  if (call->nodes->error != NULL)
    return KOMA_VALUE_NONE;
  memcpy (spec.out, koma_builder_get_shape (call->nodes, spec.x).dims, sizeof spec.out);
  if (!read_target (call, &spec, rank))
    return KOMA_VALUE_NONE;
  if (spec.scale[0] != 1 || spec.scale[1] != 1)
    koma_builder_fail (call->nodes, KOMA_ERROR_UNSUPPORTED, "of batch or channels");
  if (is_crop (call))
    return koma_onnx_from_rows (call, crop (call, &spec, rank), rank);
  value = KOMA_BUILDER_NODE (call->nodes, op, make_attrs (call, &spec),
                             koma_onnx_to_channels_last (call, spec.x),
                             koma_onnx_ints (call, &spec.out[2], 2));
  return koma_onnx_from_rows (call, koma_onnx_to_channels_first (call, value), rank);
}
