/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Models in models, and models of a part of another. */
#include "layers-nest.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/inbound.h"
#include "engine/formats/keras/layers.h"
#include "engine/formats/keras/model.h"
#include "engine/koma/koma-error.h"
#include "layer-private.h"
#include "layers-state.h"
#include "own-layer-private.h"
#include "symbol-private.h"

static KomaLayer *
make_layer (KomaLayersModel *self)
{
  g_autoptr (JsonObject) entry = json_object_new ();
  KomaLayer        *layer = NULL;
  KomaLayerPrivate *own = NULL;

  json_object_set_string_member (entry, "class_name", koma_keras_layer_get_class (self->entry));
  json_object_set_object_member (entry, "config",
                                 json_object_ref (koma_json_get_object (self->entry, "config")));
  layer = koma_layer_new_for_entry (entry);
  own = koma_layer_get_private (layer);
  own->children = g_ptr_array_ref (self->layers);
  own->model = g_object_ref (G_OBJECT (self));
  own->is_named_by_model = self->is_named_by_default;
  return g_object_ref_sink (layer);
}

/**
 * koma_layers_model_as_layer:
 * @self: a model that has layers, and gets no others from now on
 *
 * The model as a layer: applied to symbols, or added to a sequential model, it shares its weights
 * with what it becomes part of. koma_layer_set_trainable() of it freezes the model. While there is
 * a reference it is always the same one. Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_MODEL if the model has no layers.
 *
 * Returns: (transfer full) (nullable): the layer, which keeps the model
 */
KomaLayer *
koma_layers_model_as_layer (KomaLayersModel *self,
                            GError         **error)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  if (self->layers->len == 0) {
    koma_fail (error, KOMA_ERROR_MODEL, "The model “%s” has no layers",
               koma_layers_model_get_name (self));
    return NULL;
  }
  self->is_layer = TRUE;
  if (self->as_layer != NULL)
    return g_object_ref (self->as_layer);
  g_set_weak_pointer (&self->as_layer, make_layer (self));
  return self->as_layer;
}

/**
 * koma_layer_get_model:
 * @self: a layer
 *
 * Thread: any.
 *
 * Returns: (transfer none) (nullable): the model that koma_layers_model_as_layer() made the layer
 *   of; %NULL for others, and where it comes from a file
 */
KomaLayersModel *
koma_layer_get_model (KomaLayer *self)
{
  g_return_val_if_fail (KOMA_IS_LAYER (self), NULL);

  return koma_layer_get_private (self)->model != NULL
           ? KOMA_LAYERS_MODEL (koma_layer_get_private (self)->model)
           : NULL;
}

/**
 * koma_layers_model_get_trainable:
 * @self: a model
 *
 * Thread: the owner's.
 *
 * Returns: whether training changes weights of the model; true unless told otherwise
 */
gboolean
koma_layers_model_get_trainable (KomaLayersModel *self)
{
  gboolean is_trainable = TRUE;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), FALSE);

  (void) koma_json_node_boolean (
    koma_json_get (koma_json_get_object (self->entry, "config"), "trainable"), &is_trainable);
  return is_trainable;
}

/**
 * koma_layers_model_set_trainable:
 * @self: a model
 * @is_trainable: false freezes all its layers, in this model and where it is a layer of another
 *
 * Takes effect when a model is compiled next: one that was compiled before goes on as it was.
 * Thread: the owner's.
 */
void
koma_layers_model_set_trainable (KomaLayersModel *self,
                                 gboolean         is_trainable)
{
  g_return_if_fail (KOMA_IS_LAYERS_MODEL (self));

  json_object_set_boolean_member (koma_json_get_object (self->entry, "config"), "trainable",
                                  is_trainable);
  for (guint i = 0; i < self->layers->len; i++)
    koma_layer_refresh_variables (self->layers->pdata[i], !is_trainable);
}

/* A model from a file, whose layers are applied anew. */
typedef struct
{
  KomaLayersModel *model;
  GHashTable      *found; /* (owned) "layer 0" (owned) → KomaSymbol (owned): first outputs */
} Restoring;

static void
restoring_clear (Restoring *self)
{
  g_clear_pointer (&self->found, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Restoring, restoring_clear)

static char *
make_key (const char *layer,
          guint       call)
{
  return g_strdup_printf ("%s %u", layer, call);
}

/* (transfer full) (nullable): not yet */
static KomaSymbol *
find_symbol (Restoring          *self,
             const KomaKerasRef *ref)
{
  g_autofree char *key = make_key (ref->layer, ref->call);
  KomaSymbol      *first = g_hash_table_lookup (self->found, key);

  if (first == NULL || ref->tensor >= koma_symbol_get_n_siblings (first))
    return NULL;
  return ref->tensor == 0 ? g_object_ref (first)
                          : g_object_ref_sink (koma_symbol_get_sibling (first, ref->tensor));
}

/* FALSE without an error: something that it reads is not there yet. */
static gboolean
list_inputs (Restoring *self,
             JsonNode  *inbound,
             GPtrArray *ret_symbols,
             GError   **error)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (KomaKerasRef));

  if (inbound != NULL && !koma_keras_inbound_collect (inbound, refs, error))
    return FALSE;
  for (guint i = 0; i < refs->len; i++) {
    KomaSymbol *symbol = find_symbol (self, &g_array_index (refs, KomaKerasRef, i));

    if (symbol == NULL)
      return FALSE;
    g_ptr_array_add (ret_symbols, symbol);
  }
  return TRUE;
}

static gboolean
check_class (KomaLayer *layer,
             GError   **error)
{
  KomaOp op = 0;

  return koma_layer_get_private (layer)->children != NULL || koma_layer_is_own (layer) ||
         koma_keras_layers_find (koma_layer_get_class_name (layer), &op) != NULL ||
         koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                    "%s “%s” of a file can not be part of another model",
                    koma_layer_get_class_name (layer), koma_layer_get_name (layer));
}

/* One use of a layer, if what it reads is there. */
static gboolean
restore_call (Restoring *self,
              KomaLayer *layer,
              JsonNode  *inbound, /* (nullable) */
              char      *key,     /* (transfer full) */
              GError   **error)
{
  g_autofree char *owned = key;
  GError          *own = NULL;
  KomaSymbol      *symbol = NULL;
  g_autoptr (GPtrArray) inputs = g_ptr_array_new_with_free_func (g_object_unref);

  if (g_hash_table_contains (self->found, key))
    return TRUE;
  if (!list_inputs (self, inbound, inputs, &own)) {
    if (own != NULL)
      g_propagate_error (error, own);
    return own == NULL;
  }
  if (inputs->len == 0)
    symbol = koma_symbol_new_for_entry (layer, error);
  else if (check_class (layer, error))
    symbol = koma_layer_apply_all (layer, (KomaSymbol **) inputs->pdata, inputs->len, error);
  if (symbol == NULL)
    return FALSE;
  g_hash_table_insert (self->found, g_steal_pointer (&owned), g_object_ref_sink (symbol));
  return TRUE;
}

static gboolean
restore_calls (Restoring *self,
               GError   **error)
{
  JsonArray *entries = koma_keras_layer_get_layers (self->model->entry);

  for (guint i = 0; i < self->model->layers->len; i++) {
    JsonObject *entry = koma_json_node_object (koma_json_element (entries, i));
    const char *name = koma_keras_layer_get_name (entry);
    JsonArray  *inbound = koma_json_get_array (entry, "inbound_nodes");

    for (guint k = 0; k < MAX (koma_json_array_length (inbound), 1); k++)
      if (!restore_call (self, self->model->layers->pdata[i], koma_json_element (inbound, k),
                         make_key (name, k), error))
        return FALSE;
  }
  return TRUE;
}

/* (element-type KomaSymbol) "input_layers" or "output_layers" */
static gboolean
restore_ends (Restoring  *self,
              const char *name,
              GPtrArray  *ret_symbols,
              GError    **error)
{
  JsonObject *config = koma_json_get_object (self->model->entry, "config");

  return list_inputs (self, koma_json_get (config, name), ret_symbols, error) ||
         (error != NULL && *error != NULL) ||
         koma_fail (error, KOMA_ERROR_MODEL, "“%s” names what there is not", name);
}

static gboolean
restore_functional (KomaLayersModel *model,
                    GError         **error)
{
  JsonArray *entries = koma_keras_layer_get_layers (model->entry);
  g_auto (Restoring) self = {
    .model = model,
    .found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref),
  };
  guint n_before = 0;

  do {
    n_before = g_hash_table_size (self.found);
    if (!restore_calls (&self, error))
      return FALSE;
  } while (g_hash_table_size (self.found) > n_before);
  if (!restore_ends (&self, "input_layers", model->input_symbols, error) ||
      !restore_ends (&self, "output_layers", model->output_symbols, error))
    return FALSE;
  for (guint i = 0; i < model->layers->len; i++) {
    const char *name =
      koma_keras_layer_get_name (koma_json_node_object (koma_json_element (entries, i)));
    KomaSymbol *symbol = find_symbol (&self, &(KomaKerasRef){ .layer = name });

    if (symbol == NULL)
      return koma_fail (error, KOMA_ERROR_MODEL, "the layer “%s” reads what there is not", name);
    g_ptr_array_add (model->symbols, symbol);
  }
  return TRUE;
}

static gboolean
restore_sequential (KomaLayersModel *self,
                    GError         **error)
{
  for (guint i = 0; i < self->layers->len; i++) {
    KomaLayer  *layer = self->layers->pdata[i];
    KomaSymbol *symbol = i > 0 ? self->symbols->pdata[i - 1]
                               : koma_symbol_new_for_entry (layer, error);

    if (symbol == NULL)
      return FALSE;
    if (i == 0)
      g_ptr_array_add (self->input_symbols, g_object_ref_sink (symbol));
    if (!g_str_equal (koma_layer_get_class_name (layer), "InputLayer"))
      symbol = koma_layer_apply (layer, symbol, error);
    if (symbol == NULL)
      return FALSE;
    g_ptr_array_add (self->symbols, g_object_ref_sink (symbol));
  }
  return TRUE;
}

/* A model from a file has none at first. */
static gboolean
ensure_symbols (KomaLayersModel *self,
                GError         **error)
{
  gboolean is_restored = FALSE;

  if (self->symbols->len == self->layers->len)
    return TRUE;
  if (koma_json_array_length (koma_keras_layer_get_layers (self->entry)) != self->layers->len)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "A layer of the file has no settings");
  is_restored = koma_keras_layer_is_sequential (self->entry) ? restore_sequential (self, error)
                                                             : restore_functional (self, error);
  if (!is_restored) {
    g_ptr_array_set_size (self->symbols, 0);
    g_ptr_array_set_size (self->input_symbols, 0);
    g_ptr_array_set_size (self->output_symbols, 0);
  }
  return is_restored;
}

static GPtrArray *
copy_list (GPtrArray *symbols)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < symbols->len; i++)
    g_ptr_array_add (list, g_object_ref (symbols->pdata[i]));
  return list;
}

/**
 * koma_layers_model_get_inputs:
 * @self: a model
 *
 * What the model reads, to make models of a part of it. Thread: the owner's.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if the model is from a file and has what is no layer, such as an
 * operation of Keras; %KOMA_ERROR_MODEL, %KOMA_ERROR_SHAPE.
 *
 * Returns: (transfer container) (element-type KomaSymbol) (nullable): one for each input
 */
GPtrArray *
koma_layers_model_get_inputs (KomaLayersModel *self,
                              GError         **error)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  return ensure_symbols (self, error) ? copy_list (self->input_symbols) : NULL;
}

/**
 * koma_layers_model_get_outputs:
 * @self: a model
 *
 * Thread: the owner's.
 *
 * Errors: those of koma_layers_model_get_inputs().
 *
 * Returns: (transfer container) (element-type KomaSymbol) (nullable): one for each output, whatever
 *   other layers may be applied to
 */
GPtrArray *
koma_layers_model_get_outputs (KomaLayersModel *self,
                               GError         **error)
{
  GPtrArray *list = NULL;

  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);

  if (!ensure_symbols (self, error))
    return NULL;
  list = copy_list (self->output_symbols);
  if (koma_keras_layer_is_sequential (self->entry) && self->symbols->len > 0)
    g_ptr_array_add (list, g_object_ref (self->symbols->pdata[self->symbols->len - 1]));
  return list;
}

/**
 * koma_layers_model_get_layer_output:
 * @self: a model
 * @index: less than koma_layers_model_get_n_layers()
 *
 * What a layer gives in the model, where it is used first: a model from
 * koma_layers_model_get_inputs() to there computes it. Thread: the owner's.
 *
 * Errors: those of koma_layers_model_get_inputs().
 *
 * Returns: (transfer none) (nullable): the layer's first output
 */
KomaSymbol *
koma_layers_model_get_layer_output (KomaLayersModel *self,
                                    guint            index,
                                    GError         **error)
{
  g_return_val_if_fail (KOMA_IS_LAYERS_MODEL (self), NULL);
  g_return_val_if_fail (index < self->layers->len, NULL);

  return ensure_symbols (self, error) ? self->symbols->pdata[index] : NULL;
}

/**
 * koma_layer_get_output:
 * @self: a layer
 *
 * koma_layers_model_get_layer_output() of the first model that the layer became part of, and is
 * still there. Thread: the one that uses its models.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if there is none; those of koma_layers_model_get_inputs().
 *
 * Returns: (transfer none) (nullable): what the layer gives in the model
 */
KomaSymbol *
koma_layer_get_output (KomaLayer *self,
                       GError   **error)
{
  const KomaLayerPrivate *own = NULL;

  g_return_val_if_fail (KOMA_IS_LAYER (self), NULL);

  own = koma_layer_get_private (self);
  for (guint i = 0; i < own->models->len; i++) {
    g_autoptr (KomaLayersModel) model = g_weak_ref_get (own->models->pdata[i]);
    guint index = 0;

    if (model != NULL && g_ptr_array_find (model->layers, self, &index))
      return koma_layers_model_get_layer_output (model, index, error);
  }
  koma_fail (error, KOMA_ERROR_ARGUMENT, "%s “%s” is not part of a model",
             koma_layer_get_class_name (self),
             own->name != NULL ? own->name : koma_layer_get_class_name (self));
  return NULL;
}
