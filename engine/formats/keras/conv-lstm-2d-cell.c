/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "cell.h"
#include "config.h"
#include "layers.h"
#include "lstm-cell.h"
#include "steps.h"

/* An LSTM whose products are convolutions: that of the input has the layer's strides and padding,
 * that of the state keeps its size. kernel [kernel_h, kernel_w, in_c, 4 · filters],
 * recurrent_kernel [kernel_h, kernel_w, filters, 4 · filters] */
static KomaKerasProjection
project (KomaBuilder         *b,
         const KomaKerasCall *call,
         KomaValueId          x)
{
  KomaKerasProjection projection = { .n_shared = 1 };
  KomaShape           shape = { .rank = 4 };
  gint64              filters = KOMA_DIM_UNKNOWN;
  KomaValueId         kernel = KOMA_VALUE_NONE;
  KomaValueId         bias = KOMA_VALUE_NONE;
  KomaValueId         y = koma_keras_add_merged_steps (b, x);

  if (koma_keras_config_is_channels_first (call))
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED, "data_format “channels_first”");
  koma_keras_config_dims (call, "filters", 1, &filters);
  koma_keras_config_dims (call, "kernel_size", 2, shape.dims);
  shape.dims[2] = koma_builder_get_dim (b, x, 4);
  shape.dims[3] = 4 * filters;
  kernel = koma_keras_add_cell_weight (call, "kernel", shape);
  shape.dims[2] = filters;
  projection.shared[0] = koma_keras_add_cell_weight (call, "recurrent_kernel", shape);
  projection.units = koma_builder_get_shape (b, projection.shared[0]).dims[2];
  if (koma_keras_config_boolean (call, "use_bias", TRUE))
    bias = koma_keras_add_cell_weight (call, "bias", KOMA_SHAPE (4 * filters));
  y = koma_keras_add_window (b, KOMA_OP_CONV_2D, call, y, kernel, bias);
  projection.x = koma_keras_add_parted_steps (b, y, x);
  return projection;
}

static void
step (KomaBuilder         *b,
      const KomaKerasCall *call,
      KomaValueId          x,
      KomaValueId          h,
      const KomaValueId   *states,
      const KomaValueId   *shared,
      KomaValueId         *ret_states)
{
  const KomaKerasCall same = { .keras = call->keras, .class_name = call->class_name };
  KomaAttrs          *attrs = koma_keras_get_window_attrs (&same);
  KomaValueId         sums = KOMA_VALUE_NONE;

  koma_attrs_set_string (attrs, "padding", "SAME");
  sums = KOMA_BUILDER_NODE (b, KOMA_OP_CONV_2D, attrs, h, shared[0]);
  sums = koma_builder_binary (b, KOMA_OP_ADD, x, sums);
  koma_keras_add_lstm_gates (b, call, sums, states[1], ret_states);
}

const KomaKerasCell koma_keras_cell_conv_lstm_2d = {
  .class_name = "ConvLSTM2D",
  .rank = 5,
  .n_states = 2,
  .project = project,
  .step = step,
};
