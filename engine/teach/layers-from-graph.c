/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "layers-from-graph.h"

#include "layers-arithmetic.h"
#include "layers-node.h"
#include "layers-window.h"

static char *
write_number (const KomaLayersNode *self,
              const char           *class_name,
              const char           *option,
              double                number)
{
  JsonObject *config = json_object_new ();

  json_object_set_double_member (config, option, number);
  return koma_layers_node_write (self, class_name, config);
}

static char *
write_activation (const KomaLayersNode *self,
                  const char           *name)
{
  JsonObject *config = json_object_new ();

  json_object_set_string_member (config, "activation", name);
  return koma_layers_node_write (self, "Activation", config);
}

static char *
write_clip (const KomaLayersNode *self,
            GError              **error)
{
  const KomaClamp *clip = &self->node->params.clip;

  if (clip->min != 0)
    return koma_layers_node_refuse (self, "its lower bound is not 0", error);
  return clip->max == INFINITY ? koma_layers_node_write (self, "ReLU", NULL)
                               : write_number (self, "ReLU", "max_value", clip->max);
}

static char *
write_concat (const KomaLayersNode *self,
              GError              **error)
{
  g_autofree const char **inputs = g_new0 (const char *, self->node->n_inputs);
  JsonObject             *config = NULL;
  guint                   n = 0;

  for (guint i = 0; i < self->node->n_inputs; i++)
    if (koma_layers_node_get_input_at (self, i) != NULL)
      inputs[n++] = koma_layers_node_get_input_at (self, i);
  /* The last input is the axis. */
  if (n != self->node->n_inputs - 1 || self->node->params.axis.axis == 0)
    return koma_layers_node_refuse (self, "it joins constants, or pictures of a batch", error);
  config = json_object_new ();
  json_object_set_int_member (config, "axis", self->node->params.axis.axis);
  return koma_layers_writer_add (self->writer, "Concatenate", config, inputs, n);
}

static char *
write_reshape (const KomaLayersNode *self,
               GError              **error)
{
  const KomaShape *shape = &koma_node_output (self->graph, self->node, 0)->shape;

  if (shape->rank < 2 || shape->dims[0] != 1)
    return koma_layers_node_refuse (self, "it mixes pictures of a batch", error);
  return koma_layers_node_write_reshape (self->writer, koma_layers_node_get_input (self), shape);
}

static char *
write_transpose (const KomaLayersNode *self,
                 GError              **error)
{
  const guint rank = koma_node_output (self->graph, self->node, 0)->shape.rank;
  JsonObject *config = NULL;
  gint64      dims[KOMA_MAX_RANK];

  if (self->node->params.perm[0] != 0)
    return koma_layers_node_refuse (self, "it moves the batch", error);
  config = json_object_new ();
  for (guint i = 1; i < rank; i++)
    dims[i - 1] = self->node->params.perm[i];
  koma_layers_writer_set_ints (config, "dims", dims, rank - 1);
  return koma_layers_node_write (self, "Permute", config);
}

static char *
write_softmax (const KomaLayersNode *self,
               GError              **error)
{
  JsonObject *config = json_object_new ();

  json_object_set_int_member (config, "axis", self->node->params.axis.axis);
  return koma_layers_node_write (self, "Softmax", config);
}

static char *
write_node (const KomaLayersNode *self,
            GError              **error)
{
  switch ((int) self->node->op) {
  case KOMA_OP_CONV_2D:
  case KOMA_OP_DEPTHWISE_CONV_2D:
    return koma_layers_write_conv (self, error);
  case KOMA_OP_MAT_MUL:
    return koma_layers_write_dense (self, error);
  case KOMA_OP_AVG_POOL:
  case KOMA_OP_MAX_POOL:
    return koma_layers_write_pool (self, error);
  case KOMA_OP_PAD:
    return koma_layers_write_pad (self, error);
  case KOMA_OP_MEAN:
  case KOMA_OP_MAX:
    return koma_layers_write_mean (self, error);
  case KOMA_OP_ADD:
  case KOMA_OP_SUB:
  case KOMA_OP_MUL:
  case KOMA_OP_DIV:
  case KOMA_OP_MAXIMUM:
  case KOMA_OP_MINIMUM:
    return koma_layers_write_binary (self, error);
  case KOMA_OP_CONCAT:
    return write_concat (self, error);
  case KOMA_OP_RESHAPE:
  case KOMA_OP_SQUEEZE:
  case KOMA_OP_EXPAND_DIMS:
    return write_reshape (self, error);
  case KOMA_OP_TRANSPOSE:
    return write_transpose (self, error);
  case KOMA_OP_SOFTMAX:
    return write_softmax (self, error);
  case KOMA_OP_CLIP:
    return write_clip (self, error);
  case KOMA_OP_RELU:
    return koma_layers_node_write (self, "ReLU", NULL);
  case KOMA_OP_RELU6:
    return write_number (self, "ReLU", "max_value", 6);
  case KOMA_OP_LEAKY_RELU:
    return write_number (self, "LeakyReLU", "alpha", self->node->params.alpha);
  case KOMA_OP_ELU:
    return write_number (self, "ELU", "alpha", self->node->params.alpha);
  case KOMA_OP_SELU:
    return write_activation (self, "selu");
  case KOMA_OP_SIGMOID:
    return write_activation (self, "sigmoid");
  case KOMA_OP_SOFTPLUS:
    return write_activation (self, "softplus");
  case KOMA_OP_SOFTSIGN:
    return write_activation (self, "softsign");
  case KOMA_OP_TANH:
    return write_activation (self, "tanh");
  default:
    return koma_layers_node_refuse (self, "there is none", error);
  }
}

static char *
write_input (KomaLayersWriter *writer,
             const KomaValue  *value)
{
  JsonObject *config = json_object_new ();
  JsonArray  *shape = json_array_new ();

  json_array_add_null_element (shape);
  for (guint i = 1; i < value->shape.rank; i++)
    json_array_add_int_element (shape, value->shape.dims[i]);
  json_object_set_array_member (config, "batch_input_shape", shape);
  json_object_set_string_member (config, "dtype", "float32");
  json_object_set_boolean_member (config, "sparse", FALSE);
  return koma_layers_writer_add (writer, "InputLayer", config, NULL, 0);
}

static gboolean
write_nodes (KomaLayersNode *self,
             GError        **error)
{
  for (guint i = 0; i < koma_graph_get_n_nodes (self->graph); i++) {
    self->node = koma_graph_get_node (self->graph, i);
    if (self->node->n_outputs != 1)
      return koma_layers_node_refuse (self, "it has several outputs", error) != NULL;
    self->names[self->node->outputs[0]] = write_node (self, error);
    if (self->names[self->node->outputs[0]] == NULL)
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_layers_from_graph:
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if a node is no layer. Thread: any.
 */
gboolean
koma_layers_from_graph (KomaLayersWriter *writer,
                        KomaGraph        *simple,
                        char            **ret_input,
                        char            **ret_output,
                        GError          **error)
{
  KomaLayersNode self = { .writer = writer, .graph = simple };
  gboolean       is_written = FALSE;

  self.names = g_new0 (char *, koma_graph_get_n_values (simple) + 1);
  self.names[koma_graph_get_input (simple, 0)] =
    write_input (writer, koma_graph_get_value (simple, koma_graph_get_input (simple, 0)));
  is_written = write_nodes (&self, error);
  if (is_written) {
    const KomaValueId id = koma_graph_get_output (simple, 0);

    const KomaValue *output = koma_graph_get_value (simple, id);
    const KomaShape  flat = KOMA_SHAPE (1, (gint64) koma_shape_count (&output->shape));

    *ret_input = g_strdup (self.names[koma_graph_get_input (simple, 0)]);
    *ret_output = output->shape.rank == 2
                    ? g_strdup (self.names[id])
                    : koma_layers_node_write_reshape (writer, self.names[id], &flat);
  }
  for (guint i = 0; i < koma_graph_get_n_values (simple); i++)
    g_free (self.names[i]);
  g_free (self.names);
  return is_written;
}
