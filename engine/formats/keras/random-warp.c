/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers that move, turn and scale pictures by chance while a model is trained, and nothing
 * otherwise. */
#include "config.h"
#include "layers.h"
#include "random.h"

/* Where the pixel (x, y) of the result is in the picture; each [n, 1, 1, 1] or a number. */
typedef struct
{
  KomaValueId xx; /* x of the picture: xx · x + xy · y + x0 */
  KomaValueId xy; /* (nullable) */
  KomaValueId x0;
  KomaValueId yx; /* (nullable) y of the picture: yx · x + yy · y + y0 */
  KomaValueId yy;
  KomaValueId y0;
} Warp;

typedef struct
{
  const char *mode; /* setting "fill_mode" */
  double      fill;
  gint64      n;
  gint64      h;
  gint64      w;
  gint64      c;
} Picture;

static KomaValueId
with (KomaBuilder *b,
      KomaOp       op,
      KomaValueId  x,
      double       number)
{
  return koma_builder_with_number (b, op, x, number);
}

/* Whole places from @n on, along a dimension of [1, h, w, 1]. */
static KomaValueId
make_places (KomaBuilder *b,
             gint64       n,
             gboolean     is_of_rows)
{
  g_autofree float *places = g_new (float, n);

  for (gint64 i = 0; i < n; i++)
    places[i] = (float) i;
  return koma_builder_data (b, KOMA_DTYPE_FLOAT32,
                            is_of_rows ? KOMA_SHAPE (1, n, 1, 1) : KOMA_SHAPE (1, 1, n, 1), places);
}

static KomaValueId
combine (KomaBuilder *b,
         KomaValueId  of_x, /* (nullable) */
         KomaValueId  x,
         KomaValueId  of_y, /* (nullable) */
         KomaValueId  y,
         KomaValueId  offset)
{
  if (of_x != KOMA_VALUE_NONE)
    offset = koma_builder_binary (b, KOMA_OP_ADD, offset,
                                  koma_builder_binary (b, KOMA_OP_MUL, of_x, x));
  if (of_y != KOMA_VALUE_NONE)
    offset = koma_builder_binary (b, KOMA_OP_ADD, offset,
                                  koma_builder_binary (b, KOMA_OP_MUL, of_y, y));
  return offset;
}

/* A place outside as the one inside that it shows: the picture goes on mirrored, repeated, or with
 * its last pixels. */
static KomaValueId
map (KomaBuilder   *b,
     const Picture *picture,
     KomaValueId    at,
     gint64         size)
{
  if (g_str_equal (picture->mode, "constant"))
    return at;
  if (g_str_equal (picture->mode, "reflect")) {
    at = with (b, KOMA_OP_FLOOR_MOD, at, 2.0 * (double) size);
    at = koma_builder_binary (
      b, KOMA_OP_MINIMUM, at,
      koma_builder_binary (b, KOMA_OP_SUB, koma_builder_float (b, 2.0 * (double) size - 1), at));
  } else if (g_str_equal (picture->mode, "wrap")) {
    at = with (b, KOMA_OP_FLOOR_MOD, at, (double) size);
  }
  at = with (b, KOMA_OP_MAXIMUM, at, 0);
  return with (b, KOMA_OP_MINIMUM, at, (double) (size - 1));
}

static KomaValueId
is_between (KomaBuilder *b,
            KomaValueId  at,
            gint64       size)
{
  return koma_builder_binary (b, KOMA_OP_LOGICAL_AND, with (b, KOMA_OP_GREATER_EQUAL, at, 0),
                              with (b, KOMA_OP_LESS_EQUAL, at, (double) (size - 1)));
}

/* Pixels at whole places [n, h, w, 1], of all pictures one behind the other; the fill where there
 * are none. */
static KomaValueId
add_pixels (KomaBuilder   *b,
            const Picture *picture,
            KomaValueId    pixels, /* [n · h · w, c] */
            KomaValueId    y,
            KomaValueId    x)
{
  const KomaValueId is_inside = koma_builder_binary (
    b, KOMA_OP_LOGICAL_AND, is_between (b, y, picture->h), is_between (b, x, picture->w));
  g_autofree gint32 *firsts = g_new (gint32, picture->n);
  KomaValueId        place = KOMA_VALUE_NONE;

  for (gint64 i = 0; i < picture->n; i++)
    firsts[i] = (gint32) (i * picture->h * picture->w);
  y = with (b, KOMA_OP_MINIMUM, with (b, KOMA_OP_MAXIMUM, y, 0), (double) (picture->h - 1));
  x = with (b, KOMA_OP_MINIMUM, with (b, KOMA_OP_MAXIMUM, x, 0), (double) (picture->w - 1));
  place = koma_builder_binary (b, KOMA_OP_ADD, with (b, KOMA_OP_MUL, y, (double) picture->w), x);
  place = koma_builder_binary (
    b, KOMA_OP_ADD, koma_builder_cast (b, place, KOMA_DTYPE_INT32),
    koma_builder_data (b, KOMA_DTYPE_INT32, KOMA_SHAPE (picture->n, 1, 1, 1), firsts));
  place = koma_builder_reshape (b, place, KOMA_SHAPE (picture->n, picture->h, picture->w));
  place = KOMA_BUILDER_NODE (b, KOMA_OP_GATHER, NULL, pixels, place, koma_builder_int (b, 0));
  return KOMA_BUILDER_NODE (b, KOMA_OP_SELECT, NULL, is_inside, place,
                            koma_builder_float (b, picture->fill));
}

/* (1 - share) a + share b */
static KomaValueId
mix (KomaBuilder *b,
     KomaValueId  a,
     KomaValueId  other,
     KomaValueId  share)
{
  const KomaValueId more = koma_builder_binary (b, KOMA_OP_SUB, other, a);

  return koma_builder_binary (b, KOMA_OP_ADD, a, koma_builder_binary (b, KOMA_OP_MUL, share, more));
}

static KomaValueId
add_nearest (KomaBuilder   *b,
             const Picture *picture,
             KomaValueId    pixels,
             KomaValueId    y,
             KomaValueId    x)
{
  return add_pixels (b, picture, pixels,
                     koma_builder_unary (b, KOMA_OP_FLOOR, with (b, KOMA_OP_ADD, y, 0.5)),
                     koma_builder_unary (b, KOMA_OP_FLOOR, with (b, KOMA_OP_ADD, x, 0.5)));
}

static KomaValueId
add_bilinear (KomaBuilder   *b,
              const Picture *picture,
              KomaValueId    pixels,
              KomaValueId    y,
              KomaValueId    x)
{
  const KomaValueId top = koma_builder_unary (b, KOMA_OP_FLOOR, y);
  const KomaValueId left = koma_builder_unary (b, KOMA_OP_FLOOR, x);
  const KomaValueId bottom = with (b, KOMA_OP_ADD, top, 1);
  const KomaValueId right = with (b, KOMA_OP_ADD, left, 1);
  const KomaValueId down = koma_builder_binary (b, KOMA_OP_SUB, y, top);
  const KomaValueId across = koma_builder_binary (b, KOMA_OP_SUB, x, left);

  return mix (b,
              mix (b, add_pixels (b, picture, pixels, top, left),
                   add_pixels (b, picture, pixels, top, right), across),
              mix (b, add_pixels (b, picture, pixels, bottom, left),
                   add_pixels (b, picture, pixels, bottom, right), across),
              down);
}

/* About the middle of the picture. Keras' get_rotation_matrix () */
static Warp
make_rotation (KomaBuilder         *b,
               const KomaKerasCall *call,
               const Picture       *picture)
{
  const double      w = (double) picture->w - 1;
  const double      h = (double) picture->h - 1;
  const KomaValueId angle =
    with (b, KOMA_OP_MUL, koma_keras_add_drawn (b, call, "factor"), 2 * G_PI);
  const KomaValueId cosine = koma_builder_unary (b, KOMA_OP_COS, angle);
  const KomaValueId sine = koma_builder_unary (b, KOMA_OP_SIN, angle);
  const KomaValueId less = koma_builder_unary (b, KOMA_OP_NEG, sine);
  const KomaValueId rest = with (b, KOMA_OP_MUL, with (b, KOMA_OP_SUB, cosine, 1), -0.5);

  return (Warp){
    .xx = cosine,
    .xy = less,
    .x0 = koma_builder_binary (b, KOMA_OP_ADD, with (b, KOMA_OP_MUL, rest, w),
                               with (b, KOMA_OP_MUL, sine, h / 2)),
    .yx = sine,
    .yy = cosine,
    .y0 = koma_builder_binary (b, KOMA_OP_ADD, with (b, KOMA_OP_MUL, rest, h),
                               with (b, KOMA_OP_MUL, less, w / 2)),
  };
}

static Warp
make_translation (KomaBuilder         *b,
                  const KomaKerasCall *call,
                  const Picture       *picture)
{
  const KomaValueId one = koma_builder_float (b, 1);
  const KomaValueId down = koma_keras_add_drawn (b, call, "height_factor");
  const KomaValueId across = koma_keras_add_drawn (b, call, "width_factor");

  return (Warp){
    .xx = one,
    .xy = KOMA_VALUE_NONE,
    .x0 = with (b, KOMA_OP_MUL, across, -(double) picture->w),
    .yx = KOMA_VALUE_NONE,
    .yy = one,
    .y0 = with (b, KOMA_OP_MUL, down, -(double) picture->h),
  };
}

/* About the middle; without a width_factor height and width change alike. */
static Warp
make_zoom (KomaBuilder         *b,
           const KomaKerasCall *call,
           const Picture       *picture)
{
  const KomaValueId down =
    with (b, KOMA_OP_ADD, koma_keras_add_drawn (b, call, "height_factor"), 1);
  const KomaValueId across =
    koma_keras_config_is_set (call, "width_factor")
      ? with (b, KOMA_OP_ADD, koma_keras_add_drawn (b, call, "width_factor"), 1)
      : down;

  return (Warp){
    .xx = across,
    .xy = KOMA_VALUE_NONE,
    .x0 = with (b, KOMA_OP_MUL, with (b, KOMA_OP_SUB, across, 1), (double) (1 - picture->w) / 2),
    .yx = KOMA_VALUE_NONE,
    .yy = down,
    .y0 = with (b, KOMA_OP_MUL, with (b, KOMA_OP_SUB, down, 1), (double) (1 - picture->h) / 2),
  };
}

static Warp
make_warp (KomaBuilder         *b,
           const KomaKerasCall *call,
           const Picture       *picture)
{
  if (g_str_equal (call->class_name, "RandomRotation"))
    return make_rotation (b, call, picture);
  if (g_str_equal (call->class_name, "RandomTranslation"))
    return make_translation (b, call, picture);
  return make_zoom (b, call, picture);
}

static gboolean
read_picture (KomaBuilder         *b,
              const KomaKerasCall *call,
              Picture             *picture)
{
  static const char *const modes[] = { "constant", "nearest", "reflect", "wrap", NULL };
  const KomaShape          shape = koma_builder_get_shape (b, call->inputs[0]);

  if (!koma_keras_config_check_pictures (call))
    return FALSE;
  *picture = (Picture){
    .mode = koma_keras_config_word (call, "fill_mode", "reflect"),
    .fill = koma_keras_config_double (call, "fill_value", 0),
    .n = shape.dims[0],
    .h = shape.dims[1],
    .w = shape.dims[2],
    .c = shape.dims[3],
  };
  if (b->error == NULL && !g_strv_contains (modes, picture->mode))
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "fill_mode “%s”", picture->mode);
  /* Places are floats on their way, which are exact up to there. */
  if (b->error == NULL && (picture->h * picture->w > 1 << 24 ||
                           picture->n > G_MAXINT32 / MAX (picture->h * picture->w, 1)))
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "pictures of more than 2²⁴ pixels");
  return b->error == NULL;
}

/* RandomRotation, RandomTranslation, RandomZoom */
KomaValueId
koma_keras_random_warp (KomaBuilder         *b,
                        const KomaKerasCall *call)
{
  const KomaValueId x = call->inputs[0];
  const char       *between = koma_keras_config_word (call, "interpolation", "bilinear");
  Picture           picture = { 0 };
  Warp              warp = { 0 };
  KomaValueId       columns = KOMA_VALUE_NONE;
  KomaValueId       rows = KOMA_VALUE_NONE;
  KomaValueId       in_x = KOMA_VALUE_NONE;
  KomaValueId       in_y = KOMA_VALUE_NONE;
  KomaValueId       pixels = KOMA_VALUE_NONE;

  if (!call->keras->is_training)
    return koma_builder_unary (b, call->op, x);
  if (!read_picture (b, call, &picture))
    return KOMA_VALUE_NONE;
  if (!g_str_equal (between, "bilinear") && !g_str_equal (between, "nearest"))
    return koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "interpolation “%s”", between);
  warp = make_warp (b, call, &picture);
  columns = make_places (b, picture.w, FALSE);
  rows = make_places (b, picture.h, TRUE);
  in_x = map (b, &picture, combine (b, warp.xx, columns, warp.xy, rows, warp.x0), picture.w);
  in_y = map (b, &picture, combine (b, warp.yx, columns, warp.yy, rows, warp.y0), picture.h);
  pixels = koma_builder_reshape (b, x, KOMA_SHAPE (picture.n * picture.h * picture.w, picture.c));
  return g_str_equal (between, "nearest") ? add_nearest (b, &picture, pixels, in_y, in_x)
                                          : add_bilinear (b, &picture, pixels, in_y, in_x);
}
