/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "layers-weights.h"

#include "engine/formats/json.h"
#include "engine/formats/keras/model.h"
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

    g_hash_table_insert (numbers, layer, GUINT_TO_POINTER (g_hash_table_size (numbers)));
    if (koma_keras_layer_is_functional (layer) || koma_keras_layer_is_sequential (layer))
      number_layers (layer, depth + 1, numbers);
  }
}

typedef struct
{
  GHashTable *numbers;
  GArray     *made;
} Sorting;

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      data)
{
  const Sorting *self = data;
  const guint    x = *(const guint *) a;
  const guint    y = *(const guint *) b;
  const guint    layer_x = GPOINTER_TO_UINT (g_hash_table_lookup (
       self->numbers, g_array_index (self->made, KomaKerasMadeWeight, x).layer));
  const guint    layer_y = GPOINTER_TO_UINT (g_hash_table_lookup (
       self->numbers, g_array_index (self->made, KomaKerasMadeWeight, y).layer));

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

static KomaArray *
make_initial (const KomaKerasMadeWeight *made,
              guint64                    seed,
              GError                   **error)
{
  KomaInitializer initializer = { 0 };
  gint64          own_seed = -1;
  g_autoptr (KomaArray) array = NULL;

  if (made->array != NULL)
    return koma_array_ref (made->array);
  array = koma_array_new (KOMA_DTYPE_FLOAT32, &made->shape, error);
  if (array == NULL || made->is_state)
    return g_steal_pointer (&array);
  if (!koma_layers_read_initializer (made->initializer, made->fallback, &initializer, &own_seed,
                                     error) ||
      !koma_initializer_fill (&initializer, &made->shape, own_seed >= 0 ? (guint64) own_seed : seed,
                              array->data, error))
    return NULL;
  return g_steal_pointer (&array);
}

static void
clear_weight (gpointer data)
{
  KomaLayersWeight *weight = data;

  g_clear_pointer (&weight->name, g_free);
  g_clear_pointer (&weight->initial, koma_array_unref);
}

static gboolean
fill_weight (const KomaKerasMadeWeight *made,
             guint64                    seed,
             KomaLayersWeight          *weight,
             GError                   **error)
{
  weight->name = g_strdup (made->name);
  weight->shape = made->shape;
  weight->layer = made->layer;
  weight->is_trainable = made->is_trainable;
  weight->is_state = made->is_state;
  weight->initial = make_initial (made, seed, error);
  return weight->initial != NULL &&
         koma_layers_read_regularizer (made->regularizer, &weight->regularizer, error) &&
         koma_layers_read_constraint (made->constraint, &weight->constraint, error);
}

/**
 * koma_layers_weights_new:
 * @model: its entry
 * @made: (element-type KomaKerasMadeWeight): of a builder
 * @seed: of random numbers; each weight draws others
 *
 * Errors: those of koma_layers_read_initializer(), koma_layers_read_regularizer() and
 * koma_layers_read_constraint(); %KOMA_ERROR_MEMORY. They name the weight.
 */
GArray *
koma_layers_weights_new (JsonObject *model,
                         GArray     *made,
                         guint64     seed,
                         GError    **error)
{
  g_autoptr (GArray) weights = g_array_new (FALSE, TRUE, sizeof (KomaLayersWeight));
  g_autoptr (GArray) order = koma_layers_weights_sort (model, made);

  g_array_set_clear_func (weights, clear_weight);
  g_array_set_size (weights, made->len);
  for (guint i = 0; i < made->len; i++) {
    const KomaKerasMadeWeight *from =
      &g_array_index (made, KomaKerasMadeWeight, g_array_index (order, guint, i));

    if (!fill_weight (from, seed + i, &g_array_index (weights, KomaLayersWeight, i), error)) {
      g_prefix_error (error, "weight “%s”: ", from->name);
      return NULL;
    }
  }
  return g_steal_pointer (&weights);
}
