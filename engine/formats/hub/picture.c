/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What preprocessor_config.json says. A picture is resized, and its centre cut out, as picture-
 * processor.h says for the class of its processor. Then channel c of a pixel, 0 … 255, becomes
 *
 *   (p * rescale_factor - mean[c]) / std[c]
 *
 * in the order R G B; where channels are flipped, they are so behind that. */

#include "picture.h"

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "picture-processor.h"

#define N_CHANNELS   3
#define USUAL_SIDE   224
#define MIN_SQUASHED 384 /* from here on ConvNeXt cuts nothing off */

static gboolean
get_flag (JsonObject *object,
          const char *name,
          gboolean    fallback)
{
  gboolean flag = FALSE;

  return koma_json_node_boolean (koma_json_get (object, name), &flag) ? flag : fallback;
}

static double
get_number (JsonObject *object,
            const char *name,
            double      fallback)
{
  double number = 0;

  return koma_json_node_double (koma_json_get (object, name), &number) ? number : fallback;
}

/* A number, or a list of one for each channel. */
static void
get_channels (JsonObject   *object,
              const char   *name,
              const double *fallback,
              double       *ret_numbers)
{
  JsonArray *list = koma_json_get_array (object, name);

  for (guint c = 0; c < N_CHANNELS; c++) {
    ret_numbers[c] = get_number (object, name, fallback[c]);
    if (list != NULL)
      (void) koma_json_node_double (koma_json_element (list, c), &ret_numbers[c]);
  }
}

static gboolean
set_numbers (KomaRawModel *raw,
             gboolean      is_flipped,
             double        factor,
             const double *offset,
             const double *deviation,
             GError      **error)
{
  for (guint c = 0; c < N_CHANNELS; c++) {
    const guint place = is_flipped ? N_CHANNELS - 1 - c : c;

    if (!(deviation[c] > 0))
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "a deviation of colours is %g, expected more than 0", deviation[c]);
    raw->scale[place] = factor / deviation[c];
    raw->offset[place] = offset[c] / deviation[c];
  }
  raw->has_normalization = TRUE;
  raw->has_channels = TRUE;
  raw->channels = is_flipped ? KOMA_CHANNELS_BGR : KOMA_CHANNELS_RGB;
  return TRUE;
}

/* Rows and columns: a number, or { "height", "width" }, or { "shortest_edge" }. Whether it is that
 * of the short side. */
static gboolean
get_size (JsonObject *object,
          const char *name,
          gboolean    is_number_shortest,
          gint64     *size)
{
  JsonObject    *sides = koma_json_get_object (object, name);
  gint64         number = 0;
  const gboolean is_number = koma_json_node_int (koma_json_get (object, name), &number);
  const gboolean is_edge = koma_json_node_int (koma_json_get (sides, "shortest_edge"), &number);

  if (is_number || is_edge)
    size[0] = size[1] = number;
  (void) koma_json_node_int (koma_json_get (sides, "height"), &size[0]);
  (void) koma_json_node_int (koma_json_get (sides, "width"), &size[1]);
  return is_edge || (sides == NULL && is_number_shortest);
}

/* Pillow's filters, by their numbers and as timm names them. */
static const struct
{
  const char *name;
  KomaResize  filter;
} pillow_filters[] = {
  { "nearest", KOMA_RESIZE_NEAREST },
  { "lanczos", KOMA_RESIZE_LANCZOS },
  { "bilinear", KOMA_RESIZE_BILINEAR },
  { "bicubic", KOMA_RESIZE_BICUBIC },
  { "box", KOMA_RESIZE_BOX },
  { "hamming", KOMA_RESIZE_HAMMING },
};

static gboolean
read_resample (gint64        number,
               KomaRawModel *raw,
               GError      **error)
{
  if (number < 0 || number >= (gint64) G_N_ELEMENTS (pillow_filters))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "“resample” is %" G_GINT64_FORMAT ", expected a filter of Pillow, 0 to 5",
                      number);
  raw->fit.resize = pillow_filters[number].filter;
  return TRUE;
}

static gboolean
check_side (gint64   side,
            GError **error)
{
  return (side > 0 && side <= KOMA_MAX_INPUT_SIDE) ||
         koma_fail (error, KOMA_ERROR_MODEL,
                    "pictures have a side of %" G_GINT64_FORMAT " pixels, expected 1 to %u", side,
                    KOMA_MAX_INPUT_SIDE);
}

/* @scaled: rows and columns to scale to, before @size is cut out */
static gboolean
set_fit (KomaRawModel *raw,
         KomaFit       fit,
         const gint64 *scaled,
         const gint64 *size,
         GError      **error)
{
  for (guint i = 0; i < 2; i++)
    if (!check_side (scaled[i], error) || !check_side (size[i], error))
      return FALSE;
  raw->has_fit = TRUE;
  raw->fit.fit = fit;
  if (fit == KOMA_FIT_STRETCH && scaled[0] == size[0] && scaled[1] == size[1])
    return TRUE;
  raw->fit.scaled_height = (guint) scaled[0];
  raw->fit.scaled_width = (guint) scaled[1];
  return TRUE;
}

static gboolean
read_fit (JsonObject                 *object,
          const KomaPictureProcessor *processor,
          KomaRawModel               *raw,
          gint64                     *size,
          GError                    **error)
{
  gint64       scaled[2] = { processor->side, processor->side };
  const double crop_pct = get_number (object, "crop_pct", processor->crop_pct);
  gboolean     is_shortest = get_size (object, "size", processor->is_shortest, scaled);
  gint64       number = processor->resample;

  (void) koma_json_node_int (koma_json_get (object, "resample"), &number);
  if (!read_resample (number, raw, error))
    return FALSE;
  size[0] = scaled[0];
  size[1] = scaled[1];
  if (processor->kind == KOMA_PROCESSOR_CONVNEXT) {
    is_shortest = scaled[0] < MIN_SQUASHED;
  } else if (get_flag (object, "do_center_crop", processor->crop_side > 0)) {
    size[0] = size[1] = processor->crop_side > 0 ? processor->crop_side : USUAL_SIDE;
    get_size (object, "crop_size", FALSE, size);
  }
  for (guint i = 0; i < 2 && is_shortest; i++)
    if (processor->kind == KOMA_PROCESSOR_LEVIT)
      scaled[i] = (gint64) (256.0 / 224 * (double) scaled[i]);
    else if (processor->kind != KOMA_PROCESSOR_PLAIN && crop_pct > 0)
      scaled[i] = (gint64) ((double) scaled[i] / crop_pct);
  return set_fit (raw, is_shortest ? KOMA_FIT_CROP : KOMA_FIT_STRETCH, scaled, size, error);
}

static gboolean
read_numbers (JsonObject                 *object,
              const KomaPictureProcessor *processor,
              KomaRawModel               *raw,
              GError                    **error)
{
  double         mean[N_CHANNELS] = { 0 };
  double         deviation[N_CHANNELS] = { 1, 1, 1 };
  double         offset[N_CHANNELS] = { 0 };
  double         factor = 1;
  const gboolean was_flipped = get_flag (object, "do_flip_channels", processor->is_flipped);
  const gboolean is_flipped = get_flag (object, "do_flip_channel_order", was_flipped);

  if (get_flag (object, "do_rescale", TRUE))
    factor = get_number (object, "rescale_factor", 1.0 / 255);
  if (processor->mean != NULL && get_flag (object, "do_normalize", TRUE)) {
    get_channels (object, "image_mean", processor->mean, mean);
    get_channels (object, "image_std", processor->deviation, deviation);
  }
  for (guint c = 0; c < N_CHANNELS; c++) {
    const gboolean is_lowered = processor->is_twice && get_flag (object, "rescale_offset", FALSE);

    offset[c] = -(is_lowered ? 1 : 0) - mean[c];
    if (processor->is_twice && get_flag (object, "include_top", TRUE))
      deviation[c] *= deviation[c];
  }
  return set_numbers (raw, is_flipped, factor, offset, deviation, error);
}

/**
 * koma_hub_picture_read:
 * @preprocessor: (nullable): preprocessor_config.json
 * @config: config.json
 * @raw: how a picture becomes numbers is set, where the file says it
 * @ret_size: (out): [2] rows and columns of the model's input
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL for a deviation or a size that is none.
 */
gboolean
koma_hub_picture_read (JsonObject   *preprocessor,
                       JsonObject   *config,
                       KomaRawModel *raw,
                       gint64       *ret_size,
                       GError      **error)
{
  const char *name = koma_json_get_string (preprocessor, "image_processor_type");

  if (name == NULL)
    name = koma_json_get_string (preprocessor, "feature_extractor_type");
  if (preprocessor != NULL) {
    const KomaPictureProcessor *processor = koma_picture_processor_find (name);

    return read_fit (preprocessor, processor, raw, ret_size, error) &&
           read_numbers (preprocessor, processor, raw, error);
  }
  ret_size[0] = ret_size[1] = USUAL_SIDE;
  get_size (config, "image_size", FALSE, ret_size);
  raw->is_size_guess = koma_json_get (config, "image_size") == NULL;
  return TRUE;
}

/* timm's default is bicubic. */
static KomaResize
read_interpolation (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (pillow_filters); i++)
    if (g_strcmp0 (pillow_filters[i].name, name) == 0)
      return pillow_filters[i].filter;
  return KOMA_RESIZE_BICUBIC;
}

/* By the names of timm and open_clip: "squash"; what has borders is called otherwise; all else is
 * cut. */
static gboolean
set_named_fit (KomaRawModel *raw,
               const char   *mode, /* (nullable) */
               const char   *bordered,
               const gint64 *scaled,
               const gint64 *size,
               GError      **error)
{
  const gboolean is_squashed = g_strcmp0 (mode, "squash") == 0;

  raw->fit.is_cut_rounded = TRUE;
  if (g_strcmp0 (mode, bordered) != 0)
    return set_fit (raw, is_squashed ? KOMA_FIT_STRETCH : KOMA_FIT_CROP, scaled, size, error);
  raw->has_fit = TRUE;
  raw->fit.fit = KOMA_FIT_PAD;
  return check_side (size[0], error) && check_side (size[1], error);
}

/* timm scales to more than the model's size, and cuts. A picture that is not square is resized
 * bilinearly, whatever the file says. */
static gboolean
read_timm_fit (JsonObject   *pretrained,
               KomaRawModel *raw,
               const gint64 *size,
               GError      **error)
{
  const char    *mode = koma_json_get_string (pretrained, "crop_mode");
  const char    *filter = koma_json_get_string (pretrained, "interpolation");
  const gboolean is_squashed = g_strcmp0 (mode, "squash") == 0;
  const double   crop_pct = get_number (pretrained, "crop_pct", 0.875);
  gint64         scaled[2] = { 0 };

  for (guint i = 0; i < 2; i++)
    scaled[i] = (gint64) ((double) size[i] / (crop_pct > 0 ? crop_pct : 0.875));
  raw->fit.resize = size[0] != size[1] && !is_squashed
                      ? KOMA_RESIZE_BILINEAR
                      : read_interpolation (filter);
  return set_named_fit (raw, mode, "border", scaled, size, error);
}

/**
 * koma_hub_picture_read_timm:
 * @pretrained: (nullable): "pretrained_cfg" of config.json
 *
 * Thread: any. Errors: those of koma_hub_picture_read().
 */
gboolean
koma_hub_picture_read_timm (JsonObject   *pretrained,
                            KomaRawModel *raw,
                            gint64       *ret_size,
                            GError      **error)
{
  static const double imagenet_mean[] = { 0.485, 0.456, 0.406 };
  static const double imagenet_deviation[] = { 0.229, 0.224, 0.225 };
  JsonArray          *size = koma_json_get_array (pretrained, "input_size");
  double              mean[N_CHANNELS] = { 0 };
  double              deviation[N_CHANNELS] = { 0 };

  for (guint i = 0; i < 2; i++) {
    ret_size[i] = USUAL_SIDE;
    (void) koma_json_node_int (koma_json_element (size, 1 + i), &ret_size[i]);
  }
  get_channels (pretrained, "mean", imagenet_mean, mean);
  get_channels (pretrained, "std", imagenet_deviation, deviation);
  for (guint c = 0; c < N_CHANNELS; c++)
    mean[c] = -mean[c];
  return read_timm_fit (pretrained, raw, ret_size, error) &&
         set_numbers (raw, FALSE, 1.0 / 255, mean, deviation, error);
}

/* A number, or a list of rows and columns. */
static void
get_sides (JsonObject *object,
           const char *name,
           gint64     *size)
{
  JsonArray *list = koma_json_get_array (object, name);

  if (koma_json_node_int (koma_json_get (object, name), &size[0]))
    size[1] = size[0];
  for (guint i = 0; i < 2 && list != NULL; i++)
    (void) koma_json_node_int (koma_json_element (list, i), &size[i]);
}

/**
 * koma_hub_picture_read_open_clip:
 * @preprocess: (nullable): "preprocess_cfg" of open_clip_config.json
 * @tower: (nullable): "vision_cfg" of its "model_cfg", which has the size where @preprocess has
 *   none
 *
 * Thread: any. Errors: those of koma_hub_picture_read().
 */
gboolean
koma_hub_picture_read_open_clip (JsonObject   *preprocess,
                                 JsonObject   *tower,
                                 KomaRawModel *raw,
                                 gint64       *ret_size,
                                 GError      **error)
{
  const KomaPictureProcessor *usual = koma_picture_processor_find ("CLIPImageProcessor");
  double                      mean[N_CHANNELS] = { 0 };
  double                      deviation[N_CHANNELS] = { 0 };

  ret_size[0] = ret_size[1] = usual->side;
  get_sides (tower, "image_size", ret_size);
  get_sides (preprocess, "size", ret_size);
  get_channels (preprocess, "mean", usual->mean, mean);
  get_channels (preprocess, "std", usual->deviation, deviation);
  for (guint c = 0; c < N_CHANNELS; c++)
    mean[c] = -mean[c];
  raw->fit.resize = read_interpolation (koma_json_get_string (preprocess, "interpolation"));
  return set_named_fit (raw, koma_json_get_string (preprocess, "resize_mode"), "longest", ret_size,
                        ret_size, error) &&
         set_numbers (raw, FALSE, 1.0 / 255, mean, deviation, error);
}
