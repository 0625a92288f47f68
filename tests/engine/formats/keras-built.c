/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "keras-built.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/model.h"
#include "engine/formats/keras/weight.h"

void
built_clear (Built *self)
{
  koma_keras_builder_clear (&self->builder);
  g_clear_pointer (&self->topology, json_node_unref);
}

gboolean
built_make (Built      *self,
            const char *input,
            const char *layers,
            gboolean    is_training,
            GError    **error)
{
  g_autofree char *text = g_strdup_printf (
    "{'class_name': 'Sequential', 'config': {'name': 'm', 'layers': [{'class_name': 'InputLayer', "
    "'config': {'name': 'in', 'batch_input_shape': %s}}, %s]}}",
    input, layers);

  self->topology = koma_json_parse (g_strdelimit (text, "'", '"'), strlen (text), "test", error);
  g_assert_nonnull (self->topology);
  koma_keras_builder_init_building (&self->builder, NULL, 2, is_training);
  return koma_keras_build (&self->builder, koma_json_node_object (self->topology), error);
}

void
built_assert_weight (const Built *self,
                     guint        index,
                     const char  *name,
                     const char  *shape,
                     const char  *fallback,
                     gboolean     is_trainable)
{
  const KomaKerasMadeWeight *weight =
    &g_array_index (self->builder.weights_made, KomaKerasMadeWeight, index);
  const KomaValue *value = koma_graph_get_value (self->builder.nodes.graph, weight->value);
  g_autofree char *found = koma_shape_to_string (&weight->shape);

  g_assert_cmpuint (index, <, self->builder.weights_made->len);
  g_assert_cmpstr (weight->name, ==, name);
  g_assert_cmpstr (found, ==, shape);
  g_assert_cmpstr (weight->fallback, ==, fallback);
  g_assert_cmpint (weight->is_trainable, ==, is_trainable);
  g_assert_cmpuint (koma_graph_get_input (self->builder.nodes.graph, index + 1), ==, weight->value);
  g_assert_true (koma_shape_equal (&value->shape, &weight->shape));
}

void
built_assert_output (const Built *self,
                     const char  *shape)
{
  const KomaGraph *graph = self->builder.nodes.graph;
  const KomaValue *value = koma_graph_get_value (graph, koma_graph_get_output (graph, 0));
  g_autofree char *found = koma_shape_to_string (&value->shape);

  g_assert_cmpstr (found, ==, shape);
}
