/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What metadata_props say of pictures. ONNX' own entries (MetadataProps.md, written for Windows
 * ML and by Custom Vision):
 *
 *   Image.BitmapPixelFormat   Gray8, Rgb8, Bgr8, Rgba8, Bgra8
 *   Image.NominalPixelRange   NominalRange_0_255, Normalized_0_1, Normalized_1_1,
 *                             NominalRange_16_235
 *   Image.ColorSpaceGamma     SRGB, Linear
 *
 * Those of Ultralytics, whose classifiers take 0 … 1 whatever the version:
 *
 *   author   Ultralytics
 *   task     classify
 *   imgsz    [224, 224], rows and columns; or one number for both */

#include "engine/koma-limits.h"
#include <string.h>

#include "engine/koma-limits.h"
#include "lower.h"

typedef Koma__Onnx__ModelProto ModelProto;

typedef struct
{
  const char  *name;
  KomaChannels channels;
} PixelFormat;

typedef struct
{
  const char *name;
  double      low;
  double      high;
} PixelRange;

static const PixelFormat formats[] = {
  { "Bgr8", KOMA_CHANNELS_BGR },
  { "Bgra8", KOMA_CHANNELS_BGR },
  { "Gray8", KOMA_CHANNELS_GREY },
  { "Rgb8", KOMA_CHANNELS_RGB },
  { "Rgba8", KOMA_CHANNELS_RGB },
};

static const PixelRange ranges[] = {
  { "NominalRange_0_255", 0, 255 },
  { "NominalRange_16_235", 16, 235 },
  { "Normalized_0_1", 0, 1 },
  { "Normalized_1_1", -1, 1 },
};

static gboolean
is_word (const char *text, /* (nullable) */
         const char *word)
{
  return text != NULL && g_ascii_strcasecmp (text, word) == 0;
}

/* The first warning is kept. */
static void
warn (KomaRawModel *raw,
      const char   *key,
      const char   *value,
      const char   *consequence)
{
  g_autofree char *start = g_strndup (value, 40);
  g_autofree char *shown = g_utf8_make_valid (start, -1);

  if (raw->warning == NULL)
    raw->warning = g_strdup_printf ("the file's metadata says %s “%s”, %s", key, shown,
                                    consequence);
}

static void
read_format (const ModelProto *model,
             KomaRawModel     *raw)
{
  const char *key = "Image.BitmapPixelFormat";
  const char *value = koma_onnx_find_metadata (model, key);

  for (guint i = 0; value != NULL && i < G_N_ELEMENTS (formats); i++)
    if (is_word (value, formats[i].name)) {
      raw->has_channels = TRUE;
      raw->channels = formats[i].channels;
      return;
    }
  if (value != NULL)
    warn (raw, key, value, "which Koma does not know");
}

static void
set_range (KomaRawModel *raw,
           double        low,
           double        high)
{
  raw->has_normalization = TRUE;
  for (guint c = 0; c < G_N_ELEMENTS (raw->scale); c++) {
    raw->scale[c] = (high - low) / 255;
    raw->offset[c] = low;
  }
}

static void
read_range (const ModelProto *model,
            KomaRawModel     *raw)
{
  const char *key = "Image.NominalPixelRange";
  const char *value = koma_onnx_find_metadata (model, key);

  for (guint i = 0; value != NULL && i < G_N_ELEMENTS (ranges); i++)
    if (is_word (value, ranges[i].name)) {
      set_range (raw, ranges[i].low, ranges[i].high);
      return;
    }
  if (value != NULL)
    warn (raw, key, value, "which Koma does not know");
}

static void
read_gamma (const ModelProto *model,
            KomaRawModel     *raw)
{
  const char *key = "Image.ColorSpaceGamma";
  const char *value = koma_onnx_find_metadata (model, key);

  if (value != NULL && !is_word (value, "SRGB"))
    warn (raw, key, value, "and Koma gives pictures as sRGB");
}

/* "[224, 192]", "(224, 192)" or "224"; @side stays where it is none of these. */
static void
read_side (const char *text, /* (nullable) */
           gint64     *side)
{
  guint64 numbers[2] = { 0 };
  guint   n = 0;
  char   *end = NULL;

  if (text == NULL)
    return;
  text += strspn (text, " [(");
  while (n < G_N_ELEMENTS (numbers) && g_ascii_isdigit (*text)) {
    numbers[n++] = g_ascii_strtoull (text, &end, 10);
    text = end + strspn (end, " ,");
  }
  if (n == 1)
    numbers[1] = numbers[0];
  if (text[strspn (text, " ])")] != '\0' || MIN (numbers[0], numbers[1]) < 1 ||
      MAX (numbers[0], numbers[1]) > KOMA_MAX_INPUT_SIDE)
    return;
  side[0] = (gint64) numbers[0];
  side[1] = (gint64) numbers[1];
}

/**
 * koma_onnx_read_picture:
 * @raw: its normalisation and its channels are set where the file says them; a warning where it
 *   says what Koma can not do
 * @side: [2] rows and columns, for inputs that are open in size; left alone where the file says
 *   none
 *
 * Thread: any.
 */
void
koma_onnx_read_picture (const ModelProto *model,
                        KomaRawModel     *raw,
                        gint64           *side)
{
  read_format (model, raw);
  read_range (model, raw);
  read_gamma (model, raw);
  if (!is_word (koma_onnx_find_metadata (model, "author"), "Ultralytics"))
    return;
  read_side (koma_onnx_find_metadata (model, "imgsz"), side);
  if (!raw->has_normalization && is_word (koma_onnx_find_metadata (model, "task"), "classify"))
    set_range (raw, 0, 1);
}
