/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/layers.h"
#include "engine/formats/keras/model.h"
#include "layer-check.h"
#include "layer-config.h"
#include "layer-private.h"

G_DEFINE_FINAL_TYPE (KomaLayer, koma_layer, G_TYPE_INITIALLY_UNOWNED)

static void
koma_layer_finalize (GObject *object)
{
  KomaLayer *self = KOMA_LAYER (object);

  g_clear_pointer (&self->entry, json_object_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->memory, g_ptr_array_unref);
  g_clear_pointer (&self->shapes, g_array_unref);
  g_clear_pointer (&self->models, g_ptr_array_unref);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (koma_layer_parent_class)->finalize (object);
}

static void
koma_layer_class_init (KomaLayerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_layer_finalize;
}

static void
free_weak_ref (gpointer ref)
{
  g_weak_ref_clear (ref);
  g_free (ref);
}

static void
koma_layer_init (KomaLayer *self)
{
  self->memory = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_layer_memory_unref);
  self->models = g_ptr_array_new_with_free_func (free_weak_ref);
}

static GPtrArray *
make_children (JsonObject *entry)
{
  GPtrArray *children = g_ptr_array_new_with_free_func (g_object_unref);
  JsonArray *layers = koma_keras_layer_get_layers (entry);

  for (guint i = 0; i < koma_json_array_length (layers); i++) {
    JsonObject *layer = koma_json_node_object (koma_json_element (layers, i));

    if (koma_json_get_object (layer, "config") != NULL)
      g_ptr_array_add (children, g_object_ref_sink (koma_layer_new_from_entry (layer)));
  }
  return children;
}

/**
 * koma_layer_new_from_entry: (skip)
 * @entry: a new reference is taken
 *
 * Returns: (transfer floating): the layer that an entry of a model describes
 */
KomaLayer *
koma_layer_new_from_entry (JsonObject *entry)
{
  KomaLayer *self = g_object_new (KOMA_TYPE_LAYER, NULL);

  self->entry = json_object_ref (entry);
  self->name = g_strdup (koma_json_get_string (koma_json_get_object (entry, "config"), "name"));
  if (koma_keras_layer_is_functional (entry) || koma_keras_layer_is_sequential (entry))
    self->children = make_children (entry);
  return self;
}

/**
 * koma_layer_new:
 * @class_name: "Dense", "Conv2D", "LSTM": a class of Keras
 * @config: (nullable): settings as a JSON object, `{"units": 10, "activation": "relu"}`; single
 *   quotes may be used instead of double ones. Names are those of Keras, "kernel_size", or of
 *   TensorFlow.js, "kernelSize". The first layer of a sequential model has "input_shape", without
 *   the batch, too.
 *
 * A layer of any class that Koma computes. Thread: any.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED if there is no such class, the class has no such setting, there
 * is no such activation, initializer, regularizer or constraint, or a Bidirectional has
 * "merge_mode" null; %KOMA_ERROR_MODEL if @config is no JSON object, a size is no whole number
 * above 0, or a rate not from 0 to 1. Other settings are checked when the layer is applied.
 *
 * Returns: (transfer floating) (nullable): a new layer
 */
KomaLayer *
koma_layer_new (const char *class_name,
                const char *config,
                GError    **error)
{
  g_autoptr (JsonObject) entry = NULL;
  g_autoptr (JsonObject) settings = NULL;
  KomaOp op = 0;

  g_return_val_if_fail (class_name != NULL, NULL);

  if (koma_keras_layers_find (class_name, &op) == NULL) {
    koma_fail (error, KOMA_ERROR_UNSUPPORTED, "There is no layer “%s”", class_name);
    return NULL;
  }
  settings = koma_layer_config_parse (config, error);
  if (settings == NULL) {
    g_prefix_error (error, "%s: ", class_name);
    return NULL;
  }
  if (!koma_layer_check (class_name, settings, error))
    return NULL;
  /* Keras' default; in a file null would be meant. */
  if (g_str_equal (class_name, "Bidirectional") && !json_object_has_member (settings, "merge_mode"))
    json_object_set_string_member (settings, "merge_mode", "concat");
  entry = json_object_new ();
  json_object_set_string_member (entry, "class_name", class_name);
  json_object_set_object_member (entry, "config", g_steal_pointer (&settings));
  return koma_layer_new_from_entry (entry);
}

/* Of formats/keras/layers.inc, which is in the order of the alphabet. */
static const char *const class_names[] = {
#define KOMA_KERAS_LAYER(class_name, lower, op, masks) class_name,
#include "engine/formats/keras/layers.inc"
#undef KOMA_KERAS_LAYER
  NULL,
};

/**
 * koma_layer_list_classes:
 *
 * Thread: any.
 *
 * Returns: (transfer none) (array zero-terminated=1): the classes that koma_layer_new() makes, in
 *   the order of the alphabet
 */
const char *const *
koma_layer_list_classes (void)
{
  return class_names;
}

/**
 * koma_layer_get_class_name:
 * @self: a layer
 *
 * Thread: any.
 *
 * Returns: (transfer none): "Dense"
 */
const char *
koma_layer_get_class_name (KomaLayer *self)
{
  g_return_val_if_fail (KOMA_IS_LAYER (self), NULL);

  return koma_keras_layer_get_class (self->entry);
}

/**
 * koma_layer_get_name:
 * @self: a layer
 *
 * Thread: the one that builds models with it.
 *
 * Returns: (transfer none) (nullable): the setting "name", or the name that the model gave it
 */
const char *
koma_layer_get_name (KomaLayer *self)
{
  g_return_val_if_fail (KOMA_IS_LAYER (self), NULL);

  return self->name;
}

/**
 * koma_layer_set_name: (skip)
 */
void
koma_layer_set_name (KomaLayer  *self,
                     const char *name)
{
  g_free (self->name);
  self->name = g_strdup (name);
  json_object_set_string_member (json_object_get_object_member (self->entry, "config"), "name",
                                 name);
}

/**
 * koma_layer_join: (skip)
 */
void
koma_layer_join (KomaLayer *self,
                 gpointer   model)
{
  GWeakRef *ref = g_new0 (GWeakRef, 1);

  for (guint i = self->models->len; i-- > 0;) {
    g_autoptr (GObject) other = g_weak_ref_get (self->models->pdata[i]);

    if (other == NULL)
      g_ptr_array_remove_index (self->models, i);
  }
  g_weak_ref_init (ref, model);
  g_ptr_array_add (self->models, ref);
  for (guint i = 0; self->children != NULL && i < self->children->len; i++)
    koma_layer_join (self->children->pdata[i], model);
}

/**
 * koma_layer_find: (skip)
 * @identity: of koma_keras_layer_get_identity()
 *
 * Returns: (transfer none) (nullable): the layer
 */
KomaLayer *
koma_layer_find (KomaLayer    *self,
                 gconstpointer identity)
{
  KomaLayer *found = koma_keras_layer_get_identity (self->entry) == identity ? self : NULL;

  for (guint i = 0; found == NULL && self->children != NULL && i < self->children->len; i++)
    found = koma_layer_find (self->children->pdata[i], identity);
  return found;
}

/**
 * koma_layer_get_entry: (skip)
 *
 * Returns: (transfer none): class and settings
 */
JsonObject *
koma_layer_get_entry (KomaLayer *self)
{
  return self->entry;
}

/**
 * koma_layer_get_config:
 * @self: a layer
 *
 * Thread: the one that builds models with it.
 *
 * Returns: (transfer full): the settings as JSON, under Keras' names
 */
char *
koma_layer_get_config (KomaLayer *self)
{
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (KOMA_IS_LAYER (self), NULL);

  node = json_node_alloc ();
  json_node_init_object (node, koma_json_get_object (self->entry, "config"));
  return json_to_string (node, FALSE);
}

/**
 * koma_layer_get_trainable:
 * @self: a layer
 *
 * Thread: the one that builds models with it.
 *
 * Returns: whether training changes the layer's weights; true unless told otherwise
 */
gboolean
koma_layer_get_trainable (KomaLayer *self)
{
  gboolean is_trainable = TRUE;

  g_return_val_if_fail (KOMA_IS_LAYER (self), FALSE);

  (void) koma_json_node_boolean (
    koma_json_get (koma_json_get_object (self->entry, "config"), "trainable"), &is_trainable);
  return is_trainable;
}

/**
 * koma_layer_set_trainable:
 * @self: a layer
 * @is_trainable: false freezes the layer, and all layers in it if it is a model
 *
 * Takes effect when the model is compiled next. Thread: the one that trains the model.
 */
void
koma_layer_set_trainable (KomaLayer *self,
                          gboolean   is_trainable)
{
  g_return_if_fail (KOMA_IS_LAYER (self));

  json_object_set_boolean_member (json_object_get_object_member (self->entry, "config"),
                                  "trainable", is_trainable);
}
