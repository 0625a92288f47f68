/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model whose layers name the layers that they read.
 *
 * A layer may be used several times ("shared"), and each use ("call", Keras
 * says node) has inputs and outputs of its own. Calls are lowered as soon as
 * all that they read is there, in the order of the file otherwise; those that
 * are never ready form a cycle. */
#include "inbound.h"
#include "model.h"

#include "engine/formats/json.h"

typedef struct
{
  JsonObject *layer;
  JsonNode   *inbound;   /* (nullable) */
  GArray     *reads;     /* (owned) KomaKerasRef, by index of call */
  GArray     *readers;   /* (owned) guint: calls that read this one, once for each time */
  GArray     *outputs;   /* (owned) (nullable) KomaValueId; NULL: not lowered yet */
  guint       n_missing; /* reads that are not lowered yet */
} Call;

typedef struct
{
  KomaKerasBuilder *builder;
  JsonObject       *model;
  GArray           *calls; /* (owned) Call */
  GHashTable       *first; /* (owned) name of layer (borrowed) → index of its first call + 1 */
  GQueue            ready; /* index of call */
  guint             n_lowered;
} Functional;

static void
clear_call (gpointer data)
{
  Call *call = data;

  g_clear_pointer (&call->reads, g_array_unref);
  g_clear_pointer (&call->readers, g_array_unref);
  g_clear_pointer (&call->outputs, g_array_unref);
}

static void
functional_clear (Functional *self)
{
  g_clear_pointer (&self->calls, g_array_unref);
  g_clear_pointer (&self->first, g_hash_table_unref);
  g_queue_clear (&self->ready);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Functional, functional_clear)

static Call *
get_call (Functional *self,
          guint       index)
{
  return &g_array_index (self->calls, Call, index);
}

static void
add_call (Functional *self,
          JsonObject *layer,
          JsonNode   *inbound)
{
  const Call call = {
    .layer = layer,
    .inbound = inbound,
    .reads = g_array_new (FALSE, FALSE, sizeof (KomaKerasRef)),
    .readers = g_array_new (FALSE, FALSE, sizeof (guint)),
  };

  g_array_append_val (self->calls, call);
}

static gboolean
collect_calls (Functional *self,
               GError    **error)
{
  JsonArray *layers = koma_keras_layer_get_layers (self->model);

  for (guint i = 0; i < koma_json_array_length (layers); i++) {
    JsonObject *layer = koma_json_node_object (koma_json_element (layers, i));
    const char *name = koma_keras_layer_get_name (layer);
    JsonArray  *inbound = koma_json_get_array (layer, "inbound_nodes");

    if (!g_hash_table_insert (self->first, (gpointer) name,
                              GUINT_TO_POINTER (self->calls->len + 1)))
      return koma_fail (error, KOMA_ERROR_MODEL, "two layers are called “%s”", name);
    for (guint k = 0; k < MAX (koma_json_array_length (inbound), 1); k++)
      add_call (self, layer, koma_json_element (inbound, k));
    if (self->calls->len > KOMA_MAX_NODES)
      return koma_fail (error, KOMA_ERROR_MEMORY, "more than %d layers", KOMA_MAX_NODES);
  }
  return TRUE;
}

/* Which call a reference means. */
static gboolean
resolve (Functional         *self,
         const KomaKerasRef *ref,
         guint              *ret_call,
         GError            **error)
{
  guint first = GPOINTER_TO_UINT (g_hash_table_lookup (self->first, ref->layer));
  guint index = first + ref->call - 1;

  if (first == 0 || ref->call >= self->calls->len || index >= self->calls->len ||
      get_call (self, index)->layer != get_call (self, first - 1)->layer)
    return koma_fail (error, KOMA_ERROR_MODEL, "there is no layer “%s”, node %u",
                      ref->layer, ref->call);
  *ret_call = index;
  return TRUE;
}

/* What the calls read, and who reads them. */
static gboolean
connect_calls (Functional *self,
               GError    **error)
{
  for (guint i = 0; i < self->calls->len; i++) {
    Call *call = get_call (self, i);

    if (!koma_keras_inbound_collect (call->inbound, call->reads, error))
      return FALSE;
    for (guint k = 0; k < call->reads->len; k++) {
      KomaKerasRef *ref = &g_array_index (call->reads, KomaKerasRef, k);

      if (!resolve (self, ref, &ref->call, error)) {
        g_prefix_error (error, "%s “%s”: ", koma_keras_layer_get_class (call->layer),
                        koma_keras_layer_get_name (call->layer));
        return FALSE;
      }
      g_array_append_val (get_call (self, ref->call)->readers, i);
    }
    call->n_missing = call->reads->len;
  }
  return TRUE;
}

/* (transfer full) */
static void
set_outputs (Functional *self,
             guint       index,
             GArray     *outputs)
{
  Call *call = get_call (self, index);

  call->outputs = outputs;
  self->n_lowered++;
  for (guint i = 0; i < call->readers->len; i++) {
    guint reader = g_array_index (call->readers, guint, i);

    if (--get_call (self, reader)->n_missing == 0)
      g_queue_push_tail (&self->ready, GUINT_TO_POINTER (reader));
  }
}

static gboolean
get_value (Functional         *self,
           const KomaKerasRef *ref, /* resolved */
           KomaValueId        *ret_value,
           GError            **error)
{
  const Call *call = get_call (self, ref->call);

  if (call->outputs == NULL || ref->tensor >= call->outputs->len)
    return koma_fail (error, KOMA_ERROR_MODEL, "layer “%s” has no output %u", ref->layer,
                      ref->tensor);
  *ret_value = g_array_index (call->outputs, KomaValueId, ref->tensor);
  return TRUE;
}

/* The model's own inputs: from outside, or new ones of the graph. */
static gboolean
add_inputs (Functional *self,
            GArray     *inputs,
            GError    **error)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (KomaKerasRef));

  if (!koma_keras_inbound_collect (
        koma_json_get (koma_json_get_object (self->model, "config"), "input_layers"), refs, error))
    return FALSE;
  if (refs->len == 0 || (inputs->len != 0 && inputs->len != refs->len))
    return koma_fail (error, KOMA_ERROR_MODEL, "model “%s” has %u inputs, expected %u",
                      koma_keras_layer_get_name (self->model), refs->len, MAX (inputs->len, 1));
  for (guint i = 0; i < refs->len; i++) {
    KomaKerasRef *ref = &g_array_index (refs, KomaKerasRef, i);
    g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
    KomaValueId value = KOMA_VALUE_NONE;

    if (!resolve (self, ref, &ref->call, error))
      return FALSE;
    if (get_call (self, ref->call)->outputs != NULL)
      return koma_fail (error, KOMA_ERROR_MODEL, "input “%s” is listed twice", ref->layer);
    if (inputs->len != 0)
      value = g_array_index (inputs, KomaValueId, i);
    else if (!koma_keras_add_input (self->builder, get_call (self, ref->call)->layer, "", &value,
                                    error))
      return FALSE;
    g_array_append_val (outputs, value);
    set_outputs (self, ref->call, g_steal_pointer (&outputs));
  }
  return TRUE;
}

static gboolean
lower_call (Functional *self,
            guint       index,
            guint       depth,
            GError    **error)
{
  const Call *call = get_call (self, index);
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));
  g_autoptr (GArray) outputs = g_array_new (FALSE, FALSE, sizeof (KomaValueId));

  for (guint i = 0; i < call->reads->len; i++) {
    KomaValueId value = KOMA_VALUE_NONE;

    if (!get_value (self, &g_array_index (call->reads, KomaKerasRef, i), &value, error))
      return FALSE;
    g_array_append_val (inputs, value);
  }
  self->builder->inbound = call->inbound;
  if (!koma_keras_lower_layer (self->builder, call->layer, inputs, depth, outputs, error))
    return FALSE;
  set_outputs (self, index, g_steal_pointer (&outputs));
  return TRUE;
}

static gboolean
lower_calls (Functional *self,
             guint       depth,
             GError    **error)
{
  while (!g_queue_is_empty (&self->ready)) {
    guint index = GPOINTER_TO_UINT (g_queue_pop_head (&self->ready));

    if (get_call (self, index)->outputs == NULL && !lower_call (self, index, depth, error))
      return FALSE;
  }
  for (guint i = 0; i < self->calls->len; i++) {
    const Call *call = get_call (self, i);

    if (call->outputs == NULL) {
      g_set_error (
        error, KOMA_ERROR, KOMA_ERROR_MODEL, "%s “%s”: %s",
        koma_keras_layer_get_class (call->layer), koma_keras_layer_get_name (call->layer),
        call->reads->len > 0 ? "waits for itself, the layers form a cycle" : "reads nothing");
      return FALSE;
    }
  }
  return TRUE;
}

static gboolean
collect_outputs (Functional *self,
                 GArray     *ret_outputs,
                 GError    **error)
{
  g_autoptr (GArray) refs = g_array_new (FALSE, FALSE, sizeof (KomaKerasRef));

  if (!koma_keras_inbound_collect (
        koma_json_get (koma_json_get_object (self->model, "config"), "output_layers"), refs, error))
    return FALSE;
  for (guint i = 0; i < refs->len; i++) {
    KomaKerasRef *ref = &g_array_index (refs, KomaKerasRef, i);
    KomaValueId   value = KOMA_VALUE_NONE;

    if (!resolve (self, ref, &ref->call, error) || !get_value (self, ref, &value, error))
      return FALSE;
    g_array_append_val (ret_outputs, value);
  }
  if (refs->len > 0)
    return TRUE;
  return koma_fail (error, KOMA_ERROR_MODEL, "model “%s” has no outputs",
                    koma_keras_layer_get_name (self->model));
}

/**
 * koma_keras_lower_functional:
 * @model: its entry
 * @inputs: (element-type KomaValueId): none at the top level
 * @depth: how many models it is nested in
 *
 * Errors: %KOMA_ERROR_MODEL if a setting or a weight is damaged or missing, a
 * reference leads nowhere or the layers form a cycle; %KOMA_ERROR_SHAPE if a
 * layer does not fit its input; %KOMA_ERROR_MEMORY if a limit is passed or
 * memory lacks. A layer that no op computes is no error: it is counted in the
 * builder.
 */
gboolean
koma_keras_lower_functional (KomaKerasBuilder *builder,
                             JsonObject       *model,
                             GArray           *inputs,
                             guint             depth,
                             GArray           *ret_outputs,
                             GError          **error)
{
  g_auto (Functional) self = {
    .builder = builder,
    .model = model,
    .calls = g_array_new (FALSE, FALSE, sizeof (Call)),
    .first = g_hash_table_new (g_str_hash, g_str_equal),
    .ready = G_QUEUE_INIT,
  };

  g_array_set_clear_func (self.calls, clear_call);
  return collect_calls (&self, error) && connect_calls (&self, error) &&
         add_inputs (&self, inputs, error) && lower_calls (&self, depth, error) &&
         collect_outputs (&self, ret_outputs, error);
}
