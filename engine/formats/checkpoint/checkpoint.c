/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A checkpoint of TensorFlow 1 as training leaves it: the graph that was trained, and beside it the
 * numbers of its variables. What freeze_graph.py makes of it is made here: one result is chosen,
 * what it needs is kept, and variables become constants. A .pbtxt file without variables is a
 * frozen graph already. */

#include "checkpoint.h"

#include "engine/formats/file.h"
#include "engine/formats/graphdef/frozen.h"
#include "engine/formats/graphdef/functions.h"
#include "engine/formats/graphdef/graphdef.h"
#include "engine/formats/saved-model/variables.h"
#include "engine/formats/tensorflow/tf-inference.h"
#include "engine/koma/koma-error.h"
#include "files.h"
#include "graph-file.h"
#include "moving-averages.h"
#include "names.h"
#include "output.h"
#include "pipeline.h"

typedef Koma__Tf__MetaGraphDef MetaGraphDef;

static void
meta_graph_free (MetaGraphDef *meta_graph)
{
  koma__tf__meta_graph_def__free_unpacked (meta_graph, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MetaGraphDef, meta_graph_free)

/* A MetaGraphDef begins with what tells of it (field 1) or its graph (field 2), the index with a
 * header under an empty key. Programs that are no kin have files with such endings. */
static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  g_autofree char *name = g_path_get_basename (path);
  const gboolean   is_text = koma_checkpoint_is_graph_text (head, head_length);

  if (g_str_has_suffix (name, KOMA_CHECKPOINT_META))
    return is_text || (head_length > 0 && (head[0] == 0x0a || head[0] == 0x12));
  if (g_str_has_suffix (name, KOMA_CHECKPOINT_INDEX))
    return head_length > 1 && head[0] == 0 && head[1] == 0;
  if (g_str_has_suffix (name, KOMA_CHECKPOINT_TEXT))
    return is_text;
  return g_str_equal (name, KOMA_CHECKPOINT_STATE) &&
         koma_checkpoint_is_state_text (head, head_length);
}

static gboolean
has_variables (const KomaTfGraph *graph)
{
  for (guint i = 0; i < koma_tf_graph_get_n_nodes (graph); i++)
    if (koma_saved_is_variable (koma_tf_graph_get_node (graph, i)))
      return TRUE;
  return FALSE;
}

static gboolean
freeze (const KomaModelFile *file,
        const char          *prefix,
        KomaTfGraph         *graph,
        MetaGraphDef        *meta_graph,
        GError             **error)
{
  if (prefix == NULL)
    return koma_fail (error, KOMA_ERROR_MODEL,
                      "it has variables, and no file “" KOMA_CHECKPOINT_STATE "” beside it names "
                      "their numbers. Open the " KOMA_CHECKPOINT_INDEX " file that belongs to it");
  koma_tf_remove_dropout (graph);
  return koma_checkpoint_cut_pipelines (graph, error) &&
         koma_checkpoint_use_moving_averages (graph, error) &&
         koma_checkpoint_choose_output (graph, error) &&
         koma_graphdef_inline (graph, meta_graph->graph_def->library, graph->outputs, error) &&
         koma_saved_read_variables (graph, prefix, file->checksum, file->progress,
                                    file->user_data, error);
}

static gboolean
read_graph (const KomaModelFile       *file,
            const KomaCheckpointFiles *files,
            KomaRawModel              *raw,
            GError                   **error)
{
  g_autoptr (MetaGraphDef) meta_graph =
    koma_checkpoint_graph_read (files->graph, file->checksum, error);
  g_autoptr (KomaTfGraph) graph = NULL;

  if (meta_graph == NULL)
    return FALSE;
  graph = koma_graphdef_read_nodes (meta_graph->graph_def, error);
  if (graph == NULL)
    return koma_file_prefix_error (files->graph, error);
  raw->format = g_strdup (has_variables (graph) ? koma_format_checkpoint.name
                                                : koma_format_frozen.name);
  return ((!has_variables (graph) || freeze (file, files->prefix, graph, meta_graph, error)) &&
          koma_tf_lower_inference (graph, raw, error)) ||
         koma_file_prefix_error (files->graph, error);
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_auto (KomaCheckpointFiles) files = { 0 };

  return koma_checkpoint_files_find (file->path, &files, error) &&
         read_graph (file, &files, raw, error);
}

const KomaFormat koma_format_checkpoint = {
  .name = "TensorFlow checkpoint",
  .endings = (const char *const[]){ "/" KOMA_CHECKPOINT_STATE, KOMA_CHECKPOINT_META,
                                    KOMA_CHECKPOINT_INDEX, KOMA_CHECKPOINT_TEXT, NULL },
  .matches = matches,
  .read = read_model,
};
