/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Settings of a layer, found from the shapes of its input, its output and its weights. */
#include "description-settings.h"

#include "engine/formats/json.h"

typedef struct
{
  JsonObject *layer;
  JsonArray  *weights;
  JsonArray  *input;  /* shape, with the batch */
  JsonArray  *output; /* likewise */
} Described;

static gint64
get_dim (JsonArray *shape,
         guint      index)
{
  gint64 dim = -1;

  return koma_json_node_int (koma_json_element (shape, index), &dim) ? dim : -1;
}

static gint64
get_last (const Described *self)
{
  return get_dim (self->output, MAX (koma_json_array_length (self->output), 1) - 1);
}

/* (nullable): the shape of a weight of the layer. */
static JsonArray *
find_weight (const Described *self,
             const char      *name)
{
  const char      *layer = koma_json_get_string (self->layer, "name");
  g_autofree char *path = g_strdup_printf ("%s/%s", layer, name);

  for (guint i = 0; i < koma_json_array_length (self->weights); i++) {
    JsonObject *weight = koma_json_node_object (koma_json_element (self->weights, i));

    if (g_strcmp0 (koma_json_get_string (weight, "name"), path) == 0)
      return koma_json_get_array (weight, "shape");
  }
  return NULL;
}

static JsonNode *
new_int (gint64 number)
{
  return json_node_init_int (json_node_alloc (), number);
}

static JsonNode *
new_boolean (gboolean is_true)
{
  return json_node_init_boolean (json_node_alloc (), is_true);
}

static JsonNode *
take_array (JsonArray *array)
{
  JsonNode *node = json_node_alloc ();

  json_node_init_array (node, array);
  json_array_unref (array);
  return node;
}

static JsonNode *
find_units (const Described *self)
{
  return new_int (get_last (self));
}

static JsonNode *
find_times (const Described *self)
{
  return new_int (get_dim (self->output, 1));
}

static JsonNode *
has_bias (const Described *self)
{
  return new_boolean (find_weight (self, "bias") != NULL);
}

static JsonNode *
gives_sequences (const Described *self)
{
  return new_boolean (koma_json_array_length (self->output) == 3);
}

static JsonNode *
find_kernel (const Described *self)
{
  JsonArray  *shape = find_weight (self, "kernel");
  const guint rank = koma_json_array_length (shape);
  JsonArray  *sizes = json_array_new ();

  for (guint d = 0; d + 2 < rank; d++)
    json_array_add_int_element (sizes, get_dim (shape, d));
  return take_array (sizes);
}

/* As many as go into the input, without a rest. */
static JsonNode *
find_window (const Described *self)
{
  const guint rank = koma_json_array_length (self->output);
  JsonArray  *sizes = json_array_new ();

  for (guint d = 1; d + 1 < rank; d++)
    json_array_add_int_element (sizes,
                                get_dim (self->input, d) / MAX (get_dim (self->output, d), 1));
  return take_array (sizes);
}

static JsonNode *
find_shape (const Described *self)
{
  JsonArray *sizes = json_array_new ();

  for (guint d = 1; d < koma_json_array_length (self->output); d++)
    json_array_add_int_element (sizes, get_dim (self->output, d));
  return take_array (sizes);
}

static JsonNode *
find_padding (const Described *self)
{
  const gboolean is_same = get_dim (self->input, 1) == get_dim (self->output, 1);

  return json_node_init_string (json_node_alloc (), is_same ? "same" : "valid");
}

static const struct
{
  const char *name;
  JsonNode *(*find) (const Described *self);
} settings[] = {
  { "filters", find_units },
  { "kernel_size", find_kernel },
  { "n", find_times },
  { "padding", find_padding },
  { "pool_size", find_window },
  { "return_sequences", gives_sequences },
  { "target_shape", find_shape },
  { "units", find_units },
  { "use_bias", has_bias },
};

/* Layers that need settings. Convolutions have strides of 1. */
static const struct
{
  const char *class_name;
  const char *settings;
} classes[] = {
  { "AveragePooling1D", "pool_size" },
  { "AveragePooling2D", "pool_size" },
  { "Conv1D", "filters kernel_size padding use_bias" },
  { "Conv2D", "filters kernel_size padding use_bias" },
  { "Conv3D", "filters kernel_size padding use_bias" },
  { "Dense", "units use_bias" },
  { "GRU", "units return_sequences use_bias" },
  { "LSTM", "units return_sequences use_bias" },
  { "MaxPooling1D", "pool_size" },
  { "MaxPooling2D", "pool_size" },
  { "RepeatVector", "n" },
  { "Reshape", "target_shape" },
  { "SimpleRNN", "units return_sequences use_bias" },
};

static void
add_settings (const Described *self,
              const char      *names,
              JsonObject      *config)
{
  g_auto (GStrv) wanted = g_strsplit (names, " ", -1);

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if (g_strv_contains ((const char *const *) wanted, settings[i].name))
      json_object_set_member (config, settings[i].name, settings[i].find (self));
}

JsonObject *
description_find_settings (JsonObject *layer,
                           JsonArray  *weights,
                           JsonArray  *input)
{
  const Described self = {
    .layer = layer,
    .weights = weights,
    .input = input,
    .output = koma_json_get_array (layer, "output"),
  };
  const char *class_name = koma_json_get_string (layer, "class");
  JsonObject *config = json_object_new ();

  json_object_set_string_member (config, "name", koma_json_get_string (layer, "name"));
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (g_strcmp0 (classes[i].class_name, class_name) == 0)
      add_settings (&self, classes[i].settings, config);
  return config;
}
