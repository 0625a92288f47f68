/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Picture to input, in this order: (grey) → crop → resize in 8 bits → (bars) → (mirror) → numbers.
 * The order is part of the result: grey before the resize rounds differently
 * from grey after it. */

#include "preprocess.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "resize.h"
#include "scaled-cut.h"

/* 8-bit value to the float that the model wants; [channel of the model, p].
 * Each entry is computed in double and rounded once. */
typedef struct
{
  float values[3][256];
} RangeTables;

static void
fill_tables (const KomaRecipe *recipe,
             RangeTables      *ret_tables)
{
  for (guint c = 0; c < koma_recipe_get_n_channels (recipe); c++)
    for (guint p = 0; p < 256; p++)
      ret_tables->values[c][p] = (float) (p * recipe->scale[c] + recipe->offset[c]);
}

/* The largest part of the picture's centre with the target's ratio. */
static KomaPixels
crop_centre (const KomaPixels *pixels,
             guint             target_width,
             guint             target_height)
{
  const guint64 across = (guint64) pixels->width * target_height;
  const guint64 down = (guint64) pixels->height * target_width;
  KomaPixels    part = *pixels;
  gsize         left = 0;
  gsize         top = 0;

  if (across > down)
    part.width = (guint) MAX (down / target_height, 1);
  else
    part.height = (guint) MAX (across / target_width, 1);

  left = (pixels->width - part.width) / 2;
  top = (pixels->height - part.height) / 2;
  part.data += top * pixels->stride + left * pixels->n_channels;
  return part;
}

/* The luma of ITU-R 601, (299 R + 587 G + 114 B) / 1000, in 16-bit fixed
 * point, rounded: to the bit what Pillow calls "L". */
static void
convert_to_grey (const KomaPixels *rgb,
                 guint8           *ret_grey)
{
  for (guint y = 0; y < rgb->height; y++) {
    const guint8 *pixel = rgb->data + y * rgb->stride;

    for (guint x = 0; x < rgb->width; x++, pixel += 3)
      *ret_grey++ = (guint8) ((pixel[0] * 19595u + pixel[1] * 38470u +
                               pixel[2] * 7471u + 0x8000u) >>
                              16);
  }
}

static void
look_up_rgb (const RangeTables *tables,
             const guint8 *restrict pixels,
             gsize n_pixels,
             float *restrict ret_input)
{
  for (gsize i = 0; i < 3 * n_pixels; i += 3) {
    ret_input[i] = tables->values[0][pixels[i]];
    ret_input[i + 1] = tables->values[1][pixels[i + 1]];
    ret_input[i + 2] = tables->values[2][pixels[i + 2]];
  }
}

static void
look_up_bgr (const RangeTables *tables,
             const guint8 *restrict pixels,
             gsize n_pixels,
             float *restrict ret_input)
{
  for (gsize i = 0; i < 3 * n_pixels; i += 3) {
    ret_input[i] = tables->values[0][pixels[i + 2]];
    ret_input[i + 1] = tables->values[1][pixels[i + 1]];
    ret_input[i + 2] = tables->values[2][pixels[i]];
  }
}

static void
look_up_grey (const RangeTables *tables,
              const guint8 *restrict pixels,
              gsize n_pixels,
              float *restrict ret_input)
{
  for (gsize i = 0; i < n_pixels; i++)
    ret_input[i] = tables->values[0][pixels[i]];
}

/* Bytes for @width × @height × @n_channels, 0 or more; NULL and an error if there are none. */
static guint8 *
allocate_pixels (guint    width,
                 guint    height,
                 guint    n_channels,
                 GError **error)
{
  gsize   size_bytes = 0;
  guint8 *pixels = NULL;

  if (g_size_checked_mul (&size_bytes, width, height) &&
      g_size_checked_mul (&size_bytes, size_bytes, n_channels))
    pixels = g_try_malloc (MAX (size_bytes, 1));
  if (pixels == NULL)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MEMORY,
                 "%u × %u pixels: out of memory", width, height);
  return pixels;
}

/* @side when @other_side becomes @target. */
static guint
scale_side (guint side,
            guint target,
            guint other_side)
{
  return (guint) MAX (((guint64) side * target + other_side / 2) / other_side, 1);
}

/* The largest size of the picture's ratio within the model's; the rest is bars that the model sees
 * as black, also where light and dark are swapped. */
static gboolean
resize_between_bars (const KomaRecipe *recipe,
                     const KomaPixels *pixels,
                     guint8           *ret_pixels,
                     GError          **error)
{
  const gboolean is_wide = (guint64) pixels->width * recipe->height >=
                           (guint64) pixels->height * recipe->width;
  const guint        width = is_wide ? recipe->width
                                     : scale_side (pixels->width, recipe->height, pixels->height);
  const guint        height = is_wide ? scale_side (pixels->height, recipe->width, pixels->width)
                                      : recipe->height;
  const gsize        row_bytes = (gsize) width * pixels->n_channels;
  const gsize        out_bytes = (gsize) recipe->width * pixels->n_channels;
  const gsize        left = (gsize) ((recipe->width - width) / 2) * pixels->n_channels;
  const guint        top = (recipe->height - height) / 2;
  g_autofree guint8 *resized = allocate_pixels (width, height, pixels->n_channels, error);

  if (resized == NULL || !koma_resize (pixels, recipe->resize, width, height, resized, error))
    return FALSE;
  memset (ret_pixels, koma_recipe_is_inverted (recipe) ? 255 : 0, out_bytes * recipe->height);
  for (guint y = 0; y < height; y++)
    memcpy (ret_pixels + (top + y) * out_bytes + left, resized + y * row_bytes, row_bytes);
  return TRUE;
}

/* The whole picture scaled, and the model's size of its centre. */
static gboolean
resize_and_cut (const KomaRecipe *recipe,
                const KomaPixels *pixels,
                guint8           *ret_pixels,
                GError          **error)
{
  const KomaScaledCut cut = koma_scaled_cut_find (recipe, pixels->width, pixels->height);
  g_autofree guint8  *scaled = allocate_pixels (cut.width, cut.height, pixels->n_channels, error);

  if (scaled == NULL || !koma_resize (pixels, recipe->resize, cut.width, cut.height, scaled, error))
    return FALSE;
  koma_scaled_cut_copy (&cut, recipe, scaled, pixels->n_channels, ret_pixels);
  return TRUE;
}

/**
 * koma_preprocess_get_min_side:
 *
 * Twice the model's size leaves the resize enough to average over: the answers stay those of the
 * whole picture.
 *
 * Returns: what koma_decoder_decode_file() takes as `min_side`, in pixels
 */
guint
koma_preprocess_get_min_side (const KomaRecipe *recipe)
{
  return 2 * MAX (MAX (recipe->width, recipe->height),
                  MAX (recipe->scaled_width, recipe->scaled_height));
}

/**
 * koma_preprocess_pixels:
 * @recipe: what the model wants
 * @rgb: `[height, width, 3]`, 0 … 255, rows @stride bytes apart
 * @width: pixels, 1 or more
 * @height: pixels, 1 or more
 * @stride: bytes from one row to the next
 * @ret_pixels: (out caller-allocates): `[recipe height, recipe width,
 *   channels]`, for koma_preprocess_numbers()
 * @error: return location
 *
 * Makes a picture as large as the model wants it: grey if it wants grey, the centre cut
 * out (or all of it stretched, or put between bars), resized. With bilinear and bicubic
 * resizing these pixels are Pillow's to the bit.
 *
 * Reads each pixel of the cut once; only a grey recipe takes memory of the
 * size of the cut.
 *
 * Thread: any.
 *
 * Errors: %KOMA_ERROR_SHAPE: one of the sizes is 0; %KOMA_ERROR_MEMORY.
 */
gboolean
koma_preprocess_pixels (const KomaRecipe *recipe,
                        const guint8     *rgb,
                        guint             width,
                        guint             height,
                        gsize             stride,
                        guint8           *ret_pixels,
                        GError          **error)
{
  KomaPixels         part = { rgb, width, height, 3, stride };
  g_autofree guint8 *grey = NULL;

  if (width == 0 || height == 0 || recipe->width == 0 || recipe->height == 0)
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "A picture of %u × %u pixels can not become one of %u × %u",
                      width, height, recipe->width, recipe->height);

  if (recipe->fit == KOMA_FIT_CROP && recipe->scaled_width == 0)
    part = crop_centre (&part, recipe->width, recipe->height);
  if (recipe->channels == KOMA_CHANNELS_GREY) {
    grey = allocate_pixels (part.width, part.height, 1, error);
    if (grey == NULL)
      return FALSE;
    convert_to_grey (&part, grey);
    part = (KomaPixels){ grey, part.width, part.height, 1, part.width };
  }
  if (recipe->scaled_width > 0)
    return resize_and_cut (recipe, &part, ret_pixels, error);
  return recipe->fit == KOMA_FIT_PAD
           ? resize_between_bars (recipe, &part, ret_pixels, error)
           : koma_resize (&part, recipe->resize, recipe->width, recipe->height, ret_pixels, error);
}

/**
 * koma_preprocess_numbers:
 * @recipe: what the model wants
 * @pixels: of koma_preprocess_pixels()
 * @ret_input: (out caller-allocates): `[recipe height, recipe width,
 *   channels]`, one picture of the model's input, in its value range
 *
 * Thread: any.
 */
void
koma_preprocess_numbers (const KomaRecipe *recipe,
                         const guint8     *pixels,
                         float            *ret_input)
{
  const gsize n_pixels = (gsize) recipe->width * recipe->height;
  RangeTables tables;

  fill_tables (recipe, &tables);
  switch (recipe->channels) {
  case KOMA_CHANNELS_RGB:
    look_up_rgb (&tables, pixels, n_pixels, ret_input);
    break;
  case KOMA_CHANNELS_BGR:
    look_up_bgr (&tables, pixels, n_pixels, ret_input);
    break;
  case KOMA_CHANNELS_GREY:
    look_up_grey (&tables, pixels, n_pixels, ret_input);
    break;
  }
}

/**
 * koma_preprocess:
 *
 * koma_preprocess_pixels() and koma_preprocess_numbers(), where nobody wants the pixels.
 *
 * Thread: any.
 *
 * Errors: those of koma_preprocess_pixels().
 */
gboolean
koma_preprocess (const KomaRecipe *recipe,
                 const guint8     *rgb,
                 guint             width,
                 guint             height,
                 gsize             stride,
                 float            *ret_input,
                 GError          **error)
{
  const guint        n_channels = koma_recipe_get_n_channels (recipe);
  g_autofree guint8 *pixels = allocate_pixels (recipe->width, recipe->height, n_channels, error);

  if (pixels == NULL ||
      !koma_preprocess_pixels (recipe, rgb, width, height, stride, pixels, error))
    return FALSE;
  koma_preprocess_numbers (recipe, pixels, ret_input);
  return TRUE;
}

static KomaPreprocessRegion
find_cut_region (const KomaRecipe *recipe,
                 guint             width,
                 guint             height)
{
  const KomaScaledCut cut = koma_scaled_cut_find (recipe, width, height);

  return (KomaPreprocessRegion){ (double) cut.left / cut.width, (double) cut.top / cut.height,
                                 (double) recipe->width / cut.width,
                                 (double) recipe->height / cut.height };
}

/**
 * koma_preprocess_find_region:
 * @recipe: what the model wants
 * @width: of the picture, in pixels, 1 or more
 * @height: likewise
 *
 * Where the model's input lies on the picture: its left upper corner and its size, in parts of the
 * picture's width and height. 0 … 1 is within the picture; bars are beyond.
 *
 * Thread: any.
 *
 * Returns: the region
 */
KomaPreprocessRegion
koma_preprocess_find_region (const KomaRecipe *recipe,
                             guint             width,
                             guint             height)
{
  /* The input's width, as wide as the picture is high, in widths of the picture. */
  const double ratio = (double) recipe->width * height / ((double) recipe->height * width);
  const double across = recipe->fit == KOMA_FIT_CROP ? MIN (ratio, 1) : MAX (ratio, 1);
  const double down = across / ratio;

  if (recipe->scaled_width > 0)
    return find_cut_region (recipe, width, height);
  if (recipe->fit == KOMA_FIT_STRETCH)
    return (KomaPreprocessRegion){ 0, 0, 1, 1 };
  return (KomaPreprocessRegion){ (1 - across) / 2, (1 - down) / 2, across, down };
}

/**
 * koma_preprocess_mirror:
 * @recipe: what the model wants
 * @pixels: (inout): of koma_preprocess_pixels()
 *
 * Exchanges left and right, in place: as if the picture had been mirrored, for
 * much less.
 *
 * Thread: any.
 */
void
koma_preprocess_mirror (const KomaRecipe *recipe,
                        guint8           *pixels)
{
  const gsize n_channels = koma_recipe_get_n_channels (recipe);
  const gsize row_bytes = recipe->width * n_channels;

  for (guint y = 0; y < recipe->height; y++) {
    guint8 *left = pixels + y * row_bytes;
    guint8 *right = left + row_bytes - n_channels;

    for (; left < right; left += n_channels, right -= n_channels) {
      for (gsize c = 0; c < n_channels; c++) {
        const guint8 value = left[c];

        left[c] = right[c];
        right[c] = value;
      }
    }
  }
}
