/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/koma/tensor/tensor.h"
#include "graph-model-private.h"

G_BEGIN_DECLS

/* A part of a model whose output are vectors. */
typedef struct
{
  char              name;   /* among the parts of the model */
  const KomaGraph  *graph;  /* (borrowed) of one input and one output */
  const KomaRecipe *recipe; /* (nullable) (borrowed) of one that takes pictures */
} KomaVectorPart;

/* The vectors of several inputs: rows of length 1, all as wide as the first. */
typedef struct
{
  GArray *numbers; /* float */
  guint   n_rows;
} KomaVectorRows;

void        koma_vector_rows_init (KomaVectorRows *self);
void        koma_vector_rows_clear (KomaVectorRows *self);
gboolean    koma_vector_rows_add (KomaVectorRows       *self,
                                  KomaGraphModel       *model,
                                  const KomaVectorPart *part,
                                  KomaArray            *input, /* of one picture or text */
                                  GError              **error);
KomaTensor *koma_vector_rows_end (KomaVectorRows *self, GError **error);

/* Made with the first call, and the model's: of one that compares pictures with words … */
const KomaTowers *koma_graph_model_get_towers (KomaGraphModel *self, GError **error);
/* … and of any classifier: a graph up to its last dense layer. */
const KomaGraph *koma_graph_model_get_features (KomaGraphModel *self, GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (KomaVectorRows, koma_vector_rows_clear)

G_END_DECLS
