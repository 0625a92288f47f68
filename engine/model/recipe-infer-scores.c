/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the numbers of an output are. Softmax and Sigmoid make probabilities, and much of what may
 * stand behind them leaves them so: what picks, moves, joins or averages them, what keeps them
 * within bounds, and a factor, which is taken back (see koma_recipe_unscale_scores()). Of a
 * logarithm of them an exponential makes probabilities again.
 */
#include "recipe-infer.h"

#include <math.h>

/* Nodes that are looked at: values that several nodes read are looked at for each. */
#define MAX_VISITS 1000
#define MAX_DEPTH  64
/* What is added so that a logarithm or a quotient is finite. */
#define MAX_EPSILON 1e-3

typedef struct
{
  const KomaGraph *graph;
  guint            n_visits;
} Walk;

/* What is known of a value. */
typedef struct
{
  KomaScores kind;  /* KOMA_SCORES_LOGITS: nothing */
  double     scale; /* of probabilities: what 1 has become */
  KomaOp     maker; /* that made them so */
  gboolean   is_passed_on;
} Meaning;

static const Meaning unknown = { .kind = KOMA_SCORES_LOGITS, .scale = 1 };

static Meaning find_meaning (Walk *walk, KomaValueId value, guint depth);

/* Ops that move values and leave them as they are. */
static gboolean
is_passing (KomaOp op)
{
  return op == KOMA_OP_FAKE_QUANTIZE || op == KOMA_OP_IDENTITY || op == KOMA_OP_RESHAPE ||
         op == KOMA_OP_SQUEEZE || op == KOMA_OP_EXPAND_DIMS || op == KOMA_OP_TRANSPOSE ||
         op == KOMA_OP_CAST || op == KOMA_OP_STOP_GRADIENT || op == KOMA_OP_QUANTIZE ||
         op == KOMA_OP_DEQUANTIZE;
}

/* Ops that choose among the values of their first input, or keep within its bounds. */
static gboolean
is_choosing (KomaOp op)
{
  switch (op) {
  case KOMA_OP_SLICE:
  case KOMA_OP_STRIDED_SLICE:
  case KOMA_OP_SPLIT:
  case KOMA_OP_UNPACK:
  case KOMA_OP_GATHER:
  case KOMA_OP_GATHER_ND:
  case KOMA_OP_REVERSE:
  case KOMA_OP_TILE:
  case KOMA_OP_BROADCAST_TO:
  case KOMA_OP_CLIP:
  case KOMA_OP_RELU:
  case KOMA_OP_MEAN:
  case KOMA_OP_AVG_POOL:
  case KOMA_OP_MAX:
  case KOMA_OP_MIN:
  case KOMA_OP_MAX_POOL:
    return TRUE;
  default:
    return FALSE;
  }
}

/* What makes the numbers of the first output. */
static const KomaNode *
find_last (const KomaGraph *graph)
{
  const KomaNode *node = koma_graph_find_producer (graph, koma_graph_get_output (graph, 0));

  for (guint i = 0; node != NULL && is_passing (node->op) && i < koma_graph_get_n_nodes (graph);
       i++)
    node = koma_graph_find_producer (graph, node->inputs[0]);
  return node;
}

/* A constant that is one number, however often. */
static gboolean
get_number (const KomaGraph *graph,
            KomaValueId      value,
            double          *ret_number)
{
  const KomaArray *constant = koma_graph_get_value (graph, value)->constant;
  const float     *numbers = NULL;

  if (constant == NULL || constant->dtype != KOMA_DTYPE_FLOAT32 || constant->count == 0)
    return FALSE;
  numbers = constant->data;
  for (gsize i = 1; i < constant->count; i++)
    if (numbers[i] != numbers[0])
      return FALSE;
  *ret_number = numbers[0];
  return isfinite (numbers[0]);
}

static Meaning
pass_on (Meaning meaning)
{
  meaning.is_passed_on = TRUE;
  return meaning;
}

/* A result of arithmetic: with @scale, where that is one. */
static Meaning
rescale (Meaning meaning,
         double  scale)
{
  if (meaning.kind != KOMA_SCORES_PROBABILITIES || !isfinite (scale) || scale <= 0)
    return unknown;
  meaning.scale = scale;
  return pass_on (meaning);
}

static gboolean
is_near (double a,
         double b)
{
  return fabs (a - b) <= 1e-4 * MAX (fabs (a), fabs (b));
}

/* Probabilities and one number. */
static Meaning
compute_with_number (const KomaNode *node,
                     Meaning         of,
                     double          number,
                     gboolean        is_number_first)
{
  switch (node->op) {
  case KOMA_OP_MUL:
    return rescale (of, of.scale * number);
  case KOMA_OP_DIV:
    return is_number_first || number == 0 ? unknown : rescale (of, of.scale / number);
  case KOMA_OP_ADD:
    return fabs (number) <= MAX_EPSILON ? rescale (of, of.scale) : unknown;
  case KOMA_OP_SUB:
    return is_number_first && is_near (number, of.scale) ? rescale (of, of.scale) : unknown;
  case KOMA_OP_MINIMUM:
  case KOMA_OP_MAXIMUM:
    return pass_on (of);
  default:
    return unknown;
  }
}

static Meaning
compute_with_other (const KomaNode *node,
                    Meaning         a,
                    Meaning         b)
{
  if (node->op == KOMA_OP_DIV) /* by their sum */
    return rescale (a, 1);
  if (b.kind != KOMA_SCORES_PROBABILITIES)
    return unknown;
  switch (node->op) {
  case KOMA_OP_MUL:
    return rescale (a, a.scale * b.scale);
  case KOMA_OP_ADD:
    return rescale (a, a.scale + b.scale);
  case KOMA_OP_MINIMUM:
  case KOMA_OP_MAXIMUM:
    return rescale (a, MAX (a.scale, b.scale));
  default:
    return unknown;
  }
}

/* Whether a value is ln (Σ …). */
static gboolean
is_log_of_sum (const KomaGraph *graph,
               KomaValueId      value)
{
  const KomaNode *node = koma_graph_find_producer (graph, value);

  for (guint i = 0; node != NULL && is_passing (node->op) && i < MAX_DEPTH; i++)
    node = koma_graph_find_producer (graph, node->inputs[0]);
  if (node == NULL || node->op != KOMA_OP_LOG)
    return FALSE;
  node = koma_graph_find_producer (graph, node->inputs[0]);
  return node != NULL && node->op == KOMA_OP_SUM;
}

static Meaning
compute_binary (Walk           *walk,
                const KomaNode *node,
                guint           depth)
{
  const KomaNode *above = koma_graph_find_producer (walk->graph, node->inputs[0]);
  double          number = 0;
  Meaning         a = unknown;

  if (node->n_inputs != 2)
    return unknown;
  /* Softmax and LogSoftmax written out: exp (x − max) / sum, x − ln (sum) */
  if (node->op == KOMA_OP_DIV && above != NULL && above->op == KOMA_OP_EXP)
    return (Meaning){ KOMA_SCORES_PROBABILITIES, 1, KOMA_OP_DIV, FALSE };
  if (node->op == KOMA_OP_SUB && is_log_of_sum (walk->graph, node->inputs[1]))
    return (Meaning){ KOMA_SCORES_LOG, 1, KOMA_OP_LOG_SOFTMAX, FALSE };
  if (get_number (walk->graph, node->inputs[0], &number))
    return compute_with_number (node, find_meaning (walk, node->inputs[1], depth + 1), number,
                                TRUE);
  a = find_meaning (walk, node->inputs[0], depth + 1);
  if (get_number (walk->graph, node->inputs[1], &number))
    return compute_with_number (node, a, number, FALSE);
  if (a.kind != KOMA_SCORES_PROBABILITIES)
    return unknown;
  return compute_with_other (node, a, find_meaning (walk, node->inputs[1], depth + 1));
}

/* Several, one beside the other: all are the same. */
static Meaning
join (Walk           *walk,
      const KomaNode *node,
      guint           depth)
{
  Meaning found = unknown;

  for (guint i = 0; i < node->n_inputs; i++) {
    const KomaValue *input = koma_graph_get_value (walk->graph, node->inputs[i]);
    Meaning          next = unknown;

    if (input->dtype != KOMA_DTYPE_FLOAT32 || input->constant != NULL)
      continue;
    next = find_meaning (walk, node->inputs[i], depth + 1);
    if (next.kind == KOMA_SCORES_LOGITS ||
        (found.kind != KOMA_SCORES_LOGITS &&
         (next.kind != found.kind || !is_near (next.scale, found.scale))))
      return unknown;
    found = next;
  }
  return pass_on (found);
}

static Meaning
compute_log (Meaning of)
{
  /* ln (scale · p) is no logarithm of a probability. */
  if (of.kind != KOMA_SCORES_PROBABILITIES || !is_near (of.scale, 1))
    return unknown;
  of.kind = KOMA_SCORES_LOG;
  return pass_on (of);
}

static Meaning
compute_exp (Meaning of)
{
  if (of.kind != KOMA_SCORES_LOG)
    return unknown;
  of.kind = KOMA_SCORES_PROBABILITIES;
  return pass_on (of);
}

static Meaning
find_meaning (Walk       *walk,
              KomaValueId value,
              guint       depth)
{
  const KomaNode *node = koma_graph_find_producer (walk->graph, value);

  if (node == NULL || depth > MAX_DEPTH || walk->n_visits++ >= MAX_VISITS)
    return unknown;
  switch (node->op) {
  case KOMA_OP_SOFTMAX:
  case KOMA_OP_SIGMOID:
    return (Meaning){ KOMA_SCORES_PROBABILITIES, 1, node->op, FALSE };
  case KOMA_OP_LOG_SOFTMAX:
    return (Meaning){ KOMA_SCORES_LOG, 1, node->op, FALSE };
  case KOMA_OP_LOG:
    return compute_log (find_meaning (walk, node->inputs[0], depth + 1));
  case KOMA_OP_EXP:
    return compute_exp (find_meaning (walk, node->inputs[0], depth + 1));
  case KOMA_OP_CONCAT:
  case KOMA_OP_PACK:
    return join (walk, node, depth);
  case KOMA_OP_TOP_K:
    return value == node->outputs[0] ? pass_on (find_meaning (walk, node->inputs[0], depth + 1))
                                     : unknown;
  default:
    break;
  }
  if (is_passing (node->op))
    return find_meaning (walk, node->inputs[0], depth + 1);
  if (is_choosing (node->op))
    return pass_on (find_meaning (walk, node->inputs[0], depth + 1));
  return compute_binary (walk, node, depth);
}

static Meaning
find_meaning_of_output (const KomaGraph *graph)
{
  Walk walk = { .graph = graph };

  return find_meaning (&walk, koma_graph_get_output (graph, 0), 0);
}

/**
 * koma_recipe_ends_in_pool:
 *
 * Returns: whether the first output is a mean over places, as the features are that come before the
 *   last layer of a classifier; the classes of some networks are such too. Means of probabilities
 *   are none.
 */
gboolean
koma_recipe_ends_in_pool (const KomaGraph *graph)
{
  const KomaNode *node = find_last (graph);

  return node != NULL && (node->op == KOMA_OP_AVG_POOL || node->op == KOMA_OP_MEAN) &&
         find_meaning_of_output (graph).kind == KOMA_SCORES_LOGITS;
}

/**
 * koma_recipe_ends_in_weights:
 *
 * Returns: whether the first output is a weighted sum, maybe with a bias, cut off below or
 *   averaged: its numbers add up to nothing in particular
 */
gboolean
koma_recipe_ends_in_weights (const KomaGraph *graph)
{
  const KomaNode *node = find_last (graph);

  for (guint i = 0; node != NULL && i < MAX_DEPTH; i++) {
    const gboolean is_first = koma_graph_get_value (graph, node->inputs[0])->constant == NULL;

    switch (node->op) {
    case KOMA_OP_MAT_MUL:
    case KOMA_OP_CONV_2D:
    case KOMA_OP_DEPTHWISE_CONV_2D:
      return TRUE;
    case KOMA_OP_ADD:
    case KOMA_OP_SUB:
    case KOMA_OP_MUL:
    case KOMA_OP_FUSED_BATCH_NORM:
    case KOMA_OP_RELU:
    case KOMA_OP_MEAN:
    case KOMA_OP_AVG_POOL:
      break;
    default:
      if (!is_passing (node->op))
        return FALSE;
    }
    node = koma_graph_find_producer (graph, node->inputs[is_first || node->n_inputs < 2 ? 0 : 1]);
  }
  return FALSE;
}

static const char *
get_reason (const Meaning *meaning)
{
  if (meaning->kind == KOMA_SCORES_LOGITS)
    return "the graph does not end in Softmax, so a softmax follows";
  if (meaning->kind == KOMA_SCORES_LOG)
    return meaning->is_passed_on
             ? "the graph ends in logarithms of probabilities"
             : "the graph ends in LogSoftmax, they are logarithms of probabilities";
  if (meaning->is_passed_on)
    return meaning->maker == KOMA_OP_SIGMOID
             ? "what follows Sigmoid keeps probabilities, each class has one of its own"
             : "what follows Softmax keeps probabilities";
  switch (meaning->maker) {
  case KOMA_OP_SOFTMAX:
    return "the graph ends in Softmax, they are probabilities";
  case KOMA_OP_SIGMOID:
    return "the graph ends in Sigmoid, each class has a probability of its own";
  default:
    return "the graph ends in a softmax of single ops, they are probabilities";
  }
}

/**
 * koma_recipe_infer_scores:
 * @ret_reason: (transfer none): a sentence, in English
 *
 * How the first output is to be read, from the ops that make it.
 */
KomaScores
koma_recipe_infer_scores (const KomaGraph *graph,
                          const char     **ret_reason)
{
  const Meaning meaning = find_meaning_of_output (graph);

  *ret_reason = get_reason (&meaning);
  return meaning.kind;
}

/**
 * koma_recipe_unscale_scores:
 * @graph: not inferred
 * @inferred: the same, inferred
 * @ret_is_changed: (out): whether @graph was
 *
 * Where the one output is probabilities times a number, such as per cent, @graph gets a Mul that
 * makes them probabilities. A number below 1 stays: it says how much is left for none of them.
 *
 * Errors: %KOMA_ERROR_MEMORY.
 */
gboolean
koma_recipe_unscale_scores (KomaGraph       *graph,
                            const KomaGraph *inferred,
                            gboolean        *ret_is_changed,
                            GError         **error)
{
  Meaning     meaning = unknown;
  KomaValueId inputs[2] = { KOMA_VALUE_NONE, KOMA_VALUE_NONE };
  KomaNode   *node = NULL;
  g_autoptr (KomaArray) factor = NULL;

  *ret_is_changed = FALSE;
  if (koma_graph_get_n_outputs (inferred) != 1)
    return TRUE;
  meaning = find_meaning_of_output (inferred);
  if (meaning.kind != KOMA_SCORES_PROBABILITIES || meaning.scale < 1 || is_near (meaning.scale, 1))
    return TRUE;
  factor = koma_array_new_scalar (KOMA_DTYPE_FLOAT32, 1 / meaning.scale, error);
  if (factor == NULL)
    return FALSE;
  inputs[0] = koma_graph_get_output (graph, 0);
  inputs[1] = koma_graph_add_constant (graph, "scale", factor);
  node = koma_graph_add_node (graph, KOMA_OP_MUL, koma_graph_get_output_name (graph, 0), inputs, 2,
                              NULL, error);
  if (node == NULL)
    return FALSE;
  koma_graph_set_output (graph, 0, node->outputs[0]);
  *ret_is_changed = TRUE;
  return TRUE;
}
