/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model gets its weights when they are first needed, and what computes with them when there is
 * data: only then all sizes are known. From then on the weights are in the memory of its trainer,
 * which trains, evaluates and predicts. */
#include "engine/formats/keras/model.h"
#include "engine/koma/tensor/environment-private.h"
#include "engine/koma/koma-error.h"
#include "layers-formula.h"
#include "layers-penalties.h"
#include "layers-state.h"
#include "own-layer-private.h"

/* Sizes for open ones, where only the shapes of weights matter. */
#define TRIAL_BATCH 2
#define TRIAL_SIZE  48

static void
note_ends (KomaLayersModel        *self,
           const KomaKerasBuilder *builder)
{
  const KomaGraph *graph = builder->nodes.graph;

  g_array_append_vals (self->inputs, builder->input_shapes->data, builder->input_shapes->len);
  self->n_outputs = koma_graph_get_n_outputs (graph);
  for (guint i = 0; i < self->n_outputs; i++)
    g_ptr_array_add (self->output_names, g_strdup (koma_graph_get_output_name (graph, i)));
}

/* Builds the model with sizes for those that are open. */
static gboolean
build_trial (KomaLayersModel  *self,
             KomaKerasBuilder *builder,
             GError          **error)
{
  koma_keras_builder_init_building (
    builder, self->stored != NULL ? g_hash_table_ref (self->stored) : NULL, TRIAL_BATCH, FALSE);
  koma_own_layer_attach (builder, self->layers);
  builder->open_size = TRIAL_SIZE;
  return koma_keras_build (builder, self->entry, error);
}

/**
 * koma_layers_model_ensure_weights: (skip)
 *
 * Errors: those of koma_keras_build() and koma_layers_weights_new(); %KOMA_ERROR_ARGUMENT if the
 * model was disposed of, or another thread made its weights.
 */
gboolean
koma_layers_model_ensure_weights (KomaLayersModel *self,
                                  GError         **error)
{
  KomaKerasBuilder builder = { 0 };
  GArray          *weights = NULL;

  if (self->is_disposed)
    return koma_fail (error, KOMA_ERROR_ARGUMENT, "The model has been disposed of");
  if (self->weights != NULL)
    return koma_environment_check_thread (self->environment, "model", error);
  if (build_trial (self, &builder, error))
    weights = koma_layers_weights_new (self->entry, builder.weights_made, self->layers, self->seed,
                                       error);
  if (weights != NULL) {
    koma_layers_model_take_weights (self, weights);
    note_ends (self, &builder);
  }
  koma_keras_builder_clear (&builder);
  g_clear_pointer (&self->stored, g_hash_table_unref);
  return self->weights != NULL;
}

/**
 * koma_layers_model_read_frozen: (skip)
 *
 * Looks again which layers are frozen. The trainer goes on as before: @is_trainable of weights is
 * set, @is_learning when the model is compiled.
 *
 * Errors: those of koma_keras_build().
 */
gboolean
koma_layers_model_read_frozen (KomaLayersModel *self,
                               GError         **error)
{
  KomaKerasBuilder builder = { 0 };
  const gboolean   is_built = build_trial (self, &builder, error);

  if (is_built) {
    g_autoptr (GArray) order = koma_layers_weights_sort (self->entry, builder.weights_made);

    for (guint i = 0; i < order->len; i++)
      g_array_index (self->weights, KomaLayersWeight, i).is_trainable =
        g_array_index (builder.weights_made, KomaKerasMadeWeight, g_array_index (order, guint, i))
          .is_trainable;
  }
  koma_keras_builder_clear (&builder);
  return is_built;
}

static void
hand_over_ends (const KomaLayersModel  *self,
                const KomaKerasBuilder *builder,
                KomaForward            *forward)
{
  for (guint i = 0; i < self->inputs->len; i++) {
    const KomaValueId input = koma_graph_get_input (builder->nodes.graph, i);

    g_array_append_val (forward->inputs, input);
  }
  for (guint i = 0; i < koma_graph_get_n_outputs (builder->nodes.graph); i++) {
    const KomaValueId output = koma_graph_get_output (builder->nodes.graph, i);

    g_array_append_val (forward->outputs, output);
  }
  koma_graph_clear_outputs (builder->nodes.graph);
  g_array_append_vals (forward->keys, builder->keys->data, builder->keys->len);
}

static void
hand_over_weights (const KomaLayersModel  *self,
                   const KomaKerasBuilder *builder,
                   KomaForward            *forward)
{
  g_autoptr (GArray) order = koma_layers_weights_sort (self->entry, builder->weights_made);

  for (guint i = 0; i < order->len; i++) {
    const KomaKerasMadeWeight *made = &g_array_index (builder->weights_made, KomaKerasMadeWeight,
                                                      g_array_index (order, guint, i));

    g_array_append_val (forward->weights, made->value);
    for (guint k = 0; k < builder->updates->len; k++) {
      const KomaKerasUpdate *update = &g_array_index (builder->updates, KomaKerasUpdate, k);

      if (update->value == made->value)
        g_array_append_val (forward->updates, ((KomaTrainerUpdate){ i, update->update }));
    }
  }
}

static gboolean
build (const KomaLayersModel *self,
       KomaKerasBuilder      *builder,
       GError               **error)
{
  g_autoptr (GArray) shapes = g_array_copy (self->shapes);

  for (guint i = 0; i < shapes->len; i++)
    g_array_index (shapes, KomaShape, i).dims[0] = builder->batch;
  builder->shapes = (const KomaShape *) shapes->data;
  builder->n_shapes = shapes->len;
  return koma_keras_build (builder, self->entry, error);
}

/* Builds the model for a batch size, into the graph of a trainer. */
static gboolean
forward (KomaForward *forward,
         guint        batch,
         gboolean     is_training,
         gpointer     user_data,
         GError     **error)
{
  const KomaLayersModel *self = user_data;
  KomaKerasBuilder       builder = { 0 };
  gboolean               is_built = FALSE;

  koma_keras_builder_init_building (&builder, NULL, batch, is_training);
  koma_own_layer_attach (&builder, self->layers);
  koma_graph_free (builder.nodes.graph);
  builder.nodes.graph = forward->graph;
  is_built = build (self, &builder, error) &&
             (!is_training || koma_layers_add_penalties (&builder, forward->penalties, error));
  if (is_built) {
    hand_over_ends (self, &builder, forward);
    hand_over_weights (self, &builder, forward);
  }
  builder.nodes.graph = NULL;
  koma_keras_builder_clear (&builder);
  return is_built;
}

static KomaTrainerWeight *
list_weights (const KomaLayersModel *self)
{
  KomaTrainerWeight *list = g_new0 (KomaTrainerWeight, self->weights->len + 1);

  for (guint i = 0; i < self->weights->len; i++) {
    const KomaLayersWeight *weight = &g_array_index (self->weights, KomaLayersWeight, i);

    list[i] = (KomaTrainerWeight){
      .name = weight->name,
      .shape = weight->shape,
      .is_trainable = weight->is_learning,
      .regularizer = weight->regularizer,
      .constraint = weight->constraint,
      .memory = weight->memory->array->data,
    };
  }
  return list;
}

/* (transfer container) */
static KomaTrainerFunction *
list_metrics (const KomaLayersModel *self)
{
  KomaTrainerFunction *list = g_new0 (KomaTrainerFunction, self->own_metrics->len + 1);

  for (guint i = 0; i < self->own_metrics->len; i++)
    list[i] = koma_layers_function_write (self->own_metrics->pdata[i]);
  return list;
}

static KomaTrainerOutput *
list_outputs (const KomaLayersModel     *self,
              const KomaTrainerFunction *metrics)
{
  KomaTrainerOutput *list = g_new0 (KomaTrainerOutput, self->n_outputs + 1);

  for (guint i = 0; i < self->n_outputs; i++)
    list[i] = (KomaTrainerOutput){
      .name = g_ptr_array_index (self->output_names, i),
      .loss = self->losses != NULL
                ? (KomaLoss) GPOINTER_TO_UINT (g_ptr_array_index (self->losses, i))
                : KOMA_LOSS_MEAN_SQUARED_ERROR,
      .metrics = (const char *const *) self->metrics,
      .own_metrics = metrics,
      .n_own_metrics = self->own_metrics->len,
    };
  for (guint i = 0; i < self->own_losses->len; i++)
    if (self->own_losses->pdata[i] != NULL)
      list[i].own_loss = koma_layers_function_write (self->own_losses->pdata[i]);
  return list;
}

/* Of one sample, or of the batch that the model asks for. */
static gboolean
find_output_shapes (KomaLayersModel *self,
                    GError         **error)
{
  const gint64     batch = g_array_index (self->inputs, KomaShape, 0).dims[0];
  KomaKerasBuilder builder = { 0 };
  gboolean         is_built = FALSE;

  koma_keras_builder_init_building (&builder, NULL, MAX (batch, 1), FALSE);
  koma_own_layer_attach (&builder, self->layers);
  is_built = build (self, &builder, error);
  g_array_set_size (self->output_shapes, 0);
  for (guint i = 0; is_built && i < self->n_outputs; i++) {
    const KomaValueId output = koma_graph_get_output (builder.nodes.graph, i);
    const KomaShape   shape = koma_builder_get_shape (&builder.nodes, output);

    g_array_append_val (self->output_shapes, shape);
  }
  koma_keras_builder_clear (&builder);
  return is_built;
}

static void
unref_array (gpointer array)
{
  g_clear_pointer ((KomaArray **) &array, koma_array_unref);
}

/**
 * koma_layers_model_new_slots: (skip)
 */
GPtrArray *
koma_layers_model_new_slots (void)
{
  return g_ptr_array_new_with_free_func (unref_array);
}

/**
 * koma_layers_model_get_slot: (skip)
 *
 * Returns: (transfer none) (nullable): of the weight's shape; %NULL where there is none
 */
const float *
koma_layers_model_get_slot (KomaLayersModel *self,
                            guint            weight,
                            guint            slot)
{
  const KomaArray *array = NULL;

  if (self->trainer != NULL)
    return koma_trainer_get_slot (self->trainer, weight, slot);
  if (self->stored_slots != NULL)
    array = g_ptr_array_index (self->stored_slots, weight * self->optimizer.rule->n_slots + slot);
  return array != NULL ? array->data : NULL;
}

/**
 * koma_layers_model_get_n_steps: (skip)
 */
guint64
koma_layers_model_get_n_steps (KomaLayersModel *self)
{
  return self->trainer != NULL ? koma_trainer_get_n_steps (self->trainer) : self->n_stored_steps;
}

/* Errors: %KOMA_ERROR_MEMORY. */
static gboolean
store_slots (KomaLayersModel *self,
             GError         **error)
{
  const guint n = self->optimizer.rule->n_slots;
  g_autoptr (GPtrArray) slots = koma_layers_model_new_slots ();

  for (guint i = 0; i < self->weights->len * n; i++) {
    const KomaLayersWeight *weight = &g_array_index (self->weights, KomaLayersWeight, i / n);
    const float            *slot = koma_layers_model_get_slot (self, i / n, i % n);
    KomaArray              *array = NULL;

    if (slot != NULL) {
      array = koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &weight->shape, slot, error);
      if (array == NULL)
        return FALSE;
    }
    g_ptr_array_add (slots, array);
  }
  self->n_stored_steps = koma_layers_model_get_n_steps (self);
  g_clear_pointer (&self->stored_slots, g_ptr_array_unref);
  self->stored_slots = g_steal_pointer (&slots);
  return TRUE;
}

/* What the optimizer had noted before. */
static void
fill_slots (KomaLayersModel *self)
{
  const guint n = self->optimizer.rule->n_slots;

  if (self->stored_slots == NULL)
    return;
  koma_trainer_set_n_steps (self->trainer, self->n_stored_steps);
  for (guint i = 0; i < self->weights->len * n; i++) {
    const KomaArray *array = g_ptr_array_index (self->stored_slots, i);
    float           *slot = koma_trainer_get_slot (self->trainer, i / n, i % n);

    if (array != NULL && slot != NULL)
      memcpy (slot, array->data, koma_array_get_size_bytes (array));
  }
  g_clear_pointer (&self->stored_slots, g_ptr_array_unref);
}

static gboolean
make_trainer (KomaLayersModel *self,
              GError         **error)
{
  g_autofree KomaTrainerWeight   *weights = list_weights (self);
  g_autofree KomaTrainerFunction *metrics = list_metrics (self);
  g_autofree KomaTrainerOutput   *outputs = list_outputs (self, metrics);
  const KomaTrainerOptions        options = {
           .forward = forward,
           .user_data = self,
           .weights = weights,
           .n_weights = self->weights->len,
           .outputs = outputs,
           .n_outputs = self->n_outputs,
           .optimizer = self->optimizer,
           .n_threads = koma_environment_get_n_threads (koma_environment_get ()),
           .seed = (guint32) self->seed,
  };

  self->trainer = koma_trainer_new (&options, error);
  if (self->trainer == NULL)
    return FALSE;
  fill_slots (self);
  return TRUE;
}

/* Whether inputs of these shapes fit the model, but for the batch. */
static gboolean
check_shapes (const KomaLayersModel *self,
              const KomaShape       *shapes,
              GError               **error)
{
  for (guint i = 0; i < self->inputs->len; i++) {
    const KomaShape *expected = &g_array_index (self->inputs, KomaShape, i);
    gboolean         is_fitting = shapes[i].rank == expected->rank;

    for (guint d = 1; d < expected->rank; d++)
      is_fitting = is_fitting && (expected->dims[d] == KOMA_DIM_UNKNOWN ||
                                  expected->dims[d] == shapes[i].dims[d]);
    if (!is_fitting) {
      g_autofree char *found = koma_shape_to_string (&shapes[i]);
      g_autofree char *text = koma_shape_to_string (expected);

      return koma_fail (error, KOMA_ERROR_SHAPE, "Input %u has the shape %s, expected %s", i, found,
                        text);
    }
  }
  return TRUE;
}

static gboolean
has_shapes (const KomaLayersModel *self,
            const KomaShape       *shapes)
{
  if (self->trainer == NULL)
    return FALSE;
  for (guint i = 0; i < self->shapes->len; i++)
    for (guint d = 1; d < shapes[i].rank; d++)
      if (shapes[i].dims[d] != g_array_index (self->shapes, KomaShape, i).dims[d])
        return FALSE;
  return TRUE;
}

/**
 * koma_layers_model_ensure_trainer: (skip)
 * @shapes: (array): of the inputs; the batch does not matter
 *
 * Errors: %KOMA_ERROR_SHAPE if they do not fit; those of koma_layers_model_ensure_weights() and of
 * koma_trainer_new().
 */
gboolean
koma_layers_model_ensure_trainer (KomaLayersModel *self,
                                  const KomaShape *shapes,
                                  GError         **error)
{
  if (!koma_layers_model_ensure_weights (self, error) || !check_shapes (self, shapes, error))
    return FALSE;
  if (has_shapes (self, shapes))
    return TRUE;
  if (!koma_layers_model_drop_trainer (self, error))
    return FALSE;
  g_array_set_size (self->shapes, 0);
  g_array_append_vals (self->shapes, shapes, self->inputs->len);
  return find_output_shapes (self, error) && make_trainer (self, error);
}

/**
 * koma_layers_model_copy_weight: (skip)
 * @index: into weights
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
KomaArray *
koma_layers_model_copy_weight (KomaLayersModel *self,
                               guint            index,
                               GError         **error)
{
  const KomaLayersWeight *weight = &g_array_index (self->weights, KomaLayersWeight, index);

  return koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &weight->shape,
                                   weight->memory->array->data, error);
}

/**
 * koma_layers_model_drop_trainer: (skip)
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_layers_model_drop_trainer (KomaLayersModel *self,
                                GError         **error)
{
  if (self->trainer == NULL)
    return TRUE;
  if (!store_slots (self, error))
    return FALSE;
  g_clear_pointer (&self->trainer, koma_trainer_free);
  return TRUE;
}
