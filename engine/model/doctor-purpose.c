/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model is for, by the shapes and names of its outputs:
 *
 *   [n,boxes,4] and others, or [n,many,5+classes]   things and their places
 *   [n,17,3] or the like                            the points of a body
 *   [n,rows,columns,channels]                       something for each point of the picture
 *   [n,steps,classes]                               a row of answers, as of a text
 *   [n,values]                                      features, a quantity, or coordinates
 */

#include "doctor-private.h"

#include "recipe-infer.h"

/* A detector gives so many boxes, or more. */
#define MIN_BOXES 100
/* Points of a body, in the usual data sets: 14 to 33. */
#define MIN_POINTS 14
#define MAX_POINTS 33

typedef enum {
  PURPOSE_OTHER,
  PURPOSE_DETECTOR,
  PURPOSE_POSE,
  PURPOSE_PICTURE,
  PURPOSE_MAP,
  PURPOSE_SEQUENCE,
  PURPOSE_FEATURES,
  PURPOSE_QUANTITY,
  PURPOSE_COORDINATES,
} Purpose;

/* Sentences with room for the evidence, by purpose. */
static const char *const sentences[] = {
  [PURPOSE_OTHER] = N_ ("No output is a list of scores: %s."),
  [PURPOSE_DETECTOR] = N_ ("The model finds where things are, and is no classifier: %s."),
  [PURPOSE_POSE] = N_ ("The model finds the points of a body, and is no classifier: %s."),
  [PURPOSE_PICTURE] = N_ ("The model makes a picture of a picture, and is no classifier: %s."),
  [PURPOSE_MAP] = N_ ("The model says something of each point of a picture, and is no "
                      "classifier: %s."),
  [PURPOSE_SEQUENCE] = N_ ("The model gives a row of answers, as for a text, and is no "
                           "classifier: %s."),
  [PURPOSE_FEATURES] = N_ ("The model gives features, which a classifier is made from: %s."),
  [PURPOSE_QUANTITY] = N_ ("The model gives one quantity, such as an age, and is no "
                           "classifier: %s."),
  [PURPOSE_COORDINATES] = N_ ("The model gives coordinates in the picture, and is no "
                              "classifier: %s."),
};

static const KomaShape *
get_shape (const KomaGraph *graph,
           guint            index)
{
  return &koma_graph_get_value (graph, koma_graph_get_output (graph, index))->shape;
}

static gboolean
is_named (const KomaGraph *graph,
          guint            index,
          const char      *word)
{
  g_autofree char *name = g_ascii_strdown (koma_graph_get_output_name (graph, index), -1);

  return strstr (name, word) != NULL;
}

/* Of one output among others: boxes, or all that there is of each box. */
static gboolean
has_boxes (const KomaGraph *graph,
           guint            index)
{
  const KomaShape *shape = get_shape (graph, index);
  gint64           n_boxes = 0;
  gint64           n_each = 0;

  if (is_named (graph, index, "box") || is_named (graph, index, "detection"))
    return TRUE;
  if (shape->rank != 3)
    return FALSE;
  n_boxes = MAX (shape->dims[1], shape->dims[2]);
  n_each = MIN (shape->dims[1], shape->dims[2]);
  return (koma_graph_get_n_outputs (graph) > 1 && shape->dims[2] == 4) ||
         (n_boxes >= MIN_BOXES && n_each >= 5);
}

/* [n,points,2 or 3], maybe with ones between, or a map for each point. */
static gboolean
has_points (const KomaGraph *graph,
            guint            index)
{
  const KomaShape *shape = get_shape (graph, index);
  const guint      rank = shape->rank;

  if (is_named (graph, index, "keypoint") || is_named (graph, index, "heatmap"))
    return TRUE;
  return rank >= 3 && shape->dims[rank - 2] >= MIN_POINTS && shape->dims[rank - 2] <= MAX_POINTS &&
         (shape->dims[rank - 1] == 2 || shape->dims[rank - 1] == 3) &&
         koma_shape_count (shape) == (gsize) (shape->dims[rank - 2] * shape->dims[rank - 1]);
}

static Purpose
find_purpose_of_map (const KomaGraph *graph)
{
  const KomaShape *shape = get_shape (graph, 0);
  const KomaShape *input =
    &koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape;
  /* Channels are last, or first as in the file. */
  const guint    rows = shape->dims[3] == 3 ? 1 : 2;
  const gboolean has_colours = shape->dims[3] == 3 || shape->dims[1] == 3;
  const gboolean is_as_large =
    shape->dims[rows] >= input->dims[1] && shape->dims[rows + 1] >= input->dims[2];

  return has_colours && is_as_large ? PURPOSE_PICTURE : PURPOSE_MAP;
}

static Purpose
find_purpose_of_list (const KomaGraph *graph)
{
  const KomaShape *shape = get_shape (graph, 0);

  if (koma_shape_count (shape) == 1)
    return PURPOSE_QUANTITY;
  return koma_recipe_ends_in_pool (graph) ? PURPOSE_FEATURES : PURPOSE_COORDINATES;
}

/* [n,values], maybe with ones between. */
static gboolean
is_list (const KomaShape *shape)
{
  return shape->rank == 0 ||
         koma_shape_count (shape) == (gsize) MAX (shape->dims[shape->rank - 1], 1);
}

static Purpose
find_purpose (const KomaGraph *graph,
              guint           *ret_output)
{
  const guint n_outputs = koma_graph_get_n_outputs (graph);

  for (guint i = 0; i < n_outputs; i++) {
    *ret_output = i;
    if (has_boxes (graph, i))
      return PURPOSE_DETECTOR;
    if (has_points (graph, i))
      return PURPOSE_POSE;
  }
  *ret_output = 0;
  if (n_outputs != 1)
    return PURPOSE_OTHER;
  if (is_list (get_shape (graph, 0)))
    return find_purpose_of_list (graph);
  return get_shape (graph, 0)->rank == 4 ? find_purpose_of_map (graph) : PURPOSE_SEQUENCE;
}

static char *
describe_output (const KomaGraph *graph,
                 guint            index)
{
  g_autofree char *shape = koma_shape_to_string (get_shape (graph, index));

  return g_strdup_printf ("“%s” %s", koma_graph_get_output_name (graph, index), shape);
}

/* The sentences have one %s each, in all languages: msgfmt checks that. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static char *
make_sentence (Purpose     purpose,
               const char *evidence)
{
  return g_strdup_printf (_ (sentences[purpose]), evidence);
}
#pragma GCC diagnostic pop

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

static void
add_purpose (const KomaGraph *graph,
             GPtrArray       *findings)
{
  static const char *const ids[] = {
    [PURPOSE_OTHER] = "no-scores",
    [PURPOSE_DETECTOR] = "detector",
    [PURPOSE_POSE] = "pose",
    [PURPOSE_PICTURE] = "picture",
    [PURPOSE_MAP] = "segmentation",
    [PURPOSE_SEQUENCE] = "sequence",
    [PURPOSE_FEATURES] = "embedding",
    [PURPOSE_QUANTITY] = "regressor",
    [PURPOSE_COORDINATES] = "coordinates",
  };
  guint            output = 0;
  const Purpose    purpose = find_purpose (graph, &output);
  g_autofree char *evidence = NULL;

  if (purpose == PURPOSE_OTHER && koma_graph_get_n_outputs (graph) > 1) {
    add_several_outputs (graph, findings);
    return;
  }
  evidence = describe_output (graph, output);
  koma_findings_add (
    findings, ids[purpose], KOMA_FINDING_ERROR, KOMA_REMEDY_MODEL,
    make_sentence (purpose, evidence),
    purpose >= PURPOSE_FEATURES
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
      _ ("If several classes may hold at once, set “scores” to “probabilities” in koma.json."));
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

static gboolean
has_finding (const GPtrArray *findings,
             const char      *prefix)
{
  for (guint i = 0; i < findings->len; i++)
    if (g_str_has_prefix (((const KomaFinding *) findings->pdata[i])->id, prefix))
      return TRUE;
  return FALSE;
}

/*< private >
 * koma_doctor_examine_purpose:
 * @findings: has those of the input; what a model is for that takes no picture is not looked for
 */
void
koma_doctor_examine_purpose (const KomaModel *model,
                             const KomaGraph *graph,
                             GPtrArray       *findings)
{
  if (model->recipe_error == NULL)
    examine_scores (model, findings);
  else if (has_finding (findings, "input-"))
    return;
  else if (graph != NULL)
    add_purpose (graph, findings);
  else if (model->raw.unsupported_at == NULL)
    koma_findings_add (findings, "shapes", KOMA_FINDING_ERROR, KOMA_REMEDY_NONE,
                       g_strdup_printf (_ ("The layers of the model do not fit together: %s."),
                                        model->recipe_error->message),
                       _ ("The file is damaged or was converted wrongly: convert it again."));
}
