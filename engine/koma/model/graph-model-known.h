/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph-model.h"
#include "engine/koma/tensor/tensor.h"

G_BEGIN_DECLS

/* (transfer full) (nullable): what computes with these inputs, by their numbers: a model of its own
 * where the file can not be read without, else @self. */
KomaGraphModel *koma_graph_model_know (KomaGraphModel    *self,
                                       KomaTensor *const *inputs, /* [n inputs], none is NULL */
                                       GError           **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
