/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Batch norm is folded into weights and biases. */
#include "mobilenet-v2.h"

#include <math.h>

#include "mobilenet-v2-stages.h"

/* The first node that fails makes all that follow do nothing. */
typedef struct
{
  KomaGraph  *graph;
  KomaValueId value; /* the end of the chain so far */
  guint       c;     /* its channels */
  guint32     noise;
  guint       n_nodes;
  GError     *error;
} Builder;

static float
next_noise (Builder *builder)
{
  builder->noise = builder->noise * 1664525u + 1013904223u;
  return (float) (builder->noise >> 8) / (1 << 23) - 1;
}

/* Noise of the size that keeps the values of a deep network where they
 * are: variance 2 / fan_in. */
static KomaValueId
add_weights (Builder  *builder,
             KomaShape shape,
             guint     fan_in)
{
  g_autoptr (KomaArray) tensor = NULL;
  float  scale = sqrtf (6.0f / fan_in);
  float *data = NULL;

  if (builder->error != NULL)
    return KOMA_VALUE_NONE;
  tensor = koma_array_new (KOMA_DTYPE_FLOAT32, &shape, &builder->error);
  if (tensor == NULL)
    return KOMA_VALUE_NONE;
  data = tensor->data;
  for (gsize i = 0; i < tensor->count; i++)
    data[i] = scale * next_noise (builder);
  return koma_graph_add_constant (builder->graph, "weights", tensor);
}

static void
add_node (Builder           *builder,
          KomaOp             op,
          const KomaValueId *inputs,
          guint              n_inputs,
          KomaAttrs         *attrs) /* (transfer full) (nullable) */
{
  g_autofree char *name = g_strdup_printf ("node-%u", builder->n_nodes++);
  const KomaNode  *node = NULL;

  if (builder->error != NULL) {
    koma_attrs_free (attrs);
    return;
  }
  node = koma_graph_add_node (builder->graph, op, name, inputs, n_inputs, attrs, &builder->error);
  if (node != NULL)
    builder->value = node->outputs[0];
}

static void
add_bias (Builder *builder)
{
  KomaValueId inputs[] = {
    builder->value,
    add_weights (builder, KOMA_SHAPE (builder->c), 100),
  };

  add_node (builder, KOMA_OP_ADD, inputs, 2, NULL);
}

static void
add_relu6 (Builder *builder)
{
  add_node (builder, KOMA_OP_RELU6, &builder->value, 1, NULL);
}

static KomaAttrs *
make_window_attrs (guint stride)
{
  KomaAttrs   *attrs = koma_attrs_new ();
  const gint64 strides[] = { 1, stride, stride, 1 };

  koma_attrs_set_ints (attrs, "strides", strides, G_N_ELEMENTS (strides));
  koma_attrs_set_string (attrs, "padding", "SAME");
  koma_attrs_set_string (attrs, "data_format", "NHWC");
  return attrs;
}

static void
add_conv (Builder *builder,
          guint    kernel,
          guint    stride,
          guint    out_c)
{
  guint       fan_in = kernel * kernel * builder->c;
  KomaValueId inputs[] = {
    builder->value,
    add_weights (builder, KOMA_SHAPE (kernel, kernel, builder->c, out_c), fan_in),
  };

  builder->c = out_c;
  add_node (builder, KOMA_OP_CONV_2D, inputs, 2, make_window_attrs (stride));
  add_bias (builder);
}

static void
add_depthwise (Builder *builder,
               guint    stride)
{
  KomaValueId inputs[] = {
    builder->value,
    add_weights (builder, KOMA_SHAPE (3, 3, builder->c, 1), 9),
  };

  add_node (builder, KOMA_OP_DEPTHWISE_CONV_2D, inputs, 2, make_window_attrs (stride));
  add_bias (builder);
}

/* Up, across, down, and around where nothing changed its size. */
static void
add_block (Builder *builder,
           guint    expansion,
           guint    stride,
           guint    out_c)
{
  KomaValueId start = builder->value;
  guint       in_c = builder->c;

  if (expansion > 1) {
    add_conv (builder, 1, 1, expansion * in_c);
    add_relu6 (builder);
  }
  add_depthwise (builder, stride);
  add_relu6 (builder);
  add_conv (builder, 1, 1, out_c);
  if (stride == 1 && in_c == out_c)
    add_node (builder, KOMA_OP_ADD, (KomaValueId[]){ start, builder->value }, 2, NULL);
}

static KomaValueId
add_mean_axes (Builder *builder)
{
  const gint32    axes[] = { 1, 2 };
  const KomaShape shape = KOMA_SHAPE (2);
  g_autoptr (KomaArray) tensor = NULL;

  if (builder->error != NULL)
    return KOMA_VALUE_NONE;
  tensor = koma_array_new_from_data (KOMA_DTYPE_INT32, &shape, axes, &builder->error);
  return tensor != NULL ? koma_graph_add_constant (builder->graph, "axes", tensor)
                        : KOMA_VALUE_NONE;
}

static void
add_classifier (Builder *builder,
                guint    n_classes)
{
  KomaValueId mean[] = { builder->value, add_mean_axes (builder) };
  KomaValueId product[] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };

  add_node (builder, KOMA_OP_MEAN, mean, 2, NULL);
  product[0] = builder->value;
  product[1] = add_weights (builder, KOMA_SHAPE (builder->c, n_classes), builder->c);
  builder->c = n_classes;
  add_node (builder, KOMA_OP_MAT_MUL, product, 2, NULL);
  add_bias (builder);
  add_node (builder, KOMA_OP_SOFTMAX, &builder->value, 1, NULL);
}

KomaGraph *
make_mobilenet_v2 (guint    side,
                   guint    n_classes,
                   GError **error)
{
  const KomaShape shape = KOMA_SHAPE (KOMA_DIM_UNKNOWN, side, side, 3);
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  Builder builder = { .graph = graph, .c = 3, .noise = 1 };

  builder.value = koma_graph_add_input (graph, "input", KOMA_DTYPE_FLOAT32, &shape);
  add_conv (&builder, 3, 2, 32);
  add_relu6 (&builder);
  for (guint i = 0; i < G_N_ELEMENTS (mobilenet_v2_stages); i++)
    for (guint j = 0; j < mobilenet_v2_stages[i].n_repeats; j++)
      add_block (&builder, mobilenet_v2_stages[i].expansion,
                 j == 0 ? mobilenet_v2_stages[i].stride : 1, mobilenet_v2_stages[i].out_c);
  add_conv (&builder, 1, 1, 1280);
  add_relu6 (&builder);
  add_classifier (&builder, n_classes);
  if (builder.error != NULL) {
    g_propagate_error (error, builder.error);
    return NULL;
  }
  koma_graph_add_output (graph, "scores", builder.value);
  return g_steal_pointer (&graph);
}
