/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/entry.h"
#include "engine/formats/keras/layers.h"
#include "layer-config.h"
#include "layer-private.h"

G_DEFINE_TYPE_WITH_PRIVATE (KomaLayer, koma_layer, G_TYPE_INITIALLY_UNOWNED)

/**
 * koma_layer_get_private: (skip)
 */
KomaLayerPrivate *
koma_layer_get_private (KomaLayer *self)
{
  return koma_layer_get_instance_private (self);
}

enum {
  PROP_0,
  PROP_CLASS_NAME,
  PROP_SETTINGS,
  N_PROPS,
};

static void
koma_layer_finalize (GObject *object)
{
  KomaLayerPrivate *self = koma_layer_get_private (KOMA_LAYER (object));

  g_clear_pointer (&self->given_class, g_free);
  g_clear_pointer (&self->given_settings, g_free);
  g_clear_pointer (&self->own_weights, g_ptr_array_unref);
  g_clear_pointer (&self->entry, json_object_unref);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->memory, g_ptr_array_unref);
  g_clear_pointer (&self->shapes, g_array_unref);
  g_clear_pointer (&self->weight_shapes, g_array_unref);
  g_clear_pointer (&self->models, g_ptr_array_unref);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_clear_object (&self->model);
  G_OBJECT_CLASS (koma_layer_parent_class)->finalize (object);
}

/* Of a class of one's own. */
static void
koma_layer_set_property (GObject      *object,
                         guint         property,
                         const GValue *value,
                         GParamSpec   *spec)
{
  KomaLayerPrivate *self = koma_layer_get_private (KOMA_LAYER (object));

  switch (property) {
  case PROP_CLASS_NAME:
    self->given_class = g_value_dup_string (value);
    break;
  case PROP_SETTINGS:
    self->given_settings = g_value_dup_string (value);
    break;
  default:
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, spec);
  }
}

/* What is no object of JSON is told when the layer is applied: a constructor has no errors. */
static void
koma_layer_constructed (GObject *object)
{
  KomaLayerPrivate *self = koma_layer_get_private (KOMA_LAYER (object));
  JsonObject       *settings = koma_layer_config_parse (self->given_settings, NULL);
  const char       *class_name = self->given_class;

  G_OBJECT_CLASS (koma_layer_parent_class)->constructed (object);
  if (class_name == NULL)
    class_name = G_OBJECT_TYPE_NAME (object);
  self->entry = json_object_new ();
  json_object_set_string_member (self->entry, "class_name", class_name);
  json_object_set_object_member (self->entry, "config",
                                 settings != NULL ? settings : json_object_new ());
  self->name =
    g_strdup (koma_json_get_string (koma_json_get_object (self->entry, "config"), "name"));
}

static void
koma_layer_class_init (KomaLayerClass *klass)
{
  GObjectClass     *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags =
    G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->set_property = koma_layer_set_property;
  object_class->constructed = koma_layer_constructed;
  object_class->finalize = koma_layer_finalize;
  /**
   * KomaLayer:class-name:
   *
   * Of a class of one's own: what files call it; %NULL: the name of its type.
   */
  g_object_class_install_property (
    object_class, PROP_CLASS_NAME,
    g_param_spec_string ("class-name", NULL, NULL, NULL, flags));
  /**
   * KomaLayer:settings:
   *
   * Of a class of one's own: a JSON object, as koma_layer_new() takes it, of what all layers have:
   * "name", "trainable", "input_shape".
   */
  g_object_class_install_property (
    object_class, PROP_SETTINGS, g_param_spec_string ("settings", NULL, NULL, NULL, flags));
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
  KomaLayerPrivate *own = koma_layer_get_private (self);

  own->memory = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_layer_memory_unref);
  own->models = g_ptr_array_new_with_free_func (free_weak_ref);
}

/**
 * koma_layer_set_entry: (skip)
 * @entry: a new reference is taken
 */
void
koma_layer_set_entry (KomaLayer  *self,
                      JsonObject *entry)
{
  KomaLayerPrivate *own = koma_layer_get_private (self);

  json_object_ref (entry);
  g_clear_pointer (&own->entry, json_object_unref);
  own->entry = entry;
  g_free (own->name);
  own->name = g_strdup (koma_json_get_string (koma_json_get_object (entry, "config"), "name"));
}

/**
 * koma_layer_new_for_entry: (skip)
 * @entry: of a class of Keras, or a model, whose layers are added by the caller
 *
 * Returns: (transfer floating): the layer
 */
KomaLayer *
koma_layer_new_for_entry (JsonObject *entry)
{
  KomaLayer *self = g_object_new (KOMA_TYPE_LAYER, NULL);

  koma_layer_set_entry (self, entry);
  return self;
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

  return koma_keras_layer_get_class (koma_layer_get_private (self)->entry);
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

  return koma_layer_get_private (self)->name;
}

/**
 * koma_layer_set_name: (skip)
 */
void
koma_layer_set_name (KomaLayer  *self,
                     const char *name)
{
  KomaLayerPrivate *own = koma_layer_get_private (self);

  g_free (own->name);
  own->name = g_strdup (name);
  json_object_set_string_member (json_object_get_object_member (own->entry, "config"), "name",
                                 name);
}

/**
 * koma_layer_join: (skip)
 */
void
koma_layer_join (KomaLayer *self,
                 gpointer   model)
{
  KomaLayerPrivate *own = koma_layer_get_private (self);
  GWeakRef         *ref = g_new0 (GWeakRef, 1);

  for (guint i = own->models->len; i-- > 0;) {
    g_autoptr (GObject) other = g_weak_ref_get (own->models->pdata[i]);

    if (other == NULL)
      g_ptr_array_remove_index (own->models, i);
  }
  g_weak_ref_init (ref, model);
  g_ptr_array_add (own->models, ref);
  for (guint i = 0; own->children != NULL && i < own->children->len; i++)
    koma_layer_join (own->children->pdata[i], model);
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
  const KomaLayerPrivate *own = koma_layer_get_private (self);
  KomaLayer              *found = NULL;

  if (koma_keras_layer_get_identity (own->entry) == identity)
    return self;
  for (guint i = 0; found == NULL && own->children != NULL && i < own->children->len; i++)
    found = koma_layer_find (own->children->pdata[i], identity);
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
  return koma_layer_get_private (self)->entry;
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
    koma_json_get (koma_json_get_object (koma_layer_get_entry (self), "config"), "trainable"),
    &is_trainable);
  return is_trainable;
}
