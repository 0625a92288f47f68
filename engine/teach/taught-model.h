/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/model/model.h"
#include "head.h"

G_BEGIN_DECLS

/* Writes base and head as one model: a TensorFlow.js layers model (model.json, weights.bin), or a
 * graph model where the base has more than layers, with metadata.json, as Teachable Machine writes
 * it, and koma.json, which has the recipe of the base. Both Koma and TensorFlow.js load it. */
gboolean koma_taught_model_write (KomaModel       *base,
                                  const KomaGraph *features, /* (nullable) koma_tail_apply () */
                                  const KomaHead  *head,     /* KOMA_HEAD_DENSE */
                                  const char      *name,     /* for people */
                                  const char      *folder,
                                  GError         **error);

/* Whether a base with these features (koma_features_graph_new ()) can be written. */
gboolean koma_taught_model_check (const KomaGraph *features, GError **error);

G_END_DECLS
