/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The call of a layer of one's own, its compute, is traced, as losses that are functions are: it is
 * called under a tape with tensors of the right shapes and of no particular numbers, and what the
 * tape has written down becomes part of the graph. So it trains as fast as a layer of Keras, and
 * nothing is called while a step runs. Layers that it calls bring their weights, which become its
 * own, and what a step changes of these, such as the averages of a BatchNormalization. */
#include "callback.h"
#include "engine/formats/keras/layers.h"
#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/environment-private.h"
#include "engine/koma/tensor/scope.h"
#include "engine/koma/tensor/tape.h"
#include "engine/koma/tensor/tensor-private.h"
#include "graph-copy.h"
#include "layer-private.h"
#include "own-layer-private.h"

typedef struct
{
  KomaLayer           *layer;
  const KomaKerasCall *call;
  GArray              *shapes;  /* (owned) KomaShape of the inputs */
  GArray              *weights; /* (owned) KomaValueId of each of its weights in the builder */
  GPtrArray           *xs;      /* (owned) KomaTensor: the arguments */
  KomaTrace           *trace;   /* (borrowed) in force */
  KomaValueId         *ids;     /* (owned) [values of the trace] what they are in the builder */
} Lowering;

static void
lowering_clear (Lowering *self)
{
  g_clear_pointer (&self->shapes, g_array_unref);
  g_clear_pointer (&self->weights, g_array_unref);
  g_clear_pointer (&self->xs, g_ptr_array_unref);
  g_clear_pointer (&self->ids, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lowering, lowering_clear)

static guint
count_weights (const Lowering *self)
{
  const GPtrArray *own = koma_layer_get_private (self->layer)->own_weights;

  return own != NULL ? own->len : 0;
}

static KomaOwnWeight *
get_weight (const Lowering *self,
            guint           index)
{
  return koma_layer_get_private (self->layer)->own_weights->pdata[index];
}

/* Inputs of the graph, of those that have none yet. */
static void
add_weights (Lowering *self)
{
  for (guint i = self->weights->len; i < count_weights (self); i++) {
    const KomaOwnWeight *weight = get_weight (self, i);
    const KomaValueId    value =
      koma_keras_add_weight (self->call, weight->name,
                             &(KomaKerasWeight){
                               .shape = weight->memory->array->shape,
                               .fallback = "glorotUniform",
                               .is_trainable = weight->is_trainable,
                               .own_initializer = weight->initializer,
                               .own_regularizer = weight->regularizer,
                               .own_constraint = weight->constraint,
                             });

    g_array_append_val (self->weights, value);
  }
}

/* Tensors of zeros, which the tape watches; it watches the weights, too. */
static gboolean
make_arguments (Lowering *self,
                KomaTape *tape,
                GError  **error)
{
  self->xs = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < self->shapes->len; i++) {
    g_autoptr (KomaArray) array =
      koma_array_new (KOMA_DTYPE_FLOAT32, &g_array_index (self->shapes, KomaShape, i), error);

    if (array == NULL)
      return FALSE;
    g_ptr_array_add (self->xs, g_object_ref_sink (koma_tensor_new_from_array (array)));
    if (!koma_tape_watch (tape, self->xs->pdata[i], error))
      return FALSE;
  }
  for (guint i = 0; i < count_weights (self); i++) {
    KomaLayerMemory *memory = get_weight (self, i)->memory;

    koma_trace_watch (self->trace, koma_layer_memory_get_variable (memory), memory->array);
  }
  return TRUE;
}

static gboolean
has_memory (const Lowering        *self,
            const KomaLayerMemory *memory)
{
  for (guint i = 0; i < count_weights (self); i++)
    if (get_weight (self, i)->memory == memory)
      return TRUE;
  return FALSE;
}

/* Weights of layers that were called become its own. */
static gboolean
take_uses (Lowering *self,
           GError  **error)
{
  GPtrArray *uses = self->trace->uses;

  while (uses->len > 0) {
    g_autoptr (KomaOwnWeight) use = g_ptr_array_steal_index (uses, 0);

    if (has_memory (self, use->memory))
      continue;
    if (koma_layer_get_private (self->layer)->is_traced)
      return koma_fail (error, KOMA_ERROR_UNSUPPORTED,
                        "its call reads weights of a layer that it did not read the first time");
    koma_own_layer_append (self->layer, g_steal_pointer (&use));
  }
  return TRUE;
}

/* (nullable): what its call gives */
static GPtrArray *
call_layer (Lowering *self,
            GError  **error)
{
  KomaLayerClass *klass = KOMA_LAYER_GET_CLASS (self->layer);
  GError         *own_error = NULL;
  g_autoptr (GPtrArray) ys =
    klass->compute (self->layer, self->xs, self->call->keras->is_training, &own_error);

  if (!koma_callback_check (ys, own_error, "array of tensors", error))
    return NULL;
  if (ys->len == 0 || self->trace->custom->len > 0) {
    koma_fail (error, ys->len == 0 ? KOMA_ERROR_ARGUMENT : KOMA_ERROR_UNSUPPORTED,
               ys->len == 0 ? "its call gives no tensor"
                            : "its call has a gradient of its own in it");
    return NULL;
  }
  return take_uses (self, error) ? g_steal_pointer (&ys) : NULL;
}

/* Which values of the builder the inputs of the trace are. */
static void
match_inputs (Lowering *self)
{
  KomaBuilder *b = &self->call->keras->nodes;

  self->ids = koma_graph_copy_new_ids (self->trace->graph);
  for (guint i = 0; i < self->xs->len; i++)
    self->ids[koma_trace_find (self->trace, self->xs->pdata[i])] = self->call->inputs[i];
  for (guint i = 0; i < count_weights (self); i++) {
    KomaVariable     *variable = koma_layer_memory_get_variable (get_weight (self, i)->memory);
    const KomaValueId id = koma_trace_find (self->trace, variable);

    if (id != KOMA_VALUE_NONE)
      self->ids[id] = g_array_index (self->weights, KomaValueId, i);
  }
  for (guint i = 0; i < self->trace->keys->len; i++) {
    const KomaValueId key = koma_builder_input (b, "key", KOMA_DTYPE_INT32, KOMA_SHAPE (2));

    self->ids[koma_trace_find (self->trace, self->trace->keys->pdata[i])] = key;
    if (key != KOMA_VALUE_NONE)
      g_array_append_val (self->call->keras->keys, key);
  }
  for (guint i = 0; i < koma_graph_get_n_inputs (self->trace->graph); i++) {
    KomaValueId *id = &self->ids[koma_graph_get_input (self->trace->graph, i)];

    if (*id == KOMA_VALUE_NONE)
      *id = koma_builder_array (b, self->trace->arrays->pdata[i]);
  }
}

/* Of layers that were called. */
static void
add_updates (Lowering *self)
{
  for (guint i = 0; i < count_weights (self); i++) {
    KomaVariable *variable = koma_layer_memory_get_variable (get_weight (self, i)->memory);
    const guint   id = GPOINTER_TO_UINT (g_hash_table_lookup (self->trace->updates, variable));

    if (id > 0)
      koma_keras_add_update (self->call->keras, g_array_index (self->weights, KomaValueId, i),
                             self->ids[id - 1]);
  }
}

static KomaValueId
copy_output (Lowering   *self,
             KomaTensor *y,
             guint       index)
{
  KomaBuilder      *b = &self->call->keras->nodes;
  const KomaValueId id =
    y->trace == self->trace ? y->value : koma_trace_find (self->trace, y);

  if (id == KOMA_VALUE_NONE || self->ids[id] == KOMA_VALUE_NONE)
    return koma_builder_fail (b, KOMA_ERROR_ARGUMENT,
                              "output %u of its call depends on neither its inputs nor its weights",
                              index);
  if (koma_builder_get_dtype (b, self->ids[id]) != KOMA_DTYPE_FLOAT32)
    return koma_builder_cast (b, self->ids[id], KOMA_DTYPE_FLOAT32);
  return koma_builder_unary (b, KOMA_OP_IDENTITY, self->ids[id]);
}

/* Under a tape of its own. */
static gboolean
trace (Lowering *self,
       GArray   *ret_outputs,
       GError  **error)
{
  g_autoptr (KomaScope) scope G_GNUC_UNUSED = koma_scope_begin ();
  g_autoptr (KomaTape) tape = koma_tape_new ();
  g_autoptr (GPtrArray) ys = NULL;

  self->trace = koma_environment_get_trace (koma_environment_get ());
  self->trace->uses = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_own_weight_free);
  self->trace->keys = g_ptr_array_new_with_free_func (g_object_unref);
  self->trace->updates = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  if (make_arguments (self, tape, error))
    ys = call_layer (self, error);
  if (ys == NULL)
    return FALSE;
  add_weights (self);
  match_inputs (self);
  koma_graph_copy_nodes (self->trace->graph, 0, &self->call->keras->nodes, self->ids);
  add_updates (self);
  for (guint i = 0; i < ys->len; i++) {
    const KomaValueId y = copy_output (self, ys->pdata[i], i);

    g_array_append_val (ret_outputs, y);
  }
  return TRUE;
}

static gboolean
is_as_told (GVariant        *told,
            const KomaShape *found)
{
  gsize         rank = 0;
  const gint32 *dims = g_variant_get_fixed_array (told, &rank, sizeof *dims);

  if (rank != found->rank)
    return FALSE;
  for (gsize d = 1; d < rank; d++)
    if (dims[d] >= 0 && dims[d] != found->dims[d])
      return FALSE;
  return TRUE;
}

/* The shape that the layer tells is that of its first output. */
static gboolean
check_told (Lowering   *self,
            KomaValueId y,
            GError    **error)
{
  KomaLayerClass  *klass = KOMA_LAYER_GET_CLASS (self->layer);
  const KomaShape  found = koma_builder_get_shape (&self->call->keras->nodes, y);
  GError          *own_error = NULL;
  g_autofree char *is = NULL;
  g_autofree char *says = NULL;
  g_autoptr (GVariant) shapes = NULL;
  g_autoptr (GVariant) told = NULL;

  if (klass->compute_output_shape == NULL)
    return TRUE;
  shapes = g_variant_ref_sink (koma_own_layer_write_shapes (self->shapes));
  told = klass->compute_output_shape (self->layer, shapes, &own_error);
  if (!koma_callback_check (told, own_error, "shape", error))
    return FALSE;
  g_variant_take_ref (told);
  if (g_variant_is_of_type (told, G_VARIANT_TYPE ("ai")) && is_as_told (told, &found))
    return TRUE;
  is = koma_shape_to_string (&found);
  says = g_variant_print (told, FALSE);
  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "its compute_output_shape gives %s, its call gives %s", says, is);
}

static void
open_batch (GArray *shapes,
            gint64  batch)
{
  for (guint i = 0; i < shapes->len; i++)
    if (g_array_index (shapes, KomaShape, i).rank > 0)
      g_array_index (shapes, KomaShape, i).dims[0] = batch;
}

static gboolean
lower (Lowering *self,
       GArray   *ret_outputs,
       GError  **error)
{
  KomaEnvironment *environment = koma_environment_get ();
  KomaBuilder     *b = &self->call->keras->nodes;
  const guint      n_before = ret_outputs->len;
  KomaTrace       *before = NULL;
  gboolean         is_traced = FALSE;
  gint64           batch = 0;

  for (guint i = 0; i < self->call->n_inputs; i++) {
    const KomaShape shape = koma_builder_get_shape (b, self->call->inputs[i]);

    g_array_append_val (self->shapes, shape);
  }
  batch = g_array_index (self->shapes, KomaShape, 0).dims[0];
  open_batch (self->shapes, KOMA_DIM_UNKNOWN);
  if (!koma_own_layer_ensure_built (self->layer, self->shapes, error))
    return FALSE;
  open_batch (self->shapes, batch);
  add_weights (self);
  before = koma_environment_swap_trace (environment, NULL);
  is_traced = trace (self, ret_outputs, error);
  koma_environment_swap_trace (environment, before);
  if (!is_traced || b->error != NULL)
    return is_traced;
  koma_layer_get_private (self->layer)->is_traced = TRUE;
  open_batch (self->shapes, KOMA_DIM_UNKNOWN);
  return check_told (self, g_array_index (ret_outputs, KomaValueId, n_before), error);
}

static KomaLayer *
find_layer (const KomaKerasCall *call)
{
  const GPtrArray *layers = call->keras->own_data;
  KomaLayer       *found = NULL;

  for (guint i = 0; found == NULL && call->config != NULL && i < layers->len; i++)
    found = koma_layer_find (layers->pdata[i], call->config);
  return found != NULL && koma_layer_is_own (found) ? found : NULL;
}

/* Whether it is a layer of one's own: see KomaKerasLowerOwn. */
static gboolean
lower_own (const KomaKerasCall *call,
           GArray              *ret_outputs)
{
  g_auto (Lowering) self = {
    .layer = find_layer (call),
    .call = call,
    .shapes = g_array_new (FALSE, FALSE, sizeof (KomaShape)),
    .weights = g_array_new (FALSE, FALSE, sizeof (KomaValueId)),
  };
  KomaBuilder *b = &call->keras->nodes;
  KomaOp       op = 0;
  GError      *error = NULL;

  if (self.layer == NULL) {
    if (call->operation != NULL || koma_keras_layers_find (call->class_name, &op) != NULL)
      return FALSE;
    koma_builder_fail (b, KOMA_ERROR_UNSUPPORTED,
                       "Koma has no layer of this class, and no other is registered");
  } else if (call->n_inputs == 0) {
    koma_builder_fail (b, KOMA_ERROR_MODEL, "has no input");
  } else if (b->error == NULL && !lower (&self, ret_outputs, &error)) {
    b->error = error;
  }
  return TRUE;
}

/**
 * koma_own_layer_attach: (skip)
 */
void
koma_own_layer_attach (KomaKerasBuilder *builder,
                       GPtrArray        *layers)
{
  builder->lower_own = lower_own;
  builder->own_data = layers;
}
