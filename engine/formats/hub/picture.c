/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of a hub say of pictures. Channel c of a pixel, 0 … 255, becomes
 *
 *   (p * rescale_factor - mean[c]) / std[c]
 *
 * in the order R G B; where channels are flipped, they are so behind that. */

#include "picture.h"

#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"

#define N_CHANNELS 3

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
      koma_json_node_double (koma_json_element (list, c), &ret_numbers[c]);
  }
}

static gboolean
set_numbers (KomaRawModel *raw,
             double        factor,
             const double *mean,
             const double *deviation,
             GError      **error)
{
  for (guint c = 0; c < N_CHANNELS; c++) {
    if (!(deviation[c] > 0))
      return koma_fail (error, KOMA_ERROR_MODEL, "a deviation of colours is %g, expected more "
                                                 "than 0",
                        deviation[c]);
    raw->scale[c] = factor / deviation[c];
    raw->offset[c] = -mean[c] / deviation[c];
  }
  raw->has_normalization = TRUE;
  return TRUE;
}

/* Rows and columns: a number, or { "height", "width" }, or { "shortest_edge" }. */
static void
get_size (JsonObject *object,
          const char *name,
          gint64     *size)
{
  JsonObject *sides = koma_json_get_object (object, name);
  gint64      number = 0;

  if (koma_json_node_int (koma_json_get (object, name), &number) ||
      koma_json_node_int (koma_json_get (sides, "shortest_edge"), &number))
    size[0] = size[1] = number;
  (void) koma_json_node_int (koma_json_get (sides, "height"), &size[0]);
  (void) koma_json_node_int (koma_json_get (sides, "width"), &size[1]);
}

/**
 * koma_hub_picture_read:
 * @preprocessor: (nullable): preprocessor_config.json
 * @config: config.json
 * @raw: how colours become numbers is set, where the file says it
 * @ret_size: (out): [2] rows and columns of the model's input
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL for a deviation that is none.
 */
gboolean
koma_hub_picture_read (JsonObject   *preprocessor,
                       JsonObject   *config,
                       KomaRawModel *raw,
                       gint64       *ret_size,
                       GError      **error)
{
  static const double half[] = { 0.5, 0.5, 0.5 };
  double              mean[N_CHANNELS] = { 0 };
  double              deviation[N_CHANNELS] = { 1, 1, 1 };
  double              factor = 1;

  ret_size[0] = ret_size[1] = 224;
  get_size (config, "image_size", ret_size);
  get_size (preprocessor, "size", ret_size);
  if (get_flag (preprocessor, "do_center_crop", FALSE))
    get_size (preprocessor, "crop_size", ret_size);
  if (preprocessor == NULL)
    return TRUE;
  if (get_flag (preprocessor, "do_rescale", TRUE))
    factor = get_number (preprocessor, "rescale_factor", 1.0 / 255);
  if (get_flag (preprocessor, "do_normalize", TRUE)) {
    get_channels (preprocessor, "image_mean", half, mean);
    get_channels (preprocessor, "image_std", half, deviation);
  }
  return set_numbers (raw, factor, mean, deviation, error);
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
    ret_size[i] = 224;
    (void) koma_json_node_int (koma_json_element (size, 1 + i), &ret_size[i]);
  }
  get_channels (pretrained, "mean", imagenet_mean, mean);
  get_channels (pretrained, "std", imagenet_deviation, deviation);
  return set_numbers (raw, 1.0 / 255, mean, deviation, error);
}
