/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-writer.h"

void
koma_layers_writer_init (KomaLayersWriter *self)
{
  *self = (KomaLayersWriter){ .layers = json_array_new () };
  koma_tfjs_weights_init (&self->weights);
}

void
koma_layers_writer_clear (KomaLayersWriter *self)
{
  g_clear_pointer (&self->layers, json_array_unref);
  koma_tfjs_weights_clear (&self->weights);
}

void
koma_layers_writer_set_ints (JsonObject   *config,
                             const char   *name,
                             const gint64 *values,
                             guint         n)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < n; i++)
    json_array_add_int_element (array, values[i]);
  json_object_set_array_member (config, name, array);
}

/* [["conv2d_1", 0, 0, {}], …] in a list: one call of the layer. */
static JsonArray *
make_inbound (const char *const *inputs,
              guint              n_inputs)
{
  JsonArray *nodes = json_array_new ();
  JsonArray *call = json_array_new ();

  for (guint i = 0; i < n_inputs; i++) {
    JsonArray *from = json_array_new ();

    json_array_add_string_element (from, inputs[i]);
    json_array_add_int_element (from, 0);
    json_array_add_int_element (from, 0);
    json_array_add_object_element (from, json_object_new ());
    json_array_add_array_element (call, from);
  }
  if (n_inputs > 0)
    json_array_add_array_element (nodes, call);
  else
    json_array_unref (call);
  return nodes;
}

char *
koma_layers_writer_add (KomaLayersWriter  *self,
                        const char        *class_name,
                        JsonObject        *config,
                        const char *const *inputs,
                        guint              n_inputs)
{
  g_autofree char *kind = g_ascii_strdown (class_name, -1);
  char            *name = g_strdup_printf ("%s_%u", kind, ++self->n);
  JsonObject      *layer = json_object_new ();

  json_object_set_string_member (config, "name", name);
  json_object_set_boolean_member (config, "trainable", TRUE);
  json_object_set_string_member (layer, "class_name", class_name);
  json_object_set_string_member (layer, "name", name);
  json_object_set_object_member (layer, "config", config);
  json_object_set_array_member (layer, "inbound_nodes", make_inbound (inputs, n_inputs));
  json_array_add_object_element (self->layers, layer);
  return name;
}

void
koma_layers_writer_add_weight (KomaLayersWriter *self,
                               const char       *layer,
                               const char       *weight,
                               KomaShape         shape,
                               const float      *values)
{
  g_autofree char *name = g_strconcat (layer, "/", weight, NULL);

  koma_tfjs_weights_add (&self->weights, name, KOMA_DTYPE_FLOAT32, &shape, values);
}

static JsonArray *
make_end (const char *layer)
{
  JsonArray *ends = json_array_new ();
  JsonArray *end = json_array_new ();

  json_array_add_string_element (end, layer);
  json_array_add_int_element (end, 0);
  json_array_add_int_element (end, 0);
  json_array_add_array_element (ends, end);
  return ends;
}

char *
koma_layers_writer_to_json (KomaLayersWriter *self,
                            const char       *input,
                            const char       *output,
                            const char       *weights_file)
{
  g_autoptr (JsonNode) node = json_node_alloc ();
  JsonObject *root = json_object_new (), *topology = json_object_new ();
  JsonObject *config = json_object_new ();

  json_object_set_string_member (config, "name", "model");
  json_object_set_array_member (config, "layers", json_array_ref (self->layers));
  json_object_set_array_member (config, "input_layers", make_end (input));
  json_object_set_array_member (config, "output_layers", make_end (output));
  json_object_set_string_member (topology, "class_name", "Model");
  json_object_set_object_member (topology, "config", config);
  json_object_set_string_member (topology, "keras_version", "tfjs-layers 4.22.0");
  json_object_set_string_member (topology, "backend", "tensor_flow.js");
  json_object_set_string_member (root, "format", "layers-model");
  json_object_set_string_member (root, "generatedBy", "Koma");
  json_object_set_null_member (root, "convertedBy");
  json_object_set_object_member (root, "modelTopology", topology);
  json_object_set_array_member (root, "weightsManifest",
                                koma_tfjs_weights_make_manifest (&self->weights, weights_file));
  json_node_take_object (node, root);
  return json_to_string (node, FALSE);
}
