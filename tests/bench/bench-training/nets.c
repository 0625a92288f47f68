/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "nets.h"

typedef struct
{
  KomaForward *forward;
  KomaBuilder  builder;
  const Net   *net;
} Builder;

static KomaValueId
begin (Builder     *self,
       KomaForward *forward,
       const Net   *net,
       KomaShape    input)
{
  const KomaValueId x = koma_graph_add_input (forward->graph, "x", KOMA_DTYPE_FLOAT32, &input);

  *self = (Builder){ .forward = forward, .net = net };
  koma_builder_init (&self->builder, forward->graph, net->name);
  g_array_append_val (forward->inputs, x);
  return x;
}

/* The next weight of the net. */
static KomaValueId
weight (Builder *self)
{
  const KomaShape  *shape = &self->net->shapes[self->forward->weights->len];
  const KomaValueId id =
    koma_graph_add_input (self->forward->graph, "w", KOMA_DTYPE_FLOAT32, shape);

  g_array_append_val (self->forward->weights, id);
  return id;
}

static KomaValueId
dense (Builder    *self,
       KomaValueId x,
       KomaOp      activation)
{
  x = koma_builder_mat_mul (&self->builder, x, weight (self), FALSE, FALSE);
  x = koma_builder_binary (&self->builder, KOMA_OP_ADD, x, weight (self));
  return koma_builder_unary (&self->builder, activation, x);
}

static gboolean
end (Builder    *self,
     KomaValueId y,
     GError    **error)
{
  g_array_append_val (self->forward->outputs, y);
  return koma_builder_finish (&self->builder, error);
}

static gboolean
make_dense (KomaForward *forward,
            guint        batch,
            gboolean     is_training,
            gpointer     user_data,
            GError     **error)
{
  Builder     self;
  KomaValueId y = begin (&self, forward, user_data, KOMA_SHAPE (batch, NET_SIDE * NET_SIDE));

  y = dense (&self, y, KOMA_OP_RELU);
  y = dense (&self, y, KOMA_OP_RELU);
  return end (&self, dense (&self, y, KOMA_OP_SOFTMAX), error);
}

static KomaAttrs *
window (const char *padding,
        gint64      stride,
        gint64      side /* of a pool; 0: none */)
{
  const gint64 strides[] = { 1, stride, stride, 1 };
  const gint64 sides[] = { 1, side, side, 1 };
  KomaAttrs   *attrs = koma_attrs_new ();

  koma_attrs_set_ints (attrs, "strides", strides, G_N_ELEMENTS (strides));
  koma_attrs_set_string (attrs, "padding", padding);
  if (side > 0)
    koma_attrs_set_ints (attrs, "ksize", sides, G_N_ELEMENTS (sides));
  return attrs;
}

static KomaValueId
conv (Builder    *self,
      KomaValueId x)
{
  x = KOMA_BUILDER_NODE (&self->builder, KOMA_OP_CONV_2D, window ("SAME", 1, 0), x, weight (self));
  x = koma_builder_binary (&self->builder, KOMA_OP_ADD, x, weight (self));
  x = koma_builder_unary (&self->builder, KOMA_OP_RELU, x);
  return KOMA_BUILDER_NODE (&self->builder, KOMA_OP_MAX_POOL, window ("VALID", 2, 2), x);
}

static gboolean
make_conv (KomaForward *forward,
           guint        batch,
           gboolean     is_training,
           gpointer     user_data,
           GError     **error)
{
  Builder     self;
  KomaValueId y = begin (&self, forward, user_data, KOMA_SHAPE (batch, NET_SIDE, NET_SIDE, 1));

  y = conv (&self, conv (&self, y));
  y = koma_builder_reshape (&self.builder, y, KOMA_SHAPE (batch, 7 * 7 * 32));
  y = dense (&self, y, KOMA_OP_RELU);
  return end (&self, dense (&self, y, KOMA_OP_SOFTMAX), error);
}

static KomaNode *
split (Builder    *self,
       KomaOp      op,
       const char *count,
       guint       n,
       KomaValueId x)
{
  KomaAttrs *attrs = koma_attrs_new ();

  koma_attrs_set_int (attrs, count, n);
  koma_attrs_set_int (attrs, "axis", 1);
  return koma_builder_nodes (&self->builder, op, &x, 1, attrs);
}

/* Gates as Keras has them: input, forget, cell, output. */
static void
lstm_step (Builder     *self,
           KomaValueId  z,
           KomaValueId  kernel,
           KomaValueId *h, /* KOMA_VALUE_NONE: zeros */
           KomaValueId *c)
{
  KomaBuilder    *builder = &self->builder;
  const KomaNode *gates = NULL;
  KomaValueId     in, out, cell;

  if (*h != KOMA_VALUE_NONE)
    z = koma_builder_binary (builder, KOMA_OP_ADD, z,
                             koma_builder_mat_mul (builder, *h, kernel, FALSE, FALSE));
  gates = split (self, KOMA_OP_SPLIT, "num_split", 4, z);
  g_assert (gates != NULL);
  in = koma_builder_unary (builder, KOMA_OP_SIGMOID, gates->outputs[0]);
  cell = koma_builder_unary (builder, KOMA_OP_TANH, gates->outputs[2]);
  out = koma_builder_unary (builder, KOMA_OP_SIGMOID, gates->outputs[3]);
  cell = koma_builder_binary (builder, KOMA_OP_MUL, in, cell);
  if (*c != KOMA_VALUE_NONE) {
    const KomaValueId forget = koma_builder_unary (builder, KOMA_OP_SIGMOID, gates->outputs[1]);

    cell = koma_builder_binary (builder, KOMA_OP_ADD,
                                koma_builder_binary (builder, KOMA_OP_MUL, forget, *c), cell);
  }
  *c = cell;
  *h = koma_builder_binary (builder, KOMA_OP_MUL, out,
                            koma_builder_unary (builder, KOMA_OP_TANH, cell));
}

static gboolean
make_lstm (KomaForward *forward,
           guint        batch,
           gboolean     is_training,
           gpointer     user_data,
           GError     **error)
{
  Builder         self;
  KomaValueId     y = begin (&self, forward, user_data, KOMA_SHAPE (batch, NET_SIDE, NET_SIDE));
  KomaValueId     h = KOMA_VALUE_NONE;
  KomaValueId     c = KOMA_VALUE_NONE;
  KomaValueId     kernel = KOMA_VALUE_NONE;
  const KomaNode *steps = NULL;
  guint32         outputs[NET_SIDE] = { 0 };

  y = koma_builder_reshape (&self.builder, y, KOMA_SHAPE (batch * NET_SIDE, NET_SIDE));
  y = koma_builder_mat_mul (&self.builder, y, weight (&self), FALSE, FALSE);
  kernel = weight (&self);
  y = koma_builder_binary (&self.builder, KOMA_OP_ADD, y, weight (&self));
  y = koma_builder_reshape (&self.builder, y, KOMA_SHAPE (batch, NET_SIDE, 4 * 64));
  steps = split (&self, KOMA_OP_UNPACK, "num", NET_SIDE, y);
  if (steps == NULL)
    return end (&self, y, error);
  memcpy (outputs, steps->outputs, sizeof outputs);
  for (guint i = 0; i < NET_SIDE; i++)
    lstm_step (&self, outputs[i], kernel, &h, &c);
  return end (&self, dense (&self, h, KOMA_OP_SOFTMAX), error);
}

/**
 * net_find:
 *
 * Returns: (transfer none) (nullable): the network of that name
 */
const Net *
net_find (const char *name)
{
  static Net nets[3];

  nets[0] = (Net){ "conv",
                   make_conv,
                   { KOMA_SHAPE (3, 3, 1, 16), KOMA_SHAPE (16), KOMA_SHAPE (3, 3, 16, 32),
                     KOMA_SHAPE (32), KOMA_SHAPE (7 * 7 * 32, 64), KOMA_SHAPE (64),
                     KOMA_SHAPE (64, NET_N_CLASSES), KOMA_SHAPE (NET_N_CLASSES) },
                   8 };
  nets[1] = (Net){ "dense",
                   make_dense,
                   { KOMA_SHAPE (NET_SIDE * NET_SIDE, 256), KOMA_SHAPE (256), KOMA_SHAPE (256, 128),
                     KOMA_SHAPE (128), KOMA_SHAPE (128, NET_N_CLASSES),
                     KOMA_SHAPE (NET_N_CLASSES) },
                   6 };
  nets[2] = (Net){ "lstm",
                   make_lstm,
                   { KOMA_SHAPE (NET_SIDE, 4 * 64), KOMA_SHAPE (64, 4 * 64), KOMA_SHAPE (4 * 64),
                     KOMA_SHAPE (64, NET_N_CLASSES), KOMA_SHAPE (NET_N_CLASSES) },
                   5 };
  for (guint i = 0; i < G_N_ELEMENTS (nets); i++)
    if (strcmp (name, nets[i].name) == 0)
      return &nets[i];
  return NULL;
}
