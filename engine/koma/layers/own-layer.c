/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A layer whose class a program derives from KomaLayer: how it gets its weights and settings.
 * own-layer-lower.c tells how its call becomes part of a graph. */
#include "own-layer-private.h"

#include <string.h>

#include "callback.h"
#include "engine/formats/json.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/environment-private.h"
#include "layer-config.h"
#include "layer-private.h"
#include "layers-settings.h"

static const char default_initializer[] = "glorotUniform";

/**
 * koma_layer_is_own: (skip)
 */
gboolean
koma_layer_is_own (KomaLayer *self)
{
  return KOMA_LAYER_GET_CLASS (self)->compute != NULL;
}

/**
 * koma_own_weight_free: (skip)
 */
void
koma_own_weight_free (KomaOwnWeight *self)
{
  g_free (self->name);
  g_clear_pointer (&self->initializer, json_node_unref);
  g_clear_pointer (&self->regularizer, json_node_unref);
  g_clear_pointer (&self->constraint, json_node_unref);
  koma_layer_memory_unref (self->memory);
  g_free (self);
}

static gboolean
has_name (const KomaLayerPrivate *own,
          const char             *name)
{
  for (guint i = 0; own->own_weights != NULL && i < own->own_weights->len; i++)
    if (g_str_equal (((KomaOwnWeight *) own->own_weights->pdata[i])->name, name))
      return TRUE;
  return FALSE;
}

/**
 * koma_own_layer_append: (skip)
 */
void
koma_own_layer_append (KomaLayer     *self,
                       KomaOwnWeight *weight)
{
  KomaLayerPrivate *own = koma_layer_get_private (self);
  g_autofree char  *name = g_strdup (weight->name);

  for (guint n = 1; has_name (own, weight->name); n++) {
    g_free (weight->name);
    weight->name = g_strdup_printf ("%s_%u", name, n);
  }
  if (own->own_weights == NULL)
    own->own_weights = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_own_weight_free);
  g_ptr_array_add (own->memory, koma_layer_memory_ref (weight->memory));
  g_ptr_array_add (own->own_weights, weight);
}

/**
 * koma_own_layer_forget: (skip)
 */
void
koma_own_layer_forget (KomaLayer *self)
{
  KomaLayerPrivate *own = koma_layer_get_private (self);

  if (own->own_weights == NULL)
    return;
  g_clear_pointer (&own->own_weights, g_ptr_array_unref);
  g_ptr_array_set_size (own->memory, 0);
  own->is_built = own->is_traced = FALSE;
}

/* A name, or an object of JSON. */
static gboolean
read_setting (const char *text, /* (nullable) */
              JsonNode  **ret_node,
              GError    **error)
{
  JsonObject *object = NULL;

  *ret_node = NULL;
  if (text == NULL)
    return TRUE;
  if (text[0] != '{') {
    *ret_node = json_node_init_string (json_node_alloc (), text);
    return TRUE;
  }
  object = koma_layer_config_parse (text, error);
  if (object == NULL)
    return FALSE;
  *ret_node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (*ret_node, object);
  return TRUE;
}

static gboolean
read_shape (const int *dims,
            guint      rank,
            KomaShape *ret_shape,
            GError   **error)
{
  if (rank > KOMA_MAX_RANK)
    return koma_fail (error, KOMA_ERROR_SHAPE, "there are %u dimensions, expected up to %d", rank,
                      KOMA_MAX_RANK);
  *ret_shape = (KomaShape){ .rank = rank };
  for (guint d = 0; d < rank; d++) {
    if (dims[d] < 1)
      return koma_fail (error, KOMA_ERROR_SHAPE, "size %u is %d, expected 1 or more", d, dims[d]);
    ret_shape->dims[d] = dims[d];
  }
  return TRUE;
}

static gboolean
check (KomaLayer  *self,
       const char *name,
       KomaDType   dtype,
       GError    **error)
{
  const KomaLayerPrivate *own = koma_layer_get_private (self);

  if (!koma_layer_is_own (self))
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "the layer is not of a class of one's own");
  if (own->is_traced)
    return koma_fail (error, KOMA_ERROR_ARGUMENT,
                      "the layer is in use: weights are added when it is built");
  if (name[0] == '\0' || strchr (name, '/') != NULL)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "expected a name without “/”");
  if (dtype != KOMA_DTYPE_FLOAT32)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "weights are of float32, and not of %s",
                      koma_dtype_name (dtype));
  return !has_name (own, name) ||
         koma_fail (error, KOMA_ERROR_ARGUMENT, "the layer has one of that name");
}

/* Values are drawn now; a model that the layer becomes part of draws them anew, by its seed, where
 * nobody has read them. */
static KomaLayerMemory *
make_memory (const KomaShape     *shape,
             const KomaOwnWeight *weight,
             GError             **error)
{
  KomaInitializer initializer = { 0 };
  KomaRegularizer regularizer;
  KomaConstraint  constraint;
  gint64          seed = -1;
  g_autoptr (KomaLayerMemory) memory = NULL;

  if (!koma_layers_read_regularizer (weight->regularizer, &regularizer, error) ||
      !koma_layers_read_constraint (weight->constraint, &constraint, error) ||
      !koma_layers_read_initializer (weight->initializer, default_initializer, &initializer, &seed,
                                     error))
    return NULL;
  memory = koma_layer_memory_new (shape, NULL, error);
  if (memory == NULL || !koma_initializer_fill (&initializer, shape,
                                                seed >= 0 ? (guint64) seed : g_random_int (),
                                                memory->array->data, error))
    return NULL;
  memory->is_learnable = weight->is_trainable;
  memory->is_fresh = TRUE;
  return g_steal_pointer (&memory);
}

/**
 * koma_layer_add_weight:
 * @self: a layer of a class of one's own, that was not applied yet
 * @name: "kernel": another one for each of its weights
 * @shape: (array length=rank): its sizes, each 1 or more
 * @rank: number of dimensions, 0 to 6
 * @dtype: %KOMA_DTYPE_FLOAT32
 * @initializer: (nullable): a name of Keras or TensorFlow.js, "zeros", "heNormal", or a JSON object
 *   of "class_name" and "config"; %NULL: "glorotUniform"
 * @is_trainable: whether training changes it
 * @regularizer: (nullable): "l2", or a JSON object, of what training adds to the loss
 * @constraint: (nullable): "nonNeg", or a JSON object, of what each step of a training keeps to
 * @error: return location for an error
 *
 * Makes a weight, in the layer's build. Its call computes with the variable as with any tensor. It
 * is the layer's: models train and save it. Thread: the one that uses its models.
 *
 * Errors: %KOMA_ERROR_ARGUMENT if the layer is of no class of one's own, was applied, or has a
 * weight of that name; %KOMA_ERROR_UNSUPPORTED if @dtype is another one, or there is no such
 * initializer, regularizer or constraint; %KOMA_ERROR_SHAPE if @shape is none; %KOMA_ERROR_MODEL if
 * a setting is damaged; %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): the weight
 */
KomaVariable *
koma_layer_add_weight (KomaLayer  *self,
                       const char *name,
                       const int  *shape,
                       guint       rank,
                       KomaDType   dtype,
                       const char *initializer,
                       gboolean    is_trainable,
                       const char *regularizer,
                       const char *constraint,
                       GError    **error)
{
  g_autoptr (KomaOwnWeight) weight = g_new0 (KomaOwnWeight, 1);
  KomaShape     sizes = { 0 };
  KomaVariable *variable = NULL;

  g_return_val_if_fail (KOMA_IS_LAYER (self) && name != NULL, NULL);

  weight->name = g_strdup (name);
  weight->is_trainable = is_trainable;
  if (check (self, name, dtype, error) && read_setting (initializer, &weight->initializer, error) &&
      read_setting (regularizer, &weight->regularizer, error) &&
      read_setting (constraint, &weight->constraint, error) &&
      read_shape (shape, rank, &sizes, error))
    weight->memory = make_memory (&sizes, weight, error);
  if (weight->memory == NULL) {
    g_prefix_error (error, "%s: weight “%s”: ", koma_layer_get_class_name (self), name);
    return NULL;
  }
  variable = koma_layer_memory_get_variable (weight->memory);
  koma_own_layer_append (self, g_steal_pointer (&weight));
  return variable;
}

/**
 * koma_own_layer_write_shapes: (skip)
 */
GVariant *
koma_own_layer_write_shapes (const GArray *shapes)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("aai"));
  for (guint i = 0; i < shapes->len; i++) {
    const KomaShape *shape = &g_array_index (shapes, KomaShape, i);

    g_variant_builder_open (&builder, G_VARIANT_TYPE ("ai"));
    for (guint d = 0; d < shape->rank; d++)
      g_variant_builder_add (&builder, "i", (gint32) shape->dims[d]);
    g_variant_builder_close (&builder);
  }
  return g_variant_builder_end (&builder);
}

/* The settings that it was made with are read when it is: a constructor has no errors. */
static gboolean
check_settings (KomaLayer *self,
                GError   **error)
{
  JsonObject *settings =
    koma_layer_config_parse (koma_layer_get_private (self)->given_settings, error);

  if (settings == NULL)
    return FALSE;
  json_object_unref (settings);
  return TRUE;
}

static gboolean
call_build (KomaLayer    *self,
            const GArray *shapes,
            GError      **error)
{
  KomaLayerClass *klass = KOMA_LAYER_GET_CLASS (self);
  GError         *own_error = NULL;
  g_autoptr (GVariant) variant = g_variant_ref_sink (koma_own_layer_write_shapes (shapes));

  if (klass->build == NULL || klass->build (self, variant, &own_error))
    return TRUE;
  return koma_callback_check (NULL, own_error, "success of its build", error);
}

/**
 * koma_own_layer_ensure_built: (skip)
 *
 * Errors: those of its build and its get_config; %KOMA_ERROR_MODEL if settings are no JSON object.
 */
gboolean
koma_own_layer_ensure_built (KomaLayer    *self,
                             const GArray *shapes,
                             GError      **error)
{
  KomaLayerPrivate *own = koma_layer_get_private (self);
  KomaEnvironment  *environment = koma_environment_get ();
  KomaTrace        *before = NULL;

  if (!koma_layer_is_own (self) || own->is_built)
    return TRUE;
  /* What it computes is computed, whatever is written down around it. */
  before = koma_environment_swap_trace (environment, NULL);
  own->is_built = check_settings (self, error) && call_build (self, shapes, error) &&
                  koma_layer_write_config (self, error);
  koma_environment_swap_trace (environment, before);
  if (!own->is_built) {
    koma_own_layer_forget (self);
    g_prefix_error (error, "%s: ", koma_layer_get_class_name (self));
  }
  return own->is_built;
}

static gboolean
write_own_config (KomaLayer *self,
                  GError   **error)
{
  KomaLayerClass  *klass = KOMA_LAYER_GET_CLASS (self);
  JsonObject      *config = koma_json_get_object (koma_layer_get_entry (self), "config");
  GError          *own_error = NULL;
  g_autofree char *text = klass->get_config (self, &own_error);
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GList) names = NULL;

  if (!koma_callback_check (text, own_error, "settings", error))
    return FALSE;
  node = koma_json_parse (text, strlen (text), "get_config", error);
  if (node == NULL)
    return FALSE;
  if (koma_json_node_object (node) == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL, "get_config gives no JSON object");
  names = json_object_get_members (koma_json_node_object (node));
  /* The name is the library's, which may be reading it now. */
  for (GList *n = names; n != NULL; n = n->next)
    if (!g_str_equal (n->data, "name"))
      json_object_set_member (config, n->data,
                              json_node_copy (json_object_get_member (koma_json_node_object (node),
                                                                      n->data)));
  return TRUE;
}

/**
 * koma_layer_write_config: (skip)
 *
 * Errors: those of its get_config; %KOMA_ERROR_MODEL if that gives no JSON object.
 */
gboolean
koma_layer_write_config (KomaLayer *self,
                         GError   **error)
{
  const KomaLayerPrivate *own = koma_layer_get_private (self);

  if (KOMA_LAYER_GET_CLASS (self)->get_config != NULL && !write_own_config (self, error))
    return FALSE;
  for (guint i = 0; own->children != NULL && i < own->children->len; i++)
    if (!koma_layer_write_config (own->children->pdata[i], error))
      return FALSE;
  return TRUE;
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

  (void) koma_layer_write_config (self, NULL);
  node = json_node_alloc ();
  json_node_init_object (node, koma_json_get_object (koma_layer_get_entry (self), "config"));
  return json_to_string (node, FALSE);
}
