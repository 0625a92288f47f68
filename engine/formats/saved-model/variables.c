/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which tensor of the checkpoint a variable is, the graph itself says: by what it would do to
 * restore itself.
 *
 *   RestoreV2 (file, names, slices) → Identity → AssignVariableOp (variable, ·)
 *
 * A variable that nothing restores goes by its name. */

#include "variables.h"

#include "bundle.h"
#include "engine/formats/tensorflow/tf-order.h"
#include "engine/koma/koma-error.h"

/* Nodes that only hand on, between a variable and what reads or restores it. */
#define MAX_HOPS 256

typedef struct
{
  const KomaTfNode *restore;
  guint             output;
} Source;

typedef struct
{
  KomaTfGraph     *graph;
  GArray          *order;   /* guint: the nodes that the outputs need */
  GHashTable      *sources; /* KomaTfNode * of a variable → GArray of Source, in the file's order */
  const char      *prefix;
  KomaContentHash *checksum;
  KomaBundle      *bundle; /* (nullable) not opened before a variable is read */
} Reading;

static void
reading_clear (Reading *self)
{
  g_clear_pointer (&self->order, g_array_unref);
  g_clear_pointer (&self->sources, g_hash_table_unref);
  g_clear_pointer (&self->bundle, koma_bundle_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

/**
 * koma_saved_is_variable:
 *
 * Thread: any.
 *
 * Returns: whether @node is a variable, whose numbers a checkpoint has
 */
gboolean
koma_saved_is_variable (const KomaTfNode *node)
{
  return koma_tf_node_is (node, "VarHandleOp") || koma_tf_node_is (node, "VariableV2") ||
         koma_tf_node_is (node, "Variable");
}

/* The node whose result gets to @node as @input. */
static KomaTfNode *
find_origin (const KomaTfGraph *graph,
             const KomaTfNode  *node,
             guint              input,
             guint             *ret_output)
{
  for (guint hops = 0; hops < MAX_HOPS; hops++) {
    guint index = 0;

    if (input >= node->inputs->len ||
        !koma_tf_graph_resolve (graph, node->inputs->pdata[input], &index, ret_output))
      return NULL;
    node = koma_tf_graph_get_node (graph, index);
    if (!koma_tf_node_is (node, "Identity") && !koma_tf_node_is (node, "IdentityN"))
      return graph->nodes->pdata[index];
    input = *ret_output;
  }
  return NULL;
}

static void
add_source (Reading      *self,
            KomaTfNode   *variable,
            const Source *source)
{
  GArray *sources = g_hash_table_lookup (self->sources, variable);

  if (sources == NULL) {
    sources = g_array_new (FALSE, FALSE, sizeof (Source));
    g_hash_table_insert (self->sources, variable, sources);
  }
  g_array_append_val (sources, *source);
}

static void
find_sources (Reading *self)
{
  for (guint i = 0; i < koma_tf_graph_get_n_nodes (self->graph); i++) {
    const KomaTfNode *node = koma_tf_graph_get_node (self->graph, i);
    guint             unused = 0;
    Source            source = { 0 };
    KomaTfNode       *variable = NULL;

    if (!koma_tf_node_is (node, "Assign") && !koma_tf_node_is (node, "AssignVariableOp"))
      continue;
    variable = find_origin (self->graph, node, 0, &unused);
    source.restore = find_origin (self->graph, node, 1, &source.output);
    if (variable != NULL && koma_saved_is_variable (variable) && source.restore != NULL &&
        koma_tf_node_is (source.restore, "RestoreV2"))
      add_source (self, variable, &source);
  }
}

/* A text of the list that is the input of a RestoreV2. */
static const char *
get_text (const Reading *self,
          const Source  *source,
          guint          input,
          const char    *fallback)
{
  guint             unused = 0;
  const KomaTfNode *list = NULL;

  if (source != NULL)
    list = find_origin (self->graph, source->restore, input, &unused);
  if (list == NULL || list->texts == NULL || list->texts->len == 0)
    return fallback;
  /* The last stands for all that follow, as in all constants. */
  return list->texts->pdata[MIN (source->output, list->texts->len - 1)];
}

/* Training that began with the variables of another checkpoint restores them from there, too, and
 * under names that are not in this one. (nullable) */
static const Source *
choose_source (const Reading    *self,
               const KomaTfNode *node,
               const char       *name)
{
  const GArray *sources = g_hash_table_lookup (self->sources, node);
  const Source *found = NULL;
  const Source *last = NULL;

  for (guint i = 0; sources != NULL && i < sources->len; i++) {
    const char *key = NULL;

    last = &g_array_index (sources, Source, i);
    key = get_text (self, last, 1, name);
    if (!koma_bundle_has (self->bundle, key))
      continue;
    if (g_str_equal (key, name))
      return last;
    if (found == NULL)
      found = last;
  }
  return found != NULL || koma_bundle_has (self->bundle, name) ? found : last;
}

static gboolean
read_variable (Reading    *self,
               KomaTfNode *node,
               GError    **error)
{
  const char   *shared_name = koma_attrs_get_string (node->attrs, "shared_name", "");
  const char   *name = *shared_name != '\0' ? shared_name : node->name;
  const Source *source = NULL;
  g_autoptr (KomaArray) value = NULL;

  if (self->bundle == NULL)
    self->bundle = koma_bundle_open (self->prefix, self->checksum, error);
  if (self->bundle == NULL)
    return FALSE;
  source = choose_source (self, node, name);
  value = koma_bundle_read (self->bundle, get_text (self, source, 1, name),
                            get_text (self, source, 2, ""), error);
  if (value == NULL) {
    g_prefix_error (error, "variable '%s': ", node->name);
    return FALSE;
  }
  koma_tf_node_become_const (node, value);
  return TRUE;
}

static gboolean
read_all (Reading          *self,
          KomaModelProgress progress,
          gpointer          user_data,
          GError          **error)
{
  for (guint i = 0; i < self->order->len; i++) {
    KomaTfNode *node = self->graph->nodes->pdata[g_array_index (self->order, guint, i)];

    if (koma_saved_is_variable (node) && !read_variable (self, node, error))
      return FALSE;
    if (koma_tf_node_is (node, "ReadVariableOp") && node->inputs->len > 0)
      koma_tf_node_become_identity (node, node->inputs->pdata[0]);
    if (progress != NULL)
      progress ((double) (i + 1) / self->order->len, user_data);
  }
  return TRUE;
}

/* Training, saving and restoring are half of the nodes of a file. */
static gboolean
keep_needed (Reading *self,
             GError **error)
{
  g_autoptr (GPtrArray) all = self->graph->nodes;

  self->graph->nodes = g_ptr_array_new_with_free_func ((GDestroyNotify) koma_tf_node_free);
  g_hash_table_remove_all (self->graph->indices);
  for (guint i = 0; i < self->order->len; i++) {
    gpointer *place = &all->pdata[g_array_index (self->order, guint, i)];

    if (!koma_tf_graph_add (self->graph, g_steal_pointer (place), error))
      return FALSE;
  }
  return TRUE;
}

/**
 * koma_saved_read_variables:
 * @graph: a graph without calls of functions, whose results stand in its list of outputs
 * @prefix: path of the checkpoint's index without ".index"
 * @checksum: is fed the bytes that are read
 * @progress: (nullable): called for each node
 * @user_data: for @progress
 * @error: return location
 *
 * Reads the variables that the outputs need.
 *
 * Thread: any; blocks on the disk. Errors: %KOMA_ERROR_MODEL where an output, a node or a variable
 * is not there; those of koma_bundle_open() and koma_bundle_read().
 *
 * Returns: whether they could be read
 */
gboolean
koma_saved_read_variables (KomaTfGraph      *graph,
                           const char       *prefix,
                           KomaContentHash  *checksum,
                           KomaModelProgress progress,
                           gpointer          user_data,
                           GError          **error)
{
  g_autofree char *cycle = NULL;
  g_autoptr (GArray) roots = koma_tf_find_roots (graph, graph->outputs, error);
  g_auto (Reading) self = {
    .graph = graph,
    .order = roots != NULL ? koma_tf_order (graph, roots, &cycle, error) : NULL,
    .sources = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref),
    .prefix = prefix,
    .checksum = checksum,
  };

  if (self.order == NULL)
    return FALSE;
  find_sources (&self);
  return read_all (&self, progress, user_data, error) && keep_needed (&self, error);
}
