/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-weights.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/model.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/environment-private.h"
#include "layer-private.h"
#include "layers-settings.h"

/* Numbers the entries of layers as they stand in the model. */
static void
number_layers (JsonObject *model,
               guint       depth,
               GHashTable *numbers)
{
  JsonArray *layers = koma_keras_layer_get_layers (model);

  for (guint i = 0; i < koma_json_array_length (layers) && depth < KOMA_MAX_NESTING; i++) {
    JsonObject *layer = koma_json_node_object (koma_json_element (layers, i));

    if (!g_hash_table_contains (numbers, koma_keras_layer_get_identity (layer)))
      g_hash_table_insert (numbers, (gpointer) koma_keras_layer_get_identity (layer),
                           GUINT_TO_POINTER (g_hash_table_size (numbers)));
    if (koma_keras_layer_get_model (layer) != NULL)
      number_layers (koma_keras_layer_get_model (layer), depth + 1, numbers);
  }
}

typedef struct
{
  GHashTable *numbers;
  GArray     *made;
} Sorting;

static guint
get_number (const Sorting *self,
            guint          made)
{
  JsonObject *layer = g_array_index (self->made, KomaKerasMadeWeight, made).layer;

  return GPOINTER_TO_UINT (
    g_hash_table_lookup (self->numbers, koma_keras_layer_get_identity (layer)));
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      data)
{
  const Sorting *self = data;
  const guint    x = *(const guint *) a;
  const guint    y = *(const guint *) b;
  const guint    layer_x = get_number (self, x);
  const guint    layer_y = get_number (self, y);

  if (layer_x != layer_y)
    return layer_x < layer_y ? -1 : 1;
  return x < y ? -1 : x > y;
}

/**
 * koma_layers_weights_sort:
 * @made: (element-type KomaKerasMadeWeight): in the order in which layers were lowered
 *
 * Returns: (transfer full) (element-type guint): indices into @made
 */
GArray *
koma_layers_weights_sort (JsonObject *model,
                          GArray     *made)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  const Sorting self = { .numbers = numbers, .made = made };
  GArray       *order = g_array_sized_new (FALSE, FALSE, sizeof (guint), made->len);

  number_layers (model, 0, numbers);
  for (guint i = 0; i < made->len; i++)
    g_array_append_val (order, i);
  g_array_sort_with_data (order, compare, (gpointer) &self);
  return order;
}

static gboolean
initialize (const KomaKerasMadeWeight *made,
            guint64                    seed,
            float                     *values,
            GError                   **error)
{
  KomaInitializer initializer = { 0 };
  gint64          own_seed = -1;

  return koma_layers_read_initializer (made->initializer, made->fallback, &initializer, &own_seed,
                                       error) &&
         koma_initializer_fill (&initializer, &made->shape,
                                own_seed >= 0 ? (guint64) own_seed : seed, values, error);
}

static KomaLayerMemory *
make_memory (const KomaKerasMadeWeight *made,
             guint64                    seed,
             GError                   **error)
{
  g_autoptr (KomaLayerMemory) memory =
    koma_layer_memory_new (&made->shape, made->array != NULL ? made->array->data : NULL, error);

  if (memory == NULL)
    return NULL;
  memory->is_learnable = made->is_learnable;
  memory->is_state = made->is_state;
  if (made->array == NULL && !made->is_state &&
      !initialize (made, seed, memory->array->data, error))
    return NULL;
  return g_steal_pointer (&memory);
}

/* Of a layer of one's own, which had to have it before there was a model. */
static gboolean
settle (KomaLayerMemory           *memory,
        const KomaKerasMadeWeight *made,
        guint64                    seed,
        GError                   **error)
{
  if (!koma_layer_memory_is_open (memory))
    return TRUE;
  memory->is_fresh = FALSE;
  if (made->array == NULL)
    return initialize (made, seed, memory->array->data, error);
  memcpy (memory->array->data, made->array->data, koma_array_get_size_bytes (memory->array));
  return TRUE;
}

static gboolean
check_memory (const KomaLayerMemory     *memory,
              const KomaKerasMadeWeight *made,
              GError                   **error)
{
  g_autofree char *found = NULL;
  g_autofree char *expected = NULL;

  if (!koma_environment_check_thread (memory->environment, "layer", error))
    return FALSE;
  if (koma_shape_equal (&memory->array->shape, &made->shape))
    return TRUE;
  found = koma_shape_to_string (&memory->array->shape);
  expected = koma_shape_to_string (&made->shape);
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "the layer has it from another model with the shape %s, expected %s", found,
                    expected);
}

static KomaLayer *
find_layer (GPtrArray  *layers,
            JsonObject *entry)
{
  KomaLayer *found = NULL;

  for (guint i = 0; found == NULL && i < layers->len; i++)
    found = koma_layer_find (layers->pdata[i], koma_keras_layer_get_identity (entry));
  return found;
}

/* That of the layer, which gets it where it has none yet. (transfer full) */
static KomaLayerMemory *
get_memory (const KomaKerasMadeWeight *made,
            KomaLayer                 *layer, /* (nullable) */
            guint                      index,
            guint64                    seed,
            GError                   **error)
{
  KomaLayerMemory *memory = NULL;

  if (layer != NULL && index < koma_layer_get_private (layer)->memory->len) {
    memory = koma_layer_get_private (layer)->memory->pdata[index];
    return check_memory (memory, made, error) && settle (memory, made, seed, error)
             ? koma_layer_memory_ref (memory)
             : NULL;
  }
  memory = make_memory (made, seed, error);
  if (memory != NULL && layer != NULL)
    g_ptr_array_add (koma_layer_get_private (layer)->memory, koma_layer_memory_ref (memory));
  return memory;
}

static void
clear_weight (gpointer data)
{
  KomaLayersWeight *weight = data;

  g_clear_pointer (&weight->name, g_free);
  g_clear_pointer (&weight->label, g_free);
  g_clear_pointer (&weight->memory, koma_layer_memory_unref);
}

static gboolean
fill_weight (const KomaKerasMadeWeight *made,
             KomaLayersWeight          *weight,
             GError                   **error)
{
  weight->name = g_strdup (made->name);
  weight->label = g_strdup (made->label);
  weight->shape = made->shape;
  weight->layer = made->layer;
  weight->is_trainable = weight->is_learning = made->is_trainable;
  weight->is_state = made->is_state;
  return koma_layers_read_regularizer (made->regularizer, &weight->regularizer, error) &&
         koma_layers_read_constraint (made->constraint, &weight->constraint, error);
}

/**
 * koma_layers_weights_new:
 * @model: its entry
 * @made: (element-type KomaKerasMadeWeight): of a builder
 * @layers: (element-type KomaLayer): of the model; those that have their weights keep them
 * @seed: of random numbers; each weight draws others
 *
 * Errors: those of koma_layers_read_initializer(), koma_layers_read_regularizer() and
 * koma_layers_read_constraint(); %KOMA_ERROR_SHAPE if a layer has a weight of another shape,
 * %KOMA_ERROR_ARGUMENT if it belongs to another thread; %KOMA_ERROR_MEMORY. They name the weight.
 */
GArray *
koma_layers_weights_new (JsonObject *model,
                         GArray     *made,
                         GPtrArray  *layers,
                         guint64     seed,
                         GError    **error)
{
  g_autoptr (GArray) weights = g_array_new (FALSE, TRUE, sizeof (KomaLayersWeight));
  g_autoptr (GArray) order = koma_layers_weights_sort (model, made);
  KomaLayer *last = NULL;
  guint      n_before = 0; /* weights of the layer */

  g_array_set_clear_func (weights, clear_weight);
  g_array_set_size (weights, made->len);
  for (guint i = 0; i < made->len; i++) {
    const KomaKerasMadeWeight *from =
      &g_array_index (made, KomaKerasMadeWeight, g_array_index (order, guint, i));
    KomaLayersWeight *weight = &g_array_index (weights, KomaLayersWeight, i);
    KomaLayer        *layer = find_layer (layers, from->layer);

    n_before = layer != NULL && layer == last ? n_before + 1 : 0;
    last = layer;
    if (fill_weight (from, weight, error))
      weight->memory = get_memory (from, layer, n_before, seed + i, error);
    if (weight->memory == NULL) {
      g_prefix_error (error, "weight “%s”: ", from->name);
      return NULL;
    }
  }
  return g_steal_pointer (&weights);
}
