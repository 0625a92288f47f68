/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ResizeBicubic, ResizeBilinear, ResizeNearestNeighbor (x, size): x [n,h,w,c]
 * becomes [n,size[0],size[1],c]; size must be known ahead. float32; the nearest
 * neighbour takes int32 too.
 *
 * Where element i of a result of `out` elements lies in `in` elements, by
 * TensorFlow's flags, of which one can be true:
 *   align_corners       i * (in - 1) / (out - 1), 0 where out is 1
 *   half_pixel_centers  (i + 0.5) * in / out - 0.5
 *   neither             i * in / out
 * or, instead of them, by ONNX's attribute coordinate_transformation_mode:
 *   asymmetric            i / scale
 *   align_corners         i * (in - 1) / (in * scale - 1), 0 where out is 1; onnxruntime rounds
 *                         in * scale, and leaves out ONNX' own cases, which do not
 *   half_pixel            (i + 0.5) / scale - 0.5
 *   pytorch_half_pixel    the same, 0 where out is 1
 *   half_pixel_symmetric  the same + in / 2 * (1 - out / (in * scale))
 *   tf_half_pixel_for_nn  (i + 0.5) / scale
 * the scale being out / in, or the attributes scale_h and scale_w.
 * Positions outside are moved to the edge.
 *
 * The nearest neighbour is, by the attribute nearest_mode, “floor”, “ceil”,
 * “round_prefer_floor” or “round_prefer_ceil” of the position. Where it is
 * missing: halves upwards with one of TensorFlow's flags, floor without,
 * round_prefer_floor with ONNX's attribute.
 *
 * Bicubic: the parameter of the polynomials is the attribute cubic_coeff_a;
 * with exclude_outside the pixels outside have no weight, and those of the
 * others add up to 1. Where missing: -0.75 and false, but -0.5 and true with
 * half_pixel_centers, as in TensorFlow. With antialias (ResizeBilinear and
 * ResizeBicubic) a window that makes a side smaller grows with the pixels that it
 * stands for. */
#include "resize.h"

/* Of ONNX, with the places that follow from sizes alone. */
typedef enum {
  ASYMMETRIC,
  ALIGN_CORNERS,
  HALF_PIXEL,
  PYTORCH_HALF_PIXEL,
  HALF_PIXEL_SYMMETRIC,
  HALF_PIXEL_FOR_NN,
} Mode;

static const char *const mode_names[] = {
  "asymmetric", "align_corners", "half_pixel",
  "pytorch_half_pixel", "half_pixel_symmetric", "tf_half_pixel_for_nn"
};

static const char *const rounding_names[] = {
  "floor", "ceil", "round_prefer_floor", "round_prefer_ceil"
};

static gboolean
find_name (const KomaNode    *node,
           const char        *attr,
           const char *const *names,
           guint              n_names,
           guint             *ret_index,
           GError           **error)
{
  const char *name = koma_attrs_get_string (node->attrs, attr, names[*ret_index]);

  for (guint i = 0; i < n_names; i++)
    if (g_str_equal (name, names[i])) {
      *ret_index = i;
      return TRUE;
    }
  return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s is “%s”", attr, name);
}

static gboolean
read_size (const KomaGraph *graph,
           const KomaNode  *node,
           KomaShape       *shape,
           GError         **error)
{
  KomaInts size = { 0 };

  if (!koma_infer_ints (graph, node, 1, "size", &size, error))
    return FALSE;
  if (size.n != 2)
    return koma_fail (error, KOMA_ERROR_SHAPE, "size has %u elements, expected 2", size.n);
  shape->dims[1] = size.at[0];
  shape->dims[2] = size.at[1];
  return TRUE;
}

static gboolean
check_size (const KomaShape *in,
            const KomaShape *out,
            GError         **error)
{
  for (guint i = 1; i <= 2; i++)
    if (in->dims[i] < 1 || out->dims[i] < 1)
      return koma_fail (error, KOMA_ERROR_SHAPE,
                        "can not resize %" G_GINT64_FORMAT " %s to %" G_GINT64_FORMAT,
                        in->dims[i], i == 1 ? "rows" : "columns", out->dims[i]);
  return TRUE;
}

/* @scale: 0 where it follows from the sizes. A length that is nearly 1 would put corners
 * far outside of every picture: no file means that. */
static KomaResizeSide
make_side (Mode   mode,
           gint64 in,
           gint64 out,
           double scale)
{
  double         length = scale != 0 && in * scale > 1.5 ? in * scale : out;
  KomaResizeSide side = {
    .in_size = in,
    .ratio = scale != 0 ? 1 / scale : (double) in / out,
    .half = mode == ASYMMETRIC || mode == ALIGN_CORNERS ? 0 : 0.5,
    .scale = scale != 0 ? scale : (double) out / in,
  };

  if (mode == ALIGN_CORNERS && out > 1)
    side.ratio = (in - 1.0) / (length - 1.0);
  if (mode == PYTORCH_HALF_PIXEL && out == 1)
    side.ratio = side.half = 0;
  if (mode == HALF_PIXEL_SYMMETRIC)
    side.offset = in / 2.0 * (1 - out / length);
  if (mode == HALF_PIXEL_FOR_NN)
    side.offset = 0.5;
  return side;
}

/* A scale that says no more than the sizes is dropped; one that is far from them
 * is an error. */
static gboolean
read_scale (const KomaNode *node,
            const char     *name,
            gint64          in,
            gint64          out,
            double         *ret_scale,
            GError        **error)
{
  double scale = koma_attrs_get_float (node->attrs, name, 0);
  double exact = in * scale;

  if (koma_attrs_has (node->attrs, name) && !(exact >= 0.5 * out && exact <= 2.0 * out))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "%s is %g, but %" G_GINT64_FORMAT " become %" G_GINT64_FORMAT,
                      name, scale, in, out);
  *ret_scale = fabs (exact - out) < 1e-6 * out ? 0 : scale;
  return TRUE;
}

static gboolean
read_sides (const KomaNode   *node,
            const KomaShape  *in,
            const KomaShape  *out,
            Mode              mode,
            KomaResizeParams *params,
            GError          **error)
{
  static const char *const names[] = { "scale_h", "scale_w" };
  gboolean                 has_scale = FALSE;

  for (guint i = 0; i < 2; i++) {
    double scale = 0;

    if (!read_scale (node, names[i], in->dims[1 + i], out->dims[1 + i], &scale, error))
      return FALSE;
    params->sides[i] = make_side (mode, in->dims[1 + i], out->dims[1 + i], scale);
    has_scale |= scale != 0;
  }
  params->places = mode <= HALF_PIXEL && !has_scale ? (KomaResizePlaces) mode : KOMA_RESIZE_OTHER;
  if (mode == PYTORCH_HALF_PIXEL && !has_scale && MIN (out->dims[1], out->dims[2]) > 1)
    params->places = KOMA_RESIZE_HALF_PIXEL;
  return TRUE;
}

/* TensorFlow's flags, or ONNX's words. */
static gboolean
read_places (const KomaNode   *node,
             const KomaShape  *in,
             const KomaShape  *out,
             KomaResizeParams *params,
             GError          **error)
{
  gboolean align_corners = koma_attrs_get_int (node->attrs, "align_corners", 0) != 0;
  gboolean half_pixel = koma_attrs_get_int (node->attrs, "half_pixel_centers", 0) != 0;
  gboolean is_onnx = koma_attrs_has (node->attrs, "coordinate_transformation_mode");
  guint    mode = align_corners ? ALIGN_CORNERS : half_pixel ? HALF_PIXEL
                                                             : ASYMMETRIC;
  guint    rounding = is_onnx              ? KOMA_RESIZE_ROUND_PREFER_FLOOR
                      : mode != ASYMMETRIC ? KOMA_RESIZE_ROUND_PREFER_CEIL
                                           : KOMA_RESIZE_FLOOR;

  if (align_corners + half_pixel + is_onnx > 1)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "align_corners, half_pixel_centers and coordinate_transformation_mode: "
                      "there are %d, expected at most one",
                      align_corners + half_pixel + is_onnx);
  if (!find_name (node, "coordinate_transformation_mode", mode_names,
                  G_N_ELEMENTS (mode_names), &mode, error) ||
      !find_name (node, "nearest_mode", rounding_names, G_N_ELEMENTS (rounding_names), &rounding,
                  error) ||
      !read_sides (node, in, out, mode, params, error))
    return FALSE;
  params->rounding = rounding;
  params->sides[0].is_float32 = is_onnx;
  params->sides[1].is_float32 = is_onnx;
  return TRUE;
}

static gboolean
read_kernel (const KomaNode   *node,
             KomaResizeParams *params,
             GError          **error)
{
  gboolean half_pixel = koma_attrs_get_int (node->attrs, "half_pixel_centers", 0) != 0;
  double   a = koma_attrs_get_float (node->attrs, "cubic_coeff_a", half_pixel ? -0.5 : -0.75);

  if (!(fabs (a) <= 10))
    return koma_fail (error, KOMA_ERROR_MODEL, "cubic_coeff_a is %g, expected -10 to 10", a);
  params->cubic_a = a;
  params->excludes_outside = koma_attrs_get_int (node->attrs, "exclude_outside", half_pixel) != 0;
  params->is_antialiased = koma_attrs_get_int (node->attrs, "antialias", FALSE) != 0;
  if (params->is_antialiased && node->op == KOMA_OP_RESIZE_NEAREST)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                      "antialias is true, expected false of the nearest neighbour");
  return TRUE;
}

/**
 * koma_resize_infer:
 *
 * How pictures of shape @in become those of shape @out. Errors: %KOMA_ERROR_SHAPE,
 * %KOMA_ERROR_MODEL, %KOMA_ERROR_UNSUPPORTED.
 */
gboolean
koma_resize_infer (const KomaNode   *node,
                   const KomaShape  *in,
                   const KomaShape  *out,
                   KomaResizeParams *ret_params,
                   GError          **error)
{
  return check_size (in, out, error) && read_places (node, in, out, ret_params, error) &&
         read_kernel (node, ret_params, error);
}

static gboolean
infer (KomaGraph *graph,
       KomaNode  *node,
       GError   **error)
{
  const KomaValue *input = koma_node_input (graph, node, 0);
  KomaShape        shape = input->shape;
  gboolean         is_nearest = node->op == KOMA_OP_RESIZE_NEAREST;
  KomaResizeParams params = { 0 };

  if (!koma_infer_check_dtype (input, "input",
                               is_nearest ? KOMA_DTYPES_NUMBER | KOMA_DTYPES_8_BIT
                                          : KOMA_DTYPES_FLOAT32,
                               error) ||
      !koma_infer_check_rank (input, "input", 4, error) ||
      !read_size (graph, node, &shape, error) ||
      !koma_resize_infer (node, &input->shape, &shape, &params, error))
    return FALSE;
  node->params = (KomaOpParams){ .resize = params };
  return koma_infer_set_output (graph, node, 0, input->dtype, &shape, error);
}

const KomaOpClass koma_op_resize = {
  .min_inputs = 2,
  .max_inputs = 2,
  .infer = infer,
};
