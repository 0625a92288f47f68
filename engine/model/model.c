/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "model-private.h"

/**
 * koma_model_ref:
 *
 * Returns: (transfer full): the same model. Thread: any.
 */
KomaModel *
koma_model_ref (KomaModel *model)
{
  g_atomic_ref_count_inc (&model->ref_count);
  return model;
}

/**
 * koma_model_unref:
 *
 * @model may be %NULL. The last one frees it. Thread: any.
 */
void
koma_model_unref (KomaModel *model)
{
  if (model == NULL || !g_atomic_ref_count_dec (&model->ref_count))
    return;
  g_clear_pointer (&model->findings, g_ptr_array_unref);
  g_clear_pointer (&model->notes, g_ptr_array_unref);
  if (model->original != NULL) {
    if (model->graph != model->original->graph)
      koma_graph_free (model->graph);
    koma_model_unref (model->original);
    g_free (model);
    return;
  }
  koma_raw_model_clear (&model->raw);
  g_clear_pointer (&model->graph, koma_graph_free);
  g_clear_pointer (&model->labels, koma_labels_unref);
  if (model->free_maker != NULL)
    model->free_maker (model->maker);
  g_free (model->labels_path);
  g_free (model->classes);
  g_free (model->prompts);
  g_free (model->labels_source);
  g_clear_error (&model->recipe_error);
  g_clear_pointer (&model->tta, koma_tta_free);
  g_clear_pointer (&model->warnings, g_ptr_array_unref);
  g_free (model->path);
  g_free (model->name);
  g_free (model);
}

/**
 * koma_model_get_text:
 * @part: %KOMA_PART_CLASSES or %KOMA_PART_PROMPTS
 *
 * Returns: (transfer none) (nullable): UTF-8, as the options or koma.json have it. Thread: any.
 */
const char *
koma_model_get_text (const KomaModel *model,
                     KomaRecipePart   part)
{
  return part == KOMA_PART_CLASSES ? model->classes : model->prompts;
}

/**
 * koma_model_get_path:
 *
 * Returns: (transfer none): the path of the model file
 */
const char *
koma_model_get_path (const KomaModel *model)
{
  return model->path;
}

/**
 * koma_model_get_reader:
 *
 * Returns: (transfer none) (nullable): that of the options it was loaded with
 */
const KomaModelReader *
koma_model_get_reader (const KomaModel *model)
{
  return model->reader;
}

/**
 * koma_model_get_name:
 *
 * Returns: (transfer none): what people call it
 */
const char *
koma_model_get_name (const KomaModel *model)
{
  return model->name;
}

/**
 * koma_model_get_format:
 *
 * Returns: (transfer none): "TensorFlow.js graph model"
 */
const char *
koma_model_get_format (const KomaModel *model)
{
  return model->raw.format;
}

/**
 * koma_model_get_hash:
 *
 * Returns: (transfer none): hash over topology and weights, see koma_content_hash_to_string()
 */
const char *
koma_model_get_hash (const KomaModel *model)
{
  return model->raw.hash;
}

/**
 * koma_model_get_graph:
 *
 * Returns: (transfer none): the graph for pictures, not inferred. Its inputs and outputs are
 *   float32 where the file's are quantised: the numbers that the integers stand for. It is not to
 *   be changed: koma_graph_copy() is for that.
 */
KomaGraph *
koma_model_get_graph (const KomaModel *model)
{
  return model->graph;
}

/**
 * koma_model_get_file_graph:
 *
 * Returns: (transfer none): the graph as the file has it: quantised inputs and outputs are uint8 or
 *   int8, see koma_graph_find_quantization(). Not to be changed either.
 */
KomaGraph *
koma_model_get_file_graph (const KomaModel *model)
{
  return model->raw.graph;
}

/**
 * koma_model_get_recipe:
 *
 * Errors: %KOMA_PURPOSE_ERROR if the model is for something else; %KOMA_ERROR_UNSUPPORTED if it is
 * no classifier of pictures for another reason, or has ops that Koma does not; those of
 * koma_pass_infer() if its graph is damaged.
 *
 * Returns: (transfer none) (nullable): how pictures become its input; %NULL
 *   where it is no classifier of pictures or can not run, and why in @error
 */
const KomaRecipe *
koma_model_get_recipe (const KomaModel *model,
                       GError         **error)
{
  if (model->recipe_error == NULL)
    return &model->recipe;
  g_propagate_error (error, g_error_copy (model->recipe_error));
  return NULL;
}

/**
 * koma_model_get_picture_recipe:
 *
 * Returns: (transfer none) (nullable): how pictures become the input of a classifier, or of a model
 *   that compares pictures with words; what it says of scores means nothing there
 */
const KomaRecipe *
koma_model_get_picture_recipe (const KomaModel *model)
{
  return model->has_picture_recipe ? &model->recipe : NULL;
}

/**
 * koma_model_get_purpose:
 *
 * Returns: what a model is for that has no recipe; %KOMA_PURPOSE_OTHER where nothing tells
 */
KomaPurpose
koma_model_get_purpose (const KomaModel *model)
{
  return model->purpose;
}

/**
 * koma_model_get_labels:
 *
 * Returns: (transfer none) (nullable): a name for each class; %NULL where
 *   there is no recipe
 */
KomaLabels *
koma_model_get_labels (const KomaModel *model)
{
  return model->labels;
}

/**
 * koma_model_get_labels_path:
 *
 * Returns: (transfer none) (nullable): the file of labels that the caller gave, whether or not it
 *   could be used
 */
const char *
koma_model_get_labels_path (const KomaModel *model)
{
  return model->labels_path;
}

static gboolean
is_same_tta (const KomaTta *a, /* (nullable) */
             const KomaTta *b) /* (nullable) */
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->n_classes == b->n_classes &&
         memcmp (a->swap, b->swap, a->n_classes * sizeof *a->swap) == 0;
}

/**
 * koma_model_is_same:
 *
 * Returns: whether both come from the same path, with the same content, and nothing beside the
 *   file has changed that they are used by: recipe, labels, names, sureFrom. %FALSE for models
 *   without a recipe. Thread: any.
 */
gboolean
koma_model_is_same (const KomaModel *a,
                    const KomaModel *b)
{
  return g_str_equal (a->path, b->path) && g_str_equal (a->name, b->name) &&
         g_str_equal (a->raw.hash, b->raw.hash) &&
         a->recipe_error == NULL && b->recipe_error == NULL &&
         koma_recipe_is_equal (&a->recipe, &b->recipe) &&
         koma_labels_is_equal (a->labels, b->labels) &&
         is_same_tta (a->tta, b->tta);
}

/**
 * koma_model_get_tta:
 *
 * Returns: (transfer none) (nullable): what becomes of the classes when a
 *   picture is turned by half a turn; %NULL where the model's makers say nothing of it
 */
const KomaTta *
koma_model_get_tta (const KomaModel *model)
{
  return model->tta;
}

/**
 * koma_model_is_size_open:
 *
 * Returns: whether the file leaves the size of pictures open
 */
gboolean
koma_model_is_size_open (const KomaModel *model)
{
  return model->is_size_open;
}

/**
 * koma_model_get_sure_from:
 *
 * Returns: the best score from which an answer counts as sure, as the model's
 *   makers say; 0.3 where they do not
 */
double
koma_model_get_sure_from (const KomaModel *model)
{
  return model->recipe.sure_from;
}

/**
 * koma_model_get_output:
 *
 * Returns: the index of the output with the scores. A classifier has one
 *   output: if the file has more, one has been chosen, and the graph gives
 *   only that.
 */
guint
koma_model_get_output (const KomaModel *model)
{
  return 0;
}

/**
 * koma_model_get_warnings:
 *
 * Returns: (transfer none) (array zero-terminated=1): in English
 */
const char *const *
koma_model_get_warnings (const KomaModel *model)
{
  return (const char *const *) model->warnings->pdata;
}

/**
 * koma_model_get_notes:
 *
 * Returns: (transfer none) (array zero-terminated=1): what the recipe was
 *   inferred from, in English
 */
const char *const *
koma_model_get_notes (const KomaModel *model)
{
  return (const char *const *) model->notes->pdata;
}

/**
 * koma_model_get_unsupported:
 *
 * Returns: (transfer none) (element-type utf8 guint):
 */
GHashTable *
koma_model_get_unsupported (const KomaModel *model)
{
  return model->raw.unsupported;
}

/**
 * koma_model_get_op_counts:
 *
 * Returns: (transfer none) (element-type utf8 guint):
 */
GHashTable *
koma_model_get_op_counts (const KomaModel *model)
{
  return model->raw.op_counts;
}
