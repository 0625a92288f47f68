/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "signature.h"

#include <string.h>

#include "engine/formats/graphdef/pb-attrs.h"
#include "engine/koma/koma-error.h"

#define TAG     "serve"
#define DEFAULT "serving_default"
/* Initialises tables, and computes nothing. */
#define INITIALISER "__saved_model_init_op"

typedef Koma__Tf__MetaGraphDef    MetaGraphDef;
typedef Koma__Tf__SignatureDef    SignatureDef;
typedef Koma__Tf__TensorInfoEntry TensorInfoEntry;

static gboolean
has_tag (const MetaGraphDef *meta_graph,
         const char         *tag)
{
  for (gsize i = 0; meta_graph->meta_info_def != NULL && i < meta_graph->meta_info_def->n_tags; i++)
    if (strcmp (meta_graph->meta_info_def->tags[i], tag) == 0)
      return TRUE;
  return FALSE;
}

/**
 * koma_saved_find_graph:
 * @model: a SavedModel
 * @error: return location
 *
 * A SavedModel may hold several graphs, of which the tag tells the use.
 *
 * Thread: any. Errors: %KOMA_ERROR_MODEL where there is none.
 *
 * Returns: (transfer none): the one with the tag "serve", else the first; or %NULL
 */
MetaGraphDef *
koma_saved_find_graph (const Koma__Tf__SavedModel *model,
                       GError                    **error)
{
  MetaGraphDef *found = NULL;

  for (gsize i = 0; i < model->n_meta_graphs; i++) {
    if (model->meta_graphs[i]->graph_def == NULL)
      continue;
    if (found == NULL || (!has_tag (found, TAG) && has_tag (model->meta_graphs[i], TAG)))
      found = model->meta_graphs[i];
  }
  if (found == NULL)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_MODEL, "there is no graph in it");
  return found;
}

static const SignatureDef *
find_signature (const MetaGraphDef *meta_graph,
                GError            **error)
{
  const SignatureDef *found = NULL;
  guint               n_found = 0;
  g_autoptr (GString) names = g_string_new (NULL);

  for (gsize i = 0; i < meta_graph->n_signature_def; i++) {
    const Koma__Tf__SignatureEntry *entry = meta_graph->signature_def[i];

    if (entry->value == NULL || strcmp (entry->key, INITIALISER) == 0)
      continue;
    if (strcmp (entry->key, DEFAULT) == 0)
      return entry->value;
    g_string_append_printf (names, "%s%s", n_found > 0 ? ", " : "", entry->key);
    found = entry->value;
    n_found++;
  }
  if (n_found != 1)
    g_set_error (error, KOMA_ERROR, KOMA_ERROR_UNSUPPORTED,
                 "expected the signature " DEFAULT ", found %s. Save the model again with "
                 "tf.saved_model.save (model, folder, signatures=…)",
                 n_found == 0 ? "none" : names->str);
  return n_found == 1 ? found : NULL;
}

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  const TensorInfoEntry *const *first = a;
  const TensorInfoEntry *const *second = b;

  return strcmp ((*first)->key, (*second)->key);
}

/* A map has no order: that of the names. */
static GPtrArray *
sort_entries (TensorInfoEntry *const *entries,
              gsize                   n_entries)
{
  GPtrArray *sorted = g_ptr_array_new ();

  for (gsize i = 0; i < n_entries; i++)
    if (entries[i]->value != NULL && g_utf8_validate (entries[i]->key, -1, NULL) &&
        g_utf8_validate (entries[i]->value->name, -1, NULL))
      g_ptr_array_add (sorted, entries[i]);
  g_ptr_array_sort (sorted, compare_keys);
  return sorted;
}

/* Whether a node can be called so. */
static gboolean
is_free (const KomaTfGraph *graph,
         const char        *key)
{
  return *key != '\0' && *key != '^' && strchr (key, ':') == NULL &&
         !g_hash_table_contains (graph->indices, key);
}

/* A placeholder gets the signature's name for it; where that is taken, it keeps its own. */
static gboolean
add_input (KomaTfGraph           *graph,
           const TensorInfoEntry *entry,
           GError               **error)
{
  guint       index = 0;
  guint       output = 0;
  KomaTfNode *from = NULL;
  KomaTfNode *node = NULL;

  if (koma_tf_graph_resolve (graph, entry->value->name, &index, &output))
    from = g_ptr_array_index (graph->nodes, index);
  if (from == NULL || !koma_tf_node_is (from, "Placeholder") || !is_free (graph, entry->key)) {
    g_ptr_array_add (graph->inputs, g_strdup (entry->value->name));
    return TRUE;
  }

  node = koma_tf_node_new (entry->key, from->op);
  koma_attrs_free (node->attrs);
  node->attrs = g_steal_pointer (&from->attrs);
  from->attrs = koma_attrs_new ();
  node->shape = from->shape;
  koma_tf_node_become_identity (from, entry->key);
  g_ptr_array_add (graph->inputs, g_strdup (entry->key));
  if (!koma_tf_graph_add (graph, node, error))
    return FALSE;
  return node->shape.rank != KOMA_RANK_UNKNOWN || entry->value->tensor_shape == NULL ||
         koma_graphdef_shape_read (entry->value->tensor_shape, &node->shape, error);
}

static gboolean
add_output (KomaTfGraph           *graph,
            const TensorInfoEntry *entry,
            GError               **error)
{
  KomaTfNode *node = NULL;

  if (!is_free (graph, entry->key)) {
    g_ptr_array_add (graph->outputs, g_strdup (entry->value->name));
    return TRUE;
  }
  node = koma_tf_node_new (entry->key, "Identity");
  g_ptr_array_add (node->inputs, g_strdup (entry->value->name));
  g_ptr_array_add (graph->outputs, g_strdup (entry->key));
  return koma_tf_graph_add (graph, node, error);
}

/**
 * koma_saved_add_signature:
 * @graph: the nodes of @meta_graph
 * @meta_graph: with its signatures
 * @error: return location
 *
 * Takes the signature "serving_default", else the only one, and gives the inputs and outputs of
 * @graph the names that it has for them.
 *
 * Thread: any. Errors: %KOMA_ERROR_UNSUPPORTED where it is not clear which signature is meant;
 * %KOMA_ERROR_SHAPE, %KOMA_ERROR_MEMORY.
 *
 * Returns: whether there is one
 */
gboolean
koma_saved_add_signature (KomaTfGraph        *graph,
                          const MetaGraphDef *meta_graph,
                          GError            **error)
{
  const SignatureDef *signature = find_signature (meta_graph, error);
  g_autoptr (GPtrArray) inputs = NULL;
  g_autoptr (GPtrArray) outputs = NULL;

  if (signature == NULL)
    return FALSE;
  inputs = sort_entries (signature->inputs, signature->n_inputs);
  outputs = sort_entries (signature->outputs, signature->n_outputs);
  for (guint i = 0; i < inputs->len; i++)
    if (!add_input (graph, inputs->pdata[i], error))
      return FALSE;
  for (guint i = 0; i < outputs->len; i++)
    if (!add_output (graph, outputs->pdata[i], error))
      return FALSE;
  return TRUE;
}
