/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
/* Models of layers: made, looked at, used. */
#include "bindings.h"

#define BATCH_SIZE 32

KomaLayersModel *
script_get_model (const ScriptCall *call)
{
  return script_value_object (call->self, KOMA_TYPE_LAYERS_MODEL);
}

/* (transfer full) (nullable): owned by nobody yet. */
static ScriptValue *
wrap_model (Script          *script,
            KomaLayersModel *model /* (transfer full) (nullable) */)
{
  ScriptValue *value = script_new_object (script, model);

  g_clear_object (&model);
  return value;
}

static gboolean
add_layer (KomaLayersModel   *model,
           const ScriptValue *layer,
           GError           **error)
{
  KomaLayer *found = script_value_object (layer, KOMA_TYPE_LAYER);

  if (found == NULL)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "%s is no layer", script_value_type_name (layer));
  return koma_layers_model_add (model, found, error);
}

/* tf.sequential ({layers: [..], name: ".."}) */
static ScriptValue *
sequential (ScriptCall *call,
            GError    **error)
{
  const ScriptValue *settings = script_argument (call, 0);
  const ScriptValue *layers = script_value_get (settings, "layers");
  const char        *name = script_value_string (script_value_get (settings, "name"));
  KomaLayersModel   *model = koma_layers_model_new_sequential (name);
  ScriptValue       *value = wrap_model (call->script, model);

  for (guint i = 0; i < script_value_length (layers); i++)
    if (!add_layer (model, script_value_item (layers, i), error))
      return NULL;
  return value;
}

/* tf.model ({inputs, outputs, name}) */
static ScriptValue *
model (ScriptCall *call,
       GError    **error)
{
  const ScriptValue *settings = script_argument (call, 0);
  const char        *name = script_value_string (script_value_get (settings, "name"));
  g_autoptr (GPtrArray) inputs = script_to_symbols (script_value_get (settings, "inputs"), error);
  g_autoptr (GPtrArray) outputs = NULL;

  if (inputs != NULL)
    outputs = script_to_symbols (script_value_get (settings, "outputs"), error);
  if (outputs == NULL)
    return NULL;
  return wrap_model (call->script,
                     koma_layers_model_new ((KomaSymbol **) inputs->pdata, inputs->len,
                                            (KomaSymbol **) outputs->pdata, outputs->len, name,
                                            error));
}

static ScriptValue *
add (ScriptCall *call,
     GError    **error)
{
  return add_layer (script_get_model (call), script_argument (call, 0), error)
           ? script_new_undefined (call->script)
           : NULL;
}

static ScriptValue *
get_name (ScriptCall *call,
          GError    **error)
{
  return script_new_text (call->script, koma_layers_model_get_name (script_get_model (call)));
}

static ScriptValue *
get_layers (ScriptCall *call,
            GError    **error)
{
  ScriptValue *list = script_new_list (call->script);

  for (guint i = 0; i < koma_layers_model_get_n_layers (script_get_model (call)); i++)
    g_ptr_array_add (list->items,
                     script_new_object (call->script,
                                        koma_layers_model_get_layer (script_get_model (call), i)));
  return list;
}

static ScriptValue *
count_params (ScriptCall *call,
              GError    **error)
{
  gsize total = 0;
  gsize trainable = 0;

  return koma_layers_model_count_params (script_get_model (call), &total, &trainable, error)
           ? script_new_number (call->script, total)
           : NULL;
}

static ScriptValue *
summary (ScriptCall *call,
         GError    **error)
{
  g_autofree char *text = koma_layers_model_summary (script_get_model (call), error);

  if (text == NULL)
    return NULL;
  script_print (call->script, g_strchomp (text));
  return script_new_undefined (call->script);
}

static ScriptValue *
get_weights (ScriptCall *call,
             GError    **error)
{
  ScriptValue *list = script_new_list (call->script);
  guint        n = 0;

  if (!koma_layers_model_get_n_weights (script_get_model (call), &n, error))
    return NULL;
  for (guint i = 0; i < n; i++) {
    KomaTensor *weight = koma_layers_model_get_weight (script_get_model (call), i, error);

    if (weight == NULL)
      return NULL;
    g_ptr_array_add (list->items, script_new_object (call->script, weight));
  }
  return list;
}

static ScriptValue *
set_weights (ScriptCall *call,
             GError    **error)
{
  g_autoptr (GPtrArray) weights = script_to_tensors (script_argument (call, 0), error);
  guint n = 0;

  if (weights == NULL || !koma_layers_model_get_n_weights (script_get_model (call), &n, error))
    return NULL;
  if (weights->len != n) {
    koma_fail (error, KOMA_ERROR_ARGUMENT, "The model has %u weights, not %u", n, weights->len);
    return NULL;
  }
  for (guint i = 0; i < n; i++)
    if (!koma_layers_model_set_weight (script_get_model (call), i, g_ptr_array_index (weights, i),
                                       error))
      return NULL;
  return script_new_undefined (call->script);
}

/* model.predict (x, {batchSize}) */
static ScriptValue *
predict (ScriptCall *call,
         GError    **error)
{
  const double batch = script_get_number (script_argument (call, 1), "batchSize", BATCH_SIZE);
  g_autoptr (GPtrArray) x = script_to_tensors (script_argument (call, 0), error);
  g_autoptr (GPtrArray) y = NULL;

  if (x != NULL)
    y = koma_layers_model_predict_all (script_get_model (call), (KomaTensor **) x->pdata, x->len,
                                       (guint) CLAMP (batch, 1, G_MAXINT), error);
  if (y == NULL)
    return NULL;
  return y->len == 1 ? script_new_object (call->script, g_ptr_array_index (y, 0))
                     : script_new_list_of (call->script, y);
}

static ScriptValue *
dispose (ScriptCall *call,
         GError    **error)
{
  koma_layers_model_dispose_data (script_get_model (call));
  return script_new_undefined (call->script);
}

const ScriptBinding script_model_functions[] = {
  { "tf.model", model, FALSE },
  { "tf.sequential", sequential, FALSE },
  { NULL, NULL, FALSE },
};

const ScriptBinding script_model_members[] = {
  { "add", add, FALSE },
  { "countParams", count_params, FALSE },
  { "dispose", dispose, FALSE },
  { "getWeights", get_weights, FALSE },
  { "layers", get_layers, TRUE },
  { "name", get_name, TRUE },
  { "predict", predict, FALSE },
  { "setWeights", set_weights, FALSE },
  { "summary", summary, FALSE },
  { NULL, NULL, FALSE },
};
