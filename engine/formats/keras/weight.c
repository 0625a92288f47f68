/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A layer's weight: a constant of the graph where a file is read, an input of it where a model is
 * built. */
#include "weight.h"

#include "config.h"
#include "parts.h"

#include "engine/formats/json.h"

/**
 * koma_keras_made_weight_clear:
 */
void
koma_keras_made_weight_clear (KomaKerasMadeWeight *self)
{
  g_clear_pointer (&self->name, g_free);
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

static gboolean
read_weight (KomaKerasBuilder      *self,
             const KomaKerasCall   *call,
             const char            *what,
             const KomaKerasWeight *weight,
             KomaValueId           *ret_value,
             GError               **error)
{
  const guint n_dropped = is_row (call, weight) ? 1 : 0;
  KomaArray  *array =
    koma_keras_get_weight (self, call, what, weight->shape.rank - n_dropped, error);
  KomaShape shape = KOMA_SHAPE (1);
  g_autoptr (KomaArray) row = NULL;

  if (array == NULL)
    return FALSE;
  for (guint i = 0; n_dropped > 0 && i < array->shape.rank; i++)
    shape.dims[shape.rank++] = array->shape.dims[i];
  row = n_dropped > 0 ? koma_array_reshape (array, &shape, error) : koma_array_ref (array);
  if (row == NULL)
    return FALSE;
  *ret_value = koma_keras_add_constant (self, what, row);
  return TRUE;
}

/* A layer that is used twice has its weights once. */
static const KomaKerasMadeWeight *
find_made (const KomaKerasBuilder *self,
           const char             *name)
{
  for (guint i = 0; i < self->weights_made->len; i++) {
    const KomaKerasMadeWeight *made = &g_array_index (self->weights_made, KomaKerasMadeWeight, i);

    if (made->layer == self->layer && g_str_equal (made->name, name))
      return made;
  }
  return NULL;
}

static gboolean
is_name_taken (const KomaKerasBuilder *self,
               const char             *name)
{
  for (guint i = 0; i < self->weights_made->len; i++)
    if (g_str_equal (g_array_index (self->weights_made, KomaKerasMadeWeight, i).name, name))
      return TRUE;
  return FALSE;
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

static gboolean
read_settings (KomaKerasBuilder      *self,
               const KomaKerasCall   *call,
               const KomaKerasWeight *weight,
               KomaKerasMadeWeight   *made,
               GError               **error)
{
  gboolean is_trainable = TRUE;

  if (!koma_keras_config_boolean (call, "trainable", TRUE, &is_trainable, error))
    return FALSE;
  made->is_trainable = weight->is_trainable && is_trainable && !self->is_frozen;
  if (weight->initializer == NULL)
    return TRUE;
  if (!weight->is_fallback)
    made->initializer = copy_beside (call, weight->initializer, "initializer");
  made->regularizer = copy_beside (call, weight->initializer, "regularizer");
  made->constraint = copy_beside (call, weight->initializer, "constraint");
  return TRUE;
}

/* That of the file, where there is one. */
static gboolean
find_array (KomaKerasBuilder    *self,
            const KomaKerasCall *call,
            const char          *what,
            KomaKerasMadeWeight *made,
            GError             **error)
{
  KomaArray *array = NULL;

  if (self->weights == NULL || made->is_state)
    return TRUE;
  array = koma_keras_get_weight (self, call, what, made->shape.rank, error);
  if (array == NULL)
    return FALSE;
  if (!koma_shape_equal (&array->shape, &made->shape)) {
    g_autofree char *found = koma_shape_to_string (&array->shape);
    g_autofree char *expected = koma_shape_to_string (&made->shape);

    return koma_fail (error, KOMA_ERROR_MODEL, "weight “%s” has the shape %s, expected %s",
                      made->name, found, expected);
  }
  made->array = koma_array_ref (array);
  return TRUE;
}

static gboolean
fill_weight (KomaKerasBuilder      *self,
             const KomaKerasCall   *call,
             const char            *what,
             const KomaKerasWeight *weight,
             KomaKerasMadeWeight   *made,
             GError               **error)
{
  g_autofree char *shape = koma_shape_to_string (&weight->shape);

  if (!koma_shape_is_known (&weight->shape))
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "weight “%s” has the shape %s: a setting that says its size is missing",
                      made->name, shape);
  if (is_name_taken (self, made->name))
    return koma_fail (error, KOMA_ERROR_MODEL, "two weights are called “%s”", made->name);
  return koma_shape_check (&weight->shape, sizeof (float), NULL, error) &&
         read_settings (self, call, weight, made, error) &&
         find_array (self, call, what, made, error);
}

static gboolean
make_weight (KomaKerasBuilder      *self,
             const KomaKerasCall   *call,
             const char            *what,
             const KomaKerasWeight *weight,
             KomaValueId           *ret_value,
             GError               **error)
{
  g_autofree char           *name = g_strconcat (call->name, "/", what, NULL);
  const KomaKerasMadeWeight *found = find_made (self, name);
  KomaKerasMadeWeight        made = {
           .shape = weight->shape,
           .fallback = weight->fallback,
           .is_state = weight->is_state,
           .layer = self->layer,
  };

  if (found != NULL) {
    *ret_value = found->value;
    return TRUE;
  }
  made.name = g_steal_pointer (&name);
  if (!fill_weight (self, call, what, weight, &made, error)) {
    koma_keras_made_weight_clear (&made);
    return FALSE;
  }
  made.value = koma_graph_add_input (self->graph, made.name, KOMA_DTYPE_FLOAT32, &made.shape);
  g_array_append_val (self->weights_made, made);
  *ret_value = made.value;
  return TRUE;
}

/* The weight has no dimension for the row; its value has one in front. */
static gboolean
make_row (KomaKerasBuilder      *self,
          const KomaKerasCall   *call,
          const char            *what,
          const KomaKerasWeight *weight,
          KomaValueId           *ret_value,
          GError               **error)
{
  KomaKerasWeight flat = *weight;
  KomaValueId     value = KOMA_VALUE_NONE;

  flat.shape = koma_shape_make (weight->shape.rank - 1, &weight->shape.dims[1]);
  return make_weight (self, call, what, &flat, &value, error) &&
         koma_keras_add_expand_dims (self, what, value, 0, ret_value, error);
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
gboolean
koma_keras_add_weight (KomaKerasBuilder      *self,
                       const KomaKerasCall   *call,
                       const char            *what,
                       const KomaKerasWeight *weight,
                       KomaValueId           *ret_value,
                       GError               **error)
{
  if (!self->is_building)
    return read_weight (self, call, what, weight, ret_value, error);
  return is_row (call, weight) ? make_row (self, call, what, weight, ret_value, error)
                               : make_weight (self, call, what, weight, ret_value, error);
}

/**
 * koma_keras_add_update:
 * @value: of a weight that is not trainable, or of a state
 * @update: of the same shape
 *
 * Notes, while building, that a run changes a weight that no gradient does.
 */
void
koma_keras_add_update (KomaKerasBuilder *self,
                       KomaValueId       value,
                       KomaValueId       update)
{
  g_array_append_val (self->updates, ((KomaKerasUpdate){ value, update }));
}
