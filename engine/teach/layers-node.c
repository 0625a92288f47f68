/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-node.h"

#include "engine/koma/koma-error.h"

/**
 * koma_layers_node_refuse:
 * @why: ends the sentence
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, always. Thread: any.
 *
 * Returns: %NULL
 */
char *
koma_layers_node_refuse (const KomaLayersNode *self,
                         const char           *why,
                         GError              **error)
{
  koma_fail (error, KOMA_ERROR_UNSUPPORTED, "%s “%s” can not be written as a layer: %s",
             koma_node_get_op_name (self->node), self->node->name, why);
  return NULL;
}

const char *
koma_layers_node_get_input_at (const KomaLayersNode *self,
                               guint                 index)
{
  return self->names[self->node->inputs[index]];
}

const char *
koma_layers_node_get_input (const KomaLayersNode *self)
{
  for (guint i = 0; i < self->node->n_inputs; i++)
    if (koma_layers_node_get_input_at (self, i) != NULL)
      return koma_layers_node_get_input_at (self, i);
  return NULL;
}

char *
koma_layers_node_write (const KomaLayersNode *self,
                        const char           *class_name,
                        JsonObject           *config)
{
  const char *input = koma_layers_node_get_input (self);

  return koma_layers_writer_add (self->writer, class_name,
                                 config != NULL ? config : json_object_new (), &input, 1);
}

char *
koma_layers_node_write_reshape (KomaLayersWriter *writer,
                                const char       *input,
                                const KomaShape  *shape)
{
  JsonObject *config = json_object_new ();

  koma_layers_writer_set_ints (config, "target_shape", shape->dims + 1, shape->rank - 1);
  return koma_layers_writer_add (writer, "Reshape", config, &input, 1);
}
