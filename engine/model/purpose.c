/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a model is for, by the shapes and names of its outputs:
 *
 *   [n,boxes,4] and others, or [n,many,5+classes]   things and their places
 *   [n,17,3] or the like                            the points of a body
 *   [n,rows,columns,channels]                       something for each point of the picture
 *   [n,steps,classes]                               a row of answers, as of a text
 *   [n,values]                                      features, a quantity, or coordinates
 *   “image_embeds” and “text_embeds”                pictures and words to be compared
 *
 * Where an operator is missing, no shapes can be inferred. Then the operator itself may tell, as
 * one that chooses among boxes, or what the file says of its outputs.
 */
#include "purpose.h"

#include <glib/gi18n.h>

#include "engine/formats/format.h"
#include "recipe-infer.h"

/* A detector gives so many boxes, or more. */
#define MIN_BOXES 100
/* Points of a body, in the usual data sets: 14 to 33. */
#define MIN_POINTS 14
#define MAX_POINTS 33

static const struct
{
  const char *name;
  const char *sentence;
} purposes[KOMA_N_PURPOSES] = {
  [KOMA_PURPOSE_OTHER] = { "no-scores", N_ ("No output is a list of scores") },
  [KOMA_PURPOSE_DETECTOR] = { "detector",
                              N_ ("The model finds where things are, and is no classifier") },
  [KOMA_PURPOSE_POSE] = { "pose",
                          N_ ("The model finds the points of a body, and is no classifier") },
  [KOMA_PURPOSE_PICTURE] = { "picture",
                             N_ ("The model makes a picture of a picture, and is no classifier") },
  [KOMA_PURPOSE_MAP] = { "segmentation", N_ ("The model says something of each point of a picture, "
                                             "and is no classifier") },
  [KOMA_PURPOSE_WORDS] = { "words", N_ ("The model compares pictures with words, and needs words "
                                        "to choose from") },
  [KOMA_PURPOSE_SEQUENCE] = { "sequence", N_ ("The model gives a row of answers, as for a text, "
                                              "and is no classifier") },
  [KOMA_PURPOSE_FEATURES] = { "embedding",
                              N_ ("The model gives features, which a classifier is made from") },
  [KOMA_PURPOSE_QUANTITY] = { "regressor", N_ ("The model gives one quantity, such as an age, and "
                                               "is no classifier") },
  [KOMA_PURPOSE_COORDINATES] = { "coordinates", N_ ("The model gives coordinates in the picture, "
                                                    "and is no classifier") },
};

GQuark
koma_purpose_error_quark (void)
{
  return g_quark_from_static_string ("koma-purpose-error-quark");
}

/* Of operators that nothing but detectors have: they choose among boxes, or cut these out. */
static const char *const detector_ops[] = { "NonMaxSuppression", "NON_MAX_SUPPRESSION", "NMS",
                                            "Detection_PostProcess", "DetectionOutput",
                                            "RoiAlign", "MaxRoiPool" };

/* An output, and where it is among all. */
typedef struct
{
  const char      *name;
  const KomaShape *shape;
  guint            n_outputs;
} Output;

static gboolean
is_named (const Output *output,
          const char   *word)
{
  g_autofree char *name = g_ascii_strdown (output->name, -1);

  return strstr (name, word) != NULL;
}

static gboolean
is_known (const KomaShape *shape)
{
  return shape->rank != KOMA_RANK_UNKNOWN;
}

/* Of one output among others: boxes, or all that there is of each box. */
static gboolean
has_boxes (const Output *output)
{
  const KomaShape *shape = output->shape;
  gint64           n_boxes = 0;
  gint64           n_each = 0;

  if (is_named (output, "box") || is_named (output, "detection"))
    return TRUE;
  if (!is_known (shape) || shape->rank != 3)
    return FALSE;
  n_boxes = MAX (shape->dims[1], shape->dims[2]);
  n_each = MIN (shape->dims[1], shape->dims[2]);
  return (output->n_outputs > 1 && shape->dims[2] == 4) || (n_boxes >= MIN_BOXES && n_each >= 5);
}

/* [n,points,2 or 3], maybe with ones between, or a map for each point. */
static gboolean
has_points (const Output *output)
{
  const KomaShape *shape = output->shape;
  const guint      rank = is_known (shape) ? shape->rank : 0;

  if (is_named (output, "keypoint") || is_named (output, "heatmap"))
    return TRUE;
  for (guint i = 0; i + 2 < rank; i++)
    if (shape->dims[i] > 1)
      return FALSE;
  return rank >= 3 && shape->dims[rank - 2] >= MIN_POINTS && shape->dims[rank - 2] <= MAX_POINTS &&
         (shape->dims[rank - 1] == 2 || shape->dims[rank - 1] == 3);
}

static KomaPurpose
find_of_output (const Output *output)
{
  if (has_boxes (output))
    return KOMA_PURPOSE_DETECTOR;
  return has_points (output) ? KOMA_PURPOSE_POSE : KOMA_PURPOSE_OTHER;
}

/* Channels are last, or first as in the file. */
static KomaPurpose
find_of_map (const KomaShape *shape,
             const KomaShape *input)
{
  const guint    rows = shape->dims[3] == 3 ? 1 : 2;
  const gboolean has_colours = shape->dims[3] == 3 || shape->dims[1] == 3;
  const gboolean is_as_large =
    shape->dims[rows] >= input->dims[1] && shape->dims[rows + 1] >= input->dims[2];

  return has_colours && is_as_large ? KOMA_PURPOSE_PICTURE : KOMA_PURPOSE_MAP;
}

static KomaPurpose
find_of_list (const KomaGraph *graph,
              const KomaShape *shape)
{
  if (koma_shape_count (shape) == 1)
    return KOMA_PURPOSE_QUANTITY;
  return koma_recipe_ends_in_pool (graph) ? KOMA_PURPOSE_FEATURES : KOMA_PURPOSE_COORDINATES;
}

/* [n,values], maybe with ones between. */
static gboolean
is_list (const KomaShape *shape)
{
  return shape->rank == 0 ||
         koma_shape_count (shape) == (gsize) MAX (shape->dims[shape->rank - 1], 1);
}

static char *
describe (const Output *output)
{
  g_autofree char *shape = is_known (output->shape) ? koma_shape_to_string (output->shape) : NULL;

  return shape != NULL ? g_strdup_printf ("“%s” %s", output->name, shape)
                       : g_strdup_printf ("“%s”", output->name);
}

static Output
get_output (const KomaGraph *graph,
            guint            index)
{
  return (Output){
    .name = koma_graph_get_output_name (graph, index),
    .shape = &koma_graph_get_value (graph, koma_graph_get_output (graph, index))->shape,
    .n_outputs = koma_graph_get_n_outputs (graph),
  };
}

/**
 * koma_purpose_is_words:
 * @graph: inferred or not
 *
 * Returns: whether its outputs say that it is a model of pictures and words. Thread: any, while
 *   @graph is not changed.
 */
gboolean
koma_purpose_is_words (const KomaGraph *graph)
{
  return koma_graph_find_output (graph, KOMA_PICTURE_VECTORS) != KOMA_VALUE_NONE &&
         koma_graph_find_output (graph, KOMA_WORD_VECTORS) != KOMA_VALUE_NONE;
}

/**
 * koma_purpose_find:
 * @graph: of one picture, inferred, with at least one output
 * @ret_evidence: (out) (transfer full): the output that tells, for people
 *
 * Thread: any.
 */
KomaPurpose
koma_purpose_find (const KomaGraph *graph,
                   char           **ret_evidence)
{
  const Output     first = get_output (graph, 0);
  const KomaShape *input = &koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape;

  for (guint i = 0; i < first.n_outputs; i++) {
    const Output      output = get_output (graph, i);
    const KomaPurpose purpose = find_of_output (&output);

    if (purpose != KOMA_PURPOSE_OTHER) {
      *ret_evidence = describe (&output);
      return purpose;
    }
  }
  *ret_evidence = describe (&first);
  if (first.n_outputs != 1)
    return KOMA_PURPOSE_OTHER;
  if (is_list (first.shape))
    return find_of_list (graph, first.shape);
  return first.shape->rank == 4 ? find_of_map (first.shape, input) : KOMA_PURPOSE_SEQUENCE;
}

static const char *
find_detector_op (const KomaRawModel *raw)
{
  GHashTableIter iter;
  gpointer       name = NULL;

  g_hash_table_iter_init (&iter, raw->unsupported);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    for (guint i = 0; i < G_N_ELEMENTS (detector_ops); i++)
      if (strstr (name, detector_ops[i]) != NULL)
        return name;
  return NULL;
}

/* Rows and columns, whichever place channels have. */
static gboolean
is_map (const KomaShape *shape,
        const KomaShape *input)
{
  return is_known (shape) && shape->rank == 4 && is_known (input) && input->rank == 4 &&
         shape->dims[1] > 1 && shape->dims[2] > 1;
}

static KomaPurpose
find_of_missing (const KomaRawModel *raw,
                 const Output       *output)
{
  const KomaGraph  *graph = raw->graph;
  const KomaPurpose purpose = find_of_output (output);
  const KomaShape  *input = NULL;

  if (purpose != KOMA_PURPOSE_OTHER || output->n_outputs != 1 ||
      koma_graph_get_n_inputs (graph) != 1)
    return purpose;
  input = &koma_graph_get_value (graph, koma_graph_get_input (graph, 0))->shape;
  return is_map (output->shape, input) ? find_of_map (output->shape, input) : KOMA_PURPOSE_OTHER;
}

/**
 * koma_purpose_find_in_file:
 * @raw: with operators that Koma can not compute
 * @ret_evidence: (out) (transfer full) (nullable): the operator or the output that tells, for
 *   people
 *
 * What is a list of values, as far as the file says, may well be the scores of a classifier, and is
 * none of these. Thread: any.
 */
KomaPurpose
koma_purpose_find_in_file (const KomaRawModel *raw,
                           char              **ret_evidence)
{
  const guint n_made = koma_graph_get_n_outputs (raw->graph);
  const guint n_missing = raw->missing != NULL ? raw->missing->len : 0;
  const char *op = find_detector_op (raw);

  *ret_evidence = NULL;
  if (op != NULL) {
    *ret_evidence = g_strdup (op);
    return KOMA_PURPOSE_DETECTOR;
  }
  for (guint i = 0; i < n_missing + n_made; i++) {
    const KomaMissingOutput *missing =
      i < n_missing ? &g_array_index (raw->missing, KomaMissingOutput, i) : NULL;
    Output      output = missing != NULL
                           ? (Output){ .name = missing->name, .shape = &missing->shape }
                           : get_output (raw->graph, i - n_missing);
    KomaPurpose purpose = KOMA_PURPOSE_OTHER;

    output.n_outputs = n_missing + n_made;
    purpose = find_of_missing (raw, &output);
    if (purpose != KOMA_PURPOSE_OTHER) {
      *ret_evidence = describe (&output);
      return purpose;
    }
  }
  return KOMA_PURPOSE_OTHER;
}

/**
 * koma_purpose_get_name:
 *
 * Returns: (transfer none): for programs: "detector". Thread: any.
 */
const char *
koma_purpose_get_name (KomaPurpose purpose)
{
  return purposes[purpose].name;
}

/**
 * koma_purpose_from_name:
 * @name: (nullable): of koma_purpose_get_name()
 *
 * Returns: %KOMA_PURPOSE_OTHER where it is none. Thread: any.
 */
KomaPurpose
koma_purpose_from_name (const char *name)
{
  for (KomaPurpose purpose = 0; purpose < KOMA_N_PURPOSES; purpose++)
    if (g_strcmp0 (name, purposes[purpose].name) == 0)
      return purpose;
  return KOMA_PURPOSE_OTHER;
}

/**
 * koma_purpose_get_sentence:
 *
 * Returns: (transfer none): for people, in their language: "The model finds where things are, and
 *   is no classifier". Thread: any.
 */
const char *
koma_purpose_get_sentence (KomaPurpose purpose)
{
  return _ (purposes[purpose].sentence);
}
