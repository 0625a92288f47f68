/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Convolutions, pools and padding. */
#include "layers-window.h"

static void
set_pair (JsonObject *config,
          const char *name,
          gint64      h,
          gint64      w)
{
  koma_layers_writer_set_ints (config, name, (const gint64[]){ h, w }, 2);
}

/* Zeros around a picture. */
static char *
write_padding (KomaLayersWriter    *writer,
               const char          *input,
               const KomaPadding2D *padding)
{
  JsonObject *config = json_object_new ();
  JsonArray  *both = json_array_new ();
  JsonArray  *rows = json_array_new (), *columns = json_array_new ();

  json_array_add_int_element (rows, padding->top);
  json_array_add_int_element (rows, padding->bottom);
  json_array_add_int_element (columns, padding->left);
  json_array_add_int_element (columns, padding->right);
  json_array_add_array_element (both, rows);
  json_array_add_array_element (both, columns);
  json_object_set_array_member (config, "padding", both);
  return koma_layers_writer_add (writer, "ZeroPadding2D", config, &input, 1);
}

static gboolean
has_padding (const KomaWindow2D *window)
{
  const KomaPadding2D *padding = &window->padding;

  return !window->is_same_padding &&
         padding->top + padding->left + padding->bottom + padding->right > 0;
}

/* The layer that the window slides over, padded where its own padding is no layer's. */
static char *
write_window_input (const KomaLayersNode *self)
{
  const KomaWindow2D *window = &self->node->params.window;
  const char         *input = koma_layers_node_get_input_at (self, 0);

  return has_padding (window) ? write_padding (self->writer, input, &window->padding)
                              : g_strdup (input);
}

static JsonObject *
make_window_config (const KomaWindow2D *window,
                    const char         *size_name)
{
  JsonObject *config = json_object_new ();

  set_pair (config, size_name, window->kernel_h, window->kernel_w);
  set_pair (config, "strides", window->stride_h, window->stride_w);
  json_object_set_string_member (config, "padding", window->is_same_padding ? "same" : "valid");
  json_object_set_string_member (config, "data_format", "channels_last");
  return config;
}

/**
 * koma_layers_write_conv:
 *
 * Conv2D or DepthwiseConv2dNative.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is no layer. Thread: any.
 *
 * Returns: (transfer full): the name of the last layer
 */
char *
koma_layers_write_conv (const KomaLayersNode *self,
                        GError              **error)
{
  const KomaNode     *node = self->node;
  const KomaWindow2D *window = &node->params.window;
  const gboolean      is_depthwise = node->op == KOMA_OP_DEPTHWISE_CONV_2D;
  const KomaArray    *filter = koma_node_input (self->graph, node, 1)->constant;
  const KomaArray    *bias =
    node->n_inputs > 2 ? koma_node_input (self->graph, node, 2)->constant : NULL;
  g_autofree char *input = NULL;
  const char      *from = NULL;
  JsonObject      *config = NULL;
  char            *name = NULL;

  if (filter == NULL || (node->n_inputs > 2 && bias == NULL))
    return koma_layers_node_refuse (self, "its weights are computed", error);
  if (!is_depthwise && window->groups != 1)
    return koma_layers_node_refuse (self, "it has groups", error);
  input = write_window_input (self);
  from = input;
  config = make_window_config (window, "kernel_size");
  set_pair (config, "dilation_rate", window->dilation_h, window->dilation_w);
  json_object_set_boolean_member (config, "use_bias", bias != NULL);
  json_object_set_string_member (config, "activation", "linear");
  if (is_depthwise)
    json_object_set_int_member (config, "depth_multiplier", filter->shape.dims[3]);
  else
    json_object_set_int_member (config, "filters", filter->shape.dims[3]);
  name = koma_layers_writer_add (self->writer, is_depthwise ? "DepthwiseConv2D" : "Conv2D", config,
                                 &from, 1);
  koma_layers_writer_add_weight (self->writer, name, is_depthwise ? "depthwise_kernel" : "kernel",
                                 filter->shape, filter->data);
  if (bias != NULL)
    koma_layers_writer_add_weight (self->writer, name, "bias", bias->shape, bias->data);
  return name;
}

/* Whether zeros around its input change no maximum: nothing there is below 0. */
static gboolean
is_above_zero (const KomaLayersNode *self)
{
  g_autofree guint *producers = koma_graph_find_producers (self->graph);
  const guint       producer = producers[self->node->inputs[0]];

  if (producer >= koma_graph_get_n_nodes (self->graph))
    return FALSE;
  switch ((int) koma_graph_get_node (self->graph, producer)->op) {
  case KOMA_OP_RELU:
  case KOMA_OP_RELU6:
  case KOMA_OP_SIGMOID:
    return TRUE;
  default:
    return FALSE;
  }
}

static gboolean
are_zeros_counted (const KomaWindow2D *window)
{
  return memcmp (&window->counted, &window->padding, sizeof window->padding) == 0;
}

/**
 * koma_layers_write_pool:
 *
 * AvgPool or MaxPool.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is no layer. Thread: any.
 *
 * Returns: (transfer full): the name of the last layer
 */
char *
koma_layers_write_pool (const KomaLayersNode *self,
                        GError              **error)
{
  const KomaWindow2D *window = &self->node->params.window;
  const gboolean      is_max = self->node->op == KOMA_OP_MAX_POOL;
  g_autofree char    *input = NULL;
  const char         *from = NULL;

  if (window->dilation_h != 1 || window->dilation_w != 1)
    return koma_layers_node_refuse (self, "it has dilations", error);
  if (has_padding (window) && (is_max ? !is_above_zero (self) : !are_zeros_counted (window)))
    return koma_layers_node_refuse (self, "its padding is none of zeros", error);
  input = write_window_input (self);
  from = input;
  return koma_layers_writer_add (self->writer, is_max ? "MaxPooling2D" : "AveragePooling2D",
                                 make_window_config (window, "pool_size"), &from, 1);
}

/**
 * koma_layers_write_pad:
 *
 * PadV2 of rows and columns.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if it is no layer. Thread: any.
 *
 * Returns: (transfer full): the name of the last layer
 */
char *
koma_layers_write_pad (const KomaLayersNode *self,
                       GError              **error)
{
  const KomaOpParams *params = &self->node->params;
  const gsize        *before = params->pad.before, *after = params->pad.after;
  const KomaPadding2D padding = { (guint) before[1], (guint) before[2], (guint) after[1],
                                  (guint) after[2] };

  if (koma_node_output (self->graph, self->node, 0)->shape.rank != 4 || before[0] > 0 ||
      after[0] > 0 || before[3] > 0 || after[3] > 0)
    return koma_layers_node_refuse (self, "it adds more than rows and columns", error);
  if (params->pad.value != 0)
    return koma_layers_node_refuse (self, "it adds other numbers than zeros", error);
  return write_padding (self->writer, koma_layers_node_get_input (self), &padding);
}
