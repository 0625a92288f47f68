/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "window-attrs.h"

#include "engine/koma-limits.h"

typedef struct
{
  gint64 size;
  gint64 stride;
  gint64 dilation;
  gint64 before;
  gint64 after;
} Side;

static gint64
choose (int    own,
        int    common,
        gint64 fallback)
{
  return own != 0 ? own : common != 0 ? common
                                      : fallback;
}

static void
read_sides (const KomaWindowOptions *options,
            gboolean                 is_pool,
            Side                    *sides /* [3] */)
{
  const int sizes[] = { options->size_d, options->size_h, options->size_w };
  const int strides[] = { options->stride_d, options->stride_h, options->stride_w };
  const int dilations[] = { options->dilation_d, options->dilation_h, options->dilation_w };
  const int befores[] = { options->pad_front, options->pad_top, options->pad_left };
  const int afters[] = { options->pad_back, options->pad_bottom, options->pad_right };

  for (guint i = 0; i < 3; i++) {
    sides[i].size = choose (sizes[i], options->size, 1);
    sides[i].stride = choose (strides[i], options->stride, is_pool ? sides[i].size : 1);
    sides[i].dilation = choose (dilations[i], options->dilation, 1);
    sides[i].before = (gint64) options->pad + befores[i];
    sides[i].after = (gint64) options->pad + afters[i];
  }
}

static void
check (KomaBuilder *builder,
       const Side  *sides,
       guint        n_sides)
{
  gboolean strides = FALSE;
  gboolean dilates = FALSE;

  for (guint i = 0; i < n_sides; i++) {
    strides = strides || sides[i].stride != 1;
    dilates = dilates || sides[i].dilation != 1;
  }
  if (strides && dilates)
    koma_builder_fail (
      builder, KOMA_ERROR_ARGUMENT,
      "there are strides and dilations, expected that the ones or the others are all 1");
}

static void
set_sides (KomaAttrs  *attrs,
           const char *name,
           const Side *sides,
           guint       n_sides,
           gsize       offset)
{
  gint64 values[5] = { 1, 1, 1, 1, 1 };

  for (guint i = 0; i < n_sides; i++)
    values[i + 1] = G_STRUCT_MEMBER (gint64, &sides[i], offset);
  koma_attrs_set_ints (attrs, name, values, n_sides + 2);
}

static void
set_padding (KomaAttrs  *attrs,
             KomaPadding padding,
             const Side *sides,
             guint       n_sides)
{
  static const char *const names[] = { "VALID", "SAME", "EXPLICIT" };
  gint64                   values[10] = { 0 };

  koma_attrs_set_string (attrs, "padding",
                         padding <= KOMA_PADDING_EXPLICIT ? names[padding] : "(none)");
  for (guint i = 0; i < n_sides; i++) {
    values[2 * i + 2] = sides[i].before;
    values[2 * i + 3] = sides[i].after;
  }
  if (padding == KOMA_PADDING_EXPLICIT)
    koma_attrs_set_ints (attrs, "explicit_paddings", values, 2 * n_sides + 4);
}

KomaAttrs *
koma_window_attrs (KomaBuilder             *builder,
                   const KomaWindowOptions *options,
                   guint                    n_dims,
                   gboolean                 is_pool)
{
  static const KomaWindowOptions none = { 0 };
  KomaAttrs                     *attrs = koma_attrs_new ();
  Side                           sides[3] = { 0 };
  const guint                    n_sides = MAX (n_dims, 2);
  const Side                    *first = &sides[3 - n_sides];

  if (options == NULL)
    options = &none;
  read_sides (options, is_pool, sides);
  if (n_dims == 1)
    sides[1] = (Side){ .size = 1, .stride = 1, .dilation = 1 };
  check (builder, first, n_sides);
  set_sides (attrs, "strides", first, n_sides, G_STRUCT_OFFSET (Side, stride));
  set_sides (attrs, "dilations", first, n_sides, G_STRUCT_OFFSET (Side, dilation));
  if (is_pool)
    set_sides (attrs, "ksize", first, n_sides, G_STRUCT_OFFSET (Side, size));
  set_padding (attrs, options->padding, first, n_sides);
  return attrs;
}

/* TensorFlow's SAME and VALID. FALSE: no window fits. */
static gboolean
place_windows (KomaWindowSide *side,
               KomaPadding     padding,
               gint64          n_in)
{
  const gint64 extent = (side->size - 1) * side->dilation + 1;

  if (padding == KOMA_PADDING_SAME) {
    const gint64 n_out = (n_in + side->stride - 1) / side->stride;
    const gint64 missing = MAX ((n_out - 1) * side->stride + extent - n_in, 0);

    side->before = missing / 2;
    side->after = missing - missing / 2;
  } else if (padding == KOMA_PADDING_VALID) {
    side->before = side->after = 0;
  }
  n_in += side->before + side->after;
  side->n_out = n_in < extent ? 0 : (n_in - extent) / side->stride + 1;
  return side->n_out > 0;
}

gboolean
koma_window_get_sides (KomaBuilder             *builder,
                       const KomaWindowOptions *options,
                       gboolean                 is_pool,
                       const KomaShape         *shape,
                       const gint64            *kernel,
                       KomaWindowSide          *ret_sides)
{
  static const KomaWindowOptions none = { 0 };
  Side                           sides[3] = { 0 };

  options = options != NULL ? options : &none;
  read_sides (options, is_pool, sides);
  check (builder, &sides[1], 2);
  for (guint i = 0; i < 2 && builder->error == NULL; i++) {
    const Side *side = &sides[i + 1];

    ret_sides[i] = (KomaWindowSide){
      .size = kernel != NULL ? kernel[i] : side->size,
      .stride = side->stride,
      .dilation = side->dilation,
      .before = side->before,
      .after = side->after,
    };
    if (MIN (MIN (ret_sides[i].size, side->stride), side->dilation) < 1 ||
        MAX (MAX (ret_sides[i].size, side->stride), side->dilation) > KOMA_MAX_WINDOW_SIDE ||
        MIN (side->before, side->after) < 0 ||
        MAX (side->before, side->after) > KOMA_MAX_WINDOW_SIDE)
      koma_builder_fail (builder, KOMA_ERROR_ARGUMENT,
                         "a size, stride, dilation or padding of windows is out of its range");
    else if (!place_windows (&ret_sides[i], options->padding, shape->dims[i + 1]))
      koma_builder_fail (builder, KOMA_ERROR_SHAPE, "a window of %d does not fit into %d",
                         (int) ret_sides[i].size, (int) shape->dims[i + 1]);
  }
  return builder->error == NULL;
}

KomaWindowOptions
koma_window_get_planes (const KomaWindowOptions *options /* (nullable) */,
                        gboolean                 is_pool)
{
  static const KomaWindowOptions none = { 0 };
  const KomaWindowOptions       *given = options != NULL ? options : &none;
  Side                           sides[3] = { 0 };

  read_sides (given, is_pool, sides);
  return (KomaWindowOptions){
    .size_h = sides[0].size,
    .size_w = 1,
    .stride_h = sides[0].stride,
    .stride_w = 1,
    .dilation_h = sides[0].dilation,
    .dilation_w = 1,
    .padding = given->padding,
    .pad_top = sides[0].before,
    .pad_bottom = sides[0].after,
  };
}

KomaValueId
koma_window_build (KomaBuilder             *builder,
                   KomaOp                   op,
                   const KomaWindowOptions *options,
                   KomaValueId              x,
                   KomaValueId              filter,
                   guint                    n_dims)
{
  const gboolean is_pool = filter == KOMA_VALUE_NONE;
  const gboolean has_batch = koma_builder_get_shape (builder, x).rank != n_dims + 1;
  KomaAttrs     *attrs = koma_window_attrs (builder, options, n_dims, is_pool);
  KomaShape      shape = { 0 };
  KomaValueId    y = KOMA_VALUE_NONE;

  if (!has_batch)
    x = koma_builder_binary (builder, KOMA_OP_EXPAND_DIMS, x, koma_builder_int (builder, 0));
  y = is_pool ? koma_builder_node (builder, op, &x, 1, attrs)
              : KOMA_BUILDER_NODE (builder, op, attrs, x, filter);
  if (has_batch)
    return y;
  shape = koma_builder_get_shape (builder, y);
  return koma_builder_reshape (builder, y,
                               koma_shape_make (MAX (shape.rank, 1) - 1, &shape.dims[1]));
}
