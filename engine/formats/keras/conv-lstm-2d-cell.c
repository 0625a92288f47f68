/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "cell.h"
#include "config.h"
#include "layers.h"
#include "lstm-cell.h"
#include "parts.h"
#include "steps.h"

/* An LSTM whose products are convolutions: that of the input has the layer's strides and padding,
 * that of the state keeps its size. kernel [kernel_h, kernel_w, in_c, 4 · filters],
 * recurrent_kernel [kernel_h, kernel_w, filters, 4 · filters] */
static gboolean
add_weights (KomaKerasBuilder    *builder,
             const KomaKerasCall *call,
             gint64               channels,
             KomaValueId         *ret_kernel,
             KomaValueId         *ret_bias, /* or KOMA_VALUE_NONE */
             KomaValueId         *ret_recurrent,
             GError             **error)
{
  gint64    filters = KOMA_DIM_UNKNOWN;
  KomaShape shape = { .rank = 4 };
  gboolean  has_bias = TRUE;

  koma_keras_config_dims (call, "filters", 1, &filters);
  koma_keras_config_dims (call, "kernel_size", 2, shape.dims);
  shape.dims[2] = channels;
  shape.dims[3] = 4 * filters;
  if (!koma_keras_add_cell_weight (builder, call, "kernel", shape, ret_kernel, error))
    return FALSE;
  shape.dims[2] = filters;
  *ret_bias = KOMA_VALUE_NONE;
  return koma_keras_add_cell_weight (builder, call, "recurrent_kernel", shape, ret_recurrent,
                                     error) &&
         koma_keras_config_boolean (call, "use_bias", TRUE, &has_bias, error) &&
         (!has_bias || koma_keras_add_cell_weight (builder, call, "bias", KOMA_SHAPE (4 * filters),
                                                   ret_bias, error));
}

static gboolean
project (KomaKerasBuilder    *builder,
         const KomaKerasCall *call,
         KomaValueId          x,
         KomaKerasProjection *ret_projection,
         GError             **error)
{
  const gint64 channels = koma_keras_get_dim (builder, x, 4);
  gboolean     is_first = FALSE;
  KomaValueId  kernel = KOMA_VALUE_NONE;
  KomaValueId  bias = KOMA_VALUE_NONE;
  KomaValueId  value = KOMA_VALUE_NONE;

  if (!koma_keras_config_is_channels_first (call, &is_first, error))
    return FALSE;
  if (is_first)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "data_format “channels_first”");
  if (!add_weights (builder, call, channels, &kernel, &bias, &ret_projection->shared[0], error))
    return FALSE;
  ret_projection->n_shared = 1;
  ret_projection->units =
    koma_graph_get_value (builder->graph, ret_projection->shared[0])->shape.dims[2];
  return koma_keras_add_merged_steps (builder, call->name, x, &value, error) &&
         koma_keras_add_window (builder, KOMA_OP_CONV_2D, call, value, kernel, bias, &value,
                                error) &&
         koma_keras_add_parted_steps (builder, call->name, value, x, &ret_projection->x, error);
}

static gboolean
step (KomaKerasBuilder    *builder,
      const KomaKerasCall *call,
      KomaValueId          x,
      KomaValueId          h,
      const KomaValueId   *states,
      const KomaValueId   *shared,
      KomaValueId         *ret_states,
      GError             **error)
{
  const KomaKerasCall same = { .class_name = call->class_name, .name = call->name };
  const KomaValueId   inputs[] = { h, shared[0] };
  const KomaKerasCall like = { .name = call->name, .inputs = inputs, .n_inputs = 2 };
  KomaValueId         sums = KOMA_VALUE_NONE;
  g_autoptr (KomaAttrs) attrs = koma_keras_get_window_attrs (&same, error);

  if (attrs == NULL)
    return FALSE;
  koma_attrs_set_string (attrs, "padding", "SAME");
  return koma_keras_add_node (builder, KOMA_OP_CONV_2D, &like, g_steal_pointer (&attrs), &sums,
                              error) &&
         koma_keras_add_binary (builder, KOMA_OP_ADD, call->name, x, sums, &sums, error) &&
         koma_keras_add_lstm_gates (builder, call, sums, states[1], ret_states, error);
}

const KomaKerasCell koma_keras_cell_conv_lstm_2d = {
  .class_name = "ConvLSTM2D",
  .rank = 5,
  .n_states = 2,
  .project = project,
  .step = step,
};
