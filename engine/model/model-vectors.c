/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The same model with one output more. */
#include "model-private.h"

/**
 * koma_model_new_with_vectors:
 * @model: a classifier
 * @graph: (transfer full): its graph, and behind its outputs %KOMA_VECTOR_OUTPUT
 *
 * It shares all else with @model, and keeps it. Thread: any.
 *
 * Returns: (transfer full): a model that answers as @model does, of the same hash
 */
KomaModel *
koma_model_new_with_vectors (KomaModel *model,
                             KomaGraph *graph)
{
  KomaModel *self = g_memdup2 (model, sizeof *model);

  g_atomic_ref_count_init (&self->ref_count);
  self->original = koma_model_ref (model);
  self->graph = graph;
  self->notes = g_ptr_array_ref (model->notes);
  self->findings = g_ptr_array_ref (model->findings);
  return self;
}
