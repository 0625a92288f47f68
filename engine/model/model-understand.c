/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model is for, and how pictures become its input: guessed from its graph, overridden by
 * koma.json, and that by the caller. */

#include "chosen-class.h"
#include "doctor-private.h"

#include "engine/formats/json.h"
#include "engine/passes/passes.h"
#include "picture-layout.h"
#include "recipe-infer.h"

/* A constant that the graph reads, or the one with the labels, which it does
 * not; where it was trained they are outputs as any other. */
static KomaValueId
find_constant (const KomaRawModel *raw,
               const char         *name)
{
  for (KomaValueId id = koma_graph_get_n_values (raw->graph); id-- > 0;) {
    const KomaValue *value = koma_graph_get_value (raw->graph, id);

    if (value->constant != NULL && g_strcmp0 (value->name, name) == 0)
      return id;
  }
  return raw->labels != NULL && g_str_equal (name, "labels")
           ? koma_graph_add_constant (raw->graph, name, raw->labels)
           : KOMA_VALUE_NONE;
}

static gboolean
choose_output (KomaModel  *self,
               const char *name, /* (nullable) */
               GError    **error)
{
  KomaValueId value = KOMA_VALUE_NONE;
  g_autoptr (GString) all = NULL;

  if (name == NULL)
    return TRUE;
  value = koma_graph_find_value (self->raw.graph, name);
  if (value == KOMA_VALUE_NONE)
    value = find_constant (&self->raw, name);
  if (value != KOMA_VALUE_NONE) {
    koma_graph_clear_outputs (self->raw.graph);
    koma_graph_add_output (self->raw.graph, name, value);
    return TRUE;
  }
  all = g_string_new (NULL);
  for (guint i = 0; i < koma_graph_get_n_outputs (self->raw.graph); i++)
    g_string_append_printf (all, "%s“%s”", i > 0 ? ", " : "",
                            koma_graph_get_output_name (self->raw.graph, i));
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL,
               "%s: no output or node is called “%s”; the outputs are %s", self->path, name,
               all->str);
  return FALSE;
}

static gboolean
is_teachable_machine (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "metadata.json", NULL);
  g_autoptr (JsonNode) root = koma_json_load (path, KOMA_MAX_NAMES_BYTES, NULL, NULL);
  JsonObject *object = koma_json_node_object (root);

  return koma_json_get (object, "tmVersion") != NULL ||
         koma_json_get (object, "tmSupportVersion") != NULL;
}

static gboolean
fail_unsupported (KomaModel *self,
                  GError   **error)
{
  GHashTableIter iter;
  gpointer       name = NULL;
  gpointer       count = NULL;
  g_autoptr (GString) all = g_string_new (NULL);

  g_hash_table_iter_init (&iter, self->raw.unsupported);
  while (g_hash_table_iter_next (&iter, &name, &count))
    g_string_append_printf (all, "%s%s (%u)", all->len > 0 ? ", " : "", (char *) name,
                            GPOINTER_TO_UINT (count));
  g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
               "the model needs what Koma can not do: %s", all->str);
  return FALSE;
}

/* The shapes of one picture going through tell what the model is. */
static KomaGraph *
infer_shapes (const KomaGraph *model,
              GError         **error)
{
  g_autoptr (KomaGraph) graph = koma_graph_copy (model);

  if (!koma_pass_bind (graph, 1, NULL, 0, error) || !koma_pass_infer (graph, error) ||
      !koma_pass_sink_transposes (graph, error) || !koma_pass_fuse_quantize (graph, error) ||
      !koma_pass_remove_dead (graph, error))
    return NULL;
  return g_steal_pointer (&graph);
}

static KomaGraph *
infer_graph (KomaModel *self,
             GError   **error)
{
  g_autoptr (KomaGraph) graph = NULL;
  gboolean is_changed = FALSE;

  if (self->raw.unsupported != NULL && g_hash_table_size (self->raw.unsupported) > 0) {
    fail_unsupported (self, error);
    return NULL;
  }
  graph = infer_shapes (self->graph, error);
  if (graph == NULL || !koma_picture_join_scores (self->graph, graph, &is_changed, error))
    return NULL;
  return is_changed ? infer_shapes (self->graph, error) : g_steal_pointer (&graph);
}

/* Scores in per cent are probabilities, unless somebody says what they are. */
static KomaGraph *
unscale_scores (KomaModel *self,
                KomaGraph *graph, /* (transfer full) */
                GError   **error)
{
  g_autoptr (KomaGraph) inferred = graph;
  gboolean is_changed = FALSE;

  if (!koma_recipe_unscale_scores (self->graph, graph, &is_changed, error))
    return NULL;
  return is_changed ? infer_shapes (self->graph, error) : g_steal_pointer (&inferred);
}

/* Bytes of uint8 are taken as they are, as the Task Library of TensorFlow Lite does: what the file
 * says is that of the model before it was quantised. */
static gboolean
has_normalization (const KomaModel *self)
{
  const KomaGraph *graph = self->raw.graph;

  return self->raw.has_normalization && koma_graph_get_n_inputs (graph) > 0 &&
         koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->dtype != KOMA_DTYPE_UINT8;
}

static KomaRecipeHints
make_hints (const KomaModel          *self,
            KomaLabels               *labels, /* (nullable) */
            const KomaModelOverrides *overrides,
            const KomaModelOptions   *options)
{
  g_autofree char *folder = g_path_get_dirname (self->path);

  return (KomaRecipeHints){
    .is_teachable_machine = is_teachable_machine (folder),
    .has_labels_constant = self->raw.labels != NULL,
    .n_labels = labels != NULL ? koma_labels_get_n (labels) : 0,
    .are_scores_known = options->parts[KOMA_PART_SCORES] != NULL ||
                        overrides->parts[KOMA_PART_SCORES] != NULL,
    .is_own_output = options->output == NULL && overrides->output == NULL,
    .has_channels_first = koma_picture_has_channels_first (self->raw.graph),
    .scale = has_normalization (self) ? self->raw.scale : NULL,
    .offset = has_normalization (self) ? self->raw.offset : NULL,
    .is_scale_guess = self->raw.is_normalization_guess,
    .channels = self->raw.has_channels ? &self->raw.channels : NULL,
    .fit = self->raw.has_fit ? &self->raw.fit : NULL,
    .is_multi_label = self->raw.is_multi_label,
  };
}

static gboolean
infer_recipe (KomaModel                *self,
              KomaGraph                *graph,
              KomaLabels               *labels, /* (nullable) */
              const KomaModelOverrides *overrides,
              const KomaModelOptions   *options)
{
  const KomaRecipeHints hints = make_hints (self, labels, overrides, options);

  self->has_picture_recipe =
    koma_recipe_infer (graph, &hints, &self->recipe, self->notes, &self->recipe_error);
  return self->has_picture_recipe;
}

/* A model that compares pictures with words has no classes, but pictures become the input of its
 * first half as they become a classifier's. */
static gboolean
infer_picture_recipe (KomaModel                *self,
                      const KomaModelOverrides *overrides,
                      const KomaModelOptions   *options,
                      GError                  **error)
{
  KomaRecipeHints hints = make_hints (self, NULL, overrides, options);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (KomaGraph) half = koma_graph_extract_output (self->graph, KOMA_PICTURE_VECTORS, error);
  g_autoptr (KomaGraph) graph = NULL;

  if (half == NULL)
    return FALSE;
  hints.has_channels_first = koma_picture_has_channels_first (half);
  hints.are_scores_known = TRUE;
  if (!koma_picture_to_channels_last (half, error) ||
      !koma_model_settle_size (self, half, overrides, options, error))
    return FALSE;
  graph = infer_shapes (half, NULL);
  self->has_picture_recipe =
    graph != NULL && koma_recipe_infer (graph, &hints, &self->recipe, notes, NULL);
  return !self->has_picture_recipe || koma_model_apply_parts (self, overrides, options, error);
}

static guint
count_classes (KomaGraph *graph)
{
  const KomaShape *shape = &koma_graph_get_value (graph, koma_graph_get_output (graph, 0))->shape;

  return (guint) shape->dims[shape->rank - 1];
}

/* What a model is for is told before what Koma can not compute of it. */
static void
explain_purpose (KomaModel       *self,
                 const KomaGraph *graph) /* (nullable) */
{
  self->purpose = koma_doctor_find_purpose (self, graph);
  if (self->purpose == KOMA_PURPOSE_OTHER || self->purpose > KOMA_PURPOSE_SEQUENCE)
    return;
  g_clear_error (&self->recipe_error);
  g_set_error_literal (&self->recipe_error, KOMA_PURPOSE_ERROR, (int) self->purpose,
                       koma_purpose_get_sentence (self->purpose));
}

/* Labels that the caller gives instead may be any words; koma.json means the
 * model's own. */
static gboolean
apply_tta (KomaModel                *self,
           const KomaModelOverrides *overrides,
           KomaLabels               *own, /* (nullable): not read yet */
           GError                  **error)
{
  g_autoptr (GPtrArray) told_before = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (KomaLabels) found = NULL;
  g_autoptr (KomaLabels) fitted = NULL;

  if (overrides->tta == NULL)
    return TRUE;
  if (own == NULL)
    own = found = koma_model_find_own_labels (self, overrides, told_before);
  fitted = koma_labels_fit (own, koma_labels_get_n (self->labels), NULL);
  self->tta = koma_tta_new_from_json (overrides->tta, fitted, &self->recipe.tta_below, error);
  if (self->tta == NULL)
    g_prefix_error (error, "%s: koma.json: ", self->path);
  return self->tta != NULL;
}

/**
 * koma_model_understand:
 * @overrides: koma.json
 * @options: of the caller
 *
 * Finds out whether a model is a classifier of pictures, and how to use it. That it is none is no
 * error: then there is a reason in place of a recipe.
 *
 * Errors: %KOMA_ERROR_MODEL, %KOMA_ERROR_UNSUPPORTED if the caller or koma.json asks for what can
 * not be; those of koma_labels_new_from_file() and of the passes that make the ends floats.
 *
 * Returns: whether it can be as they say
 */
gboolean
koma_model_understand (KomaModel                *self,
                       const KomaModelOverrides *overrides,
                       const KomaModelOptions   *options,
                       GError                  **error)
{
  g_autoptr (KomaLabels) labels = NULL;
  g_autoptr (KomaGraph) graph = NULL;
  g_autoptr (GError) labels_error = NULL;
  g_autofree char *note = NULL;
  gboolean         are_labels_own = FALSE;

  self->n_file_outputs = koma_graph_get_n_outputs (self->raw.graph);
  if (!choose_output (self, options->output != NULL ? options->output : overrides->output, error)) {
    if (options->output == NULL)
      g_prefix_error (error, KOMA_MODEL_OVERRIDES_FILE ": ");
    return FALSE;
  }
  self->graph = koma_graph_copy (self->raw.graph);
  if (koma_chosen_class_to_scores (self->graph, &note))
    g_ptr_array_add (self->notes, g_steal_pointer (&note));
  if (!koma_pass_float_ends (self->graph, error) ||
      !koma_pass_float_pictures (self->graph, error) ||
      !koma_picture_to_channels_last (self->graph, error) ||
      !koma_picture_add_channel (self->graph, error) ||
      !koma_model_settle_size (self, self->graph, overrides, options, error))
    return FALSE;
  labels = koma_model_find_labels (self, overrides, options, &labels_error);
  if (labels_error != NULL) {
    g_propagate_error (error, g_steal_pointer (&labels_error));
    return FALSE;
  }
  graph = infer_graph (self, &self->recipe_error);
  if (graph != NULL && options->parts[KOMA_PART_SCORES] == NULL &&
      overrides->parts[KOMA_PART_SCORES] == NULL)
    graph = unscale_scores (self, g_steal_pointer (&graph), &self->recipe_error);
  if (graph == NULL && self->is_size_open && self->size_source == KOMA_SOURCE_GUESS)
    g_prefix_error (&self->recipe_error, "with pictures of the usual size, since the model says "
                                         "none: ");
  if (graph == NULL || !infer_recipe (self, graph, labels, overrides, options)) {
    explain_purpose (self, graph);
    if (self->purpose == KOMA_PURPOSE_WORDS &&
        !infer_picture_recipe (self, overrides, options, error))
      return FALSE;
    self->findings = koma_doctor_examine_model (self, graph);
    return TRUE;
  }
  if (self->has_given_labels && options->are_parts_optional)
    labels = koma_model_check_labels (self, overrides, count_classes (graph),
                                      g_steal_pointer (&labels));
  are_labels_own = labels != NULL;
  if (labels == NULL)
    labels = koma_model_guess_labels (self, count_classes (graph), options);
  if (!koma_model_apply_parts (self, overrides, options, error))
    return FALSE;
  koma_model_fit_labels (self, count_classes (graph), labels, are_labels_own, options);
  if (!apply_tta (self, overrides, self->has_given_labels ? NULL : labels, error))
    return FALSE;
  self->findings = koma_doctor_examine_model (self, graph);
  return TRUE;
}
