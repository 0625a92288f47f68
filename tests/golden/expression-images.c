/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "attributes.h"
#include "engine/formats/json.h"
#include "expression-ops.h"
#include "golden-tensor.h"

static KomaInterpolation
read_interpolation (JsonObject *attributes,
                    const char *name)
{
  return g_strcmp0 (koma_json_get_string (attributes, name), "bilinear") == 0
           ? KOMA_INTERPOLATION_BILINEAR
           : KOMA_INTERPOLATION_NEAREST;
}

static KomaFillMode
read_fill_mode (JsonObject *attributes)
{
  static const char *const names[] = { "constant", "reflect", "wrap", "nearest", NULL };
  const char              *name = koma_json_get_string (attributes, "fillMode");

  for (guint i = 0; names[i] != NULL; i++)
    if (g_strcmp0 (names[i], name) == 0)
      return (KomaFillMode) i;
  return KOMA_FILL_MODE_CONSTANT;
}

static void
crop_and_resize (ExpressionCall *call,
                 GError        **error)
{
  g_auto (Ints) size = attribute_ints (call->a, "cropSize");

  g_assert_cmpint (size.n, ==, 2);
  call->y[0] =
    koma_tensor_crop_and_resize (call->x[0], call->x[1], call->x[2], size.at[0], size.at[1],
                                 read_interpolation (call->a, "method"),
                                 attribute_double (call->a, "extrapolationValue", 0), error);
}

static void
flip_left_right (ExpressionCall *call,
                 GError        **error)
{
  call->y[0] = koma_tensor_flip_left_right (call->x[0], error);
}

static void
grayscale_to_rgb (ExpressionCall *call,
                  GError        **error)
{
  call->y[0] = koma_tensor_grayscale_to_rgb (call->x[0], error);
}

static void
non_max_suppression (ExpressionCall *call,
                     GError        **error)
{
  call->y[0] =
    koma_tensor_non_max_suppression (call->x[0], call->x[1],
                                     attribute_int (call->a, "maxOutputSize", 0),
                                     attribute_double (call->a, "iouThreshold", 0.5),
                                     attribute_double (call->a, "scoreThreshold", 0), error);
}

static void
non_max_suppression_padded (ExpressionCall *call,
                            GError        **error)
{
  G_GNUC_UNUSED gboolean is_done = koma_tensor_non_max_suppression_padded (
    call->x[0], call->x[1], attribute_int (call->a, "maxOutputSize", 0),
    attribute_double (call->a, "iouThreshold", 0.5),
    attribute_double (call->a, "scoreThreshold", 0),
    attribute_boolean (call->a, "padToMaxOutputSize"), &call->y[0], &call->y[1], error);
}

static void
non_max_suppression_with_score (ExpressionCall *call,
                                GError        **error)
{
  G_GNUC_UNUSED gboolean is_done = koma_tensor_non_max_suppression_with_score (
    call->x[0], call->x[1], attribute_int (call->a, "maxOutputSize", 0),
    attribute_double (call->a, "iouThreshold", 0.5),
    attribute_double (call->a, "scoreThreshold", 0),
    attribute_double (call->a, "softNmsSigma", 0), &call->y[0], &call->y[1], error);
}

static void
rgb_to_grayscale (ExpressionCall *call,
                  GError        **error)
{
  call->y[0] = koma_tensor_rgb_to_grayscale (call->x[0], error);
}

static void
rotate_with_offset (ExpressionCall *call,
                    GError        **error)
{
  g_autoptr (GArray) center = g_array_new (FALSE, FALSE, sizeof (double));
  g_auto (Ints) fill = attribute_ints (call->a, "fillValue");
  float numbers[4] = { 0 };

  golden_append_numbers (center, koma_json_get (call->a, "center"));
  for (int i = 0; i < MIN (fill.n, 4); i++)
    numbers[i] = fill.at[i];
  call->y[0] =
    koma_tensor_rotate_with_offset (call->x[0], attribute_double (call->a, "radians", 0), numbers,
                                    fill.n, g_array_index (center, double, 0),
                                    g_array_index (center, double, center->len - 1), error);
}

static void
threshold (ExpressionCall *call,
           GError        **error)
{
  const gboolean is_otsu = g_strcmp0 (koma_json_get_string (call->a, "method"), "otsu") == 0;

  call->y[0] = koma_tensor_threshold (
    call->x[0], is_otsu ? KOMA_THRESHOLD_METHOD_OTSU : KOMA_THRESHOLD_METHOD_BINARY,
    attribute_boolean (call->a, "inverted"), attribute_double (call->a, "threshValue", 0), error);
}

static void
transform (ExpressionCall *call,
           GError        **error)
{
  g_auto (Ints) shape = attribute_ints (call->a, "outputShape");

  call->y[0] = koma_tensor_transform (
    call->x[0], call->x[1], read_interpolation (call->a, "interpolation"), read_fill_mode (call->a),
    attribute_double (call->a, "fillValue", 0), shape.n == 2 ? shape.at[0] : 0,
    shape.n == 2 ? shape.at[1] : 0, error);
}

const ExpressionOp expression_images[] = {
  { "cropAndResize", 3, crop_and_resize },
  { "flipLeftRight", 1, flip_left_right },
  { "grayscaleToRGB", 1, grayscale_to_rgb },
  { "nonMaxSuppression", 2, non_max_suppression },
  { "nonMaxSuppressionAsync", 2, non_max_suppression },
  { "nonMaxSuppressionPadded", 2, non_max_suppression_padded },
  { "nonMaxSuppressionWithScore", 2, non_max_suppression_with_score },
  { "rgbToGrayscale", 1, rgb_to_grayscale },
  { "rotateWithOffset", 1, rotate_with_offset },
  { "threshold", 1, threshold },
  { "transform", 2, transform },
  { NULL, 0, NULL },
};
