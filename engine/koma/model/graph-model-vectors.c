/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Parts of models, run on one input after the other. */
#include "graph-model-vectors-private.h"

#include "engine/koma/koma-error.h"
#include "engine/koma/tensor/tensor-private.h"
#include "engine/teach/features.h"
#include "engine/words/text-tower.h"

void
koma_vector_rows_init (KomaVectorRows *self)
{
  *self = (KomaVectorRows){ .numbers = g_array_new (FALSE, FALSE, sizeof (float)) };
}

void
koma_vector_rows_clear (KomaVectorRows *self)
{
  g_clear_pointer (&self->numbers, g_array_unref);
}

static KomaSession *
find_program (KomaGraphModel       *model,
              const KomaVectorPart *part,
              const KomaArray      *input,
              GError              **error)
{
  const KomaSessionOptions options = {
    .batch = 1,
    .recipe = part->recipe,
    .input_shapes = &input->shape,
    .n_input_shapes = 1,
    .are_ends_bound = TRUE,
  };
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GBytes) key = NULL;
  KomaSession *program = NULL;

  g_byte_array_append (bytes, (const guint8 *) &model, sizeof model);
  g_byte_array_append (bytes, (const guint8 *) &part->name, sizeof part->name);
  key = g_byte_array_free_to_bytes (bytes);
  program = koma_environment_find_program (koma_environment_get (), key);
  return program != NULL ? program
                         : koma_graph_model_compile (model, key, part->graph, &options, error);
}

static gboolean
compute (KomaGraphModel       *model,
         const KomaVectorPart *part,
         KomaArray            *input,
         KomaArray           **ret_vector,
         GError              **error)
{
  KomaSession *program = find_program (model, part, input, error);

  if (program == NULL)
    return FALSE;
  if (koma_value_get_bytes (koma_session_get_input (program, 0)) !=
      koma_array_get_size_bytes (input))
    return koma_fail (error, KOMA_ERROR_SHAPE, "the model does not take one picture or text");
  return koma_environment_run_program (koma_environment_get (), program, &input, ret_vector,
                                       error);
}

/**
 * koma_vector_rows_add: (skip)
 *
 * Runs a part of @model on one picture or text, on the backend of this thread. Errors: those of
 * koma_session_new() and koma_session_run(), %KOMA_ERROR_SHAPE, all with the path of the model.
 */
gboolean
koma_vector_rows_add (KomaVectorRows       *self,
                      KomaGraphModel       *model,
                      const KomaVectorPart *part,
                      KomaArray            *input,
                      GError              **error)
{
  const guint before = self->numbers->len;
  g_autoptr (KomaArray) vector = NULL;

  if (!compute (model, part, input, &vector, error)) {
    g_prefix_error (error, "%s: ", koma_model_get_path (model->model));
    return FALSE;
  }
  g_array_append_vals (self->numbers, vector->data, (guint) vector->count);
  koma_vector_make_unit ((float *) (gpointer) self->numbers->data + before, (guint) vector->count);
  self->n_rows++;
  return TRUE;
}

/**
 * koma_vector_rows_end: (skip)
 *
 * Errors: %KOMA_ERROR_MEMORY.
 *
 * Returns: (transfer none) (nullable): float32 `[rows, width]`; floating, or the scope's in force
 */
KomaTensor *
koma_vector_rows_end (KomaVectorRows *self,
                      GError        **error)
{
  const KomaShape shape = KOMA_SHAPE (self->n_rows, self->numbers->len / MAX (self->n_rows, 1));
  g_autoptr (KomaArray) array =
    koma_array_new_from_data (KOMA_DTYPE_FLOAT32, &shape, self->numbers->data, error);

  return array != NULL ? koma_tensor_new_from_array (array) : NULL;
}

/**
 * koma_graph_model_get_towers: (skip)
 *
 * Errors: those of koma_towers_new(). Thread: any.
 *
 * Returns: (transfer none) (nullable): both halves of a model that compares pictures with words
 */
const KomaTowers *
koma_graph_model_get_towers (KomaGraphModel *self,
                             GError        **error)
{
  g_mutex_lock (&self->lock);
  if (self->towers == NULL)
    self->towers = koma_towers_new (self->model, error);
  g_mutex_unlock (&self->lock);
  return self->towers;
}

/**
 * koma_graph_model_get_features: (skip)
 *
 * Errors: those of koma_features_graph_new(), with the path of the model. Thread: any.
 *
 * Returns: (transfer none) (nullable): what a classifier computes before its last layer
 */
const KomaGraph *
koma_graph_model_get_features (KomaGraphModel *self,
                               GError        **error)
{
  g_mutex_lock (&self->lock);
  if (self->features == NULL)
    self->features = koma_features_graph_new (koma_model_get_graph (self->model),
                                              koma_model_get_output (self->model), NULL, error);
  g_mutex_unlock (&self->lock);
  if (self->features == NULL)
    g_prefix_error (error, "%s: ", koma_model_get_path (self->model));
  return self->features;
}
