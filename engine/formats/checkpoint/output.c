/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A training graph names no output. Wanted is what depends on the pictures and on no label:
 *
 *   1. the Softmax of what the loss reads as scores,
 *   2. what the loss reads as scores,
 *   3. a Softmax or Sigmoid behind the last layer,
 *   4. what is read together with labels,
 *   5. what nothing else of the network reads.
 *
 * Among several, one that reads an input of the graph goes before one that reads a queue. Of 1 to
 * 3 the one with the most nodes before it is meant, as an auxiliary classifier has fewer than the
 * main one; of 4 and 5 the one whose name says that it is an answer. */

#include "output.h"

#include <string.h>

#include "engine/koma/koma-error.h"
#include "role.h"

/* Nodes that hand on, behind each other. */
#define MAX_HOPS 64

typedef enum {
  RANK_NONE,
  RANK_END,
  RANK_COMPARED,
  RANK_SCORES,
  RANK_LOGITS,
  RANK_LOGITS_SCORES,
} Rank;

/* What is known of a node. */
typedef struct
{
  guint    depth;      /* nodes of the longest way to it, as far as they are of the network */
  gboolean is_read;    /* by another node of the network */
  gboolean has_layer;  /* behind it, in the network */
  gboolean are_logits; /* of a loss */
} Place;

typedef struct
{
  KomaTfGraph *graph;
  GArray      *order;   /* guint: all nodes */
  guint8      *origins; /* [n_nodes] KomaTfOrigin */
  Place       *places;  /* [n_nodes] */

  /* The best up to now. */
  Rank    rank;
  guint64 merit; /* among those of its rank */
  guint   node;
  guint   output;
} Choice;

static void
choice_clear (Choice *self)
{
  g_clear_pointer (&self->order, g_array_unref);
  g_clear_pointer (&self->origins, g_free);
  g_clear_pointer (&self->places, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Choice, choice_clear)

/* Keep the numbers of a result, and their order. */
static const char *const wrappers[] = { "Identity", "Reshape", "Squeeze", "StopGradient",
                                        "CheckNumerics", "PreventGradient", "Cast", NULL };
/* Are between a result and its comparison with labels. */
static const char *const preparations[] = { "Identity", "Reshape", "Squeeze", "StopGradient",
                                            "CheckNumerics", "PreventGradient", "Cast", "Log",
                                            "ClipByValue", "Maximum", "Minimum", "Neg", "Exp",
                                            "Log1p", "TopK", "TopKV2", NULL };

static gboolean
is_network (const Choice *self,
            guint         node)
{
  return (self->origins[node] & KOMA_FROM_PICTURE) != 0 &&
         (self->origins[node] & KOMA_FROM_LABEL) == 0;
}

static gboolean
find_input (const Choice     *self,
            const KomaTfNode *node,
            guint             input,
            guint            *ret_node,
            guint            *ret_output)
{
  return input < node->inputs->len && !koma_tf_reference_is_control (node->inputs->pdata[input]) &&
         koma_tf_graph_resolve (self->graph, node->inputs->pdata[input], ret_node, ret_output);
}

/* ---- What is behind a node, and before it ---- */

static void
look_before (Choice *self,
             guint   index)
{
  const KomaTfNode *node = koma_tf_graph_get_node (self->graph, index);
  guint             from = 0;
  guint             output = 0;

  for (guint k = 0; is_network (self, index) && k < node->inputs->len; k++)
    if (find_input (self, node, k, &from, &output) && is_network (self, from))
      self->places[index].depth = MAX (self->places[index].depth, self->places[from].depth + 1);
}

static void
look_behind (Choice *self,
             guint   index)
{
  const KomaTfNode *node = koma_tf_graph_get_node (self->graph, index);
  const Place      *place = &self->places[index];
  guint             from = 0;
  guint             output = 0;

  for (guint k = 0; is_network (self, index) && k < node->inputs->len; k++) {
    if (!find_input (self, node, k, &from, &output))
      continue;
    self->places[from].is_read = TRUE;
    self->places[from].has_layer |= place->has_layer || koma_checkpoint_is_layer (node);
  }
}

/* What @reference hands on, through nodes of @ops. */
static gboolean
unwrap (const Choice      *self,
        const KomaTfNode  *node,
        guint              input,
        const char *const *ops,
        guint             *ret_node,
        guint             *ret_output)
{
  for (guint hops = 0; hops < MAX_HOPS; hops++) {
    if (!find_input (self, node, input, ret_node, ret_output))
      return FALSE;
    node = koma_tf_graph_get_node (self->graph, *ret_node);
    if (!g_strv_contains (ops, node->op))
      return TRUE;
    input = 0;
  }
  return FALSE;
}

static void
note_logits (Choice *self)
{
  for (guint i = 0; i < self->order->len; i++) {
    const KomaTfNode *node =
      koma_tf_graph_get_node (self->graph, g_array_index (self->order, guint, i));
    guint from = 0;
    guint output = 0;

    if (koma_checkpoint_is_loss (node) && unwrap (self, node, 0, wrappers, &from, &output))
      self->places[from].are_logits = TRUE;
  }
}

/* ---- Candidates ---- */

static gboolean
has_part (const char        *name, /* in lower case */
          const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (name, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Returns: 0 for what is no answer by its name, 2 for what is one, 1 for others */
static guint
judge_name (const char *name)
{
  static const char *const answers[] = { "predict", "softmax", "logits", "prob", "score", "output",
                                         "final_result", NULL };
  static const char *const others[] = { "loss", "cross_entropy", "xentropy", "accuracy", "metric",
                                        "aux", NULL };
  g_autofree char         *lower = g_ascii_strdown (name, -1);

  if (has_part (lower, others))
    return 0;
  return has_part (lower, answers) ? 2 : 1;
}

/* @depth is that of the scores, without what hands them on. */
static void
consider (Choice *self,
          guint   node,
          guint   output,
          guint   depth,
          Rank    rank)
{
  const guint    name = judge_name (koma_tf_graph_get_node (self->graph, node)->name);
  const gboolean is_input = (self->origins[node] & KOMA_FROM_PIPELINE) == 0;
  guint64        merit = rank >= RANK_SCORES ? (guint64) depth << 2 | name
                                             : (guint64) name << 32 | depth;

  merit |= (guint64) is_input << 40;
  if (!is_network (self, node) || rank < self->rank ||
      (rank == self->rank && merit <= self->merit))
    return;
  self->rank = rank;
  self->merit = merit;
  self->node = node;
  self->output = output;
}

static void
consider_scores (Choice           *self,
                 guint             index,
                 const KomaTfNode *node)
{
  const gboolean is_softmax = koma_tf_node_is (node, "Softmax");
  guint          from = 0;
  guint          output = 0;

  if ((!is_softmax && !koma_tf_node_is (node, "Sigmoid")) || self->places[index].has_layer ||
      !unwrap (self, node, 0, wrappers, &from, &output))
    return;
  consider (self, index, 0, self->places[from].depth,
            is_softmax && self->places[from].are_logits ? RANK_LOGITS_SCORES : RANK_SCORES);
}

static void
consider_compared (Choice           *self,
                   const KomaTfNode *node)
{
  for (guint k = 0; k < node->inputs->len; k++) {
    guint from = 0;
    guint output = 0;

    if (unwrap (self, node, k, preparations, &from, &output))
      consider (self, from, output, self->places[from].depth, RANK_COMPARED);
  }
}

static void
consider_end (Choice           *self,
              guint             index,
              const KomaTfNode *node)
{
  guint from = index;
  guint output = 0;

  if (!is_network (self, index) || self->places[index].is_read)
    return;
  if (g_strv_contains (preparations, node->op) && !koma_tf_node_is (node, "Identity") &&
      !unwrap (self, node, 0, preparations, &from, &output))
    return;
  consider (self, from, output, self->places[from].depth, RANK_END);
}

static void
consider_node (Choice *self,
               guint   index)
{
  const KomaTfNode *node = koma_tf_graph_get_node (self->graph, index);
  guint             from = 0;
  guint             output = 0;

  if (koma_checkpoint_is_loss (node) && unwrap (self, node, 0, wrappers, &from, &output))
    consider (self, from, output, self->places[from].depth, RANK_LOGITS);
  else if ((self->origins[index] & KOMA_FROM_LABEL) != 0 && !koma_checkpoint_is_training (node))
    consider_compared (self, node);
  consider_scores (self, index, node);
  consider_end (self, index, node);
}

static void
look_around (Choice *self)
{
  for (guint i = 0; i < self->order->len; i++)
    look_before (self, g_array_index (self->order, guint, i));
  for (guint i = self->order->len; i-- > 0;)
    look_behind (self, g_array_index (self->order, guint, i));
  note_logits (self);
  for (guint i = 0; i < self->order->len; i++)
    consider_node (self, g_array_index (self->order, guint, i));
}

/**
 * koma_checkpoint_choose_output:
 * @graph: a graph as it was trained, without pipelines; its list of outputs is set
 * @error: return location
 *
 * Finds the result that says which class a picture is of: probabilities where there are some.
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where no node depends on an input alone, or a node reads
 * what is not there.
 *
 * Returns: whether there is one
 */
gboolean
koma_checkpoint_choose_output (KomaTfGraph *graph,
                               GError     **error)
{
  g_auto (Choice) self = { .graph = graph, .order = koma_checkpoint_order (graph, error) };
  const char *name = NULL;

  if (self.order == NULL)
    return FALSE;
  self.origins = koma_checkpoint_find_origins (graph, self.order);
  self.places = g_new0 (Place, koma_tf_graph_get_n_nodes (graph));
  look_around (&self);
  if (self.rank == RANK_NONE)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "none of its %u nodes computes an answer from an input alone: it is no graph "
                      "of a network",
                      koma_tf_graph_get_n_nodes (graph));
  name = koma_tf_graph_get_node (graph, self.node)->name;
  g_ptr_array_set_size (graph->outputs, 0);
  g_ptr_array_add (graph->outputs, self.output > 0 ? g_strdup_printf ("%s:%u", name, self.output)
                                                   : g_strdup (name));
  return TRUE;
}
