/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layers stand in a model in the order in which TensorFlow.js puts them: by their distance from the
 * outputs, the furthest first; of those as far away in the order in which they are met on the way
 * from the outputs. Weights are saved and listed in that order. */
#include "layers-topology.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "layer-config.h"
#include "layer-private.h"
#include "symbol-private.h"

typedef struct
{
  KomaLayer *layer; /* (borrowed) */
  char      *alias; /* (owned) (nullable) its name in this model */
  guint      index; /* when it was met */
  guint      depth; /* distance from the outputs */
  GPtrArray *uses;  /* (owned) const KomaSymbolUse, those that it reads from first */
} Entry;

typedef struct
{
  GHashTable *entries; /* (owned) KomaLayer → Entry (owned) */
  GHashTable *depths;  /* (owned) KomaSymbolUse → GUINT_TO_POINTER */
  GPtrArray  *uses;    /* (owned) const KomaSymbolUse: what a use reads stands before it */
} Topology;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_ptr_array_unref (entry->uses);
  g_free (entry->alias);
  g_free (entry);
}

static void
topology_clear (Topology *self)
{
  g_clear_pointer (&self->entries, g_hash_table_unref);
  g_clear_pointer (&self->depths, g_hash_table_unref);
  g_clear_pointer (&self->uses, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Topology, topology_clear)

static void
meet (Topology            *self,
      const KomaSymbolUse *use)
{
  Entry *entry = g_hash_table_lookup (self->entries, use->layer);

  if (!g_hash_table_insert (self->depths, (gpointer) use, NULL))
    return;
  if (entry == NULL) {
    entry = g_new0 (Entry, 1);
    entry->layer = use->layer;
    entry->index = g_hash_table_size (self->entries);
    entry->uses = g_ptr_array_new ();
    g_hash_table_insert (self->entries, use->layer, entry);
  }
  for (guint i = 0; i < use->inputs->len; i++)
    meet (self, koma_symbol_get_use (g_ptr_array_index (use->inputs, i)));
  g_ptr_array_add (entry->uses, (gpointer) use);
  g_ptr_array_add (self->uses, (gpointer) use);
}

static void
raise_depth (Topology            *self,
             const KomaSymbolUse *use,
             guint                depth)
{
  const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (self->depths, use));

  g_hash_table_insert (self->depths, (gpointer) use, GUINT_TO_POINTER (MAX (found, depth)));
}

static void
find_depths (Topology *self)
{
  for (guint i = self->uses->len; i-- > 0;) {
    const KomaSymbolUse *use = g_ptr_array_index (self->uses, i);
    Entry               *entry = g_hash_table_lookup (self->entries, use->layer);

    raise_depth (self, use, entry->depth);
    entry->depth = GPOINTER_TO_UINT (g_hash_table_lookup (self->depths, use));
    for (guint k = 0; k < use->inputs->len; k++)
      raise_depth (self, koma_symbol_get_use (g_ptr_array_index (use->inputs, k)),
                   entry->depth + 1);
  }
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Entry *x = *(Entry *const *) a;
  const Entry *y = *(Entry *const *) b;

  if (x->depth != y->depth)
    return x->depth > y->depth ? -1 : 1;
  return x->index < y->index ? -1 : 1;
}

/* (element-type Entry) */
static GPtrArray *
sort (Topology *self)
{
  GPtrArray     *entries = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer       entry = NULL;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    g_ptr_array_add (entries, entry);
  g_ptr_array_sort (entries, compare);
  return entries;
}

static guint
count_named (GPtrArray  *layers,
             const char *name)
{
  guint n = 0;

  for (guint i = 0; i < layers->len; i++)
    n += g_strcmp0 (koma_layer_get_name (g_ptr_array_index (layers, i)), name) == 0;
  return n;
}

/**
 * koma_layers_topology_name:
 * @layers: (element-type KomaLayer): the other layers of the model
 *
 * Names are those that TensorFlow.js gives, "dense_Dense1" and "input1", counted in the model.
 */
void
koma_layers_topology_name (KomaLayer *layer,
                           GPtrArray *layers)
{
  const char      *class_name = koma_layer_get_class_name (layer);
  g_autofree char *snake = koma_layer_config_to_snake_case (class_name);

  for (guint n = 1; koma_layer_get_name (layer) == NULL; n++) {
    g_autofree char *name = g_str_equal (class_name, "InputLayer")
                              ? g_strdup_printf ("input%u", n)
                              : g_strdup_printf ("%s_%s%u", snake, class_name, n);

    if (count_named (layers, name) == 0) {
      koma_layer_set_name (layer, name);
      koma_layer_get_private (layer)->is_named_by_model = TRUE;
    }
  }
}

/**
 * koma_layers_topology_number:
 * @name: "dense_Dense1"
 * @taken: (element-type utf8): names
 *
 * Returns: (transfer full): the name with the next number that is free: "dense_Dense2"
 */
char *
koma_layers_topology_number (const char *name,
                             GHashTable *taken)
{
  gsize n = strlen (name);

  while (n > 0 && g_ascii_isdigit (name[n - 1]))
    n--;
  for (guint number = 1;; number++) {
    g_autofree char *other = g_strdup_printf ("%.*s%u", (int) n, name, number);

    if (!g_hash_table_contains (taken, other))
      return g_steal_pointer (&other);
  }
}

static const char *
get_name (const Entry *entry)
{
  return entry->alias != NULL ? entry->alias : koma_layer_get_name (entry->layer);
}

/* Layers that other models named the same way get other names here. */
static gboolean
name_layers (GPtrArray *entries,
             GPtrArray *layers,
             GError   **error)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) met = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < layers->len; i++)
    koma_layers_topology_name (g_ptr_array_index (layers, i), layers);
  for (guint i = 0; i < layers->len; i++)
    g_hash_table_add (taken, (gpointer) koma_layer_get_name (layers->pdata[i]));
  for (guint i = 0; i < entries->len; i++) {
    Entry      *entry = entries->pdata[i];
    const char *name = get_name (entry);

    if (g_hash_table_add (met, (gpointer) name))
      continue;
    if (!koma_layer_get_private (entry->layer)->is_named_by_model)
      return koma_fail (error, KOMA_ERROR_MODEL, "%u layers of the model are called “%s”",
                        count_named (layers, name), name);
    entry->alias = koma_layers_topology_number (name, taken);
    g_hash_table_add (taken, entry->alias);
    g_hash_table_add (met, entry->alias);
  }
  return TRUE;
}

static gboolean
check_distinct (KomaSymbol **inputs,
                guint        n_inputs,
                GError     **error)
{
  for (guint i = 0; i < n_inputs; i++)
    for (guint k = 0; k < i; k++)
      if (koma_symbol_get_use (inputs[i]) == koma_symbol_get_use (inputs[k]) &&
          koma_symbol_get_index (inputs[i]) == koma_symbol_get_index (inputs[k]))
        return koma_fail (error, KOMA_ERROR_MODEL, "The inputs %u and %u are the same", k, i);
  return TRUE;
}

static gboolean
check_inputs (Topology    *self,
              KomaSymbol **inputs,
              guint        n_inputs,
              GError     **error)
{
  if (!check_distinct (inputs, n_inputs, error))
    return FALSE;
  for (guint i = 0; i < self->uses->len; i++) {
    const KomaSymbolUse *use = g_ptr_array_index (self->uses, i);
    gboolean             is_input = use->inputs->len > 0;

    for (guint k = 0; k < n_inputs; k++)
      is_input = is_input || koma_symbol_get_use (inputs[k]) == use;
    if (!is_input)
      return koma_fail (error, KOMA_ERROR_MODEL,
                        "An output depends on an input that is not among the model's");
  }
  return TRUE;
}

/* [name, node, tensor] */
static JsonArray *
refer (Topology   *self,
       KomaSymbol *symbol)
{
  const KomaSymbolUse *use = koma_symbol_get_use (symbol);
  const Entry         *entry = g_hash_table_lookup (self->entries, use->layer);
  JsonArray           *array = json_array_new ();
  guint                node = 0;

  (void) g_ptr_array_find (entry->uses, use, &node);
  json_array_add_string_element (array, get_name (entry));
  json_array_add_int_element (array, node);
  json_array_add_int_element (array, koma_symbol_get_index (symbol));
  return array;
}

static JsonArray *
refer_all (Topology    *self,
           KomaSymbol **symbols,
           guint        n_symbols)
{
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < n_symbols; i++)
    json_array_add_array_element (array, refer (self, symbols[i]));
  return array;
}

/* [[[name, node, tensor, {}], …], …] */
static JsonArray *
write_inbound (Topology    *self,
               const Entry *entry)
{
  JsonArray *nodes = json_array_new ();

  for (guint i = 0; i < entry->uses->len; i++) {
    const KomaSymbolUse *use = g_ptr_array_index (entry->uses, i);
    JsonArray           *reads = NULL;

    if (use->inputs->len == 0)
      continue;
    reads = refer_all (self, (KomaSymbol **) use->inputs->pdata, use->inputs->len);
    for (guint k = 0; k < use->inputs->len; k++)
      json_array_add_object_element (json_array_get_array_element (reads, k), json_object_new ());
    json_array_add_array_element (nodes, reads);
  }
  return nodes;
}

static JsonObject *
write_layer (Topology    *self,
             const Entry *entry)
{
  JsonObject *own = koma_layer_get_entry (entry->layer);
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "class_name", koma_layer_get_class_name (entry->layer));
  json_object_set_string_member (object, "name", get_name (entry));
  json_object_set_object_member (object, "config",
                                 json_object_ref (json_object_get_object_member (own, "config")));
  json_object_set_array_member (object, "inbound_nodes", write_inbound (self, entry));
  return object;
}

/**
 * koma_layers_topology_new:
 * @ret_layers: (element-type KomaLayer): they are appended here
 * @ret_symbols: (element-type KomaSymbol): likewise the first output of each layer's first use
 *
 * Errors: %KOMA_ERROR_MODEL if two layers have one name, an input is there twice, or an output
 * depends on an input that is not among @inputs.
 */
JsonObject *
koma_layers_topology_new (const char  *name,
                          KomaSymbol **inputs,
                          guint        n_inputs,
                          KomaSymbol **outputs,
                          guint        n_outputs,
                          GPtrArray   *ret_layers,
                          GPtrArray   *ret_symbols,
                          GError     **error)
{
  g_auto (Topology) self = {
    .entries = g_hash_table_new_full (NULL, NULL, NULL, entry_free),
    .depths = g_hash_table_new (NULL, NULL),
    .uses = g_ptr_array_new (),
  };
  g_autoptr (GPtrArray) entries = NULL;
  JsonObject *model = NULL;
  JsonObject *config = NULL;
  JsonArray  *layers = NULL;

  for (guint i = 0; i < n_outputs; i++)
    meet (&self, koma_symbol_get_use (outputs[i]));
  for (guint i = 0; i < n_inputs; i++)
    meet (&self, koma_symbol_get_use (inputs[i]));
  find_depths (&self);
  entries = sort (&self);
  for (guint i = 0; i < entries->len; i++) {
    const Entry *entry = entries->pdata[i];

    g_ptr_array_add (ret_layers, g_object_ref (entry->layer));
    g_ptr_array_add (ret_symbols,
                     g_object_ref_sink (koma_symbol_new_for_use (entry->uses->pdata[0])));
  }
  if (!check_inputs (&self, inputs, n_inputs, error) || !name_layers (entries, ret_layers, error))
    return NULL;
  model = json_object_new ();
  config = json_object_new ();
  layers = json_array_new ();
  for (guint i = 0; i < entries->len; i++)
    json_array_add_object_element (layers, write_layer (&self, entries->pdata[i]));
  json_object_set_string_member (config, "name", name);
  json_object_set_array_member (config, "layers", layers);
  json_object_set_array_member (config, "input_layers", refer_all (&self, inputs, n_inputs));
  json_object_set_array_member (config, "output_layers", refer_all (&self, outputs, n_outputs));
  json_object_set_string_member (model, "class_name", "Model");
  json_object_set_object_member (model, "config", config);
  return model;
}
