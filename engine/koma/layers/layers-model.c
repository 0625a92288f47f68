/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-model.h"

#include <string.h>

#include "engine/formats/json.h"
#include "engine/formats/keras/model.h"
#include "engine/koma/koma-error.h"
#include "layer-private.h"
#include "layers-state.h"
#include "layers-formula.h"
#include "layers-signals.h"
#include "layers-topology.h"
#include "symbol-private.h"

G_DEFINE_FINAL_TYPE (KomaLayersModel, koma_layers_model, G_TYPE_OBJECT)

static void
koma_layers_model_finalize (GObject *object)
{
  KomaLayersModel *self = KOMA_LAYERS_MODEL (object);

  g_clear_weak_pointer (&self->as_layer);
  koma_layers_model_free_data (self);
  g_clear_pointer (&self->entry, json_object_unref);
  g_clear_pointer (&self->layers, g_ptr_array_unref);
  g_clear_object (&self->last);
  g_clear_pointer (&self->symbols, g_ptr_array_unref);
  g_clear_pointer (&self->input_symbols, g_ptr_array_unref);
  g_clear_pointer (&self->output_symbols, g_ptr_array_unref);
  g_clear_pointer (&self->stored, g_hash_table_unref);
  g_clear_pointer (&self->inputs, g_array_unref);
  g_clear_pointer (&self->output_names, g_ptr_array_unref);
  g_clear_pointer (&self->shapes, g_array_unref);
  g_clear_pointer (&self->output_shapes, g_array_unref);
  g_clear_pointer (&self->losses, g_ptr_array_unref);
  g_clear_pointer (&self->metrics, g_strfreev);
  g_clear_pointer (&self->batch_results, g_array_unref);
  g_clear_pointer (&self->own_losses, g_ptr_array_unref);
  g_clear_pointer (&self->own_metrics, g_ptr_array_unref);
  G_OBJECT_CLASS (koma_layers_model_parent_class)->finalize (object);
}

static void
koma_layers_model_class_init (KomaLayersModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_layers_model_finalize;
  koma_layers_signals_install (G_OBJECT_CLASS (klass));
}

static void
koma_layers_model_init (KomaLayersModel *self)
{
  self->layers = g_ptr_array_new_with_free_func (g_object_unref);
  self->symbols = g_ptr_array_new_with_free_func (g_object_unref);
  self->input_symbols = g_ptr_array_new_with_free_func (g_object_unref);
  self->output_symbols = g_ptr_array_new_with_free_func (g_object_unref);
  self->inputs = g_array_new (FALSE, FALSE, sizeof (KomaShape));
  self->shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape));
  self->output_shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape));
  self->output_names = g_ptr_array_new_with_free_func (g_free);
  self->own_losses = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_layers_function_free);
  self->own_metrics = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_layers_function_free);
  self->seed = g_random_int ();
  (void) koma_optimizer_settings_init (&self->optimizer, "sgd", NULL);
}

/**
 * koma_layers_model_new_sequential:
 * @name: (nullable): %NULL: "sequential_1"
 *
 * A model whose layers stand in a row; koma_layers_model_add() adds them. Thread: any, then one.
 *
 * Returns: (transfer full): a model without layers
 */
KomaLayersModel *
koma_layers_model_new_sequential (const char *name)
{
  KomaLayersModel *self = g_object_new (KOMA_TYPE_LAYERS_MODEL, NULL);
  JsonObject      *config = json_object_new ();

  self->entry = json_object_new ();
  self->is_named_by_default = name == NULL;
  json_object_set_string_member (self->entry, "class_name", "Sequential");
  json_object_set_object_member (self->entry, "config", config);
  json_object_set_string_member (config, "name", name != NULL ? name : "sequential_1");
  json_object_set_array_member (config, "layers", json_array_new ());
  return self;
}

/* A layer in a row gives one output, which the next one reads. */
static KomaSymbol *
apply_in_row (KomaLayer  *layer,
              KomaSymbol *input,
              GError    **error)
{
  KomaSymbol *output = koma_layer_apply (layer, input, error);

  if (output == NULL || koma_symbol_get_n_siblings (output) == 1)
    return output;
  koma_fail (error, KOMA_ERROR_SHAPE, "%s gives %u outputs, expected 1 of a layer in a row",
             koma_layer_get_class_name (layer), koma_symbol_get_n_siblings (output));
  g_object_unref (g_object_ref_sink (output));
  return NULL;
}

static KomaSymbol *
extend (KomaLayersModel *self,
        KomaLayer       *layer,
        GError         **error)
{
  g_autoptr (KomaSymbol) input = NULL;
  KomaSymbol *output = NULL;

  if (self->last != NULL)
    return apply_in_row (layer, self->last, error);
  input = koma_symbol_new_for_entry (layer, error);
  if (input == NULL)
    return NULL;
  g_object_ref_sink (input);
  output = g_str_equal (koma_layer_get_class_name (layer), "InputLayer")
             ? g_object_ref (input)
             : apply_in_row (layer, input, error);
  if (output != NULL)
    g_ptr_array_add (self->input_symbols, g_object_ref (input));
  return output;
}

/* (transfer full) (element-type utf8) names that layers have here */
static GHashTable *
list_names (KomaLayersModel *self)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  JsonArray  *layers = koma_keras_layer_get_layers (self->entry);

  for (guint i = 0; i < koma_json_array_length (layers); i++)
    g_hash_table_add (names, (gpointer) koma_keras_layer_get_name (
                               json_array_get_object_element (layers, i)));
  return names;
}

/* As a layer stands in the model: under another name, where one here has its name and it was not
 * the user who gave it. (transfer full) (nullable) */
static JsonObject *
make_entry (KomaLayersModel *self,
            KomaLayer       *layer,
            GError         **error)
{
  g_autoptr (GHashTable) names = list_names (self);
  g_autofree char *other = NULL;
  JsonObject      *own = koma_layer_get_entry (layer);
  JsonObject      *entry = NULL;

  if (!g_hash_table_contains (names, koma_layer_get_name (layer)))
    return json_object_ref (own);
  if (!koma_layer_get_private (layer)->is_named_by_model) {
    koma_fail (error, KOMA_ERROR_MODEL, "The model has a layer “%s” already",
               koma_layer_get_name (layer));
    return NULL;
  }
  other = koma_layers_topology_number (koma_layer_get_name (layer), names);
  entry = json_object_new ();
  json_object_set_string_member (entry, "class_name", koma_layer_get_class_name (layer));
  json_object_set_string_member (entry, "name", other);
  json_object_set_object_member (entry, "config",
                                 json_object_ref (json_object_get_object_member (own, "config")));
  return entry;
}

/**
 * koma_layers_model_add:
 * @self: a sequential model whose weights have not been needed yet
 * @layer: (nullable) (transfer floating): %NULL from a call that failed: %FALSE is returned then,
 *   and @error left alone. The first layer is a koma_layer_new_input(), or has the setting
 *   "input_shape".
 *
 * Adds a layer behind the others. A layer without a name is given one, "dense_Dense1". Thread: the
 * owner's.
 *
 * Errors: those of koma_layer_apply(); %KOMA_ERROR_MODEL if the user gave the same name to
 * another layer, or the model is not sequential, has its weights already or is a layer itself;
 * %KOMA_ERROR_SHAPE if the first has no shape, or the layer gives several outputs.
 *
 * Returns: whether it was added
 */
gboolean
koma_layers_model_add (KomaLayersModel *self,
                       KomaLayer       *layer,
                       GError         **error)
{
  g_autoptr (KomaLayer) owned = layer != NULL ? g_object_ref_sink (layer) : NULL;
  g_autoptr (JsonObject) entry = NULL;
  KomaSymbol *next = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  if (owned == NULL)
    return FALSE;
  if (!koma_keras_layer_is_sequential (self->entry) || self->weights != NULL ||
      self->is_disposed || self->is_layer)
    return koma_fail (error, KOMA_ERROR_MODEL, "Layers can not be added to the model any more");
  koma_layers_topology_name (layer, self->layers);
  entry = make_entry (self, layer, error);
  next = entry != NULL ? extend (self, layer, error) : NULL;
  if (next == NULL)
    return FALSE;
  koma_layer_join (layer, self);
  if (g_object_is_floating (next))
    g_object_ref_sink (next);
  g_set_object (&self->last, next);
  g_ptr_array_add (self->symbols, next);
  g_ptr_array_add (self->layers, g_steal_pointer (&owned));
  json_array_add_object_element (koma_keras_layer_get_layers (self->entry),
                                 g_steal_pointer (&entry));
  return TRUE;
}

/**
 * koma_layers_model_new:
 * @inputs: (array length=n_inputs): symbols of koma_symbol_new_input()
 * @n_inputs: at least 1
 * @outputs: (array length=n_outputs): what the model gives; a %NULL from a call that failed makes
 *   this one return %NULL and leave @error alone
 * @n_outputs: at least 1
 * @name: (nullable): %NULL: "model1"
 *
 * A model of the layers between inputs and outputs. Thread: any, then one.
 *
 * Errors: %KOMA_ERROR_MODEL if two layers have one name, an input is there twice, or an output
 * depends on an input that is not among @inputs.
 *
 * Returns: (transfer full) (nullable): a model
 */
KomaLayersModel *
koma_layers_model_new (KomaSymbol **inputs,
                       guint        n_inputs,
                       KomaSymbol **outputs,
                       guint        n_outputs,
                       const char  *name,
                       GError     **error)
{
  g_autoptr (KomaLayersModel) self = g_object_new (KOMA_TYPE_LAYERS_MODEL, NULL);
  g_autoptr (GPtrArray) held = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (n_inputs > 0 && n_outputs > 0, NULL);

  for (guint i = 0; i < n_inputs + n_outputs; i++) {
    KomaSymbol *symbol = i < n_inputs ? inputs[i] : outputs[i - n_inputs];

    if (symbol == NULL)
      return NULL;
    g_ptr_array_add (held, g_object_ref_sink (symbol));
  }
  self->is_named_by_default = name == NULL;
  self->entry = koma_layers_topology_new (name != NULL ? name : "model1", inputs, n_inputs, outputs,
                                          n_outputs, self->layers, self->symbols, error);
  if (self->entry == NULL)
    return NULL;
  for (guint i = 0; i < held->len; i++)
    g_ptr_array_add (i < n_inputs ? self->input_symbols : self->output_symbols,
                     g_object_ref (held->pdata[i]));
  for (guint i = 0; i < self->layers->len; i++)
    koma_layer_join (self->layers->pdata[i], self);
  return g_steal_pointer (&self);
}

/* Before Keras 2.3 the settings of a Sequential were its layers. (transfer full) */
static JsonObject *
wrap_layers (JsonObject *entry)
{
  JsonArray  *layers = koma_json_get_array (entry, "config");
  JsonObject *wrapped = NULL;
  JsonObject *config = NULL;

  if (layers == NULL)
    return json_object_ref (entry);
  wrapped = json_object_new ();
  config = json_object_new ();
  json_object_set_string_member (wrapped, "class_name", koma_keras_layer_get_class (entry));
  json_object_set_string_member (config, "name", koma_keras_layer_get_name (entry));
  json_object_set_array_member (config, "layers", json_array_ref (layers));
  json_object_set_object_member (wrapped, "config", config);
  return wrapped;
}

/**
 * koma_layers_model_new_from_entry: (skip)
 *
 * Errors: those of koma_layers_model_ensure_weights().
 */
KomaLayersModel *
koma_layers_model_new_from_entry (JsonObject *entry,
                                  GHashTable *stored,
                                  GError    **error)
{
  g_autoptr (KomaLayersModel) self = g_object_new (KOMA_TYPE_LAYERS_MODEL, NULL);
  GPtrArray *layers = NULL;

  self->entry = wrap_layers (entry);
  self->stored = stored;
  layers = koma_layer_list_from_entries (koma_keras_layer_get_layers (entry), error);
  if (layers == NULL)
    return NULL;
  g_ptr_array_unref (self->layers);
  self->layers = layers;
  for (guint i = 0; i < self->layers->len; i++) {
    koma_layer_join (self->layers->pdata[i], self);
    koma_layer_get_private (self->layers->pdata[i])->is_named_by_model = TRUE;
  }
  return koma_layers_model_ensure_weights (self, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * koma_layers_model_set_seed:
 * @self: a model
 * @seed: of the weights that a new model begins with, of dropout, and of the order of samples
 *
 * The same seed gives the same numbers on every machine; without one they are different each time.
 * Has an effect before the weights are needed. Thread: the owner's.
 */
void
koma_layers_model_set_seed (KomaLayersModel *self,
                            guint64          seed)
{
  g_return_if_fail (KOMA_IS_LAYERS_MODEL (self));

  self->seed = seed;
}

/**
 * koma_layers_model_get_name:
 * @self: a model
 *
 * Thread: the owner's.
 *
 * Returns: (transfer none): the model's name
 */
const char *
koma_layers_model_get_name (KomaLayersModel *self)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  return koma_keras_layer_get_name (self->entry);
}

/**
 * koma_layers_model_get_n_layers:
 * @self: a model
 *
 * Thread: the owner's.
 *
 * Returns: how many layers the model has; those of a model in it count as one
 */
guint
koma_layers_model_get_n_layers (KomaLayersModel *self)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), 0);

  return self->layers->len;
}

/**
 * koma_layers_model_get_layer:
 * @self: a model
 * @index: less than koma_layers_model_get_n_layers()
 *
 * Thread: the owner's.
 *
 * Returns: (transfer none): a layer
 */
KomaLayer *
koma_layers_model_get_layer (KomaLayersModel *self,
                             guint            index)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);
  g_return_val_if_fail (index < self->layers->len, NULL);

  return g_ptr_array_index (self->layers, index);
}

/**
 * koma_layers_model_find_layer:
 * @self: a model
 * @name: a name
 *
 * Thread: the owner's.
 *
 * Returns: (transfer none) (nullable): the layer of that name
 */
KomaLayer *
koma_layers_model_find_layer (KomaLayersModel *self,
                              const char      *name)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  for (guint i = 0; i < self->layers->len; i++)
    if (g_strcmp0 (koma_layer_get_name (g_ptr_array_index (self->layers, i)), name) == 0)
      return g_ptr_array_index (self->layers, i);
  return NULL;
}
