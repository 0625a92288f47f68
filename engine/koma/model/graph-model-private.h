/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"
#include "engine/model/model.h"
#include "engine/koma/tensor/environment-private.h"
#include "engine/words/tokenizer.h"
#include "engine/words/towers.h"
#include "graph-model.h"

G_BEGIN_DECLS

/* What the files of the graph model share: graph-model.c (looking), graph-model-load.c,
 * graph-model-known.c (inputs that decide shapes), graph-model-run.c (tensors),
 * graph-model-classify.c (pictures), graph-model-embed.c and text-encoder.c (vectors). */
struct _KomaGraphModel
{
  GObject parent_instance;

  /* Immutable after construction. */
  KomaModel *model;
  KomaGraph *graph;         /* the file's, but inputs and outputs of 8 bits are float32 */
  GPtrArray *inputs;        /* (element-type KomaTensorInfo) */
  GPtrArray *outputs;       /* (element-type KomaTensorInfo) */
  gboolean   needs_numbers; /* its nodes can not be read without those of inputs */

  /* Guarded by lock. */
  GMutex      lock;
  GHashTable *environments; /* (element-type KomaEnvironment) that may have programs of it */
  GQueue      known;        /* of graph-model-known.c: the last used first */
  /* Of graph-model-vectors.c and text-encoder.c, once they are asked for; immutable then. */
  KomaTowers    *towers;
  KomaTokenizer *tokenizer;
  KomaGraph     *features;
};

KomaGraphModel *koma_graph_model_new (KomaModel *model, GError **error);
KomaGraphModel *koma_graph_model_load_known (const char    *path,
                                             GBytes *const *inputs, /* [n_inputs] (nullable) each */
                                             guint          n_inputs,
                                             GError       **error);
void            koma_graph_model_known_free (gpointer data);
KomaSession    *koma_graph_model_compile (KomaGraphModel           *self,
                                          GBytes                   *key,
                                          const KomaGraph          *graph,
                                          const KomaSessionOptions *options,
                                          GError                  **error);

const KomaRecipe *koma_graph_model_get_recipe (KomaGraphModel *self, GError **error);

G_END_DECLS
