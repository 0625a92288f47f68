/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "koma-cli-findings.h"
#include "koma-cli-inspection.h"
#include "koma-cli-json.h"
#include "koma-cli-value.h"

static void
build_value (const KomaInspection *self,
             JsonBuilder          *builder,
             gboolean              is_output,
             guint                 index)
{
  const KomaGraph  *graph = koma_model_get_file_graph (self->model);
  const KomaValue  *value = koma_inspection_get_value (self, is_output, index);
  const KomaValueId id = is_output ? koma_graph_get_output (graph, index)
                                   : koma_graph_get_input (graph, index);

  json_builder_begin_object (builder);
  koma_json_string (builder, "name",
                    is_output ? koma_graph_get_output_name (graph, index) : value->name);
  koma_cli_value_to_json (builder, graph, id, value);
  json_builder_end_object (builder);
}

static void
build_values (const KomaInspection *self,
              JsonBuilder          *builder)
{
  const KomaGraph *graph = koma_model_get_file_graph (self->model);

  json_builder_set_member_name (builder, "inputs");
  json_builder_begin_array (builder);
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    build_value (self, builder, FALSE, i);
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "outputs");
  json_builder_begin_array (builder);
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    build_value (self, builder, TRUE, i);
  json_builder_end_array (builder);
}

static void
build_tried (const KomaInspection *self,
             JsonBuilder          *builder)
{
  koma_json_int (builder, "tried", self->trial.n_pictures);
  koma_json_range_trial (builder, &self->trial);
}

/* Each with the word that koma.json has for it. */
static void
build_parts (const KomaInspection *self,
             JsonBuilder          *builder,
             const KomaRecipe     *recipe)
{
  json_builder_set_member_name (builder, "parts");
  json_builder_begin_object (builder);
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++) {
    g_autofree char *value = koma_inspection_describe_part (self, part);

    if (value == NULL)
      continue;
    json_builder_set_member_name (builder, koma_recipe_part_get_name (part));
    json_builder_begin_object (builder);
    koma_json_string (builder, "value", value);
    koma_json_string (builder, "source", koma_recipe_source_get_name (recipe->sources[part]));
    json_builder_end_object (builder);
  }
  json_builder_end_object (builder);
  koma_json_string (builder, "range_source",
                    koma_recipe_source_get_name (recipe->sources[KOMA_PART_RANGE]));
}

static void
build_recipe (const KomaInspection *self,
              JsonBuilder          *builder)
{
  g_autoptr (GError) error = NULL;
  const KomaRecipe *recipe = koma_model_get_recipe (self->model, &error);
  g_autofree char  *words = recipe != NULL ? koma_recipe_to_string (recipe) : NULL;

  json_builder_set_member_name (builder, "recipe");
  json_builder_begin_object (builder);
  koma_json_string (builder, "words", words);
  if (recipe == NULL)
    koma_json_string (builder, "reason", error->message);
  else
    build_parts (self, builder, recipe);
  koma_json_strings (builder, "notes", koma_model_get_notes (self->model));
  koma_json_double (builder, "sure_from", koma_model_get_sure_from (self->model));
  build_tried (self, builder);
  json_builder_end_object (builder);
}

static void
build_labels (const KomaInspection *self,
              JsonBuilder          *builder)
{
  KomaLabels *labels = koma_model_get_labels (self->model);

  json_builder_set_member_name (builder, "labels");
  if (labels == NULL) {
    json_builder_add_null_value (builder);
    return;
  }
  json_builder_begin_object (builder);
  koma_json_string (builder, "source", koma_labels_get_source (labels));
  koma_json_int (builder, "count", koma_labels_get_n (labels));
  json_builder_set_member_name (builder, "names");
  json_builder_begin_array (builder);
  for (guint i = 0; i < koma_labels_get_n (labels); i++)
    json_builder_add_string_value (builder, koma_labels_get (labels, i));
  json_builder_end_array (builder);
  json_builder_set_member_name (builder, "shown");
  json_builder_begin_array (builder);
  for (guint i = 0; i < koma_labels_get_n (labels); i++)
    json_builder_add_string_value (builder, koma_labels_get_name (labels, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* The steps, and those that run elsewhere than asked for, with the reason. */
static void
build_steps (const KomaInspection *self,
             JsonBuilder          *builder)
{
  json_builder_set_member_name (builder, "steps");
  json_builder_begin_array (builder);
  for (guint i = 0; i < koma_session_get_n_steps (self->session); i++) {
    const KomaSessionStep step = koma_session_get_step (self->session, i);

    json_builder_begin_object (builder);
    koma_json_string (builder, "name", koma_node_get_name (step.node));
    koma_json_string (builder, "op", koma_node_get_op_name (step.node));
    koma_json_string (builder, "backend", step.backend->name);
    json_builder_set_member_name (builder, "integers");
    json_builder_add_boolean_value (builder, step.is_integer);
    if (step.reason != NULL)
      koma_json_string (builder, "reason", step.reason);
    json_builder_end_object (builder);
  }
  json_builder_end_array (builder);
}

static void
build_session (const KomaInspection *self,
               JsonBuilder          *builder)
{
  const KomaBackendClass *backend = NULL;
  g_autoptr (GHashTable) counts = NULL;
  g_autofree char *device = NULL;

  json_builder_set_member_name (builder, "runs");
  json_builder_add_boolean_value (builder, self->session != NULL);
  if (self->session == NULL) {
    koma_json_string (builder, "reason", self->session_error->message);
    return;
  }
  counts = koma_inspection_count_steps (self);
  backend = koma_session_get_backend (self->session);
  koma_json_string (builder, "backend", backend->name);
  if (backend->probe (&device, NULL))
    koma_json_string (builder, "device", device);
  koma_json_string (builder, "precision",
                    koma_session_is_integer (self->session)
                      ? "int8"
                      : koma_precision_get_name (koma_session_get_precision (self->session)));
  koma_json_int (builder, "threads", koma_session_get_n_threads (self->session));
  koma_json_int (builder, "batch", koma_session_get_batch (self->session));
  koma_json_int (builder, "arena_bytes", koma_session_get_arena_bytes (self->session));
  koma_cli_json_counts (builder, "steps_by_backend", counts);
  build_steps (self, builder);
}

/**
 * koma_inspection_print_json:
 *
 * All of it, as one object.
 */
void
koma_inspection_print_json (const KomaInspection *self)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  koma_cli_json_path (builder, "path", koma_model_get_path (self->model));
  koma_json_string (builder, "name", koma_model_get_name (self->model));
  koma_json_string (builder, "format", koma_model_get_format (self->model));
  koma_json_string (builder, "hash", koma_model_get_hash (self->model));
  build_values (self, builder);
  build_recipe (self, builder);
  build_labels (self, builder);
  koma_json_strings (builder, "warnings", koma_model_get_warnings (self->model));
  koma_cli_json_counts (builder, "ops", koma_model_get_op_counts (self->model));
  koma_cli_json_counts (builder, "unsupported", koma_model_get_unsupported (self->model));
  build_session (self, builder);
  koma_cli_findings_to_json (self->findings, builder);
  json_builder_end_object (builder);
  koma_cli_json_print (builder);
}
