/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "volumes-transposed.h"

#include "volume-planes.h"
#include "window-attrs.h"

typedef struct
{
  const KomaWindowOptions *options; /* (nullable) */
  KomaWindowOptions        planes;
  KomaShape                output; /* [n, out_d, out_h, out_w, out_c] */
  gint64                   n_in;   /* planes of the input */
} Transposed;

/* Planes [n, n_in, pixels] with the stride between them, from the @offset-th of the padded output
 * on; the padding goes. */
static KomaValueId
spread_planes (KomaBuilder      *builder,
               const Transposed *self,
               KomaValueId       x,
               gint64            offset)
{
  const gint64 stride = self->planes.stride_h;
  const gint64 n_padded =
    self->output.dims[1] + self->planes.pad_top + self->planes.pad_bottom;
  const gint64    n_spread = self->n_in * stride;
  const KomaShape shape = koma_builder_get_shape (builder, x);

  x = koma_builder_expand_dims (builder, x, 2);
  x = KOMA_BUILDER_NODE (
    builder, KOMA_OP_PAD, NULL, x,
    koma_builder_ints (builder, (gint32[]){ 0, 0, 0, 0, 0, stride - 1, 0, 0 }, 8));
  x = koma_builder_reshape (builder, x, KOMA_SHAPE (shape.dims[0], n_spread, shape.dims[2]));
  x = KOMA_BUILDER_NODE (
    builder, KOMA_OP_PAD, NULL, x,
    koma_builder_ints (
      builder, (gint32[]){ 0, 0, offset, MAX (n_padded - n_spread - offset, 0), 0, 0 }, 6));
  return koma_builder_slice (builder, x, (gint32[]){ 0, self->planes.pad_top, 0 },
                             (gint32[]){ -1, self->output.dims[1], -1 });
}

/* What one plane of the filter makes of all pictures [n · n_in, h, w, in_c]. */
static KomaValueId
transpose_plane (KomaBuilder      *builder,
                 const Transposed *self,
                 KomaValueId       pictures,
                 KomaValueId       filter)
{
  const gint64 *dims = self->output.dims;
  KomaValueId   y = KOMA_VALUE_NONE;

  y = KOMA_BUILDER_NODE (
    builder, KOMA_OP_CONV_2D_BACKPROP_INPUT, koma_window_attrs (builder, self->options, 2, FALSE),
    koma_builder_shape (builder, KOMA_SHAPE (dims[0] * self->n_in, dims[2], dims[3], dims[4])),
    filter, pictures);
  return koma_builder_reshape (builder, y,
                               KOMA_SHAPE (dims[0], self->n_in, dims[2] * dims[3] * dims[4]));
}

static gboolean
check_shapes (KomaBuilder     *builder,
              const KomaShape *x,
              const KomaShape *filter,
              const KomaShape *output)
{
  const char *expected = NULL;

  if (x->rank != 5)
    expected = "input of 4 or 5 dimensions";
  else if (filter->rank != 5 || filter->dims[4] != x->dims[4] || filter->dims[0] < 1)
    expected = "filter [kernel_d,kernel_h,kernel_w,out_c,in_c] with the channels of the input";
  else if (output->rank != 5 || output->dims[0] != x->dims[0] ||
           output->dims[4] != filter->dims[3])
    expected = "output shape with the batch of the input and the out_c of the filter";
  for (guint d = 1; expected == NULL && d < 4; d++)
    if (output->dims[d] < 1)
      expected = "output shape of 1 or more";
  if (expected != NULL) {
    g_autofree char *of_x = koma_shape_to_string (x);
    g_autofree char *of_filter = koma_shape_to_string (filter);
    g_autofree char *of_output = koma_shape_to_string (output);

    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "input %s, filter %s, output %s, expected an %s",
                       of_x, of_filter, of_output, expected);
  }
  return expected == NULL;
}

/* The sum over the planes of the filter. @x: [n, d, h, w, in_c] */
static KomaValueId
build_transposed (KomaBuilder *builder,
                  Transposed  *self,
                  KomaValueId  x,
                  KomaValueId  filter)
{
  const KomaShape shape = koma_builder_get_shape (builder, x);
  const KomaShape kernel = koma_builder_get_shape (builder, filter);
  KomaValueId     sum = KOMA_VALUE_NONE;
  gint64          n_in = 0;

  if (!check_shapes (builder, &shape, &kernel, &self->output) ||
      !koma_volume_check_planes (builder, &self->planes))
    return KOMA_VALUE_NONE;
  self->n_in = shape.dims[1];
  n_in = koma_volume_count_planes (&self->planes, self->output.dims[1], kernel.dims[0]);
  if (n_in != self->n_in)
    return koma_builder_fail (builder, KOMA_ERROR_SHAPE,
                              "the output shape asks for an input of %d planes, but it has %d",
                              (int) MAX (n_in, 0), (int) self->n_in);
  x = koma_builder_reshape (builder, x,
                            KOMA_SHAPE (shape.dims[0] * self->n_in, shape.dims[2], shape.dims[3],
                                        shape.dims[4]));
  for (gint32 i = 0; i < kernel.dims[0] && builder->error == NULL; i++) {
    KomaValueId y =
      transpose_plane (builder, self, x, koma_volume_take_filter (builder, filter, i));

    y = spread_planes (builder, self, y, (gint64) i * self->planes.dilation_h);
    sum = i == 0 ? y : koma_builder_binary (builder, KOMA_OP_ADD, sum, y);
  }
  return koma_builder_reshape (builder, sum, self->output);
}

/**
 * koma_tensor_conv3d_transpose:
 * @self: (nullable): float32 [n, d, h, w, in_c], or without a batch [d, h, w, in_c]
 * @filter: (nullable): float32 [kernel_d, kernel_h, kernel_w, out_c, in_c]
 * @output_shape: (array length=rank): [n, out_d, out_h, out_w, out_c], of which a convolution with
 *   @options makes d, h and w; without n where @self has none
 * @rank: 5, or 4 without a batch
 * @options: (nullable): strides, dilations and padding; %NULL: strides of 1, no padding
 * @error: return location for an error
 *
 * The transposed convolution: the gradient of koma_tensor_conv3d() by its input. Thread: that of
 * the tensors.
 *
 * Errors: %KOMA_ERROR_SHAPE if the shapes do not go together, or no window fits; %KOMA_ERROR_MODEL
 * or %KOMA_ERROR_ARGUMENT if a number of @options is out of its range, or strides and dilations are
 * both above 1; %KOMA_ERROR_UNSUPPORTED of another dtype than float32; %KOMA_ERROR_ARGUMENT if a
 * tensor was disposed of; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32, of @output_shape, floating, or the scope's in force
 */
KomaTensor *
koma_tensor_conv3d_transpose (KomaTensor              *self,
                              KomaTensor              *filter,
                              const int               *output_shape,
                              guint                    rank,
                              const KomaWindowOptions *options,
                              GError                 **error)
{
  KomaExecution run;
  KomaBuilder  *builder = &run.builder;
  Transposed    transposed = { .options = options, .output = { .rank = 5, .dims = { 1 } } };
  gboolean      has_batch = FALSE;
  KomaValueId   y = KOMA_VALUE_NONE;

  if (!koma_execute_begin (&run, G_STRFUNC, (KomaTensor *[]){ self, filter }, 2, error))
    return NULL;
  has_batch = koma_builder_get_rank (builder, run.x[0]) != 4;
  if (rank != (has_batch ? 5 : 4))
    koma_builder_fail (builder, KOMA_ERROR_SHAPE, "the output shape has %u dimensions, expected %u",
                       rank, has_batch ? 5 : 4);
  for (guint d = 0; d < rank && builder->error == NULL; d++)
    transposed.output.dims[d + 5 - rank] = output_shape[d];
  /* Its checks are for all three dimensions. */
  koma_attrs_free (koma_window_attrs (builder, options, 3, FALSE));
  transposed.planes = koma_window_get_planes (options, FALSE);
  y = build_transposed (builder, &transposed,
                        has_batch ? run.x[0] : koma_builder_expand_dims (builder, run.x[0], 0),
                        run.x[1]);
  return koma_execute_end (&run, has_batch ? y : koma_builder_squeeze (builder, y, 0), error);
}
