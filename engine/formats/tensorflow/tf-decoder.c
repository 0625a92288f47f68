/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Retrained models of 2016 to 2018 begin with the bytes of a JPEG:
 *
 *   DecodeJpeg → Cast → ExpandDims → ResizeBilinear → …
 *
 * Koma decodes and resizes itself, so the resized picture is their input. */

#include "tf-inference.h"

#define CHANNELS          3
#define MAX_DECODER_DEPTH 8

static const char *const decoders[] = { "DecodeJpeg", "DecodePng", "DecodeImage", "DecodeBmp",
                                        NULL };
/* What changes the type or the rank of a picture, and none of its numbers. */
static const char *const plain[] = { "Cast", "ExpandDims", "Identity", "Reshape", "Squeeze", NULL };

static gboolean
is_decoded (const KomaTfGraph *graph,
            const KomaTfNode  *node)
{
  const KomaTfNode *from = koma_tf_graph_find_input (graph, node, 0);

  for (guint depth = 0; from != NULL && depth < MAX_DECODER_DEPTH; depth++) {
    if (g_strv_contains (decoders, from->op))
      return TRUE;
    if (!g_strv_contains (plain, from->op))
      return FALSE;
    from = koma_tf_graph_find_input (graph, from, 0);
  }

  return FALSE;
}

static gboolean
is_resize (const KomaTfNode *node)
{
  return koma_tf_node_is (node, "ResizeBilinear") || koma_tf_node_is (node, "ResizeBicubic") ||
         koma_tf_node_is (node, "ResizeNearestNeighbor");
}

static void
become_input (KomaTfNode      *node,
              const KomaArray *size)
{
  const gint64 dims[] = { KOMA_DIM_UNKNOWN, koma_array_get_int (size, 0),
                          koma_array_get_int (size, 1), CHANNELS };

  if (dims[1] <= 0 || dims[2] <= 0)
    return; /* the op says so */
  node->shape = koma_shape_make (G_N_ELEMENTS (dims), dims);
  koma_attrs_set_string (node->attrs, "dtype", "DT_FLOAT");
  g_ptr_array_set_size (node->inputs, 0);
  g_free (node->op);
  node->op = g_strdup ("Placeholder");
}

/**
 * koma_tf_replace_decoder:
 * @graph: a graph
 *
 * Makes the resized picture the input of a graph that would decode a picture
 * itself: float32 [n, height, width, 3], 0 to 255. A graph whose decoder has
 * no resizing of a known size behind it stays as it is.
 *
 * Thread: any.
 */
void
koma_tf_replace_decoder (KomaTfGraph *graph)
{
  for (guint i = 0; i < koma_tf_graph_get_n_nodes (graph); i++) {
    KomaTfNode       *node = g_ptr_array_index (graph->nodes, i);
    const KomaTfNode *size = is_resize (node) ? koma_tf_graph_find_input (graph, node, 1) : NULL;

    if (size != NULL && size->value != NULL && size->value->dtype == KOMA_DTYPE_INT32 &&
        size->value->count == 2 && is_decoded (graph, node))
      become_input (node, size->value);
  }
}
