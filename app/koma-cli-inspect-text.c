/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include <glib/gi18n.h>

#include "koma-cli-findings.h"
#include "koma-cli-inspection.h"
#include "koma-cli-json.h"
#include "koma-cli-output.h"
#include "koma-cli-value.h"

/* How many labels are shown as examples. */
#define N_EXAMPLES 5

static void
print_value (const KomaInspection *self,
             gboolean              is_output,
             guint                 index)
{
  const KomaGraph  *graph = koma_model_get_file_graph (self->model);
  const KomaValue  *value = koma_inspection_get_value (self, is_output, index);
  const KomaValueId id = is_output ? koma_graph_get_output (graph, index)
                                   : koma_graph_get_input (graph, index);
  g_autofree char  *description = koma_cli_value_to_string (graph, id, value);

  koma_cli_say ("%s: %s %s\n", is_output ? _ ("Output") : _ ("Input"),
                is_output ? koma_graph_get_output_name (graph, index) : value->name, description);
}

static void
print_values (const KomaInspection *self)
{
  const KomaGraph *graph = koma_model_get_file_graph (self->model);

  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++)
    print_value (self, FALSE, i);
  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    print_value (self, TRUE, i);
}

/* The best range, and the line of koma.json that settles it. */
static void
print_tried (const KomaInspection *self)
{
  const KomaRangeTrial *trial = &self->trial;
  g_autofree char      *settles = NULL;

  koma_cli_say (ngettext ("Ranges, by what the answer to %u picture tells:\n",
                          "Ranges, by what the answers to %u pictures tell:\n",
                          trial->n_pictures),
                trial->n_pictures);
  for (guint i = 0; i < trial->n_candidates; i++)
    /* Translators: a range such as “-1,1”, then numbers */
    koma_cli_say (_ ("    %-10s %5.2f bits, %5.2f less in a mirror, best score %5.1f %%\n"),
                  trial->candidates[i].range, trial->candidates[i].told,
                  trial->candidates[i].swayed, 100 * trial->candidates[i].mean_best);
  if (trial->verdict == KOMA_RANGE_UNTOLD) {
    koma_cli_say (_ ("    These pictures do not tell which is right.\n"));
    return;
  }
  settles = g_strdup_printf ("\"range\": \"%s\"", trial->candidates[0].range);
  koma_cli_say (_ ("To settle it, in koma.json: %s\n"), settles);
}

/* Each with the word that koma.json has for it. */
static void
print_parts (const KomaInspection *self,
             const KomaRecipe     *recipe)
{
  for (KomaRecipePart part = 0; part < KOMA_N_PARTS; part++) {
    g_autofree char *value = koma_inspection_describe_part (self, part);

    if (value == NULL)
      continue;
    /* Translators: a part of the recipe, its value, and where that was learned from */
    koma_cli_say (_ ("    %s: %s. %s\n"), _ (koma_recipe_part_get_title (part)), value,
                  _ (koma_recipe_source_get_words (recipe->sources[part])));
  }
}

static void
print_recipe (const KomaInspection *self)
{
  g_autoptr (GError) error = NULL;
  const KomaRecipe  *recipe = koma_model_get_recipe (self->model, &error);
  g_autofree char   *words = recipe != NULL ? koma_recipe_to_string (recipe) : NULL;
  const char *const *notes = koma_model_get_notes (self->model);

  if (recipe == NULL) {
    koma_cli_say (_ ("Recipe: none, %s\n"), error->message);
    return;
  }
  koma_cli_say (_ ("Recipe: %s\n"), words);
  print_parts (self, recipe);
  for (guint i = 0; notes[i] != NULL; i++)
    koma_cli_say ("    %s\n", notes[i]);
  if (self->trial.n_pictures > 0)
    print_tried (self);
  else if (recipe->sources[KOMA_PART_RANGE] == KOMA_SOURCE_GUESS)
    koma_cli_say (_ ("    The range is a guess; --try PATH compares others on your pictures.\n"));
}

static void
print_labels (const KomaInspection *self)
{
  KomaLabels *labels = koma_model_get_labels (self->model);
  g_autoptr (GString) examples = g_string_new (NULL);

  if (labels == NULL)
    return;
  for (guint i = 0; i < MIN (koma_labels_get_n (labels), N_EXAMPLES); i++)
    g_string_append_printf (examples, "%s%s", i > 0 ? ", " : "", koma_labels_get_name (labels, i));
  if (koma_labels_get_n (labels) > N_EXAMPLES)
    g_string_append (examples, ", …");
  koma_cli_say (_ ("Labels: %u, from %s: %s\n"), koma_labels_get_n (labels),
                koma_labels_get_source (labels), examples->str);
}

static void
print_counts (const char *title,
              GHashTable *counts)
{
  g_autoptr (GList) keys = koma_cli_sorted_keys (counts);
  g_autoptr (GString) line = g_string_new (NULL);

  for (GList *k = keys; k != NULL; k = k->next)
    g_string_append_printf (line, "%s%s %u", line->len > 0 ? ", " : "", (char *) k->data,
                            GPOINTER_TO_UINT (g_hash_table_lookup (counts, k->data)));
  if (line->len > 0)
    koma_cli_say ("%s: %s\n", title, line->str);
}

/* Where steps run elsewhere than asked for, and why. */
static void
print_reasons (const KomaInspection *self)
{
  for (guint i = 0; i < koma_session_get_n_steps (self->session); i++) {
    const KomaSessionStep step = koma_session_get_step (self->session, i);

    if (step.reason != NULL)
      koma_cli_say (_ ("    %s “%s” on %s: %s\n"), koma_node_get_op_name (step.node),
                    koma_node_get_name (step.node), step.backend->name, step.reason);
  }
}

/* What it is, and how it computes there. */
static void
print_device (const KomaBackendClass *backend)
{
  g_autofree char *device = NULL;

  if (backend->probe (&device, NULL))
    koma_cli_say (_ ("Device: %s\n"), device);
}

/* Of a quantised model: whether that is computed with. */
static void
print_integers (const KomaInspection *self)
{
  const guint n_steps = koma_session_get_n_steps (self->session);
  guint       n_integer = 0;
  guint       n_rounded = 0;

  for (guint i = 0; i < n_steps; i++) {
    const KomaSessionStep step = koma_session_get_step (self->session, i);

    n_integer += step.is_integer;
    n_rounded += step.is_rounded;
  }
  if (n_integer + n_rounded > 0)
    koma_cli_say (_ ("In integers: %u of %u steps\n"), n_integer, n_steps);
}

static void
print_session (const KomaInspection *self)
{
  g_autoptr (GHashTable) counts = NULL;
  g_autofree char *arena = NULL;

  if (self->session == NULL) {
    koma_cli_say (_ ("Can not run: %s\n"), self->session_error->message);
    return;
  }
  arena = g_format_size (koma_session_get_arena_bytes (self->session));
  koma_cli_say (_ ("Runs on: %s, batch %u, threads %u, %s between layers\n"),
                koma_session_get_backend (self->session)->title,
                koma_session_get_batch (self->session), koma_session_get_n_threads (self->session),
                arena);
  print_device (koma_session_get_backend (self->session));
  koma_cli_say (_ ("Stored as: %s\n"),
                koma_session_is_integer (self->session)
                  ? _ ("8-bit integers")
                  : koma_precision_get_name (koma_session_get_precision (self->session)));
  counts = koma_inspection_count_steps (self);
  print_counts (_ ("Steps"), counts);
  print_integers (self);
  print_reasons (self);
}

/**
 * koma_inspection_print_text:
 *
 * What people want to know, a line for each thing.
 */
void
koma_inspection_print_text (const KomaInspection *self)
{
  const char *const *warnings = koma_model_get_warnings (self->model);

  koma_cli_say (_ ("Model: %s\n"), koma_model_get_name (self->model));
  koma_cli_say (_ ("File: %s\n"), koma_model_get_path (self->model));
  koma_cli_say (_ ("Format: %s\n"), koma_model_get_format (self->model));
  print_values (self);
  print_recipe (self);
  print_labels (self);
  for (guint i = 0; warnings[i] != NULL; i++)
    koma_cli_say (_ ("Warning: %s\n"), warnings[i]);
  print_counts (_ ("Ops"), koma_model_get_op_counts (self->model));
  print_counts (_ ("Not supported"), koma_model_get_unsupported (self->model));
  print_session (self);
  koma_cli_findings_print (self->findings);
}
