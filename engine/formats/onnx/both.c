/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A model that compares pictures with words in one file of ONNX, which has its own scale. */

#include "engine/formats/file.h"
#include "halves.h"
#include "lower.h"
#include "model-proto.h"
#include "pair.h"

/* Those that words are compared with are outputs; hidden states are none. */
static gboolean
keep_outputs (KomaRawModel             *raw,
              const KomaOnnxComparison *comparison,
              GError                  **error)
{
  static const char *const names[] = { "logits_per_image", KOMA_ONNX_PICTURE_VECTORS,
                                       KOMA_ONNX_WORD_VECTORS };
  g_autoptr (KomaGraph) graph = koma_graph_new ();
  g_autoptr (GArray) inputs = g_array_new (FALSE, FALSE, sizeof (guint));
  KomaValueId values[G_N_ELEMENTS (names)];
  guint       first = 0;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    values[i] = koma_graph_find_output (raw->graph, names[i]);
  first = values[0] == KOMA_VALUE_NONE ? 1 : 0;
  koma_graph_extract_into (raw->graph, values + first, G_N_ELEMENTS (names) - first, graph, inputs,
                           values + first);
  g_clear_pointer (&raw->graph, koma_graph_free);
  raw->graph = g_steal_pointer (&graph);
  raw->is_scale_guess = first == 1 && comparison->is_guess;
  if (first == 1)
    return koma_onnx_compare (raw->graph, values[1], values[2], comparison, error);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    koma_graph_add_output (raw->graph, names[i], values[i]);
  return TRUE;
}

/**
 * koma_onnx_both_read:
 * @model: of which koma_onnx_takes_both(); its bytes have been hashed
 * @raw: is filled but for the hash
 *
 * Thread: any; reads files. Errors: as koma_onnx_pair_read().
 */
gboolean
koma_onnx_both_read (const KomaModelFile          *file,
                     const Koma__Onnx__ModelProto *model,
                     KomaRawModel                 *raw,
                     GError                      **error)
{
  g_autofree char   *folder = g_path_get_dirname (file->path);
  KomaOnnxSource     source = koma_onnx_source_of_file (file, folder);
  KomaOnnxComparison comparison = { 0 };
  g_auto (KomaOnnxHubFiles) files = { 0 };

  raw->format = g_strdup ("ONNX");
  if (!koma_onnx_hub_files_read (file, &files, error) ||
      !koma_onnx_hub_files_read_picture (&files, raw, source.side, error))
    return FALSE;
  source.n_rows = koma_onnx_hub_files_get_n_rows (&files);
  if (!koma_onnx_lower (model, &source, raw, error))
    return koma_file_prefix_error (file->path, error);
  koma_onnx_hub_files_check_fit (raw, source.side);
  koma_onnx_hub_files_guess_picture (&files, raw);
  if (g_hash_table_size (raw->unsupported) > 0)
    return TRUE;
  comparison = koma_onnx_hub_files_get_comparison (&files);
  return (koma_onnx_words_settle (raw->graph, error) && keep_outputs (raw, &comparison, error)) ||
         koma_file_prefix_error (file->path, error);
}
