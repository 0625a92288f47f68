/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A graph that was built for training alone normalises with the mean and the variance of the batch,
 * and has moving averages follow them, which inference uses in their place:
 *
 *   FusedBatchNorm (x, scale, offset, [], []), is_training ─ :0 ─ …
 *       :1 ─ Sub (moving_mean, ·) ─ Mul (·, 1 - decay) ─ AssignSub (moving_mean, ·)
 *
 * becomes FusedBatchNorm (x, scale, offset, moving_mean, moving_variance). Where the normalisation
 * is written out, whatever reads the mean of the batch reads the moving one. */

#include "moving-averages.h"

#include "engine/formats/saved-model/variables.h"
#include "role.h"

#define MAX_HOPS 16

/* Inputs and results of FusedBatchNorm have the same order. */
#define FIRST_STATISTIC 1
#define FIRST_AVERAGE   3
#define N_STATISTICS    2

/* What a moving average follows: a result of a node. */
typedef struct
{
  const char *variable; /* (borrowed) name of the average */
  guint       node;
  guint       output;
} Pair;

typedef struct
{
  KomaTfGraph *graph;
  guint8      *origins;       /* [n_nodes] KomaTfOrigin */
  guint8      *is_difference; /* [n_nodes] Sub of a pair */
  GArray      *pairs;         /* Pair */
} Averages;

static void
averages_clear (Averages *self)
{
  g_clear_pointer (&self->origins, g_free);
  g_clear_pointer (&self->is_difference, g_free);
  g_clear_pointer (&self->pairs, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Averages, averages_clear)

/* ---- Finding them ---- */

/* (nullable) The variable that @node reads as @input, through nodes that hand on. */
static const KomaTfNode *
find_variable (const KomaTfGraph *graph,
               const KomaTfNode  *node,
               guint              input)
{
  static const char *const through[] = { "Identity", "ReadVariableOp", "Switch", "RefSwitch",
                                         NULL };

  for (guint hops = 0; hops < MAX_HOPS; hops++) {
    node = koma_tf_graph_find_input (graph, node, input);
    if (node == NULL || koma_saved_is_variable (node))
      return node;
    if (!g_strv_contains (through, node->op))
      return NULL;
    input = 0;
  }
  return NULL;
}

/* Sub (average, followed). What depends on no input is a weight, which stays as it is. */
static void
note_difference (Averages         *self,
                 guint             index,
                 const KomaTfNode *variable)
{
  const KomaTfNode *node = koma_tf_graph_get_node (self->graph, index);
  Pair              pair = { .variable = variable->name };

  for (guint k = 0; k < 2 && node->inputs->len >= 2; k++) {
    if (find_variable (self->graph, node, k) != variable ||
        !koma_tf_graph_resolve (self->graph, node->inputs->pdata[1 - k], &pair.node,
                                &pair.output) ||
        (self->origins[pair.node] & KOMA_FROM_INPUT) == 0)
      continue;
    self->is_difference[index] = TRUE;
    g_array_append_val (self->pairs, pair);
    return;
  }
}

/* AssignSub (average, Mul (Sub (average, followed), 1 - decay)). */
static void
note_assignment (Averages         *self,
                 const KomaTfNode *node)
{
  const KomaTfNode *variable = find_variable (self->graph, node, 0);
  const KomaTfNode *step = koma_tf_graph_find_input (self->graph, node, 1);

  if (variable == NULL || step == NULL || !koma_tf_node_is (step, "Mul"))
    return;
  for (guint k = 0; k < step->inputs->len; k++) {
    guint index = 0;
    guint output = 0;

    if (koma_tf_graph_resolve (self->graph, step->inputs->pdata[k], &index, &output) &&
        koma_tf_node_is (koma_tf_graph_get_node (self->graph, index), "Sub"))
      note_difference (self, index, variable);
  }
}

/* ---- Using them ---- */

static gboolean
is_batch_norm (const KomaTfNode *node)
{
  return koma_tf_node_is (node, "FusedBatchNorm") || koma_tf_node_is (node, "FusedBatchNormV2") ||
         koma_tf_node_is (node, "FusedBatchNormV3");
}

static void
set_input (KomaTfNode *node,
           guint       input,
           const char *reference)
{
  g_free (node->inputs->pdata[input]);
  node->inputs->pdata[input] = g_strdup (reference);
}

static void
use_in_batch_norm (KomaTfNode *node,
                   const Pair *pair)
{
  if (pair->output < FIRST_STATISTIC || pair->output >= FIRST_STATISTIC + N_STATISTICS ||
      node->inputs->len < FIRST_AVERAGE + N_STATISTICS)
    return;
  set_input (node, FIRST_AVERAGE + pair->output - FIRST_STATISTIC, pair->variable);
  koma_attrs_set_int (node->attrs, "is_training", FALSE);
}

/* Pairs of those that are written out, by what is followed. */
static GHashTable *
use_in_batch_norms (Averages *self)
{
  GHashTable *others = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < self->pairs->len; i++) {
    const Pair  *pair = &g_array_index (self->pairs, Pair, i);
    KomaTfNode  *node = self->graph->nodes->pdata[pair->node];
    const gint64 key = (gint64) pair->node << 32 | pair->output;

    if (is_batch_norm (node))
      use_in_batch_norm (node, pair);
    else
      g_hash_table_insert (others, g_memdup2 (&key, sizeof key), (gpointer) pair->variable);
  }
  return others;
}

static void
use_in_node (const Averages *self,
             GHashTable     *others,
             KomaTfNode     *node)
{
  for (guint k = 0; k < node->inputs->len; k++) {
    const char *reference = node->inputs->pdata[k];
    const char *average = NULL;
    guint       index = 0;
    guint       output = 0;
    gint64      key = 0;

    if (koma_tf_reference_is_control (reference) ||
        !koma_tf_graph_resolve (self->graph, reference, &index, &output))
      continue;
    key = (gint64) index << 32 | output;
    average = g_hash_table_lookup (others, &key);
    if (average != NULL)
      set_input (node, k, average);
  }
}

static void
find_pairs (Averages *self)
{
  for (guint i = 0; i < koma_tf_graph_get_n_nodes (self->graph); i++) {
    const KomaTfNode *node = koma_tf_graph_get_node (self->graph, i);

    if (koma_tf_node_is (node, "AssignSub") || koma_tf_node_is (node, "AssignSubVariableOp"))
      note_assignment (self, node);
  }
}

static void
use_pairs (Averages *self)
{
  g_autoptr (GHashTable) others = use_in_batch_norms (self);

  for (guint i = 0; g_hash_table_size (others) > 0 && i < koma_tf_graph_get_n_nodes (self->graph);
       i++)
    if (!self->is_difference[i])
      use_in_node (self, others, self->graph->nodes->pdata[i]);
}

/**
 * koma_checkpoint_use_moving_averages:
 * @graph: a graph as it was trained, without pipelines
 * @error: return location
 *
 * Makes a graph that normalises with the statistics of a batch one that normalises with their
 * moving averages. Averages of weights stay unused.
 *
 * Thread: any. Errors: those of koma_checkpoint_order().
 *
 * Returns: whether the nodes fit together
 */
gboolean
koma_checkpoint_use_moving_averages (KomaTfGraph *graph,
                                     GError     **error)
{
  const guint n_nodes = koma_tf_graph_get_n_nodes (graph);
  g_autoptr (GArray) order = koma_checkpoint_order (graph, error);
  g_auto (Averages) self = {
    .graph = graph,
    .is_difference = g_new0 (guint8, n_nodes),
    .pairs = g_array_new (FALSE, FALSE, sizeof (Pair)),
  };

  if (order == NULL)
    return FALSE;
  self.origins = koma_checkpoint_find_origins (graph, order);
  find_pairs (&self);
  use_pairs (&self);
  return TRUE;
}
