/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A layer's weight: a constant of the graph where a file is read, an input of it where a model is
 * built. */
#include "weight.h"

#include "config.h"
#include "entry.h"

#include "engine/formats/json.h"

/**
 * koma_keras_made_weight_clear:
 */
void
koma_keras_made_weight_clear (KomaKerasMadeWeight *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->label, g_free);
  g_clear_pointer (&self->initializer, json_node_unref);
  g_clear_pointer (&self->regularizer, json_node_unref);
  g_clear_pointer (&self->constraint, json_node_unref);
  g_clear_pointer (&self->array, koma_array_unref);
}

/* A layer of one dimension has a kernel [kernel_w, ..]. */
static gboolean
is_row (const KomaKerasCall   *call,
        const KomaKerasWeight *weight)
{
  return call->is_one_row && weight->shape.rank == 4;
}

static KomaValueId
read_weight (const KomaKerasCall   *call,
             const char            *what,
             const KomaKerasWeight *weight)
{
  KomaBuilder *b = &call->keras->nodes;
  const guint  n_dropped = is_row (call, weight) ? 1 : 0;
  KomaArray   *array = koma_keras_get_weight (call, what, weight->shape.rank - n_dropped);
  KomaShape    shape = KOMA_SHAPE (1);
  g_autoptr (KomaArray) row = NULL;

  if (array == NULL)
    return KOMA_VALUE_NONE;
  for (guint i = 0; n_dropped > 0 && i < array->shape.rank; i++)
    shape.dims[shape.rank++] = array->shape.dims[i];
  row = n_dropped > 0 ? koma_array_reshape (array, &shape, &b->error) : koma_array_ref (array);
  return row != NULL ? koma_builder_constant (b, what, row) : KOMA_VALUE_NONE;
}

/* The name without that of the layer, which may have another one in another model. */
static const char *
get_label (const KomaKerasBuilder *self,
           const char             *name)
{
  const char *layer = koma_keras_layer_get_name (self->layer);
  const gsize n = strlen (layer);

  return strncmp (name, layer, n) == 0 && name[n] == '/' ? name + n + 1 : name;
}

/* A layer that is used twice has its weights once, also where it is used in models in the model. */
static KomaKerasMadeWeight *
find_made (const KomaKerasBuilder *self,
           const char             *label)
{
  for (guint i = 0; i < self->weights_made->len; i++) {
    KomaKerasMadeWeight *made = &g_array_index (self->weights_made, KomaKerasMadeWeight, i);

    if (koma_keras_layer_get_identity (made->layer) ==
          koma_keras_layer_get_identity (self->layer) &&
        g_str_equal (made->label, label))
      return made;
  }
  return NULL;
}

/* (nullable) */
static const KomaKerasMadeWeight *
find_named (const KomaKerasBuilder *self,
            const char             *name)
{
  for (guint i = 0; i < self->weights_made->len; i++)
    if (g_str_equal (g_array_index (self->weights_made, KomaKerasMadeWeight, i).name, name))
      return &g_array_index (self->weights_made, KomaKerasMadeWeight, i);
  return NULL;
}

/* Another name where a layer of another model in the model has that: "dense/kernel_1", as
 * TensorFlow.js gives it. (nullable): the file has no such weight */
static char *
find_free_name (const KomaKerasBuilder *self,
                const char             *name)
{
  for (guint i = 1; i < G_MAXUINT; i++) {
    g_autofree char *other = g_strdup_printf ("%s_%u", name, i);

    if (find_named (self, other) != NULL)
      continue;
    return self->weights == NULL || g_hash_table_contains (self->weights, other)
             ? g_steal_pointer (&other)
             : NULL;
  }
  return NULL;
}

/* (nullable) A copy of the setting beside "kernel_initializer" that is called "kernel_" and
 * @kind. */
static JsonNode *
copy_beside (const KomaKerasCall *call,
             const char          *initializer,
             const char          *kind)
{
  const char      *last = strrchr (initializer, '_');
  const gsize      n = last != NULL ? (gsize) (last + 1 - initializer) : 0;
  g_autofree char *name = g_strdup_printf ("%.*s%s", (int) n, initializer, kind);

  return koma_keras_config_is_set (call, name) ? json_node_copy (koma_json_get (call->config, name))
                                               : NULL;
}

static void
read_settings (const KomaKerasCall   *call,
               const KomaKerasWeight *weight,
               KomaKerasMadeWeight   *made)
{
  const gboolean is_trainable = koma_keras_config_boolean (call, "trainable", TRUE);

  made->is_learnable = weight->is_trainable;
  made->is_trainable = weight->is_trainable && is_trainable && !call->keras->is_frozen;
  if (weight->own_initializer != NULL)
    made->initializer = json_node_copy (weight->own_initializer);
  if (weight->own_regularizer != NULL)
    made->regularizer = json_node_copy (weight->own_regularizer);
  if (weight->own_constraint != NULL)
    made->constraint = json_node_copy (weight->own_constraint);
  if (weight->initializer == NULL)
    return;
  if (!weight->is_fallback)
    made->initializer = copy_beside (call, weight->initializer, "initializer");
  made->regularizer = copy_beside (call, weight->initializer, "regularizer");
  made->constraint = copy_beside (call, weight->initializer, "constraint");
}

/* That of the file, where there is one. */
static void
find_array (const KomaKerasCall *call,
            KomaKerasMadeWeight *made)
{
  const char *what = made->name + strlen (call->name) + 1;
  KomaArray  *array = NULL;

  if (call->keras->weights == NULL || made->is_state)
    return;
  array = koma_keras_get_weight (call, what, made->shape.rank);
  if (array == NULL)
    return;
  if (!koma_shape_equal (&array->shape, &made->shape)) {
    g_autofree char *found = koma_shape_to_string (&array->shape);
    g_autofree char *expected = koma_shape_to_string (&made->shape);

    koma_builder_fail (&call->keras->nodes, KOMA_ERROR_MODEL,
                       "weight “%s” has the shape %s, expected %s", made->name, found, expected);
  }
  made->array = koma_array_ref (array);
}

static void
fill_weight (const KomaKerasCall   *call,
             const KomaKerasWeight *weight,
             KomaKerasMadeWeight   *made)
{
  KomaBuilder               *b = &call->keras->nodes;
  g_autofree char           *shape = koma_shape_to_string (&weight->shape);
  const KomaKerasMadeWeight *other = find_named (call->keras, made->name);
  g_autofree char           *free_name = NULL;

  if (other != NULL && other->model != made->model && !g_str_equal (made->label, made->name))
    free_name = find_free_name (call->keras, made->name);
  if (free_name != NULL) {
    g_free (made->name);
    made->name = g_steal_pointer (&free_name);
  }
  if (!koma_shape_is_known (&weight->shape))
    koma_builder_fail (b, KOMA_ERROR_MODEL,
                       "weight “%s” has the shape %s: a setting that says its size is missing",
                       made->name, shape);
  else if (find_named (call->keras, made->name) != NULL)
    koma_builder_fail (b, KOMA_ERROR_MODEL, "two weights are called “%s”", made->name);
  else if (koma_shape_check (&weight->shape, sizeof (float), NULL, &b->error)) {
    read_settings (call, weight, made);
    find_array (call, made);
  }
}

static KomaValueId
make_weight (const KomaKerasCall   *call,
             const char            *what,
             const KomaKerasWeight *weight)
{
  KomaKerasBuilder    *self = call->keras;
  g_autofree char     *name = g_strconcat (call->name, "/", what, NULL);
  const char          *label = get_label (self, name);
  KomaKerasMadeWeight *found = find_made (self, label);
  KomaKerasMadeWeight  made = {
     .shape = weight->shape,
     .fallback = weight->fallback,
     .is_state = weight->is_state,
     .layer = self->layer,
     .model = self->model,
  };

  if (found != NULL) {
    found->is_trainable = found->is_trainable && !self->is_frozen;
    return found->value;
  }
  made.label = g_strdup (label);
  made.name = g_steal_pointer (&name);
  fill_weight (call, weight, &made);
  made.value = koma_builder_input (&self->nodes, made.name, KOMA_DTYPE_FLOAT32, made.shape);
  if (made.value != KOMA_VALUE_NONE)
    g_array_append_val (self->weights_made, made);
  else
    koma_keras_made_weight_clear (&made);
  return made.value;
}

/* The weight has no dimension for the row; its value has one in front. */
static KomaValueId
make_row (const KomaKerasCall   *call,
          const char            *what,
          const KomaKerasWeight *weight)
{
  KomaKerasWeight flat = *weight;

  flat.shape = koma_shape_make (weight->shape.rank - 1, &weight->shape.dims[1]);
  return koma_builder_expand_dims (&call->keras->nodes, make_weight (call, what, &flat), 0);
}

/**
 * koma_keras_add_weight:
 * @what: "kernel": the weight is called after the layer and this, "dense/kernel"
 *
 * Reading: adds the file's weight as a constant; it has the rank of @weight's shape, and the sizes
 * that the file gives it. Building: adds an input of the shape, and notes the weight in
 * weights_made; the second use of a layer gets the value of the first. Where the call is of one
 * row, a weight of four dimensions has no first one in the file, and is given it.
 *
 * Errors: %KOMA_ERROR_MODEL if the file's weight is missing, not float32 or of another shape, or a
 * size is not known; %KOMA_ERROR_MEMORY.
 */
KomaValueId
koma_keras_add_weight (const KomaKerasCall   *call,
                       const char            *what,
                       const KomaKerasWeight *weight)
{
  if (call->keras->nodes.error != NULL)
    return KOMA_VALUE_NONE;
  if (!call->keras->is_building)
    return read_weight (call, what, weight);
  return is_row (call, weight) ? make_row (call, what, weight) : make_weight (call, what, weight);
}

/**
 * koma_keras_add_update:
 * @value: of a weight that is not trainable, or of a state
 * @update: of the same shape
 *
 * Notes, while building, that a run changes a weight that no gradient does; nothing after an error.
 */
void
koma_keras_add_update (KomaKerasBuilder *self,
                       KomaValueId       value,
                       KomaValueId       update)
{
  if (update != KOMA_VALUE_NONE)
    g_array_append_val (self->updates, ((KomaKerasUpdate){ value, update }));
}
