/* SPDX-FileCopyrightText: The Koma authors
 * SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/formats/tensorflow/tf-graph.h"

G_BEGIN_DECLS

/* Puts inputs of the graph in place of what training reads its examples from. */
gboolean koma_checkpoint_cut_pipelines (KomaTfGraph *graph,
                                        GError     **error) G_GNUC_WARN_UNUSED_RESULT;
/* Whether koma_checkpoint_cut_pipelines () made this input. */
gboolean koma_checkpoint_is_cut (const KomaTfNode *node);

G_END_DECLS
