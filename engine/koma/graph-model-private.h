/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/graph/graph.h"
#include "engine/model/model.h"
#include "environment-private.h"
#include "graph-model.h"

G_BEGIN_DECLS

/* What the files of the graph model share: graph-model.c (looking), graph-model-load.c,
 * graph-model-run.c (tensors), graph-model-classify.c (pictures). */
struct _KomaGraphModel
{
  GObject parent_instance;

  /* Immutable after construction. */
  KomaModel *model;
  KomaGraph *graph;   /* the file's, but inputs and outputs of 8 bits are float32 */
  GPtrArray *inputs;  /* (element-type KomaTensorInfo) */
  GPtrArray *outputs; /* (element-type KomaTensorInfo) */

  /* Guarded by lock. */
  GMutex      lock;
  GHashTable *environments; /* (element-type KomaEnvironment) that may have programs of it */
};

KomaGraphModel *koma_graph_model_new (KomaModel *model, GError **error);
KomaSession    *koma_graph_model_compile (KomaGraphModel           *self,
                                          GBytes                   *key,
                                          const KomaGraph          *graph,
                                          const KomaSessionOptions *options,
                                          GError                  **error);

G_END_DECLS
