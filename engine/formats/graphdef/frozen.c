/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A frozen TensorFlow graph: one file, a GraphDef whose constants are the
 * weights. freeze_graph.py, retrain.py and optimize_for_inference.py write
 * it. */

#include "frozen.h"

#include "engine/formats/file.h"
#include "engine/formats/tensorflow/tf-inference.h"
#include "engine/koma/koma-error.h"
#include "engine/koma-limits.h"
#include "graphdef.h"

/* A GraphDef begins with a node (field 1), and a node with its name (field 1).
 * A SavedModel begins with a number. */
static gboolean
matches (const char   *path,
         const guint8 *head,
         gsize         head_length)
{
  return g_str_has_suffix (path, ".pb") && head_length > 0 && head[0] == 0x0a;
}

/* The weights of a model of 2018 lie beside it. */
static gboolean
check_weights (const KomaTfGraph *graph,
               GError           **error)
{
  gboolean lacks_numbers = FALSE;

  for (guint i = 0; i < koma_tf_graph_get_n_nodes (graph); i++) {
    const KomaTfNode *node = koma_tf_graph_get_node (graph, i);

    if (node->value != NULL && node->value->dtype == KOMA_DTYPE_FLOAT32)
      return TRUE;
    lacks_numbers = lacks_numbers || (koma_tf_node_is (node, "Const") && node->value == NULL);
  }

  return !lacks_numbers ||
         koma_fail (error, KOMA_ERROR_MODEL,
                    "there are no weights in it, and no weights_manifest.json beside it, which a "
                    "TensorFlow.js model of 2018 has");
}

static gboolean
read_model (const KomaModelFile *file,
            KomaRawModel        *raw,
            GError             **error)
{
  g_autoptr (KomaTfGraph) graph =
    koma_graphdef_load (file->path, KOMA_MAX_WEIGHT_BYTES, file->checksum, error);

  if (graph == NULL)
    return FALSE;
  raw->format = g_strdup ("frozen TensorFlow graph");
  return (check_weights (graph, error) && koma_tf_lower_inference (graph, raw, error)) ||
         koma_file_prefix_error (file->path, error);
}

const KomaFormat koma_format_frozen = {
  .name = "frozen TensorFlow graph",
  .endings = (const char *const[]){ ".pb", NULL },
  .matches = matches,
  .read = read_model,
};
