/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "koma-cli-fine-tune.h"

#include <glib/gi18n.h>

#include "koma-cli.h"
#include "worker/koma-json.h"

static KomaSession *
make_session (const KomaCliFineTune *self,
              KomaTunedWeights      *weights,
              GError               **error)
{
  const KomaSessionOptions options = { .batch = 1 };
  g_autoptr (KomaGraph) graph = koma_tail_make_graph (self->tail, weights, error);

  return graph != NULL ? koma_session_new (graph, &options, error) : NULL;
}

/**
 * koma_cli_fine_tune_init:
 *
 * Errors: those of koma_tail_new(), koma_cut_values_new() and koma_session_new(); then there is
 * something to clear all the same.
 */
gboolean
koma_cli_fine_tune_init (KomaCliFineTune *self,
                         const KomaGraph *features,
                         guint            n,
                         GError         **error)
{
  self->tail = koma_tail_new (features, error);
  if (self->tail == NULL)
    return FALSE;
  self->values = koma_cut_values_new (n, koma_tail_get_n_values (self->tail), error);
  if (self->values == NULL)
    return FALSE;
  self->session = make_session (self, koma_tail_get_weights (self->tail), error);
  return self->session != NULL;
}

void
koma_cli_fine_tune_end (KomaCliFineTune *self)
{
  g_clear_pointer (&self->session, koma_session_free);
}

void
koma_cli_fine_tune_clear (KomaCliFineTune *self)
{
  g_clear_pointer (&self->graph, koma_graph_free);
  g_clear_pointer (&self->tuned, koma_fine_tuned_free);
  g_clear_pointer (&self->values, koma_cut_values_free);
  g_clear_pointer (&self->tail, koma_tail_free);
}

/* Of picture @index; the session can not fail once it is made. */
static KomaFeatureVector *
compute_vector (const KomaCliFineTune *self,
                guint                  index)
{
  koma_cut_values_get (self->values, index, koma_session_get_input_data (self->session, 0));
  (void) koma_session_run (self->session, NULL);
  return koma_feature_vector_new (koma_session_get_output_data (self->session, 0),
                                  koma_tail_get_n_features (self->tail));
}

KomaFeatureVector *
koma_cli_fine_tune_add (KomaCliFineTune *self,
                        const float     *values)
{
  koma_cut_values_set (self->values, self->n, values);
  return compute_vector (self, self->n++);
}

static gboolean
show (const KomaFineTuneReport *report,
      gpointer                  user_data)
{
  KomaCliJob *job = user_data;

  koma_cli_job_report (job, _ ("Fine-tuning:"), report->fraction);
  return !g_cancellable_is_cancelled (job->cancellable);
}

/**
 * koma_cli_fine_tune_run:
 *
 * Errors: those of koma_fine_tune() and koma_session_new().
 */
gboolean
koma_cli_fine_tune_run (KomaCliFineTune           *self,
                        const KomaExamples        *examples,
                        const KomaFineTuneOptions *options,
                        KomaCliJob                *job,
                        GError                   **error)
{
  self->tuned = koma_fine_tune (self->tail, examples, self->values, options, show, job, error);
  if (self->tuned == NULL)
    return FALSE;
  self->is_kept = self->tuned->n_right_after >= self->tuned->n_right_before;
  if (!self->is_kept)
    return TRUE;
  self->graph = koma_tail_apply (self->tail, self->tuned->weights);
  koma_session_free (self->session);
  self->session = make_session (self, self->tuned->weights, error);
  return self->session != NULL;
}

GPtrArray *
koma_cli_fine_tune_take_vectors (KomaCliFineTune *self)
{
  GPtrArray *vectors =
    g_ptr_array_new_with_free_func ((GDestroyNotify) koma_feature_vector_unref);

  for (guint i = 0; i < self->n; i++)
    g_ptr_array_add (vectors, compute_vector (self, i));
  return vectors;
}

static double
get_percent (const KomaCliFineTune *self,
             guint                  n_right)
{
  return 100.0 * n_right / self->tuned->n_held_out;
}

void
koma_cli_fine_tune_say (const KomaCliFineTune *self)
{
  const double before = get_percent (self, self->tuned->n_right_before);
  const double after = get_percent (self, self->tuned->n_right_after);

  if (self->is_kept)
    koma_cli_say (ngettext ("Fine-tuned the model from “%s” on: %.1f %% right before, %.1f %% "
                            "after, of %u picture held out.\n",
                            "Fine-tuned the model from “%s” on: %.1f %% right before, %.1f %% "
                            "after, of %u pictures held out.\n",
                            self->tuned->n_held_out),
                  koma_tail_get_node (self->tail), before, after, self->tuned->n_held_out);
  else
    koma_cli_say (_ ("Fine-tuning made it worse: %.1f %% right before, %.1f %% after. The model is "
                     "left as it was.\n"),
                  before, after);
}

void
koma_cli_fine_tune_build (const KomaCliFineTune *self,
                          JsonBuilder           *builder)
{
  json_builder_set_member_name (builder, "fineTune");
  json_builder_begin_object (builder);
  koma_json_string (builder, "from", koma_tail_get_node (self->tail));
  koma_json_int (builder, "numbers", (gint64) koma_tail_get_n_numbers (self->tail));
  koma_json_int (builder, "heldOut", self->tuned->n_held_out);
  koma_json_int (builder, "rightBefore", self->tuned->n_right_before);
  koma_json_int (builder, "rightAfter", self->tuned->n_right_after);
  json_builder_set_member_name (builder, "kept");
  json_builder_add_boolean_value (builder, self->is_kept);
  json_builder_end_object (builder);
}
