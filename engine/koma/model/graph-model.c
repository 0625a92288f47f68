/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph-model-private.h"

#include "engine/koma/koma-error.h"
#include "engine/passes/passes.h"
#include "graph-model-outputs.h"
#include "engine/koma/tensor/tensor-info-private.h"

G_DEFINE_FINAL_TYPE (KomaGraphModel, koma_graph_model, G_TYPE_OBJECT)

/* What was compiled of it goes with it: at once on this thread, from others as soon as they
 * compute. */
static void
forget_programs (KomaGraphModel *self)
{
  GHashTableIter iter;
  gpointer       environment = NULL;

  g_hash_table_iter_init (&iter, self->environments);
  while (g_hash_table_iter_next (&iter, &environment, NULL))
    koma_environment_forget (environment, self);
}

static void
koma_graph_model_finalize (GObject *object)
{
  KomaGraphModel *self = KOMA_GRAPH_MODEL (object);

  forget_programs (self);
  g_queue_clear_full (&self->known, koma_graph_model_known_free);
  g_hash_table_unref (self->environments);
  g_ptr_array_unref (self->inputs);
  g_clear_pointer (&self->outputs, g_ptr_array_unref);
  g_clear_pointer (&self->features, koma_graph_free);
  g_clear_pointer (&self->tokenizer, koma_tokenizer_free);
  g_clear_pointer (&self->towers, koma_towers_unref);
  g_clear_pointer (&self->graph, koma_graph_free);
  g_clear_pointer (&self->model, koma_model_unref);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (koma_graph_model_parent_class)->finalize (object);
}

static void
koma_graph_model_class_init (KomaGraphModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = koma_graph_model_finalize;
}

static void
koma_graph_model_init (KomaGraphModel *self)
{
  g_mutex_init (&self->lock);
  self->environments = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->inputs = g_ptr_array_new_with_free_func (g_object_unref);
  g_queue_init (&self->known);
}

/**
 * koma_graph_model_new: (skip)
 * @model: one that has no unsupported op
 *
 * Errors: those of koma_pass_float_ends().
 *
 * Returns: (transfer full) (nullable): @model for tensors; takes a reference
 */
KomaGraphModel *
koma_graph_model_new (KomaModel *model,
                      GError   **error)
{
  g_autoptr (KomaGraphModel) self = g_object_new (KOMA_TYPE_GRAPH_MODEL, NULL);

  self->model = koma_model_ref (model);
  self->graph = koma_graph_copy (koma_model_get_file_graph (model));
  if (!koma_pass_float_ends (self->graph, error))
    return NULL;
  for (guint i = 0; i < koma_graph_get_n_inputs (self->graph); i++) {
    const KomaValue *input =
      koma_graph_get_value (self->graph, koma_graph_get_input (self->graph, i));

    g_ptr_array_add (self->inputs,
                     koma_tensor_info_new (input->name, input->dtype, &input->shape));
  }
  return g_steal_pointer (&self);
}

/**
 * koma_graph_model_compile: (skip)
 * @key: begins with the address of @self
 *
 * What of the model is to be run on the calling thread, compiled once for its backend and threads.
 *
 * Errors: those of koma_session_new().
 *
 * Returns: (transfer none) (nullable): to be run at once
 */
KomaSession *
koma_graph_model_compile (KomaGraphModel           *self,
                          GBytes                   *key,
                          const KomaGraph          *graph,
                          const KomaSessionOptions *options,
                          GError                  **error)
{
  KomaEnvironment *environment = koma_environment_get ();

  g_mutex_lock (&self->lock);
  g_hash_table_add (self->environments, g_object_ref (environment));
  g_mutex_unlock (&self->lock);
  return koma_environment_compile (environment, self, key, graph, options, error);
}

/**
 * koma_graph_model_get_recipe: (skip)
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED, and others of koma_model_get_recipe(), with the model's path.
 *
 * Returns: (transfer none) (nullable): how pictures become the input of a classifier
 */
const KomaRecipe *
koma_graph_model_get_recipe (KomaGraphModel *self,
                             GError        **error)
{
  g_autoptr (GError) reason = NULL;
  const KomaRecipe *recipe = koma_model_get_recipe (self->model, &reason);

  /* Users of the library do not have the codes of what a model is for. */
  if (recipe == NULL)
    g_set_error (error, KOMA_ERROR,
                 reason->domain == KOMA_ERROR ? reason->code : KOMA_ERROR_UNSUPPORTED, "%s: %s",
                 koma_model_get_path (self->model), reason->message);
  return recipe;
}

/**
 * koma_graph_model_get_path:
 * @self: a model
 *
 * Thread: any.
 *
 * Returns: (transfer none): of its file, or of the archive that it was in
 */
const char *
koma_graph_model_get_path (KomaGraphModel *self)
{
  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);

  return koma_model_get_path (self->model);
}

/**
 * koma_graph_model_get_name:
 * @self: a model
 *
 * Thread: any.
 *
 * Returns: (transfer none): for people: of `koma.json`, or made of the path
 */
const char *
koma_graph_model_get_name (KomaGraphModel *self)
{
  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);

  return koma_model_get_name (self->model);
}

/**
 * koma_graph_model_get_format:
 * @self: a model
 *
 * Thread: any.
 *
 * Returns: (transfer none): for people: "TensorFlow.js graph model"
 */
const char *
koma_graph_model_get_format (KomaGraphModel *self)
{
  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);

  return koma_model_get_format (self->model);
}

/**
 * koma_graph_model_get_n_inputs:
 * @self: a model
 *
 * Thread: any.
 *
 * Returns: how many tensors it takes
 */
guint
koma_graph_model_get_n_inputs (KomaGraphModel *self)
{
  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), 0);

  return self->inputs->len;
}

/**
 * koma_graph_model_get_input:
 * @self: a model
 * @index: less than koma_graph_model_get_n_inputs()
 *
 * Sizes that the file leaves open, mostly the batch, are -1. A quantised input of 8 bits is float32
 * here: the numbers that its integers stand for. Thread: any.
 *
 * Returns: (transfer none): what it takes
 */
KomaTensorInfo *
koma_graph_model_get_input (KomaGraphModel *self,
                            guint           index)
{
  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self) && index < self->inputs->len, NULL);

  return self->inputs->pdata[index];
}

/**
 * koma_graph_model_get_n_outputs:
 * @self: a model
 *
 * Thread: any.
 *
 * Returns: how many tensors it gives
 */
guint
koma_graph_model_get_n_outputs (KomaGraphModel *self)
{
  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), 0);

  return koma_graph_get_n_outputs (self->graph);
}

/**
 * koma_graph_model_get_output:
 * @self: a model
 * @index: less than koma_graph_model_get_n_outputs()
 *
 * Sizes that follow from open ones of the inputs are -1. Files do not tell shapes of outputs: they
 * are found by going through the graph with trial sizes, on the first call. Where that is not
 * possible the shape is not known, and the dtype is said to be float32. Thread: any.
 *
 * Returns: (transfer none): what it gives
 */
KomaTensorInfo *
koma_graph_model_get_output (KomaGraphModel *self,
                             guint           index)
{
  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), NULL);
  g_return_val_if_fail (index < koma_graph_get_n_outputs (self->graph), NULL);

  g_mutex_lock (&self->lock);
  if (self->outputs == NULL)
    self->outputs = koma_graph_model_infer_outputs (self->graph);
  g_mutex_unlock (&self->lock);
  return self->outputs->pdata[index];
}

/**
 * koma_graph_model_get_n_bytes:
 * @self: a model
 *
 * The weights are no tensors: koma_environment_get_memory() does not count them. Each thread that
 * runs the model has a copy of them beside these, in the order that its backend wants, and room for
 * the values between the ops; koma_environment_drop_programs() frees both. Thread: any.
 *
 * Returns: bytes of the weights as they were read
 */
gsize
koma_graph_model_get_n_bytes (KomaGraphModel *self)
{
  gsize n_bytes = 0;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), 0);

  for (KomaValueId id = 0; id < koma_graph_get_n_values (self->graph); id++) {
    const KomaValue *value = koma_graph_get_value (self->graph, id);

    if (value->constant != NULL)
      n_bytes += koma_array_get_size_bytes (value->constant);
  }
  return n_bytes;
}

/**
 * koma_graph_model_get_n_labels:
 * @self: a model
 *
 * Thread: any.
 *
 * Returns: how many classes it tells apart; 0 if it is no classifier of pictures
 */
guint
koma_graph_model_get_n_labels (KomaGraphModel *self)
{
  KomaLabels *labels = NULL;

  g_return_val_if_fail (KOMA_IS_GRAPH_MODEL (self), 0);

  labels = koma_model_get_labels (self->model);
  return labels != NULL ? koma_labels_get_n (labels) : 0;
}

/**
 * koma_graph_model_get_label:
 * @self: a classifier of pictures
 * @index: less than koma_graph_model_get_n_labels()
 *
 * Thread: any.
 *
 * Returns: (transfer none): of a class, as the model's makers call it; its number, if they do not
 */
const char *
koma_graph_model_get_label (KomaGraphModel *self,
                            guint           index)
{
  g_return_val_if_fail (index < koma_graph_model_get_n_labels (self), NULL);

  return koma_labels_get (koma_model_get_labels (self->model), index);
}
