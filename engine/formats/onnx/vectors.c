/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The vectors of a model that compares pictures with words: which output has them, what it is to be
 * given beside ids, and the comparison, which two files do not have. */

#include <string.h>

#include "engine/graph/builder.h"
#include "engine/passes/passes.h"
#include "halves.h"

/* “pooler_output”, which CLIP projects, and SigLIP does not. */
#define BEFORE_PROJECTION 1

static gboolean
has_word (const char        *name,
          const char *const *words)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; words[i] != NULL; i++)
    if (strstr (lower, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

gboolean
koma_onnx_is_score_name (const char *name)
{
  static const char *const words[] = { "logit", "prob", "score", "class", "label", NULL };

  return has_word (name, words);
}

/* How well a name fits; 0: it does not. */
static guint
get_fitness (const char *name,
             const char *usual)
{
  static const char *const words[] = { "pool", "feature", "embed" };
  static const guint       fitness[] = { BEFORE_PROJECTION, 3, 4 };
  guint                    found = 2;

  if (g_str_equal (name, usual))
    return 5;
  if (koma_onnx_is_score_name (name))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (has_word (name, (const char *const[]){ words[i], NULL }))
      found = fitness[i];
  return found;
}

static char *
describe_outputs (const KomaGraph *graph)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++)
    g_string_append_printf (all, "%s“%s”", i > 0 ? ", " : "",
                            koma_graph_get_output_name (graph, i));
  return g_string_free (all, FALSE);
}

static gboolean
fail_to_find (const KomaGraph *graph,
              GError         **error)
{
  g_autofree char *all = describe_outputs (graph);

  return koma_fail (error, KOMA_ERROR_SHAPE,
                    "no output is one vector for each input, [n,width]; the outputs are %s", all);
}

/**
 * koma_onnx_vectors_find:
 * @graph: of a half
 * @usual: “image_embeds” or “text_embeds”
 * @files: say whether vectors are projected
 *
 * Of several outputs with a vector for each input, the one whose name fits best: what Hugging Face
 * calls it, then “embed…”, then “…feature…”, another, and “pooler_output” last. Thread: any.
 *
 * Errors: %KOMA_ERROR_SHAPE where no output has vectors, or those that a projection is missing
 * behind; those of koma_passes_copy_output().
 */
gboolean
koma_onnx_vectors_find (const KomaGraph        *graph,
                        const char             *usual,
                        const KomaOnnxHubFiles *files,
                        KomaOnnxVectors        *ret_vectors,
                        GError                **error)
{
  KomaOnnxVectors best = { .value = KOMA_VALUE_NONE };
  guint           fitness = 0;

  for (guint i = 0; i < koma_graph_get_n_outputs (graph); i++) {
    const char *name = koma_graph_get_output_name (graph, i);
    const guint found = get_fitness (name, usual);
    g_autoptr (KomaGraph) one = NULL;
    const KomaShape *shape = NULL;

    if (found <= fitness)
      continue;
    one = koma_passes_copy_output (graph, i, error);
    if (one == NULL)
      return FALSE;
    shape = &koma_graph_get_value (one, koma_graph_get_output (one, 0))->shape;
    if (shape->rank != 2 || shape->dims[1] < 2)
      continue;
    fitness = found;
    best = (KomaOnnxVectors){ koma_graph_get_output (graph, i), name, shape->dims[1] };
  }
  if (best.value == KOMA_VALUE_NONE)
    return fail_to_find (graph, error);
  if (fitness == BEFORE_PROJECTION && koma_onnx_hub_files_has_projection (files))
    return koma_fail (error, KOMA_ERROR_SHAPE,
                      "output “%s” is what stands before the projection; export the model with its "
                      "projection, whose output is “%s”",
                      best.name, usual);
  *ret_vectors = best;
  return TRUE;
}

/* ---- Words ---- */

/* An input that is no mask and the like; %KOMA_VALUE_NONE: there is none. */
static KomaValueId
find_ids (const KomaGraph *graph)
{
  static const char *const others[] = { "mask", "type", "position", NULL };

  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++) {
    const KomaValueId id = koma_graph_get_input (graph, i);
    const KomaValue  *value = koma_graph_get_value (graph, id);

    if (value->dtype == KOMA_DTYPE_INT32 && value->shape.rank == 2 &&
        !has_word (value->name, others))
      return id;
  }
  return KOMA_VALUE_NONE;
}

/* Ones for a mask, zeros for kinds of tokens, as many as there are ids. */
static KomaValueId
make_filling (KomaBuilder     *nodes,
              const KomaValue *input,
              KomaValueId      ids)
{
  const KomaDType dtype = input->dtype;
  const gboolean  is_mask = has_word (input->name, (const char *const[]){ "mask", NULL });
  const gboolean  is_kind = has_word (input->name, (const char *const[]){ "type", NULL });
  KomaValueId     x = KOMA_VALUE_NONE;

  if (!is_mask && !is_kind)
    return koma_builder_fail (nodes, KOMA_ERROR_UNSUPPORTED,
                              "input “%s” of the half for words, which Koma can not fill",
                              input->name);
  x = koma_builder_binary (nodes, KOMA_OP_MUL, ids, koma_builder_int (nodes, 0));
  if (is_mask)
    x = koma_builder_binary (nodes, KOMA_OP_ADD, x, koma_builder_int (nodes, 1));
  return dtype == KOMA_DTYPE_INT32 ? x : koma_builder_cast (nodes, x, dtype);
}

static KomaValueId *
fill_inputs (KomaBuilder *nodes,
             KomaValueId  ids)
{
  KomaGraph   *graph = nodes->graph;
  const guint  n_values = koma_graph_get_n_values (graph);
  KomaValueId *to = g_new (KomaValueId, n_values + 1);

  for (KomaValueId id = 0; id < n_values; id++)
    to[id] = id;
  for (guint i = 0; i < koma_graph_get_n_inputs (graph); i++) {
    const KomaValueId id = koma_graph_get_input (graph, i);
    const KomaValue   input = *koma_graph_get_value (graph, id);

    if (id != ids && input.shape.rank != 4) {
      nodes->name = input.name;
      to[id] = make_filling (nodes, &input, ids);
    }
  }
  return to;
}

/**
 * koma_onnx_words_settle:
 * @graph: with the half for words, not inferred
 *
 * All that is read is a text that its tokenizer filled up, as such models were trained: what stands
 * behind the end of a text is either not seen by what is before it (CLIP), or is to be seen
 * (SigLIP). So a mask hides nothing. Thread: any.
 *
 * Errors: %KOMA_ERROR_UNSUPPORTED where there is no input for ids, or one that is neither;
 * %KOMA_ERROR_MEMORY.
 */
gboolean
koma_onnx_words_settle (KomaGraph *graph,
                        GError   **error)
{
  const KomaValueId       ids = find_ids (graph);
  KomaBuilder             nodes = { 0 };
  g_autofree KomaValueId *to = NULL;
  guint                   n_before = koma_graph_get_n_values (graph);
  gboolean                is_made = FALSE;

  if (ids == KOMA_VALUE_NONE)
    return koma_fail (error, KOMA_ERROR_UNSUPPORTED, "no input takes the ids of a text, [n,rows]");
  koma_builder_init_open (&nodes, graph, "mask");
  to = fill_inputs (&nodes, ids);
  is_made = koma_builder_finish (&nodes, error);
  koma_builder_clear (&nodes);
  if (!is_made)
    return FALSE;
  to = g_renew (KomaValueId, to, koma_graph_get_n_values (graph) + 1);
  for (KomaValueId id = n_before; id < koma_graph_get_n_values (graph); id++)
    to[id] = id;
  koma_graph_replace_uses (graph, to);
  return koma_graph_sort (graph, error);
}

/* ---- Comparison ---- */

/* A vector of zeros stays one. */
static KomaValueId
make_unit (KomaBuilder *nodes,
           KomaValueId  x,
           const char  *name)
{
  KomaValueId square = KOMA_VALUE_NONE;

  nodes->name = name;
  koma_builder_set_rank (nodes, x, 2);
  square = koma_builder_binary (nodes, KOMA_OP_MUL, x, x);
  square = KOMA_BUILDER_NODE (nodes, KOMA_OP_SUM, koma_attrs_new_int ("keep_dims", TRUE), square,
                              koma_builder_int (nodes, 1));
  square = koma_builder_binary (nodes, KOMA_OP_MAXIMUM, square,
                                koma_builder_float (nodes, 1e-30));
  return koma_builder_binary (nodes, KOMA_OP_MUL, x,
                              koma_builder_unary (nodes, KOMA_OP_RSQRT, square));
}

/**
 * koma_onnx_compare:
 * @pictures: [n,width]
 * @words: [texts,width]
 *
 * Thread: any. Errors: those of a builder.
 */
gboolean
koma_onnx_compare (KomaGraph                *graph,
                   KomaValueId               pictures,
                   KomaValueId               words,
                   const KomaOnnxComparison *comparison,
                   GError                  **error)
{
  KomaBuilder nodes = { 0 };
  KomaValueId x = KOMA_VALUE_NONE;
  gboolean    is_made = FALSE;

  koma_builder_init_open (&nodes, graph, "logits");
  pictures = make_unit (&nodes, pictures, KOMA_ONNX_PICTURE_VECTORS);
  words = make_unit (&nodes, words, KOMA_ONNX_WORD_VECTORS);
  nodes.name = "logits";
  x = koma_builder_mat_mul (&nodes, pictures, words, FALSE, TRUE);
  x = koma_builder_binary (&nodes, KOMA_OP_MUL, x, koma_builder_float (&nodes, comparison->scale));
  if (comparison->bias != 0)
    x = koma_builder_binary (&nodes, KOMA_OP_ADD, x,
                             koma_builder_float (&nodes, comparison->bias));
  is_made = koma_builder_finish (&nodes, error);
  koma_builder_clear (&nodes);
  if (!is_made)
    return FALSE;
  koma_graph_clear_outputs (graph);
  koma_graph_add_output (graph, "logits", x);
  koma_graph_add_output (graph, KOMA_ONNX_PICTURE_VECTORS, pictures);
  koma_graph_add_output (graph, KOMA_ONNX_WORD_VECTORS, words);
  return TRUE;
}
