/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The SavedModel of TensorFlow 1 and 2: saved_model.pb, a graph with functions and signatures, and
 * beside it the folder variables/, a checkpoint. */

#include "saved-model.h"

#include <string.h>

#include "engine/formats/file.h"
#include "engine/formats/graphdef/functions.h"
#include "engine/formats/protobuf-file.h"
#include "engine/formats/tensorflow/tf-inference.h"
#include "engine/koma-limits.h"
#include "signature.h"
#include "variables.h"

typedef Koma__Tf__SavedModel   SavedModel;
typedef Koma__Tf__MetaGraphDef MetaGraphDef;

static void
saved_model_free (SavedModel *model)
{
  koma__tf__saved_model__free_unpacked (model, NULL);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SavedModel, saved_model_free)

static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  g_autofree char *name = g_path_get_basename (path);

  return strcmp (name, KOMA_SAVED_MODEL_NAME) == 0;
}

/* The nodes that compute the outputs of the signature, and those that restore variables. */
static KomaTfGraph *
read_graph (MetaGraphDef *meta_graph,
            GError      **error)
{
  g_autoptr (KomaTfGraph) graph = koma_graphdef_read_nodes (meta_graph->graph_def, error);
  g_autoptr (GPtrArray) roots = g_ptr_array_new ();

  if (graph == NULL || !koma_saved_add_signature (graph, meta_graph, error))
    return NULL;
  for (guint i = 0; i < graph->outputs->len; i++)
    g_ptr_array_add (roots, graph->outputs->pdata[i]);
  if (meta_graph->saver_def != NULL)
    g_ptr_array_add (roots, meta_graph->saver_def->restore_op_name);
  if (!koma_graphdef_inline (graph, meta_graph->graph_def->library, roots, error))
    return NULL;
  return g_steal_pointer (&graph);
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_autofree char *folder = g_path_get_dirname (file->path);
  g_autofree char *prefix = g_build_filename (folder, "variables", "variables", NULL);
  g_autoptr (SavedModel) model =
    koma_protobuf_file_read (file->path, KOMA_MAX_TENSOR_BYTES, &koma__tf__saved_model__descriptor,
                             "a TensorFlow SavedModel", file->checksum, error);
  g_autoptr (KomaTfGraph) graph = NULL;
  MetaGraphDef *meta_graph = NULL;

  if (model == NULL)
    return FALSE;
  raw->format = g_strdup ("TensorFlow SavedModel");
  meta_graph = koma_saved_find_graph (model, error);
  graph = meta_graph != NULL ? read_graph (meta_graph, error) : NULL;
  return (graph != NULL &&
          koma_saved_read_variables (graph, prefix, file->checksum, file->progress,
                                     file->user_data, error) &&
          koma_tf_lower_inference (graph, raw, error)) ||
         koma_file_prefix_error (file->path, error);
}

const KomaFormat koma_format_saved_model = {
  .name = "TensorFlow SavedModel",
  .endings = (const char *const[]){ ".pb", NULL },
  .usual_names = (const char *const[]){ "saved_model.pb", NULL },
  .matches = matches,
  .read = read_model,
};
