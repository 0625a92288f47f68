/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "description.h"

#include <string.h>

#include "description-settings.h"
#include "engine/formats/json.h"

typedef struct
{
  JsonArray  *layers;
  JsonArray  *weights;
  JsonArray  *inputs;   /* shapes */
  GPtrArray  *receives; /* (owned) for each layer names of others: "h[0][0] g[0][1]" */
  GHashTable *symbols;  /* (owned) name → KomaSymbol */
  GHashTable *received; /* (owned) names */
} Description;

static void
description_clear (Description *self)
{
  g_clear_pointer (&self->receives, g_ptr_array_unref);
  g_clear_pointer (&self->symbols, g_hash_table_unref);
  g_clear_pointer (&self->received, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Description, description_clear)

static JsonObject *
get_layer (const Description *self,
           guint              index)
{
  return koma_json_node_object (koma_json_element (self->layers, index));
}

static const char *
get_name (const Description *self,
          guint              index)
{
  const char *name = koma_json_get_string (get_layer (self, index), "name");

  return name != NULL ? name : "";
}

static gboolean
is_input (const Description *self,
          guint              index)
{
  return g_strcmp0 (koma_json_get_string (get_layer (self, index), "class"), "InputLayer") == 0;
}

/* The last column of the summary, where it has one; a layer may have several lines. */
static GPtrArray *
read_connections (JsonArray *summary)
{
  GPtrArray  *rows = g_ptr_array_new_with_free_func (g_free);
  const char *header = koma_json_node_string (koma_json_element (summary, 1));
  const char *column = header != NULL ? strstr (header, "Receives inputs") : NULL;

  for (guint i = 2; column != NULL && i < koma_json_array_length (summary); i++) {
    const char      *line = koma_json_node_string (koma_json_element (summary, i));
    const gsize      at = column - header;
    g_autofree char *before = NULL;
    g_autofree char *names = NULL;

    if (line == NULL || line[0] == '_' || line[0] == '=')
      continue;
    names = g_strdup (strlen (line) > at ? line + at : "");
    before = line[0] == ' ' && rows->len > 0 ? g_ptr_array_steal_index (rows, rows->len - 1)
                                             : g_strdup ("");
    g_ptr_array_add (rows, g_strstrip (g_strconcat (before, " ", names, NULL)));
  }
  return rows;
}

/* (transfer full): what a layer receives: the layer before where nothing is said. */
static char **
list_received (const Description *self,
               guint              index)
{
  const char *text =
    index < self->receives->len ? g_ptr_array_index (self->receives, index) : "";
  g_autofree char *before = index > 0 ? g_strdup (get_name (self, index - 1)) : NULL;

  return g_strsplit (text[0] != '\0' ? text : before != NULL ? before
                                                             : "",
                     " ", -1);
}

/* "h[0][1]" or "h": the name and the number of the tensor. */
static char *
split_name (const char *text,
            guint      *ret_tensor)
{
  const char *last = strrchr (text, '[');

  *ret_tensor = last != NULL ? (guint) g_ascii_strtoull (last + 1, NULL, 10) : 0;
  return g_strndup (text, strcspn (text, "["));
}

/* The shape of the first that a layer receives. */
static JsonArray *
get_input_shape (const Description *self,
                 guint              index)
{
  g_auto (GStrv) received = list_received (self, index);
  guint            tensor = 0;
  g_autofree char *name = received[0] != NULL ? split_name (received[0], &tensor) : NULL;

  for (guint i = 0; name != NULL && i < index; i++)
    if (g_str_equal (get_name (self, i), name))
      return koma_json_get_array (get_layer (self, i), "output");
  return koma_json_node_array (koma_json_element (self->inputs, 0));
}

static KomaLayer *
new_layer (const Description *self,
           guint              index,
           GError           **error)
{
  JsonObject *layer = get_layer (self, index);
  JsonArray  *input = get_input_shape (self, index);
  JsonNode   *trainable = koma_json_get (layer, "trainable");
  const char *class_name = koma_json_get_string (layer, "class");
  g_autoptr (JsonObject) config = description_find_settings (layer, self->weights, input);
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), config);
  g_autofree char *text = NULL;

  if (index == 0 && input != NULL)
    json_object_set_array_member (config, "batch_input_shape", json_array_ref (input));
  if (trainable != NULL)
    json_object_set_member (config, "trainable", json_node_copy (trainable));
  text = json_to_string (node, FALSE);
  return koma_layer_new (class_name != NULL ? class_name : "", text, error);
}

static KomaSymbol *
new_input (const Description *self,
           guint              index,
           GError           **error)
{
  JsonArray *shape = koma_json_get_array (get_layer (self, index), "output");
  g_autoptr (GArray) dims = g_array_new (TRUE, FALSE, sizeof (int));

  for (guint d = 1; d < koma_json_array_length (shape); d++) {
    gint64    dim = -1;
    const int value =
      koma_json_node_int (koma_json_element (shape, d), &dim) ? (int) dim : -1;

    g_array_append_val (dims, value);
  }
  return koma_symbol_new_input ((const int *) dims->data, dims->len, get_name (self, index), error);
}

static KomaSymbol *
apply_layer (Description *self,
             guint        index,
             GError     **error)
{
  g_auto (GStrv) received = list_received (self, index);
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  KomaLayer *layer = NULL;

  for (guint i = 0; received[i] != NULL; i++) {
    guint            tensor = 0;
    g_autofree char *name = split_name (received[i], &tensor);
    KomaSymbol      *symbol = g_hash_table_lookup (self->symbols, name);

    if (symbol == NULL || tensor >= MAX (koma_symbol_get_n_siblings (symbol), 1)) {
      koma_fail (error, KOMA_ERROR_MODEL, "%s receives %s, which is not there",
                 get_name (self, index), received[i]);
      return NULL;
    }
    g_hash_table_add (self->received, g_steal_pointer (&name));
    g_ptr_array_add (inputs, tensor > 0 ? koma_symbol_get_sibling (symbol, tensor) : symbol);
  }
  layer = new_layer (self, index, error);
  return layer != NULL
           ? koma_layer_apply_all (layer, (KomaSymbol **) inputs->pdata, inputs->len, error)
           : NULL;
}

/* What no other layer receives is an output. */
static KomaLayersModel *
build_functional (Description *self,
                  GError     **error)
{
  g_autoptr (GPtrArray) inputs = g_ptr_array_new ();
  g_autoptr (GPtrArray) outputs = g_ptr_array_new ();

  for (guint i = 0; i < koma_json_array_length (self->layers); i++) {
    KomaSymbol *symbol =
      is_input (self, i) ? new_input (self, i, error) : apply_layer (self, i, error);

    if (symbol == NULL)
      return NULL;
    g_hash_table_insert (self->symbols, g_strdup (get_name (self, i)), g_object_ref_sink (symbol));
    if (is_input (self, i))
      g_ptr_array_add (inputs, symbol);
  }
  for (guint i = 0; i < koma_json_array_length (self->layers); i++)
    if (!g_hash_table_contains (self->received, get_name (self, i)))
      g_ptr_array_add (outputs, g_hash_table_lookup (self->symbols, get_name (self, i)));
  return koma_layers_model_new ((KomaSymbol **) inputs->pdata, inputs->len,
                                (KomaSymbol **) outputs->pdata, outputs->len, NULL, error);
}

static KomaLayersModel *
build_sequential (const Description *self,
                  GError           **error)
{
  g_autoptr (KomaLayersModel) model = koma_layers_model_new_sequential (NULL);

  for (guint i = 0; i < koma_json_array_length (self->layers); i++) {
    KomaLayer *layer = new_layer (self, i, error);

    if (layer == NULL || !koma_layers_model_add (model, layer, error))
      return NULL;
  }
  return g_steal_pointer (&model);
}

KomaLayersModel *
description_build (JsonObject *description,
                   GError    **error)
{
  g_auto (Description) self = {
    .layers = koma_json_get_array (description, "layers"),
    .weights = koma_json_get_array (description, "weights"),
    .inputs = koma_json_get_array (description, "inputs"),
    .receives = read_connections (koma_json_get_array (description, "summary")),
    .symbols = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref),
    .received = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };

  return is_input (&self, 0) ? build_functional (&self, error) : build_sequential (&self, error);
}
