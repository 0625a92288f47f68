/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-names.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/model.h"
#include "layers-topology.h"

static const char shared_id[] = "shared_object_id";

static JsonObject *
get_layer (JsonObject *model,
           guint       index)
{
  return koma_json_node_object (koma_json_element (koma_keras_layer_get_layers (model), index));
}

static guint
count_layers (JsonObject *model)
{
  return koma_json_array_length (koma_keras_layer_get_layers (model));
}

static void
collect_names (JsonObject *model,
               guint       depth,
               GHashTable *names,
               GHashTable *taken)
{
  for (guint i = 0; i < count_layers (model) && depth < KOMA_MAX_NESTING; i++) {
    JsonObject   *layer = get_layer (model, i);
    const char   *name = koma_keras_layer_get_name (layer);
    gconstpointer identity = koma_keras_layer_get_identity (layer);
    char         *own = NULL;

    if (!g_hash_table_contains (names, identity)) {
      own = g_hash_table_contains (taken, name) ? koma_layers_topology_number (name, taken)
                                                : g_strdup (name);
      g_hash_table_insert (names, (gpointer) identity, own);
      g_hash_table_add (taken, own);
    }
    if (koma_keras_layer_get_model (layer) != NULL)
      collect_names (koma_keras_layer_get_model (layer), depth + 1, names, taken);
  }
}

/**
 * koma_layers_names_new:
 * @model: its entry, and that of what is compared with koma_keras_layer_get_identity()
 *
 * Returns: (transfer full) (element-type gpointer utf8): names, all of which are different
 */
GHashTable *
koma_layers_names_new (JsonObject *model)
{
  GHashTable *names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  collect_names (model, 0, names, taken);
  return names;
}

/* In ["dense", 0, 0] and whatever holds such. */
static void
rename_references (JsonNode   *node,
                   GHashTable *renamed)
{
  JsonArray  *array = koma_json_node_array (node);
  const char *name = koma_json_node_string (koma_json_element (array, 0));
  const char *other = name != NULL ? g_hash_table_lookup (renamed, name) : NULL;
  gint64      call = 0;

  if (other != NULL && koma_json_node_int (koma_json_element (array, 1), &call)) {
    json_node_set_string (json_array_get_element (array, 0), other);
    return;
  }
  for (guint i = 0; i < koma_json_array_length (array); i++)
    rename_references (koma_json_element (array, i), renamed);
}

static void
rename_layer (JsonObject *copy,
              const char *name,
              guint       number) /* 0: none */
{
  if (json_object_has_member (copy, "name"))
    json_object_set_string_member (copy, "name", name);
  json_object_set_string_member (koma_json_get_object (copy, "config"), "name", name);
  if (number > 0)
    json_object_set_int_member (copy, shared_id, number);
}

typedef struct
{
  GHashTable *names;
  GHashTable *counts; /* identity → how often it stands in the model */
  GPtrArray  *shared; /* identities in the order of their numbers */
} Writing;

/* 0: the layer stands in one place. */
static guint
get_number (Writing      *self,
            gconstpointer identity)
{
  guint index = 0;

  if (GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, identity)) < 2)
    return 0;
  if (!g_ptr_array_find (self->shared, identity, &index)) {
    index = self->shared->len;
    g_ptr_array_add (self->shared, (gpointer) identity);
  }
  return index + 1;
}

static void
write_names (Writing    *self,
             JsonObject *model,
             JsonObject *copy)
{
  JsonObject *config = koma_json_get_object (copy, "config");
  g_autoptr (GHashTable) renamed = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < count_layers (model); i++) {
    JsonObject   *layer = get_layer (model, i);
    gconstpointer identity = koma_keras_layer_get_identity (layer);
    const char   *name = g_hash_table_lookup (self->names, identity);

    g_hash_table_insert (renamed, (gpointer) koma_keras_layer_get_name (layer), (gpointer) name);
    rename_layer (get_layer (copy, i), name, get_number (self, identity));
    if (koma_keras_layer_get_model (layer) != NULL)
      write_names (self, koma_keras_layer_get_model (layer),
                   koma_keras_layer_get_model (get_layer (copy, i)));
  }
  for (guint i = 0; i < count_layers (model); i++)
    rename_references (koma_json_get (get_layer (copy, i), "inbound_nodes"), renamed);
  rename_references (koma_json_get (config, "input_layers"), renamed);
  rename_references (koma_json_get (config, "output_layers"), renamed);
}

/* Whether names and numbers change anything. */
static gboolean
count (Writing    *self,
       JsonObject *model)
{
  gboolean is_changed = FALSE;

  for (guint i = 0; i < count_layers (model); i++) {
    JsonObject   *layer = get_layer (model, i);
    gconstpointer identity = koma_keras_layer_get_identity (layer);
    const guint   n = GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, identity)) + 1;

    g_hash_table_insert (self->counts, (gpointer) identity, GUINT_TO_POINTER (n));
    is_changed |= n > 1 || !g_str_equal (koma_keras_layer_get_name (layer),
                                         g_hash_table_lookup (self->names, identity));
    if (koma_keras_layer_get_model (layer) != NULL)
      is_changed |= count (self, koma_keras_layer_get_model (layer));
  }
  return is_changed;
}

static JsonObject *
copy_deep (JsonObject *object)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *text = json_to_string (node, FALSE);
  g_autoptr (JsonNode) copy = json_from_string (text, NULL);

  return json_node_dup_object (copy);
}

/**
 * koma_layers_names_write:
 * @names: of koma_layers_names_new()
 * @model: its entry, whose models are not nested deeper than a model can be built
 *
 * Returns: (transfer full): the entry for a file: a copy, where layers have other names there
 */
JsonObject *
koma_layers_names_write (GHashTable *names,
                         JsonObject *model)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) shared = g_ptr_array_new ();
  Writing     self = { .names = names, .counts = counts, .shared = shared };
  JsonObject *copy = NULL;

  if (!count (&self, model))
    return json_object_ref (model);
  copy = copy_deep (model);
  write_names (&self, model, copy);
  return copy;
}

static void
join (JsonObject *model,
      guint       depth,
      GHashTable *found)
{
  for (guint i = 0; i < count_layers (model) && depth < KOMA_MAX_NESTING; i++) {
    JsonObject *layer = get_layer (model, i);
    JsonObject *other = NULL;
    gint64      number = 0;

    if (koma_json_node_int (koma_json_get (layer, shared_id), &number) &&
        koma_json_get_object (layer, "config") != NULL) {
      other = g_hash_table_lookup (found, GSIZE_TO_POINTER ((gsize) number));
      if (other == NULL)
        g_hash_table_insert (found, GSIZE_TO_POINTER ((gsize) number), layer);
      else if (g_str_equal (koma_keras_layer_get_class (other), koma_keras_layer_get_class (layer)))
        json_object_set_object_member (layer, "config",
                                       json_object_ref (koma_json_get_object (other, "config")));
    }
    if (koma_keras_layer_get_model (layer) != NULL)
      join (koma_keras_layer_get_model (layer), depth + 1, found);
  }
}

/**
 * koma_layers_names_join:
 * @model: its entry in a file
 */
void
koma_layers_names_join (JsonObject *model)
{
  g_autoptr (GHashTable) found = g_hash_table_new (NULL, NULL);

  join (model, 0, found);
}
