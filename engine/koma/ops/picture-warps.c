/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "picture-warps.h"

#include <math.h>

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/at-once.h"
#include "engine/koma/tensor/tensor-private.h"

/* A picture of a batch, and what is around it. */
typedef struct
{
  const float *pixels;
  gint64       h;
  gint64       w;
  gint64       c;
  double       fill;
} Picture;

static Picture
get_picture (const KomaArray *batch,
             gint64           index,
             double           fill)
{
  const gint64 *dims = batch->shape.dims;

  return (Picture){
    .pixels = (const float *) batch->data + index * dims[1] * dims[2] * dims[3],
    .h = dims[1],
    .w = dims[2],
    .c = dims[3],
    .fill = fill,
  };
}

/* @x and @y are whole, and may be outside, or no number. */
static double
get_pixel (const Picture *picture,
           double         y,
           double         x,
           gint64         channel)
{
  if (!(y >= 0 && y < picture->h && x >= 0 && x < picture->w))
    return picture->fill;
  return picture->pixels[((gint64) y * picture->w + (gint64) x) * picture->c + channel];
}

/* What has no share does not count, be it infinite. */
static double
mix (double a,
     double b,
     double share)
{
  return share == 0 ? a : (1 - share) * a + share * b;
}

static double
interpolate (const Picture    *picture,
             double            y,
             double            x,
             gint64            channel,
             KomaInterpolation interpolation)
{
  const double top = floor (y);
  const double left = floor (x);

  if (interpolation == KOMA_INTERPOLATION_NEAREST)
    return get_pixel (picture, floor (y + 0.5), floor (x + 0.5), channel);
  if (!(y >= -1 && y < picture->h && x >= -1 && x < picture->w))
    return picture->fill;
  return mix (mix (get_pixel (picture, top, left, channel),
                   get_pixel (picture, top, left + 1, channel), x - left),
              mix (get_pixel (picture, top + 1, left, channel),
                   get_pixel (picture, top + 1, left + 1, channel), x - left),
              y - top);
}

static double
reflect (double at,
         gint64 size)
{
  if (at < 0) {
    if (at < 2 * size)
      at += 2 * size * trunc (-at / (2 * size));
    return at < -size ? at + 2 * size : -at - 1;
  }
  if (at > size - 1) {
    at -= 2 * size * trunc (at / (2 * size));
    return at >= size ? 2 * size - at - 1 : at;
  }
  return at;
}

static double
wrap (double at,
      gint64 size)
{
  if (at < 0)
    return at + size * (trunc (-at / (size - 1)) + 1);
  if (at > size - 1)
    return at - size * trunc (at / (size - 1));
  return at;
}

/* A place outside as the one inside that it shows, as TensorFlow's ImageProjectiveTransformV3. */
static double
map (double       at,
     gint64       size,
     KomaFillMode mode)
{
  if (mode == KOMA_FILL_MODE_CONSTANT || isnan (at))
    return at;
  if (size <= 1)
    return 0;
  if (mode == KOMA_FILL_MODE_REFLECT)
    at = reflect (at, size);
  else if (mode == KOMA_FILL_MODE_WRAP)
    at = wrap (at, size);
  return CLAMP (at, 0, size - 1);
}

typedef struct
{
  KomaInterpolation interpolation;
  KomaFillMode      fill_mode;
  double            fill_value;
} Around;

static void
transform_picture (const Picture *picture,
                   const float   *t,
                   const Around  *around,
                   gint64         height,
                   gint64         width,
                   float         *y)
{
  for (gint64 row = 0; row < height; row++)
    for (gint64 column = 0; column < width; column++) {
      const double k = (double) t[6] * column + (double) t[7] * row + 1;
      const double in_x = ((double) t[0] * column + (double) t[1] * row + t[2]) / k;
      const double in_y = ((double) t[3] * column + (double) t[4] * row + t[5]) / k;

      for (gint64 c = 0; c < picture->c; c++)
        *y++ = k == 0 ? around->fill_value
                      : interpolate (picture, map (in_y, picture->h, around->fill_mode),
                                     map (in_x, picture->w, around->fill_mode), c,
                                     around->interpolation);
    }
}

static gboolean
check_batch (KomaTensor *batch,
             const char *name,
             GError    **error)
{
  if (batch->shape.rank != 4)
    return koma_at_once_fail_shape (name, "self", batch, "[n,h,w,c]", error);
  return TRUE;
}

static gboolean
check_transform (KomaTensor *batch,
                 KomaTensor *transforms,
                 Around      around,
                 const char *name,
                 GError    **error)
{
  const KomaShape *shape = &transforms->shape;

  if (!check_batch (batch, name, error))
    return FALSE;
  if (shape->rank != 2 || shape->dims[1] != 8 ||
      (shape->dims[0] != 1 && shape->dims[0] != batch->shape.dims[0]))
    return koma_at_once_fail_shape (name, "transforms", transforms, "[1,8] or [n,8]", error);
  if (around.interpolation > KOMA_INTERPOLATION_BILINEAR ||
      around.fill_mode > KOMA_FILL_MODE_NEAREST)
    return koma_fail (error, KOMA_ERROR_ARGUMENT,
                      "%s: interpolation is %d and fill_mode %d, expected 0 to 1 and 0 to 3", name,
                      (int) around.interpolation, (int) around.fill_mode);
  return TRUE;
}

/**
 * koma_tensor_transform:
 * @self: (nullable): float32 [n, h, w, c]; int32 and bool are converted to it
 * @transforms: (nullable): float32 [1, 8] or [n, 8]: a0, a1, a2, b0, b1, b2, c0, c1
 * @interpolation: what is between pixels
 * @fill_mode: what is around the picture
 * @fill_value: the number of %KOMA_FILL_MODE_CONSTANT
 * @height: rows of the result; 0: h
 * @width: columns of the result; 0: w
 * @error: return location for an error
 *
 * Pictures seen in another perspective: the pixel (x, y) of the result is that at ((a0 x + a1 y +
 * a2) / k, (b0 x + b1 y + b2) / k) of @self, k = c0 x + c1 y + 1, as TensorFlow's
 * ImageProjectiveTransformV3 has it. The numbers are read at once: there is no gradient. Thread:
 * that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if a shape is another; %KOMA_ERROR_ARGUMENT if a size is negative, an
 * enumeration has no such value, or a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [n, height, width, c], floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_transform (KomaTensor       *self,
                       KomaTensor       *transforms,
                       KomaInterpolation interpolation,
                       KomaFillMode      fill_mode,
                       double            fill_value,
                       int               height,
                       int               width,
                       GError          **error)
{
  const Around around = { interpolation, fill_mode, fill_value };
  g_autoptr (KomaArray) x = NULL;
  g_autoptr (KomaArray) t = NULL;
  g_autoptr (KomaArray) y = NULL;
  KomaShape shape = { 0 };

  if (!koma_at_once_begin ((KomaTensor *[]){ self, transforms }, 2, G_STRFUNC, error) ||
      !check_transform (self, transforms, around, G_STRFUNC, error))
    return NULL;
  if (height < 0 || width < 0) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: the size is %d×%d, expected 0 or more", G_STRFUNC,
               height, width);
    return NULL;
  }
  shape = self->shape;
  shape.dims[1] = height > 0 ? height : shape.dims[1];
  shape.dims[2] = width > 0 ? width : shape.dims[2];
  x = koma_at_once_read (self, KOMA_DTYPE_FLOAT32, G_STRFUNC, error);
  t = x != NULL ? koma_at_once_read (transforms, KOMA_DTYPE_FLOAT32, G_STRFUNC, error) : NULL;
  y = t != NULL ? koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error) : NULL;
  if (y == NULL)
    return NULL;
  for (gint64 i = 0; i < shape.dims[0]; i++) {
    const Picture picture = get_picture (x, i, fill_value);

    transform_picture (&picture, (const float *) t->data + (t->shape.dims[0] > 1 ? 8 * i : 0),
                       &around, shape.dims[1], shape.dims[2],
                       (float *) y->data + i * shape.dims[1] * shape.dims[2] * shape.dims[3]);
  }
  return koma_tensor_new_from_array (y);
}

/* How a channel that the fill does not name is filled: alpha is opaque. */
#define OPAQUE 255

static double
get_fill (const float *fill,
          guint        n_fill,
          gint64       channel)
{
  if (n_fill < 2)
    return n_fill == 1 ? fill[0] : 0;
  return channel < n_fill ? fill[channel] : OPAQUE;
}

static void
rotate_picture (Picture      picture,
                double       radians,
                const float *fill,
                guint        n_fill,
                double       center_x,
                double       center_y,
                float       *y)
{
  const double sine = sin (radians);
  const double cosine = cos (radians);
  const double middle_x = center_x * picture.w;
  const double middle_y = center_y * picture.h;

  for (gint64 row = 0; row < picture.h; row++)
    for (gint64 column = 0; column < picture.w; column++) {
      const double dx = column - middle_x;
      const double dy = row - middle_y;
      const double in_x = dx * cosine - dy * sine + middle_x;
      const double in_y = dx * sine + dy * cosine + middle_y;

      for (gint64 c = 0; c < picture.c; c++) {
        picture.fill = get_fill (fill, n_fill, c);
        *y++ = get_pixel (&picture, floor (in_y + 0.5), floor (in_x + 0.5), c);
      }
    }
}

/**
 * koma_tensor_rotate_with_offset:
 * @self: (nullable): float32 [n, h, w, c]; int32 and bool are converted to it
 * @radians: the angle, counter-clockwise
 * @fill: (array length=n_fill) (nullable): what the corners show: one number, or one for each of
 *   the first channels, of which the others are 255; %NULL: 0
 * @n_fill: 0, 1, or c - 1 or c of 2 channels and more
 * @center_x: about which it turns, as a part of the width; 0.5: the middle
 * @center_y: likewise, of the height
 * @error: return location for an error
 *
 * Pictures turned about a point, of the nearest pixels. The numbers are read at once: there is no
 * gradient. Thread: that of the tensor.
 *
 * Errors: %KOMA_ERROR_SHAPE if @self has other dimensions; %KOMA_ERROR_ARGUMENT if @n_fill is
 * another number, or @self was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of the shape of @self, floating, or the scope's in
 *   force
 */
KomaTensor *
koma_tensor_rotate_with_offset (KomaTensor  *self,
                                double       radians,
                                const float *fill,
                                guint        n_fill,
                                double       center_x,
                                double       center_y,
                                GError     **error)
{
  g_autoptr (KomaArray) x = NULL;
  g_autoptr (KomaArray) y = NULL;
  gint64 n_channels = 0;

  if (!koma_at_once_begin (&self, 1, G_STRFUNC, error) || !check_batch (self, G_STRFUNC, error))
    return NULL;
  n_channels = self->shape.dims[3];
  if (n_fill > 1 && n_fill != n_channels && n_fill + 1 != n_channels) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "%s: fill has %u numbers, but there are %d channels",
               G_STRFUNC, n_fill, (int) n_channels);
    return NULL;
  }
  x = koma_at_once_read (self, KOMA_DTYPE_FLOAT32, G_STRFUNC, error);
  y = x != NULL ? koma_array_new (KOMA_DTYPE_FLOAT32, &self->shape, error) : NULL;
  if (y == NULL)
    return NULL;
  for (gint64 i = 0; i < self->shape.dims[0]; i++)
    rotate_picture (get_picture (x, i, 0), radians, fill, n_fill, center_x, center_y,
                    (float *) y->data + i * self->shape.dims[1] * self->shape.dims[2] * n_channels);
  return koma_tensor_new_from_array (y);
}

/* Where row or column @i of @n of a box lies in a picture of @size of them. */
static double
find_place (double low,
            double high,
            gint64 i,
            gint64 n,
            gint64 size)
{
  if (n < 2)
    return 0.5 * (low + high) * (size - 1);
  return low * (size - 1) + i * ((high - low) * (size - 1) / (n - 1));
}

static gboolean
is_within (double at,
           gint64 size)
{
  return at >= 0 && at <= size - 1;
}

static void
crop (const Picture    *picture,
      const float      *box, /* y1, x1, y2, x2 */
      gint64            height,
      gint64            width,
      KomaInterpolation interpolation,
      float            *y)
{
  for (gint64 row = 0; row < height; row++)
    for (gint64 column = 0; column < width; column++) {
      const double in_y = find_place (box[0], box[2], row, height, picture->h);
      const double in_x = find_place (box[1], box[3], column, width, picture->w);

      for (gint64 c = 0; c < picture->c; c++)
        *y++ = is_within (in_y, picture->h) && is_within (in_x, picture->w)
                 ? interpolate (picture, in_y, in_x, c, interpolation)
                 : picture->fill;
    }
}

static gboolean
check_boxes (KomaTensor *batch,
             KomaTensor *boxes,
             KomaTensor *box_indices,
             const char *name,
             GError    **error)
{
  if (!check_batch (batch, name, error))
    return FALSE;
  if (boxes->shape.rank != 2 || boxes->shape.dims[1] != 4)
    return koma_at_once_fail_shape (name, "boxes", boxes, "[boxes,4]", error);
  if (box_indices->shape.rank != 1 || box_indices->shape.dims[0] != boxes->shape.dims[0])
    return koma_at_once_fail_shape (name, "box_indices", box_indices, "one for each box", error);
  return TRUE;
}

static gboolean
check_crop (const KomaArray  *indices,
            gint64            n_pictures,
            int               height,
            int               width,
            KomaInterpolation interpolation,
            const char       *name,
            GError          **error)
{
  if (height < 1 || width < 1 || interpolation > KOMA_INTERPOLATION_BILINEAR)
    return koma_fail (error, KOMA_ERROR_ARGUMENT,
                      "%s: the size is %d×%d and interpolation %d, expected 1 or more, and 0 to 1",
                      name, height, width, (int) interpolation);
  for (gsize i = 0; i < indices->count; i++) {
    const gint32 index = ((const gint32 *) indices->data)[i];

    if (index < 0 || index >= n_pictures)
      return koma_fail (error, KOMA_ERROR_ARGUMENT,
                        "%s: box index %" G_GSIZE_FORMAT " is %d, expected 0 to %d", name, i, index,
                        (int) n_pictures - 1);
  }
  return TRUE;
}

/**
 * koma_tensor_crop_and_resize:
 * @self: (nullable): float32 [n, h, w, c]; int32 and bool are converted to it
 * @boxes: (nullable): float32 [boxes, 4]: y1, x1, y2, x2 of each; 0 is the middle of the first
 *   pixel, 1 that of the last
 * @box_indices: (nullable): int32 [boxes]: the picture of each, 0 to n - 1
 * @height: rows of the result, 1 or more
 * @width: columns of the result, 1 or more
 * @interpolation: what is between pixels
 * @fill_value: what is outside of a picture
 * @error: return location for an error
 *
 * Parts of pictures in one size; of a box whose y2 is less than y1 the part is upside down. The
 * numbers are read at once: there is no gradient. Thread: that of the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if a shape is another; %KOMA_ERROR_ARGUMENT if an index or a size is
 * out of its range, @interpolation is none, or a tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 [boxes, @height, @width, c], floating, or the
 *   scope's in force
 */
KomaTensor *
koma_tensor_crop_and_resize (KomaTensor       *self,
                             KomaTensor       *boxes,
                             KomaTensor       *box_indices,
                             int               height,
                             int               width,
                             KomaInterpolation interpolation,
                             double            fill_value,
                             GError          **error)
{
  KomaTensor *tensors[] = { self, boxes, box_indices };
  g_autoptr (KomaArray) x = NULL;
  g_autoptr (KomaArray) b = NULL;
  g_autoptr (KomaArray) indices = NULL;
  g_autoptr (KomaArray) y = NULL;
  KomaShape shape = { 0 };

  if (!koma_at_once_begin (tensors, 3, G_STRFUNC, error) ||
      !check_boxes (self, boxes, box_indices, G_STRFUNC, error))
    return NULL;
  indices = koma_at_once_read (box_indices, KOMA_DTYPE_INT32, G_STRFUNC, error);
  if (indices == NULL || !check_crop (indices, self->shape.dims[0], height, width, interpolation,
                                      G_STRFUNC, error))
    return NULL;
  shape = KOMA_SHAPE (boxes->shape.dims[0], height, width, self->shape.dims[3]);
  x = koma_at_once_read (self, KOMA_DTYPE_FLOAT32, G_STRFUNC, error);
  b = x != NULL ? koma_at_once_read (boxes, KOMA_DTYPE_FLOAT32, G_STRFUNC, error) : NULL;
  y = b != NULL ? koma_array_new (KOMA_DTYPE_FLOAT32, &shape, error) : NULL;
  if (y == NULL)
    return NULL;
  for (gint64 i = 0; i < shape.dims[0]; i++) {
    const Picture picture = get_picture (x, ((const gint32 *) indices->data)[i], fill_value);

    crop (&picture, (const float *) b->data + 4 * i, height, width, interpolation,
          (float *) y->data + i * height * width * shape.dims[3]);
  }
  return koma_tensor_new_from_array (y);
}
