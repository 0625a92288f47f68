/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model is for, and whether what it gives are scores. */

#include "doctor-private.h"

#include "engine/koma/koma-error.h"
#include "purpose.h"

static char *
describe_output (const KomaGraph *graph,
                 guint            index)
{
  g_autofree char *shape = koma_shape_to_string (
    &koma_graph_get_value (graph, koma_graph_get_output (graph, index))->shape);

  return g_strdup_printf ("“%s” %s", koma_graph_get_output_name (graph, index), shape);
}

static void
add_several_outputs (const KomaGraph *graph,
                     GPtrArray       *findings)
{
  const guint n_outputs = koma_graph_get_n_outputs (graph);
  g_autoptr (GString) all = g_string_new (NULL);

  for (guint i = 0; i < n_outputs; i++) {
    g_autofree char *words = describe_output (graph, i);

    g_string_append_printf (all, "%s%s", i > 0 ? ", " : "", words);
  }
  koma_findings_add (
    findings, "outputs", KOMA_FINDING_ERROR, KOMA_REMEDY_NONE,
    g_strdup_printf (_ ("The model has several outputs, and none is known to be the scores: %s."),
                     all->str),
    _ ("Name the one with the scores: “output” in koma.json, or --output."));
}

static gboolean
has_finding (const GPtrArray *findings,
             const char      *prefix)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_has_prefix (((const KomaFinding *) findings->pdata[i])->id, prefix))
      return TRUE;
  return FALSE;
}

/* What a model is for that takes no picture is not looked for. */
static gboolean
takes_picture (const KomaModel *model,
               const KomaGraph *graph) /* (nullable) */
{
  g_autoptr (GPtrArray) findings = koma_findings_new ();

  koma_doctor_examine_input (model, graph, findings);
  return !has_finding (findings, "input-");
}

/* Of one that is no classifier, or has operators that Koma does not know. */
static KomaPurpose
find_purpose (const KomaModel *model,
              const KomaGraph *graph, /* (nullable) */
              char           **ret_evidence)
{
  *ret_evidence = NULL;
  if (model->recipe_error == NULL)
    return KOMA_PURPOSE_OTHER;
  if (model->raw.unsupported_at == NULL && koma_purpose_is_words (model->graph))
    return KOMA_PURPOSE_WORDS;
  if (!takes_picture (model, graph))
    return KOMA_PURPOSE_OTHER;
  if (graph != NULL)
    return koma_purpose_find (graph, ret_evidence);
  return model->raw.unsupported_at != NULL ? koma_purpose_find_in_file (&model->raw, ret_evidence)
                                           : KOMA_PURPOSE_OTHER;
}

/*< private >
 * koma_doctor_find_purpose:
 * @graph: (nullable): of one picture, inferred
 *
 * Returns: what @model is for where that is not to classify pictures, and can be told
 */
KomaPurpose
koma_doctor_find_purpose (const KomaModel *model,
                          const KomaGraph *graph)
{
  g_autofree char *evidence = NULL;

  return find_purpose (model, graph, &evidence);
}

static void
add_purpose (KomaPurpose purpose,
             const char *evidence,
             GPtrArray  *findings)
{
  koma_findings_add (
    findings, koma_purpose_get_name (purpose), KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
    /* Translators: a sentence of what a model is for, and the output or operator that tells */
    g_strdup_printf (_ ("%s: %s."), koma_purpose_get_sentence (purpose), evidence),
    purpose >= KOMA_PURPOSE_FEATURES
      ? _ ("Choose a classifier. If this is one, set “scores” in koma.json.")
      : _ ("Choose a classifier, or name an output with scores in koma.json: “output”."));
}

static void
examine_scores (const KomaModel *model,
                GPtrArray       *findings)
{
  const KomaRecipe *recipe = &model->recipe;

  if (recipe->sources[KOMA_PART_SCORES] == KOMA_SOURCE_GUESS)
    koma_findings_add (
      findings, "scores-guess", KOMA_FINDING_DOUBT, KOMA_REMEDY_LABELS,
      g_strdup (
        _ ("Nothing in the file says that the output is scores of classes; it is a guess.")),
      _ ("Choose the file with its labels, or set “scores” in koma.json."));
  if (recipe->scores == KOMA_SCORES_LOGITS)
    koma_findings_add (
      findings, "scores-logits", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
      g_strdup (_ ("The scores are no probabilities yet; Koma adds a softmax.")),
      _ ("If several classes may hold at once, set “scores” to “multi-label” in koma.json."));
  if (koma_labels_get_n (model->labels) == 1)
    koma_findings_add (
      findings, "one-class", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
      g_strdup (_ ("There is one class alone: a low score means that the picture is not of it.")),
      NULL);
  if (model->n_file_outputs > 1)
    koma_findings_add (
      findings, "output-chosen", KOMA_FINDING_NOTE, KOMA_REMEDY_NONE,
      g_strdup_printf (_ ("The file has %u outputs; Koma reads “%s”."), model->n_file_outputs,
                       koma_graph_get_output_name (model->raw.graph, 0)),
      NULL);
}

/*< private >
 * koma_doctor_examine_purpose:
 */
void
koma_doctor_examine_purpose (const KomaModel *model,
                             const KomaGraph *graph,
                             GPtrArray       *findings)
{
  g_autofree char  *evidence = NULL;
  const KomaPurpose purpose = find_purpose (model, graph, &evidence);

  if (model->recipe_error == NULL)
    examine_scores (model, findings);
  else if (purpose == KOMA_PURPOSE_WORDS)
    koma_findings_add (findings, koma_purpose_get_name (purpose), KOMA_FINDING_NOTE,
                       KOMA_REMEDY_NONE,
                       g_strdup_printf ("%s.", koma_purpose_get_sentence (purpose)), NULL);
  else if (purpose == KOMA_PURPOSE_OTHER && graph != NULL && koma_graph_get_n_outputs (graph) > 1 &&
           evidence != NULL)
    add_several_outputs (graph, findings);
  else if (evidence != NULL)
    add_purpose (purpose, evidence, findings);
  else if (graph == NULL && model->raw.unsupported_at == NULL && takes_picture (model, graph))
    koma_findings_add (findings, "shapes", KOMA_FINDING_ERROR, KOMA_REMEDY_NONE,
                       g_strdup_printf (_ ("The layers of the model do not fit together: %s."),
                                        model->recipe_error->message),
                       _ ("The file is damaged or was converted wrongly: convert it again."));
}
