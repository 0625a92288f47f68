/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "model-scores.h"

#include "doctor.h"
#include "engine/graph/graph.h"
#include "finding.h"
#include "model-private.h"

static GPtrArray *
make_texts (void)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (texts, NULL);
  return texts;
}

/**
 * koma_model_new_with_scores:
 * @graph: not inferred: pictures float32 [n,h,w,3] to scores [n,classes]
 * @labels: one for each class
 * @hash: 32 hexadecimal digits, another one for other scores
 * @maker: (nullable): lives as long as the model
 * @free_maker: (nullable): of @maker
 *
 * It shares the weights of @graph with whatever else has them, and needs @model no more. Thread:
 * any.
 *
 * Returns: (transfer full): a model that no file holds as it is
 */
KomaModel *
koma_model_new_with_scores (const KomaModel  *model,
                            KomaGraph        *graph,
                            const KomaRecipe *recipe,
                            KomaLabels       *labels,
                            const char       *hash,
                            gpointer          maker,
                            GDestroyNotify    free_maker)
{
  KomaModel *self = g_new0 (KomaModel, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->path = g_strdup (model->path);
  self->name = g_strdup (model->name);
  self->raw = (KomaRawModel){
    .graph = koma_graph_copy (graph),
    .op_counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .unsupported = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .format = g_strdup (model->raw.format),
    .hash = g_strdup (hash),
  };
  for (guint i = 0; i < koma_graph_get_n_nodes (graph); i++)
    koma_raw_model_count_op (&self->raw, koma_node_get_op_name (koma_graph_get_node (graph, i)));
  self->graph = graph;
  self->maker = maker;
  self->free_maker = free_maker;
  self->n_file_outputs = 1;
  self->labels = labels;
  self->labels_source = g_strdup (koma_labels_get_source (labels));
  self->n_labels_found = koma_labels_get_n (labels);
  self->recipe = *recipe;
  self->has_picture_recipe = TRUE;
  self->purpose = KOMA_PURPOSE_OTHER;
  self->size_source = KOMA_SOURCE_GRAPH;
  self->findings = koma_findings_new ();
  self->warnings = make_texts ();
  self->notes = make_texts ();
  return self;
}

/**
 * koma_model_get_maker:
 *
 * Returns: (transfer none) (nullable): what koma_model_new_with_scores() was given. Thread: any.
 */
gpointer
koma_model_get_maker (const KomaModel *model)
{
  return model->maker;
}
